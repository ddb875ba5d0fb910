"""What is older than `context.retention_days` goes, once a day, at a session's start; 0 keeps it for ever.

Law: a file goes by the time of its last change, and only one of ours; the checkpoint of a session goes with its ledger.

Cannot see: a session that is still open and has written nothing for so long; its next event begins anew.
"""

from __future__ import annotations

import os

from hooks._stores import FILE, FOLDER, LINK, Fault, read_bytes, remove_file, stat_kind, write_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks._event import Moment
    from hooks._stores.world import World

DAY = 86_400.0
FOLDERS = ("context", "receipts", "memory", "sessions")  # of the state folder, with what lies below
DEPTH = 3


def remove_old(moment: Moment) -> None:
    """The step at a session's start."""
    days = moment.settings["context"]["retention_days"]
    world = moment.world
    stamp = f"{world.locate('')}/retention"
    try:
        last = float(read_bytes(stamp, 0, 64) or b"0")
    except (Fault, ValueError):
        last = 0.0
    if days and not 0 <= world.now - last < DAY:
        write_whole(stamp, f"{world.now:.0f}\n".encode())
        remove_records(world, days)


def remove_records(world: World, days: float) -> list[str]:
    """Removes records older than so many days; their paths.  Fault where there is no home."""
    before = world.now - days * DAY
    gone: list[str] = []
    folders = [(f"{world.state}/{name}", DEPTH) for name in FOLDERS]
    folders.append((world.locate_outside("checkpoints"), 1))
    kept = {name.split(".")[0] for name in list_folder(f"{world.state}/context")}
    for folder, depth in folders:
        for path in list_old(folder, before, depth):
            name = os.path.basename(path).rpartition(".json")[0]
            outside = not path.startswith(world.state)
            if not (outside and name.split(".")[0] in kept) and remove_file(path):
                gone.append(path)
    return gone


def list_folder(folder: str) -> list[str]:
    try:
        return os.listdir(folder) if stat_kind(folder) == FOLDER else []
    except OSError:
        return []


def list_old(folder: str, before: float, depth: int) -> list[str]:
    """Files below a folder whose last change lies before a time; a link counts as itself."""
    found: list[str] = []
    for name in list_folder(folder):
        path = f"{folder}/{name}"
        kind = stat_kind(path)
        if kind == FOLDER and depth > 1:
            found += list_old(path, before, depth - 1)
        elif kind in (FILE, LINK) and os.lstat(path).st_mtime < before:
            found.append(path)
    return found
