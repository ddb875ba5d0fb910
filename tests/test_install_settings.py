"""hooks/_install/settings.py: whose handler is whose, where they share a group."""
from __future__ import annotations

import json
from typing import Any

import pytest

from hooks._install import settings

OURS = {"type": "command", "command": "sh -c 'hooks/pre_tool_use.py' # autoskillit-guards"}
NEW = {"hooks": [{"type": "command", "command": "autoskillit-guards 2 hooks/pre_tool_use.py"}]}
THEIRS = {"type": "command", "command": "python3 /opt/autoskillit/hooks/quota_guard.py"}

# (groups of PreToolUse before, after a registration, after taking out)
TABLE: list[tuple[list[Any], list[Any], list[Any]]] = [
    ([{"hooks": [THEIRS]}], [{"hooks": [THEIRS]}, NEW], [{"hooks": [THEIRS]}]),
    ([1, None, {"hooks": 3}, {}], [1, None, {"hooks": 3}, {}, NEW], [1, None, {"hooks": 3}, {}]),
    ([{"hooks": [OURS]}, {"hooks": [THEIRS]}], [NEW, {"hooks": [THEIRS]}], [{"hooks": [THEIRS]}]),
    ([{"hooks": [OURS]}, {"hooks": [THEIRS]}, {"hooks": [OURS]}], [NEW, {"hooks": [THEIRS]}], [{"hooks": [THEIRS]}]),
    ([{"hooks": [THEIRS, OURS]}], [{"hooks": [THEIRS]}, NEW], [{"hooks": [THEIRS]}]),
    ([{"matcher": "Bash", "hooks": [OURS, OURS, THEIRS]}], [{"matcher": "Bash", "hooks": [THEIRS]}, NEW],
     [{"matcher": "Bash", "hooks": [THEIRS]}]),
]


@pytest.mark.parametrize(("before", "registered", "out"), TABLE)
def test_only_ours_is_replaced_and_removed(before: list[Any], registered: list[Any], out: list[Any]) -> None:
    text = json.dumps({"hooks": {"PreToolUse": before}}, indent=2)
    once = settings.register(text, {"PreToolUse": NEW})
    assert json.loads(once)["hooks"]["PreToolUse"] == registered
    assert settings.register(once, {"PreToolUse": NEW}) == once
    assert json.loads(settings.unregister(once))["hooks"]["PreToolUse"] == out
    assert json.loads(settings.unregister(text))["hooks"]["PreToolUse"] == out


def test_an_event_that_is_no_longer_ours_is_left() -> None:
    text = json.dumps({"hooks": {"Stop": [{"hooks": [OURS]}]}})
    assert json.loads(settings.register(text, {"PreToolUse": NEW}))["hooks"] == {"PreToolUse": [NEW]}


@pytest.mark.parametrize(("text", "keep", "after"), [
    ('{"hooks": {"PreToolUse": []}, "a": 1}', (), '{"hooks": {"PreToolUse": []}, "a": 1}'),
    (json.dumps({"hooks": {"PreToolUse": [NEW]}, "a": 1}), (), '{"a": 1}'),
    (json.dumps({"hooks": {"PreToolUse": [NEW]}, "a": 1}), ("hooks",), '{"hooks": {}, "a": 1}'),
    (json.dumps({"hooks": {"PreToolUse": [NEW]}, "a": 1}), ("hooks", "PreToolUse"),
     '{"hooks": {"PreToolUse": []}, "a": 1}'),
])
def test_what_was_empty_before_us_stays(text: str, keep: tuple[str, ...], after: str) -> None:
    assert settings.unregister(text, keep) == after


def test_containers_and_registered_name_what_is_there() -> None:
    text = json.dumps({"hooks": {"Stop": [], "PreToolUse": [NEW, {"hooks": [THEIRS]}]}})
    assert settings.containers(text) == {"hooks", "Stop", "PreToolUse"}
    assert settings.registered(text) == {"PreToolUse": [NEW]}
    assert settings.containers("") == frozenset()
    assert settings.registered("") == {}
