"""The tags of a Bash call: those of the commands in it.  A glance tells the commands that are worth reading."""
from __future__ import annotations

from guards import CHANGES, DELETES, FETCHES, RUNS, SENDS
from guards._call.tags import Tags
from guards._shell.gate import GATE, INTERPRETERS, SHELLS
from guards._shell.pieces import MARKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._call.tags import Call

CODE = (" -c", " -e", " -r", " -p", "<<", " - ", " eval", " -E", "| python", "| node", "| perl", "| ruby", "|python")

def worth_reading(command: str, gate: frozenset[str] = GATE) -> bool:
    """Is a command worth reading?  Errs on the side of reading it.  `gate` holds the words that make it so."""
    plain = command.replace("\\", "").replace('"', "").replace("'", "")
    for mark in MARKS:
        if mark in plain:
            plain = plain.replace(mark, " ")
    words = plain.split()
    if not gate.isdisjoint(words):
        return True
    if not INTERPRETERS.isdisjoint(words) and any(mark in command for mark in CODE):
        return True
    if "$" in command and "_" in command and _names_secret(command):
        return True
    if "rm" in words and (" -r" in command or " -f" in command or " -R" in command):
        return True
    return (":" in command and _placed(command)) or any(mark in command for mark in GIVES) or _hidden(command)


# What in a program's name, a verb or an option says that it gives something to others.
GIVES = ("upload", "publish", "--public", "ipfs")


def _placed(command: str) -> bool:
    """Does a word name a place: `s3://b`, `host.example:/srv`, `host.example:9000`?"""
    if "://" in command:
        return True
    for word in command.split():
        head, colon, rest = word.partition(":")
        if colon and "." in head and (rest[:1] == "/" or rest[:1].isdigit()):
            return True
    return False


# The last words of a variable's name that may make it a secret.
LAST = frozenset("apikey auth creds dsn jwt key pass passwd password pat pw secret token uri url webhook".split())


def _names_secret(command: str) -> bool:
    """Is a variable named that holds a secret by its name?"""
    for piece in command.split("$")[1:]:
        name = "".join(c if c.isalnum() or c == "_" else " " for c in piece[:60].lstrip("{!#")).split(" ", 1)[0]
        if name.lower().rpartition("_")[2] in LAST:
            from guards._shell.sources import env_level

            if env_level(name):
                return True
    return False


def _hidden(command: str) -> bool:
    """Is a program's name put together from variables, patterns or codes?"""
    if "$'" in command:
        return True
    if "$" not in command and "?" not in command and "*" not in command and "[" not in command:
        return False
    text = command
    for mark in "\n|&(`{":
        text = text.replace(mark, ";")
    for piece in text.split(";"):
        first = piece.split(None, 1)[:1]
        if first and (first[0][0] == "$" or "$" in first[0].split("=")[0] or (
                first[0] not in ("[", "[[") and ("?" in first[0] or "*" in first[0] or "[" in first[0])
                and "=" not in first[0])):
            return True
    return False


def bash_tags(call: Call) -> Tags:
    """What a command line does as a whole: SENDS before FETCHES before CHANGES, as far as it leads off this machine."""
    from guards._text.address import is_local, normalize

    kinds = {e.kind for e in call.effects if not is_local(normalize(e.destination))}
    found = Tags(SENDS if SENDS in kinds else FETCHES if FETCHES in kinds else CHANGES if kinds else "")
    found.consequential = not kinds.isdisjoint((CHANGES, DELETES, RUNS))
    found.untrusted_source = not kinds.isdisjoint((SENDS, FETCHES))
    return found


NAMED = 6           # scripts on one command line
RUNNERS = SHELLS | INTERPRETERS | {".", "source"}
WORKS = tuple("/bin/ /usr/ /sbin/ /opt/ /dev/ /proc/ /sys/".split())     # programs of the machine


def named(command: str) -> list[str]:
    """The scripts that a command line names as what is to be run, by its words alone: this costs next to nothing.

    >>> named("cd x && python3 -u tools/up.py --all; ./run.sh | cat"), named("python3 -m pytest -q tests/test_x.py")
    (['tools/up.py', './run.sh'], [])
    >>> named('sh -c "$(cat x.sh)"'), named("sh < x.sh"), named("cat x.sh | head")
    (['x.sh'], ['x.sh'], [])
    """
    found: dict[str, None] = {}
    for mark in "\n|&;()`{}":
        command = command.replace(mark, "\n")
    command = command.replace('"', "").replace("'", "").replace("<<", "\n").replace("<", " ")
    fed = "eval" in command or not SHELLS.isdisjoint(command.split())       # what is printed may be run
    for piece in command.split("\n"):
        words = piece.split()
        path = "".join(words[1:2]) if fed and words[:1] == ["cat"] else _script_of(words)
        if path and len(found) < NAMED:
            found[path] = None
    return list(found)


def _script_of(words: list[str]) -> str:
    """The script in one simple command, "" for none."""
    for at, word in enumerate(words[:8]):
        if word[:1] in "./~" and "/" in word and (at == 0 or words[0] in LEADS or "=" in words[at - 1]):
            return "" if word.startswith(WORKS) or "/bin/" in word else word
        if word.rpartition("/")[2].rstrip("0123456789.") not in RUNNERS and word not in RUNNERS:
            continue
        for given in words[at + 1:at + 6]:
            if given.startswith("-"):
                if given[1:2] in "cempr" and not given.startswith("--"):
                    return ""
                continue
            return given if "$" not in given and given[:1] not in "<>-" and given not in ("run", "-") else ""
        return ""
    return ""


LEADS = frozenset("command doas env exec nice nohup stdbuf sudo time timeout xvfb-run".split())
