"""`guardctl settings`: what is in force, and what it means."""
from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from guards import Settings
from hooks import _settings
from hooks._ctl.settings import SENTENCES, TAG_SENTENCES, run, values
from hooks._stores.world import World


def test_every_key_and_tag_has_its_sentence_and_no_other_has() -> None:
    assert {key for key, _ in values(Settings())} == set(SENTENCES)
    assert set(_settings.TAGS) == set(TAG_SENTENCES)


def test_what_is_set_is_shown(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / ".autoskillit").mkdir()
    (project / ".autoskillit/guards.json").write_text(
        '{"mode": "watch", "context": {"retention_days": 3}, "kitchen_id": "k", "nonsense": 1}')
    assert run(argparse.Namespace(json=True, only_set=True), World(str(project), {})) == 0
    said = json.loads(capsys.readouterr().out)
    assert {row["key"]: row["value"] for row in said["settings"]} == {
        "mode": "watch", "context.retention_days": 3, "kitchen_id": "k"}
    assert len(said["problems"]) == 1
    assert run(argparse.Namespace(json=False, only_set=False), World(str(project), {})) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("* mode ") and line.endswith('"watch"') for line in lines)
    assert any(line.startswith("  strict ") for line in lines) and "problem" in lines[-1]
