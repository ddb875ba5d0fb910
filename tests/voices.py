"""One event as each client says it: what its hooks are given, for the same tool, arguments and result of ours.

    say(agent, event, ...) -> payload       `tool` and `given` as Claude Code calls them, `result` a text
    heard(agent, answer) -> (decision, reason)      "pass", "ask" or "deny" as that client takes what was printed
"""
from __future__ import annotations

import json
from typing import Any

P = "/home/dev/project"
SESSION = "0b6c1f2e-52a1-4d0b-9f6e-8c1d2a3b4c5d"
GEMINI = {"Bash": "run_shell_command", "Read": "read_file", "Write": "write_file", "Edit": "replace", "Agent": "invoke_agent"}
QWEN = {**GEMINI, "Edit": "edit", "Agent": "agent"}
COPILOT = {"Bash": "bash", "Read": "view", "Write": "create", "Edit": "edit", "Agent": "task"}
OPENCODE = {"Bash": "bash", "Read": "read", "Write": "write", "Edit": "edit", "Agent": "task"}
PATHS = {"copilot": "path", "opencode": "filePath", "kimi": "path"}
TEXTS = {"copilot": {"content": "file_text", "old_string": "old_str", "new_string": "new_str"},
         "opencode": {"old_string": "oldString", "new_string": "newString"}}


def arguments(agent: str, given: dict[str, Any]) -> dict[str, Any]:
    """The arguments in the client's words."""
    names = {"file_path": PATHS.get(agent, "file_path"), **TEXTS.get(agent, {})}
    return {names.get(key, key): value for key, value in given.items()}


def codex(event: str, tool: str, given: dict[str, Any], result: str, **more: Any) -> dict[str, Any]:
    if tool == "Read":      # it reads by commands
        tool, given = "Bash", {"command": f"cat {given['file_path']}"}
    elif tool in ("Write", "Edit"):
        put = "".join(f"+{line}\n" for line in str(given.get("content") or given.get("new_string")).splitlines())
        tool, given = "apply_patch", {"command": f"*** Begin Patch\n*** Add File: {given['file_path']}\n{put}*** End Patch"}
    call = {"tool_name": tool, "tool_input": given, "tool_use_id": more.pop("id", "c1")} if tool else {}
    return {"session_id": SESSION, "turn_id": "t1", "transcript_path": f"{P}.jsonl", "cwd": P, "hook_event_name": event,
            "model": "gpt-5.5", "permission_mode": "default", **call, **({"tool_response": result} if event == "PostToolUse" else {}),
            **more}


def copilot(event: str, tool: str, given: dict[str, Any], result: str, **more: Any) -> dict[str, Any]:
    name = COPILOT.get(tool, tool.removeprefix("mcp__").replace("__", "-"))
    more.pop("id", "")
    call = {"toolName": name, "toolArgs": arguments("copilot", given)} if tool else {}
    done = {"toolResult": {"resultType": "success", "textResultForLlm": result}} if event == "PostToolUse" else {}
    return {"sessionId": SESSION, "timestamp": 1795221595578, "cwd": P, **call, **done, **more}


def gemini(event: str, tool: str, given: dict[str, Any], result: str, **more: Any) -> dict[str, Any]:
    names = {"PreToolUse": "BeforeTool", "PostToolUse": "AfterTool", "UserPromptSubmit": "BeforeAgent", "Stop": "AfterAgent"}
    more.pop("id", "")
    call: dict[str, Any] = {"tool_name": GEMINI.get(tool, tool), "tool_input": given} if tool else {}
    if tool.startswith("mcp__"):
        _, server, name = tool.split("__")
        call.update(tool_name=f"mcp_{server}_{name}", mcp_context={"server_name": server, "tool_name": name})
    done = {"tool_response": {"llmContent": result, "returnDisplay": ""}} if event == "PostToolUse" else {}
    return {"session_id": SESSION, "transcript_path": f"{P}.json", "cwd": P, "hook_event_name": names.get(event, event),
            "timestamp": "2026-11-21T00:39:46.019Z", **call, **done, **more}


def qwen(event: str, tool: str, given: dict[str, Any], result: str, **more: Any) -> dict[str, Any]:
    call = {"permission_mode": "default", "tool_name": QWEN.get(tool, tool), "tool_input": given,
            "tool_use_id": more.pop("id", "c1")} if tool else {}
    done = {"tool_response": {"llmContent": result, "returnDisplay": ""}} if event == "PostToolUse" else {}
    return {"session_id": SESSION, "transcript_path": f"{P}.jsonl", "cwd": P, "hook_event_name": event,
            "timestamp": "2026-11-21T00:39:46.019Z", **call, **done, **more}


def opencode(event: str, tool: str, given: dict[str, Any], result: str, **more: Any) -> dict[str, Any]:
    call = {"tool": OPENCODE.get(tool, tool.removeprefix("mcp__").replace("__", "_")), "callID": more.pop("id", "c1"),
            "args": arguments("opencode", given)} if tool else {}
    return {"opencode": event, "sessionID": SESSION, "directory": P, **call, **({"output": result} if event == "PostToolUse" else {}),
            **more}


KIMI = {"Agent": "Agent"}
CURSOR = {"Bash": "Shell", "Edit": "Write", "Agent": "Task"}
GOOSE = {"Bash": "developer__shell", "Read": "developer__read_file", "Write": "developer__write", "Edit": "developer__edit"}
VSCODE = {"Bash": "run_in_terminal", "Read": "read_file", "Write": "create_file", "Edit": "replace_string_in_file"}
AGY = {"Bash": "run_command", "Read": "view_file", "Write": "write_to_file", "Edit": "replace_file_content"}


def kimi(event: str, tool: str, given: dict[str, Any], result: str, **more: Any) -> dict[str, Any]:
    if "prompt" in more:
        more["prompt"] = [{"type": "text", "text": more["prompt"]}]
    call = {"tool_name": KIMI.get(tool, tool), "tool_input": arguments("kimi", given) if "__" not in tool else given,
            "tool_call_id": more.pop("id", "c1")} if tool else {}
    done = {"tool_output": result} if event == "PostToolUse" else {}
    return {"hook_event_name": event, "session_id": SESSION, "cwd": P, "client_type": "kimi_code_cli", **call, **done, **more}


def cursor(event: str, tool: str, given: dict[str, Any], result: str, **more: Any) -> dict[str, Any]:
    names = {"UserPromptSubmit": "beforeSubmitPrompt"}
    name = f"MCP:{tool.split('__')[2]}" if tool.startswith("mcp__") else CURSOR.get(tool, tool)
    call = {"tool_name": name, "tool_input": given, "tool_use_id": more.pop("id", "c1")} if tool else {}
    done = {"tool_output": json.dumps({"output": result})} if event == "PostToolUse" else {}
    return {"conversation_id": SESSION, "generation_id": "g", "model": "m", "cursor_version": "2.0", "workspace_roots": [P],
            "hook_event_name": names.get(event, event[0].lower() + event[1:]), "cwd": P, **call, **done, **more}


def goose(event: str, tool: str, given: dict[str, Any], result: str, **more: Any) -> dict[str, Any]:
    names = {"old_string": "before", "new_string": "after", "file_path": "path"}
    name = GOOSE.get(tool, tool.removeprefix("mcp__"))
    call = {"tool_name": name, "tool_input": {names.get(key, key): value for key, value in given.items()},
            "working_dir": P, "tool_call_id": more.pop("id", "c1")} if tool else {}
    done = {"tool_response": result} if event == "PostToolUse" else {}
    said = {"message": more.pop("prompt")} if "prompt" in more else {}
    return {"event": event, "session_id": SESSION, "cwd": P, **call, **done, **said, **more}


def vscode(event: str, tool: str, given: dict[str, Any], result: str, **more: Any) -> dict[str, Any]:
    call = {"tool_name": VSCODE.get(tool, tool), "tool_input": arguments("opencode", given), "tool_use_id": more.pop("id", "c1")} if tool else {}
    done = {"tool_response": result} if event == "PostToolUse" else {}
    return {"timestamp": "2026-11-21T00:39:46.019Z", "cwd": P, "sessionId": SESSION, "hookEventName": event, "transcript_path": "",
            **call, **done, **more}


def antigravity(event: str, tool: str, given: dict[str, Any], result: str, **more: Any) -> dict[str, Any]:
    names = {"command": "CommandLine", "file_path": "TargetFile", "content": "CodeContent", "old_string": "TargetContent",
             "new_string": "ReplacementContent"}
    name = "mcp_" + tool[5:].replace("__", "_", 1) if tool.startswith("mcp__") else AGY.get(tool, tool)
    more.pop("id", "")
    call = {"toolCall": {"name": name, "args": {names.get(key, key): value for key, value in given.items()}}} if tool else {}
    done = {"toolResult": result} if event == "PostToolUse" else {}
    return {"conversationId": SESSION, "workspacePaths": [P], **call, **done, **more}


VOICES = {"kimi": kimi, "cursor": cursor, "goose": goose, "vscode": vscode, "antigravity": antigravity, "codex": codex, "copilot": copilot, "gemini": gemini, "qwen": qwen, "opencode": opencode}


def say(agent: str, event: str, tool: str = "", given: dict[str, Any] | None = None, result: str = "", **more: Any) -> dict[str, Any]:
    return VOICES[agent](event, tool, given or {}, result, **more)


def heard(agent: str, answer: dict[str, Any]) -> tuple[str, str]:
    """What the client makes of an answer before a call."""
    inner = answer.get("hookSpecificOutput", {})
    if agent in ("codex", "kimi", "qwen", "vscode"):
        if agent == "codex" and set(answer) - {"hookSpecificOutput", "systemMessage"}:
            return "pass", ""       # one unknown key voids it
        return inner.get("permissionDecision", "pass"), inner.get("permissionDecisionReason", "")
    if agent == "copilot":
        return answer.get("permissionDecision", "pass"), answer.get("permissionDecisionReason", "")
    if agent == "opencode":
        return ("deny" if "deny" in answer else "pass"), answer.get("deny", "")
    if agent == "cursor":
        return answer.get("permission", "pass"), answer.get("agent_message", "")
    word = answer.get("decision", "pass")
    if agent == "antigravity":      # `ask` is what it does by itself
        word = {"ask": "pass", "force_ask": "ask"}.get(word, word)
    return {"block": "deny"}.get(word, word), answer.get("reason", "")


INNER = {"hookEventName", "permissionDecision", "permissionDecisionReason", "additionalContext"}
# agent -> (what an answer may hold at the top, and in hookSpecificOutput).  Codex voids an answer with anything else.
SCHEMA: dict[str, tuple[set[str], set[str]]] = {
    "codex": ({"systemMessage", "hookSpecificOutput", "decision", "reason"}, INNER),
    "copilot": ({"systemMessage", "permissionDecision", "permissionDecisionReason", "modifiedArgs", "modifiedResult", "additionalContext",
                 "decision", "reason"}, set()),
    "gemini": ({"systemMessage", "decision", "reason", "hookSpecificOutput"}, {"hookEventName", "tool_input", "additionalContext"}),
    "qwen": ({"systemMessage", "hookSpecificOutput", "decision", "reason"}, INNER),
    "opencode": ({"say", "deny", "args", "output", "context"}, set()),
    "kimi": ({"systemMessage", "message", "hookSpecificOutput"}, INNER),
    "cursor": ({"permission", "user_message", "agent_message", "continue", "additional_context"}, set()),
    "goose": ({"decision", "reason"}, set()),
    "vscode": ({"systemMessage", "hookSpecificOutput", "decision", "reason"}, INNER | {"updatedInput"}),
    "antigravity": ({"decision", "reason"}, set()),
}


def fits(agent: str, answer: dict[str, Any]) -> bool:
    """Is the answer one that the client's protocol knows?"""
    top, inner = SCHEMA[agent]
    return set(answer) <= top and set(answer.get("hookSpecificOutput", {})) <= inner and not (
        agent == "gemini" and answer.get("decision") == "ask")      # it would hang
