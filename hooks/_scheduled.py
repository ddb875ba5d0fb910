"""A prompt that the agent wrote for later comes back as a prompt, and is the agent's.

    after   the shell's field after a call that schedules one; with_source: the prompt's event, with its `source`

Kept are keyed digests.  Limitations: a schedule of another session; one that the client words anew.
"""
from __future__ import annotations

from hooks._stores.ledger import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guards import Event

SOURCE = "schedule"
MOST = 40       # that a session remembers


def after(field: Mapping[str, Any], event: Event, key: bytes) -> dict[str, Any]:
    """The shell's field with one more prompt that the agent scheduled, at most MOST of them."""
    given = event.input.get("prompt")
    if not isinstance(given, str) or not given.strip():
        return dict(field)
    known = [name for name in field.get("scheduled", ()) if name != _name(given, key)]
    return {**field, "scheduled": [*known, _name(given, key)][-MOST:]}


def with_source(field: Mapping[str, Any], event: Event, key: bytes) -> Event:
    """The event; said to come from a schedule where its prompt was scheduled."""
    return event.with_(source=SOURCE) if _name(event.prompt, key) in field.get("scheduled", ()) else event


def _name(prompt: str, key: bytes) -> str:
    return digest(key + " ".join(prompt.split()).encode("utf-8", "replace"))[:16]
