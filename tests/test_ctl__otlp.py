"""hooks/_ctl/_otlp.py: a row as OTLP/JSON."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hooks._ctl._otlp import request
from tests.exported import exported, mixed


def test_otlp() -> None:
    made: Any = request({"ts": "2026-11-21T09:30:00.250000Z", "seq": 3, "session_id": "s", "event": "PreToolUse", "tool": "Bash",
                         "decision": "deny", "reason": "x: y", "semantic_distance": 0.5, "risk_signals": ["a"], "late": True, "host": "h"})
    resource = made["resourceLogs"][0]
    record = resource["scopeLogs"][0]["logRecords"][0]
    assert record["timeUnixNano"] == "1795253400250000000" and record["severityText"] == "ERROR"
    assert record["body"] == {"stringValue": "x: y"} and record["eventName"] == "autoskillit.PreToolUse"
    attributes = {one["key"]: one["value"] for one in record["attributes"]}
    assert attributes == {
        "session.id": {"stringValue": "s"}, "autoskillit.seq": {"intValue": "3"}, "gen_ai.tool.name": {"stringValue": "Bash"},
        "autoskillit.decision": {"stringValue": "deny"}, "autoskillit.semantic_distance": {"doubleValue": 0.5},
        "autoskillit.risk_signals": {"arrayValue": {"values": [{"stringValue": "a"}]}}, "autoskillit.late": {"boolValue": True}}
    assert {"key": "host.name", "value": {"stringValue": "h"}} in resource["resource"]["attributes"]


def test_every_row_of_a_mixed_session_is_read_by_the_protocols_own_library(project: Path) -> None:
    service = pytest.importorskip("opentelemetry.proto.collector.logs.v1.logs_service_pb2")
    from google.protobuf.json_format import Parse

    mixed(project)
    rows = exported(project, "--format", "otlp")
    assert rows and all(Parse(json.dumps(row), service.ExportLogsServiceRequest()).resource_logs for row in rows)
