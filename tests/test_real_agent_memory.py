"""Session memory on the real client: the server is listed and called, the block reaches the model, an audit empties it."""
from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.real_agent

TOOL = "mcp__session_memory__session_memory"
TAGS = {"mcp__*__tool_audit": {"audit": "passed"}}
SCRIPT = {
    "add": [[[TOOL, {"action": "add", "kind": "decision", "content": "Ship on Friday"}]],
            [[TOOL, {"action": "list"}]], [[TOOL, {"action": "guess"}]], ["Noted."]],
    "ask": [["Friday."]],
    "audit": [[["mcp__probe__tool_audit", {}]], [[TOOL, {"action": "list"}]], ["Failed."]],
}


def answers(run, scene):
    """The tool results that are JSON; the client may add words of its own after an error."""
    return [json.JSONDecoder().raw_decode(text)[0] for _, text in run.results(scene) if text.startswith("{")]


def shown(run, scene):
    """The <session_memory> block that the model saw with its newest prompt; "" for none."""
    messages = run.told(scene)
    last = max(at for at, message in enumerate(messages) if f"(scene {scene})" in json.dumps(message))
    text = json.dumps(messages[last:])
    return text.partition("<session_memory")[2].partition("</session_memory>")[0]


def test_the_server_is_used_the_block_reaches_the_model_and_a_failed_audit_empties_it(agent):
    agent.probe({"tool_audit": {"passed": False, "overall": 0.3}})
    agent.install("--memory-server")
    agent.settings(tools=TAGS, memory={"inject_session_memory": True})

    first = agent.run("(scene add) remember it", SCRIPT)
    servers = first.stream("system", subtype="init")[0]["mcp_servers"]
    assert {"name": "session_memory", "status": "connected"}.items() <= next(
        server for server in servers if server["name"] == "session_memory").items()
    added, listed, guessed = answers(first, "add")
    assert added["ok"] and [row["content"] for row in listed["rows"]] == ["Ship on Friday"]
    assert guessed["error_code"] == "SESSION_MEMORY_BAD_ACTION"
    assert not shown(first, "add")
    assert [row["content"] for row in agent.rows(f"memory/{first.session_id}.jsonl")] == ["Ship on Friday"]

    second = agent.run("(scene ask) when do we ship?", SCRIPT, "--resume", first.session_id)
    assert "Ship on Friday" in shown(second, "ask")

    third = agent.run("(scene audit) audit it", SCRIPT, "--resume", first.session_id)
    assert "session_memory_marked_stale: 1" in json.dumps(third.told("audit"))
    assert answers(third, "audit")[-1]["rows"] == []

    fourth = agent.run("(scene ask) when do we ship?", SCRIPT, "--resume", first.session_id)
    assert not shown(fourth, "ask")
    rows = agent.rows(f"context/{first.session_id}.jsonl")
    assert [row["event"] for row in rows].count("session_memory_stale") == 1
