"""docs/aarm.md names tests that exist, and holds all of AARM's rows."""
from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs/aarm.md").read_text("utf-8")
SOURCES = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))


def test_every_test_and_file_that_it_names_exists() -> None:
    tests = set(re.findall(r"`(test_\w+)`", TEXT))
    assert len(tests) > 10
    assert {name for name in tests if f"def {name}(" not in SOURCES} == set()
    files = set(re.findall(r"`((?:guards|hooks|tests|bench)/[\w/.]+)`", TEXT))
    assert {name for name in files if not (ROOT / name).exists()} == set()


def test_all_requirements_and_all_rows() -> None:
    assert re.findall(r"^\| (R\d) \|", TEXT, re.M) == [f"R{n}" for n in range(1, 10)]
    assert re.findall(r"^\| (\d+) \| R\d", TEXT, re.M) == [str(n) for n in range(1, 22)]


def test_it_claims_to_map_and_no_more() -> None:
    assert "AARM-conformant" not in TEXT and "Maps to" in TEXT
