"""A ledger of hundreds of megabytes whose cache is gone: the next hook answers in bounded time, and knows what was known."""
from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

from hooks._stores import ledger, sessions
from tests.faults.played import env, payload
from tests.scripts import ROOT, SCRIPTS

TEXT = "x" * 1500       # characters of a row, as a command and the beginning of its output have


def run(folder: Path, mebibytes: int) -> dict[str, int]:
    """CPU of one PreToolUse, in ms, beside a ledger of ours and beside one of an earlier version, without whole rows."""
    found = {"MiB": mebibytes}
    for name, make in (("ours", ours), ("of an earlier version", earlier)):
        where = env(folder / name.replace(" ", "-"))
        path = Path(where["CLAUDE_PROJECT_DIR"]) / ".autoskillit/temp/context/s.jsonl"
        path.parent.mkdir(parents=True)
        rows = make(path, mebibytes << 20)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([sys.executable, "-I", "-S", str(ROOT / "hooks" / SCRIPTS["PreToolUse"])], env=where,
                              input=payload("PreToolUse", "s", 1), capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        last = json.loads(path.read_bytes().rsplit(b"\n", 2)[-2])
        found[f"{name}: rows"] = rows
        found[f"{name}: CPU ms"] = round(1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
        found[f"{name}: row {last['seq'] - rows} after"] = 1
        found[f"{name}: told"] = int(b"too long" in done.stdout)
        for one in path.parent.glob("s.*jsonl"):
            one.unlink()
    return found


def ours(path: Path, size: int) -> int:
    """A ledger of so many bytes and its state file, with a whole row in every STEP; the number of its rows."""
    before, at, number, start = "", 0, 0, 0
    with path.open("wb") as file, open(sessions.state_of(str(path)), "wb") as states:
        while at < size:
            number += 1
            whole = at // sessions.STEP > start // sessions.STEP
            line, state = ledger.written({"session": "s", **row(number, before)}, learned(number, whole), at if whole else None)
            file.write(line + b"\n")
            states.write(state + b"\n")
            before, start, at = ledger.digest(line), at, at + len(line) + 1
    return number


def earlier(path: Path, size: int) -> int:
    """One of an earlier release, without whole rows."""
    before, at, number = "", 0, 0
    with path.open("wb") as file:
        while at < size:
            number += 1
            line = json.dumps({**row(number, before), "learned": learned(number)}).encode()
            file.write(line + b"\n")
            before, at = ledger.digest(line), at + len(line) + 1
    return number


def row(number: int, before: str) -> dict[str, Any]:
    return {"seq": number, "prev": before, "session_id": "s", "event": "PreToolUse", "parameters": {"command": TEXT}}


def learned(number: int, whole: bool = False) -> dict[str, Any]:
    field = {"window": [number / 10], "n": number}
    return {"drift": ["=", field] if whole or number == 1 else ["d", {"n": ["=", number]}, []]}
