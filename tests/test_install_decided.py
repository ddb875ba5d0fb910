"""hooks/_install/decided.py: which guards.json decided what."""
from __future__ import annotations

from pathlib import Path

from hooks._install import decided
from hooks._stores.world import World
from tests.test_hooks__managed import REGISTRY, loaded


def test_which_file_decided_what(project: Path) -> None:
    loaded(project, {"mode": "enforce", "guards": {"loss": "ask"}, "internal_domains": [".one"]},
           {"mode": "watch", "guards": {"loss": "deny"}, "context": {"chain_length_limit": 10}, "tools": {"x": {"external": True}}},
           {"internal_domains": [".two"], "secrets": "show"})
    home, path = project.parent / "home/.autoskillit", project.parent / "machine.json"
    world = World(str(project), {"HOME": str(home.parent)})
    rows = decided.rows(world, REGISTRY, str(home / "bundle"), str(path))
    assert [(row["whose"], row["decides"], row["ignored"]) for row in rows] == [
        ("machine", ["mode", "internal_domains"], ["guards.loss"]), ("person", ["internal_domains"], ["secrets"]),
        ("project", ["guards.loss", "context.chain_length_limit", "tools.x"], ["mode"])]
    said = list(decided.sentences(rows))
    assert said[0] == f"{path} (machine) decides mode, internal_domains; does not count of it: guards.loss"
