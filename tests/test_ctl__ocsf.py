"""hooks/_ctl/_ocsf.py: valid against OCSF 1.8, each call an API Activity, each objection a finding, too."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hooks._ctl._leaving import SENT
from hooks._ctl._ocsf import VERSION, events
from tests.exported import exported, mixed, uid
from tests.ocsf import faults

ROW = {"ts": "2026-11-21T09:30:00.250000Z", "seq": 3, "session_id": "s", "event": "PreToolUse", "action_id": "t1", "tool": "Bash",
       "operation": "git push", "decision": "pass", "host": "h", "person": "ann", "project": "/p", "rule": "x.y", "reason": "x: y; z"}


@pytest.mark.parametrize(("row", "classes", "disposition"), [
    ({}, [6003], None), ({"event": "SessionStart", "tool": ""}, [6003], None), ({"event": "PostToolUseFailure"}, [6003], None),
    ({"decision": "ask"}, [6003, 2004], 23), ({"decision": "deny"}, [6003, 2004], 2), ({"decision": "deny", "mode": "watch"}, [6003, 2004], 17),
    ({"person": "", "host": "", "rule": "", "decision": "ask"}, [6003, 2004], 23), ({"agent_id": "a1", "action_id": ""}, [6003], None)])
def test_events(row: dict[str, Any], classes: list[int], disposition: int | None) -> None:
    found: list[Any] = events({**ROW, **row})
    assert [one["class_uid"] for one in found] == classes and [faults(one) for one in found] == [[] for _ in classes]
    assert {one.get("disposition_id") for one in found} == {disposition} and found[0]["time"] == 1795253400250
    assert all(("security_control" in one["metadata"].get("profiles", ())) is (disposition is not None) for one in found)
    assert found[0]["metadata"]["uid"] == "s:3" and found[0]["src_endpoint"]["hostname"] == (row.get("host", "h") or "unknown")
    for finding in found[1:]:
        assert finding["finding_info"]["analytic"]["uid"] == (row.get("rule", "x.y") or "x") and finding["message"] == "x: y; z"
        assert finding["finding_info"]["related_events"][0]["uid"] == "s:3"


@pytest.mark.parametrize("decision", ["pass", "ask"])
def test_what_a_row_says_is_in_its_events(decision: str) -> None:
    """Every value but the digest of the row before; a pass is no disposition, a failure's status 2."""
    row = {**ROW, **{name: f"<{name}>" for name in SENT if name not in (*ROW, "mode", "prev")}, "decision": decision, "prev": "digest"}
    text = json.dumps(events(row))
    for name, value in row.items():
        if name not in ("ts", "seq", "decision", "prev"):
            assert f'"{value}"' in text, name
    assert "s:3" in text and "1795253400250" in text and "digest" not in text


@pytest.mark.parametrize("broken", [
    {"severity_id": 77}, {"actor": {}}, {"metadata": {"version": "1"}}, {"nonsense": 1}, {"time": "now"}, {"src_endpoint": {}}])
def test_the_schema_bites(broken: dict[str, Any]) -> None:
    assert faults({**events(ROW)[0], **broken})


def test_every_row_of_a_mixed_session_is_valid(project: Path) -> None:
    mixed(project)
    rows = exported(project, "--format", "ocsf")
    assert [one for row in rows for one in faults(row)] == [] and {row["class_uid"] for row in rows} == {6003, 2004}
    assert {row.get("disposition_id") for row in rows} == {None, 2, 17, 23}
    assert {row["metadata"]["version"] for row in rows} == {VERSION} and len({uid(row) for row in rows}) == len(rows)


def test_the_whole_published_schema_finds_no_fault(project: Path) -> None:
    """With the profiles that each event names, and no others."""
    ocsf, jsonschema = pytest.importorskip("ocsf_json_schema"), pytest.importorskip("jsonschema")
    whole = ocsf.OcsfJsonSchemaEmbedded(ocsf.get_ocsf_schema(version=VERSION))
    mixed(project)
    for row in exported(project, "--format", "ocsf"):
        schema = whole.get_class_schema(class_name={6003: "api_activity", 2004: "detection_finding"}[row["class_uid"]], profiles=row["metadata"].get("profiles", []))
        assert [fault.message for fault in jsonschema.Draft202012Validator(schema).iter_errors(row)] == []


def test_the_findings_are_what_another_library_reads(project: Path) -> None:
    models = pytest.importorskip("py_ocsf_models.events.findings.detection_finding")
    mixed(project)
    found = [row for row in exported(project, "--format", "ocsf") if row["class_uid"] == 2004]
    assert len(found) == 3 and all(models.DetectionFinding.model_validate(row) for row in found)
