"""hooks/_stores/lines.py: rows are made when they are asked for, and none is missed."""
import json
import random

from guards import Facts
from guards._call.destinations import Told
from hooks import _facts
from hooks._stores.lines import Lines


def test_rows_that_hold_a_word_are_found_and_those_that_lie_torn_between_are_passed_over():
    draw = random.Random(3)
    rows = [{draw.choice("ho"): [f"{draw.randrange(50):010x}" for _ in range(draw.randrange(4))]} for _ in range(200)]
    data = b"\n".join(json.dumps(row).encode() for row in rows) + b'\n{"h":["0000000007'
    lines = Lines(data, _facts.rows_in)
    for number in range(60):
        mark = f"{number:010x}"
        assert lines.holding(mark) == [row for row in rows if mark in json.dumps(row)]
    assert list(lines) == rows == list(lines) and lines
    assert not Lines(b"", _facts.rows_in) and Lines(b"", _facts.rows_in).holding("00") == []


def test_a_mark_is_told_by_its_field_alone_however_the_rows_lie():
    rows = [{"h": ["00aa"], "mine": ["00bb"]}, {"h": ["00cc"]}]
    for kept in (rows, Lines(b"\n".join(json.dumps(row).encode() for row in rows), _facts.rows_in)):
        facts = Facts(found={("stored", "named"): kept})
        told, mine = Told(facts, "named", "h"), Told(facts, "named", "mine")
        assert [one in told for one in ("00aa", "00bb", "00cc", "00cc")] == [True, False, True, True]
        assert [one in mine for one in ("00aa", "00bb", "00dd")] == [False, True, False]
        assert 7 not in told
