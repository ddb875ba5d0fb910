"""What an archive would put where: the names of its members, as far as they can be told in time.

Law: an archive that is not there, cannot be read or is too large names nothing; no member is unpacked.
"""
from __future__ import annotations

import os
import time

MOST = 5_000        # members
SECONDS = 0.4


def members(path: str) -> list[str]:
    """The members of a tar or zip file."""
    if not os.path.isfile(path):
        return []
    return zipped(path) if path.endswith((".zip", ".jar", ".whl", ".vsix")) else tarred(path)


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
