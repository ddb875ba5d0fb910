"""Regular expressions of ours, each made once; where an installer made them ready, without the module `re`.

Importing `re` and compiling an expression costs as much CPU as a whole silent call.  What `re` makes of an expression
that a source names is known when the archives are made (hooks/_install/archive.py), and lies in this module's there.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Pattern
    from typing import Any

    Found = Pattern[Any]
    # What the engine is given: its number, flags, code, how many groups, their names.
    Row = tuple[int, int, bytes, int, tuple[tuple[str, int], ...], tuple[object, ...]]

ANY_CASE = 2            # as `re` counts its flags
READY: tuple[tuple[str | bytes, int, Row], ...] = ()       # expression, flags, what the engine is given for them
_MADE: dict[tuple[str | bytes, int], Found] = {}
_ROWS: dict[tuple[str | bytes, int], Row] = {}


def pattern(expression: str | bytes, flags: int = 0) -> Found:
    """The expression, compiled."""
    found = _MADE.get((expression, flags))
    if found is None:
        found = _MADE[expression, flags] = _made(expression, flags)
    return found


def _made(expression: str | bytes, flags: int) -> Found:
    if READY and not _ROWS:
        _ROWS.update({(one, its): row for one, its, row in READY})
    row = _ROWS.get((expression, flags))
    found = None if row is None else of_row(expression, row)
    if found is None:
        import re
        found = re.compile(expression, flags)
    return found


def of_row(expression: str | bytes, row: Row) -> Found | None:
    """The expression as the engine makes it of what it was once given; None where that was for another engine."""
    import _sre  # type: ignore[import-not-found,unused-ignore]
    number, flags, code, groups, names, order = row
    if number != _sre.MAGIC:
        return None
    made: Found = _sre.compile(expression, flags, list(memoryview(code).cast("I")), groups, dict(names), order)
    return made
