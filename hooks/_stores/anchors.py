"""What a session holds, remembered outside the project: so that erasing the records does not make it innocent.

Law: a level that was ever anchored counts until a person lowers it, whatever becomes of the project's own files.

One small file a session that holds something, in `$XDG_STATE_HOME/autoskillit/anchors/<project>/`: the last row that
was on disk (number, digest, place), the level with its source and time, the digest of the project's key, and what was
found damaged and nobody has acknowledged yet.  No prompt, no value, no secret.  Written when the level changes, when
damage is found and every EVERY rows, always before the row of the event itself: the row it names is on disk by then.
"""
from __future__ import annotations

from hooks._stores import disk
from hooks._stores.json import dumps, loads
from hooks._stores.ledger import Head, digest
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:

    from guards._history.fields import Label
    from hooks._stores.world import World

EVERY = 50              # rows
LABEL = ("level", "source", "contaminated_at")
ENDING = ".json"


class Anchor:
    """The head that was last on disk, what the session held, the key's digest, and the damage that stands open.

    `pending`: the row that raised the level was not on disk yet, and a crash may have kept it from getting there; the
    next event takes that back before its call can run."""

    __slots__ = ("damage", "digest", "key", "label", "pending", "seq", "size", "start")

    def __init__(self, seq: int = 0, digest: str = "", start: int = -1, size: int = 0,
                 label: Label | None = None, key: str = "", damage: list[str] | None = None,
                 pending: bool = False) -> None:
        self.seq, self.digest, self.start, self.size, self.key = seq, digest, start, size, key
        self.pending = pending
        self.label: Label = label or {}
        self.damage: list[str] = damage or []


def folder(world: World) -> str:
    """This project's anchors.  Raises Fault where the person has no folder for state."""
    return world.beside("anchors")


def path(world: World, session_id: str) -> str:
    """Where a session's anchor lies, outside the project."""
    return os.path.join(folder(world), disk.safe_name(session_id) + ENDING)


def read(world: World, session_id: str) -> Anchor | None:
    """The session's anchor; None where there is none that can be read."""
    return of_stem(world, disk.safe_name(session_id))


def of_stem(world: World, stem: str) -> Anchor | None:
    """As `read`, by the session's file name without ending."""
    try:
        found = loads(disk.read(os.path.join(folder(world), stem + ENDING), 64 * 1024) or b"null")
    except (disk.Fault, OSError, ValueError, RecursionError):
        return None
    return of(found)


def of(found: object) -> Anchor | None:
    """The anchor in a JSON value, None where it is not one."""
    if not isinstance(found, dict) or found.get("v") != 1:
        return None
    whole = all(isinstance(found.get(name), str) for name in LABEL)
    seq, start, size = (found.get(name) for name in ("seq", "start", "size"))
    name, key, damage = found.get("digest"), found.get("key"), found.get("damage")
    if isinstance(seq, int) and isinstance(start, int) and isinstance(size, int) and isinstance(name, str):
        label: Label = {"level": found["level"], "source": found["source"],
                        "contaminated_at": found["contaminated_at"]} if whole else {}
        return Anchor(seq, name, start, size, label, key if isinstance(key, str) else "",
                      [one for one in damage if isinstance(one, str)] if isinstance(damage, list) else [],
                      found.get("pending") is True)
    return None


def renew(world: World, session_id: str, head: Head, label: Label, key: bytes, before: Anchor | None,
          accepted: bool = False) -> str:
    """Brings the anchor up to what the session holds from this event on; what stands in the way, "" for nothing.

    `head` is what is on disk before the event's own row; `label` the highest that any agent of the session holds.
    """
    damage = [] if accepted else list(dict.fromkeys([*(before.damage if before else ()), *head.damage]))
    try:
        if not label and not damage:
            return _forget(world, session_id, before)
        name = name_of(key)
        if before is not None and before.label == label and before.damage == damage and before.key == name \
                and not head.damage and head.seq - before.seq < (1 if before.pending else EVERY):
            return ""
        document = {"v": 1, "seq": head.seq, "digest": head.digest, "start": head.start, "size": head.size, **label,
                    "key": name, "damage": damage, "pending": before is None or before.label != label}
        disk.make_folder(folder(world))
        disk.replace(path(world, session_id), dumps(document).encode("utf-8"))
    except (disk.Fault, OSError) as e:
        why = e.strerror if isinstance(e, OSError) else str(e)
        return (f"what this session holds cannot be anchored outside the project ({why}): "
                f"erasing its record would not show")
    return ""


def _forget(world: World, session_id: str, before: Anchor | None) -> str:
    if before is not None:
        disk.remove(path(world, session_id))
    return ""


def name_of(key: bytes) -> str:
    """A name for the project's key that says nothing of it."""
    return digest(b"autoskillit key " + key)[:16]


def remove(world: World, stem: str) -> bool:
    """Takes a session's anchor away, by its file name without ending; with its records, never before them."""
    try:
        return disk.remove(os.path.join(folder(world), stem + ENDING))
    except (disk.Fault, OSError):
        return False


def stems(world: World) -> list[str]:
    """The file names, without ending, of all sessions of this project that have an anchor."""
    try:
        names = sorted(os.listdir(folder(world)))
    except (disk.Fault, OSError):
        return []
    return [name[:-len(ENDING)] for name in names if name.endswith(ENDING)]
