"""hooks/_ctl/memory.py: the person's verbs."""

from __future__ import annotations

import json
import os
import sys

import pytest

from tests import warm
from tests.scripts import Scripts

from .conftest import ROOT


@pytest.fixture
def ctl(project):
    Scripts(project).fire("SessionStart", session_id="s")

    def run(*words, stdin="", **env):
        return warm.run(
            [sys.executable, str(ROOT / "hooks/guardctl.py"), "--project", str(project), "memory", *words],
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
            env={"PATH": os.environ["PATH"], "HOME": str(project.parent), "LANG": "C.UTF-8", **env},
        )

    return run


def test_verbs(ctl):
    assert ctl("add", "ship it", "--session", "s", "--kind", "decision", "--confidence", "0.5").stdout == "added #1\n"
    assert ctl("add", "a fact", "--session", "s", "--kind", "fact", "--source-tool", "WebFetch").stdout == "added #2\n"
    shown = ctl("list", "--session", "s").stdout.splitlines()
    assert "fact (user, WebFetch): a fact" in shown[0] and "decision (user): ship it" in shown[1]
    assert ctl("mark-stale", "--session", "s", "--ids", "2", "--reason", "moved").stdout == "1 row\n"
    assert "stale: moved" in ctl("list", "--session", "s", "--include-stale", "--kinds", "fact").stdout
    assert ctl("clear", "--session", "s").stdout == "2 rows\n" and ctl("list", "--session", "s").stdout == "no rows\n"


def test_what_is_not_said_is_the_newest_session_a_list_and_a_fact(ctl):
    assert ctl("add", "x").stdout == "added #1\n"
    assert "fact (user): x" in ctl().stdout and "fact (user): x" in ctl("list", "--session", "s").stdout
    done = ctl("add", "x", "--session", "nobody")
    assert done.returncode == 1 and "no session begins with 'nobody'" in done.stderr


def test_json(ctl):
    assert json.loads(ctl("add", "x", "--session", "s", "--kind", "fact", "--json").stdout) == {"ok": True, "id": 1}
    assert json.loads(ctl("list", "--session", "s", "--json").stdout)["rows"][0]["origin"] == "user"


BAD = [
    (("add", "x", "--session", "s", "--kind", "rumour"), "BAD_KIND"),
    (("add", "--session", "s", "--kind", "fact"), "EMPTY_CONTENT"),
    (("list", "--session", "s", "--limit", "0"), "INVALID"),
    (("mark-stale", "--session", "s", "--kinds", "rumour"), "BAD_KIND"),
]


@pytest.mark.parametrize("words, code", BAD)
def test_bad_words(ctl, words, code):
    done = ctl(*words)
    assert done.returncode == 1 and f"SESSION_MEMORY_{code}" in done.stderr and done.stdout == ""
    assert json.loads(ctl(*words, "--json").stdout)["error_code"] == f"SESSION_MEMORY_{code}"


def test_call_is_the_tool(ctl):
    add = {"action": "add", "session_id": "s", "kind": "fact", "content": "x", "source_tool": "WebFetch"}
    assert json.loads(ctl("--call", json.dumps(add)).stdout) == {"ok": True, "id": 1}
    assert json.loads(ctl("--call", "-", stdin=json.dumps(add)).stdout) == {"ok": True, "id": 1}
    (row,) = json.loads(ctl("--call", '{"action": "list", "session_id": "s"}').stdout)["rows"]
    assert row["origin"] == "untrusted"
    for text in ("{", "[]", "3", ""):
        done = ctl("--call", text)
        assert json.loads(done.stdout)["error_code"] == "SESSION_MEMORY_INVALID" and done.returncode == 1


def test_an_agents_shell_is_not_the_person(ctl):
    ctl("add", "x", "--session", "s", "--kind", "fact", CLAUDECODE="1")
    assert json.loads(ctl("list", "--session", "s", "--json").stdout)["rows"][0]["origin"] == "agent"
