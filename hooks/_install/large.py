"""A large JSON text made small while one place of it is changed: what is long and lies elsewhere is held back.

    restored(*shrunk(text, steps)) == text

json_text reads all of a text at each of a hundred steps, which a settings file of 5 MB does not bear.  Here the C
scanner finds where the long values stand, a short string takes the place of each, and each comes back to the byte.
"""
from __future__ import annotations

import functools
import json
import re

from hooks._install import json_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LARGE = 32 * 1024       # characters; below, nothing is gained
LONG = 200              # a value that is worth holding back
ANY = "*"
OURS = "autoskillit"    # what a value of ours holds: it stays
SCAN = json.JSONDecoder().raw_decode


def changed(text: str, steps: tuple[str, ...], change: Callable[[str], str]) -> str:
    """change(text), for a change that looks at nothing but what `steps` lead to.  Raises Refused."""
    small, held = shrunk(text, steps)
    return restored(change(small), held)


@functools.lru_cache(maxsize=4)
def shrunk(text: str, steps: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """(the text with the long values beside `steps` replaced, those values in order).  Raises Refused.

    `steps` are the keys to go down by, ANY for all.  In the last container the values that are ours stay.
    """
    if len(text) < LARGE:
        return text, ()
    json_text.check(text)
    found: list[str] = []
    held: list[str] = []
    last = 0
    mark = _mark(text)
    for start, end in _spans(text, json_text.blank(text, 0), steps):
        found += [text[last:start], f'"{mark}{len(held)}"']
        held.append(text[start:end])
        last = end
    return "".join((*found, text[last:])), (mark, *held) if held else ()


def restored(text: str, held: tuple[str, ...]) -> str:
    """A text with what was taken out of it put back."""
    if not held:
        return text
    return re.sub(f'"{re.escape(held[0])}([0-9]+)"', lambda found: held[1 + int(found.group(1))], text)


def _mark(text: str) -> str:
    """A word that the text does not hold."""
    number = 0
    while f"held-{number}-" in text:
        number += 1
    return f"held-{number}-"


def _spans(text: str, at: int, steps: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Where the values to hold back stand, in order, in the container that begins at `at`."""
    if text[at] not in "{[":
        return
    position = json_text.blank(text, at + 1)
    while text[position] not in "}]":
        key = None
        if text[at] == "{":
            key, position = SCAN(text, position)
            position = json_text.blank(text, json_text.blank(text, position) + 1)
        _, end = SCAN(text, position)
        if steps and steps[0] in (ANY, key):
            yield from _spans(text, position, steps[1:])
        elif end - position > LONG and (steps or OURS not in text[position:end]):
            yield position, end
        position = json_text.blank(text, end)
        if text[position] == ",":
            position = json_text.blank(text, position + 1)
