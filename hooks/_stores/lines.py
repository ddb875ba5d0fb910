"""Kept rows as they lie on the disk: a row is made when it is asked for.

Law: `list(lines)` are the rows; `lines.holding(text)` are among them, in order, and no other row says `text`.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from guards._types import Stored


class Lines:
    """Rows that a call may ask about one word, of which most are then never made."""

    __slots__ = ("_data", "_parsed", "_rows")

    def __init__(self, data: bytes, parsed: Callable[[bytes], list[Stored]]) -> None:
        self._data, self._parsed = data, parsed
        self._rows: list[Stored] | None = None

    def __bool__(self) -> bool:
        return bool(self._data)

    def __iter__(self) -> Iterator[Stored]:
        if self._rows is None:
            self._rows = self._parsed(self._data)
        return iter(self._rows)

    def holding(self, text: str) -> list[Stored]:
        """The rows in whose lines a text of letters and digits stands."""
        word, data = text.encode("ascii", "replace"), self._data
        found = []
        at = data.find(word)
        while at >= 0:
            end = data.find(b"\n", at)
            end = end if end >= 0 else len(data)
            found.append(data[data.rfind(b"\n", 0, at) + 1:end])
            at = data.find(word, end)
        return self._parsed(b"\n".join(found))
