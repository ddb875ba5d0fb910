#!/usr/bin/env python3
"""What the guards say of every recorded event, one line each; and what a change made of it.

    python3 bench/verdicts.py write OUT.jsonl FILE... [--sets GLOB,...] [--limit N] [--sample SHARE] [--checkout DIR]
    python3 bench/verdicts.py compare OLD.jsonl NEW.jsonl [--sets GLOB,...] [--all]
    python3 bench/verdicts.py count OUT.jsonl [--sets GLOB,...]

A FILE holds sessions, scenes, incidents, a story or case rows (bench/scenes.py tells the forms); a folder stands for
all of its .jsonl and .jsonl.gz; tests/cases, tests/stories and bench/corpus are played too (`--no-own`: not).  A set
is a file's name without its ending.  --checkout plays another checkout's code on the same rows.  --limit and --sample
take the same rows on every machine (by a hash of their ids).

A line: {"set", "id", "at" (place of the event in the recording), "want" ("stop", "silent", ...: bench/scenes.py),
"event", "tool", "effect": "pass|ask|deny", "guards", "rule" ("" where the guards name none), "words" (the reason's
first), "excused"? (ids), "fault"?}.  Each PreToolUse has one; other events only where something is asked, denied or
fails.  Played in this process: bench/player.py.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import sys
import time
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.player import played  # noqa: E402
from bench.scenes import rows_of, scene_of  # noqa: E402

OWN = ("tests/cases", "tests/stories", "bench/corpus")


def chosen(files: Iterable[Path], sets: str = "*", limit: int = 0, share: float = 1.0) -> list[dict[str, Any]]:
    """The scenes of the files, or the same part of each set wherever it is drawn."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in (row for path in files for row in rows_of(path)):
        if any(fnmatch.fnmatch(row["_set"], one) for one in sets.split(",")):
            scene = scene_of(row)
            if scene:
                found.setdefault(scene["set"], []).append(scene)
    for name, scenes in found.items():
        most = min(limit or len(scenes), max(1, round(share * len(scenes))))
        kept = {id(one) for one in sorted(scenes, key=lambda one: zlib.crc32(one["id"].encode()))[:most]}
        found[name] = [one for one in scenes if id(one) in kept]
    return [scene for scenes in found.values() for scene in scenes]


def write(options: argparse.Namespace) -> int:
    files = [*options.files, *([] if options.no_own else [ROOT / one for one in OWN])]
    scenes, began, counts, faults = (
        chosen(files, options.sets, options.limit, options.sample),
        time.time(),
        Counter[str](),
        0,
    )
    # Long ones first would keep both cores busy to the end; the lines stand in the recordings' order all the same.
    order = sorted(range(len(scenes)), key=lambda at: -len(scenes[at]["events"]))
    rows: dict[int, list[dict[str, Any]]] = dict(
        zip(order, played((scenes[at] for at in order), options.checkout.resolve(), options.jobs))
    )
    with open(options.out, "w", encoding="utf-8") as file:
        for at in range(len(scenes)):
            for row in rows[at]:
                counts[f"{row['set']:18} {row['effect']}"] += 1
                faults += "fault" in row
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
    for name, count in sorted(counts.items()):
        print(f"{name:24} {count}")
    print(
        f"{len(scenes)} scenes and sessions, {sum(counts.values())} lines, {faults} faults, {time.time() - began:.0f} s"
    )
    return 0


def lines(path: Path, sets: str) -> dict[tuple[str, str, int, str], dict[str, Any]]:
    """A written file's lines by their place."""
    with open(path, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return {
        (row["set"], row["id"], row["at"], row["event"]): row
        for row in rows
        if any(fnmatch.fnmatch(row["set"], one) for one in sets.split(","))
    }


def changes(
    old: Path, new: Path, sets: str = "*", every: bool = False
) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """(what became of it, its line before, its line now) of each event whose verdict changed, that stands in both.

    With `every`, also where only the guard or the rule is another.
    """
    before, now = lines(old, sets), lines(new, sets)
    for place in before.keys() & now.keys():
        one, other = before[place], now[place]
        if one["effect"] != other["effect"]:
            yield f"{one['effect']} -> {other['effect']}", one, other
        elif (
            every
            and one["effect"] != "pass"
            and (one["guards"], one.get("rule")) != (other["guards"], other.get("rule"))
        ):
            yield f"{one['effect']}, by another", one, other


def compare(options: argparse.Namespace) -> int:
    found = sorted(
        changes(options.old, options.new, options.sets, options.all),
        key=lambda one: (one[0], one[2].get("want", ""), one[1]["set"], one[1]["id"], one[1]["at"]),
    )
    counts = Counter[str]()
    for what, one, other in found:
        said = one if one["effect"] != "pass" and other["effect"] == "pass" else other
        what = f"{what:12} want {other.get('want') or '-':8}"
        counts[f"{what} {one['set']:18} {','.join(said['guards'])} {said.get('rule', '')}"] += 1
        print(f"{what} {one['set']} {one['id'][-60:]} at {one['at']} {one['tool']}: {said['words']}")
    print()
    for name, many in sorted(counts.items()):
        print(f"{many:5}  {name}")
    before, now = lines(options.old, options.sets), lines(options.new, options.sets)
    alone = len(before.keys() - now.keys()), len(now.keys() - before.keys())
    print(f"{len(found)} verdicts differ; lines that one file has alone: {alone[0]}, {alone[1]}")
    return 0


def count(options: argparse.Namespace) -> int:
    """A line a set: how many rows that must be stopped were, and how many that must be silent are."""
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in lines(options.out, options.sets).values():
        found.setdefault((row["set"], row["id"]), []).append(row)
    sums = Counter[tuple[str, str]]()
    for (name, _), rows in found.items():
        wants = {row["want"] for row in rows}
        want = next((one for one in ("stop", "undenied", "ignored", "silent") if one in wants), "")
        effects = [row["effect"] for row in rows if want != "stop" or row["want"] == want]
        good = {"stop": set(effects) != {"pass"}, "undenied": "deny" not in effects}.get(want, set(effects) == {"pass"})
        sums[name, want] += 1
        sums[name, f"{want} good"] += good
        sums[name, f"{want} denied"] += "deny" in effects
    for name in sorted({name for name, _ in sums}):
        said = {"stop": "stopped", "silent": "silent", "undenied": "never denied", "ignored": "ignored and silent"}
        parts = [
            f"{word} {sums[name, want + ' good']} of {sums[name, want]} (denied {sums[name, want + ' denied']})"
            for want, word in said.items()
            if sums[name, want]
        ]
        print(f"{name:24} {', '.join(parts)}")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    one = verbs.add_parser("write")
    one.add_argument("out", type=Path)
    one.add_argument("files", nargs="*", type=Path)
    one.add_argument("--checkout", type=Path, default=ROOT)
    one.add_argument("--no-own", action="store_true", help="not the rows of this repository")
    one.add_argument("--limit", type=int, default=0, help="rows of each set")
    one.add_argument("--sample", type=float, default=1.0, help="share of each set")
    one.add_argument("--jobs", type=int, default=0)
    other = verbs.add_parser("compare")
    other.add_argument("old", type=Path)
    other.add_argument("new", type=Path)
    other.add_argument("--all", action="store_true", help="also where another guard or rule says the same")
    third = verbs.add_parser("count")
    third.add_argument("out", type=Path)
    for verb in (one, other, third):
        verb.add_argument("--sets", default="*", help="globs of names, with commas between")
    options = parser.parse_args()
    return {"write": write, "compare": compare, "count": count}[options.verb](options)


if __name__ == "__main__":
    raise SystemExit(main())
