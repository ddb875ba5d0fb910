"""guards/_types.py: what only a type checker reads, and what it says is true."""
from __future__ import annotations

import ast
from pathlib import Path

from guards import KINDS
from hooks._facts import PROVIDERS

ROOT = Path(__file__).resolve().parent.parent


def words(name: str) -> set[str]:
    """The texts in what a name of the module stands for."""
    tree = ast.parse((ROOT / "guards/_types.py").read_text("utf-8"))
    value = next(node.value for node in ast.walk(tree) if isinstance(node, ast.Assign)
                 and isinstance(node.targets[0], ast.Name) and node.targets[0].id == name)
    return {node.value for node in ast.walk(value) if isinstance(node, ast.Constant)}


def test_every_fact_that_a_guard_may_require_has_its_provider() -> None:
    assert words("Fact") == set(PROVIDERS)


def test_every_kind_is_named() -> None:
    assert words("Kind") == set(KINDS) and words("CallKind") == {""}


def test_no_process_loads_it() -> None:
    import subprocess
    import sys

    code = "import sys, guards._types, hooks._run\nprint('typing' in sys.modules, dir(guards._types).count('Fact'))"
    done = subprocess.run([sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "0"]
