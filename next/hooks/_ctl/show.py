"""What is on record, for a person: status, tail, verify.  Reads and writes nothing.

Cannot see: a session whose records retention has removed.
"""

from __future__ import annotations

import time

from hooks._ctl import find_session, list_sessions
from hooks._event.receipts import check_receipt
from hooks._stores import digest_bytes, read_lines
from hooks._stores.ledger import Session, read_rows, verify_chain
from hooks._stores.state import Checkpoint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._ctl import Request

TAIL_ROWS = 20


def format_row(row: dict[str, Any]) -> str:
    """One line of `tail`."""
    level = row.get("level") or ["", ""]
    rise = f" [{level[0]} -> {level[1]}]" if level[0] != level[1] else ""
    what = " ".join(filter(None, (row.get("tool"), row.get("operation"))))
    why = " ".join(filter(None, (row.get("rule"), row.get("reason"))))
    event = row.get("event", "")
    decision = row.get("decision", "pass")
    mark = decision.upper() if decision != "pass" else ""
    clock = str(row.get("ts", ""))[11:19]
    errors = f" ! {row['errors'][0]}" if row.get("errors") else ""
    return " ".join(filter(None, (clock, f"{event:<18}", mark, what, why))) + rise + errors


def show_tail(request: Request) -> int:
    """The last rows of a session; -n N, -f follows."""
    session = Session(
        request.world, find_session(request, request.words[0] if request.words else "")
    )
    most = int(request.options.get("n") or TAIL_ROWS)
    rows: list[dict[str, Any]] = []
    size = 0
    for row, line in read_rows(session.ledger):
        size += len(line)
        if row is not None:
            rows = [*rows[-most + 1 :], row] if most > 1 else [row]
    for row in rows:
        request.print_result(row, format_row(row))
    while request.options.get("f"):
        time.sleep(0.3)
        for row, line in read_rows(session.ledger, size):
            size += len(line)
            if row is not None:
                request.print_result(row, format_row(row))
                print(end="", flush=True)
    return 0


def show_status(request: Request) -> int:
    """A line a session, the newest first."""
    lines: list[str] = []
    data: list[dict[str, Any]] = []
    for id in list_sessions(request.world)[:TAIL_ROWS]:
        counts = {"pass": 0, "ask": 0, "deny": 0}
        level, last, calls = "none", "", 0
        for row, _ in read_rows(Session(request.world, id).ledger):
            if row is not None:
                calls += row.get("event") == "PreToolUse"
                decision = row.get("decision", "pass")
                counts[decision] = counts.get(decision, 0) + 1
                level, last = (row.get("level") or [level])[-1], row.get("ts", last)
        one = {
            "session_id": id,
            "level": level,
            "calls": calls,
            "asked": counts["ask"],
            "denied": counts["deny"],
        }
        data.append({**one, "last": last})
        lines.append(
            f"{id[:12]:<12} {last}  {calls} calls, {counts['ask']} asked, {counts['deny']} denied, read: {level}"
        )
    request.print_result(data, "\n".join(lines) or "No session is on record in this project.")
    return 0


def show_verify(request: Request) -> int:
    """Checks the chain, the checkpoint and the receipt of one session, or of all; 1 where something is not as written."""
    ids = (
        [find_session(request, request.words[0])] if request.words else list_sessions(request.world)
    )
    data: list[dict[str, Any]] = []
    lines: list[str] = []
    for id in ids:
        session = Session(request.world, id)
        number, wrong = verify_chain(session)
        if not Checkpoint(request.world, id).holds(session.ledger):
            wrong.append(
                "its ledger is gone, shorter or rewritten: the checkpoint outside the project knows another"
            )
        heads = {digest_bytes(line.rstrip(b"\n")) for line in read_lines(session.ledger)}
        more, remarks = check_receipt(request.world, id, heads)
        wrong += more
        data.append({"session_id": id, "rows": number, "wrong": wrong, "remarks": remarks})
        lines += [f"{id[:12]}: {one}" for one in wrong]
    bad = any(one["wrong"] for one in data)
    rows = sum(one["rows"] for one in data)
    request.print_result(
        data, "\n".join(lines) if bad else f"{rows} rows of {len(ids)} sessions: all as written."
    )
    return 1 if bad else 0
