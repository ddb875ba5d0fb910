"""VS Code's dialect, as its pages describe it (not recorded): Claude Code's answers, own tools, camel case.  Pure.

It reads the file that Copilot CLI reads, and a question is put to the person.  A result is a text that nothing hides.
"""
from __future__ import annotations

from guards import Event, Verdict
from hooks._agents import _words, claude

HIDES = False


def read(payload: dict[str, object], name: str, now: float, project: str) -> Event:
    """The event of a payload.  Raises ValueError."""
    said = {**payload, "hook_event_name": payload.get("hookEventName"), "session_id": payload.get("sessionId")}
    if said.get("source") == "new":
        said["source"] = "startup"
    if name in _words.CALLS:
        tool, given = _words.named(payload.get("tool_name"), payload.get("tool_input"))
        said.update(tool_name=tool, tool_input=given)
    return claude.read(said, name, now, project)


def write(event: str, verdict: Verdict, payload: object = None) -> dict[str, object]:
    """What to print, {} for silence."""
    if event == "PreToolUse" and verdict.updated_input is not None and isinstance(payload, dict):
        given, tool = payload.get("tool_input"), _words.tool_of(payload.get("tool_name"))
        verdict = verdict.with_(updated_input=_words.theirs(given if isinstance(given, dict) else {}, tool,
                                                            verdict.updated_input))
    return claude.write(event, verdict.with_(updated_output=None))
