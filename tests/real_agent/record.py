"""Records tests/payloads/claude-code/ anew: what the pinned client gives its hooks, one file a kind of moment.

    python3 -m tests.real_agent.record

A kind is the event with its tool (or source, trigger, reason) and whether a subagent was at it; the
first of a kind is kept.  Paths are replaced by those of nobody's machine; ids are real and random.
"""
from __future__ import annotations

import json
import tempfile
from pathlib import Path

from tests.real_agent.client import HERE, Agent

OUT = HERE.parent / "payloads" / "claude-code"
EVENTS = ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure", "PostToolBatch",
          "SubagentStart", "SubagentStop", "PreCompact", "PostCompact", "Stop", "SessionEnd", "Notification")
SUBAGENT = {"description": "look", "prompt": "(scene below) look", "subagent_type": "general-purpose",
            "run_in_background": False}
TOOLS = {"echo": "hello", "fail": {"error": "it failed"}}
SCRIPT = {
    "main": [
        [["Bash", {"command": "cat notes.txt"}], ["Read", {"file_path": "PROJECT/notes.txt"}]],
        [["Bash", {"command": "echo no; exit 3"}], ["Bash", {"command": "sleep 0.1", "run_in_background": True}]],
        [["Write", {"file_path": "PROJECT/new.txt", "content": "one\n"}],
         ["Edit", {"file_path": "PROJECT/notes.txt", "old_string": "alpha", "new_string": "gamma"}]],
        [["mcp__probe__echo", {"text": "x"}], ["mcp__probe__fail", {"text": "x"}]],
        [["Bash", {"command": "seq 1 20000"}]],
        [["Agent", SUBAGENT]],
        ["Done."]],
    "below": [[["Bash", {"command": "wc -l notes.txt"}]], ["Two lines."]],
    "again": [["Here again."]],
}


def name(payload):
    """The kind of a moment, as a file's name."""
    what = next((payload[key] for key in ("tool_name", "source", "trigger", "reason") if payload.get(key)), "")
    return "-".join(filter(None, [payload["hook_event_name"], what, "subagent" if payload.get("agent_id") else ""]))


def scrub(text, agent):
    """The same payload as if it had come about in /home/dev."""
    for path, instead in ((agent.project, "/home/dev/project"), (agent.home, "/home/dev"), (agent.root, "/home/dev")):
        text = text.replace(str(path), instead).replace(str(path).replace("/", "-"), instead.replace("/", "-"))
    return text


def shorten(value):
    """The payload with its longest texts cut."""
    if isinstance(value, str):
        return value if len(value) < 2000 else value[:2000]
    if isinstance(value, dict):
        return {key: shorten(part) for key, part in value.items()}
    return [shorten(part) for part in value] if isinstance(value, list) else value


def record(root):
    agent = Agent(root)
    log = root / "log"
    log.mkdir()
    hook = {"type": "command", "command": f'cat > "{log}/$(date +%s%N)-$$.json"'}
    agent.options[1] = json.dumps({**json.loads(agent.options[1]),
                                   "hooks": {event: [{"hooks": [hook]}] for event in EVENTS}})
    agent.probe(TOOLS)
    script = json.loads(json.dumps(SCRIPT).replace("PROJECT", str(agent.project)))
    first = agent.run("(scene main) look around", script)
    for options in ((), ("--fork-session",)):
        agent.run("(scene again) go on", script, "--resume", first.session_id, *options)
    agent.run("/compact", script, "--resume", first.session_id)
    agent.run("/clear", script, "--resume", first.session_id)
    seen = {}
    for path in sorted(log.iterdir()):
        payload = json.loads(path.read_text())
        seen.setdefault(name(payload), scrub(json.dumps(shorten(payload), indent=1), agent))
    return seen


if __name__ == "__main__":
    OUT.mkdir(parents=True, exist_ok=True)
    for old in OUT.glob("*.json"):
        old.unlink()
    with tempfile.TemporaryDirectory() as scratch:
        for kind, text in record(Path(scratch)).items():
            (OUT / (kind + ".json")).write_text(text + "\n")
            print(kind)
