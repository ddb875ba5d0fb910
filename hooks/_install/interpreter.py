"""The programs that start a hook: the Python that will still be there tomorrow (not a shim of pyenv or asdf, not a
virtual environment's), and this system's `nice` and `sh`."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys

from hooks._install.command import STARTS

OLDEST = (3, 9)
# Where a system keeps them that does not keep them where nearly every one does.
ELSEWHERE = ("/bin", "/run/current-system/sw/bin", "/usr/local/bin")


def starts(usual: tuple[str, str] = STARTS) -> tuple[str, str]:
    """This system's `nice` and `sh`, by absolute paths; the usual ones where it has none."""
    nice, shell = (path if os.access(path, os.X_OK) else _elsewhere(path) for path in usual)
    return nice, shell


def _elsewhere(path: str) -> str:
    name = os.path.basename(path)
    found = shutil.which(name, path=os.pathsep.join(ELSEWHERE)) or shutil.which(name)
    return os.path.abspath(found) if found else path


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
