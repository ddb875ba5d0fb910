"""The player plays each kind of recording, says what came of it, and tells two runs apart."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LABEL = {"attack": None, "suite": "shop", "injected": []}
SESSION = {
    "id": "s1",
    "source": "claudecode:acme/web",
    "prompt": "look",
    "label": LABEL,
    "events": [
        {"phase": "pre", "tool": "Bash", "input": {"command": "ls"}},
        {"phase": "post", "tool": "Bash", "input": {"command": "ls"}, "response": "a"},
    ],
}
SCENE = {
    "id": "c1",
    "want": "stop",
    "git": {"tracked": {"a.txt": "x\n"}, "commits": 1},
    "events": [
        {"_act": True, "tool_name": "mcp__k__dispatch_food_truck", "tool_input": {"resume_session_id": "c1"}}
    ],
}  # fmt: skip
INCIDENT = {
    "id": "i1", "want": "silent", "user_prompt": "look", "carrier_tool": "none", "carrier_text": "",
    "act_tool": "Bash", "act_input": {"command": "git status"}, "files": {"a.py": "x = 1\n"}, "git": {"dirty": ["a.py"]},
}  # fmt: skip
VECTOR = {"id": "v1", "text": "an ordinary line of text", "label": 0}
FILES = {"sessions": SESSION, "scenes": SCENE, "incidents": INCIDENT, "secrets": VECTOR}


def run_player(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "bench/play.py"), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True)


def test_every_kind_is_played_and_compared(tmp_path: Path) -> None:
    for name, row in FILES.items():
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(row) + "\n")
    files = [str(tmp_path / f"{name}.jsonl") for name in FILES]
    first, second = str(tmp_path / "first.out"), str(tmp_path / "second.out")
    shown = run_player("write", first, *files, "--jobs", "1").stdout
    rows = [json.loads(line) for line in Path(first).read_text().splitlines()]
    assert [row for row in rows if "fault" in row] == []
    ends = {row["set"]: row["got"] for row in rows if row["event"] == "row"}
    assert ends == {
        "sessions": "silent",
        "scenes": "deny",
        "incidents": "silent",
        "secrets": "silent",
    }
    [stopped] = [row for row in rows if row.get("effect", "pass") != "pass"]
    assert (stopped["set"], stopped["rule"]) == ("scenes", "resume.own-session")
    for name in FILES:
        assert f"{name} " in shown
    Path(second).write_text(Path(first).read_text().replace('"effect": "deny"', '"effect": "pass"'))
    compared = run_player("compare", first, second).stdout
    assert "deny -> pass want stop     scenes c1" in compared and "wrong now" in compared
    assert "right     1 of     1" in run_player("count", first, "--misses").stdout
