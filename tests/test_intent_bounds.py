"""Where sentences and lists end, and what makes an order none."""
from __future__ import annotations

import pytest

from guards._intent.bounds import file_like, is_text, not_now, sentences, taken_back, words_of


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


@pytest.mark.parametrize(("text", "wanted"), [
    ("delete a.md tomorrow", True), ("delete a.md next week", True), ("after I reviewed it delete a.md", True),
    ("when I run it, it fails; delete a.md", False), ("delete a.md after you read it", False)])
def test_another_day(text: str, wanted: bool) -> None:
    said = words_of(text)
    at = next(at for at, one in enumerate(said) if one.word == "delete")
    assert not_now(said, at, said[at + 1:]) is wanted


def test_a_text_behind_a_colon() -> None:
    ticket, steps = words_of("create a ticket: delete a.md"), words_of("clean up: delete a.md")
    assert is_text(ticket, 3, {0: "o", 3: "o"}) and not is_text(steps, 2, {0: "o", 2: "o"})


def test_nothing_is_taken_back_before_anything_was_said() -> None:
    assert taken_back("never mind") == (0, 0)
