"""Bytes that `marshal` reads faster than those that it writes: each value once, and marked only where it is told again.

`marshal.dumps` marks each object that anything else holds too, and tells equal ones apart.  Here equal names, strings
and tuples are one.  What this module doesn't know, or what would read as another value, stays as `marshal` wrote it.
"""
from __future__ import annotations

import sys
from marshal import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks._archive import Loaded

FLAG, REF, CODE, BIG = 0x80, ord("r"), ord("c"), ord("l")
BARE = b"NFTS."                         # a type and nothing more
FIXED = {ord("i"): 4, ord("I"): 8, ord("g"): 8, ord("y"): 16}
SHORT, LONG = b"zZ", b"sutaA"           # bytes: their number in one byte, in four
FEW, MANY = b")", b"(>"                 # objects: their number in one byte, in four; none that can be changed
# What a code object is told in: bytes of numbers, objects, bytes of a number, objects.
BEFORE, INNER, BETWEEN = (20, 8, 4) if sys.version_info >= (3, 11) else (24, 8, 4)
BEHIND = 2 if sys.version_info >= (3, 11) else 1
LINES_MERGED = sys.version_info[:2] != (3, 11)      # that one writes a line for each instruction
NO_COLUMN, NO_LINE, UNITS = 13, 15, 8   # kinds of entries in its table of lines; code units of one entry at most


def lean(value: Loaded) -> bytes:
    """What `marshal.loads` reads this value out of."""
    plain = dumps(value)
    try:
        made = _written(_Reader(plain).node())
        return made if loads(made) == value else plain
    except (EOFError, IndexError, TypeError, ValueError):
        return plain


class _Node:
    """A value as `marshal` tells it: its type, what stands in it itself, the values in it."""

    __slots__ = ("inner", "kind", "own", "place", "uses")

    def __init__(self, kind: int, own: bytes, inner: list[_Node]) -> None:
        self.kind, self.own, self.inner, self.uses, self.place = kind, own, inner, 0, -1


class _Reader:
    """Nodes out of what `marshal` wrote; equal ones are the same."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0
        self.marked: list[_Node | None] = []
        self.known: dict[tuple[object, ...], _Node] = {}

    def take(self, size: int) -> bytes:
        self.at += size
        return self.data[self.at - size:self.at]

    def nodes(self, number: int) -> list[_Node]:
        return [self.node() for _ in range(number)]

    def node(self) -> _Node:
        """The next one.  Raises IndexError, ValueError."""
        kind = self.take(1)[0]
        marked, kind = kind & FLAG, kind & ~FLAG
        if kind == REF:
            found = self.marked[int.from_bytes(self.take(4), "little")]
            if found is None:
                raise ValueError("a value that holds itself")
        else:
            place = len(self.marked)
            if marked:
                self.marked.append(None)
            own, inner = self.parts(kind)
            key = (kind, own, *map(id, inner))
            if key not in self.known:
                self.known[key] = _Node(kind, own, inner)
            found = self.known[key]
            if marked:
                self.marked[place] = found
        found.uses += 1
        return found

    def parts(self, kind: int) -> tuple[bytes, list[_Node]]:
        """What stands in a value of that type, and the values in it."""
        if kind in BARE:
            return b"", []
        if kind in FIXED:
            return self.take(FIXED[kind]), []
        if kind in SHORT or kind in FEW:
            size = self.take(1)
            return (size, self.nodes(size[0])) if kind in FEW else (size + self.take(size[0]), [])
        if kind == CODE:
            own = self.take(BEFORE)
            inner = self.nodes(INNER)
            return own + self.take(BETWEEN), inner + self.nodes(BEHIND)
        if kind not in LONG and kind not in MANY and kind != BIG:
            raise ValueError(kind)
        size = self.take(4)
        number = abs(int.from_bytes(size, "little", signed=True))
        if kind in MANY:
            return size, self.nodes(number)
        return size + self.take(2 * number if kind == BIG else number), []


def _written(first: _Node) -> bytes:
    """The bytes of a node.  A value counts as told before those in it, as `marshal` numbers them."""
    told: list[bytes] = []
    number = 0

    def write(node: _Node) -> None:
        nonlocal number
        if node.place >= 0:
            told.append(b"r" + node.place.to_bytes(4, "little"))
            return
        marked = 0
        if node.uses > 1 and node.kind not in BARE:
            marked, node.place, number = FLAG, number, number + 1
        told.append(bytes((node.kind | marked,)))
        cut = BEFORE if node.kind == CODE else len(node.own)
        told.append(node.own[:cut])
        for one in node.inner[:INNER] if node.kind == CODE else node.inner:
            write(one)
        if node.kind == CODE:
            told.append(node.own[cut:])
            for one in node.inner[INNER:]:
                write(one)

    write(first)
    return b"".join(told)


def merged(code: Loaded) -> Loaded:
    """The same code, its table of lines with an entry for what follows on one line instead of one an instruction."""
    if LINES_MERGED:
        return code
    made = code.replace(co_consts=tuple(merged(one) if isinstance(one, type(code)) else one for one in code.co_consts))
    less = made.replace(co_linetable=_lines(code.co_linetable))
    return less if list(less.co_positions()) == list(code.co_positions()) else made


def _lines(table: bytes) -> bytes:
    """A table of lines without columns, in fewer entries; any other as it is.

    >>> _lines(bytes((0xe8, 2, 0xe9, 0, 0xef, 0, 0xe8, 4))).hex(), _lines(b"").hex(), _lines(b"\\x80\\x10").hex()
    ('ef02ea00e804', '', '8010')
    """
    runs: list[tuple[int, bytes, int]] = []      # kind, change of the line, code units
    at = 0
    while at < len(table):
        kind, units = table[at] >> 3 & 15, (table[at] & 7) + 1
        end = at + 1
        while end < len(table) and not table[end] & 0x80:
            end += 1
        change = table[at + 1:end]
        if kind not in (NO_COLUMN, NO_LINE):
            return table
        if runs and runs[-1][0] == kind and change in (b"", b"\0"):
            runs[-1] = kind, runs[-1][1], runs[-1][2] + units
        else:
            runs.append((kind, change, units))
        at = end
    told = bytearray()
    for kind, change, units in runs:
        while units:
            part = min(units, UNITS)
            told.append(0x80 | kind << 3 | part - 1)
            told += change
            change, units = b"\0" if change else b"", units - part
    return bytes(told)
