"""`guardctl explain`: one row for a person."""
from __future__ import annotations

from hooks._ctl.explain import explained


def test_a_silent_call() -> None:
    assert "none had an objection" in explained({"event": "PreToolUse", "tool": "Bash", "guards": {}})[-1]


def test_a_denied_call_names_the_guard_and_its_details() -> None:
    text = "\n".join(explained({"event": "PreToolUse", "tool": "x", "decision": "deny", "reason": "g: r; w", "guards": {
        "contamination": {"effect": "deny", "reason": "g: r; w", "carried": 1}}}))
    assert "contamination deny g: r; w" in text and '{"carried":1}' in text
