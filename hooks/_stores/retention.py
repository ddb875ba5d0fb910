"""What is past its retention period goes: ledgers, states, fingerprints, memory, receipts.  Some at each SessionStart.

A session's files go together, when its ledger has not been written to for `context.retention_days` days (0: never);
files whose ledger is gone go by their own age; the anchor outside the project goes with them.  Provenance is another
store with rules of its own.

A clock that jumps makes nothing old: age counts up to the last SessionStart at least a day ago, whose time stands in
the file `retention`, so what is removed today was past its time when that one looked.
"""
from __future__ import annotations

from hooks._stores import anchors, disk
from hooks._stores.disk import Fault
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event, Settings
    from hooks._stores.world import World

FOLDERS = ("context", "receipts", "memory")
LIVE = ("live", "")     # folders that hold no file of a session's for long
ANCHORS = "anchors"
SEEN = "retention"      # the file with the time of the SessionStart that age is counted up to
ENDINGS = (".state.json", ".late.lock", ".late", ".jsonl", ".packs.lock", ".packs", ".lock", ".parent",
           ".json.age.sig", ".json.age", ".jsonl.age", ".json.sig", ".json", ".pending", ".rival", ".client")
KEEP = frozenset(("allowed_signers", "told"))
AT_ONCE = 200           # files that one SessionStart removes
LOOKED_AT = 5_000       # and looks at
DAY = 86_400.0


def after(world: World, event: Event, settings: Settings) -> list[str]:
    """The task at SessionStart."""
    path = os.path.join(world.folder(), SEEN)
    try:
        seen = float(disk.read(path, 64) or b"nan")
    except ValueError:
        seen = world.now + DAY
    if seen <= world.now < seen + DAY:
        return []
    disk.replace(path, f"{world.now:.0f}\n".encode())
    if seen < world.now:
        purge(world, days_of(settings), AT_ONCE, LOOKED_AT, until=seen)
    return []


def days_of(settings: Settings) -> float:
    """How many days are kept: `retention_days`, 30 where nobody says."""
    days = settings.context.get("retention_days", 30)
    return float(days) if isinstance(days, (int, float)) and not isinstance(days, bool) else 30.0


def purge(world: World, days: float, most: int = 1_000_000, looked: int = 10_000_000,
          dry_run: bool = False, until: float | None = None) -> list[str]:
    """Removes what is older than `days`, counted up to `until` (now); the removed paths, relative to the state folder.
    Raises Fault, OSError."""
    if days <= 0:
        return []
    before = (world.now if until is None else until) - days * DAY
    gone: list[str] = []
    for name in (*FOLDERS, *LIVE):
        gone += leftovers(world, name, most, dry_run)
    for name, folder in folders(world):
        for path in expired(world, folder, before, looked):
            if len(gone) >= most:
                return gone
            if dry_run or disk.remove(path):
                gone.append(os.path.join(name, os.path.basename(path)))
    return gone


def leftovers(world: World, name: str, most: int, dry_run: bool) -> list[str]:
    """What a process that was killed between writing a file and giving it its name left behind, a day ago or longer."""
    folder = world.folder(name) if name else world.folder()
    gone: list[str] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".tmp") and entry.is_file(follow_symlinks=False) and len(gone) < most \
                    and entry.stat(follow_symlinks=False).st_mtime < world.now - DAY \
                    and (dry_run or disk.remove(entry.path)):
                gone.append(os.path.join(name, entry.name))
    return gone


def folders(world: World) -> list[tuple[str, str]]:
    """(name, path) of every folder with files of sessions; the anchors first: they are the oldest of a session."""
    found = [(name, world.folder(name)) for name in FOLDERS]
    try:
        outside = anchors.folder(world)
    except Fault:
        return found
    return [(ANCHORS, outside), *found] if os.path.isdir(outside) else found


def expired(world: World, folder: str, before: float, looked: int) -> list[str]:
    """The files in a folder that are past their time."""
    found = []
    with os.scandir(folder) as entries:
        for number, entry in enumerate(entries):
            if number >= looked:
                break
            if entry.name in KEEP or not entry.is_file(follow_symlinks=False):
                continue
            if entry.stat(follow_symlinks=False).st_mtime < before and not _living(world, entry.name, before):
                found.append(entry.path)
    return found


def _living(world: World, name: str, before: float) -> bool:
    """True where the ledger of the session that a file belongs to is still within its time."""
    stem = next((name[:-len(end)] for end in ENDINGS if name.endswith(end)), name)
    return any(_newest(world, one) >= before for one in (stem, stem.rpartition(".")[0]) if one)


def _newest(world: World, stem: str) -> float:
    try:
        return os.lstat(os.path.join(world.state, "context", stem + ".jsonl")).st_mtime
    except FileNotFoundError:
        return 0.0
