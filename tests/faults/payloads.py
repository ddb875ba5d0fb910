"""Payloads that no client sends: the recorded ones and made-up ones, bent in every place.  No traceback, no invalid answer."""
from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from hooks._outcome import printed
from tests.faults.played import env, play
from tests.scripts import SCRIPTS

ROOT = Path(__file__).resolve().parent.parent
ODD: tuple[Any, ...] = (None, True, 0, -1, 1e308, "", "x", "\ud800", "\x00\x1b[2J", "日本" * 50, [], {}, [[]], {"": {}}, ["x"] * 40,
                        {"type": []}, {"type": {"x": 1}}, "{" * 200, "a" * 5000, [{"type": "text", "text": "{\"type\": []}"}],
                        {"persistedOutputPath": "/etc/hostname"}, {"dispatched_session_id": "x", "type": {}}, "$(" * 500, "../../x")


def recorded() -> list[dict[str, Any]]:
    """Events of real clients, as far as their hooks are ours."""
    found = []
    for path in sorted((ROOT / "payloads").rglob("*.json*")):
        for line in path.read_text("utf-8").splitlines() if path.suffix == ".jsonl" else [path.read_text("utf-8")]:
            try:
                one = json.loads(line)
            except ValueError:
                continue
            for row in one if isinstance(one, list) else [one]:
                given = row.get("stdin", row) if isinstance(row, dict) else {}
                if isinstance(given, dict) and given.get("hook_event_name") in SCRIPTS:
                    found.append(given)
    return found or [{"session_id": "s", "hook_event_name": event, "tool_name": "Bash", "tool_input": {"command": "ls"},
                      "tool_response": {"stdout": "x"}, "tool_use_id": "t", "prompt": "x", "source": "startup"} for event in SCRIPTS]


def bent(value: Any, rng: random.Random, depth: int = 0) -> Any:
    """The value with something odd at one place or another."""
    if depth > 6 or rng.random() < 0.12:
        return rng.choice(ODD)
    if isinstance(value, dict):
        return {name if rng.random() > 0.03 else str(rng.choice(ODD)): bent(inner, rng, depth + 1) if rng.random() < 0.5 else inner
                for name, inner in value.items() if rng.random() > 0.05}
    if isinstance(value, list):
        return [bent(inner, rng, depth + 1) for inner in value for _ in range(rng.choice((1, 1, 1, 0, 2)))]
    return value


def run(folder: Path, inputs: int, seed: int = 1) -> dict[str, int]:
    """Plays so many bent events; how many guards failed, answers were no JSON, or bundles broke."""
    rng, where, given = random.Random(seed), env(folder), recorded()
    counts = {"inputs": inputs, "guards left out": 0, "bundle failed": 0, "answers that are no JSON": 0}
    for number in range(inputs):
        base = rng.choice(given)
        event = str(base["hook_event_name"])
        payload = bent(base, rng) if rng.random() < 0.95 else rng.choice(ODD)
        if isinstance(payload, dict):
            payload.update(hook_event_name=event, cwd=where["CLAUDE_PROJECT_DIR"])
            if not isinstance(payload.get("session_id"), str) or rng.random() < 0.8:
                payload["session_id"] = f"s{number // 40}"
        try:
            outcome = play(event, json.dumps(payload).encode(), where)
            text = printed(event, outcome)
        except Exception as e:      # the driver's own net: `main` has one, too, and tells
            counts["bundle failed"] += 1
            counts[f"{type(e).__name__}: {e}"[:80]] = counts.get(f"{type(e).__name__}: {e}"[:80], 0) + 1
            continue
        for fault in outcome.faults:
            if "left out" in fault or "starts anew" in fault:
                counts["guards left out"] += 1
                counts[fault[:100]] = counts.get(fault[:100], 0) + 1
        try:
            answer = json.loads(text or "{}")
        except ValueError:
            answer = None
        counts["answers that are no JSON"] += not isinstance(answer, dict)
    return counts
