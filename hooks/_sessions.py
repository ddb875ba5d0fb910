"""A session's ledger and its cache on disk: open, record, and inherit from the session that it was forked from.

Law: what `load` gives is what replaying the whole ledger gives, whether the cache is there, old or gone.
All of it is called with the session's lock held.
"""
from __future__ import annotations

import os

from hooks import _ledger, _store
from hooks._json import dumps, loads
from hooks._ledger import Head

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._world import World

PARENTS = 8     # how many forks back a session remembers


def lock(world: World, session_id: str) -> _store.Lock:
    return _store.Lock(world.path("context", session_id, ".lock"))


def load(world: World, session_id: str) -> Head:
    """Where the session stands; an empty Head for one that nothing is known of.  Raises Fault, OSError."""
    path = world.path("context", session_id, ".jsonl")
    try:
        size = os.lstat(path).st_size
    except FileNotFoundError:
        return Head()
    try:
        head = _ledger.head_of(loads(_store.read(world.path("context", session_id, ".state.json"))))
    except (ValueError, RecursionError):
        head = None
    if head is None or head.size > size:
        head = Head()
    if head.size == size:
        return head
    return _ledger.replay(head, _store.lines(path, head.size))


def commit(world: World, session_id: str, head: Head, row: dict[str, Any], fields: dict[str, Any]) -> Head:
    """Appends the row, then caches what the session is now.  Raises Fault, OSError; a row that is in is never lost."""
    row["seq"] = head.seq + 1
    row["prev"] = head.digest
    line = _ledger.line(row)
    size = _store.append(world.path("context", session_id, ".jsonl"), line + b"\n")
    after = Head(row["seq"], _ledger.digest(line), size, fields)
    _store.replace(world.path("context", session_id, ".state.json"), dumps(after.cache()).encode("utf-8"))
    return after


def bequeath(world: World, child: str, parent: str) -> None:
    """Says that the session `child`, once it begins, goes on from what `parent` knows.  Raises Fault, OSError."""
    _store.replace(world.path("context", child, ".parent"), parent.encode("utf-8"))


def parent_of(world: World, session_id: str) -> str:
    """The session that this one was forked from, "" for none.  Raises Fault, OSError."""
    parent = _store.read(world.path("context", session_id, ".parent"), 4096).decode("utf-8", "replace").strip()
    return parent if parent != session_id else ""


def inherited(world: World, session_id: str) -> dict[str, Any]:
    """The fields that a session begins with: {} or, where it was forked, its parent's.  Raises Fault, OSError."""
    parent = parent_of(world, session_id)
    if not parent:
        return {}
    fields = dict(load(world, parent).fields)
    shell = dict(fields.get("shell") or {})
    shell["parents"] = [parent, *shell.get("parents", [])][:PARENTS]
    fields["shell"] = shell
    return fields
