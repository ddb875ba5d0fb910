"""hooks/_agents/antigravity.py: what Antigravity sends and takes."""
from __future__ import annotations

from typing import Any

import pytest

from guards import ASK, DENY, PASS, Verdict
from hooks._agents import antigravity
from tests.voices import SESSION, P, say

CALL = say("antigravity", "PreToolUse", "Write", {"file_path": "a", "content": "x"})


@pytest.mark.parametrize(("event", "verdict", "printed"), [
    ("PreToolUse", Verdict(), {"decision": "ask"}),
    ("PreToolUse", Verdict(PASS, "a remark"), {"decision": "ask"}),
    ("PreToolUse", Verdict(ASK, "g: why"), {"decision": "force_ask", "reason": "g: why"}),
    ("PreToolUse", Verdict(DENY, "g: why"), {"decision": "deny", "reason": "g: why"}),
    ("PostToolUse", Verdict(updated_output="[token:1a2b]"), {}),
])
def test_answers(event: str, verdict: Verdict, printed: dict[str, Any]) -> None:
    assert antigravity.write(event, verdict, CALL) == printed


def test_a_call_s_words() -> None:
    event = antigravity.read(CALL, "PreToolUse", 1.0, P)
    assert (event.tool, event.input, event.session_id, event.cwd) == ("Write", {"file_path": "a", "content": "x"}, SESSION, P)
    after = antigravity.read(say("antigravity", "PostToolUse", "Bash", {"command": "ls"}, "a.py"), "PostToolUse", 2.0, P)
    assert "a.py" in str(after.response) and after.call_id
    assert antigravity.HIDES is False


def test_a_servers_tool() -> None:
    event = antigravity.read(say("antigravity", "PreToolUse", "mcp__tracker__get_it", {"id": 1}), "PreToolUse", 1.0, P)
    assert event.tool == "mcp__tracker__get_it"
