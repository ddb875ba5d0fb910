"""hooks/_install/check.py: every way to be installed and yet not at work is named."""
from __future__ import annotations

import os
from pathlib import Path

import pytest

from hooks._install import check
from hooks._install.places import Place
from tests.hookclient import Client


@pytest.fixture
def client(tmp_path: Path) -> Client:
    (tmp_path / "project").mkdir()
    return Client(tmp_path / "project", tmp_path / "home")


def test_a_fresh_installation_has_no_problem(client: Client) -> None:
    client.install()
    checked = client.install("--check")
    assert (checked.returncode, checked.stderr) == (0, "")
    assert checked.stdout.endswith("0 problems\n")
    assert not (client.project / ".autoskillit/temp").exists()


def test_nothing_installed_is_a_problem(client: Client) -> None:
    checked = client.install("--check")
    assert checked.returncode == 1
    assert "registers nothing of ours" in checked.stdout


def test_registration_names_what_is_missing_and_what_differs() -> None:
    place = Place("project", "/p", {"HOME": "/h"})
    should = {"PreToolUse": {"hooks": [1]}, "SessionEnd": {"hooks": [2]}}
    assert [w for w, _ in check.registration(place, {}, should)] == ["PROBLEM"]
    assert [w for w, _ in check.registration(place, {"PreToolUse": [{"hooks": [1]}]}, should)] == ["PROBLEM"]
    assert [w for w, _ in check.registration(place, {e: [g] for e, g in should.items()}, should)] == ["ok"]
    other = {"PreToolUse": [{"hooks": [3]}], "SessionEnd": [{"hooks": [2]}]}
    assert [w for w, _ in check.registration(place, other, should)] == ["note", "ok"]


@pytest.mark.slow
def test_a_bad_guards_json_is_named(client: Client) -> None:
    client.install()
    (client.project / ".autoskillit/guards.json").write_text('{"moed": "watch"}')
    checked = client.install("--check")
    assert checked.returncode == 1
    assert "'moed'" in checked.stdout


def test_a_mod_among_the_plugins_is_told(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path)}
    path = tmp_path / ".claude/plugins/cache/m/p/1.0/hooks/hooks.json"
    path.parent.mkdir(parents=True)
    path.write_text('{"hooks": {}}')
    assert list(check.elsewhere(Place("project", str(tmp_path / "p"), env), env)) == []
    path.write_text('{"modules": ["./register.ts"]}')
    (word, text), = check.elsewhere(Place("project", str(tmp_path / "p"), env), env)
    assert word == "note"
    assert "a mod can overrule" in text


@pytest.mark.parametrize(("version", "strict", "notes"), [
    ("2.1.329 (Claude Code)", True, 0), ("2.1.240 (Claude Code)", False, 0), ("2.1.240 (Claude Code)", True, 1),
    ("1.0.3", False, 2), ("no number", True, 0),
])
def test_an_old_client_is_told_of(tmp_path: Path, version: str, strict: bool, notes: int) -> None:
    program = tmp_path / "claude"
    program.write_text(f"#!/bin/sh\necho '{version}'\n")
    program.chmod(0o755)
    found = list(check.client({"PATH": f"{tmp_path}:/usr/bin:/bin"}, strict))
    assert [word for word, _ in found].count("note") == notes


def test_a_state_folder_that_cannot_be_is_a_problem(tmp_path: Path) -> None:
    place = Place("project", str(tmp_path), {})
    assert [word for word, _ in check.state(place, {})] == ["ok"]
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to("elsewhere")
    assert [word for word, _ in check.state(place, {"AUTOSKILLIT_STATE_DIR": str(tmp_path / "link")})] == ["PROBLEM"]
    if os.geteuid():
        assert [word for word, _ in check.state(place, {"AUTOSKILLIT_STATE_DIR": "/proc/x"})] == ["PROBLEM"]
