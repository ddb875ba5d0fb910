"""Modes and dials through the real scripts: what is recorded, what is said."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.scripts import Scripts

TOOLS = {"mcp__mail__search_email": {"internal_source": True}, "mcp__web__web_search": {"external": True}}
MAIL = [{"type": "text", "text": "the quarter's figures, not yet public"}]


@pytest.mark.parametrize(("settings", "decision", "recorded", "guard"), [
    ({}, "deny", "deny", "deny"),
    ({"mode": "watch"}, "pass", "deny", "deny"),
    ({"guards": {"contamination": "off"}}, "pass", "pass", None),
    ({"guards": {"contamination": "watch"}}, "pass", "pass", "pass"),
    ({"guards": {"contamination": "ask"}}, "ask", "ask", "ask"),
    ({"guards": {"contamination": "deny"}}, "deny", "deny", "deny"),
    ({"guards": {"drift": "off"}}, "deny", "deny", "deny"),
])
def test_a_dial_caps_what_is_said_and_not_what_is_recorded(project: Path, settings: dict[str, Any], decision: str,
                                                           recorded: str, guard: str | None) -> None:
    scripts = Scripts(project)
    scripts.settings(tools=TOOLS, **settings)
    scripts.fire("UserPromptSubmit", prompt="what do the mails say about the quarter?")
    scripts.call("mcp__mail__search_email", {"query": "quarter"}, MAIL)
    answer = scripts.call("mcp__web__web_search", {"query": "quarter figures"})
    assert answer.decision == decision
    row = scripts.rows()[-1]
    assert row["decision"] == recorded
    if guard is None:
        assert "contamination" not in row["guards"]
    else:
        assert row["guards"]["contamination"]["effect"] == guard
    if settings.get("guards", {}).get("contamination") == "watch":
        assert row["guards"]["contamination"]["watched"] == "deny"
    if settings.get("mode") == "watch":
        assert answer.stdout == "" and row["mode"] == "watch"
