"""The real client as a person sits before it: a day is silent on the screen, a denied resume is read there."""

from __future__ import annotations

import json
import os

import pytest

from tests.real_agent.client import PROGRAM, Agent
from tests.real_agent.terminal import STARTED, Terminal, squeeze
from tests.test_real_agent import ANSWER, DISPATCH, TRUCK, agent, check_day, list_day  # noqa: F401

pytestmark = [pytest.mark.real_agent, pytest.mark.terminal]
if os.environ.get("GUARDS_REQUIRE_AGENT") != "1":
    pytest.importorskip("pyte")

OURS = ("autoskillit", "hook error", "hook warning", "blocked by hook", "guards", "could not")


def find_session(agent: Agent) -> str:  # noqa: F811
    ledgers = agent.project.glob(".autoskillit/temp/context/*.jsonl")
    return max(ledgers, key=lambda path: path.stat().st_mtime).stem


def test_a_day_of_forty_calls_is_silent(agent: Agent) -> None:  # noqa: F811
    with Terminal(agent, {"main": list_day(agent.project)}) as seen:
        seen.type_line("(scene main) write the five parts")
        seen.wait("All done.", seconds=180)
        assert [word for word in OURS if squeeze(word) in seen.ever] == []
    check_day(agent.read_ledger(find_session(agent)))
    assert agent.run_ctl("verify").returncode == 0


def test_a_denied_resume_is_read_on_the_screen(agent: Agent) -> None:  # noqa: F811
    first = agent.run("(scene main) hello", {"main": [["Hello."]]}).session
    command = f"{PROGRAM.name} --resume {first} -p 'do the rest'"
    script = {"main": [[["Bash", {"command": command}]], ["As you say."]]}
    with Terminal(agent, script) as seen:
        seen.type_line("(scene main) see")
        seen.wait("As you say.")
        assert squeeze("was started by you, not by this session") in seen.ever
        for word in ("kitchen", "food truck", "layer 3"):
            assert squeeze(word) not in seen.ever


def test_after_clear_the_new_session_goes_on_owning(agent: Agent) -> None:  # noqa: F811
    nested = f"{PROGRAM.name} -p '(scene child) hi' --output-format json"
    script = {"main": [[["Bash", {"command": nested}]], ["Sent."]], "child": [["Hi."]]}
    with Terminal(agent, script) as seen:
        seen.type_line("(scene main) start one")
        seen.wait("Sent.")
        old = find_session(agent)
        seen.type_line("/clear")
        seen.wait(*STARTED)
        seen.type_line("(scene none) anything")
        seen.wait("The end.")
    rows = {row["kind"]: row for row in agent.read_rows("launches.jsonl")}
    assert rows["clear"]["parent_session_id"] == rows["nested"]["caller_session_id"]
    assert old in (rows["nested"]["caller_session_id"], rows["nested"]["session_id"])
    [state] = agent.project.glob(f".autoskillit/temp/context/{rows['clear']['session_id']}.values")
    assert json.dumps(rows["clear"]["parent_session_id"]) in state.read_text()


def test_a_fork_and_its_subagent_go_on_silently(agent: Agent) -> None:  # noqa: F811
    agent.add_kitchen(ANSWER)
    again = {"recipe": "build", "resume_session_id": TRUCK}
    task = {"description": "look", "prompt": "(scene sub) look", "subagent_type": "general-purpose"}
    script = {
        "new": [[[DISPATCH, {"recipe": "build"}]], ["Sent."]],
        "old": [[[DISPATCH, again]], [["Agent", task]], ["Both are done."]],
        "sub": [[["Bash", {"command": "ls"}]], ["Seen."]],
    }
    parent = agent.run("(scene new) send a truck", script).session
    with Terminal(agent, script, "--resume", parent, "--fork-session") as seen:
        seen.type_line("(scene old) send it on and look")
        seen.wait("Both are done.", seconds=120)
        assert [word for word in OURS if squeeze(word) in seen.ever] == []
    [row] = [row for row in agent.read_rows("launches.jsonl") if row["kind"] == "fork"]
    assert row["parent_session_id"] == parent
    rows = agent.read_ledger(row["session_id"])
    assert {one["decision"] for one in rows} == {"pass"}
    assert len({one["agent_id"] for one in rows if "agent_id" in one}) == 1
