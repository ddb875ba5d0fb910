"""`python3 -m tests.rows [--undo FILE] [SET...]`: the rows and stories of 0.7.9 through this house, as data for a gate.

A row that comes out wrong stands in tests/rows_dropped.txt ("SET ID<tab>why"); any other wrong row fails, and so does a
set of which more than a tenth is dropped.  Rows that are right again are named, so that their lines go.
Cannot see: whether what 0.7.9 said of a row is right; the cause that a line names says that.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from bench.play import group_rows, judge_row, read_lines

ROOT = Path(__file__).resolve().parent.parent
DROPPED = ROOT / "tests/rows_dropped.txt"
HERE = ROOT.parent if ROOT.name == "next" else ROOT
SHARE = 0.1


def find_cases() -> list[Path]:
    """The tables: of the old house as long as it stands beside this one."""
    tests = HERE / "tests"
    return [path for path in (tests / "cases", tests / "stories") if path.is_dir()]


def read_dropped() -> dict[str, str]:
    """Set and id -> why, of the rows that may be wrong."""
    lines = DROPPED.read_text("utf-8").splitlines() if DROPPED.exists() else []
    return {place: why for place, _, why in (line.partition("\t") for line in lines) if why}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("sets", nargs="*", help="words of set/id")
    parser.add_argument(
        "--undo", type=Path, help="bench/undo.py beside the checkout: what is lost is brought back"
    )
    options = parser.parse_args()
    dropped, wrong, total = read_dropped(), [], Counter[str]()
    with tempfile.TemporaryDirectory(prefix="rows-") as folder:
        out = Path(folder) / "rows.jsonl"
        words = [str(ROOT / "bench/play.py"), "write", str(out), *map(str, find_cases())]
        words += [word for name in options.sets for word in ("--only", name)]
        words += ["--undo", str(options.undo)] if options.undo else []
        subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)
        for (name, id), lines in group_rows(read_lines(out)).items():
            want, got, right = judge_row(lines)
            total[name] += 1
            if not right:
                wrong.append((name, f"{name} {id}", f"wanted {want}, got {got}"))
    fresh = [(place, why) for _, place, why in wrong if place not in dropped]
    many = Counter(name for name, _, _ in wrong)
    over = [name for name in total if many[name] > SHARE * total[name]]
    for place, why in fresh:
        print(f"WRONG {place}: {why}")
    for place in sorted(dropped.keys() - {place for _, place, _ in wrong}):
        if not options.sets:
            print(f"right now, take it off {DROPPED.name}: {place}")
    for name in sorted(total):
        mark = "OVER A TENTH" if name in over else ""
        print(f"{name:24} {total[name] - many[name]:5} of {total[name]:5} right {mark}")
    return 1 if fresh or over or not total else 0


if __name__ == "__main__":
    raise SystemExit(main())
