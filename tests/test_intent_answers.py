"""guards/_intent/answers.py: what a short answer says."""
import doctest

import pytest

from guards._intent import answers
from guards._intent.answers import answer, named, squeezed


@pytest.mark.parametrize("text", """jep|jap|passt|passt so|lgtm|of course|k|ye|yess|okey|okey dokey|confirm|confirmed|approved|you can|
    you may|you can go ahead|de acuerdo|por supuesto|sí dale|d'accord|bien sûr|c'est bon|做吧|继续|嗯|没问题|确认|👍|ok 👍|👍🏽|sure, why not|no problem|
    kein Problem|warum nicht|yes, it is not needed|joo|evet|by all means""".replace("\n", "").split("|"))
def test_it_agrees(text: str) -> None:
    assert answer(text.strip()) == []


@pytest.mark.parametrize("text", """no|nope|👎|later|yes, but later|yes but not now|ja, aber später|算了吧|算了|不用了|why not?|hmm|just a second|keep notes.md|keep it|
    just fix the tests|first run the tests|not 1|the first no, the second yes|you can run the tests""".replace("\n", "").split("|"))
def test_it_does_not(text: str) -> None:
    assert answer(text.strip()) is None


@pytest.mark.parametrize(("text", "chosen"), [
    ("the second", ["2"]), ("second one", ["2"]), ("number two", ["2"]), ("option one", ["1"]), ("第二个", ["2"]), ("opción 1", ["1"]), ("mach 1", ["1"]),
    ("1 please", ["1"]), ("a", ["a"]), ("A", ["a"]), ("option b", ["b"]), ("nimm die zweite", ["2"]), ("la première", ["1"]), ("all", ["all"]),
    ("both", ["all"]), ("only the second", ["2"]), ("the last one", ["last"])])
def test_which_it_chooses(text: str, chosen: list[str]) -> None:
    assert answer(text) == chosen


@pytest.mark.parametrize("text", [
    "yes, but only report.md", "ja, nur report.md", "only report.md", "yes except notes.md", "ja, außer notes.md", "oui mais garde notes.md",
    "sí, pero notes.md no", "好，但保留 notes.md", "all but notes.md", "yes, report.md", "all but 1", "alle außer 2", "yes, but only if nobody uses it"])
def test_a_narrowed_yes_is_none(text: str) -> None:
    assert answer(text) is None


@pytest.mark.parametrize("text", ["yes, just do it", "yes, but be careful", "yes, keep going"])
def test_what_names_nothing_narrows_nothing(text: str) -> None:
    assert answer(text) == []


@pytest.mark.parametrize("text", ["", " ", "but", "only", "👍" * 80, "\ud800", "yes but " * 40, "1" * 300, "但" * 90])
def test_any_text(text: str) -> None:
    answer(text), named(text), squeezed(text)


def test_its_examples() -> None:
    assert doctest.testmod(answers).failed == 0


@pytest.mark.parametrize("text", ["parfait, garde-le", "vale, déjalo", "perfect as it is", "go through it first", "do nothing", "good question", "both are important",
                                  "yes please rename it to todo.md", "mach was anderes", "可以看看吗", "いいよ、しなくて", "gut, dass du fragst", "of course it stays",
                                  "si puedes evitarlo", "certo, dopo", "ok, boomer", "fine as is", "do you think so"])
def test_a_word_that_agrees_is_no_yes_among_unknown_ones(text: str) -> None:
    assert answer(text) is None
