"""What a guard may ask the shell to look up (`needs`), and where the rows go that it gives back (`keep`).

PROVIDERS and WRITERS are tables: a name, or the part of it before the colon -> the module that has
`provide(world, event, name) -> value` and `accept(world, event, rows) -> None`.  A provider that raises Fault,
OSError or ValueError leaves its fact absent.
"""
from __future__ import annotations

import os

from hooks._stores import disk
from hooks._stores.disk import Fault
from hooks._stores.json import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guards import Event
    from hooks._world import World

KEPT_LIMIT = 8 * 1024 * 1024    # bytes of one kept file; beyond it the older half goes
FILE_LIMIT = 1024 * 1024        # bytes of a file that a call is about to send
PARENTS = 8                     # how many forks back kept rows are read

PROVIDERS = {"kept": "hooks._facts", "remotes": "hooks._facts", "file": "hooks._facts",
             "memory": "hooks._stores.memory", "provenance": "hooks._stores.provenance",
             "kitchen": "hooks._stores.provenance", "kitchen_hint": "hooks._stores.provenance",
             "rival": "hooks._stores.processes", "live": "hooks._stores.processes",
             "attended": "hooks._attendance", "typed": "hooks._attendance",
             "stake": "hooks._stake", "lost": "hooks._install.presence"}
WRITERS: dict[str, str] = {"memory": "hooks._stores.memory", "provenance": "hooks._stores.provenance"}


def look_up(world: World, event: Event, name: str, fields: Mapping[str, Any]) -> Any:
    """The value of one fact.  Raises Fault, OSError, ValueError."""
    family, _, rest = name.partition(":")
    if family == "kept":
        return kept(world, event.session_id, rest, fields)
    if family == "remotes":
        from hooks import _git

        return _git.remotes(event.cwd or world.project)
    if family == "file":
        return file_text(os.path.join(event.cwd or world.project, os.path.expanduser(rest)))
    if family == "rival":
        os.stat(world.path("context", event.session_id, ".rival"))  # nearly always absent: nothing more is loaded
    module = PROVIDERS.get(family)
    if module is None:
        raise Fault(f"nobody provides the fact {name!r}")
    return _module(module).provide(world, event, name)


def write(world: World, event: Event, name: str, new: list[Any]) -> None:
    """Appends the rows that a guard wants kept.  Raises Fault, OSError."""
    if name in WRITERS:
        _module(WRITERS[name]).accept(world, event, new)
        return
    path = world.path("context", event.session_id, f".{name}.jsonl")
    data = b"".join(dumps(row).encode("utf-8") + b"\n" for row in new)
    if disk.append(path, data) > KEPT_LIMIT:
        tail = disk.read(path, KEPT_LIMIT, max(0, os.stat(path).st_size - KEPT_LIMIT // 2))
        disk.replace(path, tail[tail.find(b"\n") + 1:])


def kept(world: World, session_id: str, name: str, fields: Mapping[str, Any]) -> list[Any]:
    """All rows kept under a name, oldest first, those of the sessions that this one was forked from before its own."""
    chain = [session_id, *(fields.get("shell") or {}).get("parents", [])[:PARENTS]]
    found: list[Any] = []
    for id in reversed(chain):
        path = world.path("context", id, f".{name}.jsonl")
        found.extend(row for row in map(_row, disk.read(path, 2 * KEPT_LIMIT).split(b"\n")) if row)
    return found


def _row(line: bytes) -> Any:
    """An object or a list as a guard kept it; None for a torn or foreign line."""
    try:
        row = loads(line) if line else None
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, (dict, list)) else None


def file_text(path: str) -> str:
    """The beginning of a file that a call is about to read or send.  Raises FileNotFoundError, Fault, OSError."""
    fd = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    try:
        if (os.fstat(fd).st_mode & 0o170000) != 0o100000:
            raise Fault(f"{path} is not a regular file")
        return disk.read_fd(fd, FILE_LIMIT).decode("utf-8", "replace")
    finally:
        os.close(fd)


def _module(name: str) -> Any:
    """A module by its dotted name."""
    __import__(name)
    import sys

    return sys.modules[name]
