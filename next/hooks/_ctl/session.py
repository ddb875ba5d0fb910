"""One session for a person or another system: context, explain, memory, export.

Cannot see: a session whose records retention has removed; what an event was judged by beyond its row.
"""

from __future__ import annotations

import sys
import time

from guards._text import match_glob
from hooks._ctl import find_session, is_terminal, list_sessions
from hooks._event.receipts import read_time
from hooks._stores import Fault
from hooks._stores.json import parse_json, write_json
from hooks._stores.ledger import Session, read_rows
from hooks._stores.state import create_state, replay_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from hooks._ctl import Request

    Row = dict[str, Any]

SHOWN = tuple(
    """ts event tool operation parameters decision rule reason exemptions policy sequence risk_signals level
    data_classification semantic_distance contamination result_summary errors agent_id""".split()
)
FILTERS = ("decision", "event", "tool", "agent")  # of export: words with commas, or globs
PACK = 25  # rows of one OTLP request
SEVERITIES = {"pass": 9, "ask": 13, "deny": 17}  # OTLP's INFO, WARN, ERROR
ATTRIBUTES = {
    "agent_id": "gen_ai.agent.id",
    "tool": "gen_ai.tool.name",
    "action_id": "gen_ai.tool.call.id",
}


def show_context(request: Request) -> int:
    """The evaluation context of a session."""
    from hooks._event.receipts import build_context
    from hooks._event.settings import merge_settings

    id = find_session(request, request.words[0] if request.words else "")
    session = Session(request.world, id)
    settings = merge_settings(request.world.project)[0]
    rows = [row for row, _ in read_rows(session.ledger) if row is not None]
    state = replay_rows(session, create_state())
    name = next((row["session_id"] for row in rows if row.get("session_id")), id)
    found = build_context(name, state, rows, settings)
    total, asked = found["accumulated_state"], found["original_request"] or {}
    raised = [name for name, on in found["risk_signals"].items() if on is True]
    lines = [
        f"session   {name}, since {found['started_at']}",
        f"request   {asked.get('text', 'none on record')}",
        f"actions   {total['action_count']}, {total['chain_length']} of them for the last request",
        f"levels    {', '.join(total['data_classifications_accessed']) or 'nothing read'}",
        f"tools     {', '.join(total['tools_used'])}",
        f"entities  {', '.join(total['entities_accessed'])}",
        f"signals   {', '.join(raised) or 'none'}",
    ]
    for one in found["action_history"]:
        lines.append(
            f"  {one['timestamp'][11:19]} {one['outcome']:<8} {one['tool']} {one['operation']}"
        )
    request.print_result(found, "\n".join(lines))
    return 0


def explain_event(request: Request) -> int:
    """All rows of one call, by the beginning of its id or `SESSION:SEQ`; without one the last objection."""
    begin = request.words[0] if request.words else ""
    found: list[Row] = []
    for id in list_sessions(request.world):
        rows = [row for row, _ in read_rows(Session(request.world, id).ledger) if row is not None]
        hits = [row for row in rows if is_meant(row, begin, id)]
        if hits:
            last = hits[-1]
            found = [
                row
                for row in rows
                if row is last
                or (last.get("action_id") and row.get("action_id") == last["action_id"])
            ]
            break
    if not found:
        raise Fault(
            f"no event begins with {begin}" if begin else "nothing was asked or denied here"
        )
    lines = []
    for row in found:
        for name in SHOWN:
            if row.get(name) not in (None, "", [], {}):
                value = row[name] if isinstance(row[name], str) else write_json(row[name])
                lines.append(f"{name:<20} {value}")
        lines.append("")
    request.print_result(
        {"session_id": found[0].get("session_id"), "rows": found}, "\n".join(lines)
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

    options, words = request.options, request.words
    if "call" in options:
        text = sys.stdin.read() if options["call"] == "-" else str(options["call"])
        try:
            given = parse_json(text)
        except (ValueError, RecursionError):
            given = None
        answer = answer_call(request.world, given)
        print(write_json(answer))
        return 0 if answer["ok"] else 1
    action = (words[0] if words else "list").replace("-", "_")
    given = {
        "action": action,
        "session_id": find_session(request, str(options.get("session") or "")),
    }
    if action == "add":
        given.update(kind=options.get("kind", "fact"), content=" ".join(words[1:]))
    elif "kind" in options:
        given["kinds"] = str(options["kind"]).split(",")
    if action != "add" and words[1:]:
        given["ids"] = [int(word) for word in words[1:] if word.isdigit()]
    if "all" in options:
        given["include_stale"] = True
    if "reason" in options:
        given["reason"] = options["reason"]
    answer = answer_call(request.world, given, "user" if is_terminal() else "agent")
    if not answer["ok"]:
        raise Fault(f"{answer['message']} ({answer['error_code']})")
    lines = [write_memory(row) for row in answer.get("rows", ())]
    count = f"{answer.get('id') or answer.get('count')} {'is its id' if 'id' in answer else 'rows'}"
    request.print_result(answer, "\n".join(lines) if lines else count)
    return 0


def write_memory(row: Row) -> str:
    """A remembered row as one line."""
    state = (
        f"stale: {row['stale_reason']}"
        if row["stale_at"]
        else "on probation"
        if row.get("probation")
        else ""
    )
    about = ", ".join(filter(None, (row["origin"], row["source_tool"], state)))
    content = "".join(c if c.isprintable() else " " for c in row["content"])
    return f"#{row['id']} {row['created_at']} {row['kind']} ({about}): {content}"


def export_rows(request: Request) -> int:
    """Ledger rows as JSON lines, or as OTLP/JSON log records; -f follows; --session, --since and FILTERS choose."""
    options = request.options
    format = str(options.get("format", "jsonl"))
    if format not in ("jsonl", "otlp"):
        raise Fault(f"--format {format}: there are jsonl and otlp")
    read: dict[str, int] = {}
    while True:
        ids = (
            [find_session(request, str(options["session"]))]
            if "session" in options
            else list_sessions(request.world)[::-1]
        )
        for id in ids:
            batch: list[Row] = []
            for row, line in read_rows(Session(request.world, id).ledger, read.get(id, 0)):
                read[id] = read.get(id, 0) + len(line)
                if row is not None and is_wanted(row, options):
                    batch.append(row)
            for one in batch if format == "jsonl" else make_requests(batch, request.world.project):
                print(write_json(one))
        sys.stdout.flush()
        if not options.get("f") and not options.get("follow"):
            return 0
        time.sleep(0.4)


def is_wanted(row: Row, options: Row) -> bool:
    for name in FILTERS:
        value = str(row.get("agent_id" if name == "agent" else name, ""))
        if name in options and not any(
            match_glob(one, value) for one in str(options[name]).split(",")
        ):
            return False
    return str(row.get("ts", "")) >= str(options.get("since", ""))


def make_requests(rows: list[Row], project: str) -> Iterable[Row]:
    """OTLP/JSON ExportLogsServiceRequests; what rows of a session share stands once, as the resource."""
    unix = read_time("1970-01-01T00:00:00Z")
    for at in range(0, len(rows), PACK):
        records = []
        for row in rows[at : at + PACK]:
            rest = {
                ATTRIBUTES.get(key, f"autoskillit.{key}"): value
                for key, value in row.items()
                if key not in ("ts", "session_id", "prev")
            }
            records.append(
                {
                    "timeUnixNano": str(int(read_time(row["ts"]) - unix) * 10**9),
                    "severityNumber": SEVERITIES.get(row.get("decision", "pass"), 9),
                    "eventName": f"autoskillit.{row.get('event')}",
                    "body": type_value(row.get("reason") or row.get("event", "")),
                    "attributes": [
                        {"key": key, "value": type_value(value)} for key, value in rest.items()
                    ],
                }
            )
        about = {
            "service.name": "autoskillit-guards",
            "session.id": rows[at].get("session_id", ""),
            "autoskillit.project": project,
        }
        resource = {
            "attributes": [{"key": key, "value": type_value(value)} for key, value in about.items()]
        }
        yield {"resourceLogs": [{"resource": resource, "scopeLogs": [{"logRecords": records}]}]}


def type_value(value: Any) -> Row:
    """A value in OTLP's typed JSON, where 64-bit integers are strings."""
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, (int, float)):
        return {"intValue": str(value)} if isinstance(value, int) else {"doubleValue": value}
    if isinstance(value, list):
        return {"arrayValue": {"values": [type_value(one) for one in value]}}
    return {"stringValue": value if isinstance(value, str) else write_json(value)}
