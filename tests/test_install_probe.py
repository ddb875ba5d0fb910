"""hooks/_install/probe.py: what counts as an answer, and that nothing is left behind."""
from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from hooks._install import probe
from tests.hookclient import ROOT


@pytest.mark.parametrize(("command", "fault"), [
    ("cat >/dev/null", ""),
    ("cat >/dev/null; echo '{}'", ""),
    ("""cat >/dev/null; echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse"}}'""", ""),
    ("true", ""),
    ("exit 1", "exit code 1: no word"),
    ("echo first >&2; echo last >&2; exit 2", "exit code 2: last"),
    ("echo warning >&2", "exit code 0: warning"),
    ("echo hello", "printed something that is not JSON: 'hello'"),
    ("echo '[]'", "printed something that is no answer: '[]'"),
    ("""echo '{"systemMessage": "the store is unreadable"}'""", "the store is unreadable"),
    ("sleep 20", "did not run: "),
])
def test_what_counts_as_an_answer(tmp_path: Path, command: str, fault: str) -> None:
    answer, = probe.fire({"PreToolUse": {"command": command, "timeout": 1}}, str(tmp_path), os.environ, least=1)
    assert answer.fault == fault if fault != "did not run: " else answer.fault.startswith(fault)


def test_the_event_is_whole_and_its_state_folder_its_own(tmp_path: Path) -> None:
    command = 'cat > seen.json; echo "$AUTOSKILLIT_STATE_DIR" > state; mkdir -p "$AUTOSKILLIT_STATE_DIR"'
    probe.fire({"PostToolUse": {"command": command}}, str(tmp_path), os.environ)
    seen = json.loads((tmp_path / "seen.json").read_text())
    assert seen["hook_event_name"] == "PostToolUse"
    assert seen["tool_response"]["type"] == "text"
    state = Path((tmp_path / "state").read_text().strip())
    assert not state.exists()
    assert tmp_path not in state.parents


def test_every_event_of_the_registry_has_a_payload() -> None:
    assert set(json.loads((ROOT / "hook_registry.json").read_text())["events"]) <= set(probe.EXTRA)
