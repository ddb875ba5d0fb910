"""The clients: where each lies, what it needs to start alone, what it calls the tools of a story.

They are looked for in `.e2e/agents/NAME-VERSION` (.ci/agents puts them there).  Each runs in a scratch home, in a scratch
repository, with nothing of the caller's environment; flags that skip its questions are for a scripted model there alone.
"""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from tests.agents.model import answers
from tests.real_agent.stage import wall
from tests.voices import COPILOT, GEMINI, OPENCODE, QWEN, arguments

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / ".e2e/agents"
PROBE = ROOT / "tests/real_agent/probe.py"
VERSIONS: dict[str, str] = json.loads((Path(__file__).parent / "versions.json").read_text())
KEY = "scripted-model-needs-no-key"


class Run(NamedTuple):
    """What one run left: the exit code, what it printed, seconds, the model's requests, and the results of its calls."""

    code: int
    out: str
    err: str
    seconds: float
    requests: list[dict[str, Any]]

    @property
    def results(self) -> list[str]:
        return answers(self.requests[-1]) if self.requests else []


class Client:
    """One client in a scratch home and a scratch repository."""

    def __init__(self, name: str, root: Path) -> None:
        self.name, self.root = name, root
        self.home, self.project = root / "home", root / "project"
        self.home.mkdir(exist_ok=True)
        self.project.mkdir(exist_ok=True)
        (self.project / "notes.txt").write_text("alpha\nbeta\n")
        for words in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "start"]):
            subprocess.run(["git", "-c", "user.name=Dev", "-c", "user.email=dev@example.com", *words], cwd=self.project,
                           env=self.env(), check=True)
        self.probe: list[str] = []

    def env(self) -> dict[str, str]:
        path = f"{FOLDER}/node-24/node_modules/.bin:{os.environ['PATH']}" if self.name.startswith("kimi") else os.environ["PATH"]
        return {"PATH": path, "HOME": str(self.home), "TMPDIR": str(self.root), "LANG": "C.UTF-8", "SHELL": "/bin/bash",
                "TERM": "xterm-256color", "XDG_CONFIG_HOME": str(self.home / ".config"), "XDG_CACHE_HOME": str(self.home / ".cache")}

    def install(self, *options: str, agent: str = "") -> str:
        done = subprocess.run([sys.executable, str(ROOT / "install.py"), "--project", str(self.project), "--agent",
                               agent or self.name.partition("-")[0], *options], env=self.env(), text=True, capture_output=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def server(self, tools: dict[str, Any]) -> None:
        """The MCP server `tracker` with these answers."""
        path = self.root / "tracker.json"
        path.write_text(json.dumps(tools))
        self.probe = [sys.executable, "-I", str(PROBE), str(path)]

    def call(self, tool: str, **given: Any) -> dict[str, Any]:
        """A call of ours as this client's model makes it."""
        return CALLS[self.name.partition("-")[0]](tool, given)

    def run(self, prompt: str, script: list[list[Any]], seconds: int = 60) -> Run:
        """One headless run, to its end, behind the wall."""
        program = FOLDER / f"{self.name.partition('-')[0]}-{version(self.name)}/node_modules/.bin" / self.name.partition("-")[0]
        command, env, files = STARTS[self.name.partition("-")[0]](self, str(program), prompt)
        job = {"script": script, "command": command, "env": {**self.env(), **env}, "cwd": str(self.project), "files": files,
               "seconds": seconds}
        done = subprocess.run([*wall(), sys.executable, "-m", "tests.agents.stage"], input=json.dumps(job), cwd=ROOT, text=True,
                              stdout=subprocess.PIPE, check=True)
        return Run(**json.loads(done.stdout))


def version(name: str) -> str:
    """The version of a client: what its name ends with, or the one that is listed."""
    return name.partition("-")[2] or VERSIONS[name]


def missing(name: str) -> str:
    """Why a client cannot be run here, in a line; "" where it can."""
    folder = FOLDER / f"{name.partition('-')[0]}-{version(name)}"
    if not (folder / "node_modules/.bin" / name.partition("-")[0]).exists():
        return f"no {folder.name}: get the clients with .ci/agents (it needs npm)"
    if subprocess.run([*wall(), "true"], capture_output=True).returncode:
        return "unshare -n is not permitted here: real clients run only behind a network wall"
    return ""


def _named(names: dict[str, str], agent: str, glue: str):  # type: ignore[no-untyped-def]
    def call(tool: str, given: dict[str, Any]) -> dict[str, Any]:
        if tool.startswith("mcp__"):
            return {"name": glue.format(*tool.split("__")[1:]), "input": given}
        more = {"description": "d"} if tool == "Bash" and agent != "kimi" else {"instruction": "x"} if tool == "Edit" and agent == "gemini" else {}
        return {"name": names.get(tool, tool), "input": {**arguments(agent, given), **more}}
    return call


def _codex_call(tool: str, given: dict[str, Any]) -> dict[str, Any]:
    if tool.startswith("mcp__"):
        return {"name": tool.split("__")[2], "namespace": "__".join(tool.split("__")[:2]), "input": given}
    if tool == "Write":
        put = "".join(f"+{line}\n" for line in given["content"].splitlines())
        return {"name": "apply_patch", "custom": f"*** Begin Patch\n*** Add File: {given['file_path']}\n{put}*** End Patch"}
    if tool == "Edit":
        lines = f"-{given['old_string']}\n+{given['new_string']}\n"
        return {"name": "apply_patch", "custom": f"*** Begin Patch\n*** Update File: {given['file_path']}\n@@\n{lines}*** End Patch"}
    return {"name": "exec_command", "input": {"cmd": given["command"] if tool == "Bash" else f"cat {given['file_path']}"}}


CALLS: dict[str, Any] = {
    "codex": _codex_call, "copilot": _named(COPILOT, "copilot", "{}-{}"), "gemini": _named(GEMINI, "gemini", "mcp_{}_{}"),
    "qwen": _named(QWEN, "qwen", "mcp__{}__{}"), "opencode": _named(OPENCODE, "opencode", "{}_{}"),
    "kimi": _named({}, "kimi", "mcp__{}__{}")}
Start = "tuple[list[str], dict[str, str], dict[str, str]]"


def _server(client: Client) -> dict[str, Any]:
    return {"command": client.probe[0], "args": client.probe[1:]} if client.probe else {}


def _codex(client: Client, program: str, prompt: str) -> Start:
    tracker = _server(client)
    servers = (f'[mcp_servers.tracker]\ncommand = {json.dumps(tracker["command"])}\nargs = {json.dumps(tracker["args"])}\n'
               'default_tools_approval_mode = "approve"\n') if tracker else ""
    config = ('model = "gpt-5.5"\nmodel_provider = "scripted"\napproval_policy = "never"\nsandbox_mode = "danger-full-access"\n'
              'check_for_update_on_startup = false\n[analytics]\nenabled = false\n[model_providers.scripted]\nname = "scripted"\n'
              'base_url = "@URL/v1"\nwire_api = "responses"\nenv_key = "SCRIPTED_KEY"\nsupports_websockets = false\n'
              f'[projects.{json.dumps(str(client.project))}]\ntrust_level = "trusted"\n{servers}')
    return ([program, "exec", "--json", "--dangerously-bypass-hook-trust", prompt],
            {"CODEX_HOME": str(client.home / ".codex"), "SCRIPTED_KEY": KEY}, {str(client.home / ".codex/config.toml"): config})


def _copilot(client: Client, program: str, prompt: str) -> Start:
    tracker = _server(client)
    more = ["--additional-mcp-config", json.dumps({"mcpServers": {"tracker": {"type": "local", "tools": ["*"], **tracker}}})] if tracker else []
    return ([program, "--no-auto-update", "--disable-client-telemetry", "--trust-folder", "--allow-all-tools", *more, "-p", prompt],
            {"COPILOT_HOME": str(client.home / ".copilot"), "COPILOT_OFFLINE": "true", "COPILOT_AUTO_UPDATE": "false",
             "COPILOT_PROVIDER_BASE_URL": "@URL/v1", "COPILOT_MODEL": "fake-model", "COPILOT_PROVIDER_API_KEY": KEY}, {})


def _gemini(client: Client, program: str, prompt: str) -> Start:
    settings = {"security": {"auth": {"selectedType": "gemini-api-key"}}, "privacy": {"usageStatisticsEnabled": False},
                "telemetry": {"enabled": False}, "general": {"enableAutoUpdate": False, "disableAutoUpdate": True},
                "model": {"name": "gemini-2.5-pro"}, "mcpServers": {"tracker": {**_server(client), "trust": True}} if client.probe else {}}
    return ([program, "--output-format", "stream-json", "--approval-mode", "yolo", "-p", prompt],
            {"GEMINI_API_KEY": KEY, "GOOGLE_GEMINI_BASE_URL": "@URL", "GEMINI_CLI_TRUST_WORKSPACE": "true",
             "GEMINI_CLI_SYSTEM_SETTINGS_PATH": str(client.root / "none.json")},
            {str(client.home / ".gemini/settings.json"): json.dumps(settings)})


def _qwen(client: Client, program: str, prompt: str) -> Start:
    settings = {"privacy": {"usageStatisticsEnabled": False}, "telemetry": {"enabled": False},
                "general": {"enableAutoUpdate": False, "disableAutoUpdate": True},
                "mcpServers": {"tracker": {**_server(client), "trust": True}} if client.probe else {}}
    return ([program, "--auth-type", "openai", "--approval-mode", "yolo", "--output-format", "stream-json", prompt],
            {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": "@URL/v1", "OPENAI_MODEL": "fake-model"},
            {str(client.home / ".qwen/settings.json"): json.dumps(settings)})


def _opencode(client: Client, program: str, prompt: str) -> Start:
    """It installs its plugins' package first, and waits without end where it cannot: npm's copy is put in place."""
    package = FOLDER / f"opencode-plugin-{version('opencode')}"
    for folder in (client.home / ".config/opencode", client.project / ".opencode"):
        if not (folder / "node_modules").exists():
            shutil.copytree(package, folder, dirs_exist_ok=True)
    settings = {"model": "scripted/fake-model", "small_model": "scripted/fake-model", "autoupdate": False, "share": "disabled", "permission": "allow",
                "provider": {"scripted": {"npm": "@ai-sdk/openai-compatible", "name": "scripted",
                                          "options": {"baseURL": "@URL/v1", "apiKey": KEY},
                                          "models": {"fake-model": {"name": "m", "tool_call": True, "limit": {"context": 100000, "output": 8000}}}}},
                "mcp": {"tracker": {"type": "local", "enabled": True, "command": client.probe}} if client.probe else {}}
    return ([program, "run", "--format", "json", prompt],
            {name: "1" for name in ("OPENCODE_DISABLE_AUTOUPDATE", "OPENCODE_DISABLE_MODELS_FETCH", "OPENCODE_DISABLE_LSP_DOWNLOAD",
                                    "OPENCODE_DISABLE_SHARE")},
            {str(client.project / "opencode.json"): json.dumps(settings)})


def _kimi(client: Client, program: str, prompt: str) -> Start:
    path = client.home / ".kimi-code/config.toml"
    ours = path.read_text() if path.exists() else ""
    config = ('default_model = "scripted"\ntelemetry = false\n[providers.scripted]\ntype = "openai"\nbase_url = "@URL/v1"\n'
              f'api_key = "{KEY}"\n[models.scripted]\nprovider = "scripted"\nmodel = "fake-model"\nmax_context_size = 100000\n')
    files = {str(path): ours if "[providers.scripted]" in ours else config + ours}
    if client.probe:
        files[str(client.home / ".kimi-code/mcp.json")] = json.dumps({"mcpServers": {"tracker": _server(client)}})
    return ["node", program, "--output-format", "stream-json", "-p", prompt], {}, files


STARTS: dict[str, Any] = {"codex": _codex, "copilot": _copilot, "gemini": _gemini, "qwen": _qwen, "opencode": _opencode, "kimi": _kimi}
