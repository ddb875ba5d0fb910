"""What a person said with a "no": words that reach no hook of ours, and stand in the client's transcript alone.

Claude Code fires nothing after a refusal but PostToolBatch, which would cost a process a turn.  So the next event of
the main thread looks, where a question is still open, for the result that the client wrote for that very call.

INVARIANT: only a row about a call that was asked about, that has no result on record, and the first such row, counts:
the client writes it before the next call begins, so nothing that runs later can put words into the person's mouth.

Cannot see: a refusal in a subagent; words farther back than TAIL.
"""
from __future__ import annotations

import os

from hooks._stores import disk
from hooks._stores.json import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guards import Event

LISTENING = ("PreToolUse", "UserPromptSubmit")
TAIL = 1 << 20          # bytes of the transcript's end
REFUSED = "The user doesn't want to proceed with this tool use."
SAID = "the user said:\n"
ID, STATE, AGENT = 0, 5, 6      # of an action of the context (guards/context.py)


def refusal(event: Event, fields: Mapping[str, object]) -> Event | None:
    """The refusal's words as a prompt of the person; None where there are none, or no transcript that can be read."""
    path = event.extra.get("transcript_path")
    open_ = waiting(fields) if event.name in LISTENING and not event.agent_id else ()
    if not open_ or not isinstance(path, str) or not path:
        return None
    try:
        words = said(disk.read(path, TAIL, max(0, os.stat(path).st_size - TAIL)), open_)
    except (disk.Fault, OSError, ValueError):
        return None
    return event.with_(name="UserPromptSubmit", tool="", input={}, response=None, error="", call_id="", source="",
                       prompt=words, extra={}) if words else None


def waiting(fields: Mapping[str, Any]) -> tuple[str, ...]:
    """The calls of the main thread that a person was asked about and that have no result."""
    actions = (fields.get("context") or {}).get("actions") or {}
    return tuple(entry[ID] for entry in actions.values()
                 if len(entry) > AGENT and entry[STATE] == "asked" and entry[ID] and not entry[AGENT])


def said(data: bytes, calls: tuple[str, ...]) -> str:
    """The words with which these calls were refused, in order; "" for none."""
    found: dict[str, str] = {}
    for line in data.split(b"\n"):
        if REFUSED.encode() not in line:
            continue
        try:
            row = loads(line)
        except (ValueError, RecursionError):
            continue
        for call, text in results(row):
            if call in calls and text.startswith(REFUSED):
                found.setdefault(call, text.partition(SAID)[2].strip())
    return "\n".join(filter(None, found.values()))


def results(row: object) -> list[tuple[str, str]]:
    """(call, text) of each tool result in a row of the transcript."""
    message = row.get("message") if isinstance(row, dict) and row.get("type") == "user" else None
    blocks = message.get("content") if isinstance(message, dict) else None
    return [(block["tool_use_id"], block["content"]) for block in (blocks if isinstance(blocks, list) else ())
            if isinstance(block, dict) and block.get("type") == "tool_result"
            and isinstance(block.get("tool_use_id"), str) and isinstance(block.get("content"), str)]
