"""A stand-in for the agent: reads a project's settings files as Claude Code does, and runs the hooks in them."""
from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
MATCHED_ON = {"PreToolUse": "tool_name", "PostToolUse": "tool_name", "PostToolUseFailure": "tool_name", "PermissionRequest": "tool_name",
              "SessionStart": "source", "SessionEnd": "reason", "PreCompact": "trigger", "ConfigChange": "source",
              "InstructionsLoaded": "load_reason", "UserPromptExpansion": "command_name",
              "SubagentStart": "agent_type", "SubagentStop": "agent_type"}


def matches(matcher: str, subject: str) -> bool:
    """Plain characters are exact names; anything else is an unanchored regular expression."""
    if matcher in ("", "*"):
        return True
    if re.fullmatch(r"[A-Za-z0-9_ ,|-]+", matcher):
        return subject in [name.strip() for name in re.split(r"[|,]", matcher)]
    return re.search(matcher, subject) is not None


class Client:
    """One project, one person: `home` is theirs; CLAUDE_PROJECT_DIR is set unless `env` drops it with None."""

    def __init__(self, project: Path, home: Path, env: dict[str, str | None] | None = None) -> None:
        self.project, self.home = project, home
        home.mkdir(parents=True, exist_ok=True)
        wanted = {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8", "CLAUDE_PROJECT_DIR": str(project),
                  **(env or {})}
        self.env = {name: value for name, value in wanted.items() if value is not None}

    def install(self, *flags: str, bundle: Path = ROOT, form: str = "--vendor") -> subprocess.CompletedProcess[str]:
        """form: where the code goes, "--vendor", "--link" or "--shared", which is what a person gets without a word."""
        own = () if {"--link", "--check", "--uninstall"} & {*flags} else (form,)
        return subprocess.run([sys.executable, str(bundle / "install.py"), "--project", str(self.project), *own, *flags],
                              capture_output=True, text=True, timeout=600, check=False,
                              env={name: value for name, value in self.env.items() if name != "CLAUDE_PROJECT_DIR"})

    def handlers(self, event: str, payload: dict[str, Any]) -> list[dict[str, Any]]:
        """What is registered for the event, each distinct handler once."""
        config = Path(self.env.get("CLAUDE_CONFIG_DIR") or self.home / ".claude")
        found = {}
        for path in (config / "settings.json", self.project / ".claude/settings.json",
                     self.project / ".claude/settings.local.json"):
            hooks = json.loads(path.read_text("utf-8-sig")).get("hooks", {}) if path.exists() else {}
            for group in hooks.get(event, []):
                if matches(group.get("matcher", ""), str(payload.get(MATCHED_ON.get(event, ""), ""))):
                    found.update({json.dumps(handler): handler for handler in group["hooks"]})
        return list(found.values())

    def words(self, handler: dict[str, Any], shell: str = "/bin/sh") -> list[str]:
        """What is started for a handler: its program and arguments, or a shell with its command."""
        if "args" not in handler:
            return [shell, "-c", handler["command"]]
        return [shell if word == "/bin/sh" else word.replace("${CLAUDE_PROJECT_DIR}", str(self.project))
                for word in (handler["command"], *handler["args"])]

    def run(self, event: str, cwd: Path | None = None, shell: str = "/bin/sh",
            **payload: Any) -> list[subprocess.CompletedProcess[str]]:
        """Every matching handler run with the event on stdin, one after the other."""
        full = {"session_id": "s", "transcript_path": "", "cwd": str(cwd or self.project), "hook_event_name": event,
                **payload}
        return [subprocess.run(self.words(handler, shell), input=json.dumps(full), capture_output=True,
                               text=True, env=self.env, cwd=cwd or self.project, timeout=60, check=False)
                for handler in self.handlers(event, full)]
