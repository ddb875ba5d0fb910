"""`guardctl explain`: one row for a person."""
from __future__ import annotations

from pathlib import Path

from hooks._ctl.explain import explained
from tests.repositories import make
from tests.scripts import Scripts


def test_a_silent_call() -> None:
    assert "none had an objection" in explained({"event": "PreToolUse", "tool": "Bash", "guards": {}})[-1]


def test_a_denied_call_names_the_guard_and_its_details() -> None:
    text = "\n".join(explained({"event": "PreToolUse", "tool": "x", "decision": "deny", "reason": "g: r; w", "guards": {
        "contamination": {"effect": "deny", "reason": "g: r; w", "carried": 1}}}))
    assert "contamination deny g: r; w" in text and '{"carried":1}' in text


def test_a_destroying_call_says_what_was_at_stake(project: Path) -> None:
    make(project, "work")
    scripts = Scripts(project)
    assert scripts.call("Bash", {"command": "git clean -fd"}).decision == "ask"
    text = "\n".join(explained(scripts.rows()[-1]))
    assert "guard loss " in text and "notes.md" in text and "git stash -u" in text
