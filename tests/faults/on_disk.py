"""Secrets of many kinds through every event, in clear and encoded: what of them lies in a file of ours afterwards."""
from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

from guards._sensitive.formats import FORMATS
from tests.examples import fill
from tests.faults.played import env, play

# As one word of a text: keys in blocks and values beside a name that only their line betrays are left to the classifier's own tests.
KINDS = {row[0]: fill(row[3][0], 7) for row in FORMATS if len(row[3][0]) < 60 and "," not in row[3][0] and " " not in row[3][0]}
ENCODINGS = {
    "plain": lambda text: text,
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "hex": lambda text: text.encode().hex(),
    "reversed": lambda text: text[::-1],
    "percent": lambda text: "".join(f"%{byte:02X}" for byte in text.encode()),
}
CALL = {"tool_name": "Bash", "tool_input": {"command": "cat part.txt"}}


def events(text: str) -> dict[str, tuple[str, dict[str, Any]]]:
    """Where a text can stand: name -> (event, payload)."""
    return {
        "a command's output": ("PostToolUse", {**CALL, "tool_response": {"stdout": f"value: {text}\n", "stderr": ""}}),
        "a file": ("PostToolUse", {"tool_name": "Read", "tool_input": {"file_path": "a.txt"}, "tool_response": {
            "type": "text", "file": {"filePath": "a.txt", "content": f"first\nvalue: {text}\nlast\n"}}}),
        "a server's answer": ("PostToolUse", {"tool_name": "mcp__x__get", "tool_input": {}, "tool_response": [
            {"type": "text", "text": json.dumps({"value": text})}]}),
        "a failure": ("PostToolUseFailure", {**CALL, "error": f"Exit code 1\nvalue: {text}"}),
        "a command": ("PreToolUse", {"tool_name": "Bash", "tool_input": {"command": f"echo {text} | wc -c"}}),
        "a tool's argument": ("PreToolUse", {"tool_name": "mcp__notes__add", "tool_input": {"body": f"see {text}", "n": 1}}),
        "what is written": ("PreToolUse", {"tool_name": "Write", "tool_input": {"file_path": "b.txt", "content": f"value = {text}\n"}}),
        "a prompt": ("UserPromptSubmit", {"prompt": f"why does it answer {text} here?"}),
        "a subagent's answer": ("SubagentStop", {"agent_id": "a1", "agent_type": "Explore", "last_assistant_message": f"I found {text}."}),
    }


def run(folder: Path, kinds: int = 1000) -> dict[str, int]:
    """Plays so many kinds, in sessions that held nothing before, and in some that had read the secret."""
    where = env(folder)
    counts = {"kinds": 0, "plain": 0, "plain on disk": 0, "encoded": 0, "encoded on disk": 0}
    for kind, secret in list(KINDS.items())[:kinds]:
        counts["kinds"] += 1
        for known in (False, True):
            for encoding, encode in ENCODINGS.items():
                one(folder, where, f"{kind}-{known:d}-{encoding}", encode(secret), known and secret, counts)
    return counts


def one(folder: Path, where: dict[str, str], session: str, text: str, known: str | bool, counts: dict[str, int]) -> None:
    """One text at every place, each in a session of its own."""
    what = "plain" if session.endswith("plain") else "encoded"
    for number, (place, (event, payload)) in enumerate(events(text).items()):
        id = f"{session}-{number}"
        common = {"session_id": id, "cwd": where["CLAUDE_PROJECT_DIR"], "tool_use_id": "t"}
        if known:
            first = {**CALL, "tool_response": {"stdout": f"value: {known}\n", "stderr": ""}}
            play("PostToolUse", json.dumps({**common, "hook_event_name": "PostToolUse", **first}).encode(), where)
        play(event, json.dumps({**common, "hook_event_name": event, **payload}).encode(), where)
        counts[what] += 1
        found = [path for path in (folder / "project/.autoskillit/temp").rglob(f"*{id}*") if path.is_file() and text.encode() in path.read_bytes()]
        if found:
            counts[f"{what} on disk"] += 1
            name = f"{what}: {session.rpartition('-')[2]} in {place}, {'known' if known else 'new'}"
            counts[name] = counts.get(name, 0) + 1
