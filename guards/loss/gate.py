"""Could a call destroy anything?  A cheap gate, computed from the tables of what destroys: no row of them sleeps.

WAKES   words of which each is enough
BESIDE  programs, and the words of which one wakes beside one of them
"""

from __future__ import annotations

from guards._call.tags import LEAVES, PATCHERS, WHOLE
from guards._shell.gate import INTERPRETERS
from guards._shell.pieces import words as pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards._call import Call

# How code of a language takes away or writes what is there; a word of it stands beside the interpreter.
CODE = frozenset("""w wb wt write writebytes writefilesync writefile writetextfile contents execute executescript
    truncatesync rmtree rmsync unlinksync rmdirsync removesync remove""".split())
CARELESS = tuple("""2>&1, 1>&2, >&2, 2>/dev/null, >/dev/null, > /dev/null, 2> /dev/null, =>, ->, >>, <(, \
>=""".split(", "))


def _told(names: Iterable[str]) -> frozenset[str]:
    """Of each name the longest word, as a command is taken apart: `zkCli.sh` is `zkcli`."""
    return frozenset(max(pieces(name.lower().replace("_", " ")), key=len) for name in names)


def _tables() -> dict[str, set[str]]:
    """Each program -> the words that wake beside it, none where it wakes alone."""
    from guards._shell.programs.effects import AWAY, ROWS, rows
    from guards.loss import destroys, services

    found: dict[str, set[str]] = {name: set() for name in (*destroys.PROGRAMS, *services.CLIENTS, *services.STRONG,
                                                           "tee", "sponge", "sqlite3", "xdelete", "mutation",
                                                           "graphql")}
    for name, verbs in (*services.ELSEWHERE.items(), *destroys.BESIDE.items()):
        found[name] = {*verbs, ""}
    for name in (one for one in ROWS if one != "sort"):
        for row in (row for row in rows(name) if row.does[0][0] in AWAY):
            # git's verb; of others an option of which no letter can stand among others, or what their verb ends with
            words = next((one for one in (row.verb if name == "git" else (*row.needs, *reversed(row.verb)))
                          if one[0][0] not in "*$" and (one[0][0] != "-" or min(map(len, one)) > 2)), [])
            if found.setdefault(name, {""}):
                found[name] = {*found[name], *words} if words else set()
    return found


def _beside() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    from guards.loss import services, tasks

    groups: dict[frozenset[str], list[str]] = {}
    for name, verbs in _TABLES.items():
        groups.setdefault(_told(verbs - {""}), []).append(name)
    return (*((_told(names), verbs) for verbs, names in groups.items() if verbs), (INTERPRETERS, CODE),
            (_told(services.DATA), services.ANEW), (frozenset(tasks.RUNNERS), tasks.WORDS))


_TABLES = _tables()
WAKES = _told(name for name, verbs in _TABLES.items() if not verbs)
BESIDE = _beside()


def worth_reading(call: Call) -> bool:
    """Could the call destroy anything?  Errs on the side of looking."""
    text = call.command
    if call.texts:      # a script that the session wrote is a part of the call that runs it
        return True
    if not text:
        return call.tool == WHOLE or call.tool in PATCHERS or (
            (call.tool == LEAVES or call.server != "") and _works_on_files(call))
    if wakes(text):
        return True
    # What is worth reading was read for others: what it changes costs nothing to ask.
    return call.prefilter and bool(call.reading.scripts or any(touch.how == "writes" for touch in call.touches))


def wakes(text: str) -> bool:
    """Does a command hold a word that takes away, or an arrow that writes over a file?

    >>> wakes("php artisan migrate:fresh --force"), wakes("php artisan migrate"), wakes("npm test 2>&1")
    (True, False, False)
    >>> wakes("g'i't stash drop"), wakes("'git' stash ''drop"), wakes("echo 'a' 'b'")
    (True, True, False)
    """
    low = text.lower().replace("\\\n", "").replace("\\", "").replace('"', "'").replace("''", "").replace("_", " ")
    found = pieces(low.replace("'", " "))
    quoted = low.split("'")
    if any(one[-1:].isalnum() and two[:1].isalnum() for one, two in zip(quoted, quoted[1:])):
        found += pieces("".join(quoted))        # a shell joins what stands beside a quote
    if not WAKES.isdisjoint(found) or any(
            not names.isdisjoint(found) and not verbs.isdisjoint(found) for names, verbs in BESIDE):
        return True
    if ">" in text:
        for mark in CARELESS:
            text = text.replace(mark, " ")
    return ">" in text


def _works_on_files(call: Call) -> bool:
    from guards.loss.tools import acts, speaks

    return bool(acts(call)) or speaks(call)
