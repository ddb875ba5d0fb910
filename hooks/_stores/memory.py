"""Session memory on the disk: `memory/<session>.jsonl`, append-only; a mark is a row about earlier rows.

Law: ids strictly rise, over processes and clears: each is given under the file's lock, from the highest so far.  Who
calls has masked what is given (hooks/_event).  A line that is no row is left out and counted, the rest is read.
    {"id", "session_id", "kind", "content", "origin", "source_tool", "source_call_id", "confidence", "created_at"}
    {"mark": "stale"|"clear"|"audit", "ids": [...], "last": id, "stale_at", ...}
Cannot see: rows before the newest 8 MiB of a file; what another program writes there.
"""

from guards import AGENT, UNTRUSTED, Any, Row, Rows
from guards.memory import CONTENT, KINDS, make_row
from guards.policy import is_type
from hooks._stores import Fault, Lock, append_lines, write_json
from hooks._stores.ledger import parse_row
from hooks._stores.provenance import read_newest
from hooks._stores.world import World

# Seconds; rows of a list, at most.
LOCKED, LISTED, MOST = 10.0, 50, 500
ACTIONS = "list add mark_stale clear".split()
FIELDS = frozenset("id kind content origin source_tool confidence created_at stale_at".split())
# The arguments of a call: name, type ("strings": a list of them), what it is.
ARGUMENTS = f"""action string {", ".join(ACTIONS)}
session_id string whose memory; where the hooks run they fill in this session
kind string {", ".join(KINDS)}
content string one statement, at most {CONTENT} characters
ids integers the rows that are meant
kinds strings the kinds that are meant
include_stale boolean also list stale rows
limit integer rows of a list, {LISTED} unless told, at most {MOST}
confidence number from 0 to 1
source_tool string the tool whose answer says so, for example WebFetch
source_call_id string
reason string why the rows are stale
untrusted boolean untrusted text says so"""
SHAPES = {row[0]: row[1:] for row in (line.split(None, 2) for line in ARGUMENTS.splitlines())}


def read_memory(world: World, session: str) -> tuple[Rows, int, str]:
    """(a session's rows but the cleared ones, oldest first; the highest id given; what to say of lines that are no row)."""
    live: dict[int, Row] = {}
    last = torn = 0
    for line in read_newest(world.locate("memory", session, ".jsonl")).splitlines():
        row: Any = parse_row(line)
        ids, number = row.get("ids"), row.get("last", row.get("id"))
        good = type(number) is int
        whole = good and row.keys() >= FIELDS and is_type(row["content"], "string")
        if good and fits_type(ids, "integers"):
            for one in [live[id] for id in ids if id in live]:
                if row.get("mark") == "clear":
                    live.pop(one["id"], None)
                elif not one["stale_at"]:
                    one.update(stale_at=row.get("stale_at"), stale_reason=row.get("stale_reason"))
        elif whole and row["kind"] in KINDS:
            live[number] = row
        else:
            number, torn = 0, torn + 1
        last = max(last, number)
    said = f"lines of this session's memory that cannot be read and were left out: {torn}"
    return list(live.values()), last, said if torn else ""


def accept_rows(world: World, session: str, rows: Rows) -> list[int]:
    """Writes rows and marks: for each its id, or how many rows the mark reached.  Raises Fault."""
    at, done, lines = world.stamp, [], []
    with Lock(world.locate("memory", session, ".lock"), LOCKED):
        known, last, _ = read_memory(world, session)
        for row in rows:
            if "mark" in row:
                ids = [one["id"] for one in choose_rows(known, row, row["mark"] == "clear")]
                row, number = {**row, "ids": ids, "last": last, "stale_at": at}, len(ids)
            else:
                number = last = last + 1
                row = {**make_row(**row), "id": last, "session_id": session, "created_at": at}
                known.append(row)
            lines += [f"{write_json(row)}\n"] * bool(number)
            done.append(number)
        if lines:
            append_lines(world.locate("memory", session, ".jsonl"), "".join(lines).encode())
    return done


def choose_rows(rows: Rows, given: Row, stale: bool) -> Rows:
    """The rows that `ids` and `kinds` choose, both where both are given; stale ones with `stale`."""
    ids, kinds = given.get("ids"), given.get("kinds", KINDS)
    fresh = [row for row in rows if row["kind"] in kinds and (stale or not row["stale_at"])]
    return [row for row in fresh if ids is None or row["id"] in ids]


def answer_call(world: World, given: Any) -> Row:
    """The answer of the tool `session_memory`: `ok`, and `id`, `rows` or `count`; or `error_code` and `message`."""
    given = given if isinstance(given, dict) else {}
    given = {name: value for name, value in given.items() if value is not None}
    action, (code, message) = given.get("action"), check_call(given)
    if code:
        return {"ok": False, "error_code": f"SESSION_MEMORY_{code}", "message": message}
    session = given["session_id"]
    row = {**given, "origin": UNTRUSTED if given.get("untrusted") else AGENT}
    if action != "add":
        row["stale_reason"] = " ".join(given.get("reason", "").split())[:300] or "marked stale"
        row["mark"] = action[-5:]  # stale, clear
    try:
        if action == "list":
            rows, _, torn = read_memory(world, session)
            rows = choose_rows(rows, given, given.get("include_stale", False))
            same = {(one["kind"], one["content"], one["origin"]): one for one in rows}
            rows = [*same.values()][::-1][: max(1, min(given.get("limit", LISTED), MOST))]
            answer: Row = {"ok": True, "rows": rows, "count": len(rows)}
            return {**answer, "warning": torn} if torn else answer
        done = accept_rows(world, session, [row])[0]
    except Fault as fault:
        return {"ok": False, "error_code": "SESSION_MEMORY_UNAVAILABLE", "message": str(fault)}
    return {"ok": True, "id" if action == "add" else "count": done}


def check_call(given: Row) -> tuple[str, str]:
    """(error code, message) of the first thing wrong with a call's arguments; ("", "") where nothing is."""
    if given.get("action") not in ACTIONS:
        return "BAD_ACTION", f"The action is none of {', '.join(ACTIONS)}."
    if not str(given.get("session_id", "")).strip():
        return "MISSING_SESSION_ID", "session_id is missing: name the session that you mean."
    add, kinds = given["action"] == "add", given.get("kinds", [])
    named = [given.get("kind")] if add else kinds if isinstance(kinds, list) else []
    if any(kind not in KINDS for kind in named):
        return "BAD_KIND", f"A kind is one of {', '.join(KINDS)}; nothing was changed."
    if add and not str(given.get("content", "")).strip():
        return "EMPTY_CONTENT", "The content is empty; nothing was added."
    for name, value in given.items():
        kind = SHAPES.get(name, ["no argument of this tool"])[0]
        if not fits_type(value, kind):
            return "INVALID", f"{name[:40]} must be {kind}; nothing was changed."
    return "", ""


def fits_type(value: object, kind: str) -> bool:
    if kind.endswith("s"):
        return isinstance(value, list) and all(fits_type(one, kind[:-1]) for one in value)
    return is_type(value, kind)
