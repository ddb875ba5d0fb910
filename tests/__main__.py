"""`python3 -m tests [--all] [pytest's arguments]`: makes what the tests need, and runs them on all cores.

Without `--all` and without arguments it answers in a minute or two, and says what it left out (tests/quick.py).

Where this Python has pytest and hypothesis they are used; else a `.venv` beside pyproject.toml is made, once, with
the extras `test` and `mcp`.
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
# What pytest does around each test and none of ours looks at; `--all` leaves it on, for warnings.
UNUSED = ("logging", "warnings", "unraisableexception", "threadexception", "faulthandler")
NEEDED = ("pytest", "xdist", "hypothesis", "pyte")


def extra(name: str) -> list[str]:
    """The requirements of one extra, as pyproject.toml lists them."""
    found = re.search(rf"^{name} = (\[.*\])$", (ROOT / "pyproject.toml").read_text("utf-8"), re.M)
    if found is None:
        raise SystemExit(f"pyproject.toml has no extra {name!r}")
    return list(ast.literal_eval(found.group(1)))


def made(folder: Path) -> Path:
    """The interpreter of a virtual environment that has what the tests need."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        print(f"making {folder} with what the tests need", flush=True)
        try:
            venv.create(folder, with_pip=True)
        except (subprocess.CalledProcessError, OSError) as e:
            raise SystemExit(f"no virtual environment could be made ({e}); on Debian: apt-get install python3-venv, "
                             f"or install {' and '.join(NEEDED)} for {sys.executable}") from None
    done = folder / "installed"
    wanted = "\n".join(extra("test") + extra("mcp"))
    if not done.exists() or done.read_text() != wanted:
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        if subprocess.run([*pip, *extra("test")], check=False).returncode:
            raise SystemExit("pip could not install what the tests need; see above")
        if subprocess.run([*pip, *extra("mcp")], check=False).returncode:
            print("the extra `mcp` is not to be had; the tests of the MCP server with the official client are skipped")
        done.write_text(wanted)
    return python


def main() -> int:
    os.chdir(ROOT)
    python = Path(sys.executable)
    if not all(importlib.util.find_spec(name) for name in NEEDED):
        python = made(ROOT / ".venv")
    return subprocess.run([str(python), "-m", "pytest", *arguments(sys.argv[1:])], check=False).returncode


def arguments(given: list[str]) -> list[str]:
    """pytest's arguments: a worker a core; a person's own words go last."""
    rest = [word for word in given if word != "--all"]
    quick = ["--quick", *(word for name in UNUSED for word in ("-p", f"no:{name}"))] if not given else []
    return ["-n", str(max(2, os.cpu_count() or 2)), "--dist", "worksteal", *quick, *rest]


if __name__ == "__main__":
    raise SystemExit(main())
