"""A client that a command starts where the guards' settings are not read."""
from pathlib import Path

import pytest

from guards.self_protection.nested import out_of_reach
from tests.repositories import event_of


def said(command: str, installed: str) -> str:
    call = event_of(Path("/p"), {"command": command}).call
    assert call is not None
    return out_of_reach(call, installed)


@pytest.mark.parametrize(("command", "installed"), [
    ("claude -p hi", "project"), ("claude --setting-sources project,user", "project"), ("claude --setting-sources user", "user"),
    ("echo hi | claude --print --setting-sources user", "project"), ("CLAUDE_CONFIG_DIR=/h/new claude -p hi", "user"),
    ("grep -n setting-sources README.md", "project"), ("CLAUDE_CONFIG_DIR=/h/new claude", "project")])
def test_in_reach_or_with_no_right_to_act(command: str, installed: str) -> None:
    assert said(command, installed) == ""


@pytest.mark.parametrize(("command", "installed"), [
    ("claude --setting-sources user", "project"), ("claude --setting-sources=user go", "local"), ("CLAUDE_CONFIG_DIR=/h/new claude", "user"),
    ("claude -p x --setting-sources user --allowedTools Bash", "project"),
    ("claude -p x --setting-sources user --dangerously-skip-permissions", "project")])
def test_out_of_reach(command: str, installed: str) -> None:
    assert said(command, installed)
