"""Claude Code's payloads become Events and answers become its JSON: silent cases first.

With AUTOSKILLIT_PAYLOADS=DIR every recorded payload of that folder is read as well.
Cannot see: what the client makes of an answer; tests marked real_agent do.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from guards import ASK, DENY, PASS, Event
from hooks._dialects import CONTEXT_MOST, Answer, read_event, write_answer
from hooks._event import find_text, name_operation

COMMON = {"session_id": "s", "cwd": "/p", "permission_mode": "plan", "agent_id": "a"}
BASH = {**COMMON, "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_use_id": "t"}


def list_fields(event: Event) -> dict:
    return {name: getattr(event, name) for name in Event.__slots__}


PAYLOADS = [
    ({}, {"name": "Stop", "session": "", "mode": "default", "input": {}, "tool": ""}),
    (BASH, {"name": "PreToolUse", "tool": "Bash", "call_id": "t", "mode": "plan", "agent": "a"}),
    ({"tool_input": {"command": "ls"}}, {"input": {"command": "ls"}}),
    ({"tool_input": "ls"}, {"input": {"input": "ls"}}),
    ({"tool_input": [1]}, {"input": {"input": [1]}}),
    ({"tool_name": "Task"}, {"tool": "Agent"}),
    ({"tool_name": "mcp__acp__Bash"}, {"tool": "Bash"}),
    ({"tool_name": "mcp__acp__KillShell"}, {"tool": "TaskStop"}),
    ({"tool_response": [{"type": "text"}]}, {"response": [{"type": "text"}]}),
    ({"error": "Exit code 1"}, {"error": "Exit code 1"}),
    ({"hook_event_name": "SessionEnd", "reason": "clear"}, {"name": "SessionEnd", "source": "clear"}),
    ({"source": "resume"}, {"source": "resume"}),
    ({"session_id": 5, "cwd": None, "tool_name": ["x"]}, {"session": "", "cwd": "", "tool": ""}),
]  # fmt: skip


@pytest.mark.parametrize(("payload", "wanted"), PAYLOADS)
def test_payload_becomes_event(payload, wanted) -> None:
    event = list_fields(read_event("Stop", payload))
    assert {name: event[name] for name in wanted} == wanted and event["raw"] == payload


def make_answer(effect: int = PASS, **parts) -> Answer:
    answer = Answer(effect, parts.get("reason", ""), parts.get("message", ""))
    answer.context = parts.get("context", "")
    answer.input, answer.output = parts.get("input"), parts.get("output")
    return answer


PRE = {"hookEventName": "PreToolUse"}
POST = {"hookEventName": "PostToolUse"}


MORE = {"additionalContext": "c", "updatedInput": {"a": 1}}
ANSWERS = [
    ("PreToolUse", "Bash", make_answer(), {}),
    ("PreToolUse", "Bash", make_answer(DENY), {}),
    ("PreToolUse", "Bash", make_answer(output="x"), {}),
    ("PostToolUse", "Bash", make_answer(input={"a": 1}), {}),
    ("SessionEnd", "", make_answer(context="x"), {}),
    ("Stop", "", make_answer(message="m"), {"systemMessage": "m"}),
    ("PreToolUse", "Bash", make_answer(ASK, reason="why"), {**PRE, "permissionDecision": "ask", "permissionDecisionReason": "why"}),
    ("PreToolUse", "Bash", make_answer(DENY, reason="why", context="c", input={"a": 1}), {**PRE, "permissionDecision": "deny", "permissionDecisionReason": "why", **MORE}),
    ("PostToolUse", "Bash", make_answer(output={"a": 1}), {**POST, "updatedToolOutput": {"a": 1}}),
    ("PostToolUse", "mcp__a__b", make_answer(output=[1]), {**POST, "updatedToolOutput": [1], "updatedMCPToolOutput": [1]}),
    ("UserPromptSubmit", "", make_answer(DENY, reason="why"), {"decision": "block", "reason": "why"}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "tool", "answer", "wanted"), ANSWERS)
def test_answer_becomes_json(name: str, tool: str, answer: Answer, wanted) -> None:
    found = write_answer(Event(name, tool=tool), answer)
    assert found == ({"hookSpecificOutput": wanted} if "hookEventName" in wanted else wanted)


def test_long_texts_stay_below_the_clients_limit() -> None:
    answer = make_answer(message="m" * 20_000, context="c" * 20_000)
    found = write_answer(Event("PreToolUse"), answer)
    assert len(found["systemMessage"]) == CONTEXT_MOST < 10_000
    assert len(found["hookSpecificOutput"]["additionalContext"]) == CONTEXT_MOST


@pytest.mark.parametrize(
    "response, wanted",
    [
        (None, ""),
        ("plain", "plain"),
        (5, "5"),
        ({"stdout": "out", "stderr": "", "interrupted": False}, "out"),
        ({"type": "text", "file": {"filePath": "/x", "content": "alpha"}}, "alpha"),
        ([{"type": "text", "text": "ECHO"}, {"type": "text", "text": "2"}], "ECHO\n2"),
        ({"type": "image", "base64": "AAAA"}, "(image)"),
        ({"oldTodos": [], "newTodos": ["a"]}, "\na"),
    ],
)
def test_text_of_a_result(response, wanted: str) -> None:
    assert find_text(response).strip() == wanted.strip()


@pytest.mark.parametrize(
    "tool, given, wanted",
    [
        ("Bash", {"command": "git status --short"}, "git status"),
        ("Bash", {"command": "./x.sh /etc"}, ""),
        ("Bash", {"command": ["a"]}, "Bash"),
        ("mcp__crm__query", {}, "query"),
        ("Read", {"file_path": "a"}, "Read"),
    ],
)
def test_operation(tool: str, given, wanted: str) -> None:
    assert name_operation(Event("PreToolUse", tool=tool, input=given)) == wanted


FOLDER = os.environ.get("AUTOSKILLIT_PAYLOADS", "")


@pytest.mark.skipif(not FOLDER, reason="AUTOSKILLIT_PAYLOADS names no folder")
def test_recorded_payloads() -> None:
    """Every event of a real client is read, and its fields are where they belong."""
    count = 0
    for path in sorted(Path(FOLDER).glob("*.json")):
        payload = json.loads(path.read_text())
        if "hook_event_name" not in payload:
            continue
        count += 1
        event = read_event("x", payload)
        assert event.name == payload["hook_event_name"] and event.session == payload["session_id"]
        assert bool(event.tool) == ("tool_name" in payload)
        if "tool_response" in payload:
            assert isinstance(find_text(event.response), str)
        assert write_answer(event, Answer()) == {}
    assert count > 100
