"""May this still be believed?  What a failed audit contradicts is stale, and is shown to nobody again.

Session memory is kept in rows (guards/_history/memory_rows.py) that the agent adds with the `session_memory` tool, a
person with `guardctl memory`, and this guard from the answer of a tool tagged `memory_source`. Rows are shown
(guards/memory/block.py) at each prompt and after compaction, where the person opted in; a prompt does not repeat what
the compaction before it told. An answer of a tool tagged `audit` that says it failed makes every row stale; so do,
where set, failing tests and a reverted commit (guards/memory/gates.py). A call of a `memory_source` that says
`inject_session_memory: true` takes the block along (guards/memory/taken.py). This guard never asks and never denies.

Limitations: whether a row is true; an audit that no tag names; what the agent believed without writing it down.
"""
from __future__ import annotations

from guards import SILENT, Verdict
from guards._call.tags import KEPT_OUTPUT
from guards._evidence import KEPT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Event, Own, Session, Settings
    from guards._types import Fact

TOOL = "session_memory"
MEMORY: Fact = ("memory", "")
FALSE, TRUE = (False, 0, "false", "no", "fail", "failed"), (True, 1, "true", "yes", "pass", "passed")
SCORES = ("overall", "overall_score", "score")


def requires(event: Event, session: Session, settings: Settings) -> tuple[Fact, ...]:
    """What the session remembers, where it is shown, taken along or doubted; what was read, where a row was added."""
    if event.is_call:
        return (MEMORY, ("stored", "seen")) if _asks_for_it(event, settings) else ()
    if event.is_prompt or event.is_start:
        return (MEMORY,) if _shows(event, settings) else ()
    if _added(event):
        return KEPT
    return (MEMORY,) if _doubt(event, settings) is not None else ()


def judge(event: Event, session: Session, settings: Settings) -> Verdict:
    """Shows the block, takes it along, or says that it went stale.  Asks nothing, denies nothing."""
    if event.is_call:
        if not _asks_for_it(event, settings):
            return _name_session(event)
        from guards.memory.taken import taken
        return taken(event, settings)
    live = event.facts.memory
    if not live:
        return SILENT
    if event.is_prompt or event.is_start:
        from guards.memory.block import block
        text = block(live, event.time, settings.memory) if _shows(event, settings) else ""
        told = session["memory"].get("shown") == _digest(text)
        return Verdict(rule="memory.told", context=text) if text and not told else SILENT
    reason = _doubt(event, settings)
    count = sum(row["stale_at"] is None for row in live)
    if not reason or not count:
        return SILENT
    return Verdict(
        rule="memory.stale",
        context=f"memory: session_memory_marked_stale: {count} ({reason}); do not rely on what session_memory held "
                "before, verify what you still need",
        evidence={"session_memory_marked_stale": count},
        events=[{"event": "session_memory_stale", "count": count, "reason": reason}])


def learn(event: Event, session: Session, settings: Settings, own: Own) -> dict[str, object] | None:
    """What a compaction has just been told, so that the prompt after it does not tell it again."""
    if event.is_start and event.facts.memory is not None:
        from guards.memory.block import block
        return {"shown": _digest(block(event.facts.memory, event.time, settings.memory))}
    return {} if event.is_prompt and session["memory"] else None


def records(event: Event, session: Session, settings: Settings) -> dict[str, list[dict[str, object]]]:
    """Rows of session memory: what a tool synthesised, and marks over what was copied, audited or reverted."""
    if not event.is_answer:
        return {}
    rows = _synthesis(event, settings) + _copied(event, settings)
    reason = _doubt(event, settings) if event.facts.memory is not None else None
    if reason:
        audit = reason.startswith("audit")
        rows.append({"mark": "audit", "passed": False, "stale_reason": reason} if audit else
                    {"mark": "stale", "stale_reason": reason})
    elif reason is not None:
        rows.append({"mark": "audit", "passed": True})
    return {"memory": rows} if rows else {}


def _digest(text: str) -> int:
    from zlib import crc32
    return crc32(text.encode("utf-8", "replace"))


def _shows(event: Event, settings: Settings) -> bool:
    now = event.is_prompt or event.source == "compact"
    return now and settings.memory.get("inject_session_memory") is True


def _asks_for_it(event: Event, settings: Settings) -> bool:
    """Does this call of a `memory_source` want to take along what is remembered?"""
    if event.input.get("inject_session_memory") is not True:
        return False
    from guards._call import call_of
    return bool(call_of(event, settings).tags.memory_source)


def _name_session(event: Event) -> Verdict:
    """A call of our own tool that names no session means this one: agents do not know their id."""
    if event.tool.endswith("__" + TOOL) and not event.input.get("session_id") and event.input.get("action"):
        return Verdict(updated_input={**event.input, "session_id": event.session_id})
    return SILENT


def _added(event: Event) -> int:
    """The id that a call of our own tool was given for a new row; 0 for any other event."""
    if not event.is_result or not event.tool.endswith("__" + TOOL) or event.input.get("action") != "add":
        return 0
    from guards._text.envelope import unwrap
    ids = [one.get("id") for one in unwrap(event.response) if one.get("ok") is True]
    return ids[0] if ids and isinstance(ids[0], int) else 0


def _copied(event: Event, settings: Settings) -> list[dict[str, object]]:
    """The mark over a row that the agent added in the words of a foreign text."""
    number, content = _added(event), event.input.get("content")
    if not number or not isinstance(content, str):
        return []
    from guards._evidence.recalled import joined
    from guards.memory.origin import foreign
    source = foreign(content, joined(event.facts), settings.key)
    return [{"mark": "origin", "ids": [number], "origin": "untrusted", "source_tool": source,
             "session_id": event.input.get("session_id") or event.session_id}] if source else []


def _doubt(event: Event, settings: Settings) -> str | None:
    """Why all rows are to be doubted; "" for an audit that passed; None for what is no gate."""
    if event.is_answer:
        from guards._call import call_of
        field = call_of(event, settings).tags.audit
        if field:
            return audited(_answer(event), field if isinstance(field, str) else "passed")
    if any(settings.memory.get(gate) for gate in ("stale_on_failed_tests", "stale_on_revert")):
        from guards.memory.gates import doubt
        return doubt(event, settings)
    return None


def _answer(event: Event) -> object:
    """What the tool answered: the whole of it where the client put a long one into a file, and an error's text."""
    if isinstance(event.response, dict) and event.response.get(KEPT_OUTPUT):
        return event.facts.text or event.response
    return event.error if event.is_failure else event.response


def audited(response: object, field: str = "passed") -> str | None:
    """`audit_failed:overall=<score>` for an answer that says so, "" for one that passed, None for neither.

    Of the objects of the answer, however wrapped, those that have the field decide; where none has it
    (a list or an object of judges), those inside them do.  One failure is a failure.
    """
    from guards._text.envelope import unwrap
    for prose in (False, True):     # what stands inside a sentence can fail an audit, never pass it
        objects = unwrap(response, prose=prose)
        judges = [one for one in objects if _said(one, field) is not None] or _judges(objects, field, 6)
        failed = [one for one in judges if _said(one, field) is False]
        if failed:
            break
        if judges:
            return None if prose else ""
    else:
        return None
    # A score over all judges is the audit's own; else the worst of those that failed.
    above = [score for one in objects if one not in judges for score in [_score(one)] if score is not None]
    scores = above[:1] or [score for one in failed for score in [_score(one)] if score is not None]
    return f"audit_failed:overall={min(scores) if scores else 'unknown'}"


def _said(judge: dict[str, object], field: str) -> bool | None:
    value = judge.get(field)
    if isinstance(value, str):
        value = value.strip().lower()
    if not isinstance(value, (bool, int, str)):
        return None
    return False if value in FALSE else True if value in TRUE else None


def _score(judge: dict[str, object]) -> float | None:
    places = [judge, *(value for name in ("scores", "score", "result") if isinstance(value := judge.get(name), dict))]
    for place in places:
        for name in SCORES:
            value = place.get(name)
            if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e9:
                return value
    return None


def _judges(values: list[Any], field: str, depth: int) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for value in values[:256]:
        if isinstance(value, dict) and _said(value, field) is not None:
            found.append(value)
        elif depth and isinstance(value, (dict, list)):
            found += _judges(list(value.values()) if isinstance(value, dict) else value, field, depth - 1)
    return found[:256]


def _synthesis(event: Event, settings: Settings) -> list[dict[str, object]]:
    """The rows that the answer of a `memory_source` says."""
    if not event.is_result:
        return []
    from guards._call import call_of
    tagged = call_of(event, settings).tags
    if not tagged.memory_source:
        return []
    from guards._history.memory_rows import CONTENT, draft, from_synthesis
    from guards._sensitive.scan import redact
    from guards._text.envelope import unwrap
    field = tagged.memory_source if isinstance(tagged.memory_source, str) else "synthesis_structured"
    held = [one[field] for one in unwrap(_answer(event)) if field in one]
    said = [row for one in held[:1] for each in unwrap(one)[:1] for row in from_synthesis(each)]
    origin = "untrusted" if tagged.untrusted_source else "tool"
    rows = []
    for kind, content, sure in said:
        content = redact(content[:4 * CONTENT], settings)
        rows.append(draft(kind, content, origin, confidence=sure, source_tool=event.tool,
                          source_call_id=event.call_id or None))
    return rows
