"""hooks/_ctl/_lines.py: a call and its result are one line; a result that says something new is told again."""
from __future__ import annotations

import doctest
from pathlib import Path

from hooks._ctl import _lines
from hooks._ctl._lines import Lines
from hooks._stores.world import World

CALL = {"ts": "2026-01-01T10:00:00Z", "session_id": "s", "seq": 1, "event": "PreToolUse", "action_id": "t", "tool": "Bash",
        "operation": "ls", "parameters": {"command": "ls"}, "decision": "pass"}
DONE = {**CALL, "seq": 2, "event": "PostToolUse"}


def texts(lines: Lines, *rows: dict[str, object]) -> list[str]:
    return ["".join(cell if isinstance(cell, str) else cell[0] for cell in cells) for row in rows for cells in lines.add(row)]


def test_the_examples_run() -> None:
    assert doctest.testmod(_lines).failed == 0


def test_a_silent_result_is_no_line(project: Path) -> None:
    assert len(texts(Lines(World(str(project), {}, 0.0), 80), CALL, DONE)) == 1


def test_a_result_with_news_is_one(project: Path) -> None:
    for change in ({"event": "PostToolUseFailure"}, {"data_classification": "RESTRICTED"}):
        shown = texts(Lines(World(str(project), {}, 0.0), 80), CALL, {**DONE, **change})
        assert len(shown) == 2 and shown[0][:16] == shown[1][:16]


def test_what_was_asked_shows_its_reason_and_its_answer(project: Path) -> None:
    asked = {**CALL, "decision": "ask", "reason": "drift: far away; approve it"}
    shown = texts(Lines(World(str(project), {}, 0.0), 80), asked, DONE)
    assert "asked" in shown[0] and shown[0].endswith("drift: far away") and "approved" in shown[1]
