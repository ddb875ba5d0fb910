#!/usr/bin/env python3
"""How many honest sessions hear anything: a question, a denial, or a line that nobody has to answer?

    python3 bench/notices.py SESSIONS.jsonl.gz ... [--settings guards.json] [--limit N] [--rows OUT]

Sessions as bench/drift.py describes them; those with an attack are left out.  Each is played through the whole
machinery in this process.  A *line* is a text for the model (additionalContext) or for the person (systemMessage).
"""
from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

import drift

KINDS = ("asked", "denied", "line")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sessions", nargs="+", type=Path)
    parser.add_argument("--settings", type=Path, help="a guards.json to play them under")
    parser.add_argument("--limit", type=int, default=0, help="sessions of each file, a fixed random sample")
    parser.add_argument("--rows", type=Path, help="write what each session heard here, one JSON line a session")
    a = parser.parse_args()
    settings = json.loads(a.settings.read_text("utf-8")) if a.settings else {}
    found, words, rows = {}, Counter(), []  # type: dict[str, list[dict[str, list[str]]]], Counter[str], list[Any]
    for path in a.sessions:
        honest = [session for session in drift.recorded(path, a.limit) if not session["label"].get("attack")]
        for session in honest:
            said = heard(session, settings)
            found.setdefault(path.name.split(".")[0], []).append(said)
            words.update({" ".join(text.split()[:3]) for text in said["line"]})
            rows.append({"id": session["id"], **said})
    if a.rows:
        a.rows.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    report({**found, "all": [one for some in found.values() for one in some]}, words)
    return 0


def heard(session: dict[str, Any], settings: dict[str, Any]) -> dict[str, list[str]]:
    """{"asked": reasons, "denied": reasons, "line": texts} of one session."""
    answers: list[str] = []
    drift.play(session, settings, answers)
    said: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for answer in filter(None, answers):
        out = json.loads(answer)
        special = out.get("hookSpecificOutput", {})
        kind = {"ask": "asked", "deny": "denied"}.get(special.get("permissionDecision"))
        if kind:
            said[kind].append(special["permissionDecisionReason"])
        said["line"] += filter(None, (special.get("additionalContext"), out.get("systemMessage")))
    return said


def report(found: dict[str, list[dict[str, list[str]]]], words: Counter[str]) -> None:
    print(f"{'':18}{'sessions':>10}" + "".join(f"{kind:>16}" for kind in KINDS))
    for name, some in found.items():
        shares = [sum(bool(one[kind]) for one in some) for kind in KINDS]
        print(f"{name:18}{len(some):>10}" + "".join(f"{n:>8} {n / len(some):6.1%}" for n in shares))
    for text, count in words.most_common(12):
        print(f"{count:>8}  {text} ...")


if __name__ == "__main__":
    raise SystemExit(main())
