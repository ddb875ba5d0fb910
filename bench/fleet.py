"""Seconds of the questions of docs/fleet.md over a million rows of 1,000 sessions, and of the page over the same rows.

    python3 bench/fleet.py [--sessions N] [--rows N] [--keep]

It needs `duckdb` and `chdb` (the extra `fleet`).  Each question runs once, cold, after the load; what the stores answer
is held against what was put in.  `--keep` writes bench/fleet.json.
"""
from __future__ import annotations

import argparse
import contextlib
import io
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from hooks._ctl import _merged  # noqa: E402
from tests.test_fleet import answers_of_clickhouse, answers_of_duckdb, hold, made  # noqa: E402


def seconds(folder: Path, sessions: int, rows: int) -> dict[str, dict[str, float]]:
    """Store -> what was done -> seconds."""
    told = {}
    for name, ask in (("duckdb", answers_of_duckdb), ("chdb", answers_of_clickhouse)):
        found, took = ask(folder)
        hold(found, sessions, rows)
        told[name] = {title.partition(":")[0]: round(one, 2) for title, one in took.items()}
    begin, used = time.monotonic(), spent()
    with contextlib.redirect_stdout(io.StringIO()):
        _merged.report(str(folder), str(folder / "fleet.html"), False)
    took, used = time.monotonic() - begin, spent() - used
    told["page"] = {"report --fleet": round(took, 2), "CPU, of all its processes": round(used, 2)}
    return told


def spent() -> float:
    """Seconds of CPU that this process and its children have used."""
    both = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in both)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--sessions", type=int, default=1000)
    options.add_argument("--rows", type=int, default=1000)
    options.add_argument("--keep", action="store_true")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        told = seconds(made(Path(folder) / "f", chosen.sessions, chosen.rows), chosen.sessions, chosen.rows)
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    row = {"set": f"fleet: {chosen.sessions * chosen.rows:,} rows of {chosen.sessions:,} sessions",
           "commit": commit.stdout.strip(), "seconds": told}
    print(json.dumps(row))
    if chosen.keep:
        (ROOT / "bench/fleet.json").write_text(json.dumps(row, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
