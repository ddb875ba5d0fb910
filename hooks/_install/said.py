"""What the installer says, a line a fact.  Nobody has to read it: a pipe that closes early stops no work."""
from __future__ import annotations

import os
import sys


def line(word: str, text: str) -> None:
    """Says one thing that was done: a word, then a sentence."""
    say(f"{word:<9} {text}")


def say(text: str) -> None:
    """A line on stdout; into nothing, from the first one on that nobody takes (`install.py | head -3`)."""
    try:
        print(text, flush=True)
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
