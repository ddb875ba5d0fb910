"""What a guard may ask the shell to look up (`requires`), and where the rows go that it gives back (`records`).

PROVIDERS is a table: kind of a fact -> "module:function", called with (world, event, session, which one).  What it
gives has the shape that `guards.Facts` says.  One that raises Fault, OSError or ValueError leaves its fact absent.
WRITERS: name of rows -> the module whose `accept(world, event, rows)` takes them; other rows go to files of that name.
"""
from __future__ import annotations

from hooks._stores import disk
from hooks._stores.disk import Fault
from hooks._stores.json import dumps, loads
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from guards import Event, Session
    from guards._types import Fact, Stored
    from hooks._stores.world import World

KEPT_LIMIT = 8 * 1024 * 1024    # bytes of one kept file; beyond it the older half goes
# Of rows that say as much in fewer bytes (guards/_evidence/compact.py): a late call searches no more than before.
LIMITS = {"origin": 5 * 1024 * 1024}
PACKED = ("origin", "seen")     # names of rows of which an index is kept
LAZY = ("named",)       # names of rows of which few are ever looked at
PACK_FROM = 20 * 1024          # bytes of a file of these that are read as they lie; behind so many more it is packed
FILE_LIMIT = 1024 * 1024        # bytes of a file that a call is about to send
PARENTS = 8                     # how many forks back kept rows are read

PROVIDERS = {
    "stored": "hooks._facts:stored", "file": "hooks._facts:file", "exists": "hooks._facts:exists",
    "settings": "hooks._facts:settings", "script": "hooks._facts:script", "sender": "hooks._facts:sender",
    "remotes": "hooks._facts:remotes", "installed": "hooks._facts:installed",
    "attended": "hooks._attendance:attended", "typed": "hooks._attendance:typed",
    "memory": "hooks._stores.memory:provide", "stake": "hooks._unsaved.fact:provide",
    "instructions": "hooks._instructions:provide", "committed": "hooks._instructions:committed",
    "inside": "hooks._folders:provide", "holds": "hooks._held:provide", "lost": "hooks._install.presence:provide",
    "provenance": "hooks._stores.provenance:provide", "kitchen": "hooks._stores.provenance:provide_kitchens",
    "kitchen_hint": "hooks._stores.provenance:provide_hint",
    "rival": "hooks._facts:rival", "uses": "hooks._uses:provide", "live": "hooks._stores.processes:provide_live"}
WRITERS: dict[str, str] = {"memory": "hooks._stores.memory", "provenance": "hooks._stores.provenance"}


def look_up(world: World, event: Event, session: Session, fact: Fact) -> object:
    """The value of one fact.  Raises FileNotFoundError where it is absent, Fault, OSError, ValueError."""
    kind, which = fact
    module, _, function = PROVIDERS.get(kind, "").partition(":")
    if not module:
        raise Fault(f"nobody provides the fact {kind!r}")
    provider: Callable[[World, Event, Session, str], object] = getattr(_module(module), function)
    return provider(world, event, session, which)


def remotes(world: World, event: Event, session: Session, which: str) -> list[str]:
    """The addresses of the remotes of the folder that the call works in.  Raises Fault, OSError."""
    from hooks import _git

    return _git.remotes(event.cwd or world.project)


def installed(world: World, event: Event, session: Session, which: str) -> str:
    """Which installation judges: project, local, user, plugin or checkout."""
    return world.via


def file(world: World, event: Event, session: Session, path: str) -> str:
    """The beginning of a file, as the call names it.  Raises FileNotFoundError, Fault, OSError."""
    return file_text(os.path.join(event.cwd or world.project, os.path.expanduser(path)))


def settings(world: World, event: Event, session: Session, path: str) -> str:
    """The text of an agent's settings file, "" where there is none.  Raises Fault, OSError."""
    try:
        return file(world, event, session, path)
    except FileNotFoundError:
        return ""


def script(world: World, event: Event, session: Session, path: str) -> tuple[str, str]:
    """(size, time and inode of a script, its text).  Raises FileNotFoundError where the session has read just this
    before and knows that it does nothing outside, Fault, OSError."""
    full = os.path.join(event.cwd or world.project, os.path.expanduser(path))
    found = os.stat(full)
    stamp = f"{found.st_size}.{found.st_mtime_ns}.{found.st_ino}"
    if session["contamination"].get("read", {}).get(path) == stamp:
        raise FileNotFoundError(path)
    return stamp, file_text(full)


def sender(world: World, event: Event, session: Session, id: str) -> dict[str, object]:
    """What the session of that id, in this project, holds and whether it has read what third parties write.  Raises
    FileNotFoundError where there is none, Fault, OSError."""
    os.stat(world.path("context", id, ".jsonl"))
    from guards import Session as Other
    from guards._history.labels import highest
    from hooks._stores import sessions

    other = Other(id, sessions.load(world, id).fields)
    held = highest(other["contamination"])
    return {"foreign": bool(other["request_origin"].get("foreign")), "level": held.get("level") or "none"}


def exists(world: World, event: Event, session: Session, path: str) -> bool:
    """Does something lie there, whatever it is?  Raises OSError."""
    os.stat(os.path.join(event.cwd or world.project, os.path.expanduser(path)))
    return True


def rival(world: World, event: Event, session: Session, which: str) -> dict[str, object]:
    """The other live process of this session.  Raises FileNotFoundError, nearly always, before more is loaded."""
    os.stat(world.path("context", event.session_id, ".rival"))
    from hooks._stores import processes

    return processes.rival(world, event.session_id)


def write(world: World, event: Event, name: str, new: list[object]) -> None:
    """Appends the rows that a guard wants kept.  Raises Fault, OSError."""
    if name in WRITERS:
        _module(WRITERS[name]).accept(world, event, new)
        return
    path = world.path("context", event.session_id, f".{name}.jsonl")
    data = b"".join(dumps(row).encode("utf-8") + b"\n" for row in new)
    size = disk.append(path, data)
    due = name in PACKED and size // PACK_FROM > (size - len(data)) // PACK_FROM    # seldom: it costs a module
    if size > LIMITS.get(name, KEPT_LIMIT):
        size = shortened(path, name)
    if due:
        from hooks._stores import packs

        packs.grow(path, size, rows_in)


def shortened(path: str, name: str) -> int:
    """Cuts the older half off a file of kept rows, and off its index what was over that; the new size."""
    start = os.stat(path).st_size - LIMITS.get(name, KEPT_LIMIT) // 2
    at = 0
    if name in PACKED:
        from hooks._stores import packs

        at = packs.drop(path, start, rows_in)
    tail = disk.read(path, 2 * KEPT_LIMIT, at or start)
    tail = tail if at else tail[tail.find(b"\n") + 1:]
    disk.replace(path, tail)
    return len(tail)


def stored(world: World, event: Event, session: Session, name: str) -> Iterable[object]:
    """All rows kept under a name, oldest first, those of the sessions that this one was forked from before its own.

    Of rows that an index covers (hooks/_stores/packs.py) the heads: what else was in them is asked of the index.
    """
    chain = [event.session_id, *session["shell"].get("parents", [])[:PARENTS]]
    if name in LAZY:
        from hooks._stores.lines import Lines

        every = [disk.read(world.path("context", id, f".{name}.jsonl"), 2 * KEPT_LIMIT) for id in reversed(chain)]
        return Lines(b"\n".join(filter(None, every)), rows_in)
    found: list[object] = []
    for id in reversed(chain):
        path, covered = world.path("context", id, f".{name}.jsonl"), 0
        if name in PACKED and _size(path) >= PACK_FROM:
            from hooks._stores import packs

            whole, covered = packs.of(path, rows_in)
            for pack in whole:
                found += pack.heads
        found += rows_in(disk.read(path, 2 * KEPT_LIMIT, covered))
    return found


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except FileNotFoundError:
        return 0


def rows_in(data: bytes) -> list[Stored]:
    """The rows in some lines of kept rows."""
    return [row for row in map(_row, data.split(b"\n")) if row]    # type: ignore[misc]


def _row(line: bytes) -> object:
    """An object or a list as a guard kept it; None for a torn or foreign line."""
    try:
        row = loads(line) if line else None
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, (dict, list)) else None


def file_text(path: str) -> str:
    """The beginning of a file that a call is about to read or send.  Raises FileNotFoundError, Fault, OSError."""
    if path == "/dev/null":
        return ""
    fd = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    try:
        kind = os.fstat(fd).st_mode & 0o170000
        if kind == 0o040000:        # a folder is looked into elsewhere (hooks/_folders.py)
            raise FileNotFoundError(path)
        if kind != 0o100000:
            raise Fault(f"{path} is not a regular file")
        return disk.read_fd(fd, FILE_LIMIT).decode("utf-8", "replace")
    finally:
        os.close(fd)


def _module(name: str) -> Any:
    """A module by its dotted name."""
    __import__(name)
    import sys

    return sys.modules[name]
