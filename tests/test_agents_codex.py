"""hooks/_agents/codex.py: what Codex CLI sends and takes."""
from __future__ import annotations

from typing import Any

import pytest

from guards import ASK, DENY, PASS, Verdict
from hooks._agents import codex
from tests.voices import P, say

CALL = say("codex", "PreToolUse", "Bash", {"command": "ls"})
# What 0.169.0's own schemas let an answer hold; one key more voids it.
TOP = {"systemMessage", "hookSpecificOutput", "decision", "reason"}
INNER = {"hookEventName", "permissionDecision", "permissionDecisionReason", "additionalContext"}


@pytest.mark.parametrize(("event", "verdict", "printed"), [
    ("PreToolUse", Verdict(), {}), ("PreToolUse", Verdict(PASS, "a remark"), {}), ("SessionEnd", Verdict(notice="x"), {}),
    ("PostToolUse", Verdict(ASK, "too late"), {}), ("PreToolUse", Verdict(updated_input={"command": "ls", "x": 1}), {}),
    ("PreToolUse", Verdict(ASK, "g: why"), {"hookSpecificOutput": {
        "hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "g: why"}}),
    ("PreToolUse", Verdict(DENY, "g: a\nb", notice="look"), {"systemMessage": "look", "hookSpecificOutput": {
        "hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "g: a b"}}),
    ("PostToolUse", Verdict(updated_output="KEY=[token:1a2b]", context="masked"), {
        "decision": "block", "reason": "KEY=[token:1a2b]",
        "hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": "masked"}}),
    ("UserPromptSubmit", Verdict(DENY, "done"), {"decision": "block", "reason": "done"}),
])
def test_answers(event: str, verdict: Verdict, printed: dict[str, Any]) -> None:
    said = codex.write(event, verdict, CALL)
    assert said == printed
    assert set(said) <= TOP and set(said.get("hookSpecificOutput", {})) <= INNER  # type: ignore[call-overload]


def test_what_would_run_changed_is_denied() -> None:
    said: Any = codex.write("PreToolUse", Verdict(updated_input={"command": "ls [token:1a2b]"}), CALL)
    assert said["hookSpecificOutput"]["permissionDecision"] == "deny"


def test_a_patch_is_read_where_the_guards_look_for_it() -> None:
    patch = say("codex", "PreToolUse", "Write", {"file_path": "a.py", "content": "x = 1"})
    event = codex.read(patch, "PreToolUse", 1.0, P)
    assert event.tool == "apply_patch" and "*** Add File: a.py" in event.input["input"] and event.permission_mode == "dontAsk"


def test_a_prompt_has_no_tool() -> None:
    event = codex.read(say("codex", "UserPromptSubmit", prompt="go"), "UserPromptSubmit", 1.0, P)
    assert (event.prompt, event.tool, event.input) == ("go", "", {})
    with pytest.raises(ValueError, match="no tool_name"):
        codex.read({**CALL, "tool_name": None}, "PreToolUse", 1.0, P)
