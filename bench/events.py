#!/usr/bin/env python3
"""What seldom events cost beside a PostToolUse of the same size: CPU, git's included, in paired runs, as medians.

    python3 bench/events.py [--pairs 25] [--size 4000]

Plays a bundle with its archives, as an installation has it, in a repository with one commit.  The text of a skill, a
command and an instruction file is read from the disk; the PostToolUse beside it is a Read of the same text, from a
file of prose that the last commit holds.  Of the pairs' quotients the quarter below and above stands beside the median.
PostToolBatch carries the same text as the answer of its one call, and has nothing to say.
"""
from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.overhead import FLOOR, PYTHON, spent  # noqa: E402
from hooks._install import archive  # noqa: E402

PROSE = "Write the report in the house style, with tables and figures, and run the checks of the project first.\n"
SCRIPTS = {event: row["script"]
           for event, row in json.loads((ROOT / "hook_registry.json").read_text())["events"].items()}
GIT = ["git", "-c", "user.name=Dev", "-c", "user.email=dev@example.com"]


class Scene:
    """A repository, a session in it, and an installed bundle."""

    def __init__(self, folder: Path, size: int) -> None:
        self.bundle, self.project = folder / "bundle", folder / "project"
        for part in ("hooks", "guards"):
            shutil.copytree(ROOT / part, self.bundle / part, ignore=shutil.ignore_patterns("*.archive", "__pycache__"))
        shutil.copy(ROOT / "hook_registry.json", self.bundle)
        archive.build(PYTHON, str(self.bundle))
        self.text = (PROSE * (size // len(PROSE) + 1))[:size]
        self.env = {"PATH": os.environ.get("PATH", ""), "HOME": str(folder), "CLAUDE_PROJECT_DIR": str(self.project)}
        for path in (".claude/skills/report/SKILL.md", ".claude/commands/report.md", "CLAUDE.md", "notes.md"):
            (self.project / path).parent.mkdir(parents=True, exist_ok=True)
            (self.project / path).write_text(self.text)
        for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "begin"]):
            subprocess.run([*GIT, *words], cwd=self.project, check=True)
        self.calls = 0
        self.fire("SessionStart", source="startup")
        self.fire("UserPromptSubmit", prompt="Write the report", prompt_id="p1")

    def fire(self, event: str, **fields: object) -> float:
        """The CPU seconds of one event."""
        payload = {"session_id": "bench", "cwd": str(self.project), "hook_event_name": event, **fields}
        command = [PYTHON, "-I", "-S", str(self.bundle / "hooks" / SCRIPTS[event])]
        return spent(command, json.dumps(payload).encode(), self.env)[0]

    def called(self, tool: str, given: dict[str, object], response: object) -> float:
        """The CPU seconds of the PostToolUse of a call; its PreToolUse is played before, and not counted."""
        self.calls += 1
        call = {"tool_name": tool, "tool_input": given, "tool_use_id": f"t{self.calls}"}
        self.fire("PreToolUse", **call)
        return self.fire("PostToolUse", **call, tool_response=response)

    def read(self, text: str) -> float:
        return self.called("Read", {"file_path": "notes.md"}, {"type": "text", "file": {"content": text}})

    def batch(self) -> float:
        return self.fire("PostToolBatch", tool_calls=[{
            "tool_name": "Read", "tool_input": {"file_path": "notes.md"}, "tool_use_id": f"t{self.calls}",
            "tool_response": self.text}])

    def skill(self) -> float:
        return self.called("Skill", {"skill": "report"}, {"success": True, "commandName": "report"})

    def loaded(self) -> float:
        return self.fire("InstructionsLoaded", file_path=str(self.project / "CLAUDE.md"), memory_type="Project",
                         load_reason="session_start")

    def expanded(self) -> float:
        return self.fire("UserPromptExpansion", expansion_type="slash_command", command_name="report", command_args="",
                         prompt="/report")


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--pairs", type=int, default=25)
    options.add_argument("--size", type=int, default=4000, help="characters of the text")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(Path(folder), chosen.size)
        rows: dict[str, list[tuple[float, float, float]]] = {
            "PostToolBatch": [], "InstructionsLoaded": [], "Skill": [], "UserPromptExpansion": []}
        measured = dict(zip(rows, (scene.batch, scene.loaded, scene.skill, scene.expanded)))
        for _ in range(chosen.pairs):
            for name, row in rows.items():
                row.append((spent(FLOOR)[0], scene.read(scene.text), measured[name]()))
    for name, row in rows.items():
        floor, result, own = (1000 * statistics.median(column) for column in zip(*row))
        over, beside = statistics.median(c / a for a, _, c in row), sorted(c / b for _, b, c in row)
        low, middle, high = (beside[len(beside) * part // 4] for part in (1, 2, 3))
        print(f"{name:20} {own:6.1f} ms = {over:.2f} x the floor ({floor:.1f} ms), "
              f"{middle:.2f} x a PostToolUse of the same size ({result:.1f} ms; {low:.2f} to {high:.2f})")


if __name__ == "__main__":
    main()
