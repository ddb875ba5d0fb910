"""What the session itself made: nothing that it throws away of that is anybody's lost work.

Two records say it.  At its start: which paths of the project were uncommitted then.  And the ledger: from when to when
each call ran.  A file is the session's own where it was not among the first and was last changed during one of the
second; what a person changed meanwhile is neither.
Limitations: a person who saves a new file in the very moment in which a call runs.
"""

from __future__ import annotations

from hooks import _git
from hooks._stores import disk
from hooks._stores.disk import Fault
from hooks._stores.json import dumps, loads
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from hooks._stores.world import World

PATHS = 5_000  # uncommitted paths that a session remembers from its start
WALKED = 20_000  # entries of a project without git
TAIL = 4 * 1024 * 1024  # bytes of the ledger that are read
SLACK = 0.05  # seconds: clocks of the kernel and of the ledger are read apart
STATUS = ("status", "--porcelain=v2", "-z", "--untracked-files=all", "--ignored=matching", "--no-renames")
SHOWN = ("Read", "Edit", "MultiEdit", "Write")      # the client's tools that know a file before they replace it
SKIPPED = frozenset((".git", "node_modules", "__pycache__", ".venv", ".autoskillit"))


class Own:
    """Answers whether a file is the session's own; reads its records at the first question."""

    def __init__(self, world: World, session_id: str) -> None:
        self.world, self.session_id = world, session_id
        self.times: list[tuple[float, float]] | None = None
        self.seen: set[str] = set()
        self.before: frozenset[str] | None = None

    def made(self, path: str, untracked: bool = True) -> bool:
        """Was the file not there, or as committed, at the start, and was it last changed by one of the calls?"""
        if not self.changed(path):
            return False
        if self.before is None:
            return untracked
        mark = marks(self.world)
        at = path
        while True:
            if mark(at) in self.before:
                return False
            up = os.path.dirname(at)
            if up == at:
                return True
            at = up

    def changed(self, path: str) -> bool:
        """Was it last changed by one of the calls?"""
        try:
            at = os.lstat(path).st_ctime
        except OSError:
            return False
        return any(start - SLACK <= at <= end + SLACK for start, end in self._calls())

    def read(self, path: str) -> bool:
        """Did the session read or write this very file by a tool of the client, which then keeps what it replaces?"""
        self._calls()
        return path in self.seen

    def _calls(self) -> list[tuple[float, float]]:
        if self.times is None:
            self.times = intervals(self.world, self.session_id, self.seen)
            self.before = uncommitted(self.world, self.session_id)
        return self.times


def marks(world: World) -> Callable[[str], str]:
    """path -> its keyed fingerprint: no list of a person's files lies in ours."""
    from guards._evidence.evidence import hasher

    return hasher(world.key())


def file_of(world: World, session_id: str) -> str:
    """Where a session keeps what lay there before it came."""
    return world.path("context", session_id, ".before.json")


def remember(world: World, session_id: str) -> None:
    """Writes down what is uncommitted now, once a session.  Raises Fault, OSError."""
    path = file_of(world, session_id)
    if os.path.lexists(path):
        return
    found = listed(world)
    mark = marks(world)
    row = {"at": world.now, "whole": found is not None, "paths": [mark(one) for one in found or ()]}
    disk.replace(path, dumps(row).encode("utf-8"))


def listed(world: World) -> list[str] | None:
    """Paths of the project that no commit holds as they are; None where that is not known, or they are too many."""
    project = os.path.realpath(world.project)
    if os.path.lexists(os.path.join(project, ".git")):
        done = _git.run(project, *STATUS)
        if done is None or done[0]:
            return None
        found = [os.path.join(project, name.rstrip("/")) for _, name in entries(done[1])]
        return found if len(found) <= PATHS else None
    found, looked = [], 0
    for folder, folders, names in os.walk(project):
        folders[:] = [name for name in folders if name not in SKIPPED]
        looked += len(names) + len(folders)
        found += [os.path.join(folder, name) for name in names]
        if looked > WALKED or len(found) > PATHS:
            return None
    return found


def entries(text: str) -> list[tuple[str, str]]:
    """(two letters, path) of `git status --porcelain=v2 -z`: "??" untracked, "!!" ignored, "uu" in conflict."""
    found = []
    for line in text.split("\0"):
        kind = line[:1]
        if kind == "1":
            parts = line.split(" ", 8)
            if len(parts) == 9:
                found.append((parts[1], parts[8]))
        elif kind == "u":
            parts = line.split(" ", 10)
            if len(parts) == 11:
                found.append(("uu", parts[10]))
        elif kind in ("?", "!") and len(line) > 2:
            found.append((kind * 2, line[2:]))
    return found


def staged(text: str) -> dict[str, list[str]]:
    """path -> [mode, object id] that the index holds for it, by the same lines."""
    found = {}
    for line in text.split("\0"):
        parts = line.split(" ", 8)
        if line[:1] == "1" and len(parts) == 9:
            found[parts[8]] = [parts[4], parts[7]]
    return found


def uncommitted(world: World, session_id: str) -> frozenset[str] | None:
    """Fingerprints of what was uncommitted when the session began; None where nobody looked."""
    try:
        row = loads(disk.read(file_of(world, session_id), 8 * 1024 * 1024))
    except (Fault, OSError, ValueError, RecursionError):
        return None
    if not isinstance(row, dict) or not row.get("whole") or not isinstance(row.get("paths"), list):
        return None
    return frozenset(one for one in row["paths"] if isinstance(one, str))


def intervals(world: World, session_id: str, seen: set[str]) -> list[tuple[float, float]]:
    """From when to when each call of the session ran, by its ledger.  The files that its tools read go into `seen`."""
    path = world.path("context", session_id, ".jsonl")
    try:
        size = os.stat(path).st_size
        data = disk.read(path, TAIL, max(0, size - TAIL))
    except (Fault, OSError):
        return []
    started: dict[str, tuple[float, object]] = {}
    found = []
    for line in data.split(b"\n"):
        if b'"PreToolUse"' not in line and b'"PostToolUse' not in line:
            continue
        try:
            row = loads(line)
            at, call = seconds(row["ts"]), str(row["action_id"])
        except (ValueError, KeyError, TypeError, RecursionError):
            continue  # a torn line says nothing
        if row.get("event") == "PreToolUse":
            started[call] = at, row.get("parameters")
        elif call in started:
            begun, given = started.pop(call)
            found.append((begun, at))
            given = row.get("parameters", given)
            if row.get("tool") in SHOWN and row.get("event") == "PostToolUse" and isinstance(given, dict):
                seen.add(os.path.realpath(os.path.join(world.project, str(given.get("file_path") or ""))))
    return found


def seconds(stamp: str) -> float:
    """Seconds since the epoch of a time as the ledger writes it.

    >>> seconds("1970-01-01T00:01:00.250000Z")
    60.25
    """
    from calendar import timegm

    day, _, clock = stamp.rstrip("Z").partition("T")
    year, month, date = (int(part) for part in day.split("-"))
    hour, minute, second = clock.split(":")
    return timegm((year, month, date, int(hour), int(minute), 0)) + float(second)
