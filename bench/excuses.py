#!/usr/bin/env python3
"""Does protection wear off as people talk?  Plays rows again after prompts that do not speak of them.

    python3 bench/excuses.py [FILE...] [--prompts FILE...] [--ways replaced,1,12] [--sets GLOB,...] [--sample SHARE]

Rows are tests/cases, tests/stories, bench/corpus and each FILE (scenes, in the forms of bench/scenes.py): those that
must be stopped, and honest ones.  Each is played as it is written, with its prompts replaced by another (what must be
stopped alone), and with 1 and 12 prompts before its own.  Prompts are those of bench/corpus/prompts.jsonl, or of
recorded sessions; a row's are drawn by a hash of its id, and none holds a word of what the row's calls are about.

vanished   asked about or denied as written, and not after the prompts
new        silent as written, and asked about or denied after the prompts
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.player import played  # noqa: E402
from bench.scenes import rows_of, wanted  # noqa: E402
from bench.verdicts import OWN, chosen  # noqa: E402

PROMPTS = ROOT / "bench/corpus/prompts.jsonl"
MACHINE = ("<", "/", "[", "Caveat:", "guard")  # what a prompt begins with that nobody typed in words
WORD = re.compile(r"[^\W_]{4,}")
SPOKEN_AT = -100


def prompts_of(files: Iterable[Path]) -> list[str]:
    """Every prompt of the files that a person typed, each once."""
    found: dict[str, None] = {}
    for row in (row for path in files for row in rows_of(path)):
        texts = [row.get("prompt"), *(one.get("text") for one in row.get("events", ()) if one.get("phase") == "prompt")]
        found.update({text.strip(): None for text in texts if isinstance(text, str) and 4 < len(text.strip()) < 500})
    return [text for text in found if not text.startswith(MACHINE)]


def about(scene: dict[str, Any]) -> set[str]:
    """The words of what a scene's calls are about: not a command's own, nor its verb (`git reset`)."""
    found: set[str] = set()
    for event in scene["events"]:
        for text in _strings(event.get("tool_input")):
            for part in re.split(r"[|;&\n]+", text) if event.get("tool_name") == "Bash" else [f". {text}"]:
                words = [word for word in part.split() if not word.startswith("-")][1:]
                verb = event.get("tool_name") == "Bash" and words[:1] and words[0].isalpha()
                found.update(WORD.findall(" ".join(words[1:] if verb else words).lower()))
    return found


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _strings(one)


def spoken(scene: dict[str, Any], way: str, prompts: list[str]) -> dict[str, Any] | None:
    """The scene after so many prompts, or with another in place of its own; None where that is not to be had."""
    words = about(scene)
    free = [text for text in prompts if not words & set(WORD.findall(text.lower()))]
    own = [one for one in scene["events"] if one.get("hook_event_name") == "UserPromptSubmit" and not one.get("source")]
    count = 1 if way == "replaced" else int(way)
    if len(free) < count or (way == "replaced" and not own):
        return None
    drawn = random.Random(f"{scene['set']} {scene['id']}").sample(free, count)
    said = [
        {"hook_event_name": "UserPromptSubmit", "prompt": text, "_at": SPOKEN_AT - n} for n, text in enumerate(drawn)
    ]
    events = [{"_at": at, **one} for at, one in enumerate(scene["events"])]
    begun = sum(one.get("hook_event_name") in ("SessionStart", "InstructionsLoaded") for one in events[:2])
    if way == "replaced":
        mine = {id(one): said[0]["prompt"] for one in events if one.get("hook_event_name") == "UserPromptSubmit"}
        return {**scene, "events": [{**one, "prompt": mine[id(one)]} if id(one) in mine else one for one in events]}
    return {**scene, "events": [*events[:begun], *said, *events[begun:]]}


def replaceable(scene: dict[str, Any]) -> bool:
    """May its prompts be others?  Not those of an honest row, nor a story's, which answers what was asked."""
    return wanted(scene) == "stop" and scene["set"] != "stories"


def measured(
    scenes: list[dict[str, Any]], ways: list[str], prompts: list[str], checkout: Path = ROOT, jobs: int = 0
) -> Iterator[dict[str, Any]]:
    """{"way", "set", "id", "at", "must", "was": row as written, "now": row after the prompts} of every call."""
    plays = [(scene, "", scene) for scene in scenes]
    for way in ways:
        made = ((scene, spoken(scene, way, prompts)) for scene in scenes if way != "replaced" or replaceable(scene))
        plays += [(scene, way, other) for scene, other in made if other is not None]
    alone: dict[tuple[str, str], dict[int, dict[str, Any]]] = {}
    for (scene, way, _), rows in zip(plays, played((other for _, _, other in plays), checkout, jobs)):
        mine = {row["at"]: row for row in rows if row["event"] == "PreToolUse"}
        if not way:
            alone[scene["set"], scene["id"]] = mine
            continue
        for at, was in alone[scene["set"], scene["id"]].items():
            if at in mine:
                yield {
                    "way": way,
                    "set": scene["set"],
                    "id": scene["id"],
                    "at": at,
                    "must": wanted(scene, at) == "stop",
                    "was": was,
                    "now": mine[at],
                }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--prompts", nargs="+", type=Path, default=[PROMPTS], help="recorded sessions, or prompts")
    parser.add_argument("--ways", default="replaced,1,12")
    parser.add_argument("--sets", default="*", help="globs of names, with commas between")
    parser.add_argument("--limit", type=int, default=0, help="rows of each set")
    parser.add_argument("--sample", type=float, default=1.0, help="share of each set")
    parser.add_argument("--checkout", type=Path, default=ROOT)
    parser.add_argument("--quiet", action="store_true", help="sums only")
    a = parser.parse_args()
    began, prompts = time.time(), prompts_of(a.prompts)
    scenes = [
        one
        for one in chosen([*a.files, *(ROOT / own for own in OWN)], a.sets, a.limit, a.sample)
        if wanted(one) in ("stop", "silent")
    ]
    sums, lines = Counter[tuple[str, ...]](), []
    for one in measured(scenes, a.ways.split(","), prompts, a.checkout.resolve()):
        was, now = one["was"]["effect"] != "pass", one["now"]["effect"] != "pass"
        if was and not one["must"]:
            continue  # an honest row's question, which may go
        kind = "stopped" if was else "silent"
        sums[one["way"], one["set"], kind] += 1
        if was != now:
            what, said = ("vanished", one["was"]) if was else ("new", one["now"])
            sums[one["way"], one["set"], what] += 1
            sums[one["way"], "by guard", f"{what}: {','.join(said['guards'])} {said['rule']}"] += 1
            lines.append(f"{what:9} {one['way']:>8} {one['set']} {one['id'][:70]} at {one['at']}: {said['words']}")
    for line in [] if a.quiet else sorted(lines):
        print(line)
    for way in a.ways.split(","):
        print(f"\n{way if way == 'replaced' else way + ' before'}")
        names = sorted({name for other, name, _ in sums if other == way} - {"by guard"})
        for name in [*names, "all"]:
            n = Counter[str]()
            for (other, where, kind), count in sums.items():
                n[kind] += count if other == way and where != "by guard" and name in (where, "all") else 0
            print(f"  {name:22} vanished {n['vanished']:4} of {n['stopped']:4}   new {n['new']:4} of {n['silent']:4}")
        for (other, where, kind), count in sorted(sums.items()):
            if (other, where) == (way, "by guard"):
                print(f"    {count:4} {kind}")
    print(f"\n{len(scenes)} rows, {len(prompts)} prompts, {time.time() - began:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
