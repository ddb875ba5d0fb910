"""`os` as far as a call without objection needs it: importing it costs a quarter of an interpreter's start.

    from hooks._stores.system import os

is the `os` of the standard library where that is loaded already, and on any system but POSIX; else the calls of
`posix` with the functions of `path` below, and a name that is not among them brings the real one.
Law: on any text each function here gives what `posixpath` gives.
"""
from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os as os
    from typing import Any

FORMAT, FOLDER, FILE, LINK = 0o170000, 0o040000, 0o100000, 0o120000     # of st_mode


def join(first: str, *parts: str) -> str:
    """As posixpath.join."""
    path = first
    for part in parts:
        if part[:1] == "/":
            path = part
        elif not path or path[-1] == "/":
            path += part
        else:
            path += "/" + part
    return path


def dirname(path: str) -> str:
    """As posixpath.dirname."""
    head = path[:path.rfind("/") + 1]
    return head.rstrip("/") or head


def basename(path: str) -> str:
    """As posixpath.basename."""
    return path[path.rfind("/") + 1:]


def split(path: str) -> tuple[str, str]:
    """As posixpath.split."""
    return dirname(path), basename(path)


def isabs(path: str) -> bool:
    """As posixpath.isabs."""
    return path[:1] == "/"


def normpath(path: str) -> str:
    """As posixpath.normpath."""
    start = "//" if path[:2] == "//" and path[2:3] != "/" else "/" if path[:1] == "/" else ""
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and (parts or start) and parts[-1:] != [".."]:
            parts[-1:] = []
        elif part not in ("", "."):
            parts.append(part)
    return start + "/".join(parts) or "."


def abspath(path: str) -> str:
    """As posixpath.abspath."""
    import posix

    return normpath(path if path[:1] == "/" else join(posix.getcwd(), path))


def isdir(path: str) -> bool:
    """As posixpath.isdir."""
    return _mode(path) & FORMAT == FOLDER


def isfile(path: str) -> bool:
    """As posixpath.isfile."""
    return _mode(path) & FORMAT == FILE


def islink(path: str) -> bool:
    """As posixpath.islink."""
    return _mode(path, False) & FORMAT == LINK


def exists(path: str) -> bool:
    """As posixpath.exists."""
    return _mode(path) != 0


def lexists(path: str) -> bool:
    """As posixpath.lexists."""
    return _mode(path, False) != 0


def expanduser(path: str) -> str:
    """As posixpath.expanduser; that knows the homes.  Of a path with a NUL, which names nothing, the path itself."""
    expanded: str = path if path[:1] != "~" or "\0" in path else _real().path.expanduser(path)
    return expanded


def _mode(path: str, follow: bool = True) -> int:
    """What stands at a path, 0 for nothing that can be looked at."""
    import posix

    try:
        return posix.stat(path, follow_symlinks=follow).st_mode
    except (OSError, ValueError):
        return 0


PATH = (join, dirname, basename, split, isabs, normpath, abspath, isdir, isfile, islink, exists, lexists, expanduser)


def system() -> Any:
    """A module that answers as `os` does.  Raises ImportError where there is no `posix`."""
    import posix

    made, path = type(sys)("os"), type(sys)("os.path")
    made.__dict__.update(posix.__dict__)
    path.__dict__.update({one.__name__: one for one in PATH}, __getattr__=lambda name: getattr(_real().path, name))
    how = sys.getfilesystemencoding(), "surrogateescape"
    environ = {name.decode(*how): value.decode(*how) for name, value in posix.environ.items()}
    made.__dict__.update(path=path, environ=environ, O_BINARY=0, SEEK_SET=0, curdir=".", sep="/", devnull="/dev/null",
                         name="posix", __getattr__=lambda name: getattr(_real(), name))
    return made


def _real() -> Any:
    import os

    return os


if not TYPE_CHECKING:
    if "os" in sys.modules or "posix" not in sys.builtin_module_names:
        import os
    else:
        os = system()
