"""The ledger row of an event: what people read first, then what machines need; nothing empty, no secret.

Law: every text of a row went through the masks; a row is bounded whatever the payload was.

Cannot see: a secret of no known format whose value stands in no secret file.
"""

from __future__ import annotations

from guards import DECISIONS, LEVELS
from hooks._stores import Fault
from hooks._stores.world import format_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from hooks._event import Moment

    Mask = Callable[[str], str]

TEXT_MOST, ITEMS_MOST, DEPTH_MOST, SUMMARY_MOST, PARAMETERS_MOST = (
    300,
    12,
    4,
    200,
    1_200,
)  # characters, items, levels
ROW_MOST = 2_800  # characters
RESULTS = ("PostToolUse", "PostToolUseFailure")


def bound_value(value: Any, mask: Mask, key: str = "", depth: int = DEPTH_MOST) -> Any:
    """The same value small enough for a row, each text masked with its key in front, long ones cut and counted."""
    if isinstance(value, str):
        text = value[: TEXT_MOST * 8]
        masked = mask(f"{key}: {text}")[len(key) + 2 :] if key else mask(text)
        return cut_text(masked, TEXT_MOST, len(value) - len(text))
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if depth <= 0:
        return "..."
    if isinstance(value, dict):
        kept = {
            cut_text(mask(str(name)), 60): bound_value(inner, mask, str(name), depth - 1)
            for name, inner in list(value.items())[:ITEMS_MOST]
        }
        if len(value) > ITEMS_MOST:
            kept["..."] = f"{len(value) - ITEMS_MOST} more"
        return kept
    if isinstance(value, list):
        items = [bound_value(inner, mask, key, depth - 1) for inner in value[:ITEMS_MOST]]
        return (
            items if len(value) <= ITEMS_MOST else [*items, f"... {len(value) - ITEMS_MOST} more"]
        )
    return cut_text(mask(str(value)), TEXT_MOST)


def cut_text(text: str, most: int, more: int = 0) -> str:
    """The beginning of a text, with the number of characters that are missing."""
    if len(text) <= most and not more:
        return text
    return (
        f"{text[:most]}... +{len(text) - most + more}" if len(text) > most else f"{text}... +{more}"
    )


def find_text(value: Any, most: int = 4_000) -> str:
    """The text of a tool's result, whatever shape the tool gives it, at most so many characters."""
    if isinstance(value, str):
        return value[:most]
    if isinstance(value, dict):
        if value.get("type") == "image":
            return "(image)"
        inner = [
            value[name]
            for name in ("stdout", "stderr", "content", "text", "result", "file")
            if value.get(name)
        ]
        parts = inner or [one for one in value.values() if isinstance(one, (str, list, dict))]
    elif isinstance(value, list):
        parts = value
    else:
        return "" if value is None else str(value)
    text = ""
    for part in parts[:100]:
        if len(text) >= most:
            break
        text += ("\n" if text else "") + find_text(part, most - len(text))
    return text


def load_mask() -> Mask:
    """The function that masks secrets in a text."""
    try:
        from guards._sensitive import mask_text
    except ImportError:
        return lambda text: text
    return mask_text


def build_row(moment: Moment) -> dict[str, Any]:
    """The row without `seq`, `prev` and `values`; `level` stands in its place."""
    event, verdict, lesson, mask = moment.event, moment.verdict, moment.lesson, load_mask()
    fields = {**verdict.fields, **lesson.fields}
    level = LEVELS[moment.state.get("level", 0)]
    row: dict[str, Any] = {
        "ts": format_time(moment.world.now),
        "decision": DECISIONS[verdict.effect],
        "tool": event.tool,
        "operation": mask(moment.call.operation) if moment.call.operation != event.tool else "",
        "rule": verdict.rule,
        "reason": cut_text(mask(verdict.reason), TEXT_MOST * 2),
        "level": [level, level],
        "session_id": event.session,
        "action_id": event.call_id,
        "agent_id": event.agent,
        "event": event.name,
    }
    if event.name in RESULTS:
        row["result_summary"] = cut_text(
            mask(find_text(event.response) or event.error), SUMMARY_MOST
        )
    elif event.tool:
        row["parameters"] = bound_value(event.input, mask)
    elif event.prompt:
        row["parameters"] = {"prompt": bound_value(event.prompt, mask)}
    exemptions = [one.exemption for one in moment.verdicts if one.exemption]
    row.update(fields)
    row["exemptions"] = exemptions
    row["errors"] = [cut_text(mask(one), TEXT_MOST) for one in moment.faults]
    row = {key: value for key, value in row.items() if value not in ("", None, [], {})}
    if len(str(row)) > ROW_MOST:
        row["parameters"] = cut_text(str(row.get("parameters", "")), PARAMETERS_MOST)
    return row


def write_event(moment: Moment) -> None:
    """Writes the event; a store that cannot be written is told, and under `strict` closes the call."""
    from hooks._stores.state import record_event

    if moment.session is None or moment.checkpoint is None:
        return
    row = build_row(moment)
    ops = [list(op) for op in moment.lesson.ops]
    try:
        moment.state, _ = record_event(
            moment.session, moment.checkpoint, row, moment.lesson.values, ops
        )
    except Fault as fault:
        moment.note_fault(fault)
    if moment.checkpoint.fault:
        moment.note_fault(moment.checkpoint.fault)
