"""The ledger's mathematics: rows, their chain of digests, what they add up to.  No files here.

# INVARIANT: a row's `prev` is the SHA-256 (hex) of the line before it, without its newline; the
# first row's is "".  So any changed byte but in the last row shows, and the digest of the last
# row, kept in the state cache and the receipt, anchors that one.
"""
from __future__ import annotations

from hooks._delta import patch
from hooks._json import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

try:
    from _sha2 import sha256  # type: ignore[import-not-found,unused-ignore]  # 3.12 on
except ImportError:
    try:
        from _sha256 import sha256  # type: ignore[import-not-found,unused-ignore,no-redef]
    except ImportError:
        from hashlib import sha256


def digest(line: bytes) -> str:
    """The name of a row: 64 hex digits."""
    return str(sha256(line).hexdigest())


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


def line(row: dict[str, Any]) -> bytes:
    """A row as it stands in the file, without the newline."""
    return dumps(row).encode("utf-8")


class Head:
    """Where a ledger stands: the number of its last row, that row's digest, the size in bytes, the session's fields."""

    __slots__ = ("digest", "fields", "seq", "size")

    def __init__(self, seq: int = 0, digest: str = "", size: int = 0, fields: dict[str, Any] | None = None) -> None:
        self.seq, self.digest, self.size = seq, digest, size
        self.fields: dict[str, Any] = fields if fields is not None else {}

    def cache(self) -> dict[str, Any]:
        return {"v": 1, "seq": self.seq, "digest": self.digest, "size": self.size, "fields": self.fields}


def head_of(cache: Any) -> Head | None:
    """The head that a state cache holds, or None where it is not one."""
    if not isinstance(cache, dict) or cache.get("v") != 1:
        return None
    seq, name, size, fields = cache.get("seq"), cache.get("digest"), cache.get("size"), cache.get("fields")
    if isinstance(seq, int) and isinstance(name, str) and isinstance(size, int) and isinstance(fields, dict):
        return Head(seq, name, size, fields)
    return None


def replay(head: Head, lines: Iterable[bytes]) -> Head:
    """The head after these lines (each with its newline): what the cache would have said.  Torn or foreign lines
    count for the size and the chain, and teach nothing."""
    fields = dict(head.fields)
    seq, name, size = head.seq, head.digest, head.size
    for raw in lines:
        size += len(raw)
        bare = raw.rstrip(b"\n")
        if not bare:
            continue
        name = digest(bare)
        row = parse(bare)
        if row is None:
            continue
        if isinstance(row.get("seq"), int):
            seq = max(seq, row["seq"])
        learned = row.get("learned")
        if isinstance(learned, dict):
            for guard, delta in learned.items():
                try:
                    fields[guard] = patch(fields.get(guard), delta)
                except (ValueError, TypeError):
                    continue
    return Head(seq, name, size, fields)


def parse(bare: bytes) -> dict[str, Any] | None:
    """A row of the file, or None for anything that is not one."""
    try:
        row = loads(bare)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None


def rows(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """The good rows among the lines."""
    for raw in lines:
        row = parse(raw.rstrip(b"\n"))
        if row is not None:
            yield row


def faults(lines: Iterable[bytes]) -> Iterator[tuple[int, str]]:
    """(line number from 1, what is wrong) for every place where the chain does not hold."""
    before, seq = "", 0
    for number, raw in enumerate(lines, 1):
        bare = raw.rstrip(b"\n")
        if not bare:
            continue
        row = parse(bare)
        if row is None:
            yield number, "not a row"
        elif row.get("prev") != before:
            yield number, "the row before it was changed, or rows are missing"
        elif isinstance(row.get("seq"), int) and row["seq"] <= seq:
            yield number, "its number does not rise"
        if row is not None and isinstance(row.get("seq"), int):
            seq = row["seq"]
        before = digest(bare)
