"""Goose's dialect, as its pages describe it (not recorded): `event`, namespaced tools, `decision: block`.  Pure.

Standard output is for a decision alone, and there is none but to block: what is asked is denied, nothing can be
changed, hidden or told.  A prompt stands in `message`.
"""
from __future__ import annotations

from guards import Event, Verdict
from guards._text.plain import quoted
from hooks._agents import _words, claude

HIDES = CHANGES = False
EDIT = {"before": "old_string", "after": "new_string"}
# Tools that run code: what runs it, by the language that is named; a shell where it is none of these.
RUNS = {"javascript": "node -e", "typescript": "node -e", "python": "python3 -c", "ruby": "ruby -e"}


def read(payload: dict[str, object], name: str, now: float, project: str) -> Event:
    """The event of a payload.  Raises ValueError."""
    said = {**payload, "hook_event_name": payload.get("event"), "prompt": payload.get("message"), "source": "",
            "cwd": payload.get("working_dir"), "permission_mode": "dontAsk"}
    if name in _words.CALLS:
        tool, given = called(payload)
        result = next((payload[key] for key in ("tool_response", "tool_output", "result") if key in payload), None)
        said.update(tool_name=tool, tool_input=given, tool_response=_words.spoken(result),
                    tool_use_id=payload.get("tool_call_id") or _words.call_id(tool, given))
    return claude.read(said, name, now, project)


def called(payload: dict[str, object]) -> tuple[object, object]:
    """The tool and its arguments in our words: `developer__*` are its own, others a server's."""
    name, given = payload.get("tool_name"), payload.get("tool_input")
    if not isinstance(name, str) or "__" not in name:
        return name, given
    server, _, short = name.partition("__")
    if isinstance(given, dict) and name in ("code_execution__execute", "computercontroller__automation_script"):
        code = str(given.get("code") or given.get("script") or "")
        run = RUNS.get(str(given.get("language") or ("javascript" if short == "execute" else "")).lower())
        return "Bash", {"command": f"{run} {quoted(code)}" if run else code}
    if isinstance(given, dict) and name == "memory__remember_memory":       # a file that later sessions are shown
        folder = "~/.config/goose" if given.get("is_global") else ".goose"
        return "Write", {"file_path": f"{folder}/memory/{given.get('category')}.txt", "content": str(given.get("data"))}
    own = name if name in (*_words.TOOLS, *_words.EDITORS) else short
    if server != "developer" or own not in (*_words.TOOLS, *_words.EDITORS):
        return _words.mcp(server, short), given
    if isinstance(given, dict) and _words.tool_of(own) == "Edit":
        given = {EDIT.get(key, key): value for key, value in given.items()}
    return _words.named(own, given)


def write(event: str, verdict: Verdict, payload: object = None) -> dict[str, object]:
    """What to print, {} for silence."""
    if event != "PreToolUse":
        return {}
    verdict = _words.firm(verdict, called(payload)[1] if isinstance(payload, dict) else None)
    return {"decision": "block", "reason": _words.reason_of(verdict)} if _words.effect_of(verdict) else {}
