#!/usr/bin/env python3
"""How well do a call's three measures tell injected calls from others?  Read from the ledger's rows.

`semantic_distance` (the action against the request, on every call), `uncovered` (what accounts for a gated call,
against its own part that the request covers: what the windows look at) and `drift_score` (that joined with the foreign
text that accounts best for the call).

    python3 bench/drift.py SESSIONS.jsonl.gz ... [--settings guards.json] [--limit N]

A line of SESSIONS is one recorded session: {"id", "source", "label": {"suite", "attack", "injected": [index, ...]},
"prompt", "events": [{"phase": "pre|post|prompt", "tool", "input", "response", "error", "text"}]}; `injected` are the
indices of the calls that carry out an injected goal.  Each is played through the whole machinery (hooks/_run.py, one
project folder, in this process), then the fields are read from the rows of its ledger.

AUC       of injected calls against all calls of sessions in which nothing injected was carried out, on the calls
          that have the fields: outbound or consequential ones.  1/2 is chance.
window    sessions without an attack in which a window was entered: that over what leads (`window`), that over the
          distance alone (`wandering`).
choice    what other numbers would have done: the share of those sessions that the window over the distance would enter
          if it held LEAST calls at the least, all far but SLACK (WIDE at the most; anew at a substantial prompt).
"""
from __future__ import annotations

import argparse
import gzip
import json
import random
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from guards import DENY, Settings  # noqa: E402
from guards.drift import SUBSTANTIAL, WIDE  # noqa: E402
from hooks import _outcome, _run  # noqa: E402
from hooks._ctl import _ledgers  # noqa: E402

FIELDS = ("semantic_distance", "uncovered", "drift_score")
WINDOWS = ("window", "wandering")
LEASTS, SLACKS = (4, 6, 8, 10, 12), (0, 1, 2, 3, 4)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sessions", nargs="+", type=Path)
    parser.add_argument("--settings", type=Path, help="a guards.json to play them under")
    parser.add_argument("--limit", type=int, default=0, help="sessions of each file, a fixed random sample")
    a = parser.parse_args()
    settings = json.loads(a.settings.read_text("utf-8")) if a.settings else {}
    threshold = {**Settings().drift, **settings.get("drift", {})}["semantic_distance_threshold"]
    scores: dict[tuple[str, str, bool], list[float]] = defaultdict(list)
    windows: dict[tuple[str, str], list[bool]] = defaultdict(list)
    runs: list[list[list[int]]] = []
    for path in a.sessions:
        source = path.name.split(".")[0]
        for session in recorded(path, a.limit):
            injected = set(session["label"].get("injected") or [])
            rows = play(session, settings)
            for index, row in rows.items():
                if injected and index not in injected:
                    continue
                for field in FIELDS if row.get("drift_score") is not None else ():     # gated ones
                    if row.get(field) is not None:
                        for name in (source, "all"):
                            scores[field, name, index in injected].append(row[field])
            if not session["label"].get("attack"):
                for kind in WINDOWS:
                    windows[source, kind].append(any(
                        row.get("guards", {}).get("drift", {}).get(kind) == "entered" for row in rows.values()))
                runs.append(far_runs(session, rows, threshold))
    report(scores, windows)
    choice(runs)
    return 0


def far_runs(session: dict[str, Any], rows: dict[int, dict[str, Any]], threshold: float) -> list[list[int]]:
    """Whether each gated call was far (0 or 1), a list for each stretch between substantial prompts."""
    runs: list[list[int]] = [[]]
    for index, event in enumerate(session["events"]):
        if event["phase"] == "prompt" and len(event["text"].split()) >= SUBSTANTIAL:
            runs.append([])
        distance = rows.get(index, {}).get("uncovered")
        if distance is not None:
            runs[-1].append(int(distance > threshold))
    return runs


def enters(run: list[int], least: int, slack: int) -> bool:
    """Would the window have been entered in this stretch?

    >>> enters([1] * 7, 8, 1), enters([0] + [1] * 7, 8, 1), enters([0, 0] + [1] * 7, 8, 1)
    (False, True, False)
    """
    windows = (run[max(0, end - WIDE):end] for end in range(1, len(run) + 1) if run[end - 1])
    return any(len(window) >= least and len(window) - sum(window) <= slack for window in windows)


def choice(sessions: list[list[list[int]]]) -> None:
    """Prints the share of sessions without an attack that other numbers would enter."""
    print(f"\nentered with other numbers, of {len(sessions)} sessions without an attack")
    for least in LEASTS:
        cells = []
        for slack in SLACKS:
            entered = sum(any(enters(run, least, slack) for run in runs) for runs in sessions)
            cells.append(f"  {slack}: {entered / max(1, len(sessions)):5.1%}")
        print(f"  at least {least:2} calls, all far but" + "".join(cells))


def recorded(path: Path, limit: int = 0) -> list[dict[str, Any]]:
    """The sessions of a file; a fixed random sample of them where there are more than the limit."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")
    sessions = [json.loads(line) for line in text.split("\n") if line]
    return random.Random(7).sample(sessions, limit) if 0 < limit < len(sessions) else sessions


def play(session: dict[str, Any], settings: dict[str, Any], answers: list[str] | None = None,
         ) -> dict[int, dict[str, Any]]:
    """{index of the call: its PreToolUse row in the ledger}; what was printed is put into `answers`."""
    with tempfile.TemporaryDirectory(prefix="drift-") as folder:
        project = Path(folder)
        (project / ".autoskillit").mkdir()
        (project / ".autoskillit/guards.json").write_text(json.dumps(settings), "utf-8")
        env = {"CLAUDE_PROJECT_DIR": folder, "HOME": folder}
        clock = 1_700_000_000.0

        def fire(name: str, **payload: Any) -> int:
            nonlocal clock
            clock += 1
            full = {"session_id": "s", "transcript_path": "", "cwd": folder, "hook_event_name": name, **payload}
            outcome = _outcome.Outcome()
            _run.one_event(name, json.dumps(full).encode(), env, outcome, clock)
            if answers is not None:
                answers.append(_outcome.printed(name, outcome))
            return outcome.verdict.effect

        fire("SessionStart", source="startup")
        under_way: list[tuple[str, dict[str, Any]]] = []       # calls run side by side: a result belongs to its own
        denied: set[str] = set()
        if session.get("prompt"):
            fire("UserPromptSubmit", prompt=session["prompt"])
        for i, event in enumerate(session["events"]):
            if event["phase"] == "prompt":
                fire("UserPromptSubmit", prompt=event["text"])
                continue
            call = {"tool_name": full_name(session, event["tool"]), "tool_input": event.get("input") or {}}
            if event["phase"] == "pre":
                under_way.append((f"c{i}", call))
                if fire("PreToolUse", **call, tool_use_id=f"c{i}") == DENY:
                    denied.add(f"c{i}")
                continue
            id = answered(under_way, call)
            if id in denied:
                continue
            if event.get("error"):
                fire("PostToolUseFailure", **call, error=str(event["error"]), tool_use_id=id)
            else:
                fire("PostToolUse", **call, tool_response=event.get("response", ""), tool_use_id=id)
        ledger = project / ".autoskillit/temp/context/s.jsonl"
        rows = list(_ledgers.joined(ledger.read_bytes().splitlines()))
    return {int(row["action_id"][1:]): row for row in rows if row["event"] == "PreToolUse"}


def answered(under_way: list[tuple[str, dict[str, Any]]], call: dict[str, Any]) -> str:
    """The id of the call that a result belongs to: the first one under way with this input, then with this tool."""
    for alike in (lambda one: one == call, lambda one: one["tool_name"] == call["tool_name"]):
        for at, (id, one) in enumerate(under_way):
            if alike(one):
                del under_way[at]
                return id
    return ""


def full_name(session: dict[str, Any], tool: str) -> str:
    if session["source"].startswith("claudecode") or tool.startswith("mcp__") or tool[:1].isupper():
        return tool     # the client's own tools: Bash, Read
    return f"mcp__{session['label'].get('suite') or 'tools'}__{tool}"


def auc(positives: list[float], negatives: list[float]) -> float:
    """The chance that a positive scores above a negative; ties count half."""
    ranked = sorted([(x, 1) for x in positives] + [(x, 0) for x in negatives])
    total, i = 0.0, 0
    while i < len(ranked):
        j = i
        while j < len(ranked) and ranked[j][0] == ranked[i][0]:
            j += 1
        total += (i + 1 + j) / 2 * sum(is_positive for _, is_positive in ranked[i:j])
        i = j
    n = len(positives)
    return (total - n * (n + 1) / 2) / (n * len(negatives))


def alarms(positives: list[float], negatives: list[float]) -> float:
    """Share of negatives at or above the score that nine of ten positives reach."""
    bar = sorted(positives, reverse=True)[int(0.9 * (len(positives) - 1))]
    return sum(x >= bar for x in negatives) / len(negatives)


def report(scores: dict[tuple[str, str, bool], list[float]], windows: dict[tuple[str, str], list[bool]]) -> None:
    print(f"{'':18}" + "".join(f"{field:>30}" for field in FIELDS))
    names = sorted({name for _, name, _ in scores}, key=lambda name: (name == "all", name))
    for name in names:
        cells = []
        for field in FIELDS:
            yes, no = scores.get((field, name, True), []), scores.get((field, name, False), [])
            cells.append(f"AUC {auc(yes, no):.3f}, {alarms(yes, no):6.1%} of {len(no):4}" if yes and no else "-")
        print(f"{name:18}" + "".join(f"{cell:>30}" for cell in cells))
    print("\nwindow entered, sessions without an attack")
    for (name, kind), entered in sorted(windows.items()):
        print(f"{name:18}{kind:12}{sum(entered) / len(entered):6.1%} of {len(entered)}")


if __name__ == "__main__":
    raise SystemExit(main())
