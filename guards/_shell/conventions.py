"""Files that a program runs because of their name: a Makefile, package.json's scripts, a hook of git, a config in code.

Law: `run_by` says whether one of the programs that a command runs would run the file; `play` lets the machine run what
stands in it.
Limitations: what such a file includes from elsewhere.
"""
from __future__ import annotations

from guards._shell.literals import is_makefile, literals, made
from guards._shell.programs import HANDLERS
from guards._text.lasting import GIT_HOOKS, HOOKS, NODE, RUN_BY, by_itself, pipeline, recipe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from guards._shell._types import Machine
    from guards._shell.reading import Ran

# Names of such files that are not spelt in small letters.
SPELT = {"cmakelists.txt": "CMakeLists.txt", "cargo.toml": "Cargo.toml", "gnumakefile": "GNUmakefile"}
SETTINGS = tuple(".ini .json .toml .yaml .yml".split())      # most of their lines are no commands
CODE = tuple(""".py .js .jsx .mjs .cjs .ts .tsx .rb .rs .cs .go .java .jl .kt .kts .lua .php .pl .ps1 .scala .swift
    .tcl""".split())
# What stands before a command on a line of such a file.
LEADS = ("@", "-", "+", "RUN ", "CMD ", "run:", "entry:", "command:", "cmd:", "script:", "commands =", "- ",
         "ExecStart=", "ExecStartPre=", "ExecStartPost=", "ExecStop=", "Exec=")


# What they are given they read, and run none of it; no settings of theirs are code.
CHECK = frozenset("black gofmt goimports isort mypy ruff rustfmt shellcheck".split())
LOOKS = frozenset("""--help --version -V audit config help images info inspect list login logout logs ls outdated ps
    search show status view version whoami why""".split())
FETCHED = ("bunx", "npx")      # they run the program that they are given, and that reads the settings of its own name


def run_by(path: str, ran: Iterable[Ran]) -> bool:
    """Would one of these commands run this file by its name?

    >>> from guards._shell.machine import read
    >>> run_by("/p/Makefile", read("make -j4 test").ran), run_by("/p/Makefile", read("cat Makefile").ran)
    (True, False)
    >>> run_by("/p/a.py", read("ruff check a.py").ran), run_by("/p/a.py", read("runner a.py").ran)
    (False, True)
    """
    name = path.rpartition("/")[2].lower()
    runners = RUN_BY.get(name, ())
    if not runners and ".config." in name:
        runners = NODE
    for one in ran:
        if one.program in runners and (one.program != "git" or one.words[:1] in (["commit"], ["push"], ["merge"])) and (
                one.program not in FETCHED or any(len(word) > 2 and word in name for word in one.words[:4])):
            return True
        if one.program == "git" and (name in GIT_HOOKS or any(folder in path for folder in HOOKS)):
            return True
        if one.program == "git" and one.words[:1] == ["push"] and pipeline(path):
            return True
        if not (one.program in HANDLERS or one.program in CHECK) and any(
                name == word.rpartition("/")[2].lower() for word in one.words):
            return True     # a program of no row is given it: `java X.java`, `jupyter nbconvert --execute a.ipynb`
    return False


def looks(one: Ran) -> bool:
    """Does the verb of a command only ask something, whatever it could run: `npm ls`, `docker compose ps`?"""
    return not LOOKS.isdisjoint(one.words[one.words[:1] == ["compose"]:][:1])


def written_now(machine: Machine, path: str, text: str) -> None:
    """A file that a command writes: where it runs by itself, what stands in it is run; not what that writes again."""
    if by_itself(path) and not machine.later:
        machine.later = True
        play(machine, path, text)
        machine.later = False


def started(ran: Iterable[Ran]) -> list[str]:
    """The files that these commands run by their name, wherever one lies beside them.

    >>> from guards._shell.machine import read
    >>> started(read("cd /p && just ship").ran)
    ['/p/justfile', '/p/Justfile']
    """
    found: dict[str, None] = {}
    for one in ran:
        names = [name for name, runners in RUN_BY.items() if one.program in runners and one.program != "git"]
        for name in names if one.cwd and not looks(one) else ():
            for spelling in (SPELT.get(name, name), name.capitalize()):
                found[f"{one.cwd.rstrip('/')}/{spelling}"] = None
    return list(found)[:24]


def named_by(path: str, ran: Iterable[Ran], texts: Mapping[str, str]) -> bool:
    """Does a file that these commands run by its name (`npm install`: package.json) name this one?"""
    name = path.rpartition("/")[2]
    return any(name in texts.get(one, "") for one in started(ran))


def play(machine: Machine, path: str, text: str) -> None:
    """Runs what stands in the file, line by line; a file of code as code."""
    known, before = dict(machine.found.unknown), len(machine.found.effects)
    ran, touches = len(machine.found.ran), len(machine.found.touches)
    text = made(text) if is_makefile(path) else text
    if path.endswith(CODE):
        machine.code(path.rpartition("/")[2], text, [], machine.nothing)
    elif path.endswith((".ipynb", ".json")):
        for one in literals(text):
            if " " in one:
                machine.text(one.replace("\\\"", "\""))
    elif text.startswith("#!"):
        machine.text(text)
    else:
        for line in text.split("\n"):
            said = stripped(entrusted(line))
            if not (path.endswith(SETTINGS) and said.split(" ")[0].endswith(":")):      # `id: ruff` is no command
                machine.text(said)
    if path.endswith(SETTINGS):
        machine.found.effects[before:] = [e for e in machine.found.effects[before:] if e.program in HANDLERS]
    if pipeline(path):      # a secret that a server holds is there to log in with
        for effect in machine.found.effects[before:]:
            effect.auth = machine.nothing
    if pipeline(path) or recipe(path):      # it takes away nothing of this machine
        del machine.found.ran[ran:], machine.found.touches[touches:]
    machine.found.unknown = known      # most lines are no commands; what they would be is no news


def entrusted(line: str) -> str:
    """A pipeline's line with the secrets that a server puts in before any shell reads it as variables.

    >>> entrusted("curl -d '${{ secrets.NPM_TOKEN }}' a.example"), entrusted("echo ${{ github.sha }}")
    ('curl -d "$SECRETS_NPM_TOKEN" a.example', 'echo x')
    """
    while "${{" in line:
        head, _, rest = line.partition("${{")
        inner, _, tail = rest.partition("}}")
        name = "".join(c if c.isalnum() else "_" for c in inner.partition("secrets")[2]).strip("_").upper()
        line = f"{head}$SECRETS_{name or 'ALL'}{tail}".replace("'", '"') if "secrets" in inner else f"{head}x{tail}"
    return line


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
