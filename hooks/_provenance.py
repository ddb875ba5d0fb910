"""session_provenance.jsonl: who launched which session.  Appended under a lock; read from its end.

`find` reads a million rows in well under 100 ms: it looks for the bytes of the id, newest rows first, and parses only
the lines that hold it.  What is no row (torn, foreign, not UTF-8, too long) is passed over; the good rows count.

    provide   the facts `provenance:ID` and `kitchen`
    accept    the rows that guards keep
"""
from __future__ import annotations

import os

from guards._lineage import text
from hooks import _store
from hooks._json import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from guards import Event
    from hooks._world import World

NAME = "session_provenance.jsonl"
CHUNK = 1 << 20             # bytes read at a time
LINE_LIMIT = 4 << 20        # bytes of a line that is still parsed
SHORT = 8                   # characters; a shorter id would be found in too many other places
HITS = 256                  # places where an id stands that are looked at one by one; then only its own rows are
IDS = 64                    # ids with one beginning: enough to call it ambiguous
BIG = 8 << 20               # bytes of a store from where on the C library searches
KITCHENS = ("AUTOSKILLIT_CAMPAIGN_ID", "AUTOSKILLIT_KITCHEN_SESSION_ID", "AUTOSKILLIT_PARENT_KITCHEN_ID")


def path(world: World) -> str:
    """The store that rows go to: the state folder's, or that of the campaign inside it; AUTOSKILLIT_STATE_DIR is
    taken as it is."""
    campaign = world.env.get("AUTOSKILLIT_CAMPAIGN_ID", "").strip()
    if campaign and not world.env.get("AUTOSKILLIT_STATE_DIR"):
        return os.path.join(world.folder(_store.safe_name(campaign)), NAME)
    return os.path.join(world.folder(), NAME)


def paths(world: World) -> list[str]:
    """The stores that are read: a campaign's own, then the project's."""
    return list(dict.fromkeys((path(world), os.path.join(world.folder(), NAME))))


def append(file: str, rows: list[dict[str, Any]]) -> None:
    """Adds whole rows; 32 writers at once lose and tear none.  Raises Fault, OSError."""
    data = b"".join(dumps(row).encode("utf-8") + b"\n" for row in rows)
    with _store.Lock(file + ".lock"):
        _store.append(file, data)


def accept(world: World, event: Event, rows: list[dict[str, Any]]) -> None:
    append(path(world), rows)


def provide(world: World, event: Event, name: str) -> Any:
    family, _, id = name.partition(":")
    if family == "kitchen":
        return kitchens(world, event.session_id)
    found: dict[str, Any] = {"rows": [], "others": []}
    for file in paths(world):
        rows, others = find(file, id)
        found["rows"].extend(rows)
        found["others"].extend(others)
        if any(text(row, "session_id") == id for row in rows):
            return found
    from hooks._launch import known

    found["others"].extend(known(world, id))
    return found


def kitchens(world: World, session_id: str) -> list[str]:
    """The ids of the kitchens that a session is in, those of its environment first, then the project's marker in the
    state folder: `kitchen_state/SESSION.json`, `kitchen.json` or `kitchen`, JSON with a `kitchen_id` or the bare id."""
    found = [world.env.get(name, "").strip() for name in KITCHENS]
    for name in (os.path.join("kitchen_state", _store.safe_name(session_id) + ".json"), "kitchen.json", "kitchen"):
        try:
            raw = _store.read(os.path.join(world.state, name), 64 * 1024).strip()
            marker = loads(raw) if raw[:1] in (b"{", b'"') else raw.decode("utf-8", "replace")
        except (_store.Fault, OSError, ValueError, RecursionError):
            continue
        if isinstance(marker, dict):
            marker = text(marker, "kitchen_id")
        if isinstance(marker, str) and len(marker) <= 512:
            found.append(marker.strip())
    return [id for id in dict.fromkeys(found) if id]


def every(world: World) -> Iterator[dict[str, Any]]:
    """All good rows of the stores, oldest first, the project's before the campaign's.  Raises Fault, OSError."""
    for file in reversed(paths(world)):
        for raw in _store.lines(file):
            row = parsed(raw)
            if row:
                yield row


def find(file: str, id: str) -> tuple[list[dict[str, Any]], list[str]]:
    """(rows about `id`, or about ids that begin with it, newest first and one an id; callers that begin with it).

    Ends at the latest row of `id` itself.  Raises Fault, OSError where the store is no regular file.
    """
    try:
        fd = _store.open_file(file, os.O_RDONLY)
    except FileNotFoundError:
        return [], []
    try:
        return _Search(fd, id).run()
    finally:
        os.close(fd)


class _Search:
    """One search of one open file."""

    def __init__(self, fd: int, id: str) -> None:
        self.fd, self.id = fd, id
        self.size = os.fstat(fd).st_size
        self.file = open(fd, "rb", buffering=0, closefd=False)  # noqa: SIM115
        self.needle = dumps(id)[1:-1].encode("utf-8", "replace")
        self.rows: dict[str, dict[str, Any]] = {}
        self.others: dict[str, None] = {}
        self.hits = 0

    def run(self) -> tuple[list[dict[str, Any]], list[str]]:
        search = _searcher(self.size)
        most = len(self.needle) + 16
        buffer = bytearray(min(self.size, CHUNK + most))
        end = self.size
        while end > 0 and self.needle:
            start = max(0, end - CHUNK)
            # A needle across the border belongs to the chunk in which it begins.
            length = self._read(buffer, start, min(end + most, self.size))
            if self._chunk(buffer, length, start, end, search):
                break
            end = start
        return list(self.rows.values()), list(self.others)

    def _needles(self) -> tuple[bytes, ...]:
        """What to look for: the id anywhere; a short one only where a session id begins with it; and once HITS places
        were looked at, the rows of the very id alone.  Rows are as we write them, or as Python's json does."""
        if self.hits >= HITS:
            return b'"session_id":"' + self.needle + b'"', b'"session_id": "' + self.needle + b'"'
        if len(self.needle) < SHORT:
            return b'session_id":"' + self.needle, b'session_id": "' + self.needle
        return (self.needle,)

    def _read(self, buffer: bytearray, start: int, end: int) -> int:
        self.file.seek(start)
        view = memoryview(buffer)[:end - start]
        got = 0
        while got < len(view):
            count = self.file.readinto(view[got:])
            if not count:
                break
            got += count
        view.release()
        return got

    def _chunk(self, buffer: bytearray, length: int, start: int, end: int,
               search: Callable[[bytearray, bytes, int, int], int]) -> bool:
        """Whether the latest row of the id was found; else what was learned stands in `rows` and `others`."""
        while True:
            needles = self._needles()
            places: list[int] = []
            for needle in needles:
                into = needle.rfind(self.needle)
                at = search(buffer, needle, 0, length)
                while 0 <= at < end - start and (len(places) <= 8 * HITS or self.hits >= HITS):
                    places.append(at + into)
                    at = search(buffer, needle, at + len(needle), length)
            if len(places) > 8 * HITS and self.hits < HITS:
                # Too many to look at each: the first few for what else begins with it, then the very id alone.
                if any(self._place(buffer, at, start) for at in sorted(places[-HITS:], reverse=True)):
                    return True
                self.hits = HITS
                continue
            places.sort(reverse=True)
            return any(self._place(buffer, at, start) for at in places)

    def _place(self, buffer: bytearray, at: int, start: int) -> bool:
        before = bytes(buffer[max(0, at - 22):at])
        if before.endswith((b'caller_session_id":"', b'caller_session_id": "')):
            self.hits += 1
            stop = buffer.find(b'"', at)
            if stop > 0 and len(self.others) < IDS:
                self.others.setdefault(bytes(buffer[at:stop]).decode("utf-8", "replace"))
            return False
        self.hits += 1
        row = parsed(self._line(start + at))
        id = text(row, "session_id") if row else ""
        if row and id.startswith(self.id) and (len(self.rows) < IDS or id == self.id):
            self.rows.setdefault(id, row)
        return id == self.id

    def _line(self, offset: int) -> bytes:
        """The line that holds the byte at `offset`; b"" for one beyond LINE_LIMIT."""
        reach = 1024
        while True:
            start, end = max(0, offset - reach), min(self.size, offset + reach)
            window = bytearray(end - start)
            got = self._read(window, start, end)
            left = window.rfind(b"\n", 0, offset - start)
            right = window.find(b"\n", offset - start)
            if (left >= 0 or start == 0) and (right >= 0 or end == self.size):
                return bytes(window[left + 1:right if right >= 0 else got])
            if reach >= LINE_LIMIT:
                return b""
            reach *= 8


def parsed(raw: bytes) -> dict[str, Any]:
    """The row that a line is; {} for what is none."""
    if not raw.lstrip().startswith(b"{") or len(raw) > LINE_LIMIT:
        return {}
    try:
        row = loads(raw)
    except (ValueError, RecursionError):
        return {}
    return row if isinstance(row, dict) and text(row, "session_id") else {}


def _searcher(size: int) -> Callable[[bytearray, bytes, int, int], int]:
    """find(buffer, needle, start, end): Python's own, or for a big file the C library's, which is twice as fast."""
    if size >= BIG:
        try:
            import ctypes

            memmem = ctypes.CDLL(None).memmem
        except (ImportError, OSError, AttributeError, TypeError):
            return bytearray.find
        memmem.restype = ctypes.c_void_p
        memmem.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]

        def search(buffer: bytearray, needle: bytes, start: int, end: int) -> int:
            whole = (ctypes.c_char * len(buffer)).from_buffer(buffer)
            base = ctypes.addressof(whole)
            found = memmem(base + start, max(0, end - start), needle, len(needle))
            return -1 if found is None else int(found) - base

        return search
    return bytearray.find
