"""The real client without a terminal: a day's work, who may resume whom, what is recorded of forks and subagents."""

from __future__ import annotations

import json
import statistics
from pathlib import Path

import pytest

from tests.real_agent.client import PROGRAM, Agent, require_client
from tests.test_stores_faults import check_beginning

pytestmark = pytest.mark.real_agent
DISPATCH = "mcp__kitchen__dispatch_food_truck"
TRUCK = "7ac1d0de-0000-4000-8000-00000000abcd"
ANSWER = {"success": True, "dispatch_id": "d-1", "dispatched_session_id": TRUCK}


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    require_client()
    return Agent(tmp_path)


def list_day(project: Path) -> list[list]:
    """Forty ordinary calls, one a turn."""
    turns: list[list] = []
    for number in range(5):
        path = str(project / f"part{number}.py")
        text = f"def part():\n    return {number}\n"
        turns += [
            [["Bash", {"command": "ls -la && git status --short"}]],
            [["Write", {"file_path": path, "content": text}]],
            [["Read", {"file_path": path}]],
            [["Edit", {"file_path": path, "old_string": "part()", "new_string": "run_part()"}]],
            [["Bash", {"command": f"python3 -c 'import part{number}; print(1)'"}]],
            [["Bash", {"command": f"grep -n run_part part{number}.py | head -3"}]],
            [["Bash", {"command": f"git add part{number}.py"}]],
            [
                [
                    "Bash",
                    {
                        "command": f"git -c user.name=D -c user.email=d@e commit -qm 'Add part {number}'"
                    },
                ]
            ],
        ]
    return [*turns, ["All done."]]


def check_day(rows: list[dict]) -> None:
    """Each call stands on two rows, nothing was asked, nothing failed, and people read the first 160 characters."""
    calls = [row for row in rows if row["event"] == "PreToolUse"]
    results = [row for row in rows if row["event"] in ("PostToolUse", "PostToolUseFailure")]
    assert (len(calls), len(results)) == (40, 40)
    assert {row["action_id"] for row in calls} == {row["action_id"] for row in results}
    assert [row for row in rows if row["decision"] != "pass" or row.get("errors")] == []
    lines = [json.dumps(row, separators=(",", ":"), ensure_ascii=False) for row in rows]
    assert statistics.median(map(len, lines)) <= 600
    for line in lines:
        check_beginning(line)


def test_a_day_of_forty_calls(agent: Agent) -> None:
    run = agent.run("(scene main) write the five parts", {"main": list_day(agent.project)})
    assert run.code == 0 and run.list_hook_faults() == []
    check_day(agent.read_ledger(run.session))
    assert agent.run_ctl("verify").returncode == 0
    assert len(agent.run_ctl("tail", "-n", "20").stdout.splitlines()) == 20
    assert [row["session_id"] for row in agent.read_rows("sessions.jsonl")] == [run.session]


def test_a_resume_of_a_persons_session_is_denied(agent: Agent) -> None:
    first = agent.run("(scene main) hello", {"main": [["Hello."]]}).session
    command = f"{PROGRAM.name} --resume {first} -p 'do the rest'"
    run = agent.run(
        "(scene main) see", {"main": [[["Bash", {"command": command}]], ["As you say."]]}
    )
    [result] = run.list_results("main")
    assert "was started by you, not by this session" in result
    for word in ("kitchen", "truck", "layer"):
        assert word not in result
    [denied] = [row for row in agent.read_ledger(run.session) if row["decision"] == "deny"]
    assert (denied["rule"], denied["tool"]) == ("resume.layer", "Bash")


def test_whose_truck_it_is(agent: Agent) -> None:
    calls = agent.add_kitchen(ANSWER)
    fresh, again = {"recipe": "build"}, {"recipe": "build", "resume_session_id": TRUCK}
    script = {"new": [[[DISPATCH, fresh]], ["Sent."]], "old": [[[DISPATCH, again]], ["Sent."]]}
    kitchen = {"AUTOSKILLIT_CAMPAIGN_ID": "camp-1"}
    owner = agent.run("(scene new) send a truck", script, **kitchen)
    rows = agent.read_rows("camp-1/session_provenance.jsonl")
    assert [(row["session_id"], row["caller_session_id"]) for row in rows] == [
        (TRUCK, owner.session)
    ]
    assert [row["recipe_name"] for row in rows] == ["build"]
    stranger = agent.run("(scene old) send it on", script)
    [result] = stranger.list_results("old")
    assert "not owned by this session" in result and owner.session[:8] in result
    assert len(calls.read_text().splitlines()) == 1, "a denied call arrived"
    successor = agent.run("(scene old) send it on", script, **kitchen)
    assert len(calls.read_text().splitlines()) == 2, successor.list_results("old")
    assert "dispatched_session_id" in successor.list_results("old")[0]


def test_a_fork_is_its_parents(agent: Agent) -> None:
    agent.add_kitchen(ANSWER)
    again = {"recipe": "build", "resume_session_id": TRUCK}
    script = {
        "new": [[[DISPATCH, {"recipe": "build"}]], ["Sent."]],
        "old": [[[DISPATCH, again]], ["Sent."]],
    }
    parent = agent.run("(scene new) send a truck", script).session
    fork = agent.run("(scene old) send it on", script, "--resume", parent, "--fork-session")
    assert fork.session != parent
    [row] = [row for row in agent.read_rows("session_provenance.jsonl") if row["kind"] == "fork"]
    assert (row["session_id"], row["parent_session_id"]) == (fork.session, parent)
    assert {row["decision"] for row in agent.read_ledger(fork.session)} == {"pass"}


def test_a_subagent_and_a_nested_client_are_their_callers(agent: Agent) -> None:
    task = {"description": "look", "prompt": "(scene sub) look", "subagent_type": "general-purpose"}
    nested = f"{PROGRAM.name} -p '(scene child) hi'"
    script = {
        "main": [[["Agent", task]], [["Bash", {"command": nested}]], ["Done."]],
        "sub": [[["Bash", {"command": "ls"}]], ["Seen."]],
        "child": [["Hi."]],
    }
    run = agent.run("(scene main) go", script)
    rows = agent.read_rows("session_provenance.jsonl")
    assert [(row["kind"], row["caller_session_id"]) for row in rows] == [("nested", run.session)]
    inner = [row for row in agent.read_ledger(run.session) if row.get("agent_id")]
    assert len({row["agent_id"] for row in inner}) == 1, "a subagent's calls stand in its session"
    assert f"launched by {run.session}" in agent.run_ctl("status").stdout


def test_a_session_that_an_mcp_server_starts_is_dispatched(agent: Agent) -> None:
    command = [str(PROGRAM), "-p", "(scene child) hi", "--output-format", "json"]
    agent.add_kitchen(
        {"run": command, "env": {"AUTOSKILLIT_HEADLESS": "1", "AUTOSKILLIT_SESSION_TYPE": "skill"}}
    )
    script = {"new": [[[DISPATCH, {"recipe": "build"}]], ["Sent."]], "child": [["Hi."]]}
    run = agent.run("(scene new) send a truck", script)
    rows = [row for row in agent.read_rows("launches.jsonl") if row["kind"] == "dispatch"]
    assert {row["caller_session_id"] for row in rows} == {run.session}
    assert rows[0]["session_type"] == "skill", "recorded as it started, before the tool answered"


def test_a_session_that_is_open_elsewhere_is_not_resumed(agent: Agent) -> None:
    child = "0b5e0001-0000-4000-8000-00000000abcd"
    nested = f"{PROGRAM.name} -p '(scene child) hi' --session-id {child} --allowedTools Bash"
    again = f"{PROGRAM.name} --resume {child} -p '(scene more) go on'"
    wait = "until [ -f {} ]; do sleep 0.1; done"
    turns = [
        f"({nested} > /dev/null 2>&1; touch ended) > /dev/null 2>&1 & {wait.format('up')}",
        again,
        f"touch leave; {wait.format('ended')}",
        again,
    ]
    script = {
        "main": [*([["Bash", {"command": one}]] for one in turns), ["Done."]],
        "child": [[["Bash", {"command": f"touch up; {wait.format('leave')}"}]], ["Bye."]],
        "more": [["Here I am again."]],
    }
    run = agent.run("(scene main) start one and ask it later", script)
    _, refused, _, resumed = run.list_results("main")
    assert "is open in process" in refused and "Here I am again" in resumed
    [row] = [row for row in agent.read_ledger(run.session) if row["decision"] != "pass"]
    assert row["rule"] == "resume.still-open"
