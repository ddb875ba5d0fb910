"""hooks/_agents/qwen.py: what Qwen Code sends and takes."""
from __future__ import annotations

from typing import Any

import pytest

from guards import ASK, DENY, PASS, Verdict
from hooks._agents import qwen
from tests.voices import P, say

CALL = say("qwen", "PreToolUse", "Edit", {"file_path": "a", "old_string": "x", "new_string": "y"})


def decided(decision: str, reason: str) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": decision, "permissionDecisionReason": reason}}


@pytest.mark.parametrize(("event", "verdict", "printed"), [
    ("PreToolUse", Verdict(), {}), ("PreToolUse", Verdict(PASS, "a remark"), {}), ("SessionEnd", Verdict(notice="x"), {}),
    ("PreToolUse", Verdict(ASK, "g: why"), decided("ask", "g: why")), ("PreToolUse", Verdict(DENY, "g: why"), decided("deny", "g: why")),
    ("PostToolUse", Verdict(updated_output="[token:1a2b]"), {}),
])
def test_answers(event: str, verdict: Verdict, printed: dict[str, Any]) -> None:
    assert qwen.write(event, verdict, CALL) == printed


def test_what_would_run_changed_is_denied() -> None:
    changed = {"file_path": "a", "old_string": "x", "new_string": "[token:1a2b]"}
    said: Any = qwen.write("PreToolUse", Verdict(updated_input=changed), CALL)
    assert said["hookSpecificOutput"]["permissionDecision"] == "deny" and "updatedInput" not in str(said)


def test_what_it_cannot_hide_counts_as_seen() -> None:
    assert qwen.HIDES is False


def test_a_call_s_words() -> None:
    event = qwen.read({**CALL, "permission_mode": "yolo"}, "PreToolUse", 1.0, P)
    assert (event.tool, event.permission_mode, event.call_id) == ("Edit", "bypassPermissions", "c1")
    newer = {**CALL, "tool_call_id": "c9"}
    del newer["tool_use_id"]
    assert qwen.read(newer, "PreToolUse", 1.0, P).call_id == "c9"
    after = qwen.read(say("qwen", "PostToolUse", "Bash", {"command": "ls"}, "a.py"), "PostToolUse", 2.0, P)
    assert after.response == "a.py"
