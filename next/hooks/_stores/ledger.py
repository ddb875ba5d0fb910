"""A session's two append-only files: the ledger that people read, and the values that were seen, as keyed hashes.

Law: `prev` of a row is the SHA-256 of the line before it as it lies on the disk, `values` that of the lines the
event added to the values file.  A line that ends in `\\n` is complete and valid by itself.

Cannot see: a ledger that was rewritten as a whole with a new chain; the checkpoint, outside the project, can.
"""

from __future__ import annotations

from guards import NONE, UNTRUSTED, Value
from hooks._stores import (
    MIB,
    append_lines,
    digest_bytes,
    measure_file,
    read_bytes,
    read_lines,
    write_whole,
)
from hooks._stores.json import parse_json, write_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from hooks._stores.world import World

    Row = dict[str, Any]

VALUES_MOST = 2 * MIB
VALUES_KEPT = VALUES_MOST * 3 // 4  # what an eviction leaves, so that the next is far
VALUES_FULL = 4 * VALUES_MOST  # where only values that never fall out are left
VALUES_AN_EVENT = 1024
DIGEST = 24  # hex digits of the digest in a row's `values`


class Session:
    """The files of one session: `ledger`, `values`, `cache`, `lock`."""

    __slots__ = tuple("cache id ledger lock values".split())

    def __init__(self, world: World, id: str) -> None:
        base = world.locate("context", id or "unknown")
        self.id, self.ledger, self.values = id, base + ".jsonl", base + ".values.jsonl"
        self.cache, self.lock = base + ".state.json", base + ".lock"


def parse_row(line: bytes) -> Row | None:
    """The row of a line, None for a torn or foreign one."""
    try:
        row = parse_json(line)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None


def read_rows(path: str, start: int = 0) -> Iterator[tuple[Row | None, bytes]]:
    """Each line from the offset `start` with its row; a line without an end is none yet."""
    for line in read_lines(path, start):
        if line.endswith(b"\n"):
            yield parse_row(line), line


def append_row(session: Session, row: Row, head: str, sync: bool = False) -> tuple[bytes, int]:
    """Writes the row as the last line; the line without its end, and the size of the file."""
    if head:
        row["prev"] = head
    line = write_json(row).encode()
    return line, append_lines(session.ledger, line + b"\n", sync)


def verify_chain(session: Session) -> tuple[int, list[str]]:
    """The number of rows, and what is wrong with them, in the words of a person; [] where all is as written."""
    wrong: list[str] = []
    base, number, head = -1, 0, ""  # base: up to which row the values file was settled
    lines: dict[int, bytes] = {}
    for entry, line in read_entries(session.values):
        lines[entry["row"]] = lines.get(entry["row"], b"") + line
        base = max(base, entry["row"]) if "base" in entry else base
    for number, line in enumerate(read_lines(session.ledger), 1):
        row = parse_row(line)
        if row is None:
            wrong.append(f"line {number} is torn")
        else:
            if row.get("prev", "") != head:
                wrong.append(f"line {number}: the line before it is not as it was written")
            seq, digest = row.get("seq"), row.get("values")
            known = isinstance(seq, int) and digest_bytes(lines.get(seq, b""))[:DIGEST] == digest
            if digest and not known and not (isinstance(seq, int) and seq <= base):
                wrong.append(f"line {number}: its values were changed or are gone")
        head = digest_bytes(line.rstrip(b"\n"))
    return number, wrong


def group_values(values: Iterable[Value], ops: list[Any], number: int) -> list[Row]:
    """The entries of one event for the values file: one a source and trust; the first has the ops as well."""
    groups: dict[tuple[str, str], Row] = {}
    for one in list(values)[:VALUES_AN_EVENT]:
        fresh: Row = {"row": number, "source": one.source, "trust": one.trust, "values": []}
        entry = groups.setdefault((one.source, one.trust), fresh)
        entry["values"].append([one.hash, one.kind, one.level])
    entries = list(groups.values())
    if ops:
        entries[:1] = [{**(entries[0] if entries else {"row": number}), "ops": ops}]
    return entries


def read_entries(path: str, oldest: int = 0) -> Iterator[tuple[Row, bytes]]:
    """The entries of the values file and their lines, from the ledger row `oldest` on; odd ones are left out."""
    for entry, line in read_rows(path):
        if entry is not None and type(entry.get("row")) is int and entry["row"] >= oldest:
            values, ops = entry.setdefault("values", []), entry.get("ops", [])
            good = isinstance(values, list) and isinstance(ops, list)
            if good and all([isinstance(one, list) and len(one) == 3 for one in values]):
                yield entry, line


def append_entries(session: Session, entries: list[Row]) -> str:
    """Adds the entries and gives the digest that the ledger row names."""
    data = "".join([write_json(entry) + "\n" for entry in entries]).encode()
    append_lines(session.values, data)
    return digest_bytes(data)[:DIGEST]


def settle_values(session: Session, number: int, base: Row) -> int:
    """Rewrites the values file as it is after row `number`; how many values fell out of a file over its bound.

    `base` is what all ops add up to and takes their place.  A value that stands there twice stays once, with its
    first source; then the oldest untrusted ones go that are not private.  Typed, secret and internal ones stay.
    """
    left, gone = measure_file(session.values), 0
    bound = VALUES_KEPT if left > VALUES_MOST else left
    seen: set[str] = set()
    lines = [write_json({"row": number, "base": base})]
    for entry, _ in read_entries(session.values):
        kept: list[Any] = []
        trust = entry.get("trust")
        for value in entry["values"]:
            key = write_json([*value, trust])
            falls = trust == UNTRUSTED and value[2] == NONE and left > bound
            left -= len(key) if falls or key in seen else 0
            gone += falls
            kept += [] if falls or key in seen else [value]
            seen.add(key)
        if kept:
            row = {**entry, "row": min(entry["row"], number), "values": kept}
            lines.append(write_json({key: row[key] for key in row if key not in ("base", "ops")}))
    write_whole(session.values, ("\n".join(lines) + "\n").encode())
    return gone


def find_values(session: Session, hash: str) -> list[Value]:
    """Every value with that keyed hash, the first source first.  Scans the file's bytes."""
    return scan_values(session, 0, hash)


def find_kind(session: Session, kind: str) -> list[Value]:
    """Every value of a kind, the first source first."""
    return scan_values(session, 1, kind)


def scan_values(session: Session, field: int, text: str) -> list[Value]:
    """The values whose field (0: hash, 1: kind) is the text; only lines that hold its bytes are parsed."""
    data, needle = read_bytes(session.values), write_json(text).encode()
    found: list[Value] = []
    at = data.find(needle)
    while at >= 0:
        end = data.find(b"\n", at) + 1 or len(data)
        entry = parse_row(data[data.rfind(b"\n", 0, at) + 1 : end]) or {}
        found += [one for one in list_values(entry) if text == (one.kind if field else one.hash)]
        at = data.find(needle, end)
    return found


def list_values(entry: Row) -> list[Value]:
    """The values of one entry of the values file."""
    source, trust, row = entry.get("source", ""), entry.get("trust", ""), entry.get("row", 0)
    values = entry.get("values", ())
    return [Value(hash, kind, level, source, trust, row) for hash, kind, level in values]
