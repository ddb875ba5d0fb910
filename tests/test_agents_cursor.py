"""hooks/_agents/cursor.py: what Cursor sends and takes."""
from __future__ import annotations

from typing import Any

import pytest

from guards import ASK, DENY, PASS, Verdict
from hooks._agents import cursor
from tests.voices import SESSION, P, say

CALL = say("cursor", "PreToolUse", "Write", {"file_path": "a", "content": "x"})


@pytest.mark.parametrize(("event", "verdict", "printed"), [
    ("PreToolUse", Verdict(), {}),
    ("PreToolUse", Verdict(PASS, "a remark"), {}),
    ("PreToolUse", Verdict(ASK, "g: why"), {"permission": "deny", "user_message": "g: why", "agent_message": "g: why"}),
    ("UserPromptSubmit", Verdict(DENY, "done"), {"continue": False, "user_message": "done"}),
    ("PostToolUse", Verdict(updated_output="[token:1a2b]", context="told"), {"additional_context": "told"}),
    ("SessionEnd", Verdict(notice="x"), {}),
])
def test_answers(event: str, verdict: Verdict, printed: dict[str, Any]) -> None:
    assert cursor.write(event, verdict, CALL) == printed


def test_a_call_s_words() -> None:
    event = cursor.read(CALL, "PreToolUse", 1.0, P)
    assert (event.tool, event.input, event.session_id, event.cwd) == ("Write", {"file_path": "a", "content": "x"}, SESSION, P)
    after = cursor.read(say("cursor", "PostToolUse", "Bash", {"command": "ls"}, "a.py"), "PostToolUse", 2.0, P)
    assert "a.py" in str(after.response) and after.call_id
    assert cursor.HIDES is False


def test_a_deletion_and_a_servers_tool() -> None:
    event = cursor.read({**CALL, "tool_name": "Delete", "tool_input": {"path": "a's"}}, "PreToolUse", 1.0, P)
    assert (event.tool, event.input["command"]) == ("Bash", "rm -rf -- 'a'\\''s'")
    assert cursor.read({**CALL, "tool_name": "MCP:get_it"}, "PreToolUse", 1.0, P).tool == "mcp__cursor__get_it"
    below = cursor.read({**CALL, "parent_conversation_id": "boss"}, "PreToolUse", 1.0, P)
    assert (below.session_id, below.agent_id) == ("boss", SESSION)
