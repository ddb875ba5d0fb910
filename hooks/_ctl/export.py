"""`guardctl export`: ledger rows for other systems, one JSON object a line: as they are, as OCSF, as OTLP JSON logs.

    jsonl   the rows, without what guards learned; self-contained (session, seq, prev, host, project), so that the
            rows of a fleet merge by concatenation and sort
    ocsf    OCSF 1.3: a call that passed is API Activity (6003), a question or denial a Detection Finding (2004)
    otlp    one OTLP/JSON ExportLogsServiceRequest a row, for an OpenTelemetry collector's file receiver

`--follow` goes on as rows come, within a second; `--decision`, `--event`, `--tool`, `--since` and `--agent` filter.
"""
from __future__ import annotations

import argparse
import calendar
import os
import sys
import time

from guards._origin.distance import Asked
from guards._text.glob import match
from hooks import _identity
from hooks._ctl import _ledgers
from hooks._stores import disk, ledger
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from hooks._world import World

SEVERITIES = {"pass": (1, "Informational"), "ask": (3, "Medium"), "deny": (4, "High")}
OTLP_SEVERITIES = {"pass": (9, "INFO"), "ask": (13, "WARN"), "deny": (17, "ERROR")}
DISPOSITIONS = {"pass": (1, "Allowed"), "ask": (99, "Asked"), "deny": (2, "Blocked")}
# Row field -> attribute of an OTLP log record.
ATTRIBUTES = {"session_id": "session.id", "seq": "autoskillit.seq", "agent_id": "gen_ai.agent.id",
              "tool": "gen_ai.tool.name", "action_id": "gen_ai.tool.call.id", "operation": "autoskillit.operation",
              "decision": "autoskillit.decision", "rule": "autoskillit.rule",
              "reason": "autoskillit.reason", "prev": "autoskillit.prev",
              "data_classification": "autoskillit.data_classification",
              "semantic_distance": "autoskillit.semantic_distance", "drift_score": "autoskillit.drift_score"}


# Fields of a row that OCSF has no word for.
UNMAPPED = ("event", "tool", "parameters", "data_classification", "rule", "excused", "guards", "risk_signals",
            "semantic_distance", "drift_score", "contamination", "errors", "prev")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=sorted(FORMATS), default="jsonl")
    parser.add_argument("--session", help="only this session (id or beginning); default: all")
    parser.add_argument("--decision", help="only these, with commas: pass,ask,deny,defer")
    parser.add_argument("--event", help="only events that fit a glob: PreToolUse")
    parser.add_argument("--tool", help="only tools that fit a glob: mcp__*")
    parser.add_argument("--agent", help="only this agent id")
    parser.add_argument("--since", help="only rows from this time on (RFC 3339)")
    parser.add_argument("-f", "--follow", action="store_true", help="go on as rows come")


def run(args: argparse.Namespace, world: World) -> int:
    at: dict[str, int] = {}
    asked: dict[str, tuple[Asked, _ledgers.Given]] = {}
    source = {"project": world.project, "host": os.uname().nodename if hasattr(os, "uname") else ""}
    while True:
        paths = [_ledgers.of(world, args.session)] if args.session else list(reversed(_ledgers.paths(world)))
        for path in paths:
            at[path] = _export(path, at.get(path, 0), args, source, asked.setdefault(path, (Asked(), _ledgers.Given())))
        sys.stdout.flush()
        if not args.follow:
            return 0
        time.sleep(0.5)


def _export(path: str, start: int, args: argparse.Namespace, source: dict[str, str],
            asked: tuple[Asked, _ledgers.Given]) -> int:
    """Prints what a ledger holds from byte `start` on, each call with its distance; where to go on."""
    shape = FORMATS[args.format]
    for line in disk.lines(path, start):
        if not line.endswith(b"\n"):
            break
        start += len(line)
        row = ledger.parse(line.rstrip(b"\n"))
        if row is None:
            continue
        row = asked[1].of(row)
        away = asked[0].of(row)
        if wanted(row, args):
            row = row if away is None else {**row, "semantic_distance": away}
            print(dumps(shape(row, source)))
    return start


def wanted(row: dict[str, object], args: argparse.Namespace) -> bool:
    """True for a row that the filters let through."""
    from hooks._decisions import result_of

    if args.decision:
        said = {str(row.get("decision")), result_of(row).lower()}
        if not said & set(args.decision.split(",")):
            return False
    return (not args.event or match(args.event, str(row.get("event", "")))) and \
        (not args.tool or match(args.tool, str(row.get("tool", "")))) and \
        (not args.agent or row.get("agent_id") == args.agent) and \
        (not args.since or str(row.get("ts", "")) >= args.since)


def jsonl(row: dict[str, object], source: dict[str, str]) -> dict[str, object]:
    """The row, with where it came from."""
    return {**{name: value for name, value in row.items() if name != "learned"}, **source}


def ocsf(row: dict[str, Any], source: dict[str, str]) -> dict[str, object]:
    """The row as an OCSF event."""
    decision = str(row.get("decision", "pass"))
    severity, word = SEVERITIES.get(decision, SEVERITIES["pass"])
    finding = decision in ("ask", "deny")
    class_uid, activity = (2004, 1) if finding else (6003, 99)
    event: dict[str, Any] = {
        "class_uid": class_uid, "class_name": "Detection Finding" if finding else "API Activity",
        "category_uid": class_uid // 1000, "category_name": "Findings" if finding else "Application Activity",
        "activity_id": activity,
        "activity_name": "Create" if finding else str(row.get("operation") or row.get("event")),
        "type_uid": class_uid * 100 + activity, "severity_id": severity, "severity": word,
        "time": millis(str(row.get("ts", ""))), "message": str(row.get("reason") or row.get("result_summary") or ""),
        "status_id": 2 if row.get("event") == "PostToolUseFailure" else 1,
        "metadata": {"version": "1.3.0", "uid": f"{row.get('session_id')}:{row.get('seq')}",
                     "product": {"name": _identity.POLICY, "vendor_name": "autoskillit", "version": _identity.VERSION},
                     "correlation_uid": row.get("action_id", "")},
        "actor": {"session": {"uid": row.get("session_id", "")},
                  "app_name": "coding agent", "app_uid": row.get("agent_id") or "main"},
        "device": {"hostname": source["host"], "type_id": 0},
        "unmapped": {key: row.get(key) for key in UNMAPPED if row.get(key) not in (None, "", [], {})},
    }
    event["unmapped"]["project"] = source["project"]
    if finding:
        disposition, name = DISPOSITIONS[decision]
        event["finding_info"] = {"uid": event["metadata"]["uid"], "title": str(row.get("reason", ""))[:200],
                                 "types": list(row.get("risk_signals") or [])}
        event.update(disposition_id=disposition, disposition=name, action_id=2 if decision == "deny" else 99)
    else:
        event["src_endpoint"] = {"hostname": source["host"], "name": "coding agent"}    # required of an API Activity
        event["api"] = {"operation": str(row.get("operation") or row.get("event")),
                        "service": {"name": str(row.get("tool") or "session")}}
    return event


def otlp(row: dict[str, Any], source: dict[str, str]) -> dict[str, object]:
    """The row as one OTLP/JSON export request with one log record."""
    number, word = OTLP_SEVERITIES.get(str(row.get("decision")), OTLP_SEVERITIES["pass"])
    attributes = [{"key": key, "value": _any(row[name])} for name, key in ATTRIBUTES.items()
                  if row.get(name) not in (None, "")]
    if row.get("risk_signals"):
        values = [{"stringValue": str(one)} for one in row["risk_signals"]]
        attributes.append({"key": "autoskillit.risk_signals", "value": {"arrayValue": {"values": values}}})
    resource = {"service.name": _identity.POLICY, "service.version": _identity.VERSION, "host.name": source["host"],
                "autoskillit.project": source["project"]}
    nanos = str(millis(str(row.get("ts", ""))) * 1_000_000)
    text = str(row.get("reason") or row.get("result_summary") or row.get("operation") or "")
    record = {"timeUnixNano": nanos, "observedTimeUnixNano": nanos, "severityNumber": number, "severityText": word,
              "eventName": f"autoskillit.{row.get('event')}", "attributes": attributes,
              "body": {"stringValue": text}}
    return {"resourceLogs": [{
        "resource": {"attributes": [{"key": key, "value": _any(value)} for key, value in resource.items()]},
        "scopeLogs": [{"scope": {"name": _identity.POLICY, "version": _identity.VERSION}, "logRecords": [record]}]}]}


def _any(value: object) -> dict[str, object]:
    """A value in OTLP's typed JSON; 64-bit integers are strings there."""
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value}
    return {"stringValue": str(value)}


def millis(text: str) -> int:
    """Milliseconds since the epoch of a row's `ts`, 0 for what is none.

    >>> millis("1970-01-01T00:00:01.500000Z")
    1500
    """
    try:
        whole = calendar.timegm(time.strptime(text[:19], "%Y-%m-%dT%H:%M:%S"))
        return whole * 1000 + int(text[20:26].rstrip("Z").ljust(6, "0")) // 1000
    except ValueError:
        return 0


FORMATS: dict[str, Callable[[dict[str, object], dict[str, str]], dict[str, object]]] = {
    "jsonl": jsonl, "ocsf": ocsf, "otlp": otlp}
