"""hooks/_heartbeat.py: calls that ran without the guards, or otherwise than they judged."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from guards import ASK, DENY, Event, Verdict
from hooks import _heartbeat
from tests.scripts import Scripts

KEY = b"k" * 32
LS = {"command": "ls", "timeout": 5}
Step = tuple[str, dict[str, Any]]


def played(*steps: Step) -> list[str]:
    """The gaps that a session of these events shows."""
    field: dict[str, Any] = {}
    gaps = []
    for name, more in steps:
        given = {"tool": "Bash", "call_id": "t", "input": LS, "verdict": Verdict(), **more}
        verdict = given.pop("verdict")
        new = _heartbeat.after(field, Event(name, "s", **given), verdict, KEY)
        gaps.append(_heartbeat.found(field, new))
        field = new
    return [gap for gap in gaps if gap]


PRE, POST, FAILED = "PreToolUse", "PostToolUse", "PostToolUseFailure"
ASKED: dict[str, Any] = {"tool": "AskUserQuestion", "input": {"questions": []}}
SILENT: dict[str, list[Step]] = {
    "a call": [(PRE, {}), (POST, {})],
    "one that failed": [(PRE, {}), (FAILED, {})],
    "registered twice": [(PRE, {}), (PRE, {}), (POST, {}), (POST, {})],
    "two at once": [(PRE, {}), (PRE, {"call_id": "u", "input": {"a": 1}}), (POST, {"call_id": "u", "input": {"a": 1}}), (POST, {})],
    "the keys in another order": [(PRE, {}), (POST, {"input": {"timeout": 5, "command": "ls"}})],
    "asked, and approved": [(PRE, {"verdict": Verdict(ASK, "g: x")}), (POST, {})],
    "denied": [(PRE, {"verdict": Verdict(DENY, "g: x")}), (PRE, {"call_id": "u"}), (POST, {"call_id": "u"})],
    "rewritten by us": [(PRE, {"verdict": Verdict(updated_input={"command": "ls -a"})}), (POST, {"input": {"command": "ls -a"}})],
    "rewritten by us, told as it was": [(PRE, {"verdict": Verdict(updated_input={"command": "ls -a"})}), (POST, {})],
    "a client without ids": [(PRE, {"call_id": ""}), (POST, {"call_id": "", "input": {}})],
    "installed while a call ran": [(POST, {}), (PRE, {"call_id": "u"})],
    "completed by the person": [(PRE, ASKED), (POST, {**ASKED, "input": {"questions": [], "answers": {"a": "b"}}})],
    "changed by the person in the client": [(PRE, {}), (POST, {"input": {}, "response": {"userModified": True}})],
    "so many at once that some are forgotten": [*((PRE, {"call_id": f"{n}"}) for n in range(300)), (POST, {"call_id": "0"}), (POST, {"call_id": "9"})],
    "refused, and in the batch alone": [(PRE, {}), ("PostToolBatch", {}), (POST, {})],
    "a call that failed the client's validation": [(PRE, {}), (POST, {}), ("PostToolBatch", {"call_id": "u"})],
    "with the token of the orchestrator's own guard": [(PRE, {}), (POST, {"input": {**LS, "_autoskillit_exploration_request_token": "t"}})],
    "odd text": [(PRE, {"input": {"a": "\ud800\u20ac"}, "call_id": "\udfff"}), (POST, {"input": {"a": "\ud800\u20ac"}, "call_id": "\udfff"})],
}
TOLD: dict[str, tuple[list[Step], list[str]]] = {
    "a result without its call": ([(PRE, {}), (POST, {}), (POST, {"call_id": "u"})], ["unjudged"]),
    "a failure without its call": ([(PRE, {}), (FAILED, {"call_id": "u"})], ["unjudged"]),
    "another value": ([(PRE, {}), (POST, {"input": {**LS, "command": "rm -r x"}})], ["changed"]),
    "another value beside that token": ([(PRE, {}), (POST, {"input": {"command": "rm", "_autoskillit_exploration_request_token": "t"}})],
                                        ["changed"]),
    "one value more": ([(PRE, {}), (POST, {"input": {**LS, "dangerouslyDisableSandbox": True}})], ["changed"]),
    "rewritten by us, and again by another": ([(PRE, {"verdict": Verdict(updated_input={"command": "ls -a"})}), (POST, {"input": {"command": "rm"}})],
                                              ["changed"]),
}


@pytest.mark.parametrize("steps", SILENT.values(), ids=SILENT)
def test_what_is_no_gap(steps: list[Step]) -> None:
    assert played(*steps) == []


@pytest.mark.parametrize(("steps", "gaps"), TOLD.values(), ids=TOLD)
def test_what_is_one(steps: list[Step], gaps: list[str]) -> None:
    assert played(*steps) == gaps


def test_what_is_kept_is_bounded_and_names_nothing() -> None:
    field: dict[str, Any] = {}
    for n in range(1000):
        field = _heartbeat.after(field, Event(PRE, "s", call_id=f"t{n}", input={"command": "secret words"}), Verdict(), KEY)
    assert len(field["judged"]) <= _heartbeat.MOST + 3
    assert "secret" not in str(field)


def test_the_person_is_told_once_and_status_counts(project: Path) -> None:
    scripts = Scripts(project)
    scripts.call("Bash", LS, {"stdout": "x", "stderr": ""})
    said = [scripts.fire(POST, tool_name="Bash", tool_use_id=f"u{n}", tool_input=LS, tool_response={"stdout": "x"}).message for n in range(3)]
    assert "not asked about" in said[0] and said[1:] == ["", ""]
    assert [row.get("heartbeat") for row in scripts.rows()] == [None, None, "unjudged", "unjudged", "unjudged"]


def test_a_change_of_settings_that_was_kept_out_is_told_at_the_next_event_that_shows(project: Path) -> None:
    scripts = Scripts(project)
    path = project / ".claude/settings.json"
    path.parent.mkdir()
    path.write_text('{"disableAllHooks": true}')
    scripts.call("Bash", LS, {"stdout": "x", "stderr": ""})
    assert scripts.fire("ConfigChange", source="project_settings", file_path=str(path)).json["decision"] == "block"
    assert "disableAllHooks" in scripts.fire("UserPromptSubmit", prompt="go on").message
    assert scripts.fire("UserPromptSubmit", prompt="go on").message == ""


def test_what_a_person_is_shown_is_joined_by_tool_and_input() -> None:
    field: dict[str, Any] = {}
    for id, given in (("t", LS), ("u", {"command": "x"}), ("v", LS)):
        field = _heartbeat.after(field, Event(PRE, "s", tool="Bash", call_id=id, input=given), Verdict(), KEY)
    shown = [_heartbeat.joined(field, Event("PermissionRequest", "s", tool="Bash", input=given), KEY) for given in (LS, {"command": "x"}, {"command": "y"})]
    assert shown == ["v", "u", ""] and _heartbeat.joined({}, Event("PermissionRequest", "s"), KEY) == ""
