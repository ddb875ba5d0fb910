"""Files are written whole or not at all, through links, with their mode and owner kept."""
from __future__ import annotations

import contextlib
import os
import stat
import tempfile


def read(path: str) -> bytes | None:
    """The bytes, None where there is no file."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError):
        return None


def write(path: str, data: bytes, mode: int | None = None) -> list[str]:
    """Writes `data` where `path` leads to; says which folders it had to make.  Raises OSError."""
    target = os.path.realpath(path)
    made = folders(os.path.dirname(target))
    before = os.stat(target) if os.path.exists(target) else None
    handle, draft = tempfile.mkstemp(prefix=".autoskillit-", dir=os.path.dirname(target))
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if before is not None and hasattr(os, "chown"):
            with contextlib.suppress(OSError):
                os.chown(draft, before.st_uid, before.st_gid)
        os.chmod(draft, stat.S_IMODE(before.st_mode) if before is not None and mode is None else mode or _new_mode())
        os.replace(draft, target)
    finally:
        remove(draft)  # gone already, unless something went wrong
    return made


def folders(path: str, mode: int = 0o777) -> list[str]:
    """Makes the folder and those above it; says which were new, outermost first."""
    missing = []
    while path and not os.path.isdir(path):
        missing.append(path)
        path = os.path.dirname(path)
    for folder in reversed(missing):
        os.mkdir(folder, mode)
    return missing[::-1]


def remove(path: str) -> None:
    """Removes a file that may be gone already."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        os.unlink(path)


def _new_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
