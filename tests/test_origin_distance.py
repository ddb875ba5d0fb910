"""guards/_origin/distance.py: the distance of calls whose rows an earlier release wrote without it."""
from __future__ import annotations

import pytest

from guards._origin.distance import measured

PROMPT = {"event": "UserPromptSubmit", "parameters": {"prompt": "Fix the user session store and its tests"}}


def row(tool, operation="", **parameters):
    return {"event": "PreToolUse", "tool": tool, "operation": operation, "parameters": parameters, "semantic_distance": None}


def far(*rows):
    return [one.get("semantic_distance") for one in measured(rows)]


@pytest.mark.parametrize("path", ["src/UserSessionStore.java", "src/user_session_store.py", "user-session-store/tests.ts"])
def test_names_are_taken_apart(path):
    [_, near, away] = far(PROMPT, row("Read", "Read", file_path=path), row("Read", "Read", file_path="billing/Invoice.py"))
    assert near < 0.7 < away == 1.0


def test_what_has_no_distance():
    assert far(row("Read", file_path="x"), PROMPT, {"event": "PostToolUse", "tool": "Read"}) == [None, None, None]
    machine = {"event": "UserPromptSubmit", "parameters": {"prompt": "<task-notification>read x</task-notification>"}}
    assert far(machine, row("Read", file_path="x")) == [None, None]


def test_a_row_keeps_its_own():
    assert far(PROMPT, {**row("mcp__mail__send"), "semantic_distance": 0.25})[1] == 0.25


def test_chinese_is_compared_by_pairs():
    prompt = {"event": "UserPromptSubmit", "parameters": {"prompt": "\u51c6\u5907\u4f1a\u8bae\u8d44\u6599"}}
    [_, near, away] = far(prompt, row("Write", text="\u4f1a\u8bae\u8d44\u6599"), row("Write", text="\u8f6c\u8d26\u94f6\u884c"))
    assert near < away == 1.0


def test_any_parameters_are_read():
    for given in (None, 3, "x", ["a", {"b": [None]}], {"deep": [[[["word"]]]]}):
        far(PROMPT, {"event": "PreToolUse", "parameters": given}, {"event": "UserPromptSubmit", "parameters": given})
