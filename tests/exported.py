"""A session of every verdict and many events, through the real scripts, and its rows as `guardctl export` prints them.

`python3 -m tests.exported` says how many bytes a call of it weighs in each format.
"""
from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hooks._ctl.export import FORMATS
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


def uid(event: dict[str, Any]) -> str:
    """What tells an event of OCSF's from every other: of a finding its own."""
    return str(event["finding_info"]["uid"] if event["class_uid"] == 2004 else event["metadata"]["uid"])


# What ids of the real client look like: a session's and a call's.
IDS = {"session_id": "a1b2c3d4-1111-4222-8333-444455556666", "action_id": "toolu_01ABCDEFGHJKLMNPQRSTUVWX"}


def weighed() -> list[dict[str, Any]]:
    """The rows of the session in a folder with a short name, of a host and a person with short ones."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / "project"
        project.mkdir()
        (Path(folder) / "home").mkdir()
        mixed(project)
        return [{**row, "host": "vm", "person": "root"} for row in exported(project)]


def weight(rows: list[dict[str, Any]], format: str, ids: dict[str, str] | None = None) -> tuple[float, float]:
    """Bytes a call that rows of `jsonl` have in a format: all rows, and those of calls alone (results, objections)."""
    long = [{**row, **{name: value for name, value in (ids or {}).items() if row.get(name)}} for row in rows]
    calls = sum(row["event"] == "PreToolUse" for row in rows)
    whole, own = (sum(len(json.dumps(one, separators=(",", ":"), ensure_ascii=False).encode()) + 1 for one in FORMATS[format](some))
                  for some in (long, [row for row in long if row.get("tool")]))
    return whole / calls, own / calls


def main() -> None:
    rows = weighed()
    for format in sorted(FORMATS):
        for name, ids in (("the test's ids", None), ("ids of the real client", IDS)):
            whole, own = weight(rows, format, ids)
            print(f"{format:6} {name:23} {whole:6.0f} B a call; {own:6.0f} of the rows of calls alone")


if __name__ == "__main__":
    main()
