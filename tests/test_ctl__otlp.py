"""hooks/_ctl/_otlp.py: a row as OTLP/JSON."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hooks._ctl._otlp import PACK, requests
from tests.exported import exported, mixed

ROW: dict[str, Any] = {"ts": "2026-11-21T09:30:00.250000Z", "seq": 3, "session_id": "s", "event": "PreToolUse", "tool": "Bash", "decision": "deny",
                       "reason": "x: y", "semantic_distance": 0.5, "risk_signals": ["a"], "late": True, "host": "h"}


def test_otlp() -> None:
    made: Any = requests([ROW])
    resource = made[0]["resourceLogs"][0]
    record = resource["scopeLogs"][0]["logRecords"][0]
    assert record["timeUnixNano"] == "1795253400250000000" and record["severityNumber"] == 17
    assert record["body"] == {"stringValue": "x: y"} and record["eventName"] == "autoskillit.PreToolUse"
    attributes = {one["key"]: one["value"] for one in record["attributes"]}
    assert attributes == {
        "autoskillit.seq": {"intValue": "3"}, "gen_ai.tool.name": {"stringValue": "Bash"},
        "autoskillit.decision": {"stringValue": "deny"}, "autoskillit.semantic_distance": {"doubleValue": 0.5},
        "autoskillit.risk_signals": {"arrayValue": {"values": [{"stringValue": "a"}]}}, "autoskillit.late": {"boolValue": True}}
    assert resource["resource"]["attributes"] == [
        {"key": key, "value": {"stringValue": value}} for key, value in (("service.name", "autoskillit-guards"), ("host.name", "h"), ("session.id", "s"))]


def test_rows_of_one_session_share_a_line_and_those_of_another_do_not() -> None:
    rows = [{**ROW, "seq": n, "session_id": "s" if n <= PACK + 2 else "t"} for n in range(1, PACK + 5)]
    sizes = [len(one["resourceLogs"][0]["scopeLogs"][0]["logRecords"]) for one in requests(rows)]       # type: ignore[index]
    assert sizes == [PACK, 2, 2] and requests([]) == []


def test_every_row_of_a_mixed_session_is_read_by_the_protocols_own_library(project: Path) -> None:
    service = pytest.importorskip("opentelemetry.proto.collector.logs.v1.logs_service_pb2")
    from google.protobuf.json_format import Parse

    mixed(project)
    rows = exported(project, "--format", "otlp")
    read = [Parse(json.dumps(row), service.ExportLogsServiceRequest()) for row in rows]
    assert sum(len(scope.log_records) for one in read for logs in one.resource_logs for scope in logs.scope_logs) == len(exported(project))
