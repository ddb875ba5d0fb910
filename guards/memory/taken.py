"""A call that asks for it takes session memory along: `inject_session_memory: true` of a tool tagged `memory_source`.

The block (guards/memory/block.py) goes before the text that the call carries.  What repeats private text of this
session, by eight words and more or by a value, stays here: no guard judges a payload after it was rewritten.
Limitations: a paraphrase of private text.
"""
from __future__ import annotations

from guards import INTERNAL, SILENT, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Event, Settings

# The argument of a call that holds what is asked, the first that is there.
RULE = "memory.taken-along"
MESSAGES = "messages"       # or a conversation, whose first message of a user holds it
TEXTS = tuple("prompt question task topic query message text".split())


def taken(event: Event, settings: Settings) -> Verdict:
    """The call with the block before its text; a word to the agent where that cannot be done or rows stayed here."""
    live = event.facts.memory or []
    if not any(row["stale_at"] is None for row in live):
        return SILENT
    place = next((name for name in TEXTS if isinstance(event.input.get(name), str)), "")
    asked = event.input[place] if place else in_messages(event.input)
    if asked is None:
        return Verdict(rule=RULE,
                       context=f"memory: inject_session_memory: this call has no text to put the memory before (known "
                               f"are {', '.join((*TEXTS, MESSAGES))}); give the tool yourself what it needs")
    from guards.memory.block import OPEN, block
    if OPEN in asked:
        return SILENT
    open_to = [row for row in live if not _private(row, event, settings)]
    text = block(open_to, event.time, settings.memory)
    stayed = sum(row["stale_at"] is None for row in live) - sum(row["stale_at"] is None for row in open_to)
    said = f"memory: inject_session_memory: {stayed} row{'s' * (stayed > 1)} with private text stayed" if stayed else ""
    whole = f"{text}\n\n{asked}"
    given: dict[str, object] = {**event.input, place: whole} if place else {
        **event.input, MESSAGES: with_first(event.input[MESSAGES], whole)}
    return Verdict(rule=RULE, context=said, updated_input=given if text else None) if text or said else SILENT


def in_messages(given: dict[str, Any]) -> str | None:
    """The text of the first message of a user in a conversation that is handed over; None for none."""
    rows = given.get(MESSAGES)
    one = next((row for row in rows if _of_user(row)), None) if isinstance(rows, list) else None
    return None if one is None else _text(one)


def with_first(rows: list[Any], whole: str) -> list[object]:
    """The conversation with this as the text of its first message of a user."""
    at = next(at for at, row in enumerate(rows) if _of_user(row))
    content = rows[at]["content"]
    if isinstance(content, list):
        block = next(n for n, one in enumerate(content) if isinstance(one, dict) and isinstance(one.get("text"), str))
        content = [*content[:block], {**content[block], "text": whole}, *content[block + 1:]]
    else:
        content = whole
    return [*rows[:at], {**rows[at], "content": content}, *rows[at + 1:]]


def _of_user(row: object) -> bool:
    return isinstance(row, dict) and row.get("role") == "user" and _text(row) is not None


def _text(row: dict[str, Any]) -> str | None:
    content = row.get("content")
    blocks = content if isinstance(content, list) else [{"text": content}]
    return next((one["text"] for one in blocks if isinstance(one, dict) and isinstance(one.get("text"), str)), None)


def _private(row: dict[str, Any], event: Event, settings: Settings) -> bool:
    from guards._sensitive.overlap import carried
    seen = [one for kept in event.facts.stored("seen") for one in kept.get("s", ())]
    return bool(seen) and any(hit.level >= INTERNAL for hit in carried(row["content"], seen, settings))
