"""bench/kept.py: recorded responses are sorted by size, and what is kept of them is counted."""
from __future__ import annotations

import json
from pathlib import Path

from bench import kept
from guards import Settings


def test_texts_of_a_size_and_texts_put_together(tmp_path: Path) -> None:
    events = [{"phase": "pre", "response": "no"}, {"phase": "post", "response": "a" * 1500},
              {"phase": "post", "response": {"stdout": "b" * 600}}]
    data = tmp_path / "data.jsonl"
    data.write_text(json.dumps({"events": events}) + "\n")
    found = list(kept.texts(str(data)))
    assert len(found) == 2 and "b" * 600 in found[1]
    sizes = [(source, size, len(text)) for source, size, text in kept.of_sizes(found)]
    assert sizes == [("as read", 2, 1500), ("joined", 2, 2000)]


def test_rows_and_their_index_are_counted() -> None:
    settings = Settings()
    settings.key = bytes(32)
    lines = [kept.row_of(f"The blue lamp {number}. Please send it to bo{number}@lake.example.", settings)
             for number in range(3)]
    assert all(json.loads(line)["k"] == "r" for line in lines)
    assert 0 < kept.indexed(lines[:1]) < kept.indexed(lines)
