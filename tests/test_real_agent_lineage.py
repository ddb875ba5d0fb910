"""Who launched whom, on the real client: a subagent, its own subagent, and what follows a `/clear`."""
from __future__ import annotations

import pytest

pytestmark = pytest.mark.real_agent


def launch(scene, kind):
    return ["Agent", {"description": "work", "prompt": f"(scene {scene}) do it", "subagent_type": kind}]


SCRIPT = {"main": [[launch("child", "general-purpose")], [["Bash", {"command": "sleep 2"}]], ["Done."]],
          "child": [[launch("grandchild", "Explore")], [["Bash", {"command": "sleep 1"}]], ["Done."]],
          "grandchild": [["Done."]]}


def test_subagents_and_clear(agent):
    agent.install()
    session = agent.run("(scene main) go", SCRIPT).session_id
    # A start and the call's answer that come at once both write the row of a subagent; rows of one id count as one.
    child, grandchild = {row["session_id"]: row for row in agent.rows("session_provenance.jsonl")}.values()
    assert child["caller_session_id"] == grandchild["caller_session_id"] == session
    assert (child.get("parent_agent_id"), grandchild["parent_agent_id"]) == (None, child["session_id"])
    cleared = agent.run("/clear", SCRIPT, "--resume", session).session_id
    row = agent.rows("session_provenance.jsonl")[-1]
    assert (row["session_id"], row["parent_session_id"], row["kind"]) == (cleared, session, "clear")
    assert [row["session_id"] for row in agent.rows("sessions.jsonl")] == [session, session, cleared]
