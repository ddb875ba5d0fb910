"""What is older than `context.retention_days` goes, once a day, at a session's start; 0 keeps it for ever.

Law: a file goes by the time of its last change, and only one of ours; the checkpoint of a session goes with its ledger.

Cannot see: a session that is still open and has written nothing for so long; its next event begins anew.
"""

from __future__ import annotations

import os

from hooks._stores import Fault, read_bytes, remove_file, write_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks._event import Moment
    from hooks._stores.world import World

DAY = 86_400.0
FOLDERS = ("context", "receipts", "memory", "sessions")  # of the state folder, with what lies below


def remove_old(moment: Moment) -> None:
    """The step at a session's start."""
    days, world = moment.settings["context"]["retention_days"], moment.world
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
    gone: list[str] = []
    for folder in (
        *[f"{world.state}/{name}" for name in FOLDERS],
        world.locate_outside("checkpoints"),
    ):
        for above, _, names in os.walk(folder):
            for path in [f"{above}/{name}" for name in names]:
                ledger = f"{world.state}/context/{os.path.basename(path)}l"
                outside = not path.startswith(world.state)
                old = os.lstat(path).st_mtime < world.now - days * DAY
                if old and not (outside and os.path.exists(ledger)) and remove_file(path):
                    gone.append(path)
    return gone
