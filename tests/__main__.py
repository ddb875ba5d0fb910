"""`python3 -m tests [--all] [pytest's arguments]`: makes what the tests need, once, and runs them on all cores.

Without arguments it is the quick lane: about a minute, without what is marked slow or needs a real client.  Where this
Python has what is needed it is used; else a `.venv` beside pyproject.toml is made with the extra `test`.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NEEDED = ("pytest", "xdist", "hypothesis", "pyte", "ruff", "mypy")
QUICK = ("-m", "not slow and not real_agent and not agents")


def list_requirements(extra: str) -> list[str]:
    """The requirements of one extra, as pyproject.toml lists them."""
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    found = re.search(rf"^{extra} = (\[.*\])$", text, re.M)
    if found is None:
        raise SystemExit(f"pyproject.toml has no extra {extra!r}")
    return list(ast.literal_eval(found.group(1)))


def make_environment(folder: Path) -> Path:
    """The interpreter of a virtual environment that has what the tests need."""
    python, done = folder / "bin/python", folder / "installed"
    wanted = list_requirements("test")
    if not python.exists():
        print(f"making {folder} with what the tests need", flush=True)
        try:
            venv.create(folder, with_pip=True)
        except (subprocess.CalledProcessError, OSError) as e:
            hint = "on Debian: apt-get install python3-venv"
            raise SystemExit(f"no virtual environment could be made ({e}); {hint}") from None
    if not done.exists() or done.read_text() != "\n".join(wanted):
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        if subprocess.run([*pip, *wanted], check=False).returncode:
            raise SystemExit("pip could not install what the tests need; see above")
        done.write_text("\n".join(wanted))
    return python


def main() -> int:
    os.chdir(ROOT)
    given = [word for word in sys.argv[1:] if word != "--all"]
    lane = () if sys.argv[1:] else QUICK
    python = Path(sys.executable)
    if not all(importlib.util.find_spec(name) for name in NEEDED):
        python = make_environment(ROOT / ".venv")
    workers = ["-n", str(max(2, os.cpu_count() or 2)), "--dist", "worksteal"]
    command = [str(python), "-m", "pytest", *workers, *lane, *given]
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # what the first run compiles, the second has
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
