"""What the guard's answer costs on a store of a million rows, and what many writers at once do to it.

    python3 bench/provenance.py [--rows 1000000] [--runs 15] [--writers 32]

Times whole hook processes (PreToolUse of a dispatcher that resumes) on ten rows and on `--rows`, in turns, for the
oldest row, one in the middle, the newest, an id that nothing is known of, an id that is only a caller's, and the
beginning of one; prints the difference of the medians (100 ms is promised), by the clock, which a busy machine
stretches, and of CPU, and the most memory that one of the processes held (40 MiB are promised).  First without an
index, as a store that was brought from elsewhere has none; then with the index that appending makes.
Then starts `--writers` processes that append at once, and counts rows that are lost or torn.
"""
from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from hooks._stores.search_index import extend  # noqa: E402

STORE = ".autoskillit/temp/session_provenance.jsonl"
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


def answer(project: Path, id: str) -> tuple[float, float, float]:
    """(milliseconds by the clock, of CPU, MiB held at most) of one hook process that judges a resume of `id`."""
    payload = {"session_id": "bench", "cwd": str(project), "hook_event_name": "PreToolUse", "tool_use_id": "t",
               "tool_name": "mcp__kitchen__dispatch_food_truck", "tool_input": {"resume_session_id": id}}
    begin = time.perf_counter()
    process = subprocess.Popen([PYTHON, "-I", "-S", str(ROOT / "hooks/pre_tool_use.py")], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, env={"CLAUDE_PROJECT_DIR": str(project), "HOME": str(project)})
    assert process.stdin and process.stdout
    with process.stdin, process.stdout:
        process.stdin.write(json.dumps(payload).encode())
        process.stdin.close()
        said = process.stdout.read()
        _, _, used = os.wait4(process.pid, 0)   # this process's own: the kernel keeps the largest of all children else
        process.returncode = 0
    took = time.perf_counter() - begin
    if not said:
        raise SystemExit(f"silent on {id}")
    return 1000 * took, 1000 * (used.ru_utime + used.ru_stime), used.ru_maxrss / (1 << 20 if sys.platform == "darwin"
                                                                               else 1 << 10)


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


def make_index(store: Path) -> float:
    """Seconds of CPU that it takes to index a store; it is made in steps, beside appends."""
    begin = time.process_time()
    while 0 < extend(str(store)) < store.stat().st_size:
        pass
    return time.process_time() - begin


def compare(title: str, kinds: dict[str, tuple[str, str]], few: Path, many: Path, runs: int) -> None:
    """Prints, for each kind of id, what the many rows cost above the few."""
    print(f"{title}:")
    for name, (little, large) in kinds.items():
        pairs = [(*answer(few, little), *answer(many, large)) for _ in range(runs)]
        short, short_cpu, _, long, long_cpu, _ = (statistics.median(column) for column in zip(*pairs))
        print(f"  {name:10} {short:6.1f} ms on the few, {long:6.1f} ms on the many: {long - short:+6.1f} ms, "
              f"{long_cpu - short_cpu:+6.1f} ms of CPU, {max(pair[5] for pair in pairs):.0f} MiB")


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
        compare("without an index", kinds, few, many, chosen.runs)
        took = make_index(many / STORE)
        sizes = [os.path.getsize(many / name) >> 20 for name in (STORE + ".index", STORE)]
        print(f"making it: {took:.1f} s of CPU, {sizes[0]} MiB beside a store of {sizes[1]} MiB")
        compare("with it", kinds, few, many, chosen.runs)
    print(race(chosen.writers))


if __name__ == "__main__":
    main()
