"""Many processes write to one session at once: no row is lost, the chain holds, the cache is what a replay gives."""
from __future__ import annotations

import os
from pathlib import Path

from hooks._stores import sessions
from hooks._stores.world import World
from tests.faults.played import env, payload, play, state


def run(folder: Path, processes: int, events: int) -> dict[str, int]:
    """Plays `events` calls (two events each) in each of so many processes on one session."""
    where = env(folder)
    play("SessionStart", payload("SessionStart", "s", 0, source="startup"), where)
    children = []
    for number in range(processes):
        child = os.fork()
        if not child:
            os._exit(_work(number, events, where))
        children.append(child)
    faulty = sum(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) if hasattr(os, "waitstatus_to_exitcode")
                 else os.waitpid(child, 0)[1] >> 8 for child in children)
    world = World(where["CLAUDE_PROJECT_DIR"], where)
    with sessions.lock(world, "s"):
        sessions.settled(world, "s")        # rows that could not wait for the lock
    found = state(folder, "s")
    return {"events": processes * events * 2 + 1, "rows": found["rows"], "twice": len(found["ids"]) - len(set(found["ids"])),
            "told": faulty, "torn": found["torn"], "breaks": found["breaks"], "replays": int(found["replays"]),
            "damage": len(found["damage"]), "level kept": int(found["level"] == "credentials" or events < 4)}


def _work(number: int, events: int, where: dict[str, str]) -> int:
    """One process's part; 1 where anything was told as a fault."""
    said = 0
    for at in range(events):
        for event in ("PreToolUse", "PostToolUse"):
            outcome = play(event, payload(event, "s", at, tool_use_id=f"{number}-{at}"), where)
            said |= bool(outcome.faults)
    return said
