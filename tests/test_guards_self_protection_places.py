"""What is ours to protect, by path: globs, detours, other cases and folders above are seen; scratch folders are not ours."""
from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guards.self_protection import places
from guards.self_protection.places import above, fits, protected, settings_file


def test_the_examples_run() -> None:
    assert doctest.testmod(places).failed == 0


@pytest.mark.parametrize(("path", "cwd", "place"), [
    ("/p/a.py", "/p", ""), ("guards.json", "/p", ""), ("/p/.autoskillit-notes/x", "", ""), ("/p/state/x", "", ""),
    ("/p/.autoskillit/recipes/x.yaml", "", ""), ("/tmp/x/.autoskillit/guards.json", "", ""), ("*", "/p", ""),
    ("/p/.auto/x", "", ""), ("", "/p", ""), ("/", "", ""),
    ("~/.autoskillit/bundle/x", "", ".autoskillit/bundle"), ("C:\\p\\.autoskillit\\temp\\x", "", ".autoskillit/temp"),
    ("/p/.AutoSkillit/GUARDS.json", "", ".autoskillit/guards.json"), (".", "/p/.autoskillit", ".autoskillit"),
    ("/p/./.autoskillit//guards.json", "", ".autoskillit/guards.json"), (".auto*/temp/*/*.jsonl", "/p", ".autoskillit/temp"),
    (".autoskillit/*", "/p", ".autoskillit/bundle"), ("~/.local/state/autoskillit/anchors/p", "", "state/autoskillit"),
])
def test_protected(path: str, cwd: str, place: str) -> None:
    assert protected(path, cwd, "/p") == place


@pytest.mark.parametrize(("path", "cwd", "said"), [
    ("/home/dev/p", "", True), ("/home", "", True), ("..", "/home/dev/p", True), ("*", "/home/dev", True), (".", "/home/dev/p", True),
    ("/home/dev/p/src", "", False), ("/home/dev/q", "", False), ("build", "/home/dev/p", False)])
def test_above(path: str, cwd: str, said: bool) -> None:
    assert above(path, cwd, "/home/dev/p") == said
    assert not above(path, cwd, "")


@pytest.mark.parametrize(("path", "found"), [
    ("/p/.claude/settings.json", ".claude/settings.json"), ("~/.claude/sett*.json", ".claude/settings.json"),
    (".codex/hooks.json", ".codex/hooks.json"), ("app/settings.json", ""), ("/tmp/x/.claude/settings.json", ""),
    ("/p/.claude/settings.md", "")])
def test_settings_files(path: str, found: str) -> None:
    assert settings_file(path, "/p") == found


@given(st.text(max_size=30), st.text(max_size=12))
def test_any_pattern_is_answered(pattern: str, name: str) -> None:
    assert fits(name, name)
    assert fits(pattern, name) in (True, False)
    assert protected(pattern, name) in (*(f".autoskillit/{part}" for part in places.PARTS), ".autoskillit", "state/autoskillit", "")
