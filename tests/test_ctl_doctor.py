"""`guardctl doctor` says what `install.py --check` says."""
from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.scripts import ROOT, Scripts


def run(scripts: Scripts, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, env=scripts.env, cwd=scripts.project, capture_output=True, text=True, check=False)


def test_a_project_with_guards_and_one_without(project: Path) -> None:
    scripts = Scripts(project)
    doctor = [sys.executable, str(ROOT / "hooks/guardctl.py"), "doctor"]
    without = run(scripts, *doctor, "--json")
    assert without.returncode == 1 and json.loads(without.stdout)["scope"] == "project"
    assert run(scripts, sys.executable, str(ROOT / "install.py"), "--scope", "local").returncode == 0
    done = run(scripts, str(project / ".autoskillit/guardctl"), "doctor")
    assert "local scope" in done.stdout and "0 problems" in done.stdout and done.returncode == 0, done.stdout
