"""kill -9 at any moment: what a hook acknowledged is on record, the next event is sound, a level never falls."""
from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

from tests.faults.played import env, payload, play, state


def run(folder: Path, kills: int, seed: int = 1) -> dict[str, int]:
    """Kills so many processes in the midst of their events, on one session."""
    where, rng = env(folder), random.Random(seed)
    lost = faulty = fell = acknowledged = 0
    known: set[str] = set()
    said: set[str] = set()
    level = ""
    for number in range(kills):
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            _work(number, where, writing)
        os.close(writing)
        time.sleep(rng.uniform(0.0, 0.15))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with os.fdopen(reading) as pipe:
            done = pipe.read().split()
        known.update(done)
        acknowledged += len(done)
        for event in ("PreToolUse", "PostToolUse"):
            outcome = play(event, payload(event, "s", 5, tool_use_id=f"after-{number}"), where)
            faulty += bool(outcome.faults or outcome.notes)
            said.update(text[:160] for text in (*outcome.faults, *outcome.notes))
        found = state(folder, "s")
        lost += len(known - {str(id) for id, _ in found["ids"]})
        fell += bool(level) and found["level"] != level
        level = found["level"]
    return {"kills": kills, "acknowledged": acknowledged, "lost": lost, "next event faulty": faulty, "level fell": fell,
            "torn": found["torn"], "breaks": found["breaks"], "replays": int(found["replays"]),
            **{text: 1 for text in sorted(said)}}


def _work(number: int, where: dict[str, str], pipe: int) -> None:
    """Events without an end, each id written to the pipe once its hook is through."""
    at = 0
    while True:
        id = f"{number}-{at}"
        faults = [play(event, payload(event, "s", at, tool_use_id=id), where).faults for event in ("PreToolUse", "PostToolUse")]
        if not any(faults):
            os.write(pipe, f"{id} ".encode())
        at += 1
