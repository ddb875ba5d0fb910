"""hooks/_agents/opencode.py: what our bridge plugin sends and takes."""
from __future__ import annotations

from typing import Any

import pytest

from guards import ASK, DENY, PASS, Verdict
from hooks._agents import opencode
from tests.voices import SESSION, P, say

CALL = say("opencode", "PreToolUse", "Write", {"file_path": "a", "content": "x"})


@pytest.mark.parametrize(("event", "verdict", "printed"), [
    ("PreToolUse", Verdict(), {}), ("PreToolUse", Verdict(PASS, "a remark"), {}), ("SessionEnd", Verdict(notice="x"), {}),
    ("PreToolUse", Verdict(ASK, "g: why"), {"deny": "g: why"}),
    ("PreToolUse", Verdict(DENY, "g: why", notice="look"), {"say": "look", "deny": "g: why"}),
    ("PreToolUse", Verdict(updated_input={"file_path": "a", "content": "y"}), {"args": {"filePath": "a", "content": "y"}}),
    ("PostToolUse", Verdict(updated_output="[token:1a2b]", context="masked"), {"output": "[token:1a2b]", "context": "masked"}),
])
def test_answers(event: str, verdict: Verdict, printed: dict[str, Any]) -> None:
    assert opencode.write(event, verdict, CALL) == printed


def test_a_subagent_is_a_part_of_its_parents_session() -> None:
    event = opencode.read({**CALL, "parentID": "boss"}, "PreToolUse", 1.0, P)
    assert (event.session_id, event.agent_id) == ("boss", SESSION)
    assert opencode.read(CALL, "PreToolUse", 1.0, P).agent_id == ""


def test_tools() -> None:
    server = opencode.read(say("opencode", "PreToolUse", "mcp__probe__get_it", {"path": "x"}), "PreToolUse", 1.0, P)
    assert (server.tool, server.input) == ("mcp__probe__get_it", {"path": "x"})
    patch = opencode.read({**CALL, "tool": "apply_patch", "args": {"patchText": "*** Begin Patch"}}, "PreToolUse", 1.0, P)
    assert (patch.tool, patch.input) == ("apply_patch", {"input": "*** Begin Patch"})
    assert opencode.read({**CALL, "tool": "plan_enter"}, "PreToolUse", 1.0, P).tool == "plan_enter"
