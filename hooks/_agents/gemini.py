"""Gemini CLI's dialect (0.61.0): its own events and tools; a decision stands at the top.  Pure.

`permissionDecision` is ignored there, and an `ask` hangs a headless run: what is asked is denied.  A call is changed
by `tool_input`, a result hidden by a denial after it, whose reason takes its place.  There is no id of a call, and
nothing that marks a subagent's.
"""
from __future__ import annotations

from guards import DENY, Event, Verdict
from guards._text.plain import cut
from hooks._agents import _words, claude

EVENTS = {"BeforeTool": "PreToolUse", "AfterTool": "PostToolUse", "BeforeAgent": "UserPromptSubmit",
          "AfterAgent": "Stop", "PreCompress": "PreCompact", "SessionStart": "SessionStart", "SessionEnd": "SessionEnd"}
TELLS = frozenset(("PostToolUse", "UserPromptSubmit", "SessionStart"))
FRAME = "untrusted_context>"        # around what a server's tool brought


def read(payload: dict[str, object], name: str, now: float, project: str) -> Event:
    """The event of a payload.  Raises ValueError."""
    event = payload.get("hook_event_name")
    said = {**payload, "permission_mode": "dontAsk", "hook_event_name": EVENTS.get(str(event), event)}
    if name == "PostToolUseFailure" and said["hook_event_name"] == "PostToolUse":
        said["hook_event_name"] = name
    if name in _words.CALLS:
        tool, given = called(payload)
        said.update(tool_name=tool, tool_input=given, tool_use_id=_words.call_id(tool, given))
        said["tool_response"], said["error"] = _words.answer(payload.get("tool_response"))
    if "prompt_response" in said:
        said["last_assistant_message"] = said.pop("prompt_response")
    return claude.read(said, name, now, project)


def called(payload: dict[str, object]) -> tuple[object, object]:
    """The tool and its arguments in our words."""
    name, server = _words.flat_mcp(payload.get("tool_name")), payload.get("mcp_context")
    if isinstance(server, dict) and isinstance(name, str):
        name = _words.mcp(str(server.get("server_name")), str(server.get("tool_name")))
    return _words.named(name, payload.get("tool_input"))


def write(event: str, verdict: Verdict, payload: object = None) -> dict[str, object]:
    """What to print, {} for silence."""
    out, special = _words.told(verdict), dict[str, object]()
    if event == "PreToolUse":
        if _words.effect_of(verdict):
            out.update(decision="deny", reason=_words.reason_of(verdict))
        elif verdict.updated_input is not None and isinstance(payload, dict):
            given = payload.get("tool_input")
            special["tool_input"] = _words.theirs(given if isinstance(given, dict) else {}, called(payload)[0],
                                                  verdict.updated_input)
    elif event == "PostToolUse" and verdict.updated_output is not None:
        out.update(decision="deny", reason=_words.text_of(verdict.updated_output))
    elif event == "UserPromptSubmit" and verdict.effect == DENY:
        out.update(decision="deny", reason=_words.reason_of(verdict))
    if verdict.context and event in TELLS:
        special["additionalContext"] = cut(verdict.context, claude.TEXT_LIMIT)
    if special:
        out["hookSpecificOutput"] = {"hookEventName": str(payload.get("hook_event_name", event))
                                     if isinstance(payload, dict) else event, **special}
    return {} if event == "SessionEnd" else out
