"""One event of a session in this process, and what a session's record comes to."""
from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from hooks import _run
from hooks._outcome import Outcome
from hooks._stores import disk, ledger, sessions
from hooks._stores.delta import same
from hooks._stores.world import World

TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def env(folder: Path) -> dict[str, str]:
    """The environment of hooks whose project and home lie in this folder; secrets are shown, so that levels rise."""
    for name in ("project/.autoskillit", "home"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    settings = folder / "project/.autoskillit/guards.json"
    if not settings.exists():
        settings.write_text('{"secrets": "show"}')
    return {"CLAUDE_PROJECT_DIR": str(folder / "project"), "HOME": str(folder / "home"), "PATH": os.environ["PATH"]}


def payload(event: str, session: str, number: int, **more: Any) -> bytes:
    """A small event; every tenth response holds a token."""
    given = {"session_id": session, "hook_event_name": event, "tool_name": "Bash", "tool_use_id": f"{os.getpid()}-{number}",
             "tool_input": {"command": f"cat part{number}.txt"}, "prompt": f"look at part {number}", **more}
    if event == "PostToolUse":
        given.setdefault("tool_response", {"stdout": f"token = {TOKEN}" if number % 10 == 3 else f"line {number}", "stderr": ""})
    return json.dumps(given).encode()


def play(event: str, data: bytes, where: dict[str, str]) -> Outcome:
    outcome = Outcome()
    _run.one_event(event, data, where, outcome)
    return outcome


def state(folder: Path, session: str) -> dict[str, Any]:
    """{"rows", "torn", "breaks" in the chain, "replays": is the cache what a replay gives, "level", "ids" of the rows}."""
    world = World(str(folder / "project"), env(folder))
    path = world.path("context", session, ".jsonl")
    found = list(ledger.chain(disk.lines(path), states=ledger.States(disk.lines(sessions.state_of(path)))))
    rows = [one.row for one in found if one.row is not None]
    head = sessions.load(world, session)
    replayed = sessions.replayed(path)
    return {"rows": len(rows), "torn": sum(one.torn for one in found), "breaks": sum(bool(one.fault) for one in found),
            "replays": same(replayed.fields, head.fields), "damage": head.damage,
            "level": (head.fields.get("contamination") or {}).get("level", ""),
            "ids": [(row.get("action_id"), row.get("event")) for row in rows]}
