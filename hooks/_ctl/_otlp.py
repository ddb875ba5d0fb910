"""A row as one OTLP/JSON ExportLogsServiceRequest with one log record, in the names of OpenTelemetry's conventions.

The body is the reason, or the excerpt where there is none; the digest of the row before stays at home.
"""
from __future__ import annotations

from hooks import _identity
from hooks._ctl._times import millis

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SEVERITIES = {"pass": (9, "INFO"), "ask": (13, "WARN"), "deny": (17, "ERROR")}
# Field -> attribute; every other is `autoskillit.` and its name.
ATTRIBUTES = {"session_id": "session.id", "agent_id": "gen_ai.agent.id", "tool": "gen_ai.tool.name",
              "action_id": "gen_ai.tool.call.id", "person": "user.name"}
ELSEWHERE = frozenset(("ts", "host", "project", "event", "prev", "reason", "excerpt"))


def request(row: Mapping[str, object]) -> dict[str, object]:
    """The request."""
    number, word = SEVERITIES.get(str(row.get("decision")), SEVERITIES["pass"])
    attributes = [{"key": ATTRIBUTES.get(name, f"autoskillit.{name}"), "value": value_of(value)}
                  for name, value in row.items() if name not in ELSEWHERE]
    resource = {"service.name": _identity.POLICY, "host.name": row.get("host", ""),
                "autoskillit.project": row.get("project", "")}
    nanos = str(millis(str(row.get("ts", ""))) * 1_000_000)
    record = {"timeUnixNano": nanos, "severityNumber": number, "severityText": word,
              "eventName": f"autoskillit.{row.get('event')}", "attributes": attributes,
              "body": value_of(row.get("reason") or row.get("excerpt") or row.get("event"))}
    return {"resourceLogs": [{
        "resource": {"attributes": [{"key": key, "value": value_of(value)} for key, value in resource.items()]},
        "scopeLogs": [{"logRecords": [record]}]}]}


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
