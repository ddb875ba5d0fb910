"""What is kept of what tools returned, over what was read: the row and its share of the index, by size of the text.

    python3 bench/kept.py DATA.jsonl[.gz] ... [--limit N]

A line of DATA is a session with `events` (shared recordings have this form).  Each response counts once ("as read");
few are long, so each size is also made of responses one behind the other ("joined").  The share of the index is that
of packs over these rows.  A row as the disk has it, but for the name of its tool and the time.
"""
from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from guards import Settings  # noqa: E402
from guards._evidence import evidence  # noqa: E402
from guards._evidence.compact import compact  # noqa: E402
from guards._text.plain import flatten  # noqa: E402
from hooks import _facts  # noqa: E402
from hooks._stores import packs  # noqa: E402

SIZES = (2, 16, 64)     # KB
NEAR = 0.7, 1.4         # of such a size is what is that much of it


def texts(path: str) -> Iterator[str]:
    """What tools returned in the recordings of a file."""
    with gzip.open(path, "rt", encoding="utf-8") if path.endswith(".gz") else open(path, encoding="utf-8") as file:
        for line in file:
            for event in json.loads(line).get("events", ()):
                if event["phase"] == "post" and event.get("response") is not None:
                    yield flatten(event["response"])[0]


def of_sizes(found: list[str]) -> Iterator[tuple[str, int, str]]:
    """(where it is from, KB, text): texts of about that size, and pieces put together to it."""
    for size in SIZES:
        least, most = (int(1000 * size * part) for part in NEAR)
        yield from (("as read", size, text) for text in found if least <= len(text.encode()) < most)
        joined: list[str] = []
        for text in found:
            joined.append(text)
            if sum(map(len, joined)) >= 1000 * size:
                yield "joined", size, "\n".join(joined)[:1000 * size]
                joined.clear()


def row_of(text: str, settings: Settings) -> bytes:
    """The line that is kept of a text."""
    row = evidence.result_row("Read", 2, {"file_path": "src/other.py"}, text, settings.key,
                              lambda parts: evidence.redact_excerpts(parts, settings))
    return (json.dumps({**compact(row), "at": 1.7e9}, separators=(",", ":")) + "\n").encode()


def indexed(lines: list[bytes]) -> int:
    """Bytes of the packs over some rows."""
    size, data = 0, b""
    for number, line in enumerate(lines, 1):
        data += line
        if len(data) >= packs.WHOLE or number == len(lines):
            size += len(packs.pack(data, _facts.rows_in))
            data = b""
    return size


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("data", nargs="+")
    options.add_argument("--limit", type=int, default=400, help="texts of a file and a size")
    chosen = options.parse_args()
    settings = Settings()
    settings.key = bytes(32)
    print(f"{'':22} {'':8} {'KB':>3} {'texts':>6} {'median':>8} {'p90':>5} {'all':>5} {'index':>7} {'both':>5}")
    for path in chosen.data:
        classes: dict[tuple[str, int], list[str]] = {}
        for source, size, text in of_sizes(list(dict.fromkeys(texts(path)))):
            classes.setdefault((source, size), []).append(text)
        for (source, size), found in classes.items():
            found = found[:chosen.limit]
            lines = [row_of(text, settings) for text in found]
            read = sum(len(text.encode()) for text in found)
            ratios = sorted(len(line) / len(text.encode()) for line, text in zip(lines, found))
            row, index = sum(map(len, lines)) / read, indexed(lines) / read
            print(f"{Path(path).name.split('.')[0]:22} {source:8} {size:3} {len(found):6} {median(ratios):8.2f} "
                  f"{ratios[len(ratios) * 9 // 10]:5.2f} {row:5.2f} {index:7.2f} {row + index:5.2f}")


if __name__ == "__main__":
    main()
