"""Cursor's dialect, as its pages describe it (not recorded): own events in camel case, `permission` at the top.  Pure.

The CLI ignores `ask`: what is asked is denied.  A result comes as a JSON string and is not hidden; a server's tool
comes without its server's name.  `Delete` is read as `rm`.
"""
from __future__ import annotations

from guards import DENY, Event, Verdict
from guards._text.plain import cut, quoted
from hooks._agents import _words, claude

HIDES = CHANGES = False
EVENTS = {"preToolUse": "PreToolUse", "postToolUse": "PostToolUse", "postToolUseFailure": "PostToolUseFailure",
          "beforeSubmitPrompt": "UserPromptSubmit", "sessionStart": "SessionStart", "sessionEnd": "SessionEnd",
          "stop": "Stop", "preCompact": "PreCompact", "subagentStart": "SubagentStart", "subagentStop": "SubagentStop"}
SERVER = "MCP:"


def read(payload: dict[str, object], name: str, now: float, project: str) -> Event:
    """The event of a payload.  Raises ValueError."""
    event, parent = payload.get("hook_event_name"), payload.get("parent_conversation_id")
    said = {**payload, "hook_event_name": EVENTS.get(str(event), event), "permission_mode": "dontAsk",
            "session_id": parent or payload.get("conversation_id") or payload.get("session_id")}
    if parent:
        said["agent_id"] = payload.get("conversation_id")
    if name in _words.CALLS:
        tool, given = called(payload)
        output = payload.get("tool_output")
        said.update(tool_name=tool, tool_input=given, tool_response=_words.spoken(
            _words.parsed(output) if isinstance(output, str) else output),
            tool_use_id=payload.get("tool_use_id") or _words.call_id(tool, given))
        said["error"] = payload.get("error_message") or payload.get("error")
    return claude.read(said, name, now, project)


def called(payload: dict[str, object]) -> tuple[object, object]:
    """The tool and its arguments in our words."""
    name, given = payload.get("tool_name"), payload.get("tool_input")
    if isinstance(name, str) and name.startswith(SERVER):
        return _words.mcp("cursor", name[len(SERVER):]), given
    if name in ("Delete", "delete_file") and isinstance(given, dict):
        named = _words.arguments("Write", given)
        path = str(named.get("file_path", "")) if isinstance(named, dict) else ""
        return "Bash", {"command": f"rm -rf -- {quoted(path)}"}
    return _words.named(name, given)


def write(event: str, verdict: Verdict, payload: object = None) -> dict[str, object]:
    """What to print, {} for silence."""
    if event == "PreToolUse":
        verdict = _words.firm(verdict, called(payload)[1] if isinstance(payload, dict) else None)
        if _words.effect_of(verdict):
            reason = _words.reason_of(verdict)
            return {"permission": "deny", "user_message": reason, "agent_message": reason}
    if event == "UserPromptSubmit" and verdict.effect == DENY:
        return {"continue": False, "user_message": _words.reason_of(verdict)}
    out: dict[str, object] = {"user_message": cut(verdict.notice, claude.TEXT_LIMIT)} if verdict.notice else {}
    if verdict.context and event in ("PostToolUse", "SessionStart"):
        out["additional_context"] = cut(verdict.context, claude.TEXT_LIMIT)
    return {} if event == "SessionEnd" else out
