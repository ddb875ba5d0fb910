"""The disk: folders, safe names, locks, appends, atomic replacement.  Raises Fault or OSError, nothing else.

Folders are made 0700 and files 0600.  Symbolic links, FIFOs and devices in a file's place are refused, not
followed: a repository that one clones could bring them.
"""
from __future__ import annotations

import sys
import time

from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789._-")
UPPER = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
FOLDS_CASE = sys.platform in ("darwin", "win32", "cygwin")
DEVICES = frozenset(("con", "prn", "aux", "nul", *(f"com{i}" for i in range(10)), *(f"lpt{i}" for i in range(10))))
NOFOLLOW = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(
    os, "O_BINARY", 0)
STEP = 1 << 16          # bytes that are read at once of what has no length, as a pipe
LOCK_SECONDS = 3.0


class Fault(Exception):
    """Something that the person is told in one line; what needed it has no opinion.  `busy`: another process held a
    lock for too long."""

    busy = False


def safe_name(id: str) -> str:
    """A file name for an id: itself where that is harmless, else a readable part, `~` and a digest.

    No two ids share a name (`~` stands in no plain name; on file systems that fold case an id with
    capitals is digested too), and no name leaves its folder.

    >>> safe_name("08f7ecae-6301"), safe_name("../x").startswith("x~"), safe_name("")[:1]
    ('08f7ecae-6301', True, '~')
    """
    allowed = PLAIN if FOLDS_CASE else PLAIN | UPPER
    if id and len(id) <= 100 and id[0] not in ".-" and allowed.issuperset(id) and not id.endswith(".") \
            and id.split(".")[0].lower() not in DEVICES:
        return id
    from hooks._stores.ledger import digest

    readable = "".join(c for c in id.lower()[:60] if c in PLAIN).strip(".-")
    return f"{readable[:40]}~{digest(id.encode('utf-8', 'surrogatepass'))[:32]}"


def make_folder(path: str) -> str:
    """The folder, made 0700 if need be.  Raises Fault where something else stands there."""
    try:
        os.mkdir(path, 0o700)
    except FileExistsError:
        if os.path.islink(path) or not os.path.isdir(path):
            raise Fault(f"{path} is not a folder of ours") from None
    except FileNotFoundError:
        above = os.path.dirname(path)
        if os.path.isdir(above):        # as in /proc: nothing can be made there
            raise Fault(f"{path} cannot be made") from None
        make_folder(above)
        return make_folder(path)
    return path


LONGEST_LINE = 16 * 1024 * 1024     # bytes


def open_file(path: str, flags: int) -> int:
    """A descriptor of a regular file.  Raises FileNotFoundError, and Fault for anything else that is wrong with it."""
    try:
        fd = os.open(path, flags | NOFOLLOW, 0o600)
    except FileNotFoundError:
        raise
    except OSError as e:
        if os.path.islink(path) or os.path.isdir(path):
            raise Fault(f"{path} is not a regular file") from None
        raise Fault(f"{path}: {e.strerror}") from None
    if (os.fstat(fd).st_mode & 0o170000) != 0o100000:
        os.close(fd)
        raise Fault(f"{path} is not a regular file")
    if flags & (os.O_WRONLY | os.O_RDWR) and os.fstat(fd).st_nlink > 1:
        os.close(fd)
        raise Fault(f"{path} has a second name, a hard link: what is written here would be written there")
    return fd


def read(path: str, limit: int = 64 * 1024 * 1024, start: int = 0) -> bytes:
    """The file's bytes from `start`, at most `limit`; b"" where there is none."""
    try:
        fd = open_file(path, os.O_RDONLY)
    except FileNotFoundError:
        return b""
    try:
        return read_fd(fd, limit, start)
    finally:
        os.close(fd)


def read_fd(fd: int, limit: int, start: int = 0) -> bytes:
    """At most `limit` bytes from `start` on.  Raises OSError."""
    if start:
        os.lseek(fd, start, os.SEEK_SET)
    parts = []
    step = max(os.fstat(fd).st_size - start + 1, STEP)      # in one piece, where it is as long as it says
    while limit > 0:
        part = os.read(fd, min(limit, step))
        if not part:
            break
        parts.append(part)
        limit, step = limit - len(part), 1 << 20
    return parts[0] if len(parts) == 1 else b"".join(parts)


def lines(path: str, start: int = 0) -> Iterator[bytes]:
    """The file's lines with their newlines, in order, in little memory; a line beyond 16 MiB is cut into pieces."""
    try:
        fd = open_file(path, os.O_RDONLY)
    except FileNotFoundError:
        return
    with open(fd, "rb") as file:
        file.seek(start)
        while True:
            raw = file.readline(LONGEST_LINE)
            if not raw:
                return
            yield raw


def write_all(fd: int, data: bytes) -> None:
    """All of it, or an OSError with the file cut back to what it was."""
    size = os.fstat(fd).st_size
    view = memoryview(data)
    try:
        while view:
            view = view[os.write(fd, view):]
    except OSError:
        os.ftruncate(fd, size)
        raise


def append(path: str, data: bytes) -> int:
    """Adds whole lines to the file (the caller holds its lock) and gives its new size.

    A torn last line, as a crash or a full disk leaves it, is closed first, so that it spoils no other.
    """
    fd = open_file(path, os.O_RDWR | os.O_APPEND | os.O_CREAT)
    try:
        size = os.fstat(fd).st_size
        if size:
            os.lseek(fd, size - 1, os.SEEK_SET)
            if os.read(fd, 1) != b"\n":
                data = b"\n" + data
        write_all(fd, data)
        return size + len(data)
    finally:
        os.close(fd)


def replace(path: str, data: bytes) -> None:
    """The file's new content, whole or not at all."""
    temporary = f"{path}.{os.getpid()}.tmp"
    fd = open_file(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    try:
        write_all(fd, data)
    except OSError:
        os.close(fd)
        os.unlink(temporary)
        raise
    os.close(fd)
    os.replace(temporary, path)


def remove(path: str) -> bool:
    """Unlinks the file; False where there was none."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    return True


class Lock:
    """Holds `path` exclusively for a `with` block, across processes.  Raises Fault after LOCK_SECONDS."""

    def __init__(self, path: str, seconds: float = LOCK_SECONDS) -> None:
        self.path, self.seconds, self.fd = path, seconds, -1

    def __enter__(self) -> Lock:
        self.fd = open_file(self.path, os.O_RDWR | os.O_CREAT)
        wait, end = 0.001, 0.0
        while not _try_lock(self.fd):
            now = time.monotonic()
            end = end or now + self.seconds
            if now >= end:
                os.close(self.fd)
                fault = Fault(f"{self.path} is locked by another process for over {self.seconds:g} s")
                fault.busy = True
                raise fault
            time.sleep(wait)
            wait = min(wait * 1.5, 0.02)
        return self

    def __exit__(self, *exc: object) -> None:
        _unlock(self.fd)
        os.close(self.fd)


if sys.platform == "win32":
    import msvcrt

    def _try_lock(fd: int) -> bool:
        os.lseek(fd, 0, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(fd: int) -> None:
        os.lseek(fd, 0, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def _try_lock(fd: int) -> bool:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_UN)
