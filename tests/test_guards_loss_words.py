"""The words of a loss."""
from __future__ import annotations

import doctest

from hypothesis import given
from hypothesis import strategies as st

from guards._shell.reading import Ran
from guards.loss import words
from guards.loss.asked import KINDS
from guards.loss.words import Loss, parse, parts

NAMES = st.text(st.characters(blacklist_characters="\x1e\x1f"), min_size=1, max_size=20)


@given(st.sampled_from([*KINDS]), NAMES, st.lists(NAMES, max_size=4), st.lists(NAMES, max_size=2))
def test_the_key_of_a_fact_gives_the_loss_back(kind: str, what: str, names: list[str], only: list[str]) -> None:
    loss = Loss(kind, what, "/p", "r", names, only)
    back = parse(loss.key)
    assert (back.kind, back.what, back.cwd, back.flags, back.names, back.only) == (kind, what, "/p", "r", tuple(names),
                                                                                  tuple(only))


def test_a_name_with_the_separator_does_no_harm() -> None:
    assert parse(Loss("files", "rm", "", "", ["a\x1eb", "c\x1fd"]).key).names == ("ab", "cd")


def test_options_and_words() -> None:
    def of(program: str, *words: str) -> tuple[dict[str, str], list[str]]:
        return parts(Ran(program, list(words), "", "", program))

    assert of("rm", "-rf", "a", "--x=1", "--", "-b") == ({"-r": "", "-f": "", "--x": "1"}, ["a", "-b"])
    assert of("cp", "-t", "d", "a") == ({"-t": "d"}, ["a"]) and of("rm", "-") == ({}, ["-"])


def test_its_examples() -> None:
    assert doctest.testmod(words).failed == 0
