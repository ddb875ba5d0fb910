"""The ledger's mathematics: rows, their chain of digests, what they add up to.  No files here.

A row of the ledger is for people and stands by itself.  What the guards learned at it is a row of a second file, the
state file beside it; the ledger row's `state` is that row's digest.

# INVARIANT: a row's `prev` is the SHA-256 (hex) of the line before it, without its newline; the first row's is "".  Its
# `state` is the beginning (DIGITS) of the SHA-256 of its state row's line.  So any changed byte but in the last row
# shows, in either file; the digest of the last row, kept in the state cache, the anchor and the receipt, anchors it.

A chain that does not hold is damage, but for a line that a crash tore: the row after it names it as it stands, or no
row follows; and a state row that no ledger row names belongs to an event that a crash kept off the record.  A row that
says `gap` was written by us after damage was found: what broke before it is known.

Ledgers of earlier releases hold what was learned in their own rows (`learned`, `delta`), and leave to the row before
them what stayed as it was (`continued`); such rows are read as ever, in one file with newer ones.
"""
from __future__ import annotations

import sys

from hooks._stores.delta import full, patch, short
from hooks._stores.json import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    Row = dict[str, Any]

try:        # the interpreter's own; asking for a module that is not there costs more than asking for one that is
    if sys.version_info >= (3, 12):
        from _sha2 import sha256  # type: ignore[import-not-found,unused-ignore]
    else:
        from _sha256 import sha256  # type: ignore[import-not-found,unused-ignore,no-redef]
except ImportError:
    from hashlib import sha256


WHOLE = b'\n{"whole":true,'      # how a state row begins that holds all of the session's fields: replay may begin there
# What an event's row says where it has nothing to say: it is not written, and read all the same.
EMPTY: Row = {"tool": "", "operation": "", "action_id": "", "agent_id": "", "result_summary": "", "reason": "",
              "semantic_distance": None, "drift_score": None, "uncovered": None, "data_classification": "PUBLIC"}
# Of earlier releases: what a row did not say again where the row before it said the same.
SAME = ("session_id", "via", "contamination")
SILENT = {"effect": "pass", "reason": ""}   # the same of each guard that had something to say
OWN = ("action_id", "tool", "operation")    # words of a row that what it teaches may name (delta.OWN); then its time
# What the readers take for granted of a row; a row that has another kind of it is none.
SHAPES: dict[str, type] = {
    **dict.fromkeys(("ts", "session_id", "agent_id", "action_id", "event", "tool", "operation", "decision", "reason",
                     "rule", "result_summary", "prev", "permission_mode", "asked_by", "data_classification"), str),
    **dict.fromkeys(("level", "risk_signals", "errors"), list),
    **dict.fromkeys(("guards", "contamination", "call", "bundle", "policy"), dict)}
DEEP = 100          # values in one another
FAULTS = 5          # places of damage that a head remembers
MARKS = ("whole", "at", "seq")  # of a state row; all else in it is a guard's, or the shell's, delta
DIGITS = 24         # of a state row's digest: 96 bits
LOST = "what the guards learned at it is gone or was changed"


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


def standing(row: Row) -> Row:
    """What the row after it, of an earlier release, need not say again."""
    return {name: row[name] for name in SAME if name in row}


def continued(row: Row, before: Row) -> Row:
    """A row with what it leaves to the one before it, as those of earlier releases did."""
    return row if "session_id" in row or "prev" not in row or not before else {**before, **row}


def held(row: Row) -> str:
    """The level that the agent of a row held after it, "" where the row does not say.

    >>> held({"level": ["none", "pii"]}), held({"contamination": {"level": "internal"}}), held({})
    ('pii', 'internal', '')
    """
    level, label = row.get("level"), row.get("contamination")
    if isinstance(level, list) and level:
        return str(level[-1])
    return str(label.get("level") or "") if isinstance(label, dict) else ""


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


def written(row: Row, learned: Mapping[str, object], at: int | None = None) -> tuple[bytes, bytes]:
    """(a row as it stands in the ledger, what it teaches as it stands in the state file), both without a newline.

    learned     guard -> delta; the state line is b"" where there is none
    at          where the row will begin in the ledger, if `learned` holds all fields: replay may begin there
    """
    bare = _bare(row)
    less = {name: value for name, value in row.items() if name not in bare or value != bare[name]}
    if bare and "guards" in less:
        less["guards"] = {name: {key: value for key, value in said.items() if SILENT.get(key) != value}
                          for name, said in less["guards"].items()}
    if not learned:
        return dumps(less).encode("utf-8"), b""
    own = _own(row)
    taught = dumps({**({} if at is None else {"whole": True, "at": at}), "seq": row.get("seq"),
                    **{name: short(delta, own) for name, delta in learned.items()}}).encode("utf-8")
    less["state"] = digest(taught)[:DIGITS]
    return dumps(less).encode("utf-8"), taught


def _sound(row: Row, bare: bytes) -> bool:
    """Has the row the shape that its readers take for granted?  Whoever writes into a project can bring others."""
    for name, kind in SHAPES.items():
        if not isinstance(row.get(name, kind()), (kind, type(None))):
            return False
    inner, level = (row.get("guards") or {}).values(), row.get("level") or ()
    return all(isinstance(said, dict) for said in inner) and all(isinstance(one, str) for one in level) and (
        bare.count(b"[") + bare.count(b"{") < DEEP or not _deep(row, DEEP))


def _deep(value: object, left: int) -> bool:
    """Does it hold more than so many values in one another?"""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return left < 0 or any(_deep(one, left - 1) for one in inner)


def _whole(row: Row) -> Row:
    """The row that `written` was given, but for what it teaches; of an earlier release's, with that."""
    taught = row.pop("delta", None)
    if taught is None and "session" not in row:
        return row
    bare = _bare(row)
    if bare and "session" not in row:       # those said neither where it was as one would think
        bare.update(operation=str(row.get("tool", "")).lower(), decision="pass")
    row = {**bare, **row}
    if isinstance(row.get("guards"), dict):
        row["guards"] = {name: {**SILENT, **said} if isinstance(said, dict) else said
                         for name, said in row["guards"].items()}
    if isinstance(taught, dict):
        row["learned"] = {name: full(delta, _own(row)) for name, delta in taught.items()}
    return row


def _bare(row: Row) -> Row:
    """What is not written of an event's row where it says this; each time made anew."""
    return {**EMPTY, "guards": {}, "risk_signals": [], "errors": []} if "tool" in row or "level" in row else {}


def _own(row: Row) -> tuple[str | float | None, ...]:
    time = seconds(str(row.get("ts", "")))
    return (*[str(row.get(name, "")) for name in OWN], time, None if time is None else round(time, 3))


class Head:
    """Where a ledger stands: the number of its last row, that row's digest and its first byte, the size in bytes, that
    of the state file (`state`), the session's fields; what is wrong with the ledger, in words, where it is not as it
    was written; and what was anchored outside the project (see _stores.anchors).  `dropped`: what of the fields was of
    no shape that guards know; `behind`: the fields hold more than the ledger teaches."""

    __slots__ = ("anchor", "behind", "damage", "digest", "dropped", "fields", "seq", "size", "start", "state")

    def __init__(self, seq: int = 0, digest: str = "", size: int = 0, fields: dict[str, object] | None = None,
                 start: int = -1, damage: Iterable[str] = (), anchor: Any = None, state: int = 0) -> None:
        self.seq, self.digest, self.size, self.start, self.state = seq, digest, size, start, state
        self.fields: dict[str, Any] = fields if fields is not None else {}
        self.damage = list(damage)
        self.anchor = anchor
        self.dropped: list[str] = []
        self.behind = False

    def cache(self) -> dict[str, object]:
        """What the cache file holds of it."""
        return {"v": 1, "seq": self.seq, "digest": self.digest, "start": self.start, "size": self.size,
                "state": self.state, "fields": self.fields}


def head_of(cache: object) -> Head | None:
    """The head that a state cache holds, or None where it is not one."""
    if not isinstance(cache, dict) or cache.get("v") != 1:
        return None
    seq, name, size, fields = cache.get("seq"), cache.get("digest"), cache.get("size"), cache.get("fields")
    start, state = cache.get("start", -1), cache.get("state", 0)
    if isinstance(seq, int) and isinstance(name, str) and isinstance(size, int) and isinstance(fields, dict):
        return Head(seq, name, size, fields, start if isinstance(start, int) else -1,
                    state=state if isinstance(state, int) else 0)
    return None


class States:
    """What the guards learned, of a state file's lines (from byte `size` on): `at(row)` gives it for the rows of the
    ledger, asked in their order.  `size`: where the last one ends; `strays`: rows that no ledger row named so far."""

    __slots__ = ("_aside", "_lines", "_read", "size", "strays")

    def __init__(self, lines: Iterable[bytes] = (), size: int = 0) -> None:
        self._lines, self._read, self.size, self.strays = iter(lines), size, size, 0
        self._aside: list[tuple[str, bytes, int]] = []      # read and not asked for yet

    def at(self, row: Row) -> Row | None:
        """Guard -> delta; None where the row says that there is something, and it is not there."""
        name = row.get("state")
        if name is None:
            learned = row.get("learned")        # an earlier release's, or {} for a row that taught nothing
            return learned if isinstance(learned, dict) else {}
        for number, one in enumerate(self._aside):
            if one[0] == name:
                return self._take(row, one, number)
        for raw in self._lines:
            self._read += len(raw)
            line = raw.rstrip(b"\n")
            one = (digest(line)[:DIGITS], line, self._read)
            if one[0] == name:
                return self._take(row, one, len(self._aside))
            if line:
                self._aside.append(one)
        return None

    def _take(self, row: Row, one: tuple[str, bytes, int], number: int) -> Row | None:
        self.strays += number
        del self._aside[:number + 1]
        self.size = one[2]
        return _learned(one[1], _own(row))

    def left(self) -> int:
        """The rows that no ledger row named, once all of these were asked for."""
        return self.strays + len(self._aside) + sum(1 for raw in self._lines if raw.strip(b"\n"))


def _learned(line: bytes, own: tuple[str | float | None, ...]) -> Row | None:
    """Guard -> delta of a state row."""
    try:
        found = loads(line)
        return {name: full(delta, own) for name, delta in found.items() if name not in MARKS}
    except (ValueError, RecursionError, AttributeError):
        return None


def replay(head: Head, lines: Iterable[bytes], states: Iterable[bytes] = ()) -> Head:
    """The head after these lines (each with its newline), and those of the state file: what the cache would have said.
    Torn or foreign lines count for the size and the chain, and teach nothing."""
    fields = head.fields
    seq, damage = head.seq, list(head.damage)
    name, start, size = head.digest, head.start, head.size
    beside = States(states, head.state)
    for one in chain(lines, name, seq, size, beside):
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
        fields = taught(fields, one.learned)
    return Head(seq, name, size, fields, start, damage, state=beside.size)


def taught(fields: dict[str, object], learned: object) -> dict[str, object]:
    """The fields after what a row teaches (guard -> delta); a delta that fits nothing teaches nothing."""
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
    """One line of a ledger: its number from 1, first byte and end, digest ("" for an empty line), row, what it teaches,
    what is wrong with its place in the chain ("" for nothing), and whether a crash tore it."""

    __slots__ = ("digest", "end", "fault", "learned", "number", "row", "start", "torn")

    def __init__(self, number: int, start: int, end: int, digest: str = "", row: dict[str, Any] | None = None,
                 fault: str = "", learned: Row | None = None) -> None:
        self.number, self.start, self.end, self.digest, self.row, self.fault = number, start, end, digest, row, fault
        self.learned = learned
        self.torn = bool(digest) and row is None


def chain(lines: Iterable[bytes], before: str = "", seq: int = 0, size: int = 0,
          states: States | None = None) -> Iterator[Line]:
    """Each line with its place in the chain, from a known digest, number and size on; with what it teaches where the
    state file is given, too."""
    said: Row = {}
    for number, raw in enumerate(lines, 1):
        start, size = size, size + len(raw)
        bare = raw.rstrip(b"\n")
        if not bare:
            yield Line(number, start, size)
            continue
        row, fault, learned = parse(bare), "", None
        if row is not None:
            row = continued(row, said)
            said = standing(row)
            if row.get("prev") != before:
                fault = "the row before it was changed, or rows are missing"
            elif isinstance(row.get("seq"), int) and row["seq"] <= seq:
                fault = "its number does not rise"
            if isinstance(row.get("seq"), int):
                seq = row["seq"]
            if states is not None:
                learned = states.at(row)
                fault = fault or ("" if learned is not None else LOST)
        before = digest(bare)
        yield Line(number, start, size, before, row, fault, learned)


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
        if row is not None and _sound(row, raw):
            row = continued(row, said)
            said = standing(row)
            yield row


def faults(lines: Iterable[bytes], states: Iterable[bytes] | None = None) -> Iterator[tuple[int, str]]:
    """(line number from 1, what is wrong) for every place where the chain does not hold."""
    for one in chain(lines, states=None if states is None else States(states)):
        if one.fault:
            yield one.number, one.fault
