"""A store of bytes by their digest, outside the project: what it holds comes back as it was; at most 256 MiB a project.

    $XDG_STATE_HOME/autoskillit/snapshots/PROJECT/    0700; files 0600
        objects/aa/DIGEST    packs/NAME.pack .idx    rows/ID (one snapshot, zlib and JSON)    cache    lock    doors/

A file whose size, times and inode are those of the last snapshot is not read again.  The caller holds the lock.

Cannot see: a write that leaves size, times and inode as they were; a file that changes while it is copied.
"""

from __future__ import annotations

import os
import stat
import time
import zlib

from hooks._stores import (
    Fault,
    Lock,
    make_folder,
    parse_json,
    read_bytes,
    remove_file,
    write_canonical,
    write_whole,
)
from hooks._undo import walk_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._stores.world import World

    Row = dict[str, Any]
    Entry = list[Any]  # [mode, digest, size]; of a link [LINK, target, 0]

FILES, FILE_BYTES, CALL_BYTES = 1_000, 16 << 20, 64 << 20
PROJECT_BYTES, DAYS, DAY, RETRY = 256 << 20, 14, 86_400.0, 600.0
LINK, TICK = -1, 20_000_000  # nanoseconds within which a disk's clock may stand still
PARTS = ("objects", "packs", "rows")


def digest_content(data: bytes) -> str:
    """40 hex digits that name the bytes."""
    try:
        from _blake2 import blake2b
    except ImportError:
        from hashlib import blake2b
    return str(blake2b(data, digest_size=20).hexdigest())


class Store:
    """One project's store, for one snapshot or one restoring.

    `kept` is what this snapshot holds, `size` its bytes; `unheld` are paths that it does not; `end` is when it stops.
    """

    __slots__ = tuple("cache end fresh full kept now root size spent unheld".split())

    def __init__(self, world: World, seconds: float = 1.0) -> None:
        self.root, self.now = world.locate_outside("snapshots"), world.now
        if os.path.realpath(self.root).startswith(f"{os.path.realpath(world.project)}/"):
            raise Fault("the folder for snapshots lies in the project")
        for part in (*PARTS, "doors"):
            make_folder(f"{self.root}/{part}")
        self.end, self.size, self.spent, self.full = time.monotonic() + seconds, 0, 0, False
        self.kept: dict[str, Entry] = {}
        self.unheld: list[str] = []
        self.cache: Row = {"files": {}, "total": 0, "swept": 0.0, "last": ["", ""], "packs": {}}
        self.fresh: Row = {}

    def lock(self, seconds: float) -> Lock:
        return Lock(f"{self.root}/lock", seconds)

    def open_cache(self, keep: bool = False) -> None:
        """Loads what the last snapshot knew; with `keep` its files stay known."""
        try:
            found = parse_json(read_bytes(f"{self.root}/cache"))
            self.cache = found if found.keys() == self.cache.keys() else self.cache
        except (ValueError, AttributeError):
            self.cache["total"] = self.measure()
        self.full = self.cache["total"] >= PROJECT_BYTES
        self.fresh = dict(self.cache["files"]) if keep else {}

    def left(self) -> float:
        """Seconds until this snapshot stops."""
        return max(0.1, self.end - time.monotonic())

    def measure(self) -> int:
        paths = (path for part in PARTS for path in walk_files(f"{self.root}/{part}", 1 << 20))
        return sum(os.lstat(path).st_size for path in paths)

    def hold_file(self, path: str, into: Row) -> None:
        """Adds the entry of a file that the store now holds; what is over the bounds is `unheld`.

        No file at all, a folder, a FIFO, a device: nothing.
        """
        try:
            info = os.lstat(path)
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
                self.fresh[path] = known
            self.kept[path] = [stat.S_IMODE(info.st_mode), known[1], info.st_size]
        into[path] = self.kept[path]

    def copy_file(self, path: str) -> str:
        """The digest of the file's bytes, which are now in the store; "" where it is full, late or unreadable."""
        try:
            data = read_bytes(path, 0, FILE_BYTES) if time.monotonic() < self.end else None
            digest = digest_content(data or b"")
            place = f"{self.root}/objects/{digest[:2]}/{digest[2:]}"
            if data is None or os.path.exists(place):
                return "" if data is None else digest
            if self.full:
                return ""
            make_folder(os.path.dirname(place))
            write_whole(place, data)
        except Fault:
            return ""
        self.spend(len(data))
        return digest

    def open_chain(self, key: str) -> dict[str, str]:
        """{id: pack that holds what it reaches}; nothing where a pack is gone."""
        chain: dict[str, str] = self.cache["packs"].get(key, {})
        there = all(
            os.path.exists(f"{self.root}/packs/{one}.idx") for one in {*chain.values()} - {""}
        )
        return chain if there else {}

    def spend(self, size: int) -> None:
        self.spent += size
        self.cache["total"] += size
        self.full = self.cache["total"] >= PROJECT_BYTES

    def read_object(self, digest: str) -> bytes:
        """The bytes of that digest.  Fault where they are gone or altered."""
        data = read_bytes(f"{self.root}/objects/{digest[:2]}/{digest[2:]}")
        if digest_content(data) != digest:
            raise Fault("the copy is gone or was altered")
        return data

    def save_row(self, row: Row) -> str:
        """Writes a snapshot and gives its id; the last one's where nothing changed since."""
        body = {name: row[name] for name in ("repositories", "files", "unheld")}
        digest, last = digest_content(write_canonical(body).encode()), self.cache["last"]
        moved, self.cache["files"] = self.fresh != self.cache["files"] or self.spent, self.fresh
        if last[1] != digest or not os.path.exists(f"{self.root}/rows/{last[0]}"):
            id = f"{int(self.now * 1000):011x}{os.urandom(2).hex()}"
            data = zlib.compress(write_canonical({**row, "id": id}).encode(), 1)
            write_whole(f"{self.root}/rows/{id}", data)
            self.spend(len(data))
            last, moved = [id, digest], True
        if self.now - self.cache["swept"] > (RETRY if self.full else DAY):
            self.sweep()
            moved = True
        self.cache["last"] = last
        if moved:
            write_whole(f"{self.root}/cache", write_canonical(self.cache).encode())
        return str(last[0])

    def list_rows(self) -> list[str]:
        """Ids of all snapshots, the oldest first."""
        return sorted(name for name in os.listdir(f"{self.root}/rows") if "." not in name)

    def load_row(self, id: str) -> Row:
        """One snapshot.  Fault where it cannot be read."""
        try:
            row: Row = parse_json(zlib.decompress(read_bytes(f"{self.root}/rows/{id}")))
        except (ValueError, zlib.error, RecursionError):
            raise Fault(f"snapshot {id} cannot be read") from None
        return row

    def sweep(self) -> None:
        """Takes away what is past its 14 days, then the oldest until there is room; none younger than a day."""
        self.cache["swept"] = self.now
        ages = {id: self.now - int(id[:11], 16) / 1000 for id in self.list_rows()}
        gone = [id for id in ages if ages[id] > DAYS * DAY]
        while True:
            for id in gone:
                remove_file(f"{self.root}/rows/{id}")
                del ages[id]
            self.remove_unused(list(ages))
            self.cache["total"] = self.measure()
            self.full = self.cache["total"] >= PROJECT_BYTES
            old = [id for id in ages if ages[id] > DAY]
            if self.cache["total"] < PROJECT_BYTES * 3 // 4 or not old:
                return
            gone = old[: len(old) // 4 + 1]

    def remove_unused(self, ids: list[str]) -> None:
        """Removes objects and packs that none of the snapshots names."""
        used = {pack for chain in self.cache["packs"].values() for pack in chain.values()}
        for id in ids:
            try:
                row = self.load_row(id)
            except Fault:
                remove_file(f"{self.root}/rows/{id}")
                continue
            used.update(entry[1] for entry in list_entries(row).values())
            used.update(pack for one in row["repositories"] for pack in one["packs"])
        for folder in PARTS[:2]:
            for path in list(walk_files(f"{self.root}/{folder}", 1 << 20)):
                name = path[len(f"{self.root}/{folder}/") :].replace("/", "").partition(".")[0]
                if name not in used:
                    remove_file(path)


def list_entries(row: Row) -> dict[str, Entry]:
    """All files of a snapshot: path -> entry."""
    found = dict(row["files"])
    for one in row["repositories"]:
        found.update({**one["files"], **one["git"]})
    return found
