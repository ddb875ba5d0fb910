"""Dialects: one agent a file, pure; a line here says by what its payloads are known.

    read(payload, name, now, project) -> Event      `name`: the event as Claude Code spells it.  Raises ValueError on a
                                                    payload that is not understood, with a text for the person
    write(event, verdict) -> {}                     what to print as JSON, {} for silence

Claude Code's words are those of the bundle: its dialect reads what no other row claims.
"""
from __future__ import annotations

# (a field that only this agent's payloads have, the dialect's file)
DIALECTS: tuple[tuple[str, str], ...] = ()
DEFAULT = "claude"


def dialect_of(payload: object, rows: tuple[tuple[str, str], ...] = DIALECTS) -> str:
    """The dialect that a payload is in, by its shape alone; the first row that fits.

    >>> dialect_of({"session_id": "s"}), dialect_of({"turn": 1}, (("turn", "toy"),)), dialect_of(None)
    ('claude', 'toy', 'claude')
    """
    if isinstance(payload, dict):
        for field, name in rows:
            if field in payload:
                return name
    return DEFAULT
