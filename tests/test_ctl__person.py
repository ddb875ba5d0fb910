"""Who takes something back must be a person: variables, ancestors and the terminal say so."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from guards.self_protection.commands import SHOWS
from hooks._ctl import COMMANDS, _person
from hooks._ctl._person import missing
from tests import warm
from tests.scripts import ROOT, Scripts

LOOK = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from hooks._ctl._person import missing; import os; " \
       f"print(missing({{}}, os.getppid(), '/dev/null') or 'nobody')"


@pytest.mark.parametrize("name", _person.VARIABLES)
def test_a_variable_of_an_agent(name: str) -> None:
    assert missing({name: "1"}, terminal="/dev/null") == "an agent started this shell"


def test_no_terminal() -> None:
    assert missing({}, 1, "/nowhere/tty") == "there is no terminal"
    assert missing({}, 1, "/dev/null") == ""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("name", ["claude", "codex", "script", "expect"])
def test_an_ancestor_shows_though_the_variables_are_gone(tmp_path: Path, name: str) -> None:
    program = tmp_path / name
    program.write_text(f'#!/bin/sh\n"{sys.executable}" -c "$1"\nexit 0\n')
    program.chmod(0o755)
    done = subprocess.run([str(program), LOOK], capture_output=True, text=True, env={"PATH": os.environ["PATH"]}, check=True)
    assert ("plays the terminal" if name in _person.ACTORS else "an agent started this") in done.stdout


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_an_ancestor_s_variables_show_though_the_command_has_none(tmp_path: Path) -> None:
    done = subprocess.run(["/bin/sh", "-c", f'env -i "{sys.executable}" -c "$0"; exit 0', LOOK], capture_output=True, text=True,
                          env={"PATH": os.environ["PATH"], "CLAUDECODE": "1"}, check=True)
    assert "an agent started this" in done.stdout


@pytest.mark.parametrize("words", [["release", "--reason", "x"], ["handover", "s", "--to", "x", "--reason", "x"],
                                   ["purge"], ["verify", "--accept", "x"], ["allow", "x.example"], ["off", "drift"], ["trust"],
                                   ["reveal", "[password:1a2b]"]])
def test_the_verbs_refuse_inside_an_agent(project: Path, words: list[str]) -> None:
    scripts = Scripts(project)
    scripts.fire("PreToolUse", tool_name="Bash", tool_input={"command": "ls"}, tool_use_id="t")
    before = scripts.rows()
    done = warm.run([sys.executable, str(ROOT / "hooks/guardctl.py"), "--project", str(project), *words],
                          capture_output=True, text=True, env={**scripts.env, "CLAUDECODE": "1"}, check=False)
    assert done.returncode == 1 and "a person in a terminal of their own" in done.stderr
    assert ("`guard: " in done.stderr or "guard: " in done.stderr.partition("you can type: ")[2]) == (words[0] in ("allow", "release"))
    assert scripts.rows() == before


def test_each_verb_shows_or_is_asked_about_and_those_that_loosen_want_a_person() -> None:
    asked = set(COMMANDS) - SHOWS
    # `rescue` brings back a file of the person's; `ci` writes a job's report, behind the agent.
    assert asked == _person.VERBS | {"rescue", "ci"}


@pytest.mark.parametrize("words", [["status"], ["verify"], ["tail"]])
def test_what_only_shows_asks_for_nobody(project: Path, words: list[str]) -> None:
    scripts = Scripts(project)
    scripts.fire("PreToolUse", tool_name="Bash", tool_input={"command": "ls"}, tool_use_id="t")
    done = warm.run([sys.executable, str(ROOT / "hooks/guardctl.py"), "--project", str(project), *words],
                          capture_output=True, text=True, env={**scripts.env, "CLAUDECODE": "1"}, check=False)
    assert done.returncode == 0
