"""hooks/_install/interpreter.py: the interpreter that stays, also when asked from a virtual environment."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from hooks._install import interpreter


def test_real_is_no_link_and_runs() -> None:
    real = interpreter.real()
    assert os.path.realpath(real) == real
    assert interpreter.version(real) == sys.version_info[:3]


def test_a_virtual_environment_is_looked_through(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv")], check=True, timeout=60)
    asked = "import sys; sys.path[:0] = sys.argv[1:]; from hooks._install import interpreter; print(interpreter.real())"
    told = subprocess.run([str(tmp_path / "venv/bin/python"), "-c", asked, str(Path(__file__).parent.parent)],
                          capture_output=True, text=True, check=True, timeout=60).stdout.strip()
    assert told == interpreter.real()
    assert str(tmp_path) not in told


def test_what_starts_a_hook_is_named_absolutely(tmp_path: Path) -> None:
    assert interpreter.starts() == ("/usr/bin/nice", "/bin/sh")
    assert interpreter.starts(("/gone/sort", "/gone/sh"))[0] == shutil.which("sort", path="/bin")
    assert interpreter.starts(("/gone/xyzzy", "/bin/sh")) == ("/gone/xyzzy", "/bin/sh")


def test_what_does_not_run_has_no_version(tmp_path: Path) -> None:
    for python in ("/gone/python3", "/bin/false", "/bin/echo", str(tmp_path)):
        assert interpreter.version(python) == ()
    assert not interpreter.compile_bytecode("/gone/python3", str(tmp_path))


def test_bytecode_is_written(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("x = 1\n")
    assert interpreter.compile_bytecode(interpreter.real(), str(tmp_path))
    assert list((tmp_path / "__pycache__").iterdir())
