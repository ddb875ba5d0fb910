"""Codex CLI's dialect (0.169.0): Claude Code's words, a patch, and answers that may hold nothing unknown.  Pure.

One unknown key voids an answer, an `ask` and a changed input without `allow` let the call run: what is asked is denied,
what would run changed too.  A result is hidden by `decision: block`, whose reason takes its place.  Codex says nothing
of who attends; a line that a person types (`guard: allow`) counts there as in Claude Code.
"""
from __future__ import annotations

from guards import DENY, Event, Verdict
from guards._text.plain import cut
from hooks._agents import _words, claude

CHANGES = False
TELLS = frozenset(("PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart", "SubagentStart"))


def read(payload: dict[str, object], name: str, now: float, project: str) -> Event:
    """The event of a payload.  Raises ValueError."""
    tool, given = payload.get("tool_name"), payload.get("tool_input")
    tool, given = _words.named(tool, given)
    said = {**payload, "tool_name": tool, "tool_input": given}
    if tool is None:
        del said["tool_name"], said["tool_input"]
    return claude.read({**said, "permission_mode": "dontAsk"}, name, now, project)


def write(event: str, verdict: Verdict, payload: object = None) -> dict[str, object]:
    """What to print, {} for silence."""
    given = payload.get("tool_input") if isinstance(payload, dict) else None
    verdict = _words.firm(verdict, given)
    out, special = _words.told(verdict), {}
    if event == "PreToolUse" and _words.effect_of(verdict):
        special = {"permissionDecision": "deny", "permissionDecisionReason": _words.reason_of(verdict)}
    elif event == "PostToolUse" and verdict.updated_output is not None:
        out.update(decision="block", reason=_words.text_of(verdict.updated_output))
    elif event == "UserPromptSubmit" and verdict.effect == DENY:
        out.update(decision="block", reason=_words.reason_of(verdict))
    if verdict.context and event in TELLS:
        special = {**special, "additionalContext": cut(verdict.context, claude.TEXT_LIMIT)}
    if special:
        out["hookSpecificOutput"] = {"hookEventName": event, **special}
    return {} if event == "SessionEnd" else out
