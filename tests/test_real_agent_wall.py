"""The stage itself: the client plays its scene behind the wall, and what it was told is seen."""
from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.real_agent


def test_the_client_plays_a_scene_and_calls_a_probe(agent):
    agent.probe({"echo": "hello"})
    run = agent.run("(scene main) go", {"main": [
        [["Bash", {"command": "cat notes.txt"}], ["mcp__probe__echo", {"text": "x"}]], ["Done."]]})
    assert (run.code, run.err) == (0, "")
    assert run.results("main") == [(False, "alpha\nbeta"), (False, "hello")]
    assert agent.probed() == [["echo", {"text": "x"}]]
    assert run.stream("result")[-1]["result"] == "Done."


def test_there_is_no_way_out_of_the_wall(agent):
    run = agent.run("(scene main) go", {"main": [[["Bash", {"command": "tail -n +3 /proc/net/dev | cut -d: -f1"}]]]})
    assert run.results("main") == [(False, "    lo")]


def test_equal_sessions_are_told_the_same(agent):
    """The ground of every "nothing was added": two runs without guards do not differ by a byte."""
    script = {"main": [[["Bash", {"command": "cat notes.txt"}]], ["Done."]]}
    first, second = (agent.run_afresh("(scene main) go", script) for _ in range(2))
    assert json.dumps(first.told("main")) == json.dumps(second.told("main"))
