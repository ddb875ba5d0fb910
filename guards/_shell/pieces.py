"""A command's words, taken apart at every mark: as cheap as telling whether it is worth reading must be."""
from __future__ import annotations

# Pieces of names that are words of any command.
COMMON = frozenset("cli openbsd send traditional x".split())
MARKS = "/.-=:;|&()<>{}$`@,!?*[]#%+~\n\t"


def words(text: str) -> list[str]:
    """A command's words as GATE compares them, taken apart at every mark.

    >>> words("redis-cli -h a.b|x")
    ['redis', 'cli', 'h', 'a', 'b', 'x']
    """
    for mark in MARKS:
        if mark in text:
            text = text.replace(mark, " ")
    return text.split()
