"""`guardctl export`: rows in the words of other systems."""
from __future__ import annotations

import argparse
from typing import Any

import pytest

from hooks._ctl.export import add_arguments, jsonl, millis, ocsf, otlp, wanted

SOURCE = {"project": "/p", "host": "h"}
ROW = {"ts": "2026-11-21T09:30:00.250000Z", "seq": 3, "session_id": "s", "agent_id": "", "event": "PreToolUse",
       "action_id": "t1", "tool": "Bash", "operation": "git push", "parameters": {"command": "git push"},
       "data_classification": "PUBLIC", "result_summary": "", "decision": "deny", "reason": "x: y; z", "guards": {},
       "risk_signals": ["unusual_sequence"], "semantic_distance": 0.5, "drift_score": None, "errors": [], "prev": "ab",
       "learned": {"context": ["=", {}]}}


def arguments(*given: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(given)


def test_jsonl_is_the_row_with_its_source() -> None:
    found = jsonl(ROW, SOURCE)
    assert "learned" not in found and found["host"] == "h" and found["seq"] == 3


@pytest.mark.parametrize(("row", "class_uid", "severity"), [
    ({"decision": "pass"}, 6003, 1), ({"decision": "ask"}, 2004, 3), ({"decision": "deny"}, 2004, 4)])
def test_ocsf(row: dict[str, Any], class_uid: int, severity: int) -> None:
    found = ocsf({**ROW, **row}, SOURCE)
    assert found["class_uid"] == class_uid and found["category_uid"] == class_uid // 1000
    assert found["type_uid"] == class_uid * 100 + found["activity_id"] and found["severity_id"] == severity
    assert found["time"] == 1795253400250 and found["metadata"]["uid"] == "s:3"
    assert ("finding_info" in found) == (class_uid == 2004)
    if class_uid == 6003:       # what the class requires beyond what every event has
        assert found["src_endpoint"]["hostname"] == "h" and found["api"]["operation"] and found["actor"]


def test_otlp() -> None:
    resource = otlp(ROW, SOURCE)["resourceLogs"][0]
    record = resource["scopeLogs"][0]["logRecords"][0]
    assert record["timeUnixNano"] == "1795253400250000000" and record["severityText"] == "ERROR"
    attributes = {one["key"]: one["value"] for one in record["attributes"]}
    assert attributes["session.id"] == {"stringValue": "s"} and attributes["autoskillit.seq"] == {"intValue": "3"}
    assert attributes["autoskillit.semantic_distance"] == {"doubleValue": 0.5}
    assert attributes["autoskillit.risk_signals"]["arrayValue"]["values"] == [{"stringValue": "unusual_sequence"}]


@pytest.mark.parametrize(("given", "passes"), [
    ((), True), (("--decision", "deny,ask"), True), (("--decision", "pass"), False), (("--event", "Pre*"), True),
    (("--tool", "mcp__*"), False), (("--agent", "a"), False), (("--since", "2026-11-22"), False),
    (("--since", "2026-11-21T09:30"), True)])
def test_filters(given: tuple[str, ...], passes: bool) -> None:
    assert wanted(ROW, arguments(*given)) is passes


def test_a_deferred_call_can_be_filtered_by_its_name() -> None:
    row = {**ROW, "decision": "ask", "reason": "policy: deferred, x; y",
           "guards": {"policy": {"effect": "ask", "policy": {"decision": "defer"}}}}
    assert wanted(row, arguments("--decision", "defer")) and not wanted(ROW, arguments("--decision", "defer"))


def test_millis() -> None:
    assert millis("") == 0 and millis("1970-01-01T00:00:02Z") == 2000
