"""Plays events through the real scripts, one process each, without an installer between."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hooks import _pins
from hooks._ctl import _ledgers
from hooks._stores.world import World
from tests import warm

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = {event: row["script"]
           for event, row in json.loads((ROOT / "hook_registry.json").read_text())["events"].items()}


class Answer:
    """What one script printed, and how it ended."""

    def __init__(self, done: subprocess.CompletedProcess[bytes]) -> None:
        self.code = done.returncode
        self.stdout = done.stdout.decode("utf-8")
        self.stderr = done.stderr.decode("utf-8", "replace")
        self.json: dict[str, Any] = json.loads(self.stdout) if self.stdout.strip() else {}
        special = self.json.get("hookSpecificOutput", {})
        self.decision = special.get("permissionDecision", "pass")
        self.reason = special.get("permissionDecisionReason", "")
        self.context = special.get("additionalContext", "")
        self.message = self.json.get("systemMessage", "")


class Scripts:
    """One project's hooks: fire("PreToolUse", session_id="s", tool_name="Bash", tool_input={...})."""

    def __init__(self, project: Path, env: dict[str, str] | None = None, python: str = sys.executable) -> None:
        self.project, self.python = project, python
        self.env = {"PATH": os.environ["PATH"], "HOME": str(project.parent / "home"), "LANG": "C.UTF-8",
                    "CLAUDE_PROJECT_DIR": str(project), **(env or {})}
        self.calls = 0

    @property
    def state(self) -> Path:
        return Path(self.env.get("AUTOSKILLIT_STATE_DIR") or self.project / ".autoskillit/temp")

    def settings(self, **keys: Any) -> None:
        path = self.project / ".autoskillit/guards.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(keys))
        _pins.wrote(World(str(self.project), self.env), path.read_bytes())     # as guardctl does: it counts at once

    def send(self, event: str, data: bytes) -> Answer:
        return Answer(warm.run([self.python, "-I", "-S", str(ROOT / "hooks" / SCRIPTS[event])], input=data, env=self.env,
                               cwd=self.project))

    def fire(self, event: str, **payload: Any) -> Answer:
        full = {"session_id": "s", "transcript_path": "", "cwd": str(self.project), "hook_event_name": event, **payload}
        return self.send(event, json.dumps(full).encode())

    def call(self, tool: str, given: dict[str, Any], response: Any = None, session: str = "s", **more: Any) -> Answer:
        """PreToolUse and, where it was not denied and there is a response, PostToolUse; the first one's answer."""
        self.calls += 1
        common = {"session_id": session, "tool_name": tool, "tool_input": given,
                  "tool_use_id": f"t{self.calls}", **more}
        before = self.fire("PreToolUse", **common)
        if before.decision != "deny" and response is not None:
            after = self.fire("PostToolUse", **common, tool_response=response)
            before.context = "\n".join(filter(None, (before.context, after.context)))
        return before

    def rows(self, session: str = "s") -> list[dict[str, Any]]:
        path = self.state / "context" / f"{session}.jsonl"
        return list(_ledgers.joined(path.read_bytes().splitlines()))
