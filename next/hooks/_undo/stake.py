"""What the guard `loss` asks the disk: a snapshot before a call, what the call took, what a push would overwrite.

Cannot see: what a remote got since it was last fetched.
"""

from __future__ import annotations

import os
from contextlib import suppress

from hooks._stores import Fault
from hooks._undo import find_repository, open_door, read_log, read_refs, run_git
from hooks._undo.snapshot import take_snapshot
from hooks._undo.store import LINK, Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def look_stake(moment: Any, command: str, *paths: str) -> dict[str, Any]:
    """Takes the snapshot: {id, fault, unheld, named, home, high: {path: what it is}, variables: set ones}."""
    world, event, environ = moment.world, moment.event, moment.world.environ
    row = {
        "session": event.session,
        "call": event.call_id,
        "tool": event.tool,
        "text": command[:400],
    }
    taken = take_snapshot(world, row, command, event.cwd, paths)
    home, above = environ.get("HOME", ""), os.path.dirname(os.path.realpath(world.project))
    high = {above: "a parent of the project", home: "the home folder"}
    with suppress(Fault):
        high[world.locate_outside("snapshots")] = "the store of snapshots"
    known = {path: name for path, name in high.items() if len(path) > 1}
    return {**taken, "home": home, "high": known, "variables": [*filter(environ.get, environ)]}


def look_taken(moment: Any) -> tuple[str, list[str]] | None:
    """(id of the last snapshot, what it holds and that is gone since); None where nothing is."""
    store = Store(moment.world)
    store.open_cache()
    id = str(store.cache["last"][0])
    gone = list_gone(store.load_row(id)) if id else []
    return (id, gone) if gone else None


def list_gone(row: dict[str, Any]) -> list[str]:
    """What a snapshot holds and that is there no more: files (or their bytes), branches, stashes."""
    gone = [path for path, entry in row["files"].items() if is_gone(path, entry)]
    for one in row["repositories"]:
        gone += [path for path, entry in one["files"].items() if is_gone(path, entry)]
        there = set(read_log(f"{one['common']}/logs/refs/stash"))
        gone += [f"stash {id[:10]}" for id in one["stashes"] if id not in there]
        if os.path.isdir(one["common"]):
            try:
                loose, packed = read_refs(one["common"])
            except Fault:
                continue
            gone += [name for name in one["refs"] if name not in loose and name not in packed]
    return sorted(gone)


def is_gone(path: str, entry: list[Any]) -> bool:
    """Is the file away, or empty where it was not?"""
    try:
        info = os.lstat(path)
    except OSError:
        return True
    return entry[0] != LINK and entry[2] > 0 and info.st_size == 0


def look_overwritten(moment: Any, how: str, remote: str, *refs: str) -> list[tuple[str, int]]:
    """[(branch, commits of it at the remote that were not made here; -1: nothing is known of it)]."""
    repository, store = (
        find_repository(moment.event.cwd or moment.world.project),
        Store(moment.world),
    )
    if repository is None:
        return []
    with store.lock(1.0):
        open_door(repository, f"{store.root}/doors")
        loose, packed = read_refs(repository.common)
        known, own = {**packed, **loose}, read_log(f"{repository.gitdir}/logs/HEAD")
        heads = {name[11:]: id for name, id in known.items() if name.startswith("refs/heads/")}
        begin, head = f"refs/remotes/{remote or 'origin'}/", repository.symbolic[16:]
        there = {name[len(begin) :]: id for name, id in known.items() if name.startswith(begin)}
        if not there:  # nothing was ever fetched from it or pushed to it
            return []
        pairs = [split_refspec(ref, how, head) for ref in refs or [head]]
        if how == "mirror":
            pairs = [(name if name in heads else "", name) for name in there if name != "HEAD"]
        found = []
        for source, branch in pairs:
            kept = [heads.get(source, source)] if source else list(heads.values())
            words = [there.get(branch, ""), *(f"^{id}" for id in kept if id)]
            output = (
                run_git(repository, "rev-list", "--max-count=200", *words) if words[0] else b"?"
            )
            others = [id for id in output.decode().split() if id not in own]
            if others:
                found.append((branch, len(others) if words[0] else -1))
    return found


def split_refspec(ref: str, how: str, head: str) -> tuple[str, str]:
    """(source, branch at the remote) of one refspec; no source deletes."""
    source, colon, target = ref.lstrip("+").replace("refs/heads/", "").partition(":")
    if how == "delete":
        return "", source
    source = head if source == "HEAD" else source
    return source, target if colon else source
