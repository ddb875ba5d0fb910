"""hooks/_dialects/table.py: recorded payloads of real clients, and each client's form of an answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from guards import ASK, DENY, PASS
from hooks._dialects import Answer, read_event, write_answer

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases/payloads.jsonl").read_text().splitlines()
]
TOOLS = {"bash": "Bash", "Bash": "Bash", "run_shell_command": "Bash", "view": "Read", "read_file": "Read", "Read": "Read",
         "create": "Write", "write_file": "Write", "Write": "Write", "edit": "Edit", "replace": "Edit", "Edit": "Edit",
         "task": "Agent", "agent": "Agent", "invoke_agent": "Agent", "spawn_agent": "Agent", "Agent": "Agent"}  # fmt: skip
EVENTS = {"BeforeTool": "PreToolUse", "AfterTool": "PostToolUse", "BeforeAgent": "UserPromptSubmit", "AfterAgent": "Stop",
          "agentStop": "Stop", "userPromptSubmitted": "UserPromptSubmit"}  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['client']}-{row['name']}" for row in ROWS])
def test_a_recorded_payload_is_read(row: dict[str, Any]) -> None:
    event_name, _, rest = row["name"].partition("-")
    wanted = EVENTS.get(event_name, event_name[0].upper() + event_name[1:])
    event = read_event(wanted, row["payload"], row["client"])
    failed = rest.endswith(("missing", "iserror", "absent-text")) and row["client"] == "gemini"
    wanted += "Failure" if failed and wanted == "PostToolUse" else ""
    assert (event.name, event.client) == (wanted, row["client"])
    assert event.session and event.cwd == "/home/dev/project" and event.raw is row["payload"]
    inner = rest.endswith("in-subagent") and row["client"] in ("codex", "copilot")
    assert bool(event.agent) == inner or wanted in ("SubagentStart", "SubagentStop", "Stop")
    if not rest or wanted == "PermissionRequest":
        return
    own = next((TOOLS[name] for name in TOOLS if rest.startswith(f"{name}-")), "")
    server = "mcp__probe__echo" if "echo" in rest else "mcp__probe__fail"
    own = own or "apply_patch" * rest.startswith("apply_patch")
    assert event.tool == (own or server) and event.call_id
    keys = {"Bash": "command", "Read": "file_path", "Write": "content", "Edit": "new_string"}
    keys["apply_patch"] = "input"
    assert event.tool not in keys or keys[event.tool] in event.input
    if wanted == "PostToolUse" and rest.endswith("-ok") and own == "Bash":
        assert "hi" in event.response
    if event.name == "PostToolUseFailure":
        assert event.error


@pytest.mark.parametrize("name", ["PreToolUse", "preToolUse"])
def test_a_call_has_one_id_before_and_after(name: str) -> None:
    held = {(row["client"], row["name"]): row["payload"] for row in ROWS}
    suffix = "Bash-ok" if name[0] == "P" else "bash-ok"
    ids = [
        read_event(ours, held["copilot", theirs], "copilot").call_id
        for ours, theirs in (
            ("PreToolUse", f"{name}-{suffix}"),
            ("PostToolUse", f"{name.replace('re', 'ost', 1)}-{suffix}"),
        )
    ]
    assert ids[0] == ids[1] and ids[0].startswith("call_")


# (agent that the handler names, event, payload, client, tool, input that must be there)
DOCUMENTED: list[tuple[str, str, dict[str, Any], str, str, dict[str, Any]]] = [
    ("claude", "PreToolUse", {"conversation_id": "c", "tool_name": "Shell", "tool_input": {"command": "ls"}}, "cursor", "Bash", {"command": "ls"}),
    ("cursor", "PreToolUse", {"conversation_id": "c", "tool_name": "Delete", "tool_input": {"path": "a'b"}}, "cursor", "Bash", {"command": "rm -rf -- 'a'\\''b'"}),
    ("cursor", "PreToolUse", {"conversation_id": "c", "tool_name": "MCP:post", "tool_input": {"a": 1}}, "cursor", "mcp__cursor__post", {"a": 1}),
    ("copilot", "PreToolUse", {"hookEventName": "PreToolUse", "sessionId": "s", "tool_name": "replace_string_in_file", "tool_input": {"filePath": "a", "newString": "y"}}, "vscode", "Edit", {"file_path": "a", "new_string": "y"}),
    ("opencode", "PreToolUse", {"event": "PreToolUse", "session": "s", "tool": "bash", "call": "t", "input": {"command": "ls"}}, "opencode", "Bash", {"command": "ls"}),
    ("opencode", "PreToolUse", {"event": "PreToolUse", "session": "s", "tool": "probe_echo", "input": {}}, "opencode", "mcp__probe__echo", {}),
    ("opencode", "PreToolUse", {"event": "PreToolUse", "session": "s", "tool": "batch", "input": {"tool_calls": [{"tool": "bash", "parameters": {"command": "ls"}}, {"tool": "write", "parameters": {"filePath": "a"}}]}}, "opencode", "Bash", {"command": "ls"}),
    ("codex", "PreToolUse", {"session_id": "s", "turn_id": "t", "tool_name": "shell", "tool_input": {"command": ["bash", "-lc", "ls -l"]}}, "codex", "Bash", {"command": "ls -l"}),
    ("copilot", "PreToolUse", {"sessionId": "s", "toolName": "bash", "toolArgs": '{"command": "ls"}'}, "copilot", "Bash", {"command": "ls"}),
    ("nobody", "PreToolUse", {"sessionId": 3, "toolName": None, "toolArgs": [1], "cwd": {}}, "copilot", "", {}),
    ("gemini", "PreToolUse", {"hook_event_name": 7, "tool_name": ["x"], "tool_input": "no json {"}, "gemini", "", {}),
]  # fmt: skip


@pytest.mark.parametrize(
    "row", DOCUMENTED, ids=[f"{row[0]}-{row[4] or 'bent'}-{n}" for n, row in enumerate(DOCUMENTED)]
)
def test_a_payload_as_the_pages_have_it_is_read(row: Any) -> None:
    agent, name, payload, client, tool, given = row
    event = read_event(name, payload, agent)
    assert (event.name, event.client, event.tool) == (name, client, tool)
    assert given.items() <= event.input.items()


def test_a_prompt_without_a_text_is_nobodys_order() -> None:
    payload = {"hook_event_name": "UserPromptSubmit", "session_id": "s", "permission_mode": "yolo"}
    assert read_event("UserPromptSubmit", {**payload, "prompt": ""}, "qwen").name == "PostToolBatch"
    mode = read_event("UserPromptSubmit", {**payload, "prompt": "hi"}, "qwen").mode
    assert mode == "bypassPermissions"


def answer(
    client: str, name: str, effect: int = PASS, given: dict[str, Any] | None = None, **told: Any
) -> Any:
    payload: dict[str, Any] = {"tool_name": "Bash", "tool": "bash", "toolName": "bash"}
    payload |= {key: {"command": "ls"} for key in ("tool_input", "toolArgs", "input")}
    payload["prompt"] = "p"
    payload |= {"hookEventName": name, "sessionId": "s"} if client == "vscode" else {}
    said = Answer(effect, "because" if effect else "")
    said.output, said.input = told.pop("output", None), given
    said.message, said.context = told.pop("message", ""), told.pop("context", "")
    return write_answer(read_event(name, payload, client), said)


SPECIAL = {"permissionDecision": "deny", "permissionDecisionReason": "because"}
SPECIAL["hookEventName"] = "PreToolUse"
FORMS: list[tuple[str, str, int, dict[str, Any], Any]] = [
    *[(client, name, PASS, {}, {}) for client in "codex copilot gemini qwen opencode cursor vscode".split() for name in ("PreToolUse", "PostToolUse", "Stop", "SessionEnd")],
    *[("codex", "PreToolUse", effect, {}, {"hookSpecificOutput": SPECIAL}) for effect in (ASK, DENY)],
    *[("gemini", "PreToolUse", effect, {}, {"decision": "deny", "reason": "because"}) for effect in (ASK, DENY)],
    *[("opencode", "PreToolUse", effect, {}, {"deny": "because"}) for effect in (ASK, DENY)],
    *[("cursor", "PreToolUse", effect, {}, {"permission": "deny", "user_message": "because", "agent_message": "because"}) for effect in (ASK, DENY)],
    ("qwen", "PreToolUse", ASK, {}, {"hookSpecificOutput": {**SPECIAL, "permissionDecision": "ask"}}),
    ("vscode", "PreToolUse", ASK, {}, {"hookSpecificOutput": {**SPECIAL, "permissionDecision": "ask"}}),
    ("copilot", "PreToolUse", ASK, {}, {"permissionDecision": "ask", "permissionDecisionReason": "because"}),
    ("copilot", "PreToolUse", DENY, {}, {"permissionDecision": "deny", "permissionDecisionReason": "because"}),
    ("codex", "UserPromptSubmit", DENY, {}, {"decision": "block", "reason": "because"}),
    ("cursor", "UserPromptSubmit", DENY, {}, {"continue": False, "user_message": "because"}),
    ("gemini", "UserPromptSubmit", DENY, {}, {"decision": "deny", "reason": "because"}),
    ("codex", "PostToolUse", PASS, {"output": "masked"}, {"decision": "block", "reason": "masked"}),
    ("copilot", "PostToolUse", PASS, {"output": "masked"}, {"modifiedResult": {"resultType": "success", "textResultForLlm": "masked"}}),
    ("gemini", "PostToolUse", PASS, {"output": "masked"}, {"decision": "deny", "reason": "masked"}),
    ("opencode", "PostToolUse", PASS, {"output": "masked", "message": "m"}, {"output": "masked", "say": "m"}),
    ("cursor", "PostToolUse", PASS, {"output": "masked"}, {"user_message": "cursor cannot mask: the model has seen this result."}),
    ("codex", "PostToolUse", PASS, {"context": "c", "message": "m"}, {"systemMessage": "m", "hookSpecificOutput": {"additionalContext": "c", "hookEventName": "PostToolUse"}}),
    ("copilot", "PostToolUse", PASS, {"context": "c"}, {"additionalContext": "c"}),
    ("cursor", "SessionStart", PASS, {"context": "c"}, {"additional_context": "c"}),
    ("copilot", "PreToolUse", PASS, {"given": {"command": "X"}}, {"modifiedArgs": {"command": "X"}}),
    ("gemini", "PreToolUse", PASS, {"given": {"command": "X"}}, {"hookSpecificOutput": {"tool_input": {"command": "X"}, "hookEventName": "PreToolUse"}}),
    ("opencode", "PreToolUse", PASS, {"given": {"command": "X"}}, {"input": {"command": "X"}}),
    ("codex", "PreToolUse", PASS, {"given": {"command": "ls", "more": 1}}, {}),
]  # fmt: skip


@pytest.mark.parametrize(
    "row", FORMS, ids=[f"{n}-{row[0]}-{row[1]}-{row[2]}" for n, row in enumerate(FORMS)]
)
def test_an_answer_in_the_clients_words(row: Any) -> None:
    client, name, effect, told, wanted = row
    assert answer(client, name, effect, **told) == wanted


def test_a_call_that_a_client_would_run_unchanged_is_denied() -> None:
    for client in ("codex", "cursor"):
        assert "masked" in json.dumps(answer(client, "PreToolUse", given={"command": "X"}))


def test_codex_gets_no_key_that_would_void_its_answer() -> None:
    allowed = {"decision", "reason", "systemMessage", "hookSpecificOutput"}
    for name in ("PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart"):
        assert set(answer("codex", name, DENY, output="x", context="c", message="m")) <= allowed


BENT: list[Any] = [None, 3, True, "", "x", [], [1], {}, {"a": {"b": []}}, [{"text": 3}], "{"]
BENT += ['{"content": [{"text": 1}]}', "\ud800"]


@pytest.mark.parametrize("client", "codex copilot gemini qwen claude cursor opencode".split())
def test_bent_payloads_are_read_without_a_traceback(client: str) -> None:
    for row in ROWS[::7]:
        for field in (*row["payload"], "mcp_context", "toolCall", "error"):
            for bent in BENT:
                event = read_event("PreToolUse", {**row["payload"], field: bent}, client)
                assert isinstance(event.tool, str) and isinstance(event.session, str)
                assert isinstance(event.input, dict)
                assert isinstance(write_answer(event, Answer(DENY, "no")), dict)
