"""`context/SESSION.launch.json`: how each session began: by a person's hand, nested, dispatched, forked or cleared.

One object a session, written once, by the session's own start.
"""
from __future__ import annotations

from guards._history.lineage import text
from hooks._stores import disk
from hooks._stores.disk import Fault
from hooks._stores.json import dumps, loads
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:

    from hooks._stores.world import World

IDS = 64                    # beginnings of ids: enough to call one ambiguous
NAMES_LIMIT = 20_000        # launch records looked through for the beginning of an id


def _record_path(world: World, id: str) -> str:
    return world.main().path("context", id, ".launch.json")


def read(world: World, id: str) -> dict[str, object]:
    """How a session began; {} where that is not on record.  Raises Fault, OSError."""
    try:
        record = loads(disk.read(_record_path(world, id), 64 * 1024))
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}


def launch(world: World, id: str) -> dict[str, object]:
    """How a session began; {} where that is not on record or cannot be read."""
    try:
        return read(world, id)
    except (Fault, OSError):
        return {}


def remember(world: World, id: str, kind: str, parent: str, process: dict[str, object]) -> None:
    """Puts on record how a session began, and in which process.  Raises Fault, OSError."""
    record = {"session_id": id, "kind": kind, "parent": parent, "at": world.now,
              **{key: value for key, value in process.items() if value != ""}}
    disk.replace(_record_path(world, id), dumps(record).encode("utf-8"))


def known(world: World, id: str) -> list[str]:
    """Sessions that began by a person's hand and whose id is, or begins with, `id`."""
    if launch(world, id).get("kind") == "top":
        return [id]
    found = []
    with os.scandir(world.main().folder("context")) as entries:
        for at, entry in enumerate(entries):
            if at >= NAMES_LIMIT:
                break
            name = entry.name[:-len(".launch.json")] if entry.name.endswith(".launch.json") else ""
            if name.startswith(id) and "~" not in name and launch(world, name).get("kind") == "top":
                found.append(name)
    return found[:IDS]


def tops(world: World) -> list[str]:
    """The sessions that began by a person's hand, the oldest first.  Raises Fault, OSError."""
    found = []
    with os.scandir(world.main().folder("context")) as entries:
        names = [entry.name for entry in entries if entry.name.endswith(".launch.json")][:NAMES_LIMIT]
    for name in names:
        try:
            record = loads(disk.read(os.path.join(world.main().folder("context"), name), 64 * 1024))
        except (Fault, OSError, ValueError, RecursionError):
            continue
        if isinstance(record, dict) and record.get("kind") == "top" and text(record, "session_id"):
            at = record.get("at")
            found.append((at if isinstance(at, (int, float)) else 0.0, text(record, "session_id")))
    return [id for _, id in sorted(found)]
