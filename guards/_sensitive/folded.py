"""Many rows of fingerprints as one: what they have in common is said once, and few of them are found among many.

Law: `unfolded(folded(rows))` are the rows; with `among`, those of them whose anchor is among the ones of their view.

A folded row bears FOLDED in place of its anchor, and one text of FOLD digits a row: the anchor, the fingerprint.  It is
searched without being taken apart.
"""
from __future__ import annotations

from _codecs import utf_32_be_decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    Row = list[Any]     # [level, kind, rule, view, length, anchor, fingerprint or list of them], see overlap

FOLDED, FOLD = -1, 20       # in place of an anchor; digits of an anchor and a fingerprint
DIGITS = 4                  # of an anchor


def folded(rows: Iterable[Row]) -> list[Row]:
    """The same rows, those that differ in anchor and fingerprint alone as one: what many of them are is said once."""
    alike: dict[tuple[object, ...], list[Row]] = {}
    for at, row in enumerate(rows):
        alike.setdefault((*row[:5], at if row[3] == "w" else ""), []).append(row)
    return [some[0] if len(some) == 1 else
            [*some[0][:5], FOLDED, "".join([f"{row[5]:04x}{row[6]}" for row in some])] for some in alike.values()]


def unfolded(rows: Iterable[Row], among: Mapping[str, Iterable[int]] | None = None) -> list[Row]:
    """The rows as they were; of the folded ones those whose anchor is `among` the ones of their view.

    >>> rows = [[3, "token", "x", "s", 24, 7, "00112233445566ff"], [3, "token", "x", "s", 24, 511, "ff112233445566ff"]]
    >>> folded(rows), unfolded(folded(rows)) == rows
    ([[3, 'token', 'x', 's', 24, -1, '000700112233445566ff01ffff112233445566ff']], True)
    >>> unfolded(folded(rows), {"s": [511, 8]}) == rows[1:]
    True
    """
    found: list[list[Row]] = []         # for each row, in order
    together: dict[str, list[int]] = {}
    every = list(rows)
    for at, row in enumerate(every):
        if row[5] == FOLDED and among is not None:
            together.setdefault(row[3], []).append(at)
        found.append([row] if row[5] != FOLDED else [] if among is not None else
                     [_one(row, start) for start in range(0, len(row[6]), FOLD)])
    for view, some in together.items():
        for at, one in _chosen(every, some, among[view] if among is not None else (), view):
            found[at].append(one)
    return [one for group in found for one in group]


def _one(row: Row, at: int) -> Row:
    """The row whose digits begin there."""
    held = row[6]
    return [*row[:5], int(held[at:at + DIGITS], 16), held[at + DIGITS:at + FOLD]]


def _chosen(rows: Sequence[Row], places: Sequence[int], anchors: Iterable[int],
            view: str) -> Iterator[tuple[int, Row]]:
    """(place, row) of each that bears one of these anchors, in the rows at these places."""
    lie = [rows[at][6][:len(rows[at][6]) // FOLD * FOLD] for at in places]
    before, text = _LAST.get(view, ([], ""))
    if lie != before:       # a call asks the same rows for one text after the other
        text = _anchors("".join(lie))
        _LAST[view] = lie, text
    met = sorted(FOLD * number for one in anchors for number in _found(text, chr(one)))
    start = taken = 0
    for at, held in zip(places, lie):
        end = start + len(held)
        while taken < len(met) and met[taken] < end:
            yield at, _one(rows[at], met[taken] - start)
            taken += 1
        start = end


def _anchors(held: str) -> str:
    """The anchors as one text, a character each: a machine finds a character faster than it counts to four."""
    data = held.encode("ascii", "replace")
    digits = bytearray(len(data) // FOLD * DIGITS)
    for at in range(DIGITS):
        digits[at::DIGITS] = data[at::FOLD]
    numbers = bytes.fromhex(digits.translate(_HEX).decode())
    wide = bytearray(2 * len(numbers))      # four bytes a character, so that no two of them are taken for one
    wide[2::4], wide[3::4] = numbers[::2], numbers[1::2]
    text: str = utf_32_be_decode(wide, "surrogatepass", True)[0]     # by its name it is searched for on the disk
    return text


_LAST: dict[str, tuple[list[str], str]] = {}    # view -> the digits last asked, and their anchors
_HEX = bytes(b if chr(b) in "0123456789abcdef" else 48 for b in range(256))     # a row that somebody changed says 0


def _found(text: str, one: str) -> Iterator[int]:
    at = text.find(one)
    while at >= 0:
        yield at
        at = text.find(one, at + 1)
