"""What each clause of a text asks for."""
from __future__ import annotations

import pytest

from guards._intent.carries import carries
from guards._intent.intents import ALSO, YES, intents, kept
from guards._intent.languages import like_english


def read(text: str) -> list[tuple[str, str, str]]:
    """(kinds, words, flags but for the language) of each clause."""
    return [(" ".join(one.kinds), " ".join(one.words), one.flags.replace("e", ""))
            for one in intents(text, like_english(text))]


@pytest.mark.parametrize("text", [
    "what does git clean do?", "the undo stack loses local edits", "why did git reset --hard lose my work?", "",
    "is the delete button too small?", "it removes the hooks", "they will discard it"])
def test_nothing_is_taken_away(text: str) -> None:
    assert not any("away" in kinds or "back" in kinds for kinds, _, flags in read(text) if "n" not in flags)


@pytest.mark.parametrize(("text", "flags"), [
    ("discard all my changes", "wu"), ("discard my changes", "w"), ("throw away everything", "wu"), ("undo it", "p"),
    ("clean up the untracked files", "wu"), ("discard my changes in cart.py", "wf"), ("drop the last commit", "c"), ("switch to main", ""), ("reset it to origin/main", "w"), ("clean up the branch", "c"),
    ("revert the colour change", ""), ("remove all files from src/", "wuf"), ("discard the old rows", ""),
    ("clean everything up before you commit", ""), ("erase everything after the cursor when the user hits ctrl+k", ""),
    ("discard everything you changed", "wu"), ("throw away everything since the last commit", "wu")])
def test_how_much_is_meant(text: str, flags: str) -> None:
    (_, _, found), *_ = read(text)
    assert set(found) - {*"pa"} == set(flags) - {"p"}, found


@pytest.mark.parametrize(("text", "forbidden"), [
    ("delete a.txt, but don't touch b.txt", "b"), ("never delete b.txt", "b"), ("delete everything except b.txt", "b"),
    ("delete it all, keep b.txt", "b"), ("delete a.txt, not b.txt", "b"), ("you do not need to delete b.txt", "b")])
def test_what_is_to_stay(text: str, forbidden: str) -> None:
    stays = [words for kinds, words, flags in read(text) if "n" in flags or "keep" in kinds]
    assert any(forbidden in words.split() for words in stays), read(text)


@pytest.mark.parametrize(("text", "wanted"), [
    ("verwirf alle Änderungen", "away"), ("borra el fichero notes.md", "away"), ("переведи и удали notes.md", "away"),
    ("notes.md を消して", "away"), ("setze alles zurück", "back"), ("notes.md is no longer needed", "away"),
    ("the old table can be dropped", "away"), ("get rid of build/", "away"), ("roll it back", "back"),
    ("force push it", "force"), ("tear the preview down", "away")])
def test_the_kind_of_act(text: str, wanted: str) -> None:
    assert any(wanted in kinds.split() for kinds, _, _ in read(text)), read(text)


@pytest.mark.parametrize(("text", "chosen", "how"), [
    ("add a test", None, 0), ("now fix the build", None, 0), ("no", None, 0), ("", None, 0), ("go on", [], ALSO),
    ("yes", [], YES), ("yes, and push it", [], ALSO), ("and the same on db2", None, ALSO), ("also fix the docs", None, ALSO),
    ("those two as well", None, 0), ("guard: allow", None, ALSO), ("go ahead", [], YES)])
def test_what_carries_on(text: str, chosen: list[str] | None, how: int) -> None:
    assert carries(text, chosen, kept(text, str, like_english(text))) == how


def test_a_verb_of_the_agents_own_words_counts_wherever_it_stands() -> None:
    told = intents("I would start over by discarding your changes in a.py", told=True)
    assert any("discard" in one.words or "discarding" in one.words for one in told) and not intents("We talked of it")


def test_a_long_text_is_bounded() -> None:
    assert len(intents("delete a.txt. " * 500)) == 40 and len(intents("delete " + "word " * 500)[0].words) == 40
