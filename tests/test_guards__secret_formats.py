import pytest

from guards import Settings
from guards._secret_formats import FORMATS
from guards._secrets import HEADS
from guards._sensitivity import scan
from tests.examples import fill

SETTINGS = Settings()
SILENT = [(rule, text) for rule, _, _, _, negatives in FORMATS for text in negatives]
FOUND = [(rule, text) for rule, _, _, positives, _ in FORMATS for text in positives]


@pytest.mark.parametrize(("rule", "template"), SILENT)
def test_silent(rule, template):
    assert [f for f in scan(fill(template), SETTINGS) if f.rule == rule] == []


@pytest.mark.parametrize(("rule", "template"), FOUND)
@pytest.mark.parametrize("around", ["%s", "x = \"%s\"\n", "https://h.example/?t=%s&u=1", "{\\\"t\\\":\\\"%s\\\"}", "a line\\n%s\\nb"])
def test_found(rule, template, around):
    text = around % fill(template)
    assert [f for f in scan(text, SETTINGS) if f.kind == "credentials"], rule


def test_every_head_is_in_the_filter():
    assert {head[:3].encode() for row in FORMATS for head in row[1]} == HEADS


def test_every_row_has_examples_of_both_kinds():
    assert [row[0] for row in FORMATS if not row[3] or not row[4]] == []
    assert len({row[0] for row in FORMATS}) == len(FORMATS)
