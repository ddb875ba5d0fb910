"""guards/_origin/tongues.py: a table of words; no word of a reading stands for an act in the same language."""
from guards._origin.tongues import GROUPS, READS, ROWS

MAY = 6     # words of one language that mean both


def test_what_reads_is_no_act():
    for name, row in ROWS.items():
        reads, *acts = (set(part.split()) for part in row.split("|"))
        assert len(reads & set().union(*acts)) <= MAY, (name, reads & set().union(*acts))


def test_groups_and_rows():
    assert GROUPS[0] == READS and set(ROWS) >= {"en", "de", "fr", "ja", "zh"}
