"""What the guard `loss` asks in recorded, honest sessions: `bench/destroying.py RECORDINGS.jsonl.gz...`

A row of a recording is {"id", "prompt", "cwd"?, "events": [{"phase": "pre"|"post", "tool", "input", "response"}]}.
Each session in which a call destroys something is played in a repository prepared as it says: the files that it reads
and edits are committed and pushed, what its first `git status` lists is changed or untracked, its own Write and Edit
calls really write, its commits commit.  Nothing else is run.  Printed: each question, for a person to judge, and sums.
"""
from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from guards import Event, Settings
from guards._call import read
from guards.loss.destroys import losses
from tests.faults.played import env, play
from tests.repositories import git

STATUS = re.compile(r"(?m)^([ MADRU?]{2}) (\S+)$")
PATHS = ("file_path", "path", "notebook_path")
UPDATED = re.compile(r"(?m)^\*\*\* (?:Update|Add) File: (\S+)$")
CHANGED = ("Write", "Edit", "MultiEdit")


def destroys(event: dict[str, Any], root: str) -> bool:
    given = event.get("input") or {}
    if event["phase"] != "pre" or not isinstance(given, dict):
        return False
    call = Event("PreToolUse", "s", tool=str(event.get("tool")), input=given, cwd=root, project=root)
    return event.get("tool") != "Write" and bool(losses(read(call, Settings())))


def root_of(session: dict[str, Any]) -> str:
    """The folder that the session worked in: as it says, or where most of its files lie."""
    if session.get("cwd"):
        return str(session["cwd"])
    found = Counter("/".join(path.split("/")[:5]) for path in named(session) if path.count("/") > 4)
    return found.most_common(1)[0][0] if found else "/home/dev/project"


def named(session: dict[str, Any]) -> Iterator[str]:
    for event in session["events"]:
        given = event.get("input")
        yield from (given[key] for key in PATHS if isinstance(given, dict) and isinstance(given.get(key), str))


def prepared(session: dict[str, Any], root: str, project: Path) -> None:
    """The repository before the session's first call."""
    git(project.parent, "init", "-q", "-b", "main", str(project))
    made: set[str] = set()
    fresh: dict[str, str] = {}
    own = False
    for event in session["events"]:
        given = event.get("input") if isinstance(event.get("input"), dict) else {}
        own = own or event.get("tool") in (*CHANGED, "apply_patch")
        for path in [given[key] for key in PATHS if isinstance(given.get(key), str)]:
            if path.startswith(root + "/") and path not in made and event.get("tool") != "Write":
                put(project / path[len(root) + 1:], str(given.get("old_string") or "first\n"))
            made.add(path)
        if event["phase"] == "post" and not own and not fresh and "git status" in str(given.get("command")):
            fresh = {name: letters for letters, name in STATUS.findall(flat(event.get("response")))}
    for name, letters in fresh.items():
        if "?" not in letters:
            put(project / name, "first\n")
    put(project / "README.md", "# a project\n")
    saved(project)
    for name in fresh:
        put(project / name, "a day of work\n")


def put(path: Path, text: str) -> None:
    if not path.is_dir() and not any(parent.is_file() for parent in path.parents):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def saved(project: Path) -> None:
    """All is committed and pushed."""
    git(project, "add", "-A")
    git(project, "commit", "-qm", "x", "--allow-empty")
    git(project, "update-ref", "refs/remotes/origin/main", "HEAD")


def flat(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def played(session: dict[str, Any], folder: Path) -> list[tuple[str, str]]:
    """(command, reason) of each question of the guard."""
    where, root = env(folder), root_of(session)
    project = folder / "project"
    (folder / "project/.autoskillit/guards.json").unlink()
    prepared(session, root, project)
    asked = []

    def fire(event: str, **more: Any) -> str:
        payload = {"session_id": "s", "hook_event_name": event, "cwd": str(project), **more}
        outcome = play(event, json.dumps(payload).replace(root, str(project)).encode(), where)
        return outcome.verdict.reason if outcome.verdict.effect else ""

    fire("SessionStart", source="startup")
    fire("UserPromptSubmit", prompt=str(session.get("prompt") or "go on"))
    for number, event in enumerate(session["events"]):
        if event["phase"] == "prompt":
            fire("UserPromptSubmit", prompt=flat(event.get("prompt") or event.get("text") or ""))
            continue
        tool, given = str(event.get("tool")), event.get("input") if isinstance(event.get("input"), dict) else {}
        call = {"tool_name": tool, "tool_input": given, "tool_use_id": f"t{number // 2}"}
        if event["phase"] == "pre":
            reason = fire("PreToolUse", **call)
            if reason.startswith("loss: "):
                asked.append((flat(given.get("command") or given)[:200], reason))
            done(tool, given, root, project)
        else:
            fire("PostToolUse", **call, tool_response=event.get("response"))
    return asked


def done(tool: str, given: dict[str, Any], root: str, project: Path) -> None:
    """What the call does to the files, as far as that is played."""
    path = str(given.get("file_path") or "").replace(root, str(project))
    if tool in CHANGED and path.startswith(str(project)):
        put(Path(path), str(given.get("content") or given.get("new_string") or "written\n"))
    elif tool == "apply_patch":
        for name in UPDATED.findall(flat(given)):
            put(project / name.replace(root + "/", ""), "written\n")
    elif tool == "Bash" and "git commit" in str(given.get("command")):
        saved(project)


def main(paths: list[str]) -> None:
    for path in paths:
        sessions = calls = stopped = 0
        with gzip.open(path, "rt", encoding="utf-8") as file:
            recorded = [json.loads(line) for line in file]
        for session in recorded:
            count = sum(destroys(event, root_of(session)) for event in session["events"])
            if not count:
                continue
            sessions, calls = sessions + 1, calls + count
            with tempfile.TemporaryDirectory() as folder:
                for command, reason in played(session, Path(folder)):
                    stopped += 1
                    print(f"  {session['id'][-40:]}: {command!r}\n    {reason}", flush=True)
        print(f"{os.path.basename(path)}: {sessions} sessions with {calls} destroying calls, {stopped} asked")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except subprocess.CalledProcessError as e:
        sys.exit(f"{e}: {e.stderr}")
