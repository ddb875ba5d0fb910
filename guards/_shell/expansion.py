"""What sed's `s` makes of a text that is known.

Law: a text that is known stays known where the change to it is a plain one; else it is given back as it was.
Limitations: what a pattern or a regular expression makes of it.
"""
from __future__ import annotations

SPECIAL = frozenset(".*[]^$+?(){}|\\&")


def substituted(text: str, script: str) -> str:
    """What sed's `s` makes of a text, where it looks for plain letters.

    >>> substituted("cXuXrl", "s/X//g"), substituted("a", "s/./b/")
    ('curl', 'a')
    """
    parts = script[1:].split(script[1:2] or " ")
    if script[:1] != "s" or len(parts) < 4 or not parts[1] or not SPECIAL.isdisjoint(parts[1] + parts[2]):
        return text
    return text.replace(parts[1], parts[2], -1 if "g" in parts[3] else 1)
