"""What an edit of a settings file takes from the guards; whole calls stand in cases/self_protection.jsonl."""
from __future__ import annotations

from typing import Any

import pytest

from guards import DENY, SILENT, Event, Verdict
from guards.self_protection.edits import changed, of_change, of_edit
from tests.spelled import facts

OURS = {"PreToolUse": [{"hooks": [{"command": "nice", "args": ["x/.autoskillit/hook"]}]}]}
THEIRS = {"Stop": [{"hooks": [{"command": "npx prettier --check ."}]}]}


@pytest.mark.parametrize(("then", "now", "what"), [
    ({}, {}, ""), ({}, {"model": "b"}, ""), ({"hooks": OURS}, {"hooks": OURS, "permissions": {"allow": []}}, ""),
    ({"hooks": OURS}, {"hooks": {**OURS, **THEIRS}}, ""), ({}, {"hooks": THEIRS}, ""), ({"hooks": THEIRS}, {}, ""),
    ({}, {"env": {"CI": "1"}}, ""), ({"env": {"PATH": "x"}}, {"env": {"PATH": "x"}}, ""), ({"disableAllHooks": True}, {"disableAllHooks": True}, ""),
    ({}, {"hooks": {"Stop": [{"matcher": ".*", "hooks": [{"command": "/h/hooks/log.sh"}]}]}}, ""),
    ({}, {"hooks": {"Stop": [{"matcher": "x", "hooks": [{"command": "rm -rf .*"}]}]}}, "the hooks"),
    ({"hooks": OURS}, {"hooks": THEIRS}, "the hooks"), ({"hooks": OURS}, {}, "the hooks"), ({"hooks": OURS}, {"hooks": []}, "the hooks"),
    ({}, {"disableAllHooks": True}, "disableAllHooks"), ({"env": {}}, {"env": {"AUTOSKILLIT_STATE_DIR": "/x"}}, "the variable AUTOSKILLIT_STATE_DIR"),
    ({}, {"env": {"PYTHONPATH": "/x"}}, "the variable PYTHONPATH"), ({}, {"hooks": {"Stop": "rm -rf .auto*/temp"}}, "the hooks"),
])
def test_what_is_lost(then: dict[str, Any], now: dict[str, Any], what: str) -> None:
    assert changed(then, now) == what


def test_nothing_of_ours() -> None:
    assert of_edit(Event("PreToolUse", "s", tool="Edit", input={"file_path": "a.py"}), ("/p",)).effect == 0
    assert of_edit(Event("PreToolUse", "s", tool="Edit", input={"file_path": 3}), ("/p",)).effect == 0


PATH = "/p/.claude/settings.json"
LOST = {"lost": "all of them", "again": "/p/.autoskillit/bundle/install.py"}


def change(source: str = "project_settings", text: str | None = "{}", lost: Any = None) -> Verdict:
    found = {**({f"file:{PATH}": text} if text is not None else {}), **({f"lost:{PATH}": lost} if lost else {})}
    return of_change(Event("ConfigChange", "s", source=source, extra={"file_path": PATH}, facts=facts(found)))


@pytest.mark.parametrize("text", ['{"model": "b"}', "{", "", '{"disableAllHooks": false}', None])
def test_a_changed_file_that_keeps_us_is_nobody_s_concern(text: str | None) -> None:
    assert change(text=text) is SILENT


@pytest.mark.parametrize("given", [{}, {"file_path": 3}, {"file_path": None}])
def test_a_change_of_no_file(given: dict[str, Any]) -> None:
    assert of_change(Event("ConfigChange", "s", source="skills", extra=given)) is SILENT


@pytest.mark.parametrize(("source", "effect"), [("project_settings", DENY), ("local_settings", DENY), ("user_settings", DENY), ("policy_settings", 0)])
def test_a_changed_file_that_takes_us_out_is_kept_out_where_it_can_be(source: str, effect: int) -> None:
    for made, repair in ((change(source, '{"disableAllHooks": true}'), "take `disableAllHooks` out"), (change(source, "{}", LOST), LOST["again"]),
                         (change(source, None, LOST), LOST["again"])):
        assert made.effect == effect
        assert PATH in made.notice and repair in made.notice and "\n" not in made.notice
