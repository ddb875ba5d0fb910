"""A kept row of a result read again: what `compact` made of it (_evidence/compact.py), each part when it is asked for.

Law: `opened(compact(row))` says what `row` says.  A row of an earlier release, without "x", stays as it is.
"""
from __future__ import annotations

from guards._evidence.compact import HEX, unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from guards._evidence.compact import Fields
    from guards._types import Stored

    Sentences = Sequence[Sequence[Any]]                 # in a row, as evidence.result_row packs them
    Passages = Sequence[tuple[int, Sentences]]          # (number of a record, sentences of it)

VERBS = 6           # where they stand in a sentence
NOTHING = [0, 0, 0, 0, 0, 0, "", ""]     # a sentence without anything


def opened(row: Stored) -> Stored:
    """A kept row as result_row made it, but for the order of words in a record; its runs are made when one is asked
    for.  Raises ValueError and others for one that `compact` did not make."""
    if "x" not in row:
        return row
    from binascii import a2b_base64

    asking, text, sizes, runs = row["x"]
    hashes = a2b_base64(text).hex()
    records = []
    if len(hashes) != HEX * (asking + sum(sizes) + sum([one[0] for run in runs for one in run[3:]])) or len(sizes) % 4:
        raise ValueError("not the hashes that the row says")
    at = HEX * asking
    numbers = iter(sizes)
    for both, data, prose, titles in zip(numbers, numbers, numbers, numbers):
        one = at + HEX * both
        two = one + HEX * data
        three = two + HEX * prose
        last = three + HEX * titles
        records.append([hashes[at:two], hashes[at:one] + hashes[two:three], hashes[three:last]])
        at = last
    kept = {name: value for name, value in row.items() if name != "x"}
    kept["r"], kept["p"] = records, Runs(hashes, runs, HEX * asking)
    return kept


class Runs:
    """The runs of sentences of one row: (number of its record, sentences), each made when it is asked for."""

    __slots__ = ("_hashes", "_made", "_runs", "keys")

    def __init__(self, hashes: str, runs: Fields, keys: int) -> None:
        self._hashes, self._runs = hashes, runs
        self.keys = hashes[:keys]       # what each sentence that asks is known by
        self._made: dict[int, tuple[int, Run]] = {}

    def __len__(self) -> int:
        return len(self._runs)

    def __getitem__(self, group: int) -> tuple[int, Run]:
        if group not in self._made:
            run = self._runs[group]
            self._made[group] = run[0], Run(self._hashes, run, self.keys[HEX * run[2]:])
        return self._made[group]

    def __iter__(self) -> Iterator[tuple[int, Run]]:
        return (self[group] for group in range(len(self._runs)))

    def asks(self) -> list[tuple[str, int, int, int]]:
        """(verbs, number of the run, place in it, record) of each sentence that asks."""
        return [(one[VERBS], group, at, run[0]) for group, run in enumerate(self._runs)
                for at, one in enumerate(run[3:]) if len(one) > VERBS and one[VERBS]]


class Run:
    """Sentences in a row, as result_row has them, each made when it is asked for."""

    __slots__ = tuple("_hashes _keys _said _sentences _starts".split())

    def __init__(self, hashes: str, run: Fields, keys: str) -> None:
        self._hashes, self._sentences = hashes, run[3:]
        self._keys = keys, dict[int, int]()
        self._starts, at = [], HEX * run[1]
        for one in self._sentences:
            self._starts.append(at)
            at += HEX * one[0]
        self._said: dict[int, frozenset[str]] = {}

    def __len__(self) -> int:
        return len(self._sentences)

    def __getitem__(self, at: int | slice) -> Fields:
        if isinstance(at, slice):
            return [self._made(place) for place in range(*at.indices(len(self)))]
        return self._made(at)

    def __iter__(self) -> Iterator[Fields]:
        return map(self._made, range(len(self)))

    def said(self, at: int) -> frozenset[str]:
        """The words and entities of a sentence."""
        if at not in self._said:
            one, start = self._sentences[at], self._starts[at]
            count = one[0] - sum(one[2:4])
            found = self._hashes[start:start + HEX * count]
            self._said[at] = frozenset(unpack(found))
        return self._said[at]

    def _made(self, at: int) -> Fields:
        one = self._sentences[at]
        count, entities, job, reader, order, you, verbs, excerpt = one + NOTHING[len(one):]
        start = self._starts[at]
        end = start + HEX * count
        four = end - HEX * reader
        three = four - HEX * job
        two = three - HEX * entities
        found = self._hashes
        return [verbs, found[start:two], found[two:three], self._key(at) if verbs else "", found[three:four],
                found[four:end], order, you, excerpt]

    def _key(self, at: int) -> str:
        every, places = self._keys
        if not places:
            asking = [place for place, one in enumerate(self._sentences) if len(one) > VERBS and one[VERBS]]
            places.update({place: HEX * number for number, place in enumerate(asking)})
        return every[places[at]:places[at] + HEX]


def said_in(run: Run | Sentences, at: int) -> frozenset[str]:
    """The words and entities of a sentence of a run."""
    if isinstance(run, Run):
        return run.said(at)
    found = run[at][1] + run[at][2]
    return frozenset(unpack(found))


def asks(passages: Passages | Runs) -> list[tuple[str, int, int, int]]:
    """(verbs, number of the run, place in it, record) of each sentence that asks."""
    if isinstance(passages, Runs):
        return passages.asks()
    return [(one[0], group, at, record) for group, (record, run) in enumerate(passages)
            for at, one in enumerate(run) if one[0]]


def keys(passages: Passages | Runs) -> str:
    """What each sentence that asks is known by, one behind the other."""
    return passages.keys if isinstance(passages, Runs) else "".join([one[3] for _, run in passages for one in run
                                                                     if one[0]])
