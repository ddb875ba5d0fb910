"""hooks/_install/switches.py: a switch elsewhere that turns hooks off is named, by install.py too."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hooks._install import switches
from hooks._install.places import Place
from tests.hookclient import Client

# (scope of the file, what it holds, the words of a problem; "" for none)
SWITCHES: list[tuple[str, dict[str, Any], str]] = [
    ("user", {"disableAllHooks": False}, ""),
    ("user", {"disableAllHooks": True}, "disableAllHooks"),
    ("project", {"disableAllHooks": True}, "disableAllHooks"),
    ("local", {"disableAllHooks": True}, "disableAllHooks"),
    ("user", {"allowManagedHooksOnly": True}, ""),
]


@pytest.mark.parametrize(("scope", "held", "problem"), SWITCHES)
def test_switches_elsewhere(tmp_path: Path, scope: str, held: dict[str, Any], problem: str) -> None:
    env = {"HOME": str(tmp_path / "home")}
    path = Path(Place(scope, str(tmp_path), env).settings)
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(held))
    found = list(switches.findings(Place("project", str(tmp_path), env), env))
    assert [problem in text for _, text in found] == ([True] if problem else [])


def test_the_nearer_settings_file_wins(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path / "home")}
    for scope, value in (("user", True), ("project", False)):
        path = Path(Place(scope, str(tmp_path), env).settings)
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps({"disableAllHooks": value}))
    assert list(switches.findings(Place("project", str(tmp_path), env), env)) == []
    assert len(list(switches.findings(Place("project", str(tmp_path), env), {**env, "CLAUDE_CODE_SIMPLE": "1"}))) == 1


def test_an_installation_that_is_switched_off_is_no_success(tmp_path: Path) -> None:
    (tmp_path / "project/.claude").mkdir(parents=True)
    (tmp_path / "project/.claude/settings.json").write_text('{"disableAllHooks": true}')
    done = Client(tmp_path / "project", tmp_path / "home").install()
    assert done.returncode == 1
    assert 'says "disableAllHooks": true, so none of this runs' in done.stdout
    assert "start the agent here" not in done.stdout
