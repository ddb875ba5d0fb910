"""hooks/_agents/kimi.py: what Kimi Code sends and takes."""
from __future__ import annotations

from typing import Any

import pytest

from guards import ASK, DENY, PASS, Verdict
from hooks._agents import kimi
from tests.voices import SESSION, P, say

CALL = say("kimi", "PreToolUse", "Write", {"file_path": "a", "content": "x"})


@pytest.mark.parametrize(("event", "verdict", "printed"), [
    ("PreToolUse", Verdict(), {}),
    ("PreToolUse", Verdict(PASS, "a remark"), {}),
    ("PreToolUse", Verdict(ASK, "g: why"), {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "g: why"}}),
    ("PreToolUse", Verdict(DENY, "g: why"), {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "g: why"}}),
    ("UserPromptSubmit", Verdict(context="now holds"), {"message": "now holds"}),
    ("PostToolUse", Verdict(updated_output="[token:1a2b]", context="unheard"), {}),
])
def test_answers(event: str, verdict: Verdict, printed: dict[str, Any]) -> None:
    assert kimi.write(event, verdict, CALL) == printed


def test_a_call_s_words() -> None:
    event = kimi.read(CALL, "PreToolUse", 1.0, P)
    assert (event.tool, event.input, event.session_id, event.cwd) == ("Write", {"file_path": "a", "content": "x"}, SESSION, P)
    after = kimi.read(say("kimi", "PostToolUse", "Bash", {"command": "ls"}, "a.py"), "PostToolUse", 2.0, P)
    assert "a.py" in str(after.response) and after.call_id
    assert kimi.HIDES is False


def test_a_prompt_of_blocks_and_a_failure() -> None:
    assert kimi.read(say("kimi", "UserPromptSubmit", prompt="go"), "UserPromptSubmit", 1.0, P).prompt == "go"
    failed = {**CALL, "hook_event_name": "PostToolUseFailure", "error": {"code": "internal", "message": "exit 3"}}
    assert kimi.read(failed, "PostToolUseFailure", 1.0, P).error == "exit 3"
