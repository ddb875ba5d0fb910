"""One live owner, on the real client: a second process that goes on with a session is asked before it acts."""
from __future__ import annotations

import threading
import time

import pytest

pytestmark = pytest.mark.real_agent

SCRIPT = {"first": [["Hello."]],
          "slow": [[["Bash", {"command": "sleep 7; echo slept"}]], [["Bash", {"command": "echo still here"}]], ["Done."]],
          "act": [[["Bash", {"command": "echo one"}]], [["Bash", {"command": "echo two"}]], ["Done."]]}


def test_the_later_of_two_processes_in_one_session_is_asked_once(agent):
    agent.install()
    session = agent.run("(scene first) hello", SCRIPT).session_id
    runs = {}

    def go_on(scene):
        runs[scene] = agent.run(f"(scene {scene}) go", SCRIPT, "--resume", session)

    first = threading.Thread(target=go_on, args=("slow",))
    first.start()
    time.sleep(3)
    go_on("act")
    first.join()
    assert [failed for failed, _ in runs["act"].results("act")[-2:]] == [True, False]
    assert "this session is open in another process too" in runs["act"].results("act")[-2][1]
    assert [failed for failed, _ in runs["slow"].results("slow")[-2:]] == [False, False]


def test_one_process_after_the_other_hears_nothing(agent):
    agent.install()
    session = agent.run("(scene first) hello", SCRIPT).session_id
    for _ in range(2):
        run = agent.run("(scene act) go", SCRIPT, "--resume", session)
        assert [failed for failed, _ in run.results("act")[-2:]] == [False, False]
