"""`guardctl tail -f` shows rows as they come."""
from __future__ import annotations

import subprocess
import time
from pathlib import Path

from tests.scripts import ROOT, Scripts


def test_follow(project: Path) -> None:
    scripts = Scripts(project)
    scripts.call("Bash", {"command": "ls"})
    follower = subprocess.Popen([scripts.python, "-u", str(ROOT / "hooks/guardctl.py"), "tail", "-f"], env=scripts.env,
                                stdout=subprocess.PIPE, text=True, cwd=project)
    assert follower.stdout is not None
    assert "PreToolUse" in follower.stdout.readline()
    scripts.call("Read", {"file_path": "/x"})
    began = time.time()
    assert "Read" in follower.stdout.readline() and time.time() - began < 20
    follower.terminate()
    follower.wait()
