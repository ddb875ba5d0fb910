"""What a person's terminal gets to see: no control character that a payload brought along, colour where it helps.

Law: a text that passes here moves no cursor, clears no screen, and turns no line round.
"""
from __future__ import annotations

import os
import shutil
import sys
import unicodedata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, TextIO, Union

    Cell = Union[str, tuple[str, str]]

# C0 but for tab and newline, DEL and C1 (0x9b begins a sequence like ESC [), separators, marks of direction.
CONTROLS = dict.fromkeys((*(c for c in range(32) if c not in (9, 10)), *range(127, 160), 0x061C, 0x200E, 0x200F, 0x2028,
                          0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A)), "\ufffd")
COLOURS = {"": "", "bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def shown(text: str) -> str:
    """The text with a mark in place of every control character.

    >>> shown("a\\x1b[2Jb\\n") == "a\\ufffd[2Jb\\n"
    True
    """
    return text.translate(CONTROLS)


def say(*cells: Cell) -> None:
    """Prints one line of cells, each a text or (text, colour); no text in it can colour, break or move anything."""
    stream = sys.stdout.stream if isinstance(sys.stdout, Terminal) else sys.stdout
    stream.write("".join(cells_of(cells, coloured(stream, os.environ))).rstrip() + "\n")
    stream.flush()


def plain(line: Cell | Iterable[Cell]) -> str:
    """A line of cells, or of text, as text alone: for a place that has no colours.

    >>> plain((("asked", "yellow"), ": a\\x1b[2J"))
    'asked: a\ufffd[2J'
    """
    return "".join(cells_of([line] if isinstance(line, str) else line, False)).rstrip()


def cells_of(cells: Iterable[Cell], colour: bool) -> Iterable[str]:
    """The cells as they are written."""
    for cell in cells:
        text, name = (cell, "") if isinstance(cell, str) else cell
        text = shown(" ".join(text.splitlines()))
        yield f"\x1b[{COLOURS[name]}m{text}\x1b[0m" if colour and name and text.strip() else text


def coloured(stream: Any, env: Mapping[str, str]) -> bool:
    """Only on a terminal, and not where the person said NO_COLOR."""
    return not env.get("NO_COLOR") and env.get("TERM") != "dumb" and bool(stream.isatty())


def width() -> int:
    """Columns of the terminal; $COLUMNS, or 80, where there is none."""
    return max(40, shutil.get_terminal_size((80, 24)).columns)


def fit(text: str, columns: int) -> str:
    """The text cut to so many columns, wide characters counted as two, a mark where something is missing.

    >>> fit("abcdef", 4), fit("abc", 4), fit("漢字漢字", 5)
    ('abc…', 'abc', '漢字…')
    """
    text = shown(" ".join(text.split()))
    if len(text) * 2 <= columns or sum(map(_columns, text)) <= columns:
        return text
    used, kept = 1, []
    for c in text:
        used += _columns(c)
        if used > columns:
            break
        kept.append(c)
    return "".join(kept).rstrip() + "…"


def _columns(c: str) -> int:
    return 2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1


class Terminal:
    """Standard output, through `shown`."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Writes a text of which nothing steers the terminal; how many characters."""
        return self.stream.write(shown(text))

    def __getattr__(self, name: str) -> object:
        return getattr(self.stream, name)
