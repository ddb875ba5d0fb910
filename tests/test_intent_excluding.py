"""guards/_intent/excluding.py: the words for kinds of act."""
from guards._intent.excluding import BRINGS, ENDED, KINDS, VERBS, Clause


def test_a_verb_is_known_in_its_forms():
    assert VERBS["committing"] == ["commit"] and "send" in ENDED["sent"] and ENDED["replied"] and set(BRINGS) <= set(KINDS)


def test_a_clause_keeps_the_sentence_without_its_marks():
    assert Clause("n", ["push"], [], "- don't push. ").sentence == "don't push"
