"""hooks/_agents/vscode.py: what VS Code sends and takes."""
from __future__ import annotations

from typing import Any

import pytest

from guards import ASK, DENY, PASS, Verdict
from hooks._agents import vscode
from tests.voices import SESSION, P, say

CALL = say("vscode", "PreToolUse", "Write", {"file_path": "a", "content": "x"})


@pytest.mark.parametrize(("event", "verdict", "printed"), [
    ("PreToolUse", Verdict(), {}),
    ("PreToolUse", Verdict(PASS, "a remark"), {}),
    ("PreToolUse", Verdict(ASK, "g: why"), {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "ask", "permissionDecisionReason": "g: why"}}),
    ("PreToolUse", Verdict(DENY, "g: why"), {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "g: why"}}),
    ("PreToolUse", Verdict(updated_input={"file_path": "a", "content": "y"}), {"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": {"filePath": "a", "content": "y"}}}),
    ("PostToolUse", Verdict(updated_output="[token:1a2b]"), {}),
])
def test_answers(event: str, verdict: Verdict, printed: dict[str, Any]) -> None:
    assert vscode.write(event, verdict, CALL) == printed


def test_a_call_s_words() -> None:
    event = vscode.read(CALL, "PreToolUse", 1.0, P)
    assert (event.tool, event.input, event.session_id, event.cwd) == ("Write", {"file_path": "a", "content": "x"}, SESSION, P)
    after = vscode.read(say("vscode", "PostToolUse", "Bash", {"command": "ls"}, "a.py"), "PostToolUse", 2.0, P)
    assert "a.py" in str(after.response) and after.call_id
    assert vscode.HIDES is False


def test_a_new_session_begins() -> None:
    assert vscode.read(say("vscode", "SessionStart", source="new"), "SessionStart", 1.0, P).source == "startup"
