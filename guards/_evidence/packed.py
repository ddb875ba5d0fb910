"""Rows of results as they are searched: where each word stands, so that a call makes objects only of what it meets.

Law: what `Memory` says of packed rows is what it says of the rows themselves.

`shape(rows)` gives what of many rows an index holds (hooks/_stores/packs.py writes it): for each row its head, which is
the row without its words and sentences; the sentences; and for each word the records and requests of the pack in which
it stands.  A `Pack` answers `units(word)` and `passages(row)`; the rest here are the faces of a pack that look like a
record's and a request's words.
"""
from __future__ import annotations

from _codecs import utf_16_be_encode, utf_16_le_encode

from guards._evidence.compact import unpack as unpack
from guards._evidence.evidence import HEX as HEX
from guards._evidence.opened import asks, keys, opened, said_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any, Protocol

    from guards._evidence.opened import Passages
    from guards._types import Stored

    class Pack(Protocol):
        records: int            # how many it holds
        verbs: Sequence[str]    # of its sentences that ask, each once

        def units(self, word: str) -> Mapping[int, int]:
            """Number of a record, or `records` + number of a request -> flags: how the word stands in it."""

        def count(self, word: str) -> int:
            """In how many of its records a word stands."""

        def passages(self, row: Stored) -> Passages:
            """A row's sentences, as the row itself had them under "p"."""

    Block = tuple[Any, Sequence[int]]       # a Reading of _evidence/recalled.py, numbers of its records or requests
    Places = tuple[dict[Pack, dict[int, int]], list[int]]        # pack -> number in it -> place; places of no pack
    Posting = tuple[Sequence[int], Sequence[int]]       # number << 2 | flags of each record, and of each request

WIDEST = 0xFFFF
# This machine's order of bytes; a codec that is asked for by its name is searched for on the disk.
_encode = utf_16_le_encode if memoryview(b"\1\0").cast("H")[0] == 1 else utf_16_be_encode
DATA, PROSE = 1, 2              # of a record
AROUND, SAID = 1, 2             # of a request: in it and its neighbours, in it


def shape(rows: Iterable[Stored]) -> tuple[list[Stored], dict[str, Posting], int, list[str]]:
    """(heads, word -> where it stands, how many records, the verbs of sentences that ask) of rows in their order."""
    heads: list[Stored] = []
    held: dict[str, list[int]] = {}
    asked: dict[str, list[int]] = {}
    verbs: dict[str, int] = {}
    records = requests = 0
    for row in rows:
        if row.get("k") != "r":
            heads.append(row)
            continue
        row = opened(row)
        head = {name: value for name, value in row.items() if name not in ("r", "p", "x")}
        heads.append(head)
        head.update(first=records, count=len(row["r"]), ask=requests,
                    titles={at: record[2] for at, record in enumerate(row["r"]) if record[2]})
        for record in row["r"]:
            data, prose = frozenset(unpack(record[0])), frozenset(unpack(record[1]))
            _put(held, prose - data, records << 2 | PROSE)
            _put(held, data - prose, records << 2 | DATA)
            _put(held, data & prose, records << 2 | DATA | PROSE)
            records += 1
        heard, where = [], []
        group, passages = -1, row["p"]
        for verb, number, at, record in asks(passages):
            run = passages[number][1]
            if number != group:
                group = number
                around = [frozenset[str](), *[said_in(run, one) for one in range(len(run))], frozenset[str]()]
            said = around[at + 1]
            _put(asked, said, requests << 2 | AROUND | SAID)
            _put(asked, (around[at] | around[at + 2]) - said, requests << 2 | AROUND)
            requests += 1
            heard.append(verbs.setdefault(verb, len(verbs)))
            where += [number, at, record]
        head.update(keys=keys(passages), verbs=narrow(heard), where=narrow(where))
    if max(records, requests) << 2 > WIDEST:
        raise ValueError("more than one pack holds")
    empty: list[int] = []
    words: dict[str, Posting] = {word: (held.get(word, empty), asked.get(word, empty)) for word in {**held, **asked}}
    return heads, words, records, list(verbs)


def narrow(numbers: Iterable[int]) -> bytes:
    """Numbers up to WIDEST in two bytes each, as this machine orders them.

    >>> wide(narrow([1, 500, 55555])).tolist()
    [1, 500, 55555]
    """
    data: bytes = _encode("".join(map(chr, numbers)), "surrogatepass")[0]
    return data


def wide(data: bytes) -> memoryview:
    """Bytes as numbers of two bytes, not copied."""
    return memoryview(data).cast("H")


def _put(held: dict[str, list[int]], words: Iterable[str], place: int) -> None:
    """Notes a place, which holds the flags too, for each of the words."""
    for word in words:
        if word in held:
            held[word].append(place)
        else:
            held[word] = [place]


class Asked:
    """Words that are asked for one by one, never listed."""

    __slots__ = ()

    def __contains__(self, word: object) -> bool:
        raise NotImplementedError

    def __and__(self, other: Iterable[str]) -> frozenset[str]:
        return frozenset(word for word in other if word in self)

    __rand__ = __and__

    def __ge__(self, other: Iterable[str]) -> bool:
        return all(word in self for word in other)

    def isdisjoint(self, other: Iterable[str]) -> bool:
        """Is none of the words held?"""
        return not any(word in self for word in other)


class Held(Asked):
    """The words of one record or request of a pack: asked for one by one, never listed."""

    __slots__ = ("flag", "pack", "unit")

    def __init__(self, pack: Pack, unit: int, flag: int) -> None:
        self.pack, self.unit, self.flag = pack, unit, flag

    def __contains__(self, word: object) -> bool:
        return bool(self.pack.units(word).get(self.unit, 0) & self.flag)    # type: ignore[arg-type]

    def __or__(self, other: Any) -> Any:
        if isinstance(other, Held) and other.unit == self.unit and other.pack is self.pack:
            return Held(self.pack, self.unit, self.flag | other.flag)
        return Either(self, other)


class Either(Asked):
    """Words of which some stand in a pack."""

    __slots__ = ("held", "other")

    def __init__(self, held: Held | Either, other: Any) -> None:
        self.held, self.other = held, other

    def __contains__(self, word: object) -> bool:
        return word in self.other or word in self.held

    def __or__(self, other: Any) -> Either:
        return Either(self, other)


def words_of(row: Stored, among: Iterable[str]) -> Iterator[str]:
    """Which of these words stand in a packed row, in a record or in any sentence."""
    pack, first = row["pack"], row["first"]
    sentences: set[str] | None = None
    titles = {one for packed in row["titles"].values() for one in unpack(packed)}
    for word in among:
        if word in titles or any(first <= unit < first + row["count"] for unit in pack.units(word)):
            yield word
            continue
        if sentences is None:
            sentences = {one for _, run in pack.passages(row) for sentence in run for one in unpack(sentence[1])}
        if word in sentences:
            yield word


# --- many in a line ------------------------------------------------------------------------------------------


def ends(blocks: Iterable[Block], most: int) -> tuple[Line, bool]:
    """(all, or as many from the beginning as from the end; were they more?): what came first cannot be pushed out.

    >>> ends([("a", [1, 2, 3]), ("b", [4, 5])], 4)[0].blocks
    [('a', [1, 2]), ('b', [4, 5])]
    """
    every = [block for block in blocks if block[1]]
    if sum(len(numbers) for _, numbers in every) <= most:
        return Line(every), False
    first, last = [], []
    left = most // 2
    for reading, numbers in every:
        if left > 0:
            first.append((reading, numbers[:left]))
        left -= len(numbers)
    left = most - most // 2
    for reading, numbers in reversed(every):
        if left > 0:
            last.append((reading, numbers[-left:]))
        left -= len(numbers)
    return Line([*first, *reversed(last)]), True


class Line:
    """Records or requests of many readings in a line: (reading, number in it) by place, none of them an object."""

    __slots__ = ("_ends", "blocks")

    def __init__(self, blocks: list[Block]) -> None:
        self.blocks, self._ends, end = blocks, [], 0
        for _, numbers in blocks:
            end += len(numbers)
            self._ends.append(end)

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __getitem__(self, place: int) -> tuple[Any, int]:
        low, high = 0, len(self._ends) - 1
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self._ends[middle] <= place else (low, middle)
        reading, numbers = self.blocks[low]
        return reading, numbers[place - self._ends[low]]    # counted from the end


def by_pack(line: Line, first: str) -> Places:
    """(pack -> number in it -> place in the line, the places of those that lie in none)."""
    packs: dict[Pack, dict[int, int]] = {}
    rest: list[int] = []
    place = 0
    for reading, numbers in line.blocks:
        row, places = reading.row, range(place, place + len(numbers))
        if "pack" in row:
            begin = int(row[first]) + (row["pack"].records if first == "ask" else 0)
            packs.setdefault(row["pack"], {}).update(zip([begin + at for at in numbers], places))
        else:
            rest += places
        place += len(numbers)
    return packs, rest


class Words:
    """A set of hashes as it was kept, one behind the other: searched as it is, taken apart where many are needed."""

    __slots__ = ("packed",)

    def __init__(self, packed: str) -> None:
        self.packed = packed

    def __contains__(self, word: object) -> bool:
        at = self.packed.find(word) if isinstance(word, str) and word else -1
        while at >= 0 and at % HEX:
            at = self.packed.find(str(word), at + 1)
        return at >= 0

    def __or__(self, other: Any) -> Words:
        return Words(self.packed + (other.packed if isinstance(other, Words) else "".join(other)))

    def __rand__(self, other: frozenset[str] | set[str]) -> frozenset[str]:
        return frozenset(other).intersection(unpack(self.packed))

    def __ge__(self, other: Iterable[str]) -> bool:
        return all(word in self for word in other)

    def isdisjoint(self, other: Iterable[str]) -> bool:
        """Is none of these among them?"""
        return not any(word in self for word in other)
