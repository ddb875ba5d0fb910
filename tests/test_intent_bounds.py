"""Where sentences and lists end, and what makes an order none."""
from __future__ import annotations

import pytest

from guards._intent.bounds import file_like, is_text, sentences, words_of


@pytest.mark.parametrize(("text", "found"), [
    ("delete:\n- a.txt\n- b.txt", ["delete: a.txt, b.txt"]), ("fix it.\nb.txt", ["fix it.", "b.txt"]),
    ("fix these:\n- the cart is slow", ["fix these:", "- the cart is slow"]), ("one. two? three", ["one.", "two?", "three"])])
def test_a_list_of_names_goes_with_what_leads_it(text: str, found: list[str]) -> None:
    assert [one for one, _ in sentences(text)] == found


def test_the_point_of_an_ordinal_ends_nothing() -> None:
    assert [one for one, _ in sentences("lösch die 3. Zeile", ordinals=True)] == ["lösch die 3 Zeile"]


def test_what_looks_like_a_file() -> None:
    assert [file_like(one) for one in ("notes.md", "src/", "*.log", "notes", "end.")] == [True, True, True, False, False]


def test_a_quoted_word_begins_nothing() -> None:
    assert [one.opens for one in words_of("to 'trash' it, run 'rm a'")] == [True, False, False, True, True, False]


def test_a_text_behind_a_colon() -> None:
    ticket, steps = words_of("create a ticket: delete a.md"), words_of("clean up: delete a.md")
    assert is_text(ticket, 3, {0: "o", 3: "o"}) and not is_text(steps, 2, {0: "o", 2: "o"})
