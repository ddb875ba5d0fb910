"""Rows that could not wait for the session's lock: put aside whole, and taken into the ledger by whoever has it next.

A late row needs no state: it holds what the guards learned as deltas, like any row.  `context/<session>.late` is
written and emptied under a lock of its own, which nobody holds for longer than that takes.
"""
from __future__ import annotations

from hooks._stores import disk, ledger
from hooks._stores.disk import Fault
from hooks._stores.json import dumps
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._stores.world import World

LIMIT = 4 * 1024 * 1024     # bytes that wait; beyond them nobody has had the lock for hours
SECONDS = 1.0
ENDING, LOCK = ".late", ".lock"


def path(world: World, session_id: str) -> str:
    """Where rows lie that came while the session was locked."""
    return world.path("context", session_id, ENDING)


def put(world: World, session_id: str, row: dict[str, object]) -> None:
    """Puts a row aside.  Raises Fault, OSError."""
    file = path(world, session_id)
    with disk.Lock(file + LOCK, SECONDS):
        if _size(file) > LIMIT:
            raise Fault(f"over {LIMIT >> 20} MiB of rows wait for the session's lock")
        disk.append(file, dumps(row).encode("utf-8") + b"\n")


def waiting(world: World, session_id: str) -> list[dict[str, object]]:
    """The rows that wait, oldest first.  Raises Fault, OSError."""
    file = path(world, session_id)
    return list(ledger.rows(disk.lines(file))) if _size(file) else []


def settle(world: World, session_id: str, take: Any) -> None:
    """Calls `take(rows)` with all that wait, then empties the file.  Raises Fault, OSError."""
    file = path(world, session_id)
    with disk.Lock(file + LOCK, SECONDS):
        take(list(ledger.rows(disk.lines(file))))
        os.truncate(file, 0)


def _size(file: str) -> int:
    try:
        return os.lstat(file).st_size
    except FileNotFoundError:
        return 0
