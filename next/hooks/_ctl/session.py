"""What is on record, for a person or another system: status, tail, verify, context, explain, memory, export.

Cannot see: a session whose records retention has removed; what an event was judged by beyond its row.
"""

from __future__ import annotations

import sys
import time
from contextlib import suppress

from hooks._ctl import find_session, is_terminal, list_sessions
from hooks._event.receipts import build_context, check_receipt, read_time
from hooks._stores import Fault, digest_bytes, parse_json, read_lines, write_json
from hooks._stores.ledger import Session, create_state, read_rows, replay_rows, verify_chain
from hooks._stores.world import Checkpoint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hooks._ctl import Request

    Row = dict[str, Any]

SEVERITIES = {"pass": 9, "ask": 13, "deny": 17}  # OTLP's INFO, WARN, ERROR
SHARED = ("ts", "session_id", "prev")  # fields that are no attribute
TAIL_ROWS, PAUSE = 20, 0.4  # rows of tail, sessions of status; seconds between two looks


def load_rows(request: Request, id: str) -> list[Row]:
    """The rows of a session that can be read."""
    rows = read_rows(Session(request.world, id).ledger)
    return [row for row, _ in rows if row is not None]


def follow_rows(request: Request, begin: str | None) -> Iterator[list[Row]]:
    """The rows of a session, or of all where `begin` is None, each as a list; with -f what is added, too."""
    read: dict[str, int] = {}
    while True:
        every = list_sessions(request.world)[::-1]
        for id in every if begin is None else [find_session(request, begin)]:
            batch: list[Row] = []
            for row, line in read_rows(Session(request.world, id).ledger, read.get(id, 0)):
                read[id] = read.get(id, 0) + len(line)
                batch += [row] if row is not None else []
            yield batch
        sys.stdout.flush()
        if not request.options.get("f"):
            return
        time.sleep(PAUSE)


def format_row(row: Row) -> str:
    """One line of `tail`."""
    before, after = row.get("level") or ["", ""]
    mark = row.get("decision", "pass").upper().replace("PASS", "")
    words = [str(row.get("ts", ""))[11:19], f"{row.get('event', ''):<18}", mark]
    words += [str(row.get(name, "")) for name in ("tool", "operation", "rule", "reason")]
    words += [f"[{before} -> {after}]"] if before != after else []
    return " ".join(filter(None, [*words, *(f"! {one}" for one in row.get("errors", ())[:1])]))


def show_tail(request: Request) -> int:
    """The last rows of a session; -n N, -f follows."""
    most = int(request.options.get("n") or TAIL_ROWS)
    for batch in follow_rows(request, "".join(request.words[:1])):
        for row in batch[-most:]:
            request.print_result(row, format_row(row))
    return 0


def show_status(request: Request) -> int:
    """A line a session, the newest first."""
    lines, data = [], []
    for id in list_sessions(request.world)[:TAIL_ROWS]:
        one: Row = {"session_id": id, "level": "none", "calls": 0, "asked": 0, "denied": 0}
        for row in load_rows(request, id):
            one["calls"] += row.get("event") == "PreToolUse"
            one["asked"] += row.get("decision") == "ask"
            one["denied"] += row.get("decision") == "deny"
            one.update(level=(row.get("level") or [one["level"]])[-1], last=row.get("ts"))
        data.append(one)
        counts = f"{one['calls']} calls, {one['asked']} asked, {one['denied']} denied"
        lines.append(f"{id[:12]:<12} {one.get('last')}  {counts}, read: {one['level']}")
    request.print_result(data, "\n".join(lines) or "No session is on record in this project.")
    return 0


def show_verify(request: Request) -> int:
    """Checks the chain, the checkpoint and the receipt of one session, or of all; 1 where something is not as written."""
    lines, words = [], request.words
    data: list[Row] = []
    for id in [find_session(request, words[0])] if words else list_sessions(request.world):
        session = Session(request.world, id)
        number, wrong = verify_chain(session)
        if not Checkpoint(request.world, id).holds(session.ledger):
            wrong.append("its ledger is gone, shorter or rewritten: the checkpoint knows another")
        heads = {digest_bytes(line.rstrip(b"\n")) for line in read_lines(session.ledger)}
        more, remarks = check_receipt(request.world, id, heads)
        wrong += more
        data.append({"session_id": id, "rows": number, "wrong": wrong, "remarks": remarks})
        lines += [f"{id[:12]}: {one}" for one in wrong]
    good = f"{sum(one['rows'] for one in data)} rows of {len(data)} sessions: all as written."
    request.print_result(data, "\n".join(lines) or good)
    return 1 if lines else 0


def show_context(request: Request) -> int:
    """The evaluation context of a session."""
    from hooks._event.settings import merge_settings

    id = find_session(request, "".join(request.words[:1]))
    session, settings = Session(request.world, id), merge_settings(request.world.project)[0]
    rows = load_rows(request, id)
    name = next((row["session_id"] for row in rows if row.get("session_id")), id)
    found = build_context(name, replay_rows(session, create_state()), rows, settings)
    total, asked = found["accumulated_state"], found["original_request"] or {}
    shown = {
        "session": f"{name}, since {found['started_at']}",
        "request": asked.get("text", "none on record"),
        "actions": f"{total['action_count']}, {total['chain_length']} of them for the last request",
        "levels": total["data_classifications_accessed"],
        "tools": total["tools_used"],
        "entities": total["entities_accessed"],
        "signals": list(found["risk_signals"]["details"]),
    }
    lines = [f"{k:<9} {v if isinstance(v, str) else ', '.join(v)}" for k, v in shown.items()]
    for one in found["action_history"]:
        when, what = one["timestamp"][11:19], f"{one['tool']} {one['operation']}"
        lines.append(f"  {when} {one['outcome']:<8} {what}")
    request.print_result(found, "\n".join(lines))
    return 0


def find_event(request: Request) -> tuple[str, list[Row], list[Row]]:
    """(session, its rows, those that are meant): by the beginning of a call's id, SESSION:SEQ; else the last objection."""
    begin, of = "".join(request.words[:1]), str(request.options.get("session") or "")
    for id in [one for one in list_sessions(request.world) if one.startswith(of)]:
        rows = load_rows(request, id)
        hits = [row for row in rows if is_meant(row, begin, id)]
        if hits:
            return id, rows, hits
    raise Fault(f"no event begins with {begin}" if begin else "nothing was objected to here")


def explain_event(request: Request) -> int:
    """All rows of one call."""
    _, rows, hits = find_event(request)
    call, lines = hits[-1].get("action_id"), []
    found = [row for row in rows if row is hits[-1] or (call and row.get("action_id") == call)]
    for row in found:
        for name, value in row.items():
            lines.append(f"{name:<20} {value if isinstance(value, str) else write_json(value)}")
        lines.append("")
    request.print_result(
        {"session_id": hits[-1].get("session_id"), "rows": found}, "\n".join(lines)
    )
    return 0


def is_meant(row: Row, begin: str, session: str) -> bool:
    """Is it the event that a person means?"""
    if not begin:
        return row.get("decision") in ("ask", "deny")
    head, colon, number = begin.rpartition(":")
    if colon and number.isdigit():
        return session.startswith(head) and row.get("seq") == int(number)
    return str(row.get("action_id", "")).startswith(begin)


def run_memory(request: Request) -> int:
    """list, add, mark_stale, clear; `--call JSON` ("-": stdin) takes and gives what the tool does."""
    from hooks._stores.memory import answer_call

    options, given = request.options, None
    action, *words = request.words or ["list"]
    if "call" in options:
        text = sys.stdin.read() if options["call"] == "-" else str(options["call"])
        with suppress(ValueError, RecursionError):
            given = parse_json(text)
        answer = answer_call(request.world, given)
        print(write_json(answer))
        return 0 if answer["ok"] else 1
    given = {"action": action.replace("-", "_"), "reason": options.get("reason")}
    given["session_id"] = find_session(request, str(options.get("session") or ""))
    given["include_stale"] = "all" in options
    if action == "add":
        given.update(kind=options.get("kind", "fact"), content=" ".join(words))
    else:
        given["kinds"] = str(options["kind"]).split(",") if "kind" in options else None
        given["ids"] = [int(word) for word in words if word.isdigit()] if words else None
    answer = answer_call(request.world, given, "user" if is_terminal() else "agent")
    if not answer["ok"]:
        raise Fault(f"{answer['message']} ({answer['error_code']})")
    lines = [write_memory(row) for row in answer.get("rows", ())]
    count = f"{answer.get('id') or answer.get('count')} {'is its id' if 'id' in answer else 'rows'}"
    request.print_result(answer, "\n".join(lines) if lines else count)
    return 0


def write_memory(row: Row) -> str:
    """A remembered row as one line."""
    stale = f"stale: {row['stale_reason']}" if row["stale_at"] else ""
    doubt = "on probation" if row.get("probation") and not stale else ""
    about = ", ".join(filter(None, (row["origin"], row["source_tool"], stale, doubt)))
    content = "".join(c if c.isprintable() else " " for c in row["content"])
    return f"#{row['id']} {row['created_at']} {row['kind']} ({about}): {content}"


def export_rows(request: Request) -> int:
    """Ledger rows as JSON lines, or as OTLP/JSON log records; -f follows; --session and --since choose."""
    options, format = request.options, str(request.options.get("format", "jsonl"))
    if format not in ("jsonl", "otlp"):
        raise Fault(f"--format {format}: there are jsonl and otlp")
    for batch in follow_rows(request, options.get("session")):
        rows = [row for row in batch if str(row.get("ts")) >= str(options.get("since", ""))]
        if format == "otlp" and rows:
            rows = [make_request(rows, request.world.project)]
        for row in rows:
            print(write_json(row))
    return 0


def make_request(rows: list[Row], project: str) -> Row:
    """OTLP/JSON's ExportLogsServiceRequest; what rows of a session share stands once, as the resource."""
    records = []
    for row in rows:
        record: Row = {"timeUnixNano": str(int(read_time(row["ts"])) * 10**9)}
        record["severityNumber"] = SEVERITIES.get(row.get("decision", "pass"), 9)
        record["eventName"] = f"autoskillit.{row.get('event')}"
        record["body"] = type_value(row.get("reason") or row.get("event", ""))
        known = {f"autoskillit.{key}": row[key] for key in row if key not in SHARED}
        records.append({**record, "attributes": type_items(known)})
    about = {"service.name": "autoskillit-guards", "autoskillit.project": project}
    about["session.id"] = rows[0].get("session_id", "")
    logs = {"resource": {"attributes": type_items(about)}, "scopeLogs": [{"logRecords": records}]}
    return {"resourceLogs": [logs]}


def type_items(values: Row) -> list[Row]:
    return [{"key": key, "value": type_value(value)} for key, value in values.items()]


def type_value(value: Any) -> Row:
    """A value in OTLP's typed JSON, where 64-bit integers are strings."""
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, (int, float)):
        return {"intValue": str(value)} if isinstance(value, int) else {"doubleValue": value}
    if isinstance(value, list):
        return {"arrayValue": {"values": [type_value(one) for one in value]}}
    return {"stringValue": value if isinstance(value, str) else write_json(value)}
