"""The tags of a Bash call: those of the commands in it.  A glance tells the commands that are worth reading."""
from __future__ import annotations

from guards import CHANGES, DELETES, FETCHES, RUNS, SENDS
from guards._call.tags import Tags
from guards._shell.gate import GATE
from guards._shell.pieces import MARKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._call import Call

INTERPRETERS = frozenset((
    "bun", "deno", "groovy", "ipython", "julia", "lua", "node", "nodejs", "osascript", "perl", "php", "powershell",
    "pwsh", "pypy3", "python", "python2", "python3", "ruby", "tsx"))
CODE = (" -c", " -e", " -r", " -p", "<<", " - ", " eval", " -E", "| python", "| node", "| perl", "| ruby", "|python")

def worth_reading(command: str) -> bool:
    """Is a command worth reading?  Errs on the side of reading it."""
    plain = command.replace("\\", "").replace('"', "").replace("'", "")
    for mark in MARKS:
        if mark in plain:
            plain = plain.replace(mark, " ")
    words = plain.split()
    if not GATE.isdisjoint(words):
        return True
    if not INTERPRETERS.isdisjoint(words) and any(mark in command for mark in CODE):
        return True
    if "$" in command and "_" in command and _names_secret(command):
        return True
    if "rm" in words and (" -r" in command or " -f" in command or " -R" in command):
        return True
    return _hidden(command)


# The last words of a variable's name that may make it a secret.
LAST = frozenset(("apikey", "auth", "creds", "dsn", "jwt", "key", "pass", "passwd", "password", "pat", "pw", "secret",
                  "token", "uri", "url", "webhook"))


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
