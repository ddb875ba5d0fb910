"""A store of bytes by their digest, outside the project: what it holds comes back as it was; at most 256 MiB a project.

    $XDG_STATE_HOME/autoskillit/snapshots/PROJECT/    0700; files 0600
        objects/aa/DIGEST    git/REPOSITORY/ (git's own objects)    rows/ID (one snapshot, zlib and JSON)    cache    lock

A file whose size, times and inode are those of the last snapshot is not read again.  The caller holds the lock.

Cannot see: a write that leaves size, times and inode as they were; a file that changes while it is copied.
"""

from __future__ import annotations

import os
import stat
import time
import zlib

from hooks import _stores as disk
from hooks._stores import Fault, digest_bytes, read_bytes, write_canonical, write_whole
from hooks._undo import walk_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hooks._stores.world import World

    Row = dict[str, Any]
    Entry = list[Any]  # [mode, digest, size]; of a link [LINK, target, 0]

FILES, FILE_BYTES, CALL_BYTES = 1_000, 16 << 20, 64 << 20
PROJECT_BYTES, DAYS, DAY, RETRY = 256 << 20, 14, 86_400.0, 600.0
LINK, TICK = -1, 20_000_000  # nanoseconds within which a disk's clock may stand still
OBJECTS, GIT, ROWS = "objects", "git", "rows"


class Store:
    """One project's store, for one snapshot or one restoring.

    `kept` is what this snapshot holds, `size` its bytes; `unheld` are paths that it does not; `end` is when it stops.
    """

    __slots__ = tuple("cache end full kept now records root size unheld".split())

    def __init__(self, world: World, seconds: float = 1.0) -> None:
        self.root, self.now = world.locate_outside("snapshots"), world.now
        self.records = f"{os.path.realpath(world.state)}/"  # ours, which change at every event
        if os.path.realpath(self.root).startswith(f"{os.path.realpath(world.project)}/"):
            raise Fault("the folder for snapshots lies in the project")
        for part in (OBJECTS, GIT, ROWS, "doors"):
            disk.make_folder(f"{self.root}/{part}")
        self.end, self.size, self.full = time.monotonic() + seconds, 0, False
        self.kept: dict[str, Entry] = {}
        self.unheld: list[str] = []
        self.cache: Row = {"files": {}, "total": 0, "swept": 0.0, "last": ["", ""], "tips": {}}

    def lock(self, seconds: float) -> disk.Lock:
        return disk.Lock(f"{self.root}/lock", seconds)

    def open_cache(self) -> None:
        """Loads what the last snapshot knew, and sweeps where a day went by."""
        try:
            found = disk.parse_json(read_bytes(f"{self.root}/cache"))
            self.cache = found if found.keys() == self.cache.keys() else self.cache
        except (ValueError, AttributeError):
            self.cache["swept"] = 0.0  # all is counted anew
        if len(self.cache["files"]) > 4 * FILES:
            self.cache["files"] = {}
        self.spend(0)
        if self.now - self.cache["swept"] > (RETRY if self.full else DAY):
            self.sweep()

    def spend(self, size: int) -> None:
        self.cache["total"] += size
        self.full = self.cache["total"] >= PROJECT_BYTES

    def hold_file(self, path: str, into: Row) -> None:
        """Adds the entry of a file that the store now holds; what is over the bounds is `unheld`.

        No file at all, a folder, a FIFO, a device, a record of ours: nothing.
        """
        try:
            info = os.lstat("" if path.startswith(self.records) else path)
            if stat.S_ISLNK(info.st_mode):
                into[path] = [LINK, os.readlink(path), 0]
        except OSError:
            return
        if not stat.S_ISREG(info.st_mode):
            return
        if path not in self.kept:
            size = self.size + info.st_size
            mark = f"{info.st_size} {info.st_mtime_ns} {info.st_ctime_ns} {info.st_ino}"
            known = self.cache["files"].get(path)
            if len(self.kept) >= FILES or info.st_size > FILE_BYTES or size > CALL_BYTES:
                known = ["", ""]
            elif not known or known[0] != mark:
                known = [mark, self.copy_file(path)]
            if not known[1]:
                self.unheld.append(path)
                return
            self.size = size
            if time.time_ns() - info.st_mtime_ns > TICK:
                self.cache["files"][path] = known
            self.kept[path] = [stat.S_IMODE(info.st_mode), known[1], info.st_size]
        into[path] = self.kept[path]

    def copy_file(self, path: str) -> str:
        """The digest of the file's bytes, which are now in the store; "" where it is full, late or unreadable."""
        try:
            data = read_bytes(path) if time.monotonic() < self.end else None
            digest = digest_bytes(data or b"")
            place = f"{self.root}/{OBJECTS}/{digest[:2]}/{digest[2:]}"
            if data is not None and (os.path.exists(place) or self.add_file(place, data)):
                return digest
        except Fault:
            return ""
        return ""

    def add_file(self, place: str, data: bytes) -> bool:
        if not self.full:
            disk.make_folder(os.path.dirname(place))
            write_whole(place, data)
            self.spend(len(data))
        return not self.full

    def locate_git(self, common: str) -> str:
        return f"{self.root}/{GIT}/{digest_bytes(os.fsencode(common))[:16]}"

    def hold_git(self, common: str, tips: str) -> bool:
        """Whether the store has all of git's objects; it looks only where the tips moved.

        They never change: what is younger than the last look is copied, into one archive a look; all, once in 14 days.
        """
        key = f"{common} {self.now // (DAYS * DAY):.0f}"
        state, since, whole = self.cache["tips"].get(key, ["", 0, True])
        if state == tips:
            return bool(whole)
        start, now, size = f"{common}/objects/", time.time_ns() - TICK, 0
        names, parts = list[object](), list[bytes]()
        for path in walk_files(start, 1 << 17):
            name, info = path[len(start) :], os.lstat(path)
            kind = name[2:3] == "/" or name.endswith((".pack", ".idx"))
            if kind and info.st_ctime_ns >= since:
                if info.st_size > FILE_BYTES or size + info.st_size > CALL_BYTES:
                    whole = False
                    continue
                parts.append(read_bytes(path))
                names.append([name, len(parts[-1])])
                size += len(parts[-1])
        data = b"\n".join([write_canonical(names).encode(), b"".join(parts)])
        if not parts or self.add_file(f"{self.locate_git(common)}/{now:x}", data):
            self.cache["tips"][key] = [tips, now, whole]
            return bool(whole)
        return False

    def list_git(self, common: str) -> Iterator[tuple[str, bytes]]:
        """(name, bytes) of the files of git's objects of a repository."""
        for path in walk_files(self.locate_git(common)):
            data = read_bytes(path, 0, 2 * CALL_BYTES)
            at = data.find(b"\n") + 1
            for name, size in disk.parse_json(data[:at]) if at else ():
                yield name, data[at : at + size]
                at += size

    def read_object(self, digest: str) -> bytes:
        """The bytes of that digest.  Fault where they are gone or altered."""
        data = read_bytes(f"{self.root}/{OBJECTS}/{digest[:2]}/{digest[2:]}")
        if digest_bytes(data) != digest:
            raise Fault("the copy is gone or was altered")
        return data

    def save_row(self, row: Row) -> str:
        """Writes a snapshot and gives its id; the last one's where nothing changed since."""
        body = {name: row[name] for name in ("repositories", "files", "unheld")}
        digest, last = digest_bytes(write_canonical(body).encode()), self.cache["last"]
        if last[1] != digest or not os.path.exists(f"{self.root}/{ROWS}/{last[0]}"):
            id = f"{int(self.now * 1000):011x}{os.urandom(2).hex()}"
            data = zlib.compress(write_canonical({**row, "id": id}).encode(), 1)
            write_whole(f"{self.root}/{ROWS}/{id}", data)
            self.spend(len(data))
            self.cache["last"] = [id, digest]
        data = write_canonical(self.cache).encode()
        if data != read_bytes(f"{self.root}/cache"):
            write_whole(f"{self.root}/cache", data)
        return str(self.cache["last"][0])

    def list_rows(self) -> list[str]:
        """Ids of all snapshots, the oldest first."""
        return sorted(name for name in os.listdir(f"{self.root}/{ROWS}") if "." not in name)

    def load_row(self, id: str) -> Row:
        """One snapshot.  Fault where it cannot be read."""
        try:
            row: Row = disk.parse_json(zlib.decompress(read_bytes(f"{self.root}/{ROWS}/{id}")))
        except (ValueError, zlib.error, RecursionError):
            raise Fault(f"snapshot {id} cannot be read") from None
        return row

    def sweep(self) -> None:
        """Once a day: what is past its 14 days goes; where the store is full, half of what is older than a day."""
        used, ages = set[str](), {id: self.now - int(id[:11], 16) / 1000 for id in self.list_rows()}
        half = sorted([0.0, *ages.values()])[len(ages) // 2]
        most = max(DAY, half) if self.full else DAYS * DAY
        for id, age in ages.items():
            try:
                row = self.load_row(id) if age <= most else {}
            except Fault:
                row = {}
            used.update(entry[1] for entry in list_entries(row).values())
            if not row:
                disk.remove_file(f"{self.root}/{ROWS}/{id}")
        for path in [*walk_files(f"{self.root}/{OBJECTS}", 1 << 20)]:
            if "".join(path.split("/")[-2:]) not in used:
                disk.remove_file(path)
        for path in [*walk_files(f"{self.root}/{GIT}", 1 << 20)]:
            if self.now - os.lstat(path).st_mtime > (2 if self.full else 2 * DAYS) * DAY:
                disk.remove_file(path)
        tips = {} if self.full else self.cache["tips"]
        sizes = (os.lstat(path).st_size for path in walk_files(self.root, 1 << 20))
        self.cache.update(swept=self.now, files={}, tips=tips, total=sum(sizes))
        self.spend(0)


def list_entries(row: Row) -> dict[str, Entry]:
    """All files of a snapshot: path -> entry."""
    found = dict(row.get("files", {}))
    for one in row.get("repositories", ()):
        found.update({**one["files"], **one["git"]})
    return found
