"""guards/_shell/_types.py: what a program may use of the machine is what the machine has."""
from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from guards._shell.machine import Machine

ROOT = Path(__file__).resolve().parent.parent


def test_the_machine_has_each_part() -> None:
    tree = ast.parse((ROOT / "guards/_shell/_types.py").read_text("utf-8"))
    kind = next(node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    named = {node.target.id for node in kind.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
    named |= {node.name for node in kind.body if isinstance(node, ast.FunctionDef)}
    assert len(named) > 30
    assert [name for name in sorted(named) if not hasattr(Machine("/p", {}, {}, {}), name)] == []


def test_no_process_loads_it() -> None:
    code = ("import sys\nfrom guards._shell.machine import read\n"
            "read('curl https://a.example', '/p')\nprint('guards._shell._types' in sys.modules)")
    done = subprocess.run([sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]
