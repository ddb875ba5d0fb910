"""`guardctl purge`: what is past its time, or one session altogether."""
from __future__ import annotations

import argparse
import os
from pathlib import Path

from hooks._ctl import module
from hooks._world import World
from tests.scripts import Scripts


def run(world: World, **more: object) -> int:
    args = argparse.Namespace(**{"older_than": None, "session": None, "dry_run": False, "json": False, **more})
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
