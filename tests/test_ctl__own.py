"""hooks/_ctl/_own.py: which guards.json counts here, and what becomes of a trust that hangs on its text."""
from __future__ import annotations

import os
from pathlib import Path

from hooks import _registry, _settings, _trust
from hooks._ctl import _own
from hooks._install import json_text
from hooks._stores.world import World


def edit(text: str) -> str:
    return json_text.put(text, ["mode"], "watch")


def test_a_project_s_own(project: Path) -> None:
    world = World(str(project), {"HOME": str(project.parent / "home")}, 0.0)
    assert _own.change(world, edit) == str(project / ".autoskillit/guards.json")
    assert _settings.load(world, _registry.load()).mode == "watch"


def test_where_the_guards_are_the_person_s_own(project: Path) -> None:
    home = project.parent / "home"
    bundle = str(home / ".autoskillit/bundle")
    os.makedirs(bundle)
    (project / ".autoskillit").mkdir()
    theirs = project / ".autoskillit/guards.json"
    theirs.write_text('{"strict": true}')
    world = World(str(project), {"HOME": str(home)}, 0.0)
    assert _own.change(world, edit, bundle) == str(home / ".autoskillit/guards.json")
    assert theirs.read_text() == '{"strict": true}'
    assert _settings.load(world, _registry.load(), bundle=bundle).mode == "watch"
    _trust.trust(world, theirs.read_bytes())
    assert _own.change(world, edit, bundle) == str(theirs)
    assert _trust.trusted(world, theirs.read_bytes()) is True


def test_every_guard_is_named() -> None:
    assert {"contamination", "drift", "secrets"} <= set(_own.guards())
