"""Where things lie, and when: the project, its state folder, the person's own folder outside, the clock, the key.

Cannot see: who changed an environment variable; hooks/_event/accepted.py judges what a repository may move.
"""

from __future__ import annotations

import os
import time

from hooks._stores import (
    Fault,
    append_lines,
    make_folder,
    name_file,
    open_regular,
    read_bytes,
    write_all,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

BUNDLE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class World:
    """One project as one process sees it.

    `project` is the folder the agent was started in; `state` <project>/.autoskillit/temp or AUTOSKILLIT_STATE_DIR;
    `environ` the process's environment; `now` seconds since the epoch, read once; `pid` and `parent` processes.
    """

    __slots__ = tuple("environ now parent pid project state".split())

    def __init__(self, project: str, environ: Mapping[str, str], now: float = 0.0) -> None:
        self.project, self.environ = project, environ
        self.now = now or time.time()
        self.pid, self.parent = os.getpid(), os.getppid()
        self.state = environ.get("AUTOSKILLIT_STATE_DIR") or f"{project}/.autoskillit/temp"

    def locate(self, folder: str, id: str = "", ending: str = "") -> str:
        """The path of a session's file: locate("context", id, ".jsonl"); of a folder without an id.

        The folder is made.  Fault where a link or a file stands in its place.
        """
        path = f"{self.state}/{folder}" if folder else self.state
        if not os.path.isdir(path) or os.path.islink(path) or os.path.islink(self.state):
            for part in (os.path.dirname(self.state), self.state):
                if os.path.islink(part) and "AUTOSKILLIT_STATE_DIR" not in self.environ:
                    raise Fault(f"{part} is a symbolic link")
            make_folder(self.state)
            self._hide_from_git()
            make_folder(path)
        return f"{path}/{name_file(id)}{ending}" if id else path

    def _hide_from_git(self) -> None:
        path = f"{self.state}/.gitignore"
        if not os.path.lexists(path) and not os.listdir(self.state):
            append_lines(path, b"*\n")

    def locate_outside(self, folder: str) -> str:
        """This project's folder of that kind outside of every project ("checkpoints", "accepted"); not made."""
        named, home = self.environ.get("XDG_STATE_HOME", ""), self.environ.get("HOME", "")
        if not named.startswith("/"):
            if not home.startswith("/"):
                raise Fault("there is no HOME and no XDG_STATE_HOME")
            named = f"{home}/.local/state"
        return f"{named}/autoskillit/{folder}/{name_file(self.project)}"

    def load_key(self) -> bytes:
        """The project's own key for fingerprints: 32 random bytes, made at the first call."""
        path = f"{self.locate('')}/key"
        found = read_bytes(path, 0, 64)
        if len(found) == 32:
            return found
        made = os.urandom(32)
        try:
            fd = open_regular(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
        except Fault:  # another process made it between the two lines, or it is torn
            found = read_bytes(path, 0, 64)
            if len(found) == 32:
                return found
            fd = open_regular(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        try:
            write_all(fd, made)
        except OSError as error:
            raise Fault(f"{path}: {error.strerror}") from None
        finally:
            os.close(fd)
        return made


def format_time(now: float) -> str:
    """RFC 3339 in UTC, whole seconds.

    >>> format_time(0.9)
    '1970-01-01T00:00:00Z'
    """
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))


def find_project(environ: Mapping[str, str], cwd: str) -> str:
    """The project's folder: CLAUDE_PROJECT_DIR; else the nearest folder above `cwd` with `.autoskillit`; else `cwd`."""
    given = environ.get("CLAUDE_PROJECT_DIR", "")
    if given and os.path.isdir(given):
        return os.path.abspath(given)
    start = path = os.path.abspath(cwd or os.curdir)
    home = environ.get("HOME", "")
    while path != home and not os.path.isdir(f"{path}/.autoskillit"):
        above = os.path.dirname(path)
        if above == path:
            return start
        path = above
    return start if path == home else path
