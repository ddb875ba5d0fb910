"""Clauses of other languages than English."""
from __future__ import annotations

import pytest

from guards._intent.elsewhere import clauses


def away(text: str, asks: bool = False, shy: bool = False) -> list[list[str]]:
    return [one.words for one in clauses(text, asks, shy) if "away" in one.kinds and "n" not in one.flags]


@pytest.mark.parametrize(("text", "words"), [
    ("Lösch Zeile 3 in todo.txt", ["lösch", "zeile", "3"]), ("удали строку 3 из todo.txt", ["удали", "строку", "3"]),
    ("verwijder de oude notes.md", ["verwijder", "de", "oude", "notes", "md"]), ("borra notes.md de la carpeta docs", ["borra", "notes", "md"]),
    ("kannst du notes.md löschen?", ["kannst", "du", "notes", "md", "löschen"])])
def test_the_object_stands_apart_from_its_place(text: str, words: list[str]) -> None:
    assert away(text, text.endswith("?")) == [words]


@pytest.mark.parametrize("text", [
    "polish notes.md", "améliore notes.md", "wie lösche ich notes.md", "为什么要删除 notes.md", "lösch notes.md morgen", "erstelle ein Ticket: lösche notes.md"])
def test_no_order(text: str) -> None:
    assert not away(text)


def test_all_but_something_is_asked_about() -> None:
    assert not away("verwirf alles außer cart.py") and not away("删除除了 cart.py 以外的文件")


def test_of_a_text_that_may_be_english_only_a_verb_at_its_ends_counts() -> None:
    assert away("notes.md delete pls", shy=True) and not away("notes.md delete button", shy=True)
    assert away("helm uninstall preview", shy=True)
