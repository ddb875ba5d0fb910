"""Antigravity's dialect (`agy` 1.1.2), as others have seen it (not recorded): protojson, a flat `decision`.  Pure.

It fails closed where a decision is missing, so a call that we have nothing against is answered with `ask`, which is
what it does on its own: it looks at what the person has settled for good.  `force_ask` puts our question all the same.
"""
from __future__ import annotations

from guards import ASK, DENY, Event, Verdict
from hooks._agents import _words, claude

HIDES = CHANGES = False


def read(payload: dict[str, object], name: str, now: float, project: str) -> Event:
    """The event of a payload.  Raises ValueError."""
    folders = payload.get("workspacePaths")
    said: dict[str, object] = {
        "session_id": payload.get("conversationId") or payload.get("trajectoryId") or "antigravity",
        "cwd": folders[0] if isinstance(folders, list) and folders else "", "prompt": payload.get("prompt")}
    if name in _words.CALLS:
        tool, given = called(payload)
        result = next((payload[key] for key in ("toolResult", "toolResponse", "result") if key in payload), None)
        said.update(tool_name=tool, tool_input=given, tool_response=_words.spoken(result),
                    tool_use_id=_words.call_id(tool, given))
    return claude.read(said, name, now, project)


def called(payload: dict[str, object]) -> tuple[object, object]:
    """The tool and its arguments in our words."""
    call = payload.get("toolCall")
    name, given = (call.get("name"), call.get("args")) if isinstance(call, dict) else (None, None)
    return _words.named(_words.flat_mcp(name), given)


def write(event: str, verdict: Verdict, payload: object = None) -> dict[str, object]:
    """What to print."""
    if event != "PreToolUse":
        return {}
    verdict = _words.firm(verdict, called(payload)[1] if isinstance(payload, dict) else None)
    said = {ASK: "force_ask", DENY: "deny"}.get(verdict.effect)
    return {"decision": said, "reason": _words.reason_of(verdict)} if said else {"decision": "ask"}
