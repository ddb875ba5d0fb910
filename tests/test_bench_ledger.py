"""bench/ledger.py: a recording is told as the client tells it, and its ledger is counted."""
from __future__ import annotations

from pathlib import Path

from bench import ledger


def test_a_recording_is_played_and_its_rows_counted(tmp_path: Path) -> None:
    read = {"tool": "Read", "input": {"file_path": "a.py"}}
    recorded = {"prompt": "Fix it", "events": [
        {"phase": "pre", **read}, {"phase": "post", **read, "response": "x = 1"},
        {"phase": "pre", "tool": "Bash", "input": {"command": "ls"}}]}
    told = list(ledger.payloads(recorded))
    assert [name for name, _ in told] == ["UserPromptSubmit", "PreToolUse", "PostToolUse", "PreToolUse"]
    assert told[1][1]["tool_use_id"] == told[2][1]["tool_use_id"] != told[3][1]["tool_use_id"]
    calls, lines, states = ledger.played(recorded, tmp_path)
    assert calls == 2 and len(lines) == len(states) == 4 and all(line.endswith(b"}\n") for line in [*lines, *states])
