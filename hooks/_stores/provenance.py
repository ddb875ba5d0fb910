"""session_provenance.jsonl: who launched which session.  Appended under a lock; read from its end.

`find` reads a million rows in well under 100 ms: it looks for the bytes of the id, newest rows first, and parses only
the lines that hold it.  What is no row (torn, foreign, not UTF-8, too long) is passed over; the good rows count.

    provide   the facts `provenance:ID` and `kitchen`
    accept    the rows that guards keep
"""
from __future__ import annotations

import os

from guards._history.lineage import text
from hooks._stores import disk
from hooks._stores.json import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from guards import Event
    from hooks._world import World

    Find = Callable[[bytes, int, int], int]

NAME = "session_provenance.jsonl"
CHUNK = 4 << 20             # bytes searched at a time, from the end
LINE_LIMIT = 4 << 20        # bytes of a line that is still parsed
SHORT = 8                   # characters; a shorter id would be found in too many other places
HITS = 256                  # places where an id stands that are looked at one by one; then only its own rows are
IDS = 64                    # ids with one beginning: enough to call it ambiguous
BIG = 8 << 20               # bytes of a store from where on it is mapped, not read
SPACED, CLOSE = b'session_id": "', b'session_id":"'
SAMPLES, SAMPLE = 64, 1024  # places in a part at which the spelling is looked up, and bytes at each
KITCHENS = ("AUTOSKILLIT_CAMPAIGN_ID", "AUTOSKILLIT_KITCHEN_SESSION_ID", "AUTOSKILLIT_PARENT_KITCHEN_ID")


def path(world: World) -> str:
    """The store that rows go to: the state folder's, or that of the campaign inside it; AUTOSKILLIT_STATE_DIR is
    taken as it is."""
    campaign = world.env.get("AUTOSKILLIT_CAMPAIGN_ID", "").strip()
    if campaign and not world.env.get("AUTOSKILLIT_STATE_DIR"):
        return os.path.join(world.folder(disk.safe_name(campaign)), NAME)
    return os.path.join(world.folder(), NAME)


def paths(world: World) -> list[str]:
    """The stores that are read: a campaign's own, then the project's."""
    return list(dict.fromkeys((path(world), os.path.join(world.folder(), NAME))))


def append(file: str, rows: list[dict[str, Any]]) -> None:
    """Adds whole rows; 32 writers at once lose and tear none.  Raises Fault, OSError."""
    # Spaced as Python's json does it, so that a store which others write to as well has one spelling.
    texts = (", ".join(f"{dumps(key)}: {dumps(value)}" for key, value in row.items()) for row in rows)
    data = "".join(f"{{{one}}}\n" for one in texts)
    with disk.Lock(file + ".lock"):
        disk.append(file, data.encode("utf-8"))


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
    for name in (os.path.join("kitchen_state", disk.safe_name(session_id) + ".json"), "kitchen.json", "kitchen"):
        try:
            raw = disk.read(os.path.join(world.state, name), 64 * 1024).strip()
            marker = loads(raw) if raw[:1] in (b"{", b'"') else raw.decode("utf-8", "replace")
        except (disk.Fault, OSError, ValueError, RecursionError):
            continue
        if isinstance(marker, dict):
            marker = text(marker, "kitchen_id")
        if isinstance(marker, str) and len(marker) <= 512:
            found.append(marker.strip())
    return [id for id in dict.fromkeys(found) if id]


def every(world: World) -> Iterator[dict[str, Any]]:
    """All good rows of the stores, oldest first, the project's before the campaign's.  Raises Fault, OSError."""
    for file in reversed(paths(world)):
        for raw in disk.lines(file):
            row = parsed(raw)
            if row:
                yield row


def find(file: str, id: str) -> tuple[list[dict[str, Any]], list[str]]:
    """(rows about `id`, or about ids that begin with it, newest first and one an id; callers that begin with it).

    Ends at the latest row of `id` itself.  Raises Fault, OSError where the store is no regular file.
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

            with mmap.mmap(fd, size, access=mmap.ACCESS_COPY) as data:
                search = _Search(data, id)
                search.run()
        return list(search.rows.values()), list(search.others)
    finally:
        os.close(fd)


class _Search:
    """One search of one store, whose bytes `data` are."""

    def __init__(self, data: Any, id: str) -> None:
        self.data, self.id = data, id
        self.needle = dumps(id)[1:-1].encode("utf-8", "replace")
        self.rows: dict[str, dict[str, Any]] = {}
        self.others: dict[str, None] = {}
        self.hits = 0

    def run(self) -> None:
        """Fills `rows` and `others`, from the end of the store to its beginning."""
        end = len(self.data)
        find, done = _finder(self.data)
        try:
            while end > 0 and self.needle:
                start = max(0, end - CHUNK)
                if self._part(find, start, end):
                    return
                end = start
        finally:
            done()

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

    def _part(self, find: Find, start: int, end: int) -> bool:
        """Whether the latest row of the id begins between the two; else `rows` and `others` have what was learned."""
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
            if len(places) > 8 * HITS and self.hits < HITS:
                # Too many to look at each: the last few for what else begins with it, then the very id alone.
                if any(self._place(at) for at in sorted(places[-HITS:], reverse=True)):
                    return True
                self.hits = HITS
                continue
            return any(self._place(at) for at in sorted(places, reverse=True))

    def _place(self, at: int) -> bool:
        """Takes in what stands where the id was found; whether it is the id's own row."""
        self.hits += 1
        if self.data[max(0, at - 22):at].endswith((b'caller_session_id":"', b'caller_session_id": "')):
            stop = self.data.find(b'"', at, at + 4096)
            if stop > 0 and len(self.others) < IDS:
                self.others.setdefault(self.data[at:stop].decode("utf-8", "replace"))
            return False
        left = self.data.rfind(b"\n", max(0, at - LINE_LIMIT), at)
        right = self.data.find(b"\n", at, at + LINE_LIMIT)
        row = parsed(self.data[left + 1:right if right >= 0 else at + LINE_LIMIT])
        id = text(row, "session_id")
        if row and id.startswith(self.id) and (len(self.rows) < IDS or id == self.id):
            self.rows.setdefault(id, row)
        return bool(row) and id == self.id


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


def parsed(raw: bytes) -> dict[str, Any]:
    """The row that a line is; {} for what is none."""
    if not raw.lstrip().startswith(b"{") or len(raw) > LINE_LIMIT:
        return {}
    try:
        row = loads(raw)
    except (ValueError, RecursionError):
        return {}
    return row if isinstance(row, dict) and text(row, "session_id") else {}

