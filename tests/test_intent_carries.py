"""guards/_intent/carries.py: what goes on with the prompt before names only things, or is another act."""
import doctest

import pytest

from guards._intent import carries
from guards._intent.carries import names_nothing_new, names_only


@pytest.mark.parametrize("text", ["and notes.md too", "and the same for data/x.csv", "also notes.md please", "und den Ordner scratch auch", "y notes.md también",
                                  "et aussi notes.md", "and also the scratch folder", "and staging too", "and the same on db2", "those two as well"])
def test_it_names_more_of_the_same(text: str) -> None:
    assert names_only(text)


@pytest.mark.parametrize("text", ["and proofread notes.md", "and spellcheck notes.md too", "und jetzt noch notes.md korrekturlesen", "y ahora revisa notes.md",
                                  "et relis notes.md", "same for notes.md: shorten it", "and notes.md should be polished", "and the readme needs polish"])
def test_it_is_another_act(text: str) -> None:
    assert not names_only(text)


def test_what_names_nothing() -> None:
    assert names_nothing_new("and the others too") and not names_nothing_new("and notes.md too")


def test_its_examples() -> None:
    assert doctest.testmod(carries).failed == 0
