"""guards/_text/asked.py: what stands for a word of a name is said in verbs that people use."""
from guards._text.asked import ACTS, SAME
from guards._text.words import REQUESTED


def test_each_word_leads_to_verbs():
    assert set(SAME.values()) <= set(ACTS)
    assert {verb for verbs in ACTS.values() for verb in verbs.split()} <= REQUESTED
