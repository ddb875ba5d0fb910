"""Wherever it is installed, the real client runs it: a person's settings, a linked checkout, a teammate's clone."""
from __future__ import annotations

import shutil
import subprocess

import pytest

pytestmark = pytest.mark.real_agent

TOOLS = {"search_email": "the merger closes on Friday", "web_search": "Nothing found."}
TAGS = {"mcp__probe__search_email": {"internal_source": True}, "mcp__probe__web_search": {"external": True}}
STORY = {"main": [[["mcp__probe__search_email", {}]], [["mcp__probe__web_search", {}]], ["Done."]]}


def denied(agent):
    """Whether the story's search was stopped by us."""
    run = agent.run("(scene main) find the mail", STORY)
    failed, told = run.results("main")[1]
    return failed and "contamination: " in told


@pytest.mark.parametrize("options", [["--scope", "local"], ["--scope", "user"], ["--link"]], ids=" ".join)
def test_a_scope(agent, options):
    agent.probe(TOOLS)
    agent.install(*options)
    agent.settings(tools=TAGS)
    assert denied(agent)
    agent.install("--check", *options)


def test_a_teammates_clone(agent):
    """What was committed guards a clone in another place, without an installer's run there."""
    agent.probe(TOOLS)
    agent.install()
    agent.settings(tools=TAGS)
    agent.git("add", ".")
    agent.git("commit", "-q", "-m", "guard")
    clone = agent.root / "elsewhere" / "clone"
    subprocess.run(["git", "clone", "-q", str(agent.project), str(clone)], check=True)
    shutil.rmtree(agent.project)
    agent.project = clone
    assert denied(agent)
    assert agent.rows("session_provenance.jsonl") == []


def test_taken_out_again(agent):
    agent.probe(TOOLS)
    agent.install()
    agent.settings(tools=TAGS)
    agent.install("--uninstall")
    assert not denied(agent)
