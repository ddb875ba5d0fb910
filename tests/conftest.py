"""Fixtures and markers of all tests."""
from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from tests.real_agent.fixtures import agent, pytest_terminal_summary  # noqa: E402, F401


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """An empty project with a clean home beside it."""
    folder = tmp_path / "project"
    folder.mkdir()
    return folder
