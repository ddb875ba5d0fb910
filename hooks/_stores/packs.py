"""The index beside kept rows: where each word of many rows stands, so that a late call reads none of them.

Law: an index says what its rows say, or it is not used.  It is a cache: rows that it does not cover are read as ever,
and one that is damaged, torn or not of these rows counts as absent and is made again.

`<session>.<name>.packs` is a line of packs, each over about WHOLE bytes of rows, at its end a few over less.  A pack:
MAGIC, a digest of what comes before the words, five sizes, a digest of the rest, how its rows end, their heads
(marshal), where each bucket of words begins, a seal of each, the words in order, where the places of each begin, the
places.  Only the buckets in which a call looks are held against their seals: where one is broken, that pack is answered
for by its rows.  Written by `grow`, under a lock of its own, which holds all of them against the digest of the rest.
"""
from __future__ import annotations

import sys
from _imp import source_hash
from marshal import dumps, loads

from guards._evidence.opened import opened
from guards._evidence.packed import HEX, narrow, shape
from hooks._stores import disk
from hooks._stores.disk import Fault
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from guards._evidence.opened import Passages
    from guards._evidence.packed import Posting
    from guards._types import Stored

    Parsed = Callable[[bytes], list[Stored]]       # lines -> the rows in them

MAGIC = b"packs\0\0\3"
CHUNK = 10 * 1024       # bytes of rows that are no pack of their own
WHOLE = 256 * 1024      # bytes of rows of a pack that stays as it is: smaller ones at the end become one
MOST = 4                # packs made at one event: the rest waits for the next
SIZE, DIGEST, LAST = 4, 8, 64      # bytes: of a number, of a digest, of the end of the rows
WORD = HEX // 2
HEAD = len(MAGIC) + 5 * SIZE + 2 * DIGEST + LAST
BUCKETS = 256           # of words, by their first byte
SEAL = 4                # bytes


def number(data: bytes, at: int) -> int:
    """A number at a place."""
    return int.from_bytes(data[at:at + SIZE], sys.byteorder)


def numbers(of: Iterable[int]) -> bytes:
    """Numbers as bytes, SIZE each."""
    return b"".join([one.to_bytes(SIZE, sys.byteorder) for one in of])


def pack(lines: bytes, parsed: Parsed) -> bytes:
    """The pack over some lines of kept rows.  Raises ValueError and others for rows of no shape that is known."""
    heads, words, records, verbs = shape(parsed(lines))
    held = sorted(word for word in words if len(word) == HEX)
    drawers = dict.fromkeys(range(BUCKETS), 0)
    places: list[int] = []
    parts: list[int] = []
    at = 0
    for word in held:
        one, other = words[word]
        parts += one
        parts += other
        places += at, at + len(one)
        at = len(parts)
    spelt = bytes.fromhex("".join(held))
    for first in spelt[::WORD]:
        drawers[first] += 1
    table = [0]
    for count in drawers.values():
        table.append(table[-1] + count)
    told, begins, where = dumps((heads, verbs)), numbers([*places, at]), narrow(parts)
    cut = [2 * one for one in (*places, at)]
    drawn = [seal(spelt[WORD * a:WORD * b], begins[SIZE * 2 * a:SIZE * (2 * b + 1)], where[cut[2 * a]:cut[2 * b]])
             for a, b in zip(table, table[1:])]
    body = spelt + begins + where
    sizes = numbers((HEAD + len(told) + len(table) * SIZE + BUCKETS * SEAL + len(body), len(lines), records, len(told),
                     len(held)))
    checked = b"".join((sizes, source_hash(0, body), lines[-LAST:].rjust(LAST), told, numbers(table), *drawn))
    return MAGIC + source_hash(0, checked) + checked + body


def seal(*parts: bytes | memoryview) -> bytes:
    """What shows that a bucket is damaged: of its words, where their places begin, and the places."""
    return source_hash(0, b"".join(parts))[:SEAL]


class Pack:
    """One pack of an index: answers for words without making an object of any row.

    `rows` gives the rows that it covers as they lie on the disk: for one that is met, or where a part is damaged.
    """

    __slots__ = ("_anew", "_data", "_known", "_places", "_postings", "_rows", "_seals", "_table", "_whole", "_words",
                 "covers", "end", "heads", "last", "records", "rows", "verbs")

    def __init__(self, data: bytes, start: int, rows: Callable[[int], list[Stored]], whole: bool = False) -> None:
        """Raises ValueError where no pack begins at `start`; with `whole`, where any byte of it is damaged."""
        at = start + len(MAGIC) + DIGEST
        size, self.covers, self.records, told, words = (number(data, at + SIZE * i) for i in range(5))
        self.end, table = start + size, start + HEAD + told
        seals = table + SIZE * (BUCKETS + 1)
        self._data, self._whole, self._seals, self._words = data, memoryview(data), seals, seals + SEAL * BUCKETS
        if data[start:start + len(MAGIC)] != MAGIC or not at < self._words <= self.end <= len(data) or source_hash(
                0, self._whole[at:self._words]) != data[at - DIGEST:at]:     # type: ignore[arg-type,unused-ignore]
            raise ValueError("no pack")
        self.last = data[start + HEAD - LAST:start + HEAD]
        self._known: dict[str, dict[int, int]] = {}
        places = self._words + WORD * words
        postings = places + SIZE * (2 * words + 1)
        self._table, self._places = self._whole[table:seals].cast("I"), self._whole[places:postings].cast("I")
        self._postings = self._whole[postings:self.end].cast("H")
        self._anew: dict[str, Posting] | None = None
        if whole and source_hash(0, self._whole[self._words:self.end]) != data[   # type: ignore[arg-type,unused-ignore]
                start + HEAD - LAST - DIGEST:start + HEAD - LAST]:
            raise ValueError("damaged")
        self.heads, self.verbs = loads(data[start + HEAD:table])
        self.rows = rows
        self._rows: list[Stored] = []
        for place, row in enumerate(self.heads):
            if "first" in row:
                row["pack"], row["place"] = self, place

    def units(self, word: str) -> Mapping[int, int]:
        """Number of a record, or `records` + number of a request -> how the word stands in it."""
        found: dict[int, int] | None = self._known.get(word)
        if found is None:
            found = self._known[word] = self._found(word)
        return found

    def count(self, word: str) -> int:
        """In how many of its records a word stands."""
        return len(self._posting(word)[0])

    def _posting(self, word: str) -> tuple[Sequence[int], Sequence[int]]:
        """Where a word stands: number << 2 | flags of each record, and of each request."""
        if len(word) != HEX:
            return (), ()
        held = bytes.fromhex(word)
        if self._anew is None and not self._sound(held[0]):
            self._anew = shape(self.rows(self.covers))[1]
        if self._anew is not None:
            return self._anew.get(word, ((), ()))
        start = self._words
        first, end = start + WORD * self._table[held[0]], start + WORD * self._table[held[0] + 1]
        at = self._data.find(held, first, end)
        while at >= 0 and (at - start) % WORD:
            at = self._data.find(held, at + 1, end)
        if at < 0:
            return (), ()
        place = (at - start) // WORD * 2
        one, other, last = self._places[place:place + 3]
        return self._postings[one:other], self._postings[other:last]

    def _sound(self, bucket: int) -> bool:
        """Is what lies in a bucket what was put there?"""
        first, end = self._table[bucket:bucket + 2]
        if not first <= end <= len(self._places) // 2:
            return False
        begins = self._places[2 * first:2 * end + 1]
        at = self._seals + SEAL * bucket
        return seal(self._whole[self._words + WORD * first:self._words + WORD * end], begins,
                    self._postings[begins[0]:begins[-1]]) == self._data[at:at + SEAL]

    def _found(self, word: str) -> dict[int, int]:
        one, other = self._posting(word)
        found = {unit >> 2: unit & 3 for unit in one}
        for unit in other:
            found[self.records + (unit >> 2)] = unit & 3
        return found

    def contents(self) -> tuple[object, ...]:
        """All that it holds, as it compares."""
        heads = [{name: value for name, value in row.items() if name != "pack"} for row in self.heads]
        return heads, self.verbs, self.records, self._data[self._words:self.end]

    def passages(self, row: Stored) -> Passages:
        """A row's sentences, out of the row itself."""
        self._rows = self._rows or self.rows(self.covers)
        found: Passages = opened(self._rows[row["place"]])["p"]
        return found


def of(path: str, parsed: Parsed, whole: bool = False) -> tuple[list[Pack], int]:
    """(the packs over a file of rows, how many of its bytes they cover): those that are of these rows; with `whole`,
    those before the first that is damaged."""
    found: list[Pack] = []
    start = covered = 0
    try:
        data = disk.read(beside(path))
        fd = disk.open_file(path, os.O_RDONLY) if data else -1
    except (Fault, FileNotFoundError):
        return found, 0
    try:
        while start < len(data):
            one = Pack(data, start, _rows_at(path, covered, parsed), whole)
            end = covered + one.covers
            if disk.read_fd(fd, min(LAST, one.covers), max(covered, end - LAST)).rjust(LAST) != one.last:
                break
            found.append(one)
            start, covered = one.end, end
    except (ValueError, EOFError, TypeError, KeyError):
        pass
    finally:
        if fd >= 0:
            os.close(fd)
    return found, covered


def _rows_at(path: str, start: int, parsed: Parsed) -> Callable[[int], list[Stored]]:
    return lambda size: parsed(disk.read(path, size, start))


def beside(path: str) -> str:
    """Where the index of a file of rows lies."""
    return path[:-len(".jsonl")] + ".packs"


def grow(path: str, size: int, parsed: Parsed) -> None:
    """Packs the rows of a file of `size` bytes that no pack covers, where they are many.  Raises Fault, OSError."""
    index = beside(path)
    if 0 <= size - _said_to_cover(index) < CHUNK:
        return
    try:
        with disk.Lock(index + ".lock", 0.0):
            _grow(path, index, size, parsed)
    except disk.Fault as e:
        if not e.busy:
            raise


def _said_to_cover(index: str) -> int:
    """How many bytes of rows the packs say that they cover, without a look at what is in them."""
    try:
        fd = disk.open_file(index, os.O_RDONLY)
    except FileNotFoundError:
        return 0
    covered = start = 0
    try:
        while True:
            head = disk.read_fd(fd, HEAD, start)
            if len(head) < HEAD or head[:len(MAGIC)] != MAGIC:
                return covered
            start += max(HEAD, number(head, len(MAGIC) + DIGEST))
            covered += number(head, len(MAGIC) + DIGEST + SIZE)
    finally:
        os.close(fd)


def _grow(path: str, index: str, size: int, parsed: Parsed) -> None:
    found, covered = of(path, parsed, True)
    whole = found[-1].end if found else 0
    if disk.read(index, 1, whole):      # torn, damaged or of other rows
        disk.replace(index, disk.read(index, whole) if whole else b"")
    line = [(one.covers, one.end) for one in found]
    for _ in range(MOST):
        if size - covered < CHUNK:
            return
        young = _young(line, size - covered)
        made, held = _made(path, covered - sum(covers for covers, _ in young), size, parsed)
        if not made and young:      # more than one pack holds
            young = []
            made, held = _made(path, covered, size, parsed)
        if not made:
            return          # rows of no shape that is known stay rows
        line = line[:len(line) - len(young)]
        end = line[-1][1] if line else 0
        fd = disk.open_file(index, os.O_RDWR | os.O_APPEND | os.O_CREAT)
        try:
            if young:
                os.ftruncate(fd, end)   # who reads it now reads these rows as they lie
            disk.write_all(fd, made)
        finally:
            os.close(fd)
        line.append((held, end + len(made)))
        covered = sum(covers for covers, _ in line)


def _young(line: list[tuple[int, int]], left: int) -> list[tuple[int, int]]:
    """The packs at the end that become one with as many bytes of rows: none, as long as that gives no whole one."""
    at = len(line)
    while at and line[at - 1][0] < WHOLE:
        at -= 1
        left += line[at][0]
    return line[at:] if left >= WHOLE else []


def _made(path: str, start: int, size: int, parsed: Parsed) -> tuple[bytes, int]:
    """(a pack over the rows from `start` on, of WHOLE bytes or of what there is, how many bytes they are); b"" where
    no pack can hold them."""
    length = size - start
    data = disk.read(path, min(length, 2 * WHOLE), start)
    end = data.find(b"\n", min(length, WHOLE) - 1) + 1
    if not end:             # one row is longer than that
        data = disk.read(path, length, start)
        end = data.find(b"\n", WHOLE) + 1
    try:
        return pack(data[:end], parsed), end
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError):
        return b"", 0


def faults(path: str, parsed: Parsed) -> list[str]:
    """What the index says that its rows do not: nothing, unless somebody changed it."""
    if not disk.read(beside(path), 1):
        return []
    found, start = of(path, parsed, True)[0], 0
    for at, one in enumerate(found, 1):
        lines = disk.read(path, one.covers, start)
        again = Pack(pack(lines, parsed), 0, one.rows)
        if one.contents() != again.contents():
            return [f"pack {at} of {os.path.basename(beside(path))} is not what its rows make"]
        start += one.covers
    return []


def drop(path: str, start: int, parsed: Parsed) -> int:
    """Drops the packs over the rows before `start`; gives where to cut the rows, 0 where no pack ends behind it.

    The caller cuts the rows.  Where it does not, the index is of other rows, and counts for nothing.
    """
    found, _ = of(path, parsed, True)
    at = size = 0
    for one in found:
        if at >= start:
            break
        at, size = at + one.covers, one.end
    if at < start:
        disk.remove(beside(path))
        return 0
    disk.replace(beside(path), disk.read(beside(path), found[-1].end - size, size))
    return at
