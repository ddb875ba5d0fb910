"""guardctl as a person runs it."""
from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from hooks._ctl import COMMANDS
from tests.scripts import ROOT, Scripts


def guardctl(scripts: Scripts, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([scripts.python, "-I", "-S", str(ROOT / "hooks/guardctl.py"), *words], capture_output=True,
                          text=True, env=scripts.env, cwd=scripts.project, timeout=120, check=False, stdin=subprocess.DEVNULL)


@pytest.fixture
def scripts(project: Path) -> Scripts:
    return Scripts(project)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_says_what_it_is_for(scripts: Scripts, command: str) -> None:
    done = guardctl(scripts, command, "--help")
    assert done.returncode == 0 and COMMANDS[command][:30].split()[0] in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize("words", [[], ["nonsense"], ["tail", "--nonsense"]])
def test_wrong_words_end_with_2_and_the_usage(scripts: Scripts, words: list[str]) -> None:
    done = guardctl(scripts, *words)
    assert done.returncode == 2 and "usage:" in done.stderr and "Traceback" not in done.stderr


def test_status_tail_and_explain_of_a_project_without_sessions(scripts: Scripts) -> None:
    assert guardctl(scripts, "status").returncode == 0
    for words in (["tail"], ["explain", "t1"]):
        done = guardctl(scripts, *words)
        assert done.returncode == 1 and done.stderr.startswith("guardctl: ") and done.stdout == ""


def test_what_happened_can_be_seen(scripts: Scripts) -> None:
    scripts.call("Bash", {"command": "ls"}, {"stdout": "a.py"})
    status = json.loads(guardctl(scripts, "status", "--json").stdout)
    assert [one["session_id"] for one in status["sessions"]] == ["s"]
    assert status["sessions"][0]["pass"] == 2
    rows = [json.loads(line) for line in guardctl(scripts, "tail", "--json").stdout.splitlines()]
    assert [row["event"] for row in rows] == ["PreToolUse", "PostToolUse"]
    assert "PreToolUse" in guardctl(scripts, "tail", "s").stdout
    explained = json.loads(guardctl(scripts, "explain", "t1", "--json").stdout)
    assert explained["session_id"] == "s" and len(explained["rows"]) == 2
    assert "no" in guardctl(scripts, "explain", "t1").stdout
