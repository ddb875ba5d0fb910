"""The examples in docstrings are true: those of every module, so that none is left behind by a change."""
from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = [path.relative_to(ROOT) for top in ("guards", "hooks") for path in sorted((ROOT / top).rglob("*.py"))
           if ">>> " in path.read_text("utf-8")]


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_the_examples(path: Path) -> None:
    name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried and not failed
