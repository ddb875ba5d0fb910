"""The files that a command runs by their name, wherever they came from: a Makefile, package.json, a hook of git.

Law: `beside` names those that a command line may run, by its words alone; `sliced` is what it runs of one: the target
that it names and what that needs, the script and those around it.  What HEAD holds as it stands is the person's.
Cannot see: a file that such a file includes; a folder to which the line goes in another way than `cd` and `-C`.
"""
from __future__ import annotations

from guards._shell.literals import is_makefile
from guards._text.lasting import RUNNERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MOST = 16           # files of one command line
NAMES = {
    **dict.fromkeys(("make", "gmake", "remake"), ("Makefile", "makefile", "GNUmakefile")),
    "just": ("justfile", "Justfile"), "task": ("Taskfile.yml",), "rake": ("Rakefile",), "tox": ("tox.ini",),
    "direnv": (".envrc",), "pre-commit": (".pre-commit-config.yaml",), "lefthook": ("lefthook.yml",),
    **dict.fromkeys(("inv", "invoke"), ("tasks.py",)), **dict.fromkeys(("gradle", "gradlew"), ("build.gradle",)),
    "nox": ("noxfile.py",), "cargo": ("build.rs",), "composer": ("composer.json",), "cmake": ("CMakeLists.txt",),
    **dict.fromkeys(("npm", "pnpm", "yarn", "bun"), ("package.json",)),
    **dict.fromkeys(("pytest", "py.test"), ("conftest.py", "tests/conftest.py", "test/conftest.py"))}
# git's verbs -> the hooks that they start.
GIT = {"commit": ("pre-commit", "prepare-commit-msg", "commit-msg", "post-commit"), "push": ("pre-push",),
       "merge": ("pre-merge-commit", "post-merge"), "pull": ("post-merge",), "checkout": ("post-checkout",),
       "switch": ("post-checkout",), "rebase": ("pre-rebase", "post-rewrite"), "clone": ()}
FOLDERS = (".git/hooks", ".husky", ".githooks")
INSTALLERS = frozenset(("pip", "pip3", "uv", "pipx"))
INSTALLS = frozenset("add ci i install install-ci-test link rebuild update upgrade".split())
LEADS = frozenset("command do env exec nice npx pipenv poetry run sudo then time uv".split())
AROUND = ("preinstall", "install", "postinstall", "prepublish", "prepare", "preprepare", "postprepare")
PACKAGE = ("npm", "pnpm", "yarn", "bun")


def beside(command: str) -> list[str]:
    """The files that a command line may run by their name, as it would write them.

    >>> beside("cd api && make fmt"), beside("git status"), beside("pip install -e ."), beside("python -m pytest unit")
    (['api/Makefile', 'api/makefile', 'api/GNUmakefile'], [], ['setup.py'], ['conftest.py', 'tests/conftest.py', \
'test/conftest.py', 'unit/conftest.py'])
    """
    if RUNNERS.isdisjoint(_parted(command[:2000]).split()):
        return []
    found: dict[str, None] = {}
    at = ""
    for words in _commands(command):
        if words[0] == "cd" and len(words) > 1:
            at = words[1].rstrip("/") + "/" if "$" not in words[1] else ""
        for name in _of(words):
            found[at + name.removeprefix("./") if name[:1] not in "/~" else name] = None
    return list(found)[:MOST]


def is_beside(path: str, command: str) -> bool:
    """Is it one of those files?"""
    return path in beside(command)


def _parted(command: str) -> str:
    for mark in "\"'":
        command = command.replace(mark, "")
    for mark in "\n|&;()`{}":
        command = command.replace(mark, " ; ")
    return command


def _commands(command: str) -> list[list[str]]:
    """The simple commands of a line as words, what stands before a program left out."""
    found = []
    for piece in _parted(command[:2000]).split(";"):
        words = piece.split()
        while words and (words[0] in LEADS or ("=" in words[0] and words[0][0] != "-")):
            words = words[1:]
        if words[:2] and words[0].startswith("python") and words[1:2] == ["-m"]:
            words = words[2:]
        if words:
            found.append(words)
    return found


def _of(words: list[str]) -> list[str]:
    """The files that one command runs by their name."""
    program, rest = words[0].rsplit("/", 1)[-1], words[1:]
    folder = next((f"{b.rstrip('/')}/" for a, b in zip(rest, rest[1:]) if a in ("-C", "--prefix", "--cwd")), "")
    folder = "" if folder == "./" else folder
    if program == "git":
        verb = next((word for word in rest if word in GIT), "")
        hooks = [f"{folder}{where}/{hook}" for where in FOLDERS for hook in GIT.get(verb, ())]
        return [*hooks, f"{folder}.pre-commit-config.yaml"] if verb in ("commit", "push") else hooks
    if program in INSTALLERS:
        return [f"{'' if path in ('.', './') else path.rstrip('/') + '/'}setup.py" for path in _local(rest)]
    names = [folder + name for name in NAMES.get(program, ())]
    if program in ("pytest", "py.test"):
        names += [f"{word.rstrip('/')}/conftest.py" for word in rest[:6] if word[0] != "-" and "." not in word
                  and "=" not in word and word.rstrip("/") not in ("tests", "test")]
    return names


def _local(words: Iterable[str]) -> list[str]:
    """The folders that pip is told to install."""
    said = list(words)
    return [word.partition("[")[0] for word in said[1:] if "install" in said[:2] and word[:1] in "./"
            and not word.endswith((".txt", ".whl", ".gz"))]


# --- what is run of one


def sliced(path: str, text: str, command: str) -> str:
    """What a command line runs of such a file; the whole where that cannot be told."""
    name = path.rsplit("/", 1)[-1].lower()
    if is_makefile(path):
        makes = [words[1:] for words in _commands(command) if words[0].rsplit("/", 1)[-1].endswith("make")]
        return _targets(text, [word for words in makes for word in words if word[0] != "-" and "=" not in word])
    if name == "package.json":
        return _scripts(text, [words for words in _commands(command) if words[0] in PACKAGE])
    return text


def _targets(text: str, wanted: list[str]) -> str:
    """A Makefile's variables, and the rules of these targets and of what they need; of the first one for none.

    >>> _targets("X = 1\\nall: a\\na:\\n\\tls\\nb:\\n\\tcurl x", [])
    'X = 1\\nall: a\\na:\\n\\tls'
    """
    rules: dict[str, tuple[list[str], list[str]]] = {}
    others: list[str] = []
    into: list[str] = others
    for line in text.split("\n"):
        head, colon, needs = line.partition(":")
        if line[:1] not in " \t#" and colon and needs[:1] != "=" and "=" not in head:
            into = [line]
            for name in head.split():
                rules[name] = (needs.split("##")[0].split(), into)
        elif line[:1] == "\t":
            into.append(line)
        elif line.strip():
            others.append(line)
    waiting = [w for w in wanted if w in rules] or [name for name in rules if name[0] != "."][:1]
    if wanted and not any(w in rules for w in wanted):
        return text
    taken: dict[str, None] = {}
    while waiting:
        name = waiting.pop(0)
        if name in rules and name not in taken:
            taken[name] = None
            waiting += rules[name][0]
    return "\n".join([*others, *(line for name in taken for line in rules[name][1])])


def _scripts(text: str, commands: list[list[str]]) -> str:
    """package.json with the scripts that these commands run alone; the whole where it cannot be read."""
    from json import dumps, loads

    try:
        value = loads(text)
    except (ValueError, RecursionError):
        return text
    scripts = value.get("scripts") if isinstance(value, dict) else None
    if not isinstance(scripts, dict):
        return ""
    waiting: list[str] = []
    for words in commands:
        said = [w for w in words[1:] if w[:1] != "-"]
        first = said[0] if said else "install"
        if first in INSTALLS:
            waiting += AROUND
        name = said[1] if first in ("run", "run-script") and len(said) > 1 else "test" if first == "t" else first
        waiting += [f"pre{name}", name, f"post{name}"]
    taken: dict[str, str] = {}
    while waiting:
        name = waiting.pop(0)
        line = scripts.get(name)
        if isinstance(line, str) and name not in taken:
            taken[name] = line
            for words in _commands(line):
                if words[0] in PACKAGE and len(words) > 1:
                    waiting.append(words[2] if words[1] == "run" and len(words) > 2 else words[1])
    return dumps({"scripts": taken})
