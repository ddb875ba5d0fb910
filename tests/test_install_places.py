"""hooks/_install/places.py: where each scope puts things, and what a committed command may name."""
from __future__ import annotations

from pathlib import Path

import pytest

from hooks._install.places import SOURCE, Place, others

ENV = {"HOME": "/home/me"}


@pytest.mark.parametrize(("scope", "env", "settings", "root", "servers"), [
    ("project", ENV, "/p/.claude/settings.json", "/p/.autoskillit", "/p/.mcp.json"),
    ("local", ENV, "/p/.claude/settings.local.json", "/p/.autoskillit", "/home/me/.claude.json"),
    ("user", ENV, "/home/me/.claude/settings.json", "/home/me/.autoskillit", "/home/me/.claude.json"),
    ("user", {**ENV, "CLAUDE_CONFIG_DIR": "/c"}, "/c/settings.json", "/home/me/.autoskillit", "/c/.claude.json"),
])
def test_places(scope: str, env: dict[str, str], settings: str, root: str, servers: str) -> None:
    place = Place(scope, "/p", env)
    assert (place.settings, place.root, place.servers) == (settings, root, servers)


@pytest.mark.parametrize(("scope", "project", "link", "root", "code"), [
    ("project", "/p", False, "$d/.autoskillit", "$d/.autoskillit/bundle"),
    ("local", "/p", False, "/p/.autoskillit", "/p/.autoskillit/bundle"),
    ("user", "/p", False, "/home/me/.autoskillit", "/home/me/.autoskillit/bundle"),
    ("project", "/p", True, "$d/.autoskillit", SOURCE),
    ("project", SOURCE, True, "$d/.autoskillit", "$d"),
    ("project", str(Path(SOURCE).parent), True, "$d/.autoskillit", "$d/" + Path(SOURCE).name),
])
def test_how_the_command_names_them(scope: str, project: str, link: bool, root: str, code: str) -> None:
    place = Place(scope, project, ENV, link)
    assert (place.root_in_command, place.code_in_command) == (root, code)


def test_others_are_the_two_other_scopes() -> None:
    assert [place.scope for place in others(Place("local", "/p", ENV), ENV)] == ["project", "user"]


def test_short_names_what_is_inside() -> None:
    place = Place("project", "/p", ENV)
    assert place.short("/p/.claude/settings.json") == ".claude/settings.json"
    assert place.short("/q/x") == "/q/x"
