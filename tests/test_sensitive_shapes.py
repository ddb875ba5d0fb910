import pytest

from guards import Settings
from guards._sensitive.scan import scan
from guards._sensitive.shapes import SHAPES
from tests.examples import fill

SETTINGS = Settings()
SILENT = [(row[0], text) for row in SHAPES for text in row[-1]]
FOUND = [(row[0], text) for row in SHAPES for text in row[-2]]


@pytest.mark.parametrize(("rule", "template"), SILENT)
def test_silent(rule, template):
    assert [f for f in scan(fill(template), SETTINGS) if f.kind == "credentials"] == []


@pytest.mark.parametrize(("rule", "template"), FOUND)
def test_found(rule, template):
    assert [f for f in scan(fill(template), SETTINGS) if f.kind == "credentials"], rule
