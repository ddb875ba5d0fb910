"""hooks/_agents/copilot.py: what GitHub Copilot CLI sends and takes."""
from __future__ import annotations

import json
from typing import Any

import pytest

from guards import ASK, DENY, PASS, Verdict
from hooks._agents import copilot
from tests.voices import SESSION, P, say

CALL = say("copilot", "PreToolUse", "Write", {"file_path": "a", "content": "x"})


@pytest.mark.parametrize(("event", "verdict", "printed"), [
    ("PreToolUse", Verdict(), {}), ("PreToolUse", Verdict(PASS, "a remark", context="not heard here"), {}),
    ("PreToolUse", Verdict(ASK, "g: why"), {"permissionDecision": "ask", "permissionDecisionReason": "g: why"}),
    ("PreToolUse", Verdict(DENY, "g: why", updated_input={"a": 1}), {"permissionDecision": "deny", "permissionDecisionReason": "g: why"}),
    ("PreToolUse", Verdict(updated_input={"file_path": "a", "content": "y"}), {"modifiedArgs": {"path": "a", "file_text": "y"}}),
    ("PostToolUse", Verdict(updated_output="[token:1a2b]", context="masked"), {
        "modifiedResult": {"resultType": "success", "textResultForLlm": "[token:1a2b]"}, "additionalContext": "masked"}),
    ("UserPromptSubmit", Verdict(DENY, "done"), {"decision": "block", "reason": "done"}), ("SessionEnd", Verdict(notice="x"), {}),
])
def test_answers(event: str, verdict: Verdict, printed: dict[str, Any]) -> None:
    assert copilot.write(event, verdict, CALL) == printed


def test_a_call_s_words() -> None:
    event = copilot.read(CALL, "PreToolUse", 1.0, P)
    assert (event.tool, event.input, event.session_id) == ("Write", {"file_path": "a", "content": "x"}, SESSION)
    again = copilot.read({**CALL, "toolArgs": json.dumps(CALL["toolArgs"])}, "PostToolUse", 2.0, P)
    assert (again.input, again.call_id) == (event.input, event.call_id) and event.call_id


def test_a_servers_tool_and_a_subagent() -> None:
    server = say("copilot", "PreToolUse", "mcp__probe__get_it", {"cmd": "x"}, agentId="a1", agentType="task", parentAgentId="boss")
    event = copilot.read(server, "PreToolUse", 1.0, P)
    assert (event.tool, event.input) == ("mcp__probe__get_it", {"cmd": "x"})
    assert (event.session_id, event.agent_id, event.agent_type) == ("boss", "a1", "task")


def test_a_new_session_begins() -> None:
    assert copilot.read(say("copilot", "SessionStart", source="new"), "SessionStart", 1.0, P).source == "startup"
