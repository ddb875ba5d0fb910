"""hooks/_registry.py: what is wired where."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hooks import _registry
from hooks._stores.disk import Fault

REGISTRY: dict[str, Any] = {"events": {"PreToolUse": {"judge": ["drift", ["policy", "Bash|mcp__*"]]}}}


@pytest.mark.parametrize(("event", "tool", "expected"), [
    ("PreToolUse", "Read", ["drift"]), ("PreToolUse", "Bash", ["drift", "policy"]),
    ("PreToolUse", "mcp__a__b", ["drift", "policy"]), ("Stop", "", []),
])
def test_wired(event: str, tool: str, expected: list[str]) -> None:
    assert _registry.wired(REGISTRY, event, "judge", tool) == expected


@pytest.mark.parametrize("content", ["", "{", "[]", '{"events": []}'])
def test_a_damaged_registry_is_a_fault(tmp_path: Path, content: str) -> None:
    (tmp_path / "r.json").write_text(content)
    with pytest.raises(Fault):
        _registry.load(str(tmp_path / "r.json"))


def test_nobody_stands_twice_in_a_list() -> None:
    for event, row in _registry.load()["events"].items():
        for what in ("judge", "learn", "before", "after"):
            names = [entry if isinstance(entry, str) else entry[0] for entry in row[what]]
            assert len(names) == len(set(names)), f"{event}: {what}"


def test_our_own_is_sound() -> None:
    assert set(_registry.load()["events"]) >= {"SessionStart", "PreToolUse", "SessionEnd"}
