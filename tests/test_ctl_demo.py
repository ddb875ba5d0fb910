"""`guardctl demo`: both stories end as they must."""
from __future__ import annotations

import json
from pathlib import Path

from tests.scripts import Scripts
from tests.test_hooks_guardctl import guardctl


def test_the_stories(project: Path) -> None:
    done = guardctl(Scripts(project), "demo", "--json")
    steps = json.loads(done.stdout)["steps"]
    assert [step["decision"] for step in steps][:3] == ["pass", "deny", "pass"]
    assert all(step["reason"] for step in steps if step["decision"] == "deny")
    assert not (project / ".autoskillit").exists()


def test_the_ledger_is_shown(project: Path) -> None:
    shown = guardctl(Scripts(project), "demo").stdout
    assert "search_email" in shown and "assistant.jsonl" in shown
