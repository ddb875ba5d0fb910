"""A row of session memory, as the agent or a synthesis gives it.  What the store holds of it, and what is still
believed: hooks/_stores/memory_rows.py.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypeGuard

    Row = dict[str, Any]

KINDS = ("decision", "fact", "open_question")           # in the order in which they are shown
CONTENT, MORE = 2000, " ..."        # characters of a content; what follows a longer one
NAME = 200                          # characters of a source's name


def share(value: object) -> TypeGuard[float]:
    """Is it a number from 0 to 1?"""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1


def draft(kind: str, content: str, origin: str, *, confidence: float | None = None, source_tool: str | None = None,
          source_call_id: str | None = None) -> Row:
    """A content row but for what only the store can give: id, session_id and created_at.

    The content must have been cleaned of secrets; it is cut to CONTENT characters here.
    """
    return {"kind": kind, "content": shorten(content, CONTENT), "source_tool": named(source_tool),
            "source_call_id": named(source_call_id), "confidence": confidence, "stale_at": None,
            "stale_reason": None, "origin": origin}


def shorten(text: str, most: int) -> str:
    """At most `most` characters, then ` ...` where there were more."""
    text = text.encode("utf-8", "replace").decode()
    return text if len(text) <= most else text[:most] + MORE


def named(name: str | None) -> str | None:
    """A name as it is kept: one line, bounded; None for none."""
    return " ".join(name.encode("utf-8", "replace").decode().split())[:NAME] or None if name else None


# --- what a synthesis says --------------------------------------------------------------------------

PARTS = (  # field, kind, before the text, how many of them
    ("consensus", "decision", "", 1),
    ("key_claims", "fact", "", 32),
    ("dissent", "open_question", "DISSENT: ", 16),
    ("open_questions", "open_question", "", 16),
)
SAYINGS = tuple("claim question statement text summary".split())


def from_synthesis(synthesis: Mapping[str, object]) -> list[tuple[str, str, float | None]]:
    """A structured synthesis as (kind, content, confidence), each once, in order.

    >>> from_synthesis({"consensus": "ship it", "weighted_confidence": 0.8, "open_questions": ["when?"]})
    [('decision', 'ship it', 0.8), ('open_question', 'when?', None)]
    """
    rows: dict[tuple[str, str], float | None] = {}
    for field, kind, before, most in PARTS:
        items = synthesis.get(field)
        for item in (items if isinstance(items, list) else [items])[:most]:
            said = item if not isinstance(item, dict) else next((item[s] for s in SAYINGS if item.get(s)), None)
            if not isinstance(said, str) or not said.strip():
                continue
            sure: object = item.get("confidence") if isinstance(item, dict) else None
            if field == "consensus" and sure is None:
                sure = synthesis.get("weighted_confidence")
            rows.setdefault((kind, before + said.strip()), float(sure) if share(sure) else None)
    return [(kind, content, sure) for (kind, content), sure in rows.items()]
