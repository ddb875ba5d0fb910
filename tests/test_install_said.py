"""hooks/_install/said.py: a pipe that closes early stops no work."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hookclient import ROOT, Client


@pytest.mark.parametrize("flags", ["", "--check", "--uninstall"])
def test_a_reader_that_goes_away_leaves_nothing_half(tmp_path: Path, flags: str) -> None:
    (tmp_path / "project").mkdir()
    client = Client(tmp_path / "project", tmp_path / "home")
    if flags:
        client.install()
    cut = subprocess.run(["/bin/sh", "-c", f"'{sys.executable}' '{ROOT}/install.py' --project '{client.project}' {flags} | head -n 1"],
                         env=client.env, capture_output=True, text=True, check=False)
    assert (cut.returncode, cut.stderr) == (0, "install.py: standard output: Broken pipe\n" if flags == "--check" else "")
    assert len(cut.stdout.splitlines()) == 1
    if flags == "--uninstall":
        assert list(client.project.iterdir()) == []
    else:
        assert client.install("--check").returncode == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
def test_a_check_that_nobody_could_read_is_none(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    client = Client(tmp_path / "project", tmp_path / "home")
    client.install()
    with open("/dev/full", "wb") as full:
        done = subprocess.run([sys.executable, f"{ROOT}/install.py", "--project", str(client.project), "--check"], env=client.env,
                              stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "install.py: standard output: No space left on device\n")
