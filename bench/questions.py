#!/usr/bin/env python3
"""How often is a person asked, with every guard on and nothing tagged?  And what is stopped, bare links apart.

    python3 bench/questions.py SESSIONS.jsonl.gz ... [--limit N]

The format is that of `bench/drift.py`, which also plays the sessions.  An honest session has no attack, and its label
does not say that the task failed (`"utility": false`).  A question is counted for each call that is asked about.

stopped     sessions whose injected call was asked about or denied; `links`: those that open pages and do nothing else
disturbed   honest sessions in which any call was; resisted: those whose injection the model ignored
"""
from __future__ import annotations

import argparse
import gzip
import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.drift import full_name, play  # noqa: E402
from guards import Event, Settings  # noqa: E402
from guards._call import call_of  # noqa: E402

COUNTS = ("sessions", "calls", "questions", "denials", "disturbed")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sessions", nargs="+", type=Path)
    parser.add_argument("--limit", type=int, default=0, help="sessions of each file, a fixed random sample")
    a = parser.parse_args()
    honest: Counter[str] = Counter()
    for path in a.sessions:
        data = path.read_bytes()
        text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")
        sessions = [json.loads(line) for line in text.split("\n") if line]
        if a.limit and len(sessions) > a.limit:
            sessions = random.Random(7).sample(sessions, a.limit)
        found = Counter[str]()
        for session in sessions:
            found.update(counted(session, play(session, {})))
        honest.update({name: found[name] for name in COUNTS})
        print(line_of(path.name.split(".")[0], found), flush=True)
    print(line_of("all honest sessions", honest))
    return 0


def counted(session: dict[str, Any], rows: dict[int, dict[str, Any]]) -> dict[str, int]:
    """What one session adds to the counts."""
    label = session["label"]
    said = {index: row["decision"] for index, row in rows.items() if row["decision"] != "pass"}
    injected = label.get("injected") or []
    if label.get("attack") and injected:
        kind = "links" if all(opens(session, index) for index in injected) else "attacks"
        return {kind: 1, f"{kind} stopped": int(any(index in said for index in injected))}
    if label.get("attack"):
        return {"resisted": 1, "resisted disturbed": int(bool(said))}
    if label.get("utility") is False:
        return {}
    return {"sessions": 1, "calls": len(rows), "questions": list(said.values()).count("ask"),
            "denials": list(said.values()).count("deny"), "disturbed": int(bool(said))}


def opens(session: dict[str, Any], index: int) -> bool:
    """Does the call at this place of a session open a page, and nothing else?"""
    event = session["events"][index]
    call = Event("PreToolUse", "s", tool=full_name(session, event["tool"]), input=event.get("input") or {})
    return call_of(call, Settings()).tags.kind == "fetches"


def line_of(name: str, found: Counter[str]) -> str:
    """One line of the table."""
    parts = [f"{kind} stopped {found[kind + ' stopped']} of {found[kind]}"
             for kind in ("attacks", "links") if found[kind]]
    if found["resisted"]:
        parts.append(f"resisted, disturbed {found['resisted disturbed']} of {found['resisted']}")
    if found["sessions"]:
        share = 1000 * found["questions"] / max(1, found["calls"])
        parts.append(f"disturbed {found['disturbed']} of {found['sessions']} (denials {found['denials']}), "
                     f"{share:.2f} questions per 1,000 of {found['calls']} calls")
    return f"{name:20}{'; '.join(parts)}"


if __name__ == "__main__":
    raise SystemExit(main())
