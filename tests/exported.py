"""A session of every verdict and many events, through the real scripts, and its rows as `guardctl export` prints them."""
from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests import examples
from tests.scripts import ROOT, Scripts

SECRET = "<s40>"
PRIVATE = "zebra-quartz-" * 40       # of a prompt: all of it must not leave


def mixed(project: Path) -> str:
    """Plays it; the secret that it met."""
    secret = examples.fill(SECRET)
    scripts = Scripts(project)
    scripts.settings(policy=[{"id": "no-x", "when": {"tool": "Bash", "input": {"command": "*xyzzy*"}}, "decision": "ask"}])
    scripts.fire("SessionStart", source="startup")
    scripts.fire("UserPromptSubmit", prompt=f"Look at the configuration, AWS_SECRET_ACCESS_KEY={secret}, and fix the parser.  {PRIVATE}")
    (project / ".env").write_text(f"AWS_SECRET_ACCESS_KEY={secret}\n")
    scripts.call("Read", {"file_path": str(project / ".env")}, {"type": "text", "file": {"content": (project / ".env").read_text()}})
    for n in range(5):
        scripts.call("Read", {"file_path": f"src/a{n}.py"}, {"type": "text", "file": {"content": "def main():\n    return 1\n"}})
    scripts.call("Bash", {"command": f"AWS_SECRET_ACCESS_KEY={secret} make test"}, {"stdout": "ok", "stderr": "", "interrupted": False})
    assert scripts.call("Bash", {"command": "echo xyzzy"}).decision == "ask"
    assert scripts.call("Write", {"file_path": str(project / ".autoskillit/guards.json"), "content": "{}"}).decision == "deny"
    scripts.fire("PostToolUseFailure", tool_name="Bash", tool_input={"command": "false"}, tool_use_id="f", error="Exit code 1")
    scripts.fire("SubagentStart", agent_id="a1", agent_type="Explore")
    scripts.call("Grep", {"pattern": "x"}, {"mode": "content"}, agent_id="a1", agent_type="Explore")
    scripts.fire("PermissionRequest", tool_name="Bash", tool_input={"command": "ls"})
    scripts.fire("PreCompact", trigger="auto", custom_instructions="")
    scripts.fire("Stop", stop_hook_active=False, last_assistant_message="done")
    scripts.settings(mode="watch")
    scripts.call("Write", {"file_path": str(project / ".autoskillit/guards.json"), "content": "{}"})
    with (project / ".autoskillit/temp/context/s.jsonl").open("ab") as file:
        file.write(b'{"torn": \n\xff\xfe nothing\n')
    return secret


def command(project: Path, *words: str) -> list[str]:
    return [sys.executable, "-I", "-S", str(ROOT / "hooks/guardctl.py"), "--project", str(project), "export", *words]


def exported(project: Path, *words: str) -> list[dict[str, Any]]:
    """What one run prints."""
    done = subprocess.run(command(project, *words), capture_output=True, text=True, timeout=60, check=False,
                          env={"PATH": "/usr/bin:/bin", "HOME": str(project.parent / "home")})
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
