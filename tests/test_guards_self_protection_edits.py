"""What an edit of a settings file takes from the guards; whole calls stand in cases/self_protection.jsonl."""
from __future__ import annotations

from typing import Any

import pytest

from guards import Event
from guards.self_protection.edits import changed, of_change, of_edit

OURS = {"PreToolUse": [{"hooks": [{"command": "nice", "args": ["x/.autoskillit/hook"]}]}]}
THEIRS = {"Stop": [{"hooks": [{"command": "npx prettier --check ."}]}]}


@pytest.mark.parametrize(("then", "now", "what"), [
    ({}, {}, ""), ({}, {"model": "b"}, ""), ({"hooks": OURS}, {"hooks": OURS, "permissions": {"allow": []}}, ""),
    ({"hooks": OURS}, {"hooks": {**OURS, **THEIRS}}, ""), ({}, {"hooks": THEIRS}, ""), ({"hooks": THEIRS}, {}, ""),
    ({}, {"env": {"CI": "1"}}, ""), ({"env": {"PATH": "x"}}, {"env": {"PATH": "x"}}, ""), ({"disableAllHooks": True}, {"disableAllHooks": True}, ""),
    ({"hooks": OURS}, {"hooks": THEIRS}, "the hooks"), ({"hooks": OURS}, {}, "the hooks"), ({"hooks": OURS}, {"hooks": []}, "the hooks"),
    ({}, {"disableAllHooks": True}, "disableAllHooks"), ({"env": {}}, {"env": {"AUTOSKILLIT_STATE_DIR": "/x"}}, "the variable AUTOSKILLIT_STATE_DIR"),
    ({}, {"env": {"PYTHONPATH": "/x"}}, "the variable PYTHONPATH"), ({}, {"hooks": {"Stop": "rm -rf .auto*/temp"}}, "the hooks"),
])
def test_what_is_lost(then: dict[str, Any], now: dict[str, Any], what: str) -> None:
    assert changed(then, now) == what


def test_nothing_of_ours() -> None:
    assert of_edit(Event("PreToolUse", "s", tool="Edit", input={"file_path": "a.py"})).effect == 0
    assert of_edit(Event("PreToolUse", "s", tool="Edit", input={"file_path": 3})).effect == 0


@pytest.mark.parametrize(("text", "effect"), [
    ('{"model": "b"}', 0), ("{", 0), ("", 0), ('{"disableAllHooks": false}', 0), ('{"disableAllHooks": true}', 2)])
def test_a_changed_file_that_switches_the_guards_off_is_blocked(text: str, effect: int) -> None:
    path = "/p/.claude/settings.json"
    event = Event("ConfigChange", "s", source="project_settings", extra={"file_path": path}, facts={f"file:{path}": text})
    assert of_change(event).effect == effect
