"""The long runs of tests/faults: `bench/faults.py kills 2000 | concurrency 32 200 | payloads 1000000 [SEED]`.

Kills and payloads are played in batches, each in a folder of its own with a seed of its own, and added up: a session is
then no longer than sessions are.  Payloads are judged in this process, without a start of Python for each: an event
costs 3 ms so.  TMPDIR=/dev/shm spares the disk.  What stands up to the last batch is written to stderr.
"""
from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.faults import concurrency, kills, long_ledger, on_disk, payloads, readers

DRIVERS: dict[str, Any] = {"kills": kills.run, "concurrency": concurrency.run, "payloads": payloads.run,
                           "on_disk": on_disk.run, "long_ledger": long_ledger.run, "readers": readers.run}
BATCH = {"kills": 250, "payloads": 10_000, "readers": 100_000}


def main(driver: str, first: int, *more: int) -> dict[str, int]:
    """What all batches came to."""
    batch = BATCH.get(driver)
    if batch is None:
        return once(driver, first, *more)
    total: dict[str, int] = {}
    seed = more[0] if more else 1
    for number, done in enumerate(range(0, first, batch)):
        found = once(driver, min(batch, first - done), seed * 1000 + number)
        total = {name: total.get(name, 0) + found.get(name, 0) for name in {**total, **found}}
        print(json.dumps(total), file=sys.stderr, flush=True)
    return total


def once(driver: str, *numbers: int) -> dict[str, int]:
    with tempfile.TemporaryDirectory() as folder:
        found: dict[str, int] = DRIVERS[driver](Path(folder), *numbers)
    return found


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], *map(int, sys.argv[2:])), indent=1, ensure_ascii=False))
