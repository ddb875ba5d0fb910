"""Files that a program runs because of their name: a Makefile, package.json's scripts, a hook of git, a config in code.

Law: `run_by` says whether one of the programs that a command runs would run the file; `play` runs in the mind what
stands in it.
Cannot see: what such a file includes from elsewhere.
"""
from __future__ import annotations

from guards._shell.gathers import literals
from guards._shell.programs import HANDLERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards._shell.machine import Mind
    from guards._shell.reading import Ran

NODE = ("bun", "bunx", "jest", "mocha", "next", "node", "npm", "npx", "nx", "pnpm", "rollup", "tsx", "vite", "vitest",
        "webpack", "yarn")
# A file's name in lower case -> the programs that run what stands in it.
RUNNERS: dict[str, tuple[str, ...]] = {
    ".envrc": ("direnv",), ".pre-commit-config.yaml": ("git", "pre-commit"), "cargo.toml": ("cargo",),
    "build.gradle": ("gradle", "gradlew"), "build.rs": ("cargo",), "cmakelists.txt": ("cmake",),
    "composer.json": ("composer",), "conftest.py": ("pytest", "py.test", "tox", "nox"),
    "docker-compose.yml": ("docker", "docker-compose"), "dockerfile": ("docker", "podman"),
    "gnumakefile": ("make", "gmake"), "gradlew": ("gradlew",), "justfile": ("just",),
    "lefthook.yml": ("git", "lefthook"),
    "makefile": ("make", "gmake", "remake"), "noxfile.py": ("nox",), "package.json": NODE, "pom.xml": ("mvn", "mvnw"),
    "pyproject.toml": ("hatch", "pdm", "pip", "poetry", "uv"), "rakefile": ("rake", "bundle"),
    "setup.py": ("pip", "pip3", "uv"), "taskfile.yml": ("task",), "tasks.py": ("inv", "invoke"), "tox.ini": ("tox",)}
HOOKS = (".git/hooks/", ".husky/", ".githooks/", "/hooks/")
CODE = (".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".rs", ".cs", ".go", ".java", ".jl", ".kt", ".kts", ".lua", ".php",
        ".pl", ".ps1", ".scala", ".swift", ".tcl")
# What stands before a command on a line of such a file.
LEADS = ("@", "-", "+", "RUN ", "CMD ", "run:", "entry:", "command:", "cmd:", "script:", "commands =", "- ")


def run_by(path: str, ran: Iterable[Ran]) -> bool:
    """Would one of these commands run this file by its name?

    >>> from guards._shell.machine import read
    >>> run_by("/p/Makefile", read("make -j4 test").ran), run_by("/p/Makefile", read("cat Makefile").ran)
    (True, False)
    """
    name = path.rsplit("/", 1)[-1].lower()
    runners = RUNNERS.get(name, ())
    if not runners and ".config." in name:
        runners = NODE
    for one in ran:
        if one.program in runners and (one.program != "git" or one.words[:1] in (["commit"], ["push"], ["merge"])):
            return True
        if one.program == "git" and any(folder in path for folder in HOOKS):
            return True
        if one.program not in HANDLERS and any(name == word.rsplit("/", 1)[-1].lower() for word in one.words):
            return True     # a program of no row is given it: `java X.java`, `jupyter nbconvert --execute a.ipynb`
        if one.program in ("pytest", "py.test") and name.startswith("test_"):
            return True
    return False


def play(mind: Mind, path: str, text: str) -> None:
    """Runs what stands in the file, line by line; a file of code as code."""
    known = dict(mind.found.unknown)
    if path.endswith(CODE):
        mind.code(path.rsplit("/", 1)[-1], text, [], mind.nothing)
    elif path.endswith((".json", ".ipynb")):
        for one in literals(text):
            if " " in one:
                mind.text(one.replace("\\\"", "\""))
    elif text.startswith("#!") or any(folder in path for folder in HOOKS):
        mind.text(text)
    else:
        for line in text.split("\n"):
            mind.text(stripped(line))
    mind.found.unknown = known      # most lines are no commands; what they would be is no news


def stripped(line: str) -> str:
    """The command on a line.

    >>> stripped("\t@curl x"), stripped("    entry: curl x"), stripped("RUN make")
    ('curl x', 'curl x', 'make')
    """
    line = line.strip()
    for _ in range(4):
        lead = next((lead for lead in LEADS if line.startswith(lead)), "")
        if not lead:
            break
        line = line[len(lead):].strip()
    return line
