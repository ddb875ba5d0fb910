"""Rows as OTLP/JSON ExportLogsServiceRequests, in the names of OpenTelemetry's conventions.

What rows of one session share (host, person, project, session) stands once, as the resource of up to PACK records.  The
body is the reason, or the excerpt where there is none; the digest of the row before stays at home, and a decision that
objects to nothing is the severity alone.
"""
from __future__ import annotations

from hooks import _identity
from hooks._ctl._times import millis

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

PACK = 25       # rows of one line
SEVERITIES = {"pass": 9, "ask": 13, "deny": 17}     # INFO, WARN, ERROR
# Field -> attribute; every other is `autoskillit.` and its name.
RESOURCE = {"host": "host.name", "person": "user.name", "project": "autoskillit.project", "session_id": "session.id"}
ATTRIBUTES = {"agent_id": "gen_ai.agent.id", "tool": "gen_ai.tool.name", "action_id": "gen_ai.tool.call.id"}
ELSEWHERE = frozenset((*RESOURCE, "ts", "event", "prev", "reason", "excerpt"))


def requests(rows: Iterable[Mapping[str, object]]) -> list[dict[str, object]]:
    """The requests, in the order of the rows."""
    packs: list[tuple[dict[str, object], list[object]]] = []
    for row in rows:
        about = {key: row[name] for name, key in RESOURCE.items() if row.get(name)}
        if not packs or packs[-1][0] != about or len(packs[-1][1]) >= PACK:
            packs.append((about, []))
        packs[-1][1].append(record(row))
    return [{"resourceLogs": [{
        "resource": {"attributes": _attributes({"service.name": _identity.POLICY, **about})},
        "scopeLogs": [{"logRecords": records}]}]} for about, records in packs]


def record(row: Mapping[str, object]) -> dict[str, object]:
    """A row as a log record."""
    said = {ATTRIBUTES.get(name, f"autoskillit.{name}"): value for name, value in row.items()
            if name not in ELSEWHERE and (name, value) != ("decision", "pass")}
    return {"timeUnixNano": str(millis(str(row.get("ts", ""))) * 1_000_000),
            "severityNumber": SEVERITIES.get(str(row.get("decision")), SEVERITIES["pass"]),
            "eventName": f"autoskillit.{row.get('event')}", "attributes": _attributes(said),
            "body": value_of(row.get("reason") or row.get("excerpt") or row.get("event"))}


def _attributes(held: Mapping[str, object]) -> list[dict[str, object]]:
    return [{"key": key, "value": value_of(value)} for key, value in held.items()]


def value_of(value: object) -> dict[str, object]:
    """A value in OTLP's typed JSON; 64-bit integers are strings there."""
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value}
    if isinstance(value, list):
        return {"arrayValue": {"values": [value_of(one) for one in value]}}
    return {"stringValue": str(value)}
