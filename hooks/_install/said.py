"""What the installer says, a line a fact.  A pipe that closes early stops no work; `LOST` says what was not taken."""
from __future__ import annotations

import os
import sys

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
