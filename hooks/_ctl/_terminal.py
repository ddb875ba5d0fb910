"""What a person's terminal gets to see: no control character that a payload brought along.

Law: a text that passes here moves no cursor, clears no screen, and turns no line round.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TextIO

# C0 but for tab and newline, DEL and C1 (0x9b begins a sequence like ESC [), separators, marks of direction.
CONTROLS = dict.fromkeys((*(c for c in range(32) if c not in (9, 10)), *range(127, 160), 0x2028, 0x2029,
                          *range(0x202A, 0x202F), *range(0x2066, 0x206A)), "\ufffd")


def shown(text: str) -> str:
    """The text with a mark in place of every control character.

    >>> shown("a\\x1b[2Jb\\n") == "a\\ufffd[2Jb\\n"
    True
    """
    return text.translate(CONTROLS)


class Terminal:
    """Standard output, through `shown`."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        return self.stream.write(shown(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)
