"""What a silent hook costs: its CPU time over that of `python -I -S -c pass`, in paired runs.

    python3 bench/overhead.py [--pairs 40] [--client]

Prints the median ratio for each kind of call and for all of them (at most 2.5 is promised; tests/test_imports.py
holds the list of modules that makes it so).  `--client` plays a session of the real client without and with the
guards installed and prints what a turn with one call takes, the client's own work included.
"""
from __future__ import annotations

import argparse
import compileall
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = os.path.realpath(sys.executable)
FLOOR = [PYTHON, "-I", "-S", "-c", "pass"]
# The session that is already there: (tool, input, response), a few of each, as coding goes.
LIVED = [
    ("Bash", {"command": "git status --short"}, {"stdout": " M src/app.py", "stderr": "", "interrupted": False}),
    ("Read", {"file_path": "src/app.py"}, {"type": "text", "file": {"content": "def main():\n    return 1\n" * 40}}),
    ("Edit", {"file_path": "src/app.py", "old_string": "return 1", "new_string": "return 2"},
     {"filePath": "src/app.py"}),
    ("Bash", {"command": "python -m pytest -q tests"}, {"stdout": "12 passed", "stderr": "", "interrupted": False}),
] * 5
SILENT = {
    "Read": {"file_path": "src/other.py"},
    "Edit": {"file_path": "src/app.py", "old_string": "return 2", "new_string": "return 3"},
    "Bash": {"command": "git diff --stat && python -m pytest -q tests/test_app.py"},
    "Grep": {"pattern": "def main", "path": "src"},
}


class Hooks:
    """The scripts of this checkout, on a session in a scratch project."""

    def __init__(self, project: Path) -> None:
        self.project = project
        self.env = {"PATH": os.environ.get("PATH", ""), "HOME": str(project), "CLAUDE_PROJECT_DIR": str(project)}
        self.calls = 0

    def fire(self, script: str, event: str, **fields: object) -> tuple[float, bytes]:
        """(CPU seconds, what was printed) of one event."""
        payload = {"session_id": "bench", "cwd": str(self.project), "hook_event_name": event, **fields}
        command = [PYTHON, "-I", "-S", str(ROOT / "hooks" / f"{script}.py")]
        return cpu(command, json.dumps(payload).encode(), self.env)

    def live(self) -> None:
        """Brings the session to where work is going on."""
        self.fire("session_start", "SessionStart", source="startup")
        self.fire("user_prompt_submit", "UserPromptSubmit", prompt_id="p1",
                  prompt="Make main in src/app.py return 2, run the tests and commit.")
        for tool, given, answer in LIVED:
            self.calls += 1
            call = {"tool_name": tool, "tool_input": given, "tool_use_id": f"lived{self.calls}"}
            self.fire("pre_tool_use", "PreToolUse", **call)
            self.fire("post_tool_use", "PostToolUse", **call, tool_response=answer)

    def silent(self, tool: str) -> float:
        """The CPU seconds of one PreToolUse that says nothing."""
        self.calls += 1
        seconds, printed = self.fire("pre_tool_use", "PreToolUse", tool_name=tool, tool_input=SILENT[tool],
                                     tool_use_id=f"timed{self.calls}")
        if printed:
            raise SystemExit(f"not silent on {tool}: {printed.decode()}")
        return seconds


def cpu(command: list[str], given: bytes = b"", env: dict[str, str] | None = None) -> tuple[float, bytes]:
    """(user and system seconds, standard output) of a process."""
    with tempfile.TemporaryFile() as source:
        source.write(given)
        source.seek(0)
        process = subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE, env=env)
        printed = process.stdout.read() if process.stdout else b""
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.WEXITSTATUS(status)
    if status:
        raise SystemExit(f"{command}: status {status}")
    return used.ru_utime + used.ru_stime, printed


def ratios(pairs: int) -> dict[str, list[float]]:
    """For each kind of call the ratio in each pair: one floor, one hook, in turns."""
    for folder in ("hooks", "guards"):
        compileall.compile_dir(str(ROOT / folder), quiet=1)
    found: dict[str, list[float]] = {tool: [] for tool in SILENT}
    with tempfile.TemporaryDirectory() as scratch:
        hooks = Hooks(Path(scratch))
        hooks.live()
        for _ in range(pairs):
            for tool, row in found.items():
                floor, _ = cpu(FLOOR)
                row.append(hooks.silent(tool) / floor)
    return found


def turn(calls: int, installed: bool) -> float:
    """Median milliseconds between two requests of the real client, each with one Read call."""
    sys.path.insert(0, str(ROOT))
    from tests.real_agent import client
    if client.missing():
        raise SystemExit(client.missing())
    with tempfile.TemporaryDirectory() as scratch:
        agent = client.Agent(Path(scratch))
        if installed:
            agent.install()
        step = [["Read", {"file_path": str(agent.project / "notes.txt")}]]
        run = agent.run("(scene main) read the notes", {"main": [step] * calls})
        times = [request["time"] for request in run.scene("main")][3:]  # the first turns also load the client
        return 1000 * statistics.median([b - a for a, b in zip(times, times[1:])])


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--pairs", type=int, default=40)
    options.add_argument("--client", action="store_true", help="also what a turn of the real client takes")
    chosen = options.parse_args()
    found = ratios(chosen.pairs)
    for tool, row in found.items():
        print(f"{tool:6} {statistics.median(row):.2f}")
    print(f"{'all':6} {statistics.median([ratio for row in found.values() for ratio in row]):.2f}")
    if chosen.client:
        print(f"turn   {turn(30, False):.0f} ms without, {turn(30, True):.0f} ms with the guards")


if __name__ == "__main__":
    main()
