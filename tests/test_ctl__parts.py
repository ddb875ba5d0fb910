"""The page of `guardctl try` and `report --since`: parts, numbers, and nothing of anybody's that could act."""
from __future__ import annotations

from typing import Any

from hooks._ctl import _parts

ROW = {"t": 0, "session": "s", "agent": "claude", "project": "p", "effect": "ask", "tool": "Bash", "what": "git reset --hard",
       "rule": "loss.uncommitted", "reason": "loss: it would lose a.py", "prompt": "fix <b>", "then": "ran"}
TOLD: dict[str, Any] = {"sessions": 2, "calls": 9, "events": 20, "cost": 0.1, "projects": {"p": 2}, "began": 0.0, "ended": 0.0,
                        "days": 30, "secrets": {"github-token in Bash": 3}, "skipped": {"no JSON": 1}, "faults": {},
                        "objections": [ROW, {**ROW, "effect": "deny", "rule": "self.files"}]}


def test_each_objection_stands_in_one_part() -> None:
    page = _parts.page("T", TOLD, _parts.by_rule(TOLD["objections"]), _parts.figures(TOLD), "limits")
    assert page.count("git reset --hard") == 2
    assert page.index("Work that went unasked (1)") < page.index("The rest (1)") < page.index("Secrets that reached the model (3)")
    assert "fix &lt;b&gt;" in page and "<b>fix" not in page and "1 lines or files passed over: no JSON" in page


def test_the_summary_says_the_same_in_lines() -> None:
    said = "\n".join(_parts.summary(TOLD))
    assert "1 questions, 1 denials" in said and "Work that went unasked: 1" in said
