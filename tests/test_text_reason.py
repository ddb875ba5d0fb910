"""guards/_text/reason.py: whatever a guard says, the way out ends within what a client shows."""
from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guards._text import reason
from guards._text.reason import LIMIT, PRODUCT, WAYS, worded

CTL = "~/.autoskillit/guardctl"


def test_the_examples_run() -> None:
    assert doctest.testmod(reason).failed == 0


@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize("ask", [True, False])
@pytest.mark.parametrize("way", WAYS)
@given(what=st.text(min_size=1, max_size=300), more=st.text(max_size=50))
def test_the_way_out_ends_within_the_limit(way: str, ask: bool, there: bool, what: str, more: str) -> None:
    fill = ("0a1b2c3d", "9f8e7d6c") if way == "handover" else ("r" * 24,)
    empty = worded("g: x", (way, *fill), ask=ask, there=there, ctl=CTL)
    out = empty.partition(". ")[2]
    said = worded(f"resume_ownership: {what}", (way, *fill), more, ask=ask, there=there, ctl=CTL)
    assert out in said[:LIMIT] and said.startswith(PRODUCT)


def test_a_question_and_a_denial_have_words_of_their_own() -> None:
    ask, deny = (worded("g: x goes to y", ("lift",), "It is so.", ask=ask) for ask in (True, False))
    assert ask == "autoskillit g: x goes to y. Yes allows it once. It is so."
    assert deny == "autoskillit g: x goes to y. Denied; to allow, type: guard: allow. It is so."


def test_where_nobody_is_no_approval_is_promised() -> None:
    for way in WAYS:
        for ask in (True, False):
            said = worded("g: x", (way, "a", "b"), ask=ask, there=False)
            assert "Yes" not in said and "type:" not in said
    assert "Nobody can say yes" in worded("g: x", ask=True, there=False)
    assert "Nobody answers" in worded("g: x", ("lift",), ask=True, there=False)


def test_what_is_too_long_is_cut_and_says_so() -> None:
    said = worded("g: " + "word " * 60 + "notes.txt", ("lift",), ask=False)
    assert "… Denied; to allow, type: guard: allow." in said[:LIMIT] and said.endswith("word notes.txt."), "and whole behind it"
