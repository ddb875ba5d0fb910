"""Comments of a JSON text, hidden while one place of it is changed.

    shown(*hidden(text)) == text

Some clients read their settings with `//` and `/* */` in them.  json_text knows white space, so each comment becomes a
run of blanks and tabs that stands nowhere else, and comes back to the byte.  What is copied of such a run with a
line's indentation is no comment: only the first one of a run comes back.
"""
from __future__ import annotations

import re

from hooks._install.json_text import Refused

COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
MARK = "\t \t \t  \t\t  "       # no person indents so
BITS = 12


def hidden(text: str) -> tuple[str, tuple[str, ...]]:
    """(the text with a run of white space for each comment, the comments in order).  Raises Refused."""
    if "/" not in text:
        return text, ()
    held: list[str] = []

    def run(found: re.Match[str]) -> str:
        if found[0][0] == '"':
            return found[0]
        held.append(found[0].rstrip("\r"))
        return MARK + _bits(len(held) - 1) + found[0][len(held[-1]):]

    made = COMMENT.sub(run, text)
    if held and (MARK in text or len(held) > 1 << BITS):
        raise Refused("its comments cannot be kept apart")
    return made, tuple(held)


def shown(text: str, held: tuple[str, ...]) -> str:
    """The text with its comments."""
    for number, comment in enumerate(held):
        head, run, tail = text.partition(MARK + _bits(number))
        text = head + (comment + tail.replace(run, "") if run else "")
    return text


def _bits(number: int) -> str:
    return format(number, f"0{BITS}b").replace("0", " ").replace("1", "\t")
