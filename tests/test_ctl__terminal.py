"""No control character that a payload brought along reaches a terminal, and no break in a field forges a line."""
from __future__ import annotations

import doctest
import sys
from pathlib import Path

import pytest

from hooks._ctl import _ledgers, _terminal
from tests import warm
from tests.scripts import ROOT, Scripts

HOSTILE = "z\x1b[31m\x1b[2J\x9b2J\x07\u202e\n19:00:00  pass PreToolUse  forged"


def test_the_examples_run() -> None:
    assert doctest.testmod(_terminal).failed == 0
    assert doctest.testmod(_ledgers).failed == 0


@pytest.fixture
def scripts(project: Path) -> Scripts:
    """A session in which every field that others write is hostile."""
    found = Scripts(project)
    found.settings(tools={"mcp__x__*": {"external": True, "internal_source": True}})
    more = {"agent_id": HOSTILE, "agent_type": HOSTILE, "permission_mode": HOSTILE}
    found.fire("UserPromptSubmit", prompt=HOSTILE, prompt_id=HOSTILE)
    found.fire("SessionStart", source=HOSTILE)
    for event in ("PreToolUse", "PostToolUse", "PreToolUse"):
        found.fire(event, tool_name="mcp__x__y" + HOSTILE, tool_input={"to": HOSTILE, HOSTILE: HOSTILE}, tool_use_id="call-1",
                   tool_response=[{"type": "text", "text": HOSTILE}], **more)
    found.fire("PostToolUseFailure", tool_name="Bash", tool_input={"command": HOSTILE}, error=HOSTILE, tool_use_id=HOSTILE)
    return found


@pytest.mark.parametrize("words", [["status"], ["tail"], ["explain", "call-1"], ["lineage"], ["verify"], ["report"], ["replay"],
                                   ["context"], ["tail", "--json"], ["purge", "--dry-run"]])
def test_every_verb(scripts: Scripts, words: list[str]) -> None:
    done = warm.run([sys.executable, str(ROOT / "hooks/guardctl.py"), "--project", str(scripts.project), *words],
                          capture_output=True, text=True, env=scripts.env, check=False)
    assert not set(done.stdout) & set("\x1b\x9b\x07\u202e\r")
    assert not any(line.startswith("19:00:00") for line in done.stdout.splitlines())
    assert done.stdout, done.stderr


@pytest.mark.parametrize("field", ["session_id", "tool_name", "agent_id", "tool_use_id", "source", "agent_type"])
def test_ids_and_names_hold_no_secret_on_disk(project: Path, field: str) -> None:
    secret = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    scripts = Scripts(project)
    given = {"session_id": "s", "tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_use_id": "t", field: secret}
    for event in ("SessionStart", "PreToolUse", "PostToolUse", "SubagentStart"):
        scripts.fire(event, **given)
    written = "".join(path.read_text("utf-8", "replace") for path in (scripts.state / "context").glob("*.jsonl"))
    assert secret not in written
