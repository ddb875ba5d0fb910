"""hooks/_forged.py: an event that a command of the agent makes up counts for nothing; all others count."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hooks import _forged
from tests.scripts import ROOT, Scripts

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells who started whom")
PROMPT = {"hook_event_name": "UserPromptSubmit", "session_id": "session-1", "prompt": "look at the harbour crane"}
TOOL = "source /h/shell-snapshots/s.sh 2>/dev/null || true && eval '{}' && pwd -P >| /tmp/x-cwd"      # as the client writes it


def sent(project: Path, shell: str, **env: str) -> list[dict[str, Any]]:
    """The rows after a shell of this text has handed the prompt to the hook."""
    script = ROOT / "hooks" / "user_prompt_submit.py"
    run = f"{sys.executable} -I -S {script} < event.json"
    (project / "event.json").write_text(json.dumps({**PROMPT, "cwd": str(project)}))
    given = {key: value for key, value in os.environ.items() if not key.startswith(("CLAUDE", "AUTOSKILLIT"))}
    subprocess.run(["bash", "-c", shell.format(run) + "; true"], cwd=project, check=True, capture_output=True,
                   env={**given, "CLAUDE_PROJECT_DIR": str(project), **env})
    return Scripts(project).rows("session-1")


@LINUX
@pytest.mark.parametrize(("shell", "env", "event"), [
    ("{}", {}, "UserPromptSubmit"),                                     # as an agent runs a hook
    ("{}", {"AUTOSKILLIT_PARENT_SESSION_ID": "session-1"}, "UserPromptSubmit"),      # a client that the agent started
    (TOOL, {"AUTOSKILLIT_PARENT_SESSION_ID": "session-2"}, "UserPromptSubmit"),      # a test run in another session
    (TOOL, {"AUTOSKILLIT_PARENT_SESSION_ID": "session-1"}, "Forged"),
    (TOOL, {"CLAUDE_CODE_SESSION_ID": "session-1"}, "Forged"),
    (TOOL.replace("source", "export X='session-1'; source"), {}, "Forged"),
    (TOOL.format("bash -c \"{}; true\""), {"CLAUDE_CODE_SESSION_ID": "session-1"}, "Forged"),
])
def test_who_counts(project: Path, shell: str, env: dict[str, str], event: str) -> None:
    rows = sent(project, shell, **env)
    assert [row["event"] for row in rows] == [event]
    assert ("harbour" in json.dumps(rows)) == (event != "Forged")


@LINUX
def test_it_is_told_at_the_next_real_event_once(project: Path) -> None:
    sent(project, TOOL, CLAUDE_CODE_SESSION_ID="session-1")
    scripts = Scripts(project)
    first, second = (scripts.call("Bash", {"command": "ls"}, session="session-1") for _ in range(2))
    assert "made up an event (UserPromptSubmit)" in first.message and not second.message
    assert scripts.rows("session-1")[0]["heartbeat"] == "forged"


def test_nothing_is_shown_of_a_process_that_is_gone() -> None:
    with pytest.raises((OSError, ValueError)):
        _forged._of(1)
    assert not _forged.by_a_command("nobody's session", {})
