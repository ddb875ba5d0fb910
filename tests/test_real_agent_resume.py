"""Whose session is it, on the real client: launched from Bash, resumed, forked."""
from __future__ import annotations

import pytest

pytestmark = pytest.mark.real_agent

CHILD = "7d0d7e2a-1111-4c5e-9f7e-000000000001"
STRANGER = "7d0d7e2a-2222-4c5e-9f7e-000000000002"
TAGS = {"mcp__probe__search_email": {"internal_source": True}, "mcp__probe__web_search": {"external": True}}
TOOLS = {"search_email": "the merger closes on Friday", "web_search": "Nothing found.",
         "dispatch_food_truck": {"success": True, "dispatched_session_id": CHILD, "dispatch_id": "d-1"}}


def nested(prompt, *options):
    """A call that starts the client from the client's own shell."""
    return ["Bash", {"command": f"claude -p '{prompt}' {' '.join(options)}"}]


LAUNCH = {"launch": [[nested("(scene child) hello", "--session-id", CHILD)], ["Launched."]],
          "child": [["The child spoke."]],
          "again": [[nested("(scene later) go on", "--resume", CHILD)], ["Resumed."]],
          "later": [["The child spoke again."]]}


def test_a_nested_client_records_its_caller_and_its_caller_may_resume_it(agent):
    agent.install()
    first = agent.run("(scene launch) start one", LAUNCH)
    assert first.results("launch") == [(False, "The child spoke.")]
    rows = [row for row in agent.rows("session_provenance.jsonl") if row["session_id"] == CHILD]
    assert [row["caller_session_id"] for row in rows] == [first.session_id]
    second = agent.run("(scene again) resume it", LAUNCH, "--resume", first.session_id)
    assert second.session_id == first.session_id
    assert second.results("again")[-1] == (False, "The child spoke again.")


def test_a_strangers_session_is_denied_and_the_model_is_told_why(agent):
    agent.install()
    agent.run("(scene launch) start one", LAUNCH)
    other = agent.run("(scene again) resume it", LAUNCH)
    failed, reason = other.results("again")[0]
    assert failed and "resume_ownership: " in reason and "handover" in reason
    assert not other.scene("later")


DISPATCH = {"launch": [[["mcp__probe__dispatch_food_truck", {"recipe": "tacos", "kitchen_id": "k-1"}]], ["Out."]],
            "again": [[["mcp__probe__dispatch_food_truck", {"recipe": "tacos", "resume_session_id": CHILD}]], ["."]],
            "kitchen": [[["mcp__probe__dispatch_food_truck",
                          {"recipe": "tacos", "kitchen_id": "k-1", "resume_session_id": CHILD}]], ["."]],
            "unknown": [[["mcp__probe__dispatch_food_truck", {"recipe": "x", "resume_session_id": STRANGER}]], ["."]]}


def test_a_dispatched_session_is_its_callers_and_its_kitchens(agent):
    """The owner goes on with it, so does who names its kitchen; anybody else is told why not."""
    agent.probe(TOOLS)
    agent.install()
    owner = agent.run("(scene launch) dispatch one", DISPATCH)
    assert not agent.run("(scene again) go on", DISPATCH, "--resume", owner.session_id).results("again")[-1][0]
    stranger = agent.run("(scene again) go on", DISPATCH).results("again")[-1]
    assert stranger[0] and "resume_ownership: " in stranger[1]
    assert not agent.run("(scene kitchen) go on", DISPATCH).results("kitchen")[-1][0]
    assert len(agent.probed()) == 3


TRUCK = {"AUTOSKILLIT_SESSION_TYPE": "orchestrator", "AUTOSKILLIT_HEADLESS": "1", "AUTOSKILLIT_DISPATCH_ID": "d-1",
         "AUTOSKILLIT_CAMPAIGN_ID": "uuid-1"}
FLEET = {"AUTOSKILLIT_SESSION_TYPE": "fleet", "AUTOSKILLIT_HEADLESS": "0"}
CAMPAIGN = {**FLEET, "AUTOSKILLIT_CAMPAIGN_ID": "camp-1"}
FIRST = "7d0d7e2a-3333-4c5e-9f7e-000000000003"


def test_a_killed_orchestrators_child_is_its_campaigns(agent):
    """The MCP server starts the child, and the client is killed before the tool answers: only the start was seen."""
    child = ["claude", "-p", "(scene child) hello", "--session-id", CHILD]
    agent.probe({"dispatch_food_truck": {"run": child, "env": TRUCK, "kill": True}})
    agent.install()
    script = {**DISPATCH, "child": [["The child spoke."]]}
    assert agent.run("(scene launch) dispatch one", script, "--session-id", FIRST, env=CAMPAIGN).code != 0
    [row] = [row for row in agent.rows("session_provenance.jsonl") if row["session_id"] == CHILD]
    assert (row["caller_session_id"], row["kitchen_id"], row["kind"]) == (FIRST, "camp-1", "dispatch")
    agent.options = agent.options[:-2]
    agent.probe(TOOLS)
    stranger = agent.run("(scene again) go on", script, env=FLEET).results("again")[-1]
    assert stranger[0] and "not owned" in stranger[1]
    assert not agent.run("(scene again) go on", script, env=CAMPAIGN).results("again")[-1][0]


def test_an_unknown_id_passes(agent):
    agent.probe(TOOLS)
    agent.install()
    assert not agent.run("(scene unknown) go on", DISPATCH).results("unknown")[0][0]


def test_ones_own_id_and_a_persons_session_are_denied(agent):
    agent.install()
    person = agent.run("(scene child) hello", LAUNCH)
    script = {"other": [[nested("(scene later) x", "--resume", person.session_id)], ["."]],
              "own": [[nested("(scene later) x", "--resume", "$CLAUDE_CODE_SESSION_ID")],
                      [nested("(scene later) x", "--resume", STRANGER)], ["."]], "later": [["Never."]]}
    other = agent.run("(scene other) go on", script)
    assert other.results("other")[0][0] and "resume_ownership: " in other.results("other")[0][1]
    own = agent.run("(scene own) go on", script, "--session-id", STRANGER)
    assert own.results("own")[1][0] and "resume_ownership: " in own.results("own")[1][1]


MAIL = {"mail": [[["mcp__probe__search_email", {"query": "merger"}]], ["Read."]],
        "web": [[["mcp__probe__web_search", {"query": "merger"}]], ["."]]}


def test_a_fork_of_a_contaminated_session_is_contaminated(agent):
    agent.probe(TOOLS)
    agent.install()
    agent.settings(tools=TAGS)
    first = agent.run("(scene mail) read the mail", MAIL)
    fork = agent.run("(scene web) search the web", MAIL, "--resume", first.session_id, "--fork-session")
    assert fork.session_id != first.session_id
    assert fork.results("web")[-1][0] and "contamination: " in fork.results("web")[-1][1]
    fresh = agent.run("(scene web) search the web", MAIL)
    assert fresh.results("web") == [(False, "Nothing found.")]
    lineage = [row for row in agent.rows("session_provenance.jsonl") if row["session_id"] == fork.session_id]
    assert [row["parent_session_id"] for row in lineage] == [first.session_id]
