"""The Python that will still be there tomorrow: not a shim of pyenv or asdf, not a virtual environment's."""
from __future__ import annotations

import os
import subprocess
import sys

OLDEST = (3, 9)


def real() -> str:
    """The interpreter under the one that runs us, links resolved."""
    return os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)


def version(python: str) -> tuple[int, ...]:
    """(3, 11, 2), or () where it does not run."""
    asked = [python, "-I", "-S", "-c", "import sys; print(*sys.version_info[:3])"]
    try:
        told = subprocess.run(asked, capture_output=True, text=True, timeout=20, check=True).stdout
        return tuple(int(part) for part in told.split())
    except (OSError, ValueError, subprocess.SubprocessError):
        return ()


def compile_bytecode(python: str, *folders: str) -> bool:
    """Compiles what the hooks import, so that no event pays for it."""
    asked = [python, "-I", "-S", "-m", "compileall", "-q", *folders]
    try:
        return subprocess.run(asked, capture_output=True, timeout=120, check=False).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False
