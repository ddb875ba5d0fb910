"""Session memory on disk: `memory/<session>.jsonl`, append-only, one writer at a time.

# INVARIANT: the ids of a session strictly rise, over processes and over clears: each row is numbered under
# the file's lock, from the last line, which names the highest id so far.

`call` answers the `session_memory` tool; `provide` and `accept` serve the guard `memory` (hooks/_facts.py).
Two sessions never share a file (disk.safe_name).  A session that was forked goes on from the rows that its
parent had then; what either writes afterwards, the other does not see.
"""
from __future__ import annotations

from hooks._stores import disk, ledger, memory_rows, sessions
from hooks._stores.disk import Fault
from hooks._stores.json import dumps
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from guards import Event, Session, Settings
    from guards._history.memory_rows import Row
    from hooks._stores.world import World

READ = 4 * 1024 * 1024      # bytes of a file that are read, from its end: some 10,000 rows, 65 ms
TAIL = 64 * 1024            # bytes in which the last row is looked for first


def path(world: World, session_id: str) -> str:
    """Where a session's memory lies."""
    return world.path("memory", session_id, ".jsonl")


def lock(world: World, session_id: str) -> disk.Lock:
    """The memory's own lock."""
    return disk.Lock(world.path("memory", session_id, ".lock"))


def live(world: World, session_id: str) -> list[Row]:
    """The rows that were not cleared, oldest first, stale ones marked.  Raises Fault, OSError."""
    return memory_rows.fold(_history(world, session_id))


def add(world: World, session_id: str, drafts: Iterable[Row], *, once: bool = False) -> list[int]:
    """Appends content rows and gives their ids; `once`: what is believed already is not written again, and has the id
    that it has.  Raises Fault, OSError."""
    with lock(world, session_id):
        known = live(world, session_id) if once else []
        last = _last(world, session_id)
        rows: list[Row] = []
        ids = []
        for draft in drafts:
            same = memory_rows.equal(draft, known) if once else None
            if same is None:
                same = {"id": last + len(rows) + 1, "session_id": session_id, **draft,
                        "created_at": ledger.rfc3339(world.now)}
                rows.append(same)
                known.append(same)
            ids.append(same["id"])
        _append(world, session_id, rows)
    return ids


def mark(world: World, session_id: str, name: str, choose: Callable[[list[Row]], list[Row]] | None = None,
         **fields: object) -> int:
    """Appends a mark over the rows that `choose` picks (all of them without it); how many there were.

    Without any there is nothing to mark; an audit counts where there ever was one.
    """
    with lock(world, session_id):
        rows = live(world, session_id)
        last = _last(world, session_id)
        chosen = rows if choose is None else choose(rows)
        reach = {"through": last} if choose is None else {"ids": [row["id"] for row in chosen]}
        if chosen or (name == "audit" and last):
            _append(world, session_id, [{"mark": name, **reach, **fields, "last": last}])
    return len(chosen)


def _append(world: World, session_id: str, rows: list[Row]) -> None:
    if rows:
        disk.append(path(world, session_id), b"".join(dumps(row).encode("utf-8") + b"\n" for row in rows))


def _history(world: World, session_id: str, forks: int = sessions.PARENTS) -> list[Row]:
    """The session's rows, after those that its parent had when the first of them was written."""
    rows, whole = _tail(world, session_id, READ)
    parent = sessions.parent_of(world, session_id) if whole and forks else ""
    if not parent:
        return rows
    before = _history(world, parent, forks - 1)
    if rows:
        first = memory_rows.last_id(rows[0]) - ("mark" not in rows[0])
        before = [row for row in before if memory_rows.last_id(row) <= first]
    return before + rows


def _tail(world: World, session_id: str, most: int) -> tuple[list[Row], bool]:
    """(the good rows among the file's last bytes, whether these are all)."""
    name = path(world, session_id)
    try:
        start = max(0, os.lstat(name).st_size - most)
    except FileNotFoundError:
        return [], True
    data = disk.read(name, most, start)
    if start:
        data = data[data.find(b"\n") + 1:]
    return list(ledger.rows(data.split(b"\n"))), not start


def _last(world: World, session_id: str) -> int:
    """The highest id given so far; 0 before the first."""
    rows = _tail(world, session_id, TAIL)[0] or _history(world, session_id)
    return max(map(memory_rows.last_id, rows), default=0)


# --- for the guard ----------------------------------------------------------------------------------

def provide(world: World, event: Event, session: Session, which: str) -> list[Row]:
    """The fact `memory`: the rows that may still be believed.  Raises Fault, OSError."""
    return live(world, event.session_id)


def accept(world: World, event: Event, rows: list[Row]) -> None:
    """Takes in rows of the guard: facts, and marks on facts.  Raises Fault, OSError."""
    now = ledger.rfc3339(world.now)
    drafts = [row for row in rows if "mark" not in row]
    if drafts:
        add(world, event.session_id, drafts, once=True)
    for row in rows:
        if row.get("mark") == "audit" and row["passed"]:
            mark(world, event.session_id, "audit", passed=True, at=now)
        elif row.get("mark") == "origin":
            mark(world, row["session_id"], "origin", _chooser({"ids": row["ids"]}), origin=row["origin"],
                 source_tool=row["source_tool"])
        elif row.get("mark") == "audit":
            mark(world, event.session_id, "audit", passed=False, stale_at=now, stale_reason=row["stale_reason"])
        elif "mark" in row:
            mark(world, event.session_id, "stale", stale_at=now, stale_reason=row["stale_reason"])


# --- for the tool and the person --------------------------------------------------------------------

def call(world: World, settings: Settings, arguments: Any, origin: str = "agent") -> dict[str, object]:
    """The answer of `session_memory`.  `origin` is who calls; a named source decides over "agent"."""
    wrong = memory_rows.problem(arguments)
    if wrong:
        answer = {"ok": False, "error_code": wrong[0], "message": wrong[1]}
        if isinstance(arguments, dict) and arguments.get("action") in ("mark_stale", "clear"):
            answer["count"] = 0
        return answer
    given = {name: value for name, value in arguments.items() if value is not None}
    try:
        return VERBS[given["action"]](world, settings, given, origin)
    except (Fault, OSError) as e:
        return unavailable(e)


def unavailable(error: Exception) -> dict[str, object]:
    """The tool's answer where the store cannot be used."""
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return {"ok": False, "error_code": memory_rows.UNAVAILABLE, "message": f"the store cannot be used: {why}"}


def _add(world: World, settings: Settings, given: dict[str, Any], origin: str) -> dict[str, Any]:
    content = redact_content(given["content"], settings)
    source = given.get("source_tool")
    if origin == "agent" and source and source.strip():
        origin = origin_of(source, settings)
    row = memory_rows.draft(given["kind"], content, origin, confidence=given.get("confidence"),
                            source_tool=redact_content(source or "", settings),
                            source_call_id=redact_content(given.get("source_call_id", ""), settings))
    return {"ok": True, "id": add(world, given["session_id"], [row], once=True)[0]}


def redact_content(text: str, settings: Settings) -> str:
    """A text without its secrets; what lies far beyond the part that is kept is not looked at."""
    from guards._sensitive.scan import redact
    return redact(text[:4 * memory_rows.CONTENT], settings)


def origin_of(tool: str, settings: Settings) -> str:
    """"untrusted" where third parties write the tool's answers, else "tool"."""
    from guards import Event
    from guards._call import call_of
    return "untrusted" if call_of(Event("PostToolUse", "-", tool=tool), settings).tags.untrusted_source else "tool"


def _list(world: World, settings: Settings, given: dict[str, Any], origin: str) -> dict[str, object]:
    rows = memory_rows.selected(live(world, given["session_id"]), ids=given.get("ids"), kinds=given.get("kinds"),
                                include_stale=given.get("include_stale", False))
    shown = rows[::-1][:min(given.get("limit", memory_rows.LIMIT), memory_rows.MOST)]
    return {"ok": True, "rows": shown, "count": len(shown)}


def _mark_stale(world: World, settings: Settings, given: dict[str, Any], origin: str) -> dict[str, Any]:
    said = redact_content(" ".join(given.get("reason", "").split()), settings)
    reason = memory_rows.shorten(said, memory_rows.REASON)
    count = mark(world, given["session_id"], "stale", _chooser(given), stale_at=ledger.rfc3339(world.now),
                 stale_reason=reason or "marked stale")
    return _counted(count, "no row that is not stale yet was chosen: nothing was marked")


def _clear(world: World, settings: Settings, given: dict[str, Any], origin: str) -> dict[str, object]:
    count = mark(world, given["session_id"], "clear", _chooser(given, include_stale=True),
                 cleared_at=ledger.rfc3339(world.now))
    return _counted(count, "no row was chosen: nothing was cleared")


def _chooser(given: dict[str, Any], include_stale: bool = False) -> Callable[[list[Row]], list[Row]]:
    return lambda rows: memory_rows.selected(rows, ids=given.get("ids"), kinds=given.get("kinds"),
                                             include_stale=include_stale)


def _counted(count: int, nothing: str) -> dict[str, Any]:
    return {"ok": True, "count": count} if count else {"ok": True, "count": 0, "message": nothing}


VERBS: dict[str, Callable[[World, Settings, dict[str, object], str], dict[str, object]]] = {
    "list": _list, "add": _add, "mark_stale": _mark_stale, "clear": _clear}
