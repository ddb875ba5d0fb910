"""What a store of rows holds about one id, however long it is, in little memory.

A small store is read as a whole.  Of a big one the index (`search_index`) tells where the id's rows begin; what the
index does not cover yet is searched for the bytes of the id, from the end, and only the lines that hold it are parsed.
What is found is the same with an index, with half of one and with none.
"""
from __future__ import annotations

from guards._history.lineage import text
from hooks._stores import disk
from hooks._stores.json import dumps, loads
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Find = Callable[[bytes, int, int], int]

CHUNK = 4 << 20             # bytes searched at a time, from the end
LINE_LIMIT = 4 << 20        # bytes of a line that is still parsed
SHORT = 8                   # characters; a shorter id would be found in too many other places
HITS = 256                  # places where an id stands that are looked at one by one; then only its own rows are
IDS = 64                    # ids with one beginning: enough to call it ambiguous
ROWS = 2048                 # rows of one id that are taken in: the newest half and the oldest
BIG = 8 << 20               # bytes of a store from where on it is mapped, not read
SPACED, CLOSE = b'session_id": "', b'session_id":"'
SAMPLES, SAMPLE = 64, 1024  # places in a part at which the spelling is looked up, and bytes at each


def find(file: str, id: str) -> tuple[list[dict[str, object]], list[str]]:
    """(rows of `id`, and the latest row of each id that begins with it, newest first; callers that begin with it).

    Raises Fault, OSError where the store is no regular file.
    """
    try:
        fd = disk.open_file(file, os.O_RDONLY)
    except FileNotFoundError:
        return [], []
    try:
        size = os.fstat(fd).st_size
        if size < BIG:
            search = _Search(disk.read_fd(fd, size), id)
            search.run()
        else:
            import mmap

            from hooks._stores import search_index

            with mmap.mmap(fd, size, access=mmap.ACCESS_COPY) as data:
                search = _Search(data, id)
                indexed = search_index.look_up(file, fd, search.needle, IDS, ROWS)
                search.run(indexed.covered)
                search.take(indexed)
        return search.found(), list(search.others)
    finally:
        os.close(fd)


class _Search:
    """One search of one store, whose bytes `data` are."""

    def __init__(self, data: Any, id: str) -> None:
        self.data, self.id = data, id
        self.needle = dumps(id)[1:-1].encode("utf-8", "replace")
        self.rows: dict[int, dict[str, object]] = {}       # where its line begins -> a row of the id itself
        self.longer: dict[str, tuple[int, dict[str, object]]] = {}     # an id that begins with it -> its latest row
        self.others: dict[str, None] = {}
        self.hits = 0

    def run(self, begin: int = 0) -> None:
        """Takes in what stands behind `begin`, from the end of the store on."""
        end = len(self.data)
        find, done = _finder(self.data)
        try:
            while end > begin and self.needle:
                start = max(begin, end - CHUNK)
                self._part(find, start, end)
                end = start
                _forget(self.data, start)
        finally:
            done()

    def take(self, indexed: Any) -> None:
        """Takes in the places that an index names; what does not stand there is passed over."""
        for at in indexed.rows:
            self._row(at)
        for caller in indexed.callers:
            if len(self.others) < IDS:
                self.others.setdefault(caller.decode("utf-8", "replace"))

    def found(self) -> list[dict[str, Any]]:
        """The rows, newest first; of too many of one id the oldest and the newest."""
        own = sorted(self.rows.items(), reverse=True)
        own = own if len(own) <= ROWS else [*own[:ROWS // 2], *own[-ROWS // 2:]]
        return [row for _, row in sorted((*own, *self.longer.values()), key=lambda pair: pair[0], reverse=True)]

    def _needles(self, start: int, end: int) -> list[bytes]:
        """What to look for: the id anywhere; a short one only where a session id begins with it; and once HITS places
        were looked at, the rows of the very id alone."""
        if self.hits >= HITS:
            return [b'"' + spelling + self.needle + b'"' for spelling in self._spellings(start, end)]
        if len(self.needle) < SHORT:
            return [spelling + self.needle for spelling in self._spellings(start, end)]
        return [self.needle]

    def _spellings(self, start: int, end: int) -> list[bytes]:
        """How session ids are written between the two: as we and Python's json do; where samples show it, closer."""
        places = (*range(start, end, max(1, (end - start) // SAMPLES)), max(0, end - SAMPLE))
        close = any(self.data.find(CLOSE, at, at + SAMPLE) >= 0 for at in places)
        return [SPACED, CLOSE] if close else [SPACED]

    def _part(self, find: Find, start: int, end: int) -> None:
        """Takes in what begins between the two."""
        while True:
            places: list[int] = []
            for needle in self._needles(start, end):
                into = needle.rfind(self.needle)
                # A needle across the border belongs to the part in which it begins.
                stop = min(end + len(needle) - 1, len(self.data))
                at = find(needle, start, stop)
                while at >= 0 and (len(places) <= 8 * HITS or self.hits >= HITS):
                    places.append(at + into)
                    at = find(needle, at + len(needle), stop)
            crowded = len(places) > 8 * HITS and self.hits < HITS
            # Too many to look at each: the last few for what else begins with it, then the very id alone.
            for at in sorted(places[-HITS:] if crowded else places, reverse=True):
                self._place(at)
            if not crowded:
                return
            self.hits = HITS

    def _place(self, at: int) -> None:
        """Takes in what stands where the id was found."""
        self.hits += 1
        if self.data[max(0, at - 22):at].endswith((b'caller_session_id":"', b'caller_session_id": "')):
            stop = self.data.find(b'"', at, at + 4096)
            if stop > 0 and len(self.others) < IDS:
                self.others.setdefault(self.data[at:stop].decode("utf-8", "replace"))
        else:
            self._row(self.data.rfind(b"\n", max(0, at - LINE_LIMIT), at) + 1)

    def _row(self, start: int) -> None:
        """Takes in the row whose line begins there."""
        if start in self.rows:
            return
        end = self.data.find(b"\n", start, start + LINE_LIMIT)
        row = parsed(self.data[start:end if end >= 0 else start + LINE_LIMIT])
        id = text(row, "session_id")
        if row and id == self.id:
            self.rows[start] = row
        elif row and id.startswith(self.id) and (len(self.longer) < IDS or id in self.longer) and (
                start >= self.longer.get(id, (0, {}))[0]):
            self.longer[id] = start, row


def _forget(data: Any, start: int) -> None:
    """Gives the pages of a mapped store back from `start` on: a search of 300 MB must not count as 300 MB."""
    if not isinstance(data, bytes) and hasattr(data, "madvise"):
        import mmap

        page = start - start % mmap.PAGESIZE + mmap.PAGESIZE
        if page < len(data):
            data.madvise(mmap.MADV_DONTNEED, page, min(CHUNK, len(data) - page))


def _finder(data: Any) -> tuple[Find, Callable[[], None]]:
    """find(needle, start, end) over the data, and what to call afterwards.

    A mapped file is searched by the C library's memmem, which is several times as fast as Python's own search.
    """
    if not isinstance(data, bytes):
        try:
            import ctypes

            memmem = ctypes.CDLL(None).memmem
            # A view of the map, which must be gone before the map is closed.
            views = [(ctypes.c_char * len(data)).from_buffer(data)]
        except (ImportError, OSError, AttributeError, TypeError):
            return data.find, lambda: None
        memmem.restype = ctypes.c_void_p
        memmem.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
        base = ctypes.addressof(views[0])

        def find(needle: bytes, start: int, end: int) -> int:
            found = memmem(base + start, max(0, end - start), needle, len(needle))
            return -1 if found is None else int(found) - base

        return find, views.clear
    return data.find, lambda: None


def parsed(raw: bytes) -> dict[str, object]:
    """The row that a line is; {} for what is none."""
    if not raw.lstrip().startswith(b"{") or len(raw) > LINE_LIMIT:
        return {}
    try:
        row = loads(raw)
    except (ValueError, RecursionError):
        return {}
    return row if isinstance(row, dict) and text(row, "session_id") else {}
