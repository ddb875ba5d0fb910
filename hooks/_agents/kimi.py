"""Kimi Code's dialect (2.1.0): Claude Code's events, no question, and nothing said after a call counts.  Pure.

An `ask` is ignored there and the call runs: what is asked is denied.  A call cannot be changed, a result not hidden;
what came of a call is told in the background, cut at 2,000 characters.  What a prompt's hook says in `message`, the
model reads; there is no place for words to the person.
"""
from __future__ import annotations

from guards import DENY, Event, Verdict
from guards._text.plain import cut
from hooks._agents import _words, claude

HIDES = CHANGES = False


def read(payload: dict[str, object], name: str, now: float, project: str) -> Event:
    """The event of a payload.  Raises ValueError."""
    said: dict[str, object] = {**payload, "permission_mode": "dontAsk"}
    if not isinstance(payload.get("prompt", ""), str):
        said["prompt"] = _words.text_of(_words.spoken(payload["prompt"]))
    if name in _words.CALLS:
        error = payload.get("error")
        tool, given = _words.named(payload.get("tool_name"), payload.get("tool_input"))
        said.update(tool_name=tool, tool_input=given,
                    tool_use_id=payload.get("tool_call_id"), tool_response=payload.get("tool_output"))
        said["error"] = error.get("message") if isinstance(error, dict) else error
    return claude.read(said, name, now, project)


def write(event: str, verdict: Verdict, payload: object = None) -> dict[str, object]:
    """What to print, {} for silence."""
    given = payload.get("tool_input") if isinstance(payload, dict) else None
    if event == "PreToolUse":
        name = payload.get("tool_name") if isinstance(payload, dict) else None
        verdict = _words.firm(verdict, _words.named(name, given)[1])
    denied = _words.effect_of(verdict) if event == "PreToolUse" else "deny" * (
        event == "UserPromptSubmit" and verdict.effect == DENY)
    if denied:
        return {"hookSpecificOutput": {"hookEventName": event, "permissionDecision": "deny",
                                       "permissionDecisionReason": _words.reason_of(verdict)}}
    if event == "UserPromptSubmit" and verdict.context:
        return {"message": cut(verdict.context, claude.TEXT_LIMIT)}
    return {"systemMessage": cut(verdict.notice, claude.TEXT_LIMIT)} if verdict.notice and event == "PreToolUse" else {}
