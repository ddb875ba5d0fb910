"""Other agents' clients in a scratch home and repository; what each needs for the same run stands in others.json."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.real_agent.client import HERE, ROOT, SECONDS
from tests.real_agent.stage import WALL

FOLDER = Path(os.environ.get("GUARDS_AGENTS") or ROOT / ".e2e/others") / "node_modules/.bin"
CLIENTS = json.loads((HERE / "others.json").read_text())


def require_other(name: str) -> None:
    """Skips the test where the client cannot run; fails it where GUARDS_REQUIRE_AGENT=1 wants it, as .ci/run does."""
    wall = subprocess.run([*WALL, "true"], capture_output=True).returncode == 0
    if not wall or not (FOLDER / name).exists():
        stop = pytest.fail if os.environ.get("GUARDS_REQUIRE_AGENT") == "1" else pytest.skip
        stop(f"no {name} (.ci/install-agent others), or unshare -n is not permitted here")


class Other:
    """A scratch home and repository with our hooks for one client."""

    def __init__(self, root: Path, name: str, secrets: str) -> None:
        self.root, self.name, self.project = root, name, root / "project"
        for folder in (root / "home", self.project, root / "tmp"):
            folder.mkdir()
        (self.project / ".env").write_text(secrets)
        path = f"{FOLDER}:{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"
        self.env = {"PATH": path, "HOME": str(root / "home"), "TMPDIR": str(root / "tmp")}
        install = [sys.executable, str(ROOT / "install.py"), "--agent", name]
        for words in (["git", "init", "-q"], install):
            subprocess.run(
                words, cwd=self.project, env=self.env, check=True, stdout=subprocess.DEVNULL
            )

    def run(self, prompt: str, script: Any) -> tuple[list[dict[str, Any]], str]:
        """What the model was asked, and what the client printed."""
        client, out, path = CLIENTS[self.name], self.root / "requests.json", self.root / "job.json"
        job = {"script": script, "command": [self.name, *client["words"]], "out": str(out)}
        job |= {"cwd": str(self.project), "env": {**self.env, **client["env"]}}
        if "settings" in client:
            job["file"] = [f"{self.root}/home/{client['settings'][0]}", client["settings"][1]]
        text = json.dumps(job).replace("PROJECT", str(self.project))
        path.write_text(text.replace("PROMPT", prompt))
        words = [*WALL, sys.executable, "-m", "tests.real_agent.stage", str(path)]
        quiet = {"stdin": subprocess.DEVNULL, "capture_output": True, "text": True}
        done = subprocess.run(words, cwd=ROOT, timeout=SECONDS, **quiet)
        assert out.exists(), done.stderr[-2000:]
        return json.loads(out.read_text()), (done.stdout + done.stderr)[-2000:]

    def read_ledger(self) -> list[dict[str, Any]]:
        """The rows of the one session that there was."""
        [path] = (self.project / ".autoskillit/temp/context").glob("*.jsonl")
        return [json.loads(line) for line in path.read_text().splitlines()]
