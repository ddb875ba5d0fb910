"""The disk and JSON: what is written is whole or not there; what is read is a regular file of bounded size.

Folders are made 0700 and files 0600.  Links, FIFOs and devices in a file's place are refused: a repository could bring
them.  Every function of files raises Fault and nothing else.  JSON goes through the C scanner and encoder below the
standard library's `json`, whose import costs more than the rest of a silent hook.
Cannot see: a file system that lies about locks or about what it has stored; duplicate keys (the last one counts).
"""

from __future__ import annotations

import _json
import posix
import sys
import time

from guards import Any, Callable, Iterator

_sha = __import__("_sha2" if sys.version_info >= (3, 12) else "_sha256")
MIB, READ_MOST = 1 << 20, 64 << 20
MACHINE = "/etc/autoskillit/guards.json"  # the settings of whoever owns the machine
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789._-")
if sys.platform == "darwin":
    MACHINE = "/Library/Application Support/AutoSkillit/guards.json"
else:  # macOS takes two cases of a name for one file
    PLAIN |= frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
SAFE = posix.O_NOFOLLOW | posix.O_CLOEXEC | posix.O_NONBLOCK
FORMAT, FOLDER, FILE, LINK = 0o170000, 0o040000, 0o100000, 0o120000  # of st_mode
BLANK = " \t\n\r"


class Fault(Exception):
    """A file that cannot be used, in one line for a person."""


def digest_bytes(data: bytes) -> str:
    """SHA-256 in hex, without `hashlib`, whose import costs more than the digest of a megabyte."""
    return str(_sha.sha256(data).hexdigest())


def name_file(id: str) -> str:
    """A file name for an id, no other's: itself where it is harmless, else a readable part, `~` and a digest."""
    if id and len(id) <= 100 and id[0] not in ".-" and PLAIN.issuperset(id):
        return id
    readable = "".join(c for c in id[:60] if c in PLAIN).strip(".-")
    return f"{readable[:40]}~{digest_bytes(id.encode('utf-8', 'surrogatepass'))[:32]}"


def cut_name(path: str) -> str:
    """The folder that a path lies in; "/" is its own.  `os.path` is not used: `os` costs a tenth of a start."""
    return path.rstrip("/").rpartition("/")[0] or "/"


def stat_path(path: str, follow: bool) -> Any:
    """What the disk says of a path; None where there is nothing."""
    try:
        return posix.stat(path, follow_symlinks=follow)
    except (OSError, ValueError):
        return None


def stat_kind(path: str, follow: bool = False) -> int:
    """FILE, FOLDER, LINK or another format of st_mode; 0 where there is nothing."""
    info = stat_path(path, follow)
    return info.st_mode & FORMAT if info else 0


def stat_file(path: str) -> list[int]:
    """What changes when a file does; [] where there is none.  Links count as what they name."""
    info = stat_path(path, True)
    return [info.st_ino, info.st_size, info.st_mtime_ns, info.st_ctime_ns] if info else []


def make_folder(path: str) -> str:
    """The folder, made 0700 with those above it where it is missing."""
    above = cut_name(path)
    if stat_kind(path) != FOLDER:
        if stat_kind(above, True) != FOLDER and above != "/":
            make_folder(above)
        try:
            posix.mkdir(path, 0o700)
        except OSError as error:
            if stat_kind(path) != FOLDER:  # another process may have made it meanwhile
                raise Fault(f"{path} cannot be made: {error.strerror}") from None
    return path


class Opened:
    """The descriptor of a regular file for a `with` block, -1 where there is none.  Fault for links, FIFOs, devices, a
    second name where it is written, and for an OSError in the block."""

    def __init__(self, path: str, flags: int) -> None:
        self.path, self.fd, why = path, -1, ""
        try:
            self.fd = posix.open(path, flags | SAFE, 0o600)
            info = posix.fstat(self.fd)
            if info.st_nlink > 1 and flags & (posix.O_WRONLY | posix.O_RDWR):
                why = "has a second name (a hard link)"
            why = why if info.st_mode & FORMAT == FILE else "is not a regular file"
        except (OSError, ValueError) as error:
            if stat_kind(path) not in (0, FILE):
                why = "is not a regular file"
            elif not isinstance(error, FileNotFoundError) or flags & posix.O_CREAT:
                why = f"cannot be opened: {getattr(error, 'strerror', '') or 'it is no path'}"
        if why:
            self.__exit__()
            raise Fault(f"{path} {why}")

    def __enter__(self) -> int:
        return self.fd

    def __exit__(self, kind: object = None, error: object = None, trace: object = None) -> None:
        if self.fd >= 0:
            posix.close(self.fd)
        if isinstance(error, OSError) and error.strerror:  # not the TimeoutError of limit_cpu
            raise Fault(f"{self.path}: {error.strerror}") from None


def measure_file(path: str) -> int:
    """The size of a regular file in bytes, 0 where there is none.  Fault where something else stands there."""
    info = stat_path(path, False)
    if info and info.st_mode & FORMAT != FILE:
        raise Fault(f"{path} is not a regular file")
    return info.st_size if info else 0


def read_bytes(path: str, start: int = 0, most: int = READ_MOST) -> bytes:
    """The bytes of a regular file from `start`, at most `most`; b"" where there is none."""
    parts = []
    with Opened(path, posix.O_RDONLY) as fd:
        left = min(most, posix.fstat(fd).st_size - start) if fd >= 0 else 0
        while left > 0 and (data := posix.pread(fd, left, start)):
            parts.append(data)
            start, left = start + len(data), left - len(data)
    return b"".join(parts)


def read_text(path: str) -> str:
    """The text of a file of at most 1 MiB; "" for anything else that may stand there."""
    try:
        return read_bytes(path, 0, MIB).decode("utf-8", "surrogateescape")
    except Fault:
        return ""


def read_lines(path: str, start: int = 0) -> Iterator[bytes]:
    """The lines of a regular file from `start` with their ends, `\\n` alone; the last one may have none."""
    rest = b""
    while data := read_bytes(path, start, 4 * MIB):
        start += len(data)
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield line + b"\n"
    if rest:
        yield rest


def write_all(fd: int, data: bytes, sync: bool) -> None:
    """All of `data` at the end of the descriptor's file, or an OSError with the file cut back to what it was."""
    size, view = posix.fstat(fd).st_size, memoryview(data)
    try:
        while view:
            view = view[posix.write(fd, view) :]
        if sync:
            posix.fsync(fd)
    except OSError:
        posix.ftruncate(fd, size)
        raise


def append_lines(path: str, data: bytes, sync: bool = False) -> int:
    """Adds whole lines, and a line's end behind a torn one; gives the new size.  The caller holds the file's lock."""
    with Opened(path, posix.O_RDWR | posix.O_APPEND | posix.O_CREAT) as fd:
        size = posix.fstat(fd).st_size
        if size and posix.pread(fd, 1, size - 1) != b"\n":
            data = b"\n" + data
        write_all(fd, data, sync)
    return size + len(data)


def write_whole(path: str, data: bytes, sync: bool = False) -> None:
    """The file's new content, whole or not at all."""
    measure_file(path)  # a Fault where something else stands there
    temporary = f"{path}.{posix.getpid()}.tmp"
    try:
        with Opened(temporary, posix.O_WRONLY | posix.O_CREAT | posix.O_TRUNC) as fd:
            write_all(fd, data, sync)
            posix.replace(temporary, path)
    except Fault:
        remove_file(temporary)
        raise


def remove_file(path: str) -> bool:
    """Unlinks the file; False where there was none or it stays."""
    try:
        posix.unlink(path)
    except OSError:
        return False
    return True


class Lock:
    """Holds `path` for a `with` block against other processes; never twice in one.  Fault after `seconds`."""

    def __init__(self, path: str, seconds: float = 3.0) -> None:
        self.path, self.seconds = path, seconds

    def __enter__(self) -> Lock:
        self.file = Opened(self.path, posix.O_RDWR | posix.O_CREAT)
        end = time.monotonic() + self.seconds
        while True:
            try:
                posix.lockf(self.file.fd, posix.F_TLOCK, 0)
                return self
            except OSError as error:
                if not isinstance(error, BlockingIOError) or time.monotonic() >= end:
                    self.file.__exit__()
                    raise Fault(f"{self.path} is locked for over {self.seconds:g} s") from None
            time.sleep(0.002)

    def __exit__(self, *error: object) -> None:
        self.file.__exit__()


def _parse_float(text: str) -> float | None:
    """A number too large for a float reads as null, as NaN does."""
    number = float(text)
    return number if number - number == 0 else None


# What the C scanner reads of a JSONDecoder; a class of its own takes longer to make than a call to read.
_namespace: Any = type(sys.implementation)
_options = _namespace(strict=False, object_hook=None, object_pairs_hook=None, parse_int=int)
_options.parse_float, _options.parse_constant = _parse_float, {}.get
_scan = _json.make_scanner(_options)


def _build_encoder(quote: Any, sort: bool) -> Callable[[object], str]:
    make = _json.make_encoder({}, str, quote, None, ":", ",", sort, False, True)
    return lambda value: "".join(make(value, 0))


_write_plain = _build_encoder(_json.encode_basestring, False)
# One spelling a value: sorted keys, no blanks, ASCII.  What digests and signatures are made of.
write_canonical = _build_encoder(_json.encode_basestring_ascii, True)


def scan_json(text: str | bytes) -> tuple[Any, str]:
    """The JSON value that a text begins with, and what stands behind it.  ValueError, RecursionError as parse_json."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    start = len(text) - len(text.lstrip(f"{BLANK}\ufeff"))
    try:
        value, end = _scan(text, start)
    except (StopIteration, SystemError):  # SystemError: it looks for json.decoder's exception class
        raise ValueError("not JSON") from None
    return value, text[end:]


def parse_json(text: str | bytes) -> Any:
    """The value of a JSON text.  ValueError for anything else, RecursionError for too deep a nesting."""
    value, rest = scan_json(text)
    if rest.strip(BLANK):
        raise ValueError("text after the JSON value")
    return value


def write_json(value: object) -> str:
    """One line, readable in any language; ASCII escapes where a lone surrogate could not be written as UTF-8."""
    text = _write_plain(value)
    try:
        text.isascii() or text.encode("utf-8")
    except UnicodeEncodeError:
        return write_canonical(value)
    return text
