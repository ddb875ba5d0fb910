import pytest

from guards import Settings
from guards._sensitive.formats import FORMATS
from guards._sensitive.scan import scan
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
