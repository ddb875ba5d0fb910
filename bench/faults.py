"""The long runs of tests/faults: `bench/faults.py kills 2000 | concurrency 32 200 | payloads 1000000 [SEED]`."""
from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.faults import concurrency, kills, payloads

DRIVERS = {"kills": kills.run, "concurrency": concurrency.run, "payloads": payloads.run}

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(DRIVERS[sys.argv[1]](Path(folder), *map(int, sys.argv[2:])), indent=1, ensure_ascii=False))
