"""Records tests/payloads/claude-code/ anew: what the pinned client gives its hooks, one file a kind of moment.

    python3 -m tests.real_agent.record

A kind is the event with its tool (or source, trigger, reason) and whether a subagent was at it; the
first of a kind is kept.  Paths are replaced by those of nobody's machine; ids are real and random.
"""
from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path

from tests.real_agent.client import HERE, Agent

OUT = HERE.parent / "payloads" / "claude-code"
EVENTS = ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure", "PostToolBatch",
          "SubagentStart", "SubagentStop", "PreCompact", "PostCompact", "Stop", "SessionEnd", "Notification",
          "ConfigChange", "InstructionsLoaded", "UserPromptExpansion")
SUBAGENT = {"description": "look", "prompt": "(scene below) look", "subagent_type": "general-purpose",
            "run_in_background": False}
TOUCH = "import pathlib, sys; pathlib.Path(sys.argv[1]).write_text('{\"env\": {\"CI\": \"1\"}}\\n')"
TOOLS = {"echo": "hello", "fail": {"error": "it failed"}, "edit": {"run": ["python3", "-c", TOUCH, "PROJECT/.claude/settings.json"]}}
FILES = {"CLAUDE.md": "Keep it short.\n", ".claude/settings.json": "{}\n", ".claude/commands/note.md": "(scene again) note $ARGUMENTS\n",
         "docs/CLAUDE.md": "Plain words.\n", "docs/one.md": "one\n"}
SCRIPT = {
    "main": [
        [["Bash", {"command": "cat notes.txt"}], ["Read", {"file_path": "PROJECT/notes.txt"}]],
        [["Bash", {"command": "echo no; exit 3"}], ["Bash", {"command": "sleep 0.1", "run_in_background": True}]],
        [["Write", {"file_path": "PROJECT/new.txt", "content": "one\n"}],
         ["Edit", {"file_path": "PROJECT/notes.txt", "old_string": "alpha", "new_string": "gamma"}]],
        [["mcp__probe__echo", {"text": "x"}], ["mcp__probe__fail", {"text": "x"}]],
        [["Bash", {"command": "seq 1 20000"}]],
        [["Agent", SUBAGENT]],
        [["Read", {"file_path": "PROJECT/docs/one.md"}]],
        [["mcp__probe__edit", {}]], [["Bash", {"command": "sleep 4"}]],      # the watcher of the settings file is slow
        ["Done."]],
    "below": [[["Bash", {"command": "wc -l notes.txt"}]], ["Two lines."]],
    "again": [["Here again."]],
}


def name(payload):
    """The kind of a moment, as a file's name."""
    what = next((payload[key] for key in ("tool_name", "source", "trigger", "reason", "load_reason", "expansion_type")
                 if payload.get(key)), "")
    return "-".join(filter(None, [payload["hook_event_name"], what, "subagent" if payload.get("agent_id") else ""]))


def scrub(text, agent):
    """The same payload as if it had come about in /home/dev."""
    for path, instead in ((agent.project, "/home/dev/project"), (agent.home, "/home/dev"), (agent.root, "/home/dev")):
        text = text.replace(str(path), instead).replace(re.sub(r"\W|_", "-", str(path)), instead.replace("/", "-"))
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
    for path, text in FILES.items():
        (agent.project / path).parent.mkdir(parents=True, exist_ok=True)
        (agent.project / path).write_text(text)
    tools, script = (json.loads(json.dumps(one).replace("PROJECT", str(agent.project))) for one in (TOOLS, SCRIPT))
    agent.probe(tools)
    first = agent.run("(scene main) look around", script)
    for options in ((), ("--fork-session",)):
        agent.run("(scene again) go on", script, "--resume", first.session_id, *options)
    agent.run("/note two", script, "--resume", first.session_id)
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
