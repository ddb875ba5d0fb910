"""Every gate holds on this tree, and bites on a seeded fault."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests import house
from tests.undo_box import put

ROOT = Path(__file__).resolve().parent.parent
LONG = "def run_long():\n" + "    x = 1\n" * 61
SEEDS = {  # gate: (what is seeded, the file, its text, a word of the fault)
    house.check_shape: (
        ("a long file", "hooks/_stores/x.py", "x = 1\n" * 401, "401 lines"),
        ("a long script", "package/x.js", "x()\n" * 401, "401 lines"),
        ("a long function", "guards/x.py", LONG, "62 lines of 60"),
        ("a name twice", "guards/x.py", "def a_b(): ...\ndef c():\n  def a_b(): ...\n", "a_b: 2"),
        ("a banned name", "guards/x.py", "def told(): ...\n", "no verb"),
        ("a banned ending", "guards/x.py", "def list_named(): ...\n", "no verb"),
        ("a helper", "guards/x.py", "def read_helper(): ...\n", "no verb"),
        ("a decorator", "guards/x.py", "@cache\ndef read_x(): ...\n", "decorator"),
        ("inheritance", "guards/x.py", "class A(B): ...\n", "inherits"),
        ("a dataclass", "guards/x.py", "@dataclass\nclass A: ...\n", "inherits"),
        ("catches all", "guards/x.py", "try: ...\nexcept Exception: ...\n", "catches"),
        ("catches all, bare", "hooks/_stores/x.py", "try: ...\nexcept: ...\n", "catches"),
        ("in a tuple", "guards/x.py", "try: ...\nexcept (OSError, Exception): ...\n", "catches"),
        (
            "three in run",
            "hooks/_event/run.py",
            "try: ...\nexcept Exception: ...\n" * 3,
            "3 places",
        ),
        ("a packed table", "guards/x.py", f"T = '{'a8Bz' * 50}'\n", "encoded"),
        ("packed bytes", "hooks/x.py", f"T = b'{'a8Bz' * 50}'\n", "encoded"),
    ),
    house.check_imports: (
        ("imports up", "guards/_taint/x.py", "from guards import drift\n", "imports guards.drift"),
        ("up, relative", "hooks/_stores/x.py", "from .._event import run\n", "hooks._event.run"),
        (
            "up, in a function",
            "guards/_text.py",
            "def f():\n  import guards.drift\n",
            "guards.drift",
        ),
        ("a guard's guard", "guards/loss.py", "from guards.drift import x\n", "guards.drift"),
        ("a circle", "guards/_text.py", "import guards._words\n", "a circle"),
        ("os", "guards/x.py", "import os\n", "a guard imports os"),
        ("os.path", "guards/x.py", "from os.path import join\n", "a guard imports os.path"),
        ("open", "guards/x.py", "x = open\n", "uses open"),
    ),
    house.check_format: (("format", "guards/x.py", "x=1\n", "x.py"),),
    house.check_lint: (("lint", "guards/x.py", "import base64\n", "F401"),),
}


@pytest.fixture(scope="session")
def silent(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    return house.load_silent(ROOT, tmp_path_factory.mktemp("silent"))


@pytest.mark.parametrize(
    "gate",
    (house.check_size, house.check_shape, house.check_words, house.check_format, house.check_lint),
)
def test_gate_holds(gate) -> None:
    assert gate(ROOT) == []


def test_imports_hold(silent: frozenset[str]) -> None:
    assert house.check_imports(ROOT, silent) == []


def test_silent_call_is_small(silent: frozenset[str]) -> None:
    assert house.check_silent(silent) == []


@pytest.mark.parametrize(
    ("gate", "what", "name", "text", "word"),
    [(gate, *row) for gate, rows in SEEDS.items() for row in rows],
)
def test_seeded_fault_bites(gate, what, name, text, word, tmp_path: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    empty = "hooks/_event/run.py guards/_text.py install.py hooks/_stores/__init__.py".split()
    base = {"guards/drift.py": "x = 1\n", "guards/_words.py": "from guards import _text\n"}
    put(tmp_path, {**dict.fromkeys(empty, ""), **base, name: text})
    found = gate(tmp_path)
    assert any(word in fault for fault in found), found


def test_budgets_bite(tmp_path: Path) -> None:
    names = "guards/x.py hooks/_undo/x.py install.py package/y.sh tests/t.py bench/b.py".split()
    put(tmp_path, dict.fromkeys(names, "x = 'one two'\n" * 40))
    assert house.check_size(tmp_path) == []
    text = "\n".join(house.check_size(tmp_path, 0.001))
    said = "guards/*.py|hooks/_undo|_install install.py package: 80|160 lines|tokens|words"
    for word in f"{said}|tests: 40|bench: 40".split("|"):
        assert word in text, text


def test_words_bite(tmp_path: Path) -> None:
    (tmp_path / "guards").mkdir()
    (tmp_path / "guards/_words.py").write_text('"""Law."""\nWORDS = "send mail now send"\n')
    assert house.check_words(tmp_path, 3) == []
    assert house.check_words(tmp_path, 2) == ["guards/_words.py: 3 words of 2"]


def test_silent_bites(tmp_path: Path) -> None:
    (tmp_path / "hooks").mkdir()
    (tmp_path / "hooks/event.py").write_text("import json, hooks\n")
    (tmp_path / "hooks/__init__.py").write_text("")
    loaded = house.load_silent(tmp_path, tmp_path)
    assert {"json", "re", "hooks"} <= loaded
    assert "a silent call loads json" in house.check_silent(loaded)
    many = frozenset(f"guards.x{n}" for n in range(16))
    assert "16 modules of ours" in house.check_silent(many)[0]
    (tmp_path / "hooks/x.py").write_text("def read_x():\n    import hooks\n")
    assert "within a function" in house.check_imports(tmp_path, loaded)[0]
