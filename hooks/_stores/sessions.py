"""A session's ledger, its state file and its cache on disk: open, record, and inherit from the one it was forked from.

Law: what `load` gives is what replaying the whole ledger gives, whether the cache is there, old or gone; and where the
ledger itself is gone, shorter or another, what cache and anchor still know counts on, and `damage` says so.
"""
from __future__ import annotations

from guards._history.fields import LABEL, sound
from guards._history.labels import copied, highest, level_of
from hooks._stores import anchors, disk, late, ledger
from hooks._stores.delta import diff
from hooks._stores.disk import Fault
from hooks._stores.json import dumps, loads
from hooks._stores.ledger import Head, rfc3339
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guards._history.fields import Contamination, Label
    from hooks._stores.anchors import Anchor
    from hooks._stores.world import World

PARENTS = 8     # how many forks back a session remembers
NEAR = 16 << 20         # bytes of a ledger that are replayed as they are
FAR = 32 << 20          # bytes from its end that are looked through for a whole row; BLOCK at a time
BLOCK = 1 << 20
STEP = 4 << 20          # bytes between two whole rows
SHORT = 8       # characters of a session's id, as people are shown it
ENDING, STATE, CACHE = ".jsonl", ".state.jsonl", ".state.json"      # of the ledger, the state file, the cache
ROW = 1 << 20   # bytes of a row that is looked at to compare its digest; a longer one is left to `verify`


def lock(world: World, session_id: str) -> disk.Lock:
    """The session's lock: who writes its ledger holds it."""
    return disk.Lock(world.path("context", session_id, ".lock"))


class Holding:
    """The session's lock for a `with` block, or `problem`: why it cannot be had.  Never raises."""

    def __init__(self, world: World, session_id: str) -> None:
        self.world, self.session_id = world, session_id
        self.lock: disk.Lock | None = None
        self.busy = False           # somebody else held it for too long: nothing is wrong with it
        self.problem = ""

    def __enter__(self) -> Holding:
        try:
            self.lock = lock(self.world, self.session_id).__enter__()
        except (Fault, OSError) as e:
            self.busy, self.problem = getattr(e, "busy", False), _why(e)
        return self

    def __exit__(self, *exc: object) -> None:
        if self.lock is not None:
            self.lock.__exit__()


def unchanged(world: World, session_id: str, head: Head) -> bool:
    """Has nobody written to the session since this head was loaded?  Raises Fault, OSError."""
    size = _size(world.path("context", session_id, ".jsonl"))
    return size == head.size and not late.waiting(world, session_id)


def settled(world: World, session_id: str) -> Head:
    """As `load`, with the lock held: rows that could not wait for it are in the ledger then.  Raises Fault, OSError."""
    head = _on_disk(world, session_id)
    if head.damage:
        return load(world, session_id)
    if not late.waiting(world, session_id):
        return head         # not `load`: a row put aside in this moment would count here without being in the ledger

    def take(rows: list[dict[str, object]]) -> None:
        nonlocal head
        for row in rows:
            fields = merged(head.fields, row)
            deltas = {name: delta for name, value in fields.items()
                      if (delta := diff(head.fields.get(name), value)) is not None}
            head = commit(world, session_id, head, {**row, "late": True}, deltas, fields)

    late.settle(world, session_id, take)
    return head


def _contamination(fields: Mapping[str, Any]) -> Contamination:
    """What the session holds and knows, {} for nothing."""
    found: Contamination | None = fields.get("contamination")
    return found or {}


def merged(fields: dict[str, Any], row: dict[str, Any]) -> dict[str, Any]:
    """The fields once a row that was learned beside them counts, too.  A level never falls by it."""
    after, _ = sound(ledger.taught(fields, row.get("learned")))
    held = highest(_contamination(fields))
    if held:
        after["contamination"] = recovered(_contamination(after), held)
    return after


def load(world: World, session_id: str) -> Head:
    """Where the session stands; an empty Head for one that nothing is known of.  Raises Fault, OSError.

    Without the lock it may be read, too: anchor, cache and ledger are read in the order in which nothing can seem to
    be missing that is only being written.
    """
    head = _on_disk(world, session_id)
    try:
        rows = late.waiting(world, session_id)
    except (Fault, OSError) as e:
        head.damage.append(f"rows that wait for its lock cannot be read ({_why(e)})")
        return head
    for row in rows:
        head.fields = merged(head.fields, row)
        head.size = -1      # more than the ledger holds, or the same row twice: `unchanged` must not take it for that
    return head


def _on_disk(world: World, session_id: str) -> Head:
    """What anchor, cache and ledger say."""
    anchor = anchors.read(world, session_id)
    try:
        path = world.path("context", session_id, ".jsonl")
        head = _cached(path)
    except (Fault, OSError) as e:
        if anchor is None:
            raise
        return _known(world, Head(), 0, [f"its record cannot be read ({_why(e)})"], anchor)
    size = _size(path)
    try:
        damage = _damage(path, size, head, anchor)
        whole = head or Head()
        if size > whole.size and not (head and damage):
            whole = _after(path, whole, size)
    except (Fault, OSError) as e:
        whole, damage = head or Head(), [f"its ledger cannot be read ({_why(e)})"]
    return _known(world, whole, size, [*damage, *whole.damage], anchor)


def _size(path: str) -> int:
    """The file's bytes, 0 where there is none.  Raises OSError."""
    try:
        return os.lstat(path).st_size
    except FileNotFoundError:
        return 0


def state_of(path: str) -> str:
    """The state file of a ledger, by the ledger's path: what the guards learned, a row an event."""
    return path[:-len(ENDING)] + STATE


def cache_of(path: str) -> str:
    """The state cache of a ledger, by the ledger's path."""
    return path[:-len(ENDING)] + CACHE


def replayed(path: str, head: Head | None = None) -> Head:
    """The head after all that a ledger and its state file hold beyond this one.  Raises Fault, OSError."""
    head = head or Head()
    return ledger.replay(head, disk.lines(path, head.size), disk.lines(state_of(path), head.state))


def _why(error: BaseException) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)


def _cached(path: str) -> Head | None:
    try:
        return ledger.head_of(loads(disk.read(cache_of(path))))
    except (ValueError, RecursionError):
        return None


def _after(path: str, head: Head, size: int) -> Head:
    """The head after the rest of the ledger: all of it, or from its last whole row on where that is too long to read.

    A ledger without a whole row within FAR bytes of its end is of an early version: what its end teaches counts, and
    the head says that there is more.
    """
    if size - head.size <= NEAR:
        return replayed(path, head)
    state, floor = state_of(path), max(head.size, size - FAR)
    whole = _last_whole_state(path, max(head.state, _size(state) - FAR), _size(state)) or _last_whole(path, floor, size)
    if whole is not None and whole.size >= floor:
        return replayed(path, whole)
    if floor == head.size:
        return replayed(path, head)
    at = floor + disk.read(path, FAR, floor).find(b"\n") + 1
    after = replayed(path, _standing(path, at) or Head(size=at))
    after.damage = [f"its ledger is too long to be read at once ({size >> 20} MiB): what stands before its end is not "
                    f"known"]
    return after


def _last_whole_state(path: str, floor: int, size: int) -> Head | None:
    """The head before the last state row between two places of the state file that holds all fields."""
    state = state_of(path)
    at = _found(state, floor, size)
    row = ledger.parse(next(disk.lines(state, at), b"").rstrip(b"\n")) if at >= 0 else None
    begins = (row or {}).get("at")
    head = _standing(path, begins) if isinstance(begins, int) else None
    if head is not None:
        head.state = at
    return head


def _last_whole(path: str, floor: int, size: int) -> Head | None:
    """The head before the last whole row between two places of a ledger of an earlier release."""
    at = _found(path, floor, size)
    return _standing(path, at) if at >= 0 else None


def _found(path: str, floor: int, size: int) -> int:
    """Where the last whole row between two places of a file begins, -1 for nowhere."""
    at = size
    while at > floor:
        start = max(floor, at - BLOCK)
        found = disk.read(path, at - start + len(ledger.WHOLE), start).rfind(ledger.WHOLE)
        if found >= 0:
            return start + found + 1
        at = start
    return -1


def _standing(path: str, at: int) -> Head | None:
    """The head, without fields, of all that stands before the first row from this place on."""
    for raw in disk.lines(path, at):
        row = ledger.parse(raw.rstrip(b"\n"))
        if row is not None:
            seq, name = row.get("seq"), row.get("prev")
            return Head(seq - 1, name, at) if isinstance(seq, int) and isinstance(name, str) else None
        at += len(raw)
    return None


def _damage(path: str, size: int, head: Head | None, anchor: Anchor | None) -> list[str]:
    """What shows at once that the ledger is not as it was written, without reading all of it."""
    for known in (head, anchor):
        if known is None:
            continue
        if not size:
            return [f"its ledger is gone ({known.seq} rows)"]
        if size < known.size:
            return [f"its ledger was cut off (row {known.seq} is missing)"]
        if known.start >= 0 and known.size - known.start <= ROW:
            row = disk.read(path, known.size - known.start, known.start)
            if ledger.digest(row.strip(b"\n")) != known.digest:
                return [f"its ledger was rewritten (row {known.seq} is another)"]
    if head is not None and head.state and _size(state_of(path)) < head.state:
        return ["what its guards learned was cut off"]
    return []


def _known(world: World, head: Head, size: int, damage: list[str], anchor: Anchor | None) -> Head:
    """The head with what the anchor still knows."""
    fields, dropped = sound(head.fields)
    if any(name.startswith("contamination") for name in dropped):
        damage.append(f"{', '.join(dropped)[:120]} cannot be read")
    before = _contamination(fields)
    if anchor is not None:
        if anchor.key and anchor.key != _key_name(world):
            damage.append("the project's key was replaced, so that nothing read before is recognised")
        state = recovered(before, anchor.label)
        crashed = anchor.pending and (anchor.seq, anchor.digest) == (head.seq, head.digest)
        if state is not before and not damage and not crashed:
            damage.append(f"it says less than the session held ({anchor.label['level']})")
        before = state
    if not damage:
        if before is not fields.get("contamination") and before:     # a crash kept the row with the level off the disk
            fields, head.behind = {**fields, "contamination": before}, True
        head.anchor, head.fields, head.dropped = anchor, fields, dropped
        return head
    fields = {**fields, "contamination": damaged(before, rfc3339(world.now), "; ".join(damage))}
    last = anchor if anchor is not None and anchor.seq > head.seq else head
    return Head(last.seq, last.digest, size, fields, -1, damage, anchor)


def _key_name(world: World) -> str:
    try:
        return anchors.name_of(world.key())
    except (Fault, OSError):
        return ""


def anchored(world: World, session_id: str, head: Head, fields: dict[str, Any], key: bytes,
             accepted: bool = False) -> str:
    """Anchors what the session holds from this event on, before its row is written; what stands in the way, or ""."""
    label = highest(_contamination(fields))
    if not (label or head.anchor or head.damage):
        return ""
    return anchors.renew(world, session_id, head, label, key, head.anchor, accepted)


def commit(world: World, session_id: str, head: Head, row: dict[str, object], learned: Mapping[str, object],
           fields: dict[str, object]) -> Head:
    """Appends what was learned (guard -> delta), then the row that names it, then caches what the session is now.

    A crash between leaves a state row that nothing names, or a cache that is behind.  Raises Fault, OSError; a row that
    is in is never lost.
    """
    at = None
    if head.size // STEP > max(head.start, 0) // STEP:
        learned, at = {name: ["=", value] for name, value in fields.items()}, head.size
    row = {"ts": "", "project": world.project, "session": session_id[:SHORT], **row, "seq": head.seq + 1,
           "prev": head.digest}
    line, taught = ledger.written(row, learned, at)
    path, state = world.path("context", session_id, ENDING), head.state
    if taught:
        state = disk.append(state_of(path), taught + b"\n")
    size = disk.append(path, line + b"\n")
    after = Head(head.seq + 1, ledger.digest(line), size, fields, size - len(line) - 1, anchor=head.anchor, state=state)
    disk.replace(cache_of(path), dumps(after.cache()).encode("utf-8"))
    return after


def bequeath(world: World, child: str, parent: str) -> None:
    """Says that the session `child`, once it begins, goes on from what `parent` knows.  Raises Fault, OSError."""
    disk.replace(world.path("context", child, ".parent"), parent.encode("utf-8"))


def begun(world: World, session_id: str, head: Head) -> dict[str, object]:
    """What a session knows: its own fields, or those it inherits at its first event.  Raises Fault, OSError."""
    return head.fields if head.seq or head.damage else inherited(world, session_id)


def parent_of(world: World, session_id: str) -> str:
    """The session that this one was forked from, "" for none.  Raises Fault, OSError."""
    parent = disk.read(world.path("context", session_id, ".parent"), 4096).decode("utf-8", "replace").strip()
    return parent if parent != session_id else ""


def inherited(world: World, session_id: str) -> dict[str, object]:
    """The fields that a session begins with: {} or, where it was forked, its parent's.  Raises Fault, OSError."""
    parent = parent_of(world, session_id)
    if not parent:
        return {}
    fields = dict(load(world, parent).fields)
    shell = dict(fields.get("shell") or {})
    shell["parents"] = [parent, *shell.get("parents", [])][:PARENTS]
    fields["shell"] = shell
    return fields


def recovered(state: Contamination, label: Label) -> Contamination:
    """The state with the level that was anchored elsewhere; the very same where it holds as much by itself."""
    if level_of(label) <= level_of(highest(state)):
        return state
    return {**state, **copied(label)}


def damaged(state: Contamination, at: str, what: str) -> Contamination:
    """The session's record is not as it was written: what it says is no longer all that happened."""
    return {**state, "gap": {"at": at, "what": what[:300]}}


def core(name: str, field: object) -> dict[str, object]:
    """What is never given up of a guard's field: the level that the session holds, and damage that stands open."""
    if name != "contamination" or not isinstance(field, dict):
        return {}
    return {key: field[key] for key in (*LABEL, "gap") if key in field}
