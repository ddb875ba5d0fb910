"""What the guard's answer costs on a store of a million rows, and what many writers at once do to it.

    python3 bench/provenance.py [--rows 1000000] [--runs 15] [--writers 32]

Times whole hook processes (PreToolUse of a dispatcher that resumes) on ten rows and on `--rows`, in turns, for the
oldest row, one in the middle, the newest, an id that nothing is known of, an id that is only a caller's, and the
beginning of one; prints the difference of the medians (100 ms is promised), by
the clock, which a busy machine stretches, and of CPU.  Then starts `--writers` processes that
append at once, and counts rows that are lost or torn.
"""
from __future__ import annotations

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = os.path.realpath(sys.executable)
WRITER = """
import sys
sys.path.insert(0, sys.argv[1])
from hooks._stores.provenance import append
for n in range(50):
    append(sys.argv[2], [{"session_id": sys.argv[3] + "-" + str(n), "caller_session_id": "c", "note": "x" * 3000}])
"""


def fill(path: Path, rows: int) -> list[str]:
    """Writes a store; the session ids of the oldest, the middle and the newest row, and one caller."""
    pick = random.Random(1)
    callers = [str(uuid.UUID(int=pick.getrandbits(128))) for _ in range(1000)]
    asked = {0: "", rows // 2: "", rows - 1: ""}
    with open(path, "w", encoding="utf-8") as out:
        for n in range(rows):
            id = str(uuid.UUID(int=pick.getrandbits(128)))
            if n in asked:
                asked[n] = id
            out.write(json.dumps({
                "session_id": id, "caller_session_id": callers[n % 1000], "kitchen_id": callers[n % 7],
                "dispatch_id": f"d-{n}", "recipe_name": "implement", "step_name": "build",
                "timestamp": "2026-11-20T10:00:00Z"}) + "\n")
    return [*asked.values(), callers[0]]


def answer(project: Path, id: str) -> tuple[float, float]:
    """(milliseconds by the clock, of CPU) of one hook process that judges a resume of `id`."""
    payload = {"session_id": "bench", "cwd": str(project), "hook_event_name": "PreToolUse", "tool_use_id": "t",
               "tool_name": "mcp__kitchen__dispatch_food_truck", "tool_input": {"resume_session_id": id}}
    begin, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([PYTHON, "-I", "-S", str(ROOT / "hooks/pre_tool_use.py")], capture_output=True, check=True,
                          input=json.dumps(payload).encode(), env={"CLAUDE_PROJECT_DIR": str(project), "HOME": "/"})
    took, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    if not done.stdout:
        raise SystemExit(f"silent on {id}")
    return 1000 * took, 1000 * (after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime)


def race(writers: int) -> str:
    with tempfile.TemporaryDirectory() as scratch:
        store = Path(scratch) / "session_provenance.jsonl"
        running = [subprocess.Popen([PYTHON, "-I", "-S", "-c", WRITER, str(ROOT), str(store), f"w{n}"])
                   for n in range(writers)]
        failed = sum(one.wait() != 0 for one in running)
        good, torn = set(), 0
        for line in store.read_bytes().splitlines():
            try:
                good.add(json.loads(line)["session_id"])
            except ValueError:
                torn += 1
        return f"{writers} writers of 50 rows: {writers * 50 - len(good)} lost, {torn} torn, {failed} failed"


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--rows", type=int, default=1_000_000)
    options.add_argument("--runs", type=int, default=15)
    options.add_argument("--writers", type=int, default=32)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        few, many = Path(scratch) / "few", Path(scratch) / "many"
        for project in (few, many):
            (project / ".autoskillit/temp").mkdir(parents=True)
        small = fill(few / ".autoskillit/temp/session_provenance.jsonl", 10)
        big = fill(many / ".autoskillit/temp/session_provenance.jsonl", chosen.rows)
        unknown = "ffffffff-ffff-4fff-8fff-ffffffffffff"
        kinds = {"oldest": (small[0], big[0]), "middle": (small[1], big[1]), "newest": (small[2], big[2]),
                 "unknown": (unknown, unknown), "caller": (small[3], big[3]), "beginning": (small[0][:13], big[0][:13])}
        for name, (little, large) in kinds.items():
            pairs = [(*answer(few, little), *answer(many, large)) for _ in range(chosen.runs)]
            short, short_cpu, long, long_cpu = (statistics.median(column) for column in zip(*pairs))
            print(f"{name:10} {short:6.1f} ms on 10 rows, {long:6.1f} ms on {chosen.rows}: {long - short:+6.1f} ms, "
                  f"{long_cpu - short_cpu:+6.1f} ms of CPU")
    print(race(chosen.writers))


if __name__ == "__main__":
    main()
