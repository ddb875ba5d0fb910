"""What a shell makes of a text that it knows: `${x:0:3}`, sed's `s`.

Law: a text that is known stays known where the change to it is a plain one; else it is given back as it was.
Cannot see: what a pattern or a regular expression makes of it.
"""
from __future__ import annotations

SPECIAL = frozenset(".*[]^$+?(){}|\\&")


def expanded(text: str, rest: str) -> str:
    """The value of `${name<rest>}` where the variable holds this text.

    >>> expanded("abcdef", ":1:2"), expanded("abc", ":-x"), expanded("abc", "#a")
    ('bc', 'abc', 'abc')
    """
    start, _, size = rest[1:].strip().partition(":")
    if rest[:1] == ":" and start.isdigit() and (not size or size.isdigit()):
        return text[int(start):int(start) + int(size) if size else None]
    return text


def substituted(text: str, script: str) -> str:
    """What sed's `s` makes of a text, where it looks for plain letters.

    >>> substituted("cXuXrl", "s/X//g"), substituted("a", "s/./b/")
    ('curl', 'a')
    """
    parts = script[1:].split(script[1:2] or " ")
    if script[:1] != "s" or len(parts) < 4 or not parts[1] or not SPECIAL.isdisjoint(parts[1] + parts[2]):
        return text
    return text.replace(parts[1], parts[2], -1 if "g" in parts[3] else 1)
