"""GitHub Copilot CLI's dialect (1.0.102), in its camel case form, which names no event.  Pure.

A denial stands flat; an `ask` is put to a person, and denied where nobody is there.  `modifiedArgs` changes a call,
`modifiedResult` hides a result, context is flat.  A subagent's calls come with an id of their own and the parent's.
There is no place for words to the person alone: they stand in the log (`systemMessage` is shown by VS Code).
"""
from __future__ import annotations

from guards import DENY, Event, Verdict
from guards._text.plain import cut
from hooks._agents import _words, claude

TELLS = frozenset(("PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "SessionStart", "SubagentStart"))
FIELDS = {"initialPrompt": "initial_prompt", "stopReason": "stop_reason", "error": "error", "prompt": "prompt",
          "cwd": "cwd", "reason": "reason", "trigger": "trigger", "customInstructions": "custom_instructions",
          "stop_hook_active": "stop_hook_active", "response": "last_assistant_message"}
SOURCES = {"new": "startup"}


def read(payload: dict[str, object], name: str, now: float, project: str) -> Event:
    """The event of a payload.  Raises ValueError."""
    said: dict[str, object] = {ours: payload[field] for field, ours in FIELDS.items() if field in payload}
    parent, own = payload.get("parentAgentId"), payload.get("agentId")
    said["session_id"] = parent or payload.get("sessionId")
    if own:
        said.update(agent_id=own, agent_type=payload.get("agentType") or payload.get("agentName") or "")
    source = payload.get("source")
    said["source"] = SOURCES.get(source, source) if isinstance(source, str) else source
    if isinstance(said.get("error"), dict):
        said["error"] = _words.text_of(said["error"])
    if name in _words.CALLS:
        tool, given = called(payload)
        said.update(tool_name=tool, tool_input=given, tool_use_id=_words.call_id(tool, given))
        result = payload.get("toolResult")
        said["tool_response"] = result.get("textResultForLlm", result) if isinstance(result, dict) else result
    return claude.read(said, name, now, project)


def called(payload: dict[str, object]) -> tuple[object, object]:
    """The tool and its arguments in our words; `toolArgs` comes as an object, or as its JSON."""
    name = payload.get("toolName")
    if isinstance(name, str) and "-" in name:
        name = _words.mcp(*name.split("-", 1))
    return _words.named(name, payload.get("toolArgs"))


def write(event: str, verdict: Verdict, payload: object = None) -> dict[str, object]:
    """What to print, {} for silence."""
    out = _words.told(verdict)
    if event == "PreToolUse":
        said = _words.effect_of(verdict, asks=True)
        given = payload.get("toolArgs") if isinstance(payload, dict) else None
        if said:
            out.update(permissionDecision=said, permissionDecisionReason=_words.reason_of(verdict))
        if verdict.updated_input is not None and said != "deny":
            given = _words.parsed(given) if isinstance(given, str) else given
            tool = _words.tool_of(payload.get("toolName")) if isinstance(payload, dict) else ""
            out["modifiedArgs"] = _words.theirs(given if isinstance(given, dict) else {}, tool, verdict.updated_input)
    elif event == "PostToolUse" and verdict.updated_output is not None:
        out["modifiedResult"] = {"resultType": "success", "textResultForLlm": _words.text_of(verdict.updated_output)}
    elif event == "UserPromptSubmit" and verdict.effect == DENY:
        out.update(decision="block", reason=_words.reason_of(verdict))
    if verdict.context and event in TELLS:
        out["additionalContext"] = cut(verdict.context, claude.TEXT_LIMIT)
    return {} if event == "SessionEnd" else out
