"""Qwen Code's dialect (0.15.10 and 0.24.4): Claude Code's events and answers, its own tools.  Pure.

An `ask` is put to a person, and denied headless.  Neither a call nor a result can be changed: what would run changed is
denied, and a result counts as seen.  After each tool result a prompt without a text comes: it is nobody's order.
"""
from __future__ import annotations

from guards import ASK, DENY, Event, Verdict
from hooks._agents import _words, claude

HIDES = CHANGES = False
MODES = {"yolo": "bypassPermissions", "auto-edit": "acceptEdits", "auto_edit": "acceptEdits"}


def read(payload: dict[str, object], name: str, now: float, project: str) -> Event:
    """The event of a payload.  Raises ValueError."""
    said, mode = dict(payload), payload.get("permission_mode")
    if isinstance(mode, str):
        said["permission_mode"] = MODES.get(mode, mode)
    if name == "UserPromptSubmit" and not payload.get("prompt"):
        said["source"] = "system"
    if name in _words.CALLS:
        tool, given = _words.named(payload.get("tool_name"), payload.get("tool_input"))
        said.update(tool_name=tool, tool_input=given)
        answer, error = _words.answer(payload.get("tool_response"))
        said["tool_response"] = answer
        said["error"] = payload.get("error") or error
        said["tool_use_id"] = payload.get("tool_use_id") or payload.get("tool_call_id")
    return claude.read(said, name, now, project)


def write(event: str, verdict: Verdict, payload: object = None) -> dict[str, object]:
    """What to print, {} for silence."""
    if event == "PreToolUse":
        given = payload.get("tool_input") if isinstance(payload, dict) else None
        name = payload.get("tool_name") if isinstance(payload, dict) else None
        verdict = _words.firm(verdict, _words.named(name, given)[1])
        if verdict.effect in (ASK, DENY) and not verdict.reason:
            verdict = verdict.with_(reason=_words.reason_of(verdict))
    return claude.write(event, verdict.with_(updated_input=None, updated_output=None))
