"""The kinds of act that a word may tell."""
from __future__ import annotations

from guards._intent.clause import AWAY, BACK, ENGLISH, KEEP, KINDS_OF, Intent


def test_a_word_tells_its_kinds() -> None:
    assert KINDS_OF["discard"] == (AWAY, BACK) and KINDS_OF["behalte"] == (KEEP,)
    assert "behalte" not in ENGLISH and "unstage" not in ENGLISH


def test_a_clause_is_what_was_read() -> None:
    one = Intent([AWAY], ["delete", "notes"], ["in", "docs"], "e", [])
    assert (one.kinds, one.words, one.place, one.flags, one.names) == ([AWAY], ["delete", "notes"], ["in", "docs"], "e", [])
