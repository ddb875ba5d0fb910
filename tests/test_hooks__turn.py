"""hooks/_turn.py: silent where every call has its result, and only there."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hooks._turn import quiet, unasking
from tests.scripts import Scripts
from tests.test_imports import bundle, lived, seen  # noqa: F401  (a fixture)

CALL = {"tool_name": "Bash", "tool_input": {"command": "ls"}}


@pytest.fixture
def scripts(project: Path) -> Scripts:
    played = Scripts(project)
    played.fire("UserPromptSubmit", prompt="Look around")
    played.fire("PreToolUse", **CALL, tool_use_id="t1")
    return played


def batch(scripts: Scripts, *ids: Any, **more: Any) -> bytes:
    calls = [{**CALL, "tool_use_id": id, "tool_response": "x"} for id in ids]
    return json.dumps({"session_id": "s", "cwd": str(scripts.project), "tool_calls": calls, **more}).encode()


def test_a_call_with_a_result_and_one_that_nobody_judged(scripts: Scripts) -> None:
    assert not quiet(batch(scripts, "t1"), scripts.env)
    assert quiet(batch(scripts, "t2"), scripts.env) and quiet(batch(scripts), scripts.env)
    scripts.fire("PostToolUse", **CALL, tool_use_id="t1", tool_response={"stdout": "x"})
    assert quiet(batch(scripts, "t1", "t2"), scripts.env)
    assert not quiet(batch(scripts, "t1", session_id="unknown"), scripts.env)


@pytest.mark.parametrize("payload, silent", [
    ({"last_assistant_message": "Done."}, True), ({}, True), ({"last_assistant_message": None}, True), ({"last_assistant_message": "Push?"}, False),
    ({"last_assistant_message": "消しますか。"}, False), ({"last_assistant_message": "why? " + "x" * 2000}, True), ({"last_assistant_message": 7}, False), ([], False)])
def test_the_agent_stops_without_a_question(payload: Any, silent: bool) -> None:
    told = {"session_id": "s", "hook_event_name": "Stop", **payload} if isinstance(payload, dict) else payload
    assert unasking(json.dumps(told).encode()) is silent and not unasking(b"{")


@pytest.mark.parametrize("payload", [
    {}, {"session_id": "s"}, {"session_id": "", "hook_event_name": "Stop"}, {"session_id": 3, "hook_event_name": "Stop"},
    {"session_id": "s", "hook_event_name": "Nonsense"}])
def test_what_is_no_stop_of_a_session_is_played_as_any_event(payload: dict[str, Any]) -> None:
    assert not unasking(json.dumps(payload).encode())


def test_a_question_and_a_yes_are_one_wish(scripts: Scripts) -> None:
    issue = {"tool_name": "mcp__linear__get_issue", "tool_input": {"id": "WEB-3"}}
    away = {"tool_name": "mcp__linear__delete_issue", "tool_input": {"id": "WEB-88"}}
    scripts.fire("PreToolUse", **issue, tool_use_id="t2")
    scripts.fire("PostToolUse", **issue, tool_use_id="t2", tool_response=[{"type": "text", "text": "Der Login ist leer. WEB-88 wird danach entfernt."}])
    assert scripts.fire("PreToolUse", **away, tool_use_id="t3").decision == "ask"
    before = len(scripts.rows())
    assert scripts.fire("Stop", last_assistant_message="Done.").stdout == "" and len(scripts.rows()) == before
    assert scripts.fire("Stop", last_assistant_message="Fixed. Soll ich WEB-88 auch löschen?").stdout == ""
    scripts.fire("UserPromptSubmit", prompt="ja, mach")
    assert scripts.fire("PreToolUse", **away, tool_use_id="t4").decision == "pass"


@pytest.mark.parametrize("more", [{"tool_calls": None}, {"tool_calls": [7]}, {"tool_calls": "t1"}, {"tool_calls": [{}]}, {"cwd": 7}, {"session_id": []}])
def test_what_is_not_understood_is_played_as_any_event(scripts: Scripts, more: dict[str, Any]) -> None:
    env = {name: value for name, value in scripts.env.items() if name != "CLAUDE_PROJECT_DIR"} if "cwd" in more else scripts.env
    assert not quiet(batch(scripts, **more), env) and not quiet(b"{", scripts.env) and not quiet(b"[" * 100_000, scripts.env)
    assert scripts.send("PostToolBatch", json.dumps({**json.loads(batch(scripts)), "hook_event_name": "PostToolBatch", **more}).encode()).code == 0


def test_a_turn_with_nothing_to_say_loads_next_to_nothing(project: Path, bundle: Path) -> None:  # noqa: F811
    lived(project)
    once = seen(project, "PostToolBatch", {"tool_calls": [{**CALL, "tool_use_id": "t9", "tool_response": "x"}]}, bundle)
    ours = [name for name in once.modules if name.startswith(("hooks.", "guards."))]
    assert len(ours) <= 8 and "hooks._run" not in ours, ours
    assert len(once.searched) <= 5
