"""Fires one harmless event through an installed command, as the agent would, and says what came back."""
from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

CALL: dict[str, object] = {"tool_name": "Read", "tool_input": {"file_path": "README.md"},
                           "tool_use_id": "install-check"}
ANSWER: dict[str, object] = {"type": "text", "file": {"filePath": "README.md", "content": "", "numLines": 0,
                                                  "startLine": 1, "totalLines": 0}}
EXTRA: dict[str, dict[str, object]] = {
    "SessionStart": {"source": "startup"},
    "UserPromptSubmit": {"prompt": "Check the installation."},
    "PreToolUse": CALL,
    "PostToolUse": {**CALL, "tool_response": ANSWER},
    "PostToolUseFailure": {**CALL, "error": "no such file"},
    "PostToolBatch": {"tool_calls": [{**CALL, "tool_response": "no such file"}]},
    "Stop": {"stop_hook_active": False, "last_assistant_message": "Is this installation well?"},
    "PermissionRequest": {"tool_name": CALL["tool_name"], "tool_input": CALL["tool_input"]},
    "SubagentStart": {"agent_id": "install-check", "agent_type": "Explore"},
    "SubagentStop": {"agent_id": "install-check", "agent_type": "Explore", "stop_hook_active": False,
                     "agent_transcript_path": ""},
    "PreCompact": {"trigger": "manual", "custom_instructions": None},
    "UserPromptExpansion": {"expansion_type": "slash_command", "command_name": "install-check", "command_args": "",
                            "prompt": "/install-check"},
    "InstructionsLoaded": {"file_path": "CLAUDE.md", "memory_type": "Project", "load_reason": "session_start"},
    "ConfigChange": {"source": "project_settings", "file_path": ".claude/settings.json"},
    "SessionEnd": {"reason": "other"},
}

# What a check that is run from inside a session must not hand on: it would write into that session's campaign.
INHERITED = frozenset(("CLAUDE_ENV_FILE", "AUTOSKILLIT_CAMPAIGN_ID", "AUTOSKILLIT_SESSION_ID",
                       "AUTOSKILLIT_KITCHEN_ID"))


class Answer:
    """`fault` is "" where the command answered as it should; `words` is what it said, `seconds` how long it took."""

    __slots__ = ("event", "fault", "seconds", "words")

    def __init__(self, event: str, fault: str, words: str, seconds: float) -> None:
        self.event, self.fault, self.words, self.seconds = event, fault, words, seconds


def fire(handlers: Mapping[str, Any], project: str, env: Mapping[str, str], least: float = 10) -> list[Answer]:
    """An answer an event, in order, from one throw-away session with a state folder of its own.

    A handler has its own timeout, but `least` seconds at least: the first run on a machine is slow.
    """
    with tempfile.TemporaryDirectory(prefix="autoskillit-check-") as state:
        there = {name: value for name, value in env.items() if name not in INHERITED}
        there = {**there, "CLAUDE_PROJECT_DIR": project, "AUTOSKILLIT_STATE_DIR": os.path.join(state, "temp")}
        return [_one(event, found, project, there, least) for event, found in handlers.items()]


def _one(event: str, found: Mapping[str, Any], project: str, env: Mapping[str, str], least: float) -> Answer:
    name = event.rpartition(" ")[2]     # behind the agent's, where another than Claude Code is tried
    payload = {"session_id": "install-check", "transcript_path": "", "cwd": project, "permission_mode": "default",
               "hook_event_name": name, **EXTRA.get(name, {})}
    words = [found["command"], *found["args"]] if "args" in found else ["/bin/sh", "-c", found["command"]]
    words = [word.replace("${CLAUDE_PROJECT_DIR}", project) for word in words] if "args" in found else words
    begun = time.monotonic()
    try:
        ended = subprocess.run(words, input=json.dumps(payload).encode(), capture_output=True, cwd=project,
                               env=dict(env), timeout=max(found.get("timeout", least), least), check=False)
    except (OSError, subprocess.SubprocessError) as error:  # TimeoutExpired too
        return Answer(event, f"did not run: {error}", "", time.monotonic() - begun)
    out, err = (stream.decode("utf-8", "replace").strip() for stream in (ended.stdout, ended.stderr))
    return Answer(event, _fault(ended.returncode, out, err), out, time.monotonic() - begun)


def _fault(code: int, out: str, err: str) -> str:
    if code or err:
        return f"exit code {code}: {err.splitlines()[-1][:200] if err else 'no word'}"
    if out:
        try:
            said = json.loads(out)
        except ValueError:
            return f"printed something that is not JSON: {out[:80]!r}"
        if not isinstance(said, dict):
            return f"printed something that is no answer: {out[:80]!r}"
        if said.get("systemMessage"):
            return str(said["systemMessage"])[:200]
    return ""
