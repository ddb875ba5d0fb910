"""How far an export went: nothing twice and nothing lost, whenever the exporter is killed.

The cursor's file is replaced whole, before a batch (what will be written, and where in the output it begins) and after
it.  A batch's bytes follow from the ledger and from where it ends, so that the next start writes what of it is not
there yet; a line that was cut short is cut off and written anew.

A ledger is known by its file (inode) and its first line.  One that was moved is read to its end first; one that was cut
back goes on behind the last row that left; another one of the same name begins at its first row.
"""
from __future__ import annotations

import os

from hooks._stores import disk
from hooks._stores.disk import Fault
from hooks._stores.json import dumps, loads
from hooks._stores.ledger import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypedDict

    class Mark(TypedDict):
        """Of one ledger: its file, the digest of its first line, bytes that were read, the last row's number."""

        inode: int
        first: str
        at: int
        seq: int

MOST = 64 * 1024 * 1024


class Cursor:
    """`marks`: a ledger's name -> Mark.  `pending`: the mark of a batch that may not be whole, by its ledger's name."""

    __slots__ = ("marks", "only", "output", "path", "pending", "until")

    def __init__(self, path: str, only: str = "") -> None:
        """`only`: which rows are wanted, in words.  Raises Fault where the file is not one of these, or of others."""
        self.path, self.marks, self.pending = path, dict[str, "Mark"](), dict[str, "Mark"]()
        self.output: list[int] = [0, 0]     # the inode of the output, and its size as the pending batch began
        self.only = only
        self.until = 0      # the byte of its ledger at which the pending batch ends
        held = disk.read(path, MOST) if path else b""
        if not held:
            return
        try:
            found = loads(held)
            self.marks, self.pending = ({str(name): _mark(one) for name, one in found[kind].items()}
                                        for kind in ("marks", "pending"))
            self.output = [int(one) for one in found["output"][:2]]
            self.until, before = int(found.get("until", 0)), str(found.get("only", only))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise Fault(f"{path} is no cursor of guardctl export; name another file, or remove it") from None
        if before != only and self.marks:
            raise Fault(f"{path} was used for {before or 'all rows'}: what was passed over then does not come now; "
                        "name another cursor")

    def save(self) -> None:
        """Replaces the file, where there is one.  Raises OSError."""
        if self.path:
            disk.replace(self.path, dumps({"marks": self.marks, "pending": self.pending,
                                           "output": self.output, "until": self.until, "only": self.only}).encode())

    def of(self, path: str) -> Mark:
        """Where to go on in a ledger."""
        name, now = os.path.basename(path), begun(path)
        mark = self.marks.get(name)
        if mark is None or mark["first"] != now["first"]:
            return now
        if os.path.getsize(path) < mark["at"]:
            return {**now, "seq": mark["seq"]}      # cut back: what left already is passed over by its number
        return {**mark, "inode": now["inode"]}

    def moved(self, folder: str) -> list[tuple[str, str]]:
        """(name, path now) of ledgers that another file has taken the place of, and that lie beside it."""
        known = {mark["inode"]: name for name, mark in self.marks.items()}
        found = []
        for entry in os.scandir(folder) if os.path.isdir(folder) else ():
            name = known.get(entry.inode())
            if name and name != entry.name and entry.is_file(follow_symlinks=False) and os.path.exists(
                    os.path.join(folder, name)) and entry.stat().st_size > self.marks[name]["at"]:
                found.append((name, entry.path))
        return found


def _mark(one: Mapping[str, object]) -> Mark:
    """A mark as the file holds it.  Raises KeyError, TypeError, ValueError."""
    inode, first, at, seq = one["inode"], one["first"], one["at"], one["seq"]
    if not (isinstance(inode, int) and isinstance(first, str) and isinstance(at, int) and isinstance(seq, int)):
        raise ValueError("mark")
    return {"inode": inode, "first": first, "at": at, "seq": seq}


def begun(path: str) -> Mark:
    """The mark of a ledger of which nothing has left."""
    first = next(disk.lines(path), b"")
    return {"inode": os.stat(path).st_ino, "first": digest(first) if first.endswith(b"\n") else "", "at": 0, "seq": 0}


def file_of(folder: str, name: str, inode: int) -> str:
    """A ledger's file, wherever it was moved to in its folder."""
    path = os.path.join(folder, name)
    if os.path.exists(path) and os.stat(path).st_ino == inode:
        return path
    return next((entry.path for entry in os.scandir(folder) if entry.inode() == inode), path)


class Output:
    """A file that grows, for a shipper to follow; it may be moved away (rotated) at any time."""

    __slots__ = ("path",)

    def __init__(self, path: str) -> None:
        self.path = path

    def place(self) -> list[int]:
        """[inode, size] of the file, made where there is none."""
        fd = disk.open_file(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        try:
            told = os.fstat(fd)
            return [told.st_ino, told.st_size]
        finally:
            os.close(fd)

    def put(self, lines: list[bytes]) -> None:
        """Appends lines, each with its newline.  Raises OSError."""
        fd = disk.open_file(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        try:
            disk.write_all(fd, b"".join(lines))
        finally:
            os.close(fd)

    def mended(self, place: list[int]) -> int:
        """How many lines of a batch that began there are whole; a torn one is cut off."""
        path = self._found(place[0])
        if not path:
            return 0
        tail = disk.read(path, MOST, place[1])
        whole = tail.rfind(b"\n") + 1
        if whole < len(tail):
            os.truncate(path, place[1] + whole)
        return tail.count(b"\n")

    def _found(self, inode: int) -> str:
        """The file of that inode: the output, or what it was moved to in its folder; "" for none."""
        found = file_of(os.path.dirname(os.path.abspath(self.path)), os.path.basename(self.path), inode)
        return found if os.path.exists(found) and os.stat(found).st_ino == inode else ""
