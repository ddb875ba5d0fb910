"""hooks/_agents/goose.py: what Goose sends and takes."""
from __future__ import annotations

from typing import Any

import pytest

from guards import ASK, DENY, PASS, Verdict
from hooks._agents import goose
from tests.voices import SESSION, P, say

CALL = say("goose", "PreToolUse", "Write", {"file_path": "a", "content": "x"})


@pytest.mark.parametrize(("event", "verdict", "printed"), [
    ("PreToolUse", Verdict(), {}),
    ("PreToolUse", Verdict(PASS, "a remark", notice="no place for it"), {}),
    ("PreToolUse", Verdict(ASK, "g: why"), {"decision": "block", "reason": "g: why"}),
    ("PreToolUse", Verdict(DENY, "g: why"), {"decision": "block", "reason": "g: why"}),
    ("PostToolUse", Verdict(updated_output="[token:1a2b]", context="unheard"), {}),
])
def test_answers(event: str, verdict: Verdict, printed: dict[str, Any]) -> None:
    assert goose.write(event, verdict, CALL) == printed


def test_a_call_s_words() -> None:
    event = goose.read(CALL, "PreToolUse", 1.0, P)
    assert (event.tool, event.input, event.session_id, event.cwd) == ("Write", {"file_path": "a", "content": "x"}, SESSION, P)
    after = goose.read(say("goose", "PostToolUse", "Bash", {"command": "ls"}, "a.py"), "PostToolUse", 2.0, P)
    assert "a.py" in str(after.response) and after.call_id
    assert goose.HIDES is False


def test_tools() -> None:
    edit = goose.read(say("goose", "PreToolUse", "Edit", {"file_path": "a", "old_string": "x", "new_string": "y"}), "PreToolUse", 1.0, P)
    assert (edit.tool, edit.input) == ("Edit", {"file_path": "a", "old_string": "x", "new_string": "y"})
    assert goose.read(say("goose", "PreToolUse", "mcp__tracker__get_it", {"id": 1}), "PreToolUse", 1.0, P).tool == "mcp__tracker__get_it"
    assert goose.read(say("goose", "UserPromptSubmit", prompt="go"), "UserPromptSubmit", 1.0, P).prompt == "go"
