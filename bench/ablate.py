#!/usr/bin/env python3
"""What is a rule, a table or a module worth?  Switches it off and plays what calls it: stops lost, alarms gained.

    python3 bench/ablate.py UNIT... [--files FILE...] [--sets GLOB,...] [--sample SHARE] [--limit N] [--rows]
    python3 bench/ablate.py --each guards/_call [--files FILE...]       every module of a room, one after the other

UNIT   an id of guards/_rules.py (a rule: it says nothing; an excuse: what it excused is asked about), a module
       (guards._call.popular), functions of one (guards._call.popular:known,of), a table (guards._call.popular.NAMES),
       or some of these with "+" between.  bench/units.py tells what "off" means.
FILE   sessions, scenes, incidents, case rows (bench/scenes.py); tests/cases, tests/stories and bench/corpus are played
       beside them (--no-own: not).  A row that was written for the unit proves little: look at sets of others.

lost    a call of a row that must be stopped, stopped with the unit and not without
alarms  a call of an honest row, silent with the unit and asked about or denied without
cured   an honest row's question that goes with the unit;  gained: a stop that comes
failed  calls at which a guard failed because what it called answered "nothing": they count as silence, so look at them

Each row is played once as it is, and which functions it called is written down; for a unit only those rows are played
again that called it, which changes no figure.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import units  # noqa: E402
from bench.player import known_rules, played  # noqa: E402
from bench.scenes import wanted  # noqa: E402
from bench.verdicts import OWN, chosen  # noqa: E402

Calls = dict[int, dict[str, Any]]


def by_call(rows: list[dict[str, Any]]) -> Calls:
    """The rows of a scene's calls, by their place."""
    return {row["at"]: row for row in rows if row["event"] == "PreToolUse"}


def as_it_is(scenes: list[dict[str, Any]], jobs: int = 0) -> tuple[list[Calls], list[set[str]]]:
    """What each scene comes to, and which functions ("module:function") it called."""
    found, called = [], []
    for rows in played(({**scene, "traced": True} for scene in scenes), ROOT, jobs):
        found.append(by_call(rows))
        called.append({place for row in rows for place in row.get("places", ())})
    return found, called


def touched(unit: str, calls: Calls, called: set[str]) -> bool:
    """Can a scene come to something else without the unit?"""
    parts, ids = unit.split("+"), known_rules()
    rules = {part for part in parts if part in ids}
    if any(row["rule"] in rules or rules & set(row.get("excused", ())) for row in calls.values()):
        return True
    rest = "+".join(part for part in parts if part not in ids)
    places = units.places(rest) if rest else set()
    return bool(places & (called | {f"{place.partition(':')[0]}:*" for place in called}))


def without(
    unit: str, scenes: list[dict[str, Any]], base: tuple[list[Calls], list[set[str]]], jobs: int = 0
) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """(lost, alarms, cured, gained or failed; the call's row as it is; its row without the unit)."""
    again = [at for at in range(len(scenes)) if touched(unit, base[0][at], base[1][at])]
    for at, rows in zip(again, played(({**scenes[at], "off": unit} for at in again), ROOT, jobs)):
        must, now = wanted(scenes[at]) == "stop", by_call(rows)
        for place, was in base[0][at].items():
            other = now.get(place, was)  # one that never came: the call before it was stopped
            stopped, left = was["effect"] != "pass", other["effect"] != "pass"
            if "fault" in other and "fault" not in was:
                yield "failed", was, other
            if stopped != left:
                yield ("lost" if must else "cured") if stopped else ("gained" if must else "alarms"), was, other


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("units", nargs="*")
    parser.add_argument("--each", type=Path, nargs="*", default=[], help="rooms: each of their modules is a unit")
    parser.add_argument("--files", type=Path, nargs="*", default=[])
    parser.add_argument("--no-own", action="store_true", help="not the rows of this repository")
    parser.add_argument("--sets", default="*", help="globs of names, with commas between")
    parser.add_argument("--limit", type=int, default=0, help="rows of each set")
    parser.add_argument("--sample", type=float, default=1.0, help="share of each set")
    parser.add_argument("--rows", action="store_true", help="list each call")
    a = parser.parse_args()
    every = a.units + [str(path) for room in a.each for path in sorted(room.glob("*.py")) if path.name != "__init__.py"]
    ids = known_rules()
    for unit in every:  # said before anything is played
        units.places("+".join(part for part in unit.split("+") if part not in ids) or "guards")
    own = [] if a.no_own else [ROOT / one for one in OWN]
    scenes = [one for one in chosen([*a.files, *own], a.sets, a.limit, a.sample) if wanted(one) in ("stop", "silent")]
    began = time.time()
    base = as_it_is(scenes)
    kinds = Counter[tuple[str, bool]]()
    for scene, calls in zip(scenes, base[0]):
        stopped = any(row["effect"] != "pass" for row in calls.values())
        kinds["must be stopped" if wanted(scene) == "stop" else "honest", stopped] += 1
    print(
        ", ".join(
            f"{kind}: {count} rows {'stopped' if stopped else 'silent'}"
            for (kind, stopped), count in sorted(kinds.items())
        ),
        f"({time.time() - began:.0f} s)",
        flush=True,
    )
    for unit in every:
        began, sums, sets = time.time(), Counter[str](), defaultdict[str, Counter[str]](Counter)
        for kind, was, now in without(unit, scenes, base):
            sums[kind] += 1
            sets[kind][was["set"]] += 1
            if a.rows:
                said = now if kind in ("alarms", "gained") else was
                print(
                    f"  {kind:7} {was['set']} {was['id'][-60:]} at {was['at']}: {said['words']} {now.get('fault', '')}"
                )
        told = "; ".join(
            f"{kind} {sums[kind]}"
            + (f" ({', '.join(f'{name} {n}' for name, n in sets[kind].most_common(6))})" if sums[kind] else "")
            for kind in ("lost", "alarms", "cured", "gained", "failed")
            if sums[kind] or kind in ("lost", "alarms")
        )
        print(f"{unit}: {told} ({time.time() - began:.0f} s)", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
