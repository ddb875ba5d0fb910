"""guards/_intent/excluded.py: what kinds of act does a prompt exclude?"""
import pytest

from guards._intent.excluded import spoken_of
from guards._intent.excluding import said_of


@pytest.mark.parametrize("text", [
    "it doesn't push", "the tests don't commit", "why don't you push it?", "don't just push it, test first", "if you don't push it CI fails",
    "users can not comment, fix it", "never push without running the tests", "don't send me the whole file", "don't force push", "no lets commit then branch"])
def test_who_tells_or_asks_excludes_nothing(text):
    assert not [one for one in spoken_of(text) if one.how == "n"]


@pytest.mark.parametrize(("text", "kinds"), [
    ("don't commit or push anything", ["commit", "push"]), ("no push/commit", ["push", "commit"]), ("plan the deploy, don't run it", ["deploy"]),
    ("i'll do the commit", ["commit"]), ("reply to bo? not yet", ["send", "comment"]), ("nothing should be published", ["publish"])])
def test_who_forbids_does(text, kinds):
    assert [one.kinds for one in spoken_of(text) if one.how == "n"] == [kinds]


def test_a_word_knows_whether_a_part_begins_with_it():
    assert [(one.word, one.opens) for one in said_of("Fix it, push")] == [("fix", True), ("it", False), ("push", True)]
