"""What a session's ledger and its state file cost on the disk: bytes a call with its result, and in which fields.

    python3 bench/ledger.py DATA.jsonl[.gz] ... [--limit N] [--fields 20]

A line of DATA is a session with `events` (shared recordings have this form); each is played in this process, in a
scratch folder, at one event in four seconds and a bit, as clocks run.  Ids are as long as the client's.
"""
from __future__ import annotations

import argparse
import gzip
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from hooks import _outcome, _run  # noqa: E402

SESSION = "3f2b8c1e-7d4a-4e0b-9c55-0a1b2c3d4e5f"
BEGIN, STEP = 1.7e9, 4.123457        # seconds: of the first event, between two


def payloads(recorded: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The events of a recording as the client would tell them; a result belongs to the oldest such call under way."""
    if recorded.get("prompt"):
        yield "UserPromptSubmit", {"prompt": recorded["prompt"]}
    begun: dict[str, list[str]] = {}
    for number, one in enumerate(recorded["events"]):
        if one["phase"] not in ("pre", "post"):
            if one.get("text") and one["phase"] == "prompt":
                yield "UserPromptSubmit", {"prompt": one["text"]}
            continue
        call = {"tool_name": one["tool"], "tool_input": one.get("input") or {}}
        ids = begun.setdefault(json.dumps(call), [])
        if one["phase"] == "pre":
            ids.append(f"toolu_{number:024}")
            yield "PreToolUse", {**call, "tool_use_id": ids[-1]}
        else:
            id = ids.pop(0) if ids else f"toolu_{number:024}"
            yield "PostToolUse", {**call, "tool_use_id": id, "tool_response": one.get("response")}


def played(recorded: dict[str, Any], folder: Path) -> tuple[int, list[bytes], list[bytes]]:
    """(calls, lines of the ledger, lines of what the guards learned) of one session."""
    env = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "CLAUDE_PROJECT_DIR": str(folder)}
    calls = 0
    for number, (name, fields) in enumerate(payloads(recorded)):
        calls += name == "PreToolUse"
        data = {"session_id": SESSION, "cwd": str(folder), "hook_event_name": name, **fields}
        _run.one_event(name, json.dumps(data).encode(), env, _outcome.Outcome(), BEGIN + STEP * number)
    context = folder / ".autoskillit/temp/context"
    kept = [(context / f"{SESSION}{end}").read_bytes().splitlines(keepends=True) for end in (".jsonl", ".state.jsonl")]
    return calls, kept[0], kept[1]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("data", nargs="+")
    options.add_argument("--limit", type=int, default=10_000, help="sessions")
    options.add_argument("--fields", type=int, default=20, help="how many fields are printed")
    chosen = options.parse_args()
    calls = size = beside = sessions = 0
    fields: Counter[str] = Counter()
    for path in chosen.data:
        with gzip.open(path, "rt", encoding="utf-8") if path.endswith(".gz") else open(path, encoding="utf-8") as file:
            for line in file:
                if sessions == chosen.limit:
                    break
                with tempfile.TemporaryDirectory() as folder:
                    more, lines, states = played(json.loads(line), Path(folder))
                calls, sessions = calls + more, sessions + 1
                size, beside = size + sum(map(len, lines)), beside + sum(map(len, states))
                for name, value in (pair for raw in lines for pair in json.loads(raw).items()):
                    fields[name] += len(json.dumps({name: value}, separators=(",", ":"))) - 1
    each = [f"{total / max(1, calls):.0f}" for total in (size + beside, size, beside)]
    print(f"{sessions} sessions, {calls} calls: {each[0]} bytes a call with its result"
          f" ({each[1]} of ledger, {each[2]} of state)")
    for name, total in fields.most_common(chosen.fields):
        print(f"{total / max(1, calls):8.1f}  {name}")


if __name__ == "__main__":
    main()
