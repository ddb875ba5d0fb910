"""A hook that cannot answer, on the real client: it lets the call through, and with --strict it blocks.

The client honours onFailure from 2.1.295 on; an older one (2.1.197 was tried) lets all of these through.
"""
from __future__ import annotations

import json
import re
import shutil

import pytest

pytestmark = pytest.mark.real_agent

SCRIPT = {"main": [[["Bash", {"command": "touch made"}]], ["Done."]]}
# What befalls the script of PreToolUse.
KILLED = "import os\nos.kill(os.getpid(), 9)\n"
HANGING = "import time\ntime.sleep(60)\n"
CRASHING = "import nothing_of_this_name\n"
BROKEN = {"killed": KILLED, "hanging": HANGING, "crashing": CRASHING, "missing": None}


def break_it(agent, how):
    """Puts the fault in the place of the installed PreToolUse script; a hanging one is given a second."""
    script = agent.project / ".autoskillit" / "bundle" / "hooks" / "pre_tool_use.py"
    if BROKEN[how] is None:
        script.unlink()
    else:
        script.write_text(BROKEN[how])
    settings = agent.project / ".claude" / "settings.json"
    text = settings.read_text()
    entry = text.index('"pre_tool_use"')
    settings.write_text(text[:entry] + re.sub(r'"timeout": \d+', '"timeout": 1', text[entry:], count=1))


@pytest.mark.parametrize("how", BROKEN)
def test_a_hook_that_cannot_answer_lets_the_call_through(agent, how):
    agent.install("--vendor")
    break_it(agent, how)
    run = agent.run("(scene main) make it", SCRIPT)
    assert not run.results("main")[0][0]
    assert (agent.project / "made").exists()


@pytest.mark.parametrize("how", BROKEN)
def test_in_strict_mode_it_blocks_and_the_model_is_told(agent, how):
    agent.install("--vendor", "--strict")
    break_it(agent, how)
    run = agent.run("(scene main) make it", SCRIPT)
    failed, told = run.results("main")[0]
    assert failed and "onFailure" in told
    assert not (agent.project / "made").exists()


def test_in_strict_mode_what_is_whole_is_silent(agent):
    agent.install("--vendor", "--strict")
    run = agent.run("(scene main) make it", SCRIPT)
    assert not run.results("main")[0][0]
    assert (agent.project / "made").exists()


def spoil(agent):
    """A file where the ledgers' folder should be."""
    ledgers = agent.project / ".autoskillit" / "temp" / "context"
    shutil.rmtree(ledgers, ignore_errors=True)
    ledgers.parent.mkdir(exist_ok=True)
    ledgers.write_text("")


def test_a_store_that_cannot_be_used_is_told_to_the_person(agent):
    agent.install("--vendor")
    spoil(agent)
    run = agent.run("(scene main) make it", SCRIPT)
    assert not run.results("main")[0][0]
    assert "have no opinion" in "".join(row["stdout"] for row in run.stream("system", subtype="hook_response"))
    assert "have no opinion" not in json.dumps(run.told("main"))


def test_in_strict_mode_a_store_that_cannot_be_used_denies(agent):
    agent.install("--vendor", "--strict")
    spoil(agent)
    run = agent.run("(scene main) make it", SCRIPT)
    failed, told = run.results("main")[0]
    assert failed and "strict: " in told
    assert not (agent.project / "made").exists()
