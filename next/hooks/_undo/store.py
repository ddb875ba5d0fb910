"""A store of bytes by their digest, outside the project: what it holds comes back as it was, and it never outgrows 256 MiB.

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
    open_regular,
    read_bytes,
    remove_file,
    write_all,
    write_whole,
)
from hooks._stores.json import parse_json, write_canonical
from hooks._undo import walk_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._stores.world import World

FILES, FILE_BYTES, CALL_BYTES = 1_000, 16 << 20, 64 << 20
PROJECT_BYTES, DAYS, DAY, RETRY = 256 << 20, 14, 86_400.0, 600.0
LINK = -1  # in place of a mode


def digest_content(data: bytes) -> str:
    """40 hex digits that name the bytes."""
    try:
        from _blake2 import blake2b
    except ImportError:
        from hashlib import blake2b
    return str(blake2b(data, digest_size=20).hexdigest())


class Store:
    """One project's store, for one snapshot or one restoring.

    `count`, `size` are what this snapshot holds so far; `unheld` are paths that it does not; `end` is when it stops.
    """

    __slots__ = tuple("cache count end fresh full kept now root size spent unheld".split())

    def __init__(self, world: World, seconds: float = 1.0) -> None:
        self.root = world.locate_outside("snapshots")
        project = os.path.realpath(world.project)
        if f"{os.path.realpath(self.root)}/".startswith(f"{project}/"):
            raise Fault("the folder for snapshots lies in the project")
        for part in ("objects", "packs", "rows", "doors"):
            make_folder(f"{self.root}/{part}")
        self.now, self.end = world.now, time.monotonic() + seconds
        self.count = self.size = self.spent = 0
        self.fresh: dict[str, list[Any]] = {}
        self.kept: dict[str, list[Any]] = {}
        self.unheld: list[str] = []
        self.full = False
        self.cache: dict[str, Any] = {
            "files": {},
            "total": 0,
            "swept": 0.0,
            "last": ["", ""],
            "notes": {},
        }

    def open_cache(self, keep: bool = False) -> None:
        """Loads what the last snapshot knew; with `keep` its files stay known.  The caller holds the lock."""
        try:
            found = parse_json(read_bytes(f"{self.root}/cache"))
            if isinstance(found, dict) and found.keys() == self.cache.keys():
                self.cache = found
        except ValueError:
            self.cache["total"] = measure_store(self.root)
        self.full = self.cache["total"] >= PROJECT_BYTES
        self.fresh = dict(self.cache["files"]) if keep else {}

    def lock(self, seconds: float) -> Lock:
        return Lock(f"{self.root}/lock", seconds)

    def left(self) -> float:
        """Seconds until this snapshot stops."""
        return max(0.1, self.end - time.monotonic())

    def hold_file(self, path: str) -> list[Any] | None:
        """[mode, digest, size] of a file that the store now holds, [LINK, target, 0] of a link.

        None where there is no such file (a FIFO, a device, a folder), and where it is over the bounds: `unheld`.
        """
        if path in self.kept:
            return self.kept[path]
        try:
            info = os.lstat(path)
        except OSError:
            return None
        if stat.S_ISLNK(info.st_mode):
            return [LINK, os.readlink(path), 0]
        if not stat.S_ISREG(info.st_mode):
            return None
        if (
            self.count >= FILES
            or info.st_size > FILE_BYTES
            or self.size + info.st_size > CALL_BYTES
        ):
            self.unheld.append(path)
            return None
        mark = f"{info.st_size} {info.st_mtime_ns} {info.st_ctime_ns} {info.st_ino}"
        known = self.cache["files"].get(path)
        if not known or known[0] != mark:
            known = [mark, self.copy_file(path)]
        if not known[1]:
            self.unheld.append(path)
            return None
        self.count, self.size = self.count + 1, self.size + info.st_size
        # A file that was written a moment ago may be written again within one tick of the disk's clock.
        if time.time_ns() - info.st_mtime_ns > 20_000_000:
            self.fresh[path] = known
        entry = self.kept[path] = [stat.S_IMODE(info.st_mode), known[1], info.st_size]
        return entry

    def copy_file(self, path: str) -> str:
        """The digest of the file's bytes, which are now in the store; "" where that was not possible."""
        if time.monotonic() > self.end:
            return ""
        try:
            data = read_bytes(path, 0, FILE_BYTES + 1)
        except Fault:
            return ""
        return self.hold_bytes(data) if len(data) <= FILE_BYTES else ""

    def hold_bytes(self, data: bytes) -> str:
        """The digest of bytes that are now in the store; "" where it is full or the disk fails."""
        digest = digest_content(data)
        place = f"{self.root}/objects/{digest[:2]}/{digest[2:]}"
        if os.path.exists(place):
            return digest
        if self.full:
            return ""
        try:
            make_folder(os.path.dirname(place))
            write_whole(place, data)
        except Fault:
            return ""
        self.spend(len(data))
        return digest

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

    def save_row(self, row: dict[str, Any]) -> str:
        """Writes a snapshot and gives its id; the last one's where nothing changed since."""
        body = write_canonical(
            {name: row[name] for name in row if name in ("repositories", "files", "unheld")}
        )
        print_, last = digest_content(body.encode()), self.cache["last"]
        moved = self.fresh != self.cache["files"] or self.spent
        self.cache["files"] = self.fresh
        id = str(last[0])
        if last[1] != print_ or not os.path.exists(f"{self.root}/rows/{id}"):
            id = f"{int(self.now * 1000):011x}{os.urandom(2).hex()}"
            data = zlib.compress(write_canonical({**row, "id": id}).encode(), 1)
            write_whole(f"{self.root}/rows/{id}", data)
            self.spend(len(data))
            self.cache["last"] = [id, print_]
            moved = True
        if self.now - self.cache["swept"] > (RETRY if self.full else DAY):
            self.sweep()
            moved = True
        if moved:
            write_whole(f"{self.root}/cache", write_canonical(self.cache).encode())
        return id

    def list_rows(self) -> list[str]:
        """Ids of all snapshots, the oldest first."""
        return sorted(name for name in os.listdir(f"{self.root}/rows") if "." not in name)

    def load_row(self, id: str) -> dict[str, Any]:
        """One snapshot.  Fault where it cannot be read."""
        try:
            found = parse_json(zlib.decompress(read_bytes(f"{self.root}/rows/{id}")))
        except (ValueError, zlib.error, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise Fault(f"snapshot {id} cannot be read")
        return found

    def sweep(self) -> None:
        """Takes away what is past its 14 days, then the oldest until there is room; none younger than a day."""
        self.cache["swept"] = self.now
        ids = self.list_rows()
        ages = {id: self.now - int(id[:11], 16) / 1000 for id in ids}
        gone = [id for id in ids if ages[id] > DAYS * DAY]
        while True:
            for id in gone:
                remove_file(f"{self.root}/rows/{id}")
            ids = [id for id in ids if id not in gone]
            self.remove_unused(ids)
            self.cache["total"] = measure_store(self.root)
            self.full = self.cache["total"] >= PROJECT_BYTES
            old = [id for id in ids if ages[id] > DAY]
            if self.cache["total"] < PROJECT_BYTES * 3 // 4 or not old:
                return
            gone = old[: len(old) // 4 + 1]

    def remove_unused(self, ids: list[str]) -> None:
        """Removes objects and packs that none of the snapshots names."""
        used: set[str] = set()
        for id in ids:
            try:
                row = self.load_row(id)
            except Fault:
                continue
            used.update(entry[1] for entry in list_entries(row))
            used.update(pack for one in row["repositories"] for pack in one["packs"])
        for folder in ("objects", "packs"):
            for path in list(walk_files(f"{self.root}/{folder}", 1 << 20)):
                name = path[len(f"{self.root}/{folder}/") :].replace("/", "").partition(".")[0]
                if name not in used:
                    remove_file(path)


def list_entries(row: dict[str, Any]) -> list[list[Any]]:
    """All entries of files in a snapshot."""
    found = list(row["files"].values())
    for one in row["repositories"]:
        found += [*one["files"].values(), *one["git"].values()]
    return found


def measure_store(root: str) -> int:
    """Bytes of all files in the store but the doors."""
    folders = ("objects", "packs", "rows")
    return sum(
        os.lstat(path).st_size for name in folders for path in walk_files(f"{root}/{name}", 1 << 20)
    )


def write_new(path: str, data: bytes, mode: int) -> None:
    """A file that did not exist, with its mode.  Fault where something stands there."""
    fd = open_regular(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        write_all(fd, data)
        os.fchmod(fd, mode)
    except OSError as error:
        raise Fault(f"{path}: {error.strerror}") from None
    finally:
        os.close(fd)
