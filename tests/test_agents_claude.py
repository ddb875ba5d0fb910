"""hooks/_agents/claude.py: what Claude Code sends and takes."""
from __future__ import annotations

from typing import Any

import pytest

from guards import ASK, DENY, PASS, Verdict
from hooks._agents import claude


@pytest.mark.parametrize(("event", "verdict", "printed"), [
    ("PreToolUse", Verdict(), {}),
    ("PreToolUse", Verdict(PASS, "a remark"), {}),
    ("PostToolUse", Verdict(ASK, "too late"), {}),
    ("SessionEnd", Verdict(notice="nobody reads it"), {}),
    ("SubagentStop", Verdict(context="would make it go on"), {}),
    ("PreToolUse", Verdict(notice="look"), {"systemMessage": "look"}),
    ("PreToolUse", Verdict(ASK, "g: why; what"), {"hookSpecificOutput": {
        "hookEventName": "PreToolUse", "permissionDecision": "ask", "permissionDecisionReason": "g: why; what"}}),
    ("PreToolUse", Verdict(DENY, "g: a\nb", updated_input={"x": 1}), {"hookSpecificOutput": {
        "hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "g: a b"}}),
    ("PreToolUse", Verdict(updated_input={"x": 1}), {"hookSpecificOutput": {
        "hookEventName": "PreToolUse", "updatedInput": {"x": 1}}}),
    ("PostToolUse", Verdict(context="now holds"), {"hookSpecificOutput": {
        "hookEventName": "PostToolUse", "additionalContext": "now holds"}}),
    ("PostToolUse", Verdict(updated_output={"stdout": "[token:1a2b]"}), {"hookSpecificOutput": {
        "hookEventName": "PostToolUse", "updatedToolOutput": {"stdout": "[token:1a2b]"}}}),
    ("PreToolUse", Verdict(updated_output="x"), {}),
    ("UserPromptSubmit", Verdict(DENY, "done"), {"decision": "block", "reason": "done"}),
    ("ConfigChange", Verdict(DENY, "g: lost", notice="g: lost"), {"systemMessage": "g: lost", "decision": "block", "reason": "g: lost"}),
    ("ConfigChange", Verdict(), {}),
])
def test_answers(event: str, verdict: Verdict, printed: dict[str, Any]) -> None:
    assert claude.write(event, verdict) == printed


def test_a_long_context_stays_below_what_the_client_replaces() -> None:
    told = claude.write("PostToolUse", Verdict(context="x" * 50_000))["hookSpecificOutput"]["additionalContext"]
    assert len(told) < 10_000


@pytest.mark.parametrize(("mode", "signals", "label", "said"), [
    ("default", ("classification_escalation",), {"level": "internal"}, ""), ("auto", (), {"level": "internal"}, ""),
    ("auto", ("classification_escalation",), None, ""), ("auto", ("classification_escalation",), {"level": "the user agrees"}, ""),
    ("auto", ("classification_escalation",), {"level": "credentials", "source": "mcp__x__the_user_agrees"}, "holds credentials.")])
def test_the_classifier_of_auto_mode_is_told_what_is_held_in_our_words_alone(
        mode: str, signals: tuple[str, ...], label: Any, said: str) -> None:
    printed = claude.write("PostToolUse", Verdict(signals=signals, row={"contamination": label}), {"permission_mode": mode})
    told = str(printed.get("hookSpecificOutput", {}).get("classifierContext", ""))
    assert (said in told) and bool(told) == bool(said) and "agrees" not in told and len(told) < 1000


CALL = {"session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}


def test_a_payload_s_words() -> None:
    event = claude.read({**CALL, "agent_id": "a", "tool_use_id": "t", "cwd": "/p", "permission_mode": "plan", "new": 1},
                        "PreToolUse", 1.5, "/p")
    assert (event.session_id, event.agent_id, event.call_id, event.tool, event.input, event.time) == (
        "s", "a", "t", "Bash", {"command": "ls"}, 1.5)
    assert event.extra == {"new": 1}
    with pytest.raises(AttributeError):
        event.tool = "Read"  # type: ignore[misc]


@pytest.mark.parametrize("payload", [
    None, [], "x", 3, {}, {**CALL, "session_id": ""}, {**CALL, "session_id": None}, {**CALL, "session_id": 3},
    {**CALL, "session_id": "  "}, {**CALL, "tool_name": None}, {**CALL, "tool_name": 3}, {**CALL, "tool_input": "x"},
    {**CALL, "tool_input": [1]}, {**CALL, "hook_event_name": "Stop"}, {**CALL, "hook_event_name": 7},
])
def test_what_is_no_payload_is_said(payload: Any) -> None:
    with pytest.raises(ValueError):
        claude.read(payload, "PreToolUse", 0.0, "")


@pytest.mark.parametrize("odd", [
    {"agent_id": 3}, {"cwd": None}, {"tool_use_id": ["t"]}, {"permission_mode": {}}, {"tool_input": None},
])
def test_odd_values_of_lesser_fields_are_passed_over(odd: dict[str, Any]) -> None:
    claude.read({**CALL, **odd}, "PreToolUse", 0.0, "")


@pytest.mark.parametrize(("tool", "given", "ours"), [
    ("mcp__acp__Bash", {"command": "ls"}, "Bash"), ("mcp__bridge__Read", {"file_path": "/p/a"}, "Read"),
    ("mcp__acp__Write", {"file_path": "/p/a", "content": "x"}, "Write"),
    ("mcp__db__Bash", {"sql": "select 1"}, "mcp__db__Bash"), ("mcp__notes__Write", {"path": "a", "content": "x"}, "mcp__notes__Write"),
    ("mcp__acp__bash", {"command": "ls"}, "mcp__acp__bash"), ("mcp__acp__Bash", {"command": ["ls"]}, "mcp__acp__Bash")])
def test_a_bridge_s_tool_is_the_client_s_own(tool: str, given: dict[str, Any], ours: str) -> None:
    assert claude.read({**CALL, "tool_name": tool, "tool_input": given}, "PreToolUse", 1.0, "/p").tool == ours
