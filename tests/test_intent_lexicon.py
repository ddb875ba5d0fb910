"""guards/_intent/lexicon.py: a table of words; no word of a reading stands for an act in the same language."""
from guards._intent.lexicon import GROUPS, READS, ROWS, VERBS, row_of

MAY = 6     # words of one language that mean both


def test_what_reads_is_no_act():
    for name in ROWS:
        words = [(word, group) for word, group, _ in row_of(name)]
        both = {word for word, group in words if group == READS} & {word for word, group in words if group != READS}
        assert len(both) <= MAY, (name, both)


def test_every_row_has_all_kinds_and_no_verb_that_is_not_told():
    for name, row in ROWS.items():
        parts = row.split("|")
        assert len(parts) == len(VERBS), name
        assert all(part.count("/") <= len(verbs.split()) for part, verbs in zip(parts, VERBS.values())), name


def test_groups_and_rows():
    assert GROUPS[0] == READS and set(ROWS) >= {"en", "de", "fr", "ja", "zh"}
