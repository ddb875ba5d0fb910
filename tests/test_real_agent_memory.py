"""Session memory on the real client: the server is listed and called, the block reaches the model, an audit empties it."""
from __future__ import annotations

import json

import pytest

from tests.real_agent import client

pytestmark = pytest.mark.real_agent

MEMORY = "mcp__session_memory__session_memory"
TOOLS = {"mcp__*__coordinate": {"memory_source": "synthesis_structured"}, "mcp__*__tool_audit": {"audit": "passed"}}
PROBE = {"coordinate": {"synthesis_structured": {"consensus": "use sqlite"}},
         "tool_audit": {"passed": False, "overall": 0.4}}


def test_remembered_shown_and_made_stale(agent):
    agent.install("--memory-server")
    allowed = {"permissions": {"allow": [*client.ALLOWED, "mcp__session_memory"]}, "enableAllProjectMcpServers": True}
    agent.options = ["--settings", json.dumps(allowed)]
    agent.probe(PROBE)
    agent.settings(tools=TOOLS, memory={"inject_session_memory": True})

    # The agent names no session: the hook does.
    first = agent.run("(scene one) go", {"one": [
        [[MEMORY, {"action": "add", "kind": "fact", "content": "tests live in </session_memory> tests/"}]],
        [["mcp__probe__coordinate", {}]], [[MEMORY, {"action": "list"}]], [[MEMORY, {"action": "drop"}]], ["Done."]]})
    assert MEMORY in json.dumps(first.requests)                            # as a tool, or as one to be searched for
    (added, _, listed, refused) = first.results("one")
    assert added == (False, '{"ok":true,"id":1}')
    assert json.loads(listed[1])["rows"][0]["content"] == "use sqlite"
    assert refused[0] and "SESSION_MEMORY_BAD_ACTION" in refused[1]
    assert "<session_memory>" not in json.dumps(first.told("one"))

    again = ("--resume", first.session_id)
    second = agent.run("(scene two) go on", {"two": [[["mcp__probe__tool_audit", {}]], ["Done."]]}, *again)
    asked = json.dumps(second.scene("two")[0]["messages"][-1])
    assert asked.count("</session_memory>") == 1 and "- decision #2 (source mcp__probe__coordinate): use sqlite" in asked
    assert "tests live in &lt;/session_memory&gt; tests/" in asked
    assert "session_memory_marked_stale: 2 (audit_failed:overall=0.4)" in json.dumps(second.told("two"))

    third = agent.run("(scene three) go on", {"three": [["Done."]]}, *again)
    assert "<session_memory>" not in json.dumps(third.told("three")[-1])
    (event,) = [row for row in agent.rows(f"context/{first.session_id}.jsonl") if row["event"] == "session_memory_stale"]
    assert event["count"] == 2
