"""opencode's dialect (1.18.33): the words of our own bridge plugin (hooks/_install/opencode.js).  Pure.

The bridge sends {"opencode": EVENT, sessionID, parentID, tool, callID, args, output, prompt, directory} and takes
{deny, args, output, say}: a throw denies, arguments change in place, an output can be replaced.  opencode asks nobody
on a plugin's word (`permission.ask` never fires): what is asked is denied.
"""
from __future__ import annotations

from guards import DENY, Event, Verdict
from guards._text.plain import cut
from hooks._agents import _words, claude

# Its own tools; any other name is SERVER_TOOL.
OWN = frozenset("""
    apply_patch bash batch codesearch edit glob grep invalid list lsp multiedit patch plan_enter plan_exit question read
    skill task todoread todowrite webfetch websearch write""".split())
# How a call of a batch, whose calls no hook is asked about singly, reads as a command.
AS_COMMAND = {"Bash": ("command", "{}"), "Write": ("file_path", "touch '{}'"), "Edit": ("file_path", "touch '{}'"),
              "WebFetch": ("url", "curl '{}'")}


def read(payload: dict[str, object], name: str, now: float, project: str) -> Event:
    """The event of a payload.  Raises ValueError."""
    session, parent = payload.get("sessionID"), payload.get("parentID")
    said: dict[str, object] = {
        "hook_event_name": payload.get("opencode"), "session_id": parent or session, "cwd": payload.get("directory"),
        "prompt": payload.get("prompt"), "source": payload.get("source"), "permission_mode": "dontAsk"}
    if parent:
        said.update(agent_id=session, agent_type="subagent")
    if name in _words.CALLS:
        tool, given = called(payload)
        said.update(tool_name=tool, tool_input=given, tool_use_id=payload.get("callID") or _words.call_id(tool, given),
                    tool_response=payload.get("output"))
    return claude.read(said, name, now, project)


def called(payload: dict[str, object]) -> tuple[object, object]:
    """The tool and its arguments in our words."""
    name, given = payload.get("tool"), payload.get("args")
    if isinstance(name, str) and name not in OWN and "_" in name:
        return _words.mcp(*name.split("_", 1)), given
    several = given.get("tool_calls") if name == "batch" and isinstance(given, dict) else None
    if not isinstance(several, list):
        return _words.named(name, given)
    calls = [_words.named(one.get("tool"), one.get("parameters")) for one in several if isinstance(one, dict)]
    said = [AS_COMMAND[tool][1].format(own.get(AS_COMMAND[tool][0])) for tool, own in calls
            if isinstance(tool, str) and tool in AS_COMMAND and isinstance(own, dict)]
    return "Bash", {"command": "\n".join(said)}


def write(event: str, verdict: Verdict, payload: object = None) -> dict[str, object]:
    """What the bridge is told, {} for silence."""
    out: dict[str, object] = {"say": cut(verdict.notice, claude.TEXT_LIMIT)} if verdict.notice else {}
    if event == "PreToolUse":
        if _words.effect_of(verdict):
            out["deny"] = _words.reason_of(verdict)
        elif verdict.updated_input is not None and isinstance(payload, dict):
            given = payload.get("args")
            out["args"] = _words.theirs(given if isinstance(given, dict) else {}, called(payload)[0],
                                        verdict.updated_input)
    elif event == "PostToolUse" and verdict.updated_output is not None:
        out["output"] = _words.text_of(verdict.updated_output)
    elif event == "UserPromptSubmit" and verdict.effect == DENY:
        out["deny"] = _words.reason_of(verdict)
    if verdict.context and event in ("PostToolUse", "UserPromptSubmit"):
        out["context"] = cut(verdict.context, claude.TEXT_LIMIT)
    return {} if event == "SessionEnd" else out
