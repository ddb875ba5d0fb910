#!/usr/bin/env python3
"""Does `guardctl try` find in a transcript what the benches find in the recording?

    python3 bench/tried.py FILE... [--sets GLOB,...] [--sample SHARE] [--jobs N] [--rows]

Each session or scene of the files is written as Claude Code keeps one (`transcript`), in a home folder of its own, and
read by `guardctl try`; the same is played as bench/verdicts.py does.  Compared are the calls that are asked about or
denied: (effect, tool, rule), in their order; where several guards say it, `try` tells the first of their rules.  What a
transcript does not hold (files, git, hooks' own events) is the difference that may be; `--rows` lists each session in
which there is one.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.player import played, steps  # noqa: E402
from bench.verdicts import chosen  # noqa: E402

CWD = "/home/ann/shop"
AT = "2026-11-20T10:00:00.000Z"
Objections = list[tuple[str, str, str]]


def transcript(scene: dict[str, Any], id: str) -> str:
    """A scene's prompts, calls and results as lines of Claude Code's file."""
    common = {"cwd": CWD, "sessionId": id, "version": "2.1.329", "timestamp": AT}
    rows: list[dict[str, Any]] = []
    used: set[str] = set()

    def use(event: dict[str, Any], number: str) -> None:
        block = {"type": "tool_use", "id": number, "name": event["tool_name"], "input": event.get("tool_input") or {}}
        rows.append({"type": "assistant", "message": {"role": "assistant", "content": [block]}})
        used.add(number)

    for event in steps(scene["events"], Path(CWD)):
        name, number = event["hook_event_name"], event.get("tool_use_id") or ""
        if name == "UserPromptSubmit":
            rows.append({"type": "user", "message": {"role": "user", "content": event["prompt"]}})
        elif name == "PreToolUse":
            use(event, number)
        elif name in ("PostToolUse", "PostToolUseFailure"):
            if number not in used:      # a scene may hold what was read alone; a client's file holds the call, too
                use(event, number)
            failed = name.endswith("Failure")
            said = event.get("error") if failed else event.get("tool_response")
            text = said if isinstance(said, str) else json.dumps(said)
            answer = {"type": "tool_result", "tool_use_id": number, "content": text, "is_error": failed}
            rows.append({"type": "user", "toolUseResult": said if isinstance(said, (dict, list)) else None,
                         "message": {"role": "user", "content": [answer]}})
    text = "".join(json.dumps({**common, **row}) + "\n" for row in rows)
    return text.replace("{project}", CWD).replace("{home}", os.path.dirname(CWD))


def tried(scenes: list[dict[str, Any]], home: Path, jobs: int) -> tuple[list[Objections], dict[str, Any]]:
    """(what `guardctl try` finds in each scene; the whole of what it tells)."""
    from hooks._ctl import module

    folder = home / ".claude/projects" / CWD.replace("/", "-")
    folder.mkdir(parents=True)
    ids = [f"5ce7e000-0000-4000-8000-{number:012d}" for number in range(len(scenes))]
    for id, scene in zip(ids, scenes):
        (folder / f"{id}.jsonl").write_text(transcript(scene, id))
    verb = module("try")
    files = [(str(folder / f"{id}.jsonl"), "claude") for id in ids]
    told = verb.played(files, 0.0, jobs, os.path.dirname(CWD))
    found: dict[str, Objections] = {id: [] for id in ids}
    for row in told["objections"]:
        found[row["session"]].append((row["effect"], row["tool"], row["rule"]))
    return [found[id] for id in ids], told


def judged(scenes: list[dict[str, Any]], jobs: int) -> list[Objections]:
    """What bench/verdicts.py finds in each scene's calls."""
    return [
        [(row["effect"], row["tool"], row["rule"]) for row in rows
         if row["event"] == "PreToolUse" and row["effect"] != "pass"]
        for rows in played(scenes, ROOT, jobs)
    ]


def same(one: Objections, other: Objections) -> bool:
    """Are these the same questions and denials?  `other` names all rules, with commas between."""
    return len(one) == len(other) and all(
        mine[:2] == theirs[:2] and mine[2] in theirs[2].split(",") for mine, theirs in zip(one, other)
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--sets", default="*", help="globs of names, with commas between")
    parser.add_argument("--sample", type=float, default=1.0, help="share of each set")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rows", action="store_true", help="list each session in which something differs")
    a = parser.parse_args()
    scenes = chosen(a.files, a.sets, 0, a.sample)
    with tempfile.TemporaryDirectory(prefix="tried-") as folder:
        began = time.monotonic()
        here, told = tried(scenes, Path(folder), a.jobs)
        spent = time.monotonic() - began
    there = judged(scenes, a.jobs)
    alike = sum(map(same, here, there))
    for scene, one, other in zip(scenes, here, there) if a.rows else ():
        if not same(one, other):
            print(f"{scene['set']} {scene['id'][-60:]}\n    try      {one}\n    verdicts {other}")
    print(f"{told['calls']} calls of {told['sessions']} sessions tried in {spent:.1f} s with {a.jobs} processes")
    print(f"{alike} of {len(scenes)} sessions come to the same; objections: {sum(map(len, here))} by try, "
          f"{sum(map(len, there))} by verdicts")
    for why, count in {**told["skipped"], **told["faults"]}.items():
        print(f"{count} times: {why}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
