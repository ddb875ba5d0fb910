"""The real client in a scratch home and a scratch repository, with nothing of the caller's environment."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from hooks._ctl import _ledgers
from tests.real_agent import stage

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
VERSION = json.loads((HERE / "package.json").read_text())["dependencies"]["@anthropic-ai/claude-code"]
GET_IT = "get the real agent with .ci/install-agent (it needs npm)"
SESSION = "0a6ef1c4-5d1b-4b43-9d0b-3f3a0e6f7c11"
ALLOWED = ["Bash", "Read", "Write", "Edit", "mcp__probe", "mcp__session_memory"]
KEY = "scripted-model-needs-no-key"


def program():
    """The client's path; `GUARDS_AGENT` names another than the pinned one."""
    return Path(os.environ.get("GUARDS_AGENT") or ROOT / ".e2e" / VERSION / "node_modules" / ".bin" / "claude")


def missing():
    """Why the client cannot be run here, in a line; "" where it can."""
    if not program().exists():
        return f"no {program().name} {VERSION}: {GET_IT}"
    if not shutil.which("unshare"):
        return "no unshare (util-linux): the real agent runs only behind a network wall"
    if subprocess.run([*stage.wall(), "true"], capture_output=True).returncode:
        return "unshare -n is not permitted here: the real agent runs only behind a network wall"
    return ""


class Run(NamedTuple):
    """What one run left: the exit code, what it printed, seconds, and the model's requests in order."""

    code: int
    out: str
    err: str
    seconds: float
    requests: list[dict[str, Any]]

    def scene(self, name):
        """The requests of one scene."""
        return [request for request in self.requests if request["scene"] == name]

    def told(self, name):
        """The whole conversation as the model last saw it in a scene."""
        return self.scene(name)[-1]["messages"]

    def results(self, name):
        """(is_error, text) of every tool result in that conversation."""
        return [(bool(block.get("is_error")), text(block["content"]))
                for message in self.told(name) if isinstance(message["content"], list)
                for block in message["content"] if block["type"] == "tool_result"]

    def stream(self, kind, **fields):
        """The client's own messages of a type, with these fields."""
        rows = [json.loads(line) for line in self.out.splitlines() if line.startswith("{")]
        return [row for row in rows if row.get("type") == kind and all(row.get(k) == v for k, v in fields.items())]

    @property
    def session_id(self):
        return self.stream("result")[-1]["session_id"]


def text(content):
    """A tool result's content as one text."""
    return content if isinstance(content, str) else "\n".join(block.get("text", "") for block in content)


class Agent:
    """A scratch home, a scratch repository, and the client in it."""

    def __init__(self, root):
        self.root, self.home, self.project = root, root / "home", root / "project"
        for folder in (self.home, self.project, root / "tmp"):
            folder.mkdir(parents=True, exist_ok=True)
        (self.project / "notes.txt").write_text("alpha\nbeta\n")
        for words in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "start"]):
            self.git(*words)
        self.options = ["--settings", json.dumps({"permissions": {"allow": ALLOWED}})]

    def env(self):
        """All that the client and its hooks are given."""
        path = [str(program().parent), os.path.dirname(os.path.realpath(sys.executable)),
                *filter(None, [os.path.dirname(shutil.which("node") or "")]), "/usr/local/bin", "/usr/bin", "/bin"]
        return {"PATH": ":".join(dict.fromkeys(path)), "HOME": str(self.home), "TMPDIR": str(self.root / "tmp"),
                "LANG": "C.UTF-8", "SHELL": "/bin/bash", "CLAUDE_CONFIG_DIR": str(self.home / ".claude"),
                "ANTHROPIC_API_KEY": KEY, "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_TELEMETRY": "1",
                "DISABLE_AUTOUPDATER": "1", "DISABLE_ERROR_REPORTING": "1"}

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=Dev", "-c", "user.email=dev@example.com", *words],
                       cwd=self.project, env=self.env(), check=True)

    def install(self, *options):
        """Our installer, as a person runs it in the scratch repository."""
        return subprocess.run([sys.executable, str(ROOT / "install.py"), "--project", str(self.project), *options],
                              env=self.env(), cwd=self.project, text=True, capture_output=True, check=True).stdout

    def guardctl(self, *words):
        """What a person runs in the scratch repository."""
        return subprocess.run([str(self.project / ".autoskillit" / "guardctl"), *words], env=self.env(),
                              cwd=self.project, text=True, capture_output=True)

    def settings(self, **values):
        """Replaces the repository's guards.json."""
        path = self.project / ".autoskillit" / "guards.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(values))

    def probe(self, answers):
        """Gives the client the MCP server `probe` with these tools."""
        path = self.root / "probe.json"
        path.write_text(json.dumps(answers))
        server = {"command": sys.executable, "args": ["-I", str(HERE / "probe.py"), str(path)]}
        self.options += ["--mcp-config", json.dumps({"mcpServers": {"probe": server}})]

    def probed(self):
        """The calls that arrived at the probe: [tool, arguments] each."""
        path = self.root / "probe.json.calls"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def run(self, prompt, script, *options, env=None, seconds=60):
        """One headless run, to its end, behind the wall."""
        command = [str(program()), "-p", prompt, "--output-format", "stream-json", "--verbose",
                   "--include-hook-events", *self.options, *options]
        job = {"script": script, "command": command, "env": {**self.env(), **(env or {})}, "cwd": str(self.project),
               "stdin": "", "seconds": seconds}
        done = subprocess.run([*stage.wall(), sys.executable, "-m", "tests.real_agent.stage"], input=json.dumps(job),
                              cwd=ROOT, text=True, stdout=subprocess.PIPE, check=True)
        return Run(**json.loads(done.stdout))

    def run_afresh(self, prompt, script, *options):
        """A run as the same session, of which the client remembers nothing: two of them can be compared to the byte."""
        shutil.rmtree(self.home / ".claude", ignore_errors=True)
        return self.run(prompt, script, "--session-id", SESSION, *options)

    def rows(self, name):
        """The rows of a file of the state folder, by name under `.autoskillit/temp/`."""
        path = self.project / ".autoskillit" / "temp" / name
        lines = path.read_bytes().splitlines() if path.exists() else []
        return list(_ledgers.joined(lines)) if name.startswith("context/") else [json.loads(line) for line in lines]
