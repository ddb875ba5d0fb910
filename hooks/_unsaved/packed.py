"""What an archive would put where: the names of its members, as far as they can be told in time.

Law: an archive that is not there, cannot be read or is too large names nothing; no member is unpacked.
"""
from __future__ import annotations

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

MOST = 5_000        # members
SECONDS = 0.4
ZIPPED = (".zip", ".jar", ".whl", ".vsix")
CPIO = b"070701", b"070702"     # how a member's header begins; 110 bytes, its numbers in hex


def members(path: str) -> list[str]:
    """The members of a tar, zip or cpio file."""
    if not os.path.isfile(path):
        return []
    if path.endswith(ZIPPED):
        return zipped(path)
    return copied(path) if ".cpio" in path or path.endswith(".img") else tarred(path)


def copied(path: str) -> list[str]:
    """The files in a cpio archive, as far as SECONDS reach; none where it cannot be read."""
    import gzip
    import zlib

    names: list[str] = []
    until = time.monotonic() + SECONDS
    try:
        with open(path, "rb") as found:
            packed = found.read(2) == b"\x1f\x8b"
            found.seek(0)
            plain: IO[bytes] = gzip.GzipFile(fileobj=found) if packed else found    # type: ignore[assignment]
            while len(names) < MOST and time.monotonic() < until:
                name = _copied(plain)
                if name is None:
                    break
                names.append(name)
    except (OSError, ValueError, EOFError, zlib.error):
        return names
    return names


def _copied(found: IO[bytes]) -> str | None:
    """The next member's name; what it holds is passed over."""
    head = found.read(110)
    if head[:6] not in CPIO:
        return None
    size, long = int(head[54:62], 16), int(head[94:102], 16)
    name = found.read(min(long, 4096))[:-1].decode("utf-8", "replace")
    found.seek(-(110 + long) % 4 + size + -size % 4, os.SEEK_CUR)
    return None if name == "TRAILER!!!" else name


def zipped(path: str) -> list[str]:
    """The files in a zip, at most MOST; none where it cannot be read."""
    import zipfile

    try:
        with zipfile.ZipFile(path) as found:
            return [name for name in found.namelist()[:MOST] if not name.endswith("/")]
    except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError):
        return []


def tarred(path: str) -> list[str]:
    """The files in a tar, as far as SECONDS reach; none where it cannot be read."""
    import tarfile
    import zlib
    from lzma import LZMAError

    names: list[str] = []
    until = time.monotonic() + SECONDS
    try:
        with tarfile.open(path, "r:*") as found:
            for member in found:
                if member.isfile():
                    names.append(member.name)
                if len(names) >= MOST or time.monotonic() > until:
                    break
    except (OSError, ValueError, EOFError, tarfile.TarError, zlib.error, LZMAError):
        return names
    return names
