"""`guardctl trust` says what it loosens; what trust is worth stands in test_hooks__trust.py."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.people import main


def test_the_command(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / ".autoskillit").mkdir()
    (project / ".autoskillit/guards.json").write_text("{}")
    assert main(["--project", str(project), "trust", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["trusted"].endswith("guards.json")
    assert main(["--project", str(project), "trust"]) == 0
    assert "trusted as it is now" in capsys.readouterr().out
