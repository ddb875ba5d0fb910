"""What other guards cost on the same call: used by `bench/overhead.py --peers`.

Each is installed into a virtual environment of its own and asked about `git status`, as a silent hook would be.
"""
from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

# name, what pip installs, its command (below the environment's bin), a file that it needs: (path, text)
PEERS: tuple[tuple[str, str, tuple[str, ...], tuple[str, str]], ...] = (
    ("tracewall", "tracewall==0.4.4", ("tracewall", "hook"), ("", "")),
    ("nah", "nah==0.11.0", ("python", "-m", "nah.hook"), ("", "")),
    ("trifectaguard", "trifectaguard==0.1.5", ("trifectaguard", "hook", "-c", "guard.yaml"),
     ("guard.yaml", "builtin:\n  policy: claude-code\n")),
)


def lines(pairs: int, folder: Path, floor: list[str], spent: Callable[..., tuple[float, float]]) -> Iterator[str]:
    """A line a peer: the median ratio to the floor, or why there is none."""
    for name, package, command, (path, text) in PEERS:
        home = folder / name
        made = subprocess.run([sys.executable, "-m", "venv", str(home)], capture_output=True, check=False)
        put = subprocess.run([str(home / "bin/python"), "-m", "pip", "install", "-q", package], capture_output=True,
                             text=True, check=False)
        if made.returncode or put.returncode or not (home / "bin" / command[0]).exists():
            yield f"{name}: cannot be installed here"
            continue
        if path:
            (home / path).write_text(text)
        payload = json.dumps({"session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "Bash", "cwd": str(home),
                              "tool_use_id": "t", "tool_input": {"command": "git status"}}).encode()
        whole = [str(home / "bin" / command[0]), *(str(home / one) if one == path else one for one in command[1:])]
        env = {"PATH": f"{home}/bin:/usr/bin:/bin", "HOME": str(home)}
        try:
            ratios = [spent(whole, payload, env)[0] / spent(floor)[0] for _ in range(pairs)]
        except SystemExit as stopped:
            yield f"{name}: {stopped}"
            continue
        yield f"{package:42} {statistics.median(ratios):6.2f}"
