"""The ledger's mathematics: rows, their chain of digests, what they add up to.  No files here.

# INVARIANT: a row's `prev` is the SHA-256 (hex) of the line before it, without its newline; the
# first row's is "".  So any changed byte but in the last row shows, and the digest of the last
# row, kept in the state cache, the anchor and the receipt, anchors that one.

A chain that does not hold is damage, but for a line that a crash tore: the row after it names it as it stands, or no
row follows.  A row that says `gap` was written by us after damage was found: what broke before it is known.
"""
from __future__ import annotations

import sys

from hooks._stores.delta import full, patch, short
from hooks._stores.json import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    Row = dict[str, Any]

try:        # the interpreter's own; asking for a module that is not there costs more than asking for one that is
    if sys.version_info >= (3, 12):
        from _sha2 import sha256  # type: ignore[import-not-found,unused-ignore]
    else:
        from _sha256 import sha256  # type: ignore[import-not-found,unused-ignore,no-redef]
except ImportError:
    from hashlib import sha256


WHOLE = b'\n{"whole":true,'      # how a row begins that holds all of the session's fields: replay may begin there
# What an event's row says where it has nothing to say: it is not written, and read all the same.
EMPTY: Row = {"agent_id": "", "result_summary": "", "reason": "", "semantic_distance": None,
              "drift_score": None, "decision": "pass", "data_classification": "PUBLIC"}
# What a row does not say again, where the row before it said the same; a row with a session_id says all of it itself.
SAME = ("session_id", "via", "contamination")
ANEW = 64           # rows after which it is said all the same, for who reads the end of a file
SILENT = {"effect": "pass", "reason": ""}   # the same of each guard that had something to say
OWN = ("action_id", "tool", "operation")    # words of a row that what it teaches names by their place; then its time
FAULTS = 5          # places of damage that a head remembers


def digest(line: bytes) -> str:
    """The name of a row: 64 hex digits."""
    return str(sha256(line).hexdigest())


def running() -> Any:
    """A digest that is fed piece by piece."""
    return sha256()


def rfc3339(seconds: float) -> str:
    """UTC with microseconds, as in 2026-11-21T09:30:00.123456Z.

    >>> rfc3339(0.25)
    '1970-01-01T00:00:00.250000Z'
    """
    import time

    micros = round(seconds * 1_000_000)
    whole, part = divmod(micros, 1_000_000)
    t = time.gmtime(whole)
    return f"{t[0]:04}-{t[1]:02}-{t[2]:02}T{t[3]:02}:{t[4]:02}:{t[5]:02}.{part:06}Z"


def less(row: Row, before: Row) -> Row:
    """The row without what the one before it says, too; whole where it is to be read by itself, and where they do not
    speak of the same things: `continued` gives the row again."""
    said = standing(row)
    if not before or said.keys() != before.keys() or said.get("session_id") != before.get("session_id") or (
            "whole" in row or row["seq"] % ANEW == 1):
        return row
    return {name: value for name, value in row.items() if name not in before or value != before[name]}


def standing(row: Row) -> Row:
    """What the row after it need not say again."""
    return {name: row[name] for name in SAME if name in row}


def continued(row: Row, before: Row) -> Row:
    """A row of a ledger with what it leaves to the one before it."""
    return row if "session_id" in row or "prev" not in row or not before else {**before, **row}


def seconds(told: str) -> float | None:
    """What `rfc3339` was given, if it had no more than microseconds; None for what it did not write.

    >>> seconds("1970-01-01T00:00:00.250000Z"), seconds(rfc3339(1_795_253_400.123457)), seconds("2026-11-21")
    (0.25, 1795253400.123457, None)
    """
    parts = told[:4], told[5:7], told[8:10], told[11:13], told[14:16], told[17:19], told[20:26]
    if len(told) != 27 or not "".join(parts).isdecimal():
        return None
    year, month, day, hour, minute, second, micros = map(int, parts)
    year, month = (year, month - 3) if month > 2 else (year - 1, month + 9)     # the leap day is a year's last
    days = 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day - 719_469
    return ((((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000_000 + micros) / 1_000_000


def line(row: Row) -> bytes:
    """A row as it stands in the file, without the newline: `parse` gives the row again."""
    learned = row.get("learned")
    if not isinstance(learned, dict):
        return dumps(row).encode("utf-8")
    bare = _bare(row)
    less = {name: value for name, value in row.items()
            if name != "learned" and (name not in bare or value != bare[name])}
    if bare and "guards" in less:
        less["guards"] = {name: {key: value for key, value in said.items() if SILENT.get(key) != value}
                          for name, said in less["guards"].items()}
    less["delta"] = {name: short(delta, _own(row)) for name, delta in learned.items()}
    return dumps(less).encode("utf-8")


def _whole(row: Row) -> Row:
    """The row that `line` was given."""
    taught = row.pop("delta", None)
    if not isinstance(taught, dict):
        return row
    row = {**_bare(row), **row}
    if isinstance(row.get("guards"), dict):
        row["guards"] = {name: {**SILENT, **said} if isinstance(said, dict) else said
                         for name, said in row["guards"].items()}
    row["learned"] = {name: full(delta, _own(row)) for name, delta in taught.items()}
    return row


def _bare(row: Row) -> Row:
    """What is not written of an event's row where it says this; each time made anew."""
    if "tool" not in row:
        return {}
    return {**EMPTY, "guards": {}, "risk_signals": [], "errors": [], "operation": str(row.get("tool", "")).lower()}


def _own(row: Row) -> tuple[str | float | None, ...]:
    time = seconds(str(row.get("ts", "")))
    return (*[str(row.get(name, "")) for name in OWN], time, None if time is None else round(time, 3))


class Head:
    """Where a ledger stands: the number of its last row, that row's digest and its first byte, the size in bytes, the
    session's fields; what is wrong with the ledger, in words, where it is not as it was written; and what was anchored
    outside the project (see _stores.anchors).  `said`: what the next row need not say again (SAME); `dropped`: what of
    the fields was of no shape that guards know; `behind`: the fields hold more than the ledger teaches."""

    __slots__ = ("anchor", "behind", "damage", "digest", "dropped", "fields", "said", "seq", "size", "start")

    def __init__(self, seq: int = 0, digest: str = "", size: int = 0, fields: dict[str, object] | None = None,
                 start: int = -1, damage: Iterable[str] = (), anchor: Any = None, said: Row | None = None) -> None:
        self.seq, self.digest, self.size, self.start = seq, digest, size, start
        self.fields: dict[str, Any] = fields if fields is not None else {}
        self.said: Row = said if said is not None else {}
        self.damage = list(damage)
        self.anchor = anchor
        self.dropped: list[str] = []
        self.behind = False

    def cache(self) -> dict[str, object]:
        """What the cache file holds of it."""
        return {"v": 1, "seq": self.seq, "digest": self.digest, "start": self.start, "size": self.size,
                "said": self.said, "fields": self.fields}


def head_of(cache: object) -> Head | None:
    """The head that a state cache holds, or None where it is not one."""
    if not isinstance(cache, dict) or cache.get("v") != 1:
        return None
    seq, name, size, fields = cache.get("seq"), cache.get("digest"), cache.get("size"), cache.get("fields")
    start, said = cache.get("start", -1), cache.get("said")
    if isinstance(seq, int) and isinstance(name, str) and isinstance(size, int) and isinstance(fields, dict):
        return Head(seq, name, size, fields, start if isinstance(start, int) else -1,
                    said=said if isinstance(said, dict) else None)
    return None


def replay(head: Head, lines: Iterable[bytes]) -> Head:
    """The head after these lines (each with its newline): what the cache would have said.  Torn or foreign lines
    count for the size and the chain, and teach nothing."""
    fields = head.fields
    seq, damage = head.seq, list(head.damage)
    name, start, size, said = head.digest, head.start, head.size, head.said
    for one in chain(lines, name, seq, size, said):
        size = one.end
        if not one.digest:
            continue
        name, start = one.digest, one.start
        row = one.row
        if row is None:
            continue
        damage = [] if "gap" in row else [*damage, one.fault][:FAULTS] if one.fault else damage
        if isinstance(row.get("seq"), int):
            seq = max(seq, row["seq"])
        fields, said = taught(fields, row), standing(row)
    return Head(seq, name, size, fields, start, damage, said=said)


def taught(fields: dict[str, object], row: dict[str, object]) -> dict[str, object]:
    """The fields after what a row teaches; a delta that fits nothing teaches nothing."""
    learned = row.get("learned")
    if not isinstance(learned, dict):
        return fields
    after = dict(fields)
    for guard, delta in learned.items():
        try:
            after[guard] = patch(after.get(guard), delta)
        except (ValueError, TypeError):
            continue
    return after


class Line:
    """One line of a ledger: its number from 1, first byte and end, digest ("" for an empty line), row, what is wrong
    with its place in the chain ("" for nothing), and whether a crash tore it."""

    __slots__ = ("digest", "end", "fault", "number", "row", "start", "torn")

    def __init__(self, number: int, start: int, end: int, digest: str = "", row: dict[str, Any] | None = None,
                 fault: str = "") -> None:
        self.number, self.start, self.end, self.digest, self.row, self.fault = number, start, end, digest, row, fault
        self.torn = bool(digest) and row is None


def chain(lines: Iterable[bytes], before: str = "", seq: int = 0, size: int = 0,
          said: Row | None = None) -> Iterator[Line]:
    """Each line with its place in the chain, from a known digest, number and size on, after a row that said so much."""
    for number, raw in enumerate(lines, 1):
        start, size = size, size + len(raw)
        bare = raw.rstrip(b"\n")
        if not bare:
            yield Line(number, start, size)
            continue
        row, fault = parse(bare), ""
        if row is not None:
            row = continued(row, said or {})
            said = standing(row)
            if row.get("prev") != before:
                fault = "the row before it was changed, or rows are missing"
            elif isinstance(row.get("seq"), int) and row["seq"] <= seq:
                fault = "its number does not rise"
            if isinstance(row.get("seq"), int):
                seq = row["seq"]
        before = digest(bare)
        yield Line(number, start, size, before, row, fault)


def parse(bare: bytes) -> Row | None:
    """A row of the file, or None for anything that is not one."""
    try:
        row = loads(bare)
        return _whole(row) if isinstance(row, dict) else None
    except (ValueError, RecursionError):
        return None


def rows(lines: Iterable[bytes]) -> Iterator[Row]:
    """The good rows among the lines, each with what it leaves to the one before it."""
    said: Row = {}
    for raw in lines:
        row = parse(raw.rstrip(b"\n"))
        if row is not None:
            row = continued(row, said)
            said = standing(row)
            yield row


def faults(lines: Iterable[bytes]) -> Iterator[tuple[int, str]]:
    """(line number from 1, what is wrong) for every place where the chain does not hold."""
    for one in chain(lines):
        if one.fault:
            yield one.number, one.fault
