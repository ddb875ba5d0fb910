"""A ledger of hundreds of megabytes whose cache is gone: the next hook answers in bounded time, and knows what was known."""
from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

from hooks._stores import ledger, sessions
from tests.faults.played import env, payload
from tests.scripts import ROOT, SCRIPTS

TEXT = "x" * 1500       # characters of a row, as a command and the beginning of its output have


def run(folder: Path, mebibytes: int) -> dict[str, int]:
    """CPU of one PreToolUse, in ms, beside a ledger of ours and beside one of an earlier version, without whole rows."""
    found = {"MiB": mebibytes}
    for name, step in (("ours", sessions.STEP), ("of an earlier version", 1 << 50)):
        where = env(folder / name.replace(" ", "-"))
        path = Path(where["CLAUDE_PROJECT_DIR"]) / ".autoskillit/temp/context/s.jsonl"
        path.parent.mkdir(parents=True)
        rows = written(path, mebibytes << 20, step)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([sys.executable, "-I", "-S", str(ROOT / "hooks" / SCRIPTS["PreToolUse"])], env=where,
                              input=payload("PreToolUse", "s", 1), capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        last = json.loads(path.read_bytes().rsplit(b"\n", 2)[-2])
        found[f"{name}: rows"] = rows
        found[f"{name}: CPU ms"] = round(1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
        found[f"{name}: row {last['seq'] - rows} after"] = 1
        found[f"{name}: told"] = int(b"too long" in done.stdout)
        os.remove(path)
    return found


def written(path: Path, size: int, step: int) -> int:
    """A ledger of so many bytes with a whole row in every `step`; the number of its rows."""
    before, at, number, start = "", 0, 0, 0
    with path.open("wb") as file:
        while at < size:
            number += 1
            field = {"window": [number / 10], "n": number}
            whole = at // step > start // step
            row = {**({"whole": True} if whole else {}), "seq": number, "prev": before, "session_id": "s", "event": "PreToolUse",
                   "parameters": {"command": TEXT}, "learned": {"drift": ["=", field] if whole or number == 1 else ["d", {"n": ["=", number]}, []]}}
            line = ledger.line(row) + b"\n"
            file.write(line)
            before, start, at = ledger.digest(line[:-1]), at, at + len(line)
    return number
