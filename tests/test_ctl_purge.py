"""`guardctl purge`: what is past its time, or one session altogether."""
from __future__ import annotations

import argparse
import os
from pathlib import Path

import pytest

from hooks._ctl import module
from hooks._install import shared
from hooks._stores.world import World
from tests.scripts import Scripts


def run(world: World, **more: object) -> int:
    args = argparse.Namespace(**{"older_than": None, "session": None, "versions": False, "dry_run": False, "json": False, **more})
    return int(module("purge").run(args, world))


def test_purge(project: Path, capsys: object) -> None:
    scripts = Scripts(project)
    for session in ("one", "two"):
        scripts.fire("UserPromptSubmit", prompt="tidy", session_id=session)
        scripts.fire("SessionEnd", reason="other", session_id=session)
    world = World(str(project), scripts.env)
    assert run(world) == 0 and (scripts.state / "context/one.jsonl").exists()
    assert run(world, session="one", dry_run=True) == 0 and (scripts.state / "context/one.jsonl").exists()
    assert run(world, session="one") == 0
    assert not (scripts.state / "context/one.jsonl").exists() and not (scripts.state / "receipts/one.json").exists()
    old = world.now - 10 * 86_400
    os.utime(scripts.state / "context/two.jsonl", (old, old))
    assert run(world, older_than=5.0, json=True) == 0
    assert not (scripts.state / "context/two.jsonl").exists() and (scripts.state / "receipts/two.json").exists()


def test_copies_that_no_project_uses_go(project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pins = ["0.1.0-0123456789abcdef", "0.2.0-0123456789abcdef", "0.2.0-fedcba9876543210.new-999999999"]
    copies = [tmp_path / "data/autoskillit-guards" / pin for pin in pins]
    for copy in copies:
        (copy / "hooks").mkdir(parents=True)
    (tmp_path / "data/autoskillit-guards/mine").mkdir()
    world = World(str(project), {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")})
    (project / ".autoskillit").mkdir(exist_ok=True)
    (project / ".autoskillit/hook").write_text(f"pin={pins[1]}\n")
    shared.use(str(copies[0]), str(project))     # it named that one, once
    shared.use(str(copies[1]), str(project))
    assert run(world, versions=True, dry_run=True) == 0 and all(copy.exists() for copy in copies)
    assert capsys.readouterr().out.count("would go") == 2
    assert run(world, versions=True) == 0 and [copy.exists() for copy in copies] == [False, True, False]
    assert f"used by {project}" in capsys.readouterr().out and (tmp_path / "data/autoskillit-guards/mine").exists()
    assert run(World(str(project), {"HOME": ""}), versions=True) == 0
