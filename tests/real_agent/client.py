"""The real client in a scratch home and a scratch repository, with nothing of the caller's environment."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.real_agent.stage import WALL

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PINNED = json.loads((HERE / "package.json").read_text())["dependencies"][
    "@anthropic-ai/claude-code"
]
PROGRAM = Path(
    os.environ.get("GUARDS_AGENT") or ROOT / ".e2e" / PINNED / "node_modules/.bin/claude"
)
ALLOWED = "Bash Read Write Edit Glob Grep Agent EnterWorktree ExitWorktree mcp__kitchen".split()
KEY = "scripted-model-needs-no-key"
SWITCHES = """CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC DISABLE_TELEMETRY DISABLE_AUTOUPDATER
DISABLE_ERROR_REPORTING"""
SECONDS = 120


def find_obstacle() -> str:
    """Why the client cannot be run here, in a line; "" where it can."""
    if not PROGRAM.exists():
        return f"no claude {PINNED}: get it with .ci/install-agent (it needs npm)"
    if not shutil.which("unshare"):
        return "no unshare (util-linux): the real agent runs only behind a network wall"
    if subprocess.run([*WALL, "true"], capture_output=True).returncode:
        return "unshare -n is not permitted here"
    return ""


def require_client() -> None:
    """Skips the test where no client can run here; fails it where GUARDS_REQUIRE_AGENT=1 wants one, as .ci/run does."""
    obstacle = find_obstacle()
    if obstacle and os.environ.get("GUARDS_REQUIRE_AGENT") == "1":
        pytest.fail(obstacle)
    elif obstacle:
        pytest.skip(obstacle)


class Run:
    """What one headless run left: exit code, the client's messages, the model's requests."""

    def __init__(self, code: int, out: str, requests: list[dict[str, Any]]) -> None:
        self.code, self.requests = code, requests
        self.stream = [json.loads(line) for line in out.splitlines() if line.startswith("{")]

    @property
    def session(self) -> str:
        return next(row["session_id"] for row in self.stream if row.get("type") == "result")

    def list_results(self, scene: str) -> list[str]:
        """The text of every tool result that the model was given in a scene."""
        return list_results([one for one in self.requests if one["scene"] == scene])

    def list_hook_faults(self) -> list[Any]:
        hooks = [row for row in self.stream if row.get("subtype") == "hook_response"]
        return [row for row in hooks if row.get("exit_code") or row.get("stderr")]


def list_results(requests: list[dict[str, Any]]) -> list[str]:
    lists = [one["content"] for one in requests[-1]["messages"] if isinstance(one["content"], list)]
    blocks = [block for content in lists for block in content if block["type"] == "tool_result"]
    return [json.dumps(block["content"]) for block in blocks]


class Agent:
    """A scratch home, a scratch repository with our hooks, and the client in it."""

    def __init__(self, root: Path) -> None:
        self.root, self.home, self.project = root, root / "home", root / "project"
        for folder in (self.home, self.project, root / "tmp"):
            folder.mkdir(parents=True)
        (self.project / "notes.txt").write_text("alpha\nbeta\n")
        who = ["-c", "user.name=Dev", "-c", "user.email=dev@example.com"]
        for words in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "start"]):
            subprocess.run(["git", *who, *words], cwd=self.project, env=self.env(), check=True)
        self.options = ["--settings", json.dumps({"permissions": {"allow": ALLOWED}})]
        install = [sys.executable, str(ROOT / "install.py"), "--project", str(self.project)]
        subprocess.run(install, env=self.env(), check=True, capture_output=True)

    def env(self) -> dict[str, str]:
        """All that the client and its hooks are given."""
        programs = [PROGRAM, Path(sys.executable), Path(shutil.which("node") or "/usr/bin/node")]
        path = ":".join(
            [*[str(one.parent) for one in programs], "/usr/local/bin", "/usr/bin", "/bin"]
        )
        made = {"PATH": path, "HOME": str(self.home), "TMPDIR": str(self.root / "tmp")}
        made.update(LANG="C.UTF-8", SHELL="/bin/bash", ANTHROPIC_API_KEY=KEY)
        made["CLAUDE_CONFIG_DIR"] = str(self.home / ".claude")
        return {**made, **dict.fromkeys(SWITCHES.split(), "1")}

    def add_kitchen(self, answer: Any) -> Path:
        """Gives the client the MCP server `kitchen`; the file of the calls that arrive there."""
        path = self.root / "kitchen.json"
        path.write_text(json.dumps({"dispatch_food_truck": answer}))
        server = {"command": sys.executable, "args": ["-I", str(HERE / "kitchen.py"), str(path)]}
        self.options = [
            *self.options[:2],
            "--mcp-config",
            json.dumps({"mcpServers": {"kitchen": server}}),
        ]
        return Path(f"{path}.calls")

    def write_job(
        self, script: Any, command: list[str], env: dict[str, str]
    ) -> tuple[list[str], Path]:
        """The command that plays a job behind the wall, and where the model's requests will stand."""
        out = self.root / "requests.json"
        job = {"script": script, "command": command, "cwd": str(self.project), "out": str(out)}
        path = self.root / "job.json"
        path.write_text(json.dumps({**job, "env": {**self.env(), **env}}))
        out.unlink(missing_ok=True)
        return [*WALL, sys.executable, "-m", "tests.real_agent.stage", str(path)], out

    def run(self, prompt: str, script: Any, *options: str, **env: str) -> Run:
        """One headless run, to its end."""
        shown = ["--output-format", "stream-json", "--verbose", "--include-hook-events"]
        words = [str(PROGRAM), "-p", prompt, *shown, *self.options, *options]
        command, out = self.write_job(script, words, env)
        quiet = {"stdin": subprocess.DEVNULL, "capture_output": True, "text": True}
        done = subprocess.run(command, cwd=ROOT, timeout=SECONDS, **quiet)
        assert out.exists(), done.stderr[-2000:]
        return Run(done.returncode, done.stdout, json.loads(out.read_text()))

    def run_ctl(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.project / ".autoskillit/guardctl"), *words]
        return subprocess.run(
            command, env=self.env(), cwd=self.project, text=True, capture_output=True
        )

    def read_rows(self, name: str) -> list[dict[str, Any]]:
        """The rows of a file of the state folder."""
        path = self.project / ".autoskillit/temp" / name
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def read_ledger(self, session: str) -> list[dict[str, Any]]:
        return self.read_rows(f"context/{session}.jsonl")
