"""The disk: what is written is whole or not there, and what is read is a regular file of bounded size.

Folders are made 0700 and files 0600.  Links, FIFOs and devices in a file's place are refused, never followed: a
repository that was cloned could bring them.  Every function raises Fault and nothing else.

Cannot see: a file system that lies about locks (NFS without lockd) or about what it has stored.
"""

from __future__ import annotations

import fcntl
import posix
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MIB = 1 << 20
READ_MOST = 64 * MIB
LOCK_SECONDS = 3.0
# The settings of whoever owns the machine.
MACHINE = "/etc/autoskillit/guards.json"
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789._-")
if sys.platform == "darwin":
    MACHINE = "/Library/Application Support/AutoSkillit/guards.json"
else:  # macOS takes two cases of a name for one file
    PLAIN |= frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
SAFE = posix.O_NOFOLLOW | posix.O_CLOEXEC | posix.O_NONBLOCK
FORMAT, FOLDER, FILE, LINK = 0o170000, 0o040000, 0o100000, 0o120000  # of st_mode


class Fault(Exception):
    """What the person is told in one line: a file that cannot be used.  Whoever needed it has no opinion."""


def digest_bytes(data: bytes) -> str:
    """SHA-256 in hex, without `hashlib`, whose import costs more than the digest of a megabyte."""
    if sys.version_info >= (3, 12):
        from _sha2 import sha256  # type: ignore[import-not-found,unused-ignore]
    else:
        from _sha256 import sha256  # type: ignore[import-not-found,unused-ignore]
    return str(sha256(data).hexdigest())


def name_file(id: str) -> str:
    """A file name for an id: itself where it is harmless, else a readable part, `~` and a digest.

    No two ids share a name and none leaves its folder.
    """
    if id and len(id) <= 100 and id[0] not in ".-" and PLAIN.issuperset(id):
        return id
    readable = "".join(c for c in id[:60] if c in PLAIN).strip(".-")
    return f"{readable[:40]}~{digest_bytes(id.encode('utf-8', 'surrogatepass'))[:32]}"


def cut_name(path: str) -> str:
    """The folder that a path lies in; "/" is its own.  `os.path` is not used: `os` costs a tenth of a start."""
    return path.rstrip("/").rpartition("/")[0] or "/"


def stat_kind(path: str, follow: bool = False) -> int:
    """FILE, FOLDER, LINK or another format of st_mode; 0 where there is nothing."""
    try:
        return (posix.stat(path) if follow else posix.lstat(path)).st_mode & FORMAT
    except (OSError, ValueError):
        return 0


def make_folder(path: str) -> str:
    """The folder, made 0700 with those above it where it is missing."""
    try:
        posix.mkdir(path, 0o700)
    except FileExistsError:
        if stat_kind(path) != FOLDER:
            raise Fault(f"{path} is not a folder") from None
    except FileNotFoundError:
        above = cut_name(path)
        if above == path or stat_kind(above, True) == FOLDER:
            raise Fault(f"{path} cannot be made") from None
        make_folder(above)
        return make_folder(path)
    except OSError as error:
        raise Fault(f"{path}: {error.strerror}") from None
    return path


def open_regular(path: str, flags: int) -> int:
    """A descriptor of a regular file, -1 where there is none.  Links, FIFOs, devices, second names: Fault."""
    try:
        fd = posix.open(path, flags | SAFE, 0o600)
    except FileNotFoundError:
        if flags & posix.O_CREAT:
            raise Fault(f"{path} cannot be made") from None
        return -1
    except (OSError, ValueError) as error:
        if stat_kind(path) not in (0, FILE):
            raise Fault(f"{path} is not a regular file") from None
        raise Fault(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    info = posix.fstat(fd)
    if info.st_mode & FORMAT != FILE:
        posix.close(fd)
        raise Fault(f"{path} is not a regular file")
    if info.st_nlink > 1 and flags & (posix.O_WRONLY | posix.O_RDWR):
        posix.close(fd)
        raise Fault(f"{path} has a second name (a hard link)")
    return fd


def measure_file(path: str) -> int:
    """The size of a regular file in bytes, 0 where there is none.  Fault where something else stands there."""
    try:
        info = posix.lstat(path)
    except (OSError, ValueError):
        return 0
    if info.st_mode & FORMAT != FILE:
        raise Fault(f"{path} is not a regular file")
    return info.st_size


def read_bytes(path: str, start: int = 0, most: int = READ_MOST) -> bytes:
    """The bytes of a regular file from `start`, at most `most`; b"" where there is none."""
    fd = open_regular(path, posix.O_RDONLY)
    if fd < 0:
        return b""
    parts = []
    try:
        left = min(most, posix.fstat(fd).st_size - start)
        posix.lseek(fd, start, 0)
        while left > 0 and (data := posix.read(fd, left)):
            parts.append(data)
            left -= len(data)
    except OSError as error:
        raise Fault(f"{path}: {error.strerror}") from None
    finally:
        posix.close(fd)
    return b"".join(parts)


def read_lines(path: str, start: int = 0) -> Iterator[bytes]:
    """The lines of a regular file from `start` with their line ends; the last one may have none."""
    rest = b""
    while data := read_bytes(path, start, 4 * MIB):
        start += len(data)
        lines = split_lines(rest + data)
        rest = b"" if lines[-1].endswith(b"\n") else lines.pop()
        yield from lines
    if rest:
        yield rest


def split_lines(data: bytes) -> list[bytes]:
    """The lines of `data` with their ends; a line ends at `\\n` alone."""
    lines = [line + b"\n" for line in data.split(b"\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def write_all(fd: int, data: bytes) -> None:
    """All of `data` at the end of the descriptor's file, or an OSError with the file cut back to what it was."""
    size = posix.fstat(fd).st_size
    view = memoryview(data)
    try:
        while view:
            view = view[posix.write(fd, view) :]
    except OSError:
        posix.ftruncate(fd, size)
        raise


def append_lines(path: str, data: bytes, sync: bool = False) -> int:
    """Adds whole lines and gives the file's new size.  The caller holds the file's lock.

    A torn last line, as a crash leaves it, is closed first, so that it spoils no other.  With `sync` the bytes are
    on the disk when this returns.
    """
    fd = open_regular(path, posix.O_RDWR | posix.O_APPEND | posix.O_CREAT)
    try:
        size = posix.fstat(fd).st_size
        if size and posix.pread(fd, 1, size - 1) != b"\n":
            data = b"\n" + data
        write_all(fd, data)
        if sync:
            posix.fsync(fd)
        return size + len(data)
    except OSError as error:
        raise Fault(f"{path}: {error.strerror}") from None
    finally:
        posix.close(fd)


def write_whole(path: str, data: bytes, sync: bool = False) -> None:
    """The file's new content, whole or not at all."""
    if stat_kind(path) not in (0, FILE):
        raise Fault(f"{path} is not a regular file")
    temporary = f"{path}.{posix.getpid()}.tmp"
    fd = open_regular(temporary, posix.O_WRONLY | posix.O_CREAT | posix.O_TRUNC)
    try:
        write_all(fd, data)
        if sync:
            posix.fsync(fd)
        posix.replace(temporary, path)
    except OSError as error:
        remove_file(temporary)
        raise Fault(f"{path}: {error.strerror}") from None
    finally:
        posix.close(fd)


def remove_file(path: str) -> bool:
    """Unlinks the file; False where there was none or it stays."""
    try:
        posix.unlink(path)
    except OSError:
        return False
    return True


class Lock:
    """Holds `path` for a `with` block, across processes.  Fault after `seconds`."""

    __slots__ = ("fd", "path", "seconds")

    def __init__(self, path: str, seconds: float = LOCK_SECONDS) -> None:
        self.path, self.seconds, self.fd = path, seconds, -1

    def __enter__(self) -> Lock:
        self.fd = open_regular(self.path, posix.O_RDWR | posix.O_CREAT)
        wait, end = 0.001, 0.0
        while True:
            try:
                fcntl.flock(self.fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return self
            except OSError as error:
                now = time.monotonic()
                end = end or now + self.seconds
                if not isinstance(error, BlockingIOError) or now >= end:
                    posix.close(self.fd)
                    raise Fault(f"{self.path} is locked for over {self.seconds:g} s") from None
            time.sleep(wait)
            wait = min(wait * 1.5, 0.02)

    def __exit__(self, *error: object) -> None:
        posix.close(self.fd)
