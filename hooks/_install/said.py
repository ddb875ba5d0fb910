"""What the installer says, a line a fact.  A pipe that closes early stops no work; `LOST` says what was not taken."""
from __future__ import annotations

import os
import sys

CONTEXT = 3             # lines of a diff around what changes
HUNK = r"-([0-9]+)((?:,[0-9]+)?) \+([0-9]+)"
LOST: list[str] = []        # why lines went nowhere


def line(word: str, text: str) -> None:
    """Says one thing that was done: a word, then a sentence."""
    say(f"{word:<9} {text}")


def many(number: int, what: str, more: str = "") -> str:
    """A number of things.

    >>> many(1, "row"), many(2000, "copy", "copies")
    ('1 row', '2,000 copies')
    """
    return f"{number:,} {what if number == 1 else more or what + 's'}"


def say(text: str) -> None:
    """A line on stdout; into nothing, from the first one on that nobody takes (`install.py | head -3`)."""
    try:
        print(text, flush=True)
    except OSError as error:
        LOST.append(error.strerror or "closed")
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def difference(before: str, after: str, old: list[str], new: list[str]) -> list[str]:
    """A unified diff.  What is equal at both ends is left out first: difflib takes minutes for a large file."""
    import difflib
    import re

    least = min(len(old), len(new))
    head = next((i for i in range(least) if old[i] != new[i]), least)
    tail = next((i for i in range(least - head) if old[-1 - i] != new[-1 - i]), least - head)
    first, last = max(0, head - CONTEXT), max(0, tail - CONTEXT)
    lines = difflib.unified_diff(old[first:len(old) - last], new[first:len(new) - last], before, after, n=CONTEXT)
    return [re.sub(HUNK, lambda found: f"-{first + int(found[1])}{found[2]} +{first + int(found[3])}", text)
            if text.startswith("@@ ") else text for text in lines]
