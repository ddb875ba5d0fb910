"""What agents keep of a session is read as the events that hooks would have been given."""
from __future__ import annotations

import doctest
import json
import os
from pathlib import Path
from typing import Any

import pytest

from hooks._ctl import _transcripts
from tests.transcripts import AT, claude

STEPS: list[Any] = ["fix the build", ("Bash", {"command": "make"}, {"stdout": "ok", "stderr": ""}),
                    ("Bash", {"command": "false"}, ValueError("Exit code 1")),
                    ("Write", {"file_path": "/home/ann/shop/a", "content": "x"},
                     ValueError("The user doesn't want to proceed with this tool use."))]


def told(path: Path, agent: str = "claude") -> list[tuple[str, ...]]:
    return [(one["hook_event_name"], str(one.get("tool_name") or one.get("prompt") or ""),
             str(one.get("_ran") or one.get("_declined") or "")) for one in _transcripts.events(str(path), agent).events]


def test_the_examples() -> None:
    assert doctest.testmod(_transcripts).failed == 0


def test_claude_code(tmp_path: Path) -> None:
    assert told(claude(tmp_path, "/home/ann/shop", STEPS)) == [
        ("UserPromptSubmit", "fix the build", ""), ("PreToolUse", "Bash", "ran"), ("PostToolUse", "Bash", ""),
        ("PreToolUse", "Bash", "failed"), ("PostToolUseFailure", "Bash", ""), ("PreToolUse", "Write", "True")]


def test_codex(tmp_path: Path) -> None:
    path = tmp_path / "rollout-1.jsonl"
    rows = [("session_meta", {"id": "c1", "cwd": "/home/ann/shop"}),
            ("response_item", {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "fix it"}]}),
            ("response_item", {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "<environment_context>"}]}),
            ("response_item", {"type": "function_call", "name": "shell", "call_id": "1",
                               "arguments": json.dumps({"command": ["bash", "-lc", "make"]})}),
            ("response_item", {"type": "function_call_output", "call_id": "1", "output": "ok"})]
    path.write_text("".join(json.dumps({"timestamp": AT, "type": kind, "payload": one}) + "\n" for kind, one in rows))
    made = _transcripts.events(str(path), "codex")
    assert (made.id, made.cwd) == ("c1", "/home/ann/shop")
    assert [(one["hook_event_name"], one.get("tool_input")) for one in made.events] == [
        ("UserPromptSubmit", None), ("PreToolUse", {"command": "make"}), ("PostToolUse", {"command": "make"})]


@pytest.mark.parametrize(("agent", "rows"), [
    ("claude", [{"type": "assistant", "message": {"content": [{"type": "text", "text": "I look."}]}},
                {"type": "assistant", "message": {"content": [{"type": "tool_use", "id": "1", "name": "Bash", "input": {"command": "ls"}}]}},
                {"type": "user", "message": {"content": [{"type": "tool_result", "tool_use_id": "1", "content": "a"}]}},
                {"type": "assistant", "message": {"content": [{"type": "text", "text": "Shall I?"}]}},
                {"type": "user", "message": {"content": "yes"}}]),
    ("codex", [{"type": "response_item", "payload": {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Shall I?"}]}},
               {"type": "response_item", "payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "yes"}]}}]),
    ("copilot", [{"type": "assistant.message", "data": {"content": "Shall I?"}}, {"type": "user.message", "data": {"content": "yes"}}])])
def test_what_the_agent_said_last_before_a_prompt_is_the_end_of_its_turn(tmp_path: Path, agent: str, rows: list[object]) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text("".join(json.dumps({"timestamp": AT, **row}) + "\n" for row in rows))  # type: ignore[dict-item]
    made = [one for one in _transcripts.events(str(path), agent).events if "tool_name" not in one]
    assert [(one["hook_event_name"], one.get("last_assistant_message"), one.get("prompt")) for one in made] == [
        ("Stop", "Shall I?", None), ("UserPromptSubmit", None, "yes")]


@pytest.mark.parametrize(("words", "call"), [
    (["apply_patch", "*** Begin Patch\n*** Delete File: a.md\n*** End Patch"],
     ("apply_patch", {"input": "*** Begin Patch\n*** Delete File: a.md\n*** End Patch"})),
    (["pwsh", "-NoProfile", "-Command", "Get-Date; Get-Item a.md"],
     ("Bash", {"command": "pwsh -NoProfile -Command 'Get-Date; Get-Item a.md'"}))])
def test_codex_gives_a_shell_words(tmp_path: Path, words: list[str], call: tuple[str, dict[str, str]]) -> None:
    path = tmp_path / "rollout-2.jsonl"
    path.write_text(json.dumps({"timestamp": AT, "type": "response_item", "payload": {
        "type": "function_call", "name": "shell", "call_id": "1", "arguments": json.dumps({"command": words})}}) + "\n")
    (made,) = _transcripts.events(str(path), "codex").events
    assert (made["tool_name"], made["tool_input"]) == call


def test_copilot(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    rows = [("session.start", {"sessionId": "p1", "context": {"cwd": "/w"}}), ("user.message", {"content": "fix it"}),
            ("tool.execution_start", {"toolCallId": "1", "toolName": "bash", "arguments": {"command": "make"}}),
            ("tool.execution_complete", {"toolCallId": "1", "success": False, "error": {"message": "no"}})]
    path.write_text("".join(json.dumps({"timestamp": AT, "type": kind, "data": one}) + "\n" for kind, one in rows))
    assert told(path, "copilot") == [("UserPromptSubmit", "fix it", ""), ("PreToolUse", "Bash", "failed"),
                                     ("PostToolUseFailure", "Bash", "")]


@pytest.mark.parametrize(("line", "why"), [
    (b'{"type": "user"', "no JSON"), (b'{"type": "user", "message": 3}', "another form"),
    (b'{"type": "user", "message": {"content": [{"type": "tool_use"}]}}', "another form"),
    (b'"' + b"x" * (_transcripts.MOST + 9) + b'"', "longer than 8 MiB"), (b"[" * 100_000, "no JSON")])
def test_a_hostile_line_is_passed_over_and_counted(tmp_path: Path, line: bytes, why: str) -> None:
    path = claude(tmp_path, "/home/ann/shop", STEPS[:2])
    path.write_bytes(line + b"\n" + path.read_bytes())
    made = _transcripts.events(str(path), "claude")
    assert made.skipped == {why: 1}
    assert [one["hook_event_name"] for one in made.events] == ["UserPromptSubmit", "PreToolUse", "PostToolUse"]


def test_links_and_old_files_are_not_taken(tmp_path: Path) -> None:
    path = claude(tmp_path, "/home/ann/shop", STEPS[:2])
    os.symlink(path, path.with_name("link.jsonl"))
    env = {"HOME": str(tmp_path)}
    assert _transcripts.found(env, 0) == [(str(path), "claude")]
    assert _transcripts.found(env, path.stat().st_mtime + 9) == []
    assert _transcripts.found(env, 0, "/home/ann/else") == []
