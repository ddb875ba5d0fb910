"""The index of a big store: where the rows of an id begin, and which ids are callers.  A cache that can be deleted.

An SQLite file beside the store, `<store>.index`.  It covers the store's first bytes, up to where it was extended last,
and knows the file that it was made of by its inode and the last bytes that it covers: a store that somebody trimmed or
rewrote is indexed anew.  Every place that it names is looked at before it is believed.  Where SQLite is missing or
busy, or the file is damaged, the store is searched as if there were no index.
"""
from __future__ import annotations

import os
import re

from hooks._stores import disk
from hooks._stores.json import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STEP = 1 << 20          # bytes indexed at once, beside an append
TAIL = 256              # bytes by which the covered part is known again
BUSY = 0.2              # seconds that another process's writing is waited for
FIELD = re.compile(rb'"(caller_)?session_id" ?: ?"((?:[^"\\]|\\.)*)"')
SCHEMA = """
CREATE TABLE rows (id BLOB, at INTEGER, PRIMARY KEY (id, at)) WITHOUT ROWID;
CREATE TABLE callers (id BLOB PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE made_of (inode INTEGER, covered INTEGER, tail BLOB);
INSERT INTO made_of VALUES (0, 0, x'');
"""


class Indexed:
    """What an index says of one id: the places of its rows, the callers that begin with it, the bytes it covers."""

    __slots__ = ("callers", "covered", "rows")

    def __init__(self, rows: list[int], callers: list[bytes], covered: int) -> None:
        self.rows, self.callers, self.covered = rows, callers, covered


def look_up(file: str, fd: int, needle: bytes, ids: int, rows: int) -> Indexed:
    """The index's word on the id that `needle` spells, as in JSON without the quotes; covers 0 where there is none.

    Of its own rows the oldest and the newest, `rows` in all; of each of `ids` longer ones the latest.
    """
    try:
        import sqlite3
    except ImportError:
        return Indexed([], [], 0)
    above = needle + b"\xff"        # behind every text that begins with it: UTF-8 has no such byte
    try:
        if not os.path.exists(file + ".index"):
            return Indexed([], [], 0)
        base = _open(file)
        try:
            covered = _covered(base, fd)
            if not covered or not needle:
                return Indexed([], [], 0)
            places = []
            for order in ("", " DESC"):
                places += [at for at, in base.execute(
                    f"SELECT at FROM rows WHERE id = ? ORDER BY at{order} LIMIT ?", (needle, rows // 2))]
            places += [at for at, in base.execute(
                "SELECT max(at) FROM rows WHERE id > ? AND id < ? GROUP BY id LIMIT ?", (needle, above, ids))]
            callers = [id for id, in base.execute(
                "SELECT id FROM callers WHERE id >= ? AND id < ? LIMIT ?", (needle, above, ids))]
            return Indexed(list(dict.fromkeys(places)), callers, covered)
        finally:
            base.close()
    except (sqlite3.Error, OSError, disk.Fault):
        return Indexed([], [], 0)


def extend(file: str, most: int = STEP) -> int:
    """Lets the index cover up to `most` more bytes of the store; the bytes that it covers now, 0 where it cannot."""
    try:
        import sqlite3
    except ImportError:
        return 0
    try:
        fd = disk.open_file(file, os.O_RDONLY)
        try:
            base = _open(file)
            try:
                return _extend(base, fd, most)
            finally:
                base.close()
        finally:
            os.close(fd)
    except sqlite3.DatabaseError as e:
        if not isinstance(e, sqlite3.OperationalError):
            disk.remove(file + ".index")      # damaged: the next one begins anew
        return 0
    except (OSError, disk.Fault):
        return 0


def _open(file: str) -> Any:
    """A connection to the store's index, which is made if need be."""
    import sqlite3

    path = file + ".index"
    os.close(disk.open_file(path, os.O_RDWR | os.O_CREAT))     # ours alone to read, and no link
    base = sqlite3.connect(path, timeout=BUSY, isolation_level=None)
    if not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        base.executescript("BEGIN IMMEDIATE;" + SCHEMA + "COMMIT;")
    return base


def _covered(base: Any, fd: int) -> int:
    """How many bytes of this very store the index covers; 0 where it was made of another one."""
    inode, covered, tail = base.execute("SELECT inode, covered, tail FROM made_of").fetchone()
    same = inode == os.fstat(fd).st_ino and tail == _bytes(fd, covered - len(tail), len(tail))
    return int(covered) if same else 0


def _bytes(fd: int, start: int, most: int) -> bytes:
    os.lseek(fd, start, os.SEEK_SET)
    return disk.read_fd(fd, most)


def _extend(base: Any, fd: int, most: int) -> int:
    base.execute("BEGIN IMMEDIATE")
    covered = _covered(base, fd)
    if not covered:
        base.execute("DELETE FROM rows")
        base.execute("DELETE FROM callers")
    data = _bytes(fd, covered, most)
    # A line as long as this is never parsed: it is passed over.
    data = data[:data.rfind(b"\n") + 1] or (data if len(data) == most else b"")
    rows: list[tuple[bytes, int]] = []
    callers: dict[bytes, None] = {}
    at = covered
    for line in data.split(b"\n"):
        for caller, id in FIELD.findall(line):
            id = id if b"\\" not in id else _spelled(id)
            if caller:
                callers[id] = None
            else:
                rows.append((id, at))
        at += len(line) + 1
    base.executemany("INSERT OR IGNORE INTO rows VALUES (?, ?)", rows)
    base.executemany("INSERT OR IGNORE INTO callers VALUES (?)", [(id,) for id in callers])
    covered += len(data)
    tail = _bytes(fd, covered - min(TAIL, covered), min(TAIL, covered))
    base.execute("UPDATE made_of SET inode = ?, covered = ?, tail = ?", (os.fstat(fd).st_ino, covered, tail))
    base.execute("COMMIT")
    return covered


def _spelled(id: bytes) -> bytes:
    """An id as this bundle spells it in JSON, without the quotes."""
    try:
        return dumps(loads(b'"' + id + b'"'))[1:-1].encode("utf-8", "replace")
    except (ValueError, RecursionError):
        return id
