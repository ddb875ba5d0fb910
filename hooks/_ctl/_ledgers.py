"""The ledgers of a project for a person's eyes: which there are, their rows, and what an id on the command line means.

Every verb takes the same ids: of a session its id, of an event its short id (six signs, as `tail` shows them) or the
call's own; of each the beginning is enough where it fits only one.
"""
from __future__ import annotations

import hashlib
import os

from hooks._stores import disk, ledger
from hooks._stores.disk import Fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hooks._stores.world import World

# Endings of the files beside a ledger that are themselves JSON lines: "<session>.<name>.jsonl".
LEDGER = ".jsonl"
UNDER_WAY = 1024    # calls whose parameters are remembered until their results come
NEAR = 4000         # ids among which the nearest is looked for
NEWEST = 20         # sessions that are looked through for an objection


def paths(world: World) -> list[str]:
    """The ledgers, the one written last first."""
    folder = os.path.join(world.state, "context")
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return []
    found = [os.path.join(folder, name) for name in names if name.endswith(LEDGER) and _is_ledger(folder, name)]
    return sorted(found, key=lambda path: -os.lstat(path).st_mtime)


def _is_ledger(folder: str, name: str) -> bool:
    """Kept rows ("<session>.<name>.jsonl") stand beside their session's ledger ("<session>.jsonl")."""
    stem, dot, _ = name[:-len(LEDGER)].rpartition(".")
    return not dot or not os.path.exists(os.path.join(folder, stem + LEDGER))


def of(world: World, session: str | None) -> str:
    """A session's ledger, by id or unique beginning of one; the newest where none is named.  Raises Fault."""
    every = paths(world)
    if not session:
        if not every:
            raise Fault(f"no session is on record in {world.state}; start the agent in this project first")
        return every[0]
    exact = os.path.join(world.state, "context", disk.safe_name(session) + LEDGER)
    if os.path.exists(exact):
        return exact
    fitting = [path for path in every if os.path.basename(path).startswith(session)]
    if len(fitting) != 1:
        raise unknown("session", session, [os.path.basename(path)[:-len(LEDGER)] for path in fitting or every],
                      bool(fitting), "guardctl status")
    return fitting[0]


def unknown(what: str, given: str, ids: Iterable[str], several: bool, where: str) -> Fault:
    """Why an id is refused: it fits several, or none; the nearest known one is named."""
    ids = list(dict.fromkeys(ids))
    if several:
        return Fault(f"{len(ids)} {what}s begin with {given!r}: {', '.join(ids[:4])}{', ...' if len(ids) > 4 else ''}")
    from difflib import get_close_matches

    near = get_close_matches(given, ids[:NEAR], 1, 0.4)
    return Fault(f"no {what} begins with {given!r}{f'; the nearest is {near[0]}' if near else ''}; see {where}")


def is_place(what: str) -> bool:
    """A host, an address or a repository, and no id.

    >>> [is_place(text) for text in ("paste.example.com", "https://x.example/in", "bo@x.example", "toolu_01", "a3f9c1")]
    [True, True, True, False, False]
    >>> is_place("workflow run ci.yml"), is_place("-x.example")
    (False, False)
    """
    return (any(c in what for c in ".@/") or what == "localhost") and what[:1] != "-" and len(what.split()) == 1


def short(row: Mapping[str, object]) -> str:
    """The short id of a row's event: the rows of one call have the same."""
    name = f"{row.get('session_id')}\0{row.get('action_id') or row.get('seq')}"
    return hashlib.blake2s(name.encode("utf-8", "replace"), digest_size=3).hexdigest()


def event(world: World, id: str, session: str | None = None) -> tuple[str, list[dict[str, object]]]:
    """(the ledger, the rows) of the event of that id; where none is named, or it is a session's, of the last objection
    in that session, or in this project's newest; [] for none.

    Raises Fault.
    """
    if session or not id:
        return objection([of(world, session)] if session else [of(world, None), *paths(world)[1:NEWEST]], id)
    files = paths(world)
    found: dict[tuple[str, str], list[dict[str, object]]] = {}
    known: list[str] = []
    for path in files:
        for row in rows(path):
            own, action = short(row), str(row.get("action_id") or "")
            if own.startswith(id) or action.startswith(id):
                found.setdefault((path, own), []).append(row)
            elif len(known) < NEAR:
                known += filter(None, (own, action))
        exact = [key for key, some in found.items() if id in (key[1], some[0].get("action_id"))]
        if len(exact) == 1:
            return path, found[exact[0]]
    named = [path for path in files if os.path.basename(path).startswith(id)]
    if len(named) == 1 and not found:
        return objection(named, "")
    if len(found) == 1 and not named:
        ((path, _), some), = found.items()
        return path, some
    every = [*(own for _, own in found), *(f"session {os.path.basename(path)[:-len(LEDGER)]}" for path in named)]
    raise unknown("event", id, every or known, bool(every), "guardctl tail")


def objection(files: list[str], id: str) -> tuple[str, list[dict[str, object]]]:
    """(the ledger, the rows) of the last objection in these ledgers, or of the event of that id.  Raises Fault."""
    last: tuple[str, str, list[dict[str, object]]] = "", files[0], []
    known: list[str] = []
    for path in files:
        some: list[dict[str, object]] = []
        for row in rows(path):
            own, action = short(row), str(row.get("action_id") or "")
            wanted = (own.startswith(id) or action.startswith(id)) if id else objected(row)
            if some and own == short(some[0]):
                some.append(row)
            elif wanted:
                some = [row]
                known += [own] if own not in known else []
        last = max(last, (str(some[0].get("ts")), path, some) if some else last, key=lambda one: one[0])
    if id and len(known) != 1:
        raise unknown("event", id, known, bool(known), "guardctl tail")
    return last[1], last[2]


def living(world: World) -> list[str]:
    """The ledgers of the sessions that a live process is in, and the one written last.  Raises Fault where none is."""
    from hooks._ctl.lineage import alive

    lives = {disk.safe_name(id) + LEDGER for id, live in alive(world).items() if live}
    return list(dict.fromkeys([of(world, None), *(path for path in paths(world) if os.path.basename(path) in lives)]))


def left(world: World) -> list[str]:
    """The newest ledgers without a known live process and without an end: an agent in a container, or one that ended
    without a word."""
    known = living(world)
    return [path for path in paths(world)[:NEWEST] if path not in known and [
        row.get("event") for row in rows(path)][-1:] != ["SessionEnd"]]


def open(world: World) -> list[str]:
    """The ledgers in which an objection may still be allowed.  Raises Fault."""
    return [*living(world), *left(world)]


def objected(row: Mapping[str, object]) -> bool:
    """Is this a call that was asked about or denied?  (What a release answered is none.)"""
    return row.get("event") == "PreToolUse" and row.get("decision") in ("ask", "deny")


def rows(path: str) -> Iterator[dict[str, object]]:
    """A ledger's rows, oldest first, results with what their calls were given; a line that is none is left out.  Raises
    Fault, OSError."""
    return joined(disk.lines(path))


class Given:
    """What rows leave to those before them: what stays as it was, and a result its call's parameters, where it ran with
    these."""

    __slots__ = ("_began", "_calls", "_said")

    def __init__(self) -> None:
        self._calls: dict[tuple[object, object], object] = {}
        self._said: dict[str, object] = {}
        self._began: object = None      # the installation that began the session: rows of its own do not name it

    def of(self, row: dict[str, object]) -> dict[str, object]:
        """The row, whole; to be asked of each row in turn."""
        row = ledger.continued(row, self._said)
        self._said = ledger.standing(row)
        self._began = self._began or row.get("via")
        if self._began and "via" not in row:
            row = {**row, "via": self._began}
        call = str(row.get("agent_id")), str(row.get("action_id"))
        if row.get("event") == "PreToolUse" and row.get("action_id"):
            if len(self._calls) > UNDER_WAY:
                del self._calls[next(iter(self._calls))]
            self._calls[call] = row.get("parameters")
        elif "parameters" not in row and call in self._calls:
            return {**row, "parameters": self._calls[call]}
        return row


def joined(lines: Iterable[bytes], given: Given | None = None) -> Iterator[dict[str, object]]:
    """The good rows among the lines, results with what their calls were given; `given` knows those before them."""
    return map((given or Given()).of, ledger.rows(lines))


def one_line(row: dict[str, object]) -> str:
    """A row as `tail` shows it: time, decision, event, tool and operation, then the reason or what came of it."""
    text = str(row.get("reason") or row.get("result_summary") or brief(row.get("parameters")))
    return flat("{}  {:<4} {:<18} {:<28} {}".format(
        str(row.get("ts", ""))[11:19], str(row.get("decision", "")), str(row.get("event", "")),
        " ".join(filter(None, (str(row.get("tool", "")), str(row.get("operation", "")))))[:28], text[:160]).rstrip())


def flat(text: object) -> str:
    """A text as a part of one line: no break in it can forge another row.

    >>> flat("a" + chr(10) + "19:00:00  pass")
    'a 19:00:00  pass'
    """
    return " ".join(str(text).splitlines())


def brief(parameters: object) -> str:
    """A call's parameters as one line."""
    if isinstance(parameters, dict):
        return " ".join(str(value) for value in parameters.values())
    return ""
