"""Does a long session cost more per event than a short one?  CPU of a silent hook at action 100 and at action N.

    python3 bench/long_session.py [--actions 10000] [--pairs 30]

Plays a session of varied work through the hook's own code up to action 100, keeps a copy, plays on to N, then fires
the real scripts at both in turn.  Prints the ratio of the medians (at most 1.1 is promised), state and ledger sizes.
"""
from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from hooks import _outcome, _run  # noqa: E402

PYTHON = os.path.realpath(sys.executable)
START = 1_800_000_000.0


def work(number: int) -> tuple[str, dict, object]:
    """The call with this number: reading, editing, running, now and then something else."""
    path = f"src/part{number % 97}/file{number % 389}.py"
    kinds = [
        ("Read", {"file_path": path},
         {"type": "text", "file": {"content": f"def f{number}():\n    return {number}\n" * 20}}),
        ("Edit", {"file_path": path, "old_string": f"return {number}", "new_string": f"return {number + 1}"},
         {"filePath": path}),
        ("Bash", {"command": f"python -m pytest -q tests/test_{number % 53}.py"}, {"stdout": f"{number} passed"}),
        ("Grep", {"pattern": f"f{number}", "path": "src"}, {"content": path}),
        (f"mcp__server{number % 7}__search_{number % 31}", {"query": f"term {number}"},
         [{"type": "text", "text": path}]),
    ]
    return kinds[number % len(kinds)]


def play(project: Path, first: int, last: int) -> None:
    """The calls from `first` to `last` in this process, as their scripts would have run them."""
    env = environment(project)
    for number in range(first, last + 1):
        tool, given, answer = work(number)
        if number % 40 == 1:
            fire(env, project, "UserPromptSubmit", number, prompt=f"now extend part {number} of the parser")
        common = {"tool_name": tool, "tool_input": given, "tool_use_id": f"toolu_{number:020}"}
        fire(env, project, "PreToolUse", number, **common)
        fire(env, project, "PostToolUse", number, tool_response=answer, **common)


def environment(project: Path) -> dict[str, str]:
    return {"PATH": os.environ.get("PATH", ""), "HOME": str(project), "CLAUDE_PROJECT_DIR": str(project)}


def payload(project: Path, event: str, **fields: object) -> bytes:
    return json.dumps({"session_id": "long", "cwd": str(project), "hook_event_name": event, **fields}).encode()


def fire(env: dict[str, str], project: Path, event: str, number: int, **fields: object) -> None:
    said = _outcome.Outcome()
    _run.one_event(event, payload(project, event, **fields), env, said, START + 5.0 * number)
    if said.faults:
        raise SystemExit(f"action {number}: {said.faults}")


def cpu(project: Path, number: int) -> float:
    """CPU seconds of a call's two scripts."""
    tool, given, answer = work(5 * number)      # the same kind of call in both
    common = {"tool_name": tool, "tool_input": given, "tool_use_id": f"toolu_{number:020}"}
    spent = 0.0
    events: list[tuple[str, str, dict]] = [("pre_tool_use", "PreToolUse", {}),
                                           ("post_tool_use", "PostToolUse", {"tool_response": answer})]
    for script, event, more in events:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([PYTHON, "-I", "-S", str(ROOT / "hooks" / f"{script}.py")], capture_output=True, check=True,
                       input=payload(project, event, **common, **more), env=environment(project))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent += after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--actions", type=int, default=10_000)
    parser.add_argument("--pairs", type=int, default=30)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        short, long = Path(scratch) / "short", Path(scratch) / "long"
        long.mkdir()
        play(long, 1, 99)
        shutil.copytree(long, short)
        play(long, 100, args.actions - 1)
        spent = [(cpu(short, 100 + i), cpu(long, args.actions + i)) for i in range(args.pairs)]
        before, after = (statistics.median(column) for column in zip(*spent))
        for name, project in (("100", short), (str(args.actions), long)):
            state = project / ".autoskillit/temp/context"
            print(f"action {name:>6}: state {(state / 'long.state.json').stat().st_size:>7} bytes,"
                  f" ledger {(state / 'long.jsonl').stat().st_size:>10} bytes")
        print(f"median CPU of a call's two hooks: {before * 1000:.1f} ms at 100, {after * 1000:.1f} ms at"
              f" {args.actions}; ratio {after / before:.3f}")


if __name__ == "__main__":
    main()
