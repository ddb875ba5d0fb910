"""The documents name what the code has."""
from __future__ import annotations

from pathlib import Path

import pytest

from guards import Settings
from hooks import _settings
from tests.scripts import Scripts

DOCS = Path(__file__).parent.parent / "docs"


def keys() -> list[str]:
    found = [*_settings.KEYS, *_settings.MORE, *_settings.TAGS]
    settings = Settings()
    for section in ("contamination", "drift", "context", "request", "memory"):
        found += getattr(settings, section)
    return [key for key in found if not key.startswith("$")]


@pytest.mark.parametrize("key", keys())
def test_every_setting_is_documented(key: str) -> None:
    assert key in (DOCS / "settings.md").read_text("utf-8")


def test_every_field_of_a_ledger_row_is_documented(project: Path) -> None:
    scripts = Scripts(project)
    scripts.fire("PreToolUse", tool_name="Bash", tool_input={"command": "ls"}, tool_use_id="t")
    text = (DOCS / "records.md").read_text("utf-8")
    assert [field for field in scripts.rows()[0] if f"`{field}`" not in text] == []
