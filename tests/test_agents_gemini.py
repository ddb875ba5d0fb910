"""hooks/_agents/gemini.py: what Gemini CLI sends and takes."""
from __future__ import annotations

from typing import Any

import pytest

from guards import ASK, DENY, PASS, Verdict
from hooks._agents import gemini
from tests.voices import P, say

CALL = say("gemini", "PreToolUse", "Bash", {"command": "ls"})


@pytest.mark.parametrize(("event", "verdict", "printed"), [
    ("PreToolUse", Verdict(), {}), ("PreToolUse", Verdict(PASS, "a remark"), {}), ("SessionEnd", Verdict(notice="x"), {}),
    ("PreToolUse", Verdict(ASK, "g: why"), {"decision": "deny", "reason": "g: why"}),
    ("PreToolUse", Verdict(DENY, "g: why", notice="look"), {"systemMessage": "look", "decision": "deny", "reason": "g: why"}),
    ("PreToolUse", Verdict(updated_input={"command": "ls -l"}), {
        "hookSpecificOutput": {"hookEventName": "BeforeTool", "tool_input": {"command": "ls -l"}}}),
    ("PostToolUse", Verdict(updated_output="[token:1a2b]"), {"decision": "deny", "reason": "[token:1a2b]"}),
    ("UserPromptSubmit", Verdict(context="now holds"), {
        "hookSpecificOutput": {"hookEventName": "BeforeTool", "additionalContext": "now holds"}}),
])
def test_answers(event: str, verdict: Verdict, printed: dict[str, Any]) -> None:
    assert gemini.write(event, verdict, CALL) == printed


def test_a_question_is_never_put() -> None:
    """It would hang a headless run."""
    assert "ask" not in str(gemini.write("PreToolUse", Verdict(ASK, "g: why"), CALL))


def test_events_tools_and_results() -> None:
    event = gemini.read(CALL, "PreToolUse", 1.0, P)
    assert (event.name, event.tool, event.permission_mode) == ("PreToolUse", "Bash", "dontAsk")
    after = gemini.read(say("gemini", "PostToolUse", "Bash", {"command": "ls"}, "a.py"), "PostToolUse", 2.0, P)
    assert (after.response, after.call_id) == ("a.py", event.call_id)
    failed = say("gemini", "PostToolUse", "Read", {"absolute_path": "a"})
    failed["tool_response"] = {"llmContent": "none", "error": {"message": "not found"}}
    event = gemini.read(failed, "PostToolUse", 1.0, P)
    assert (event.error, event.input) == ("not found", {"file_path": "a"})


@pytest.mark.parametrize("more", [{}, {"mcp_context": {"server_name": "git_hub", "tool_name": "get_it"}}])
def test_a_servers_tool(more: dict[str, Any]) -> None:
    said = say("gemini", "PreToolUse", "mcp__probe__get_it", {"id": 1})
    if not more:
        del said["mcp_context"]
    event = gemini.read({**said, **more}, "PreToolUse", 1.0, P)
    assert event.tool == ("mcp__git_hub__get_it" if more else "mcp__probe__get_it")


def test_an_event_of_another_name_is_refused() -> None:
    with pytest.raises(ValueError, match="not PreToolUse"):
        gemini.read({**CALL, "hook_event_name": "AfterTool"}, "PreToolUse", 1.0, P)
