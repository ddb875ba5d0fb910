"""Session memory on the disk: `memory/<session>.jsonl`, append-only; a mark is a row about earlier rows.

Law: ids strictly rise, over processes and clears: each is given under the file's lock, from the highest so far.  No
row is written with a secret in it.  A torn line is counted, and the rest is read.

    {"id", "session_id", "kind", "content", "origin", "source_tool", "source_call_id", "confidence", "created_at"}
    {"mark": "stale"|"clear"|"audit"|"origin", "ids": [...] or "through": id, "last": id, "marked_at", ...}

Cannot see: rows more than READ bytes before the file's end; what another program writes there.
"""

from __future__ import annotations

from guards import UNTRUSTED
from guards.memory import KINDS, is_share, make_row
from hooks._stores import MIB, Fault, Lock, append_lines, measure_file, read_bytes, split_lines
from hooks._stores.json import write_json
from hooks._stores.ledger import parse_row
from hooks._stores.world import format_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from hooks._stores.world import World

    Row = dict[str, Any]

READ, LOCKED, LISTED, MOST = 8 * MIB, 10.0, 50, 500  # bytes; seconds; rows of a list, at most
ACTIONS = ("list", "add", "mark_stale", "clear")
FIELDS = frozenset("id kind content origin source_tool confidence created_at stale_at".split())


class Memory:
    """A session's file: the live rows, oldest first; the highest id given; how many lines are torn."""

    __slots__ = ("last", "rows", "torn")

    def __init__(self, world: World, session: str) -> None:
        path = world.locate("memory", session, ".jsonl")
        start = max(0, measure_file(path) - READ)
        lines = split_lines(read_bytes(path, start, READ + MIB))[bool(start) :]
        good = [row for line in lines if (row := parse_row(line)) is not None]
        self.torn = sum(1 for line in lines if line.strip()) - len(good)
        numbers = [row.get("last", row.get("id")) for row in good]
        self.last = max((number for number in numbers if type(number) is int), default=0)
        self.rows = fold_memory(good)


def fold_memory(rows: Iterable[Row]) -> list[Row]:
    """The rows that were not cleared, with their stale marks.

    After a failed audit a later row is on `probation` until an audit passes, where it says again what was said
    before that audit, or where untrusted text of the same tool says it.  Your own rows never are.
    """
    live: dict[int, Row] = {}
    suspects: list[Row] = []
    doubted: set[object] = set()
    for row in rows:
        mark = row.get("mark")
        if mark is None:
            if row.keys() >= FIELDS and type(row["id"]) is int and is_text(row["content"]):
                foreign = row["origin"] == UNTRUSTED and str(row["source_tool"]) in doubted
                if (foreign or row["content"] in doubted) and row["origin"] != "user":
                    row["probation"] = True
                live[row["id"]] = row
                suspects.append(row)
            continue
        through, ids = row.get("through"), row.get("ids") or ()
        for one in [live[id] for id in (live if through else ids) if id in live]:
            if through and one["id"] > through:
                continue
            if mark == "clear":
                del live[one["id"]]
            elif mark == "origin" and one["origin"] != "user":
                one["origin"], one["source_tool"] = UNTRUSTED, row.get("source_tool")
            elif mark == "audit" and row.get("passed"):
                one.pop("probation", None)
            elif mark in ("stale", "audit") and not one["stale_at"]:
                one["stale_at"], one["stale_reason"] = row.get("marked_at"), row.get("stale_reason")
        if mark == "audit" and not row.get("passed"):
            doubted.update(one["content"] for one in suspects)
            foreigners = [one for one in suspects if one["origin"] == UNTRUSTED]
            doubted.update(str(one["source_tool"]) for one in foreigners)
        elif mark == "audit":
            suspects, doubted = [], set()
    return list(live.values())


def accept_rows(world: World, session: str, rows: Iterable[Row]) -> list[int]:
    """Writes rows and marks: for each its id, or how many rows the mark reached.  A row that is believed already
    is not written again.  Fault where the file or its lock cannot be had."""
    from guards._sensitive.mask import mask_value

    key, at, done, lines = world.load_key(), format_time(world.now), [], []
    with Lock(world.locate("memory", session, ".lock"), LOCKED):
        memory = Memory(world, session)
        for given in rows:
            row = mask_value(given, key, strict=2)[0]
            if "mark" in row:
                chosen = choose_rows(memory.rows, row, row["mark"] != "stale")
                part = "ids" in row or "kinds" in row
                reach = {"ids": [one["id"] for one in chosen]} if part else {"through": memory.last}
                done.append(len(chosen))
                if chosen or (row["mark"] == "audit" and memory.last):
                    lines.append({**row, **reach, "last": memory.last, "marked_at": at})
                continue
            row = make_row(**row)
            same = [one["id"] for one in memory.rows if is_believed(one, row)]
            if not same:
                memory.last += 1
                row.update(id=memory.last, session_id=session, created_at=at, at=int(world.now))
                memory.rows.append(row)
                lines.append(row)
            done.append(same[-1] if same else memory.last)
        if lines:
            text = "".join(write_json(line) + "\n" for line in lines)
            append_lines(world.locate("memory", session, ".jsonl"), text.encode())
    return done


def is_believed(known: Row, row: Row) -> bool:
    """Does a live row say the same?  For a row of yours only one of yours counts."""
    alike = known["kind"] == row["kind"] and known["content"] == row["content"]
    yours = row["origin"] != "user" or known["origin"] == "user"
    return alike and yours and not known["stale_at"]


def choose_rows(rows: list[Row], given: Row, stale: bool) -> list[Row]:
    """The rows that `ids` and `kinds` choose, both where both are given; stale ones with `stale`."""
    ids, kinds = given.get("ids"), given.get("kinds")
    fresh = [row for row in rows if stale or not row["stale_at"]]
    fresh = [row for row in fresh if kinds is None or row["kind"] in kinds]
    known = frozenset(ids or ())
    return [row for row in fresh if ids is None or row["id"] in known]


def answer_call(world: World, given: Any, origin: str = "agent") -> Row:
    """The answer of the tool `session_memory`: `ok`, and `id`, `rows` or `count`; or `error_code` and `message`."""
    code, message = check_call(given)
    if not code:
        try:
            return run_action(world, {k: v for k, v in given.items() if v is not None}, origin)
        except Fault as fault:
            code, message = "UNAVAILABLE", str(fault)
    return {"ok": False, "error_code": f"SESSION_MEMORY_{code}", "message": message}


def run_action(world: World, given: Row, origin: str) -> Row:
    session, action = given["session_id"], given["action"]
    if action == "list":
        memory = Memory(world, session)
        rows = choose_rows(memory.rows, given, given.get("include_stale", False))[::-1]
        rows = rows[: min(given.get("limit", LISTED), MOST)]
        told = {"message": f"{memory.torn} torn lines were left out"} if memory.torn else {}
        return {"ok": True, "rows": rows, "count": len(rows), **told}
    if action == "add":
        names = ("kind", "content", "confidence", "source_tool", "source_call_id")
        row = {name: given.get(name) for name in names}
        return {"ok": True, "id": accept_rows(world, session, [{**row, "origin": origin}])[0]}
    mark: Row = {name: given[name] for name in ("ids", "kinds") if name in given}
    if action == "mark_stale":
        mark["stale_reason"] = " ".join(given.get("reason", "").split())[:300] or "marked stale"
    name = "clear" if action == "clear" else "stale"
    return {"ok": True, "count": accept_rows(world, session, [{"mark": name, **mark}])[0]}


def is_text(value: object) -> bool:
    return isinstance(value, str)


WORDS = tuple("action session_id kind content source_tool source_call_id reason".split())
CHECKS: dict[str, tuple[Callable[[Any], bool], str]] = {  # is it good?, what it must be
    **dict.fromkeys(WORDS, (is_text, "text")),
    "kinds": (lambda v: isinstance(v, list), f"a list out of {', '.join(KINDS)}"),
    "ids": (lambda v: isinstance(v, list) and all(type(i) is int for i in v), "whole numbers"),
    "include_stale": (lambda v: isinstance(v, bool), "true or false"),
    "limit": (lambda v: type(v) is int and v > 0, f"a whole number from 1 to {MOST}"),
    "confidence": (is_share, "a number from 0 to 1"),
}


def check_call(given: Any) -> tuple[str, str]:
    """(error code, message) of the first thing wrong with a call's arguments; ("", "") where nothing is."""
    if not isinstance(given, dict):
        return "INVALID", "The arguments must be one object."
    action, session, kinds = (given.get(name) for name in ("action", "session_id", "kinds"))
    if action not in ACTIONS:
        return "BAD_ACTION", f"The action is none of {', '.join(ACTIONS)}."
    if session is None or not str(session).strip():
        return "MISSING_SESSION_ID", "session_id is missing: name the session that you mean."
    named = [given.get("kind")] if action == "add" else kinds if isinstance(kinds, list) else []
    if any(kind not in KINDS for kind in named):
        return "BAD_KIND", f"A kind is one of {', '.join(KINDS)}; nothing was changed."
    if action == "add" and not str(given.get("content") or "").strip():
        return "EMPTY_CONTENT", "The content is empty; nothing was added."
    for name, value in given.items():
        good, wanted = CHECKS.get(name, (None, "left out: there is no such argument"))
        if value is not None and not (good and good(value)):
            return "INVALID", f"{name[:40]} must be {wanted}; nothing was changed."
    return "", ""
