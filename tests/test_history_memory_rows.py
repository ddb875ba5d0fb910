"""guards/_history/memory_rows.py: a row, and what a synthesis says."""
from __future__ import annotations

import pytest

from guards._history import memory_rows as rows


def test_draft_is_bounded():
    row = rows.draft("fact", "y" * 2001, "user", source_tool="a\nb" + "c" * 500)
    assert row["content"] == "y" * 2000 + " ..."
    assert row["source_tool"].startswith("a bccc") and len(row["source_tool"]) == 200
    assert rows.draft("fact", "y" * 2000, "user", source_tool=" ")["content"] == "y" * 2000


def test_told():
    synthesis = {
        "consensus": "Use SQLite", "weighted_confidence": 0.75,
        "key_claims": [{"claim": "WAL is on", "confidence": 0.9}, {"claim": "one writer"}, "plain", {"claim": ""}, 3],
        "dissent": [{"claim": "too slow", "confidence": "high"}, {"claim": "too slow"}],
        "open_questions": ["How big?", {"question": "Who backs it up?"}]}
    assert rows.from_synthesis(synthesis) == [
        ("decision", "Use SQLite", 0.75), ("fact", "WAL is on", 0.9), ("fact", "one writer", None),
        ("fact", "plain", None), ("open_question", "DISSENT: too slow", None), ("open_question", "How big?", None),
        ("open_question", "Who backs it up?", None)]


@pytest.mark.parametrize("synthesis", [{}, {"consensus": None}, {"key_claims": "one"}, {"key_claims": {"claim": "c"}},
                                       {"open_questions": [[["deep"]]]}, {"consensus": {"score": 1}}])
def test_told_reads_any_shape(synthesis):
    for kind, content, sure in rows.from_synthesis(synthesis):
        assert kind in rows.KINDS and content.strip() and sure is None


# --- fold -------------------------------------------------------------------------------------------
