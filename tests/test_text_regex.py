"""guards/_text/regex.py: an expression that an installer made ready is what `re` makes of it."""
from __future__ import annotations

import re
from typing import Any

import pytest

from guards._sensitive.formats import FORMATS
from guards._sensitive.shapes import SHAPES
from guards._text import regex
from hooks._install.expressions import expressions, ready
from tests.scripts import ROOT

EVERY = expressions(f"{ROOT}/")


@pytest.fixture(scope="module")
def rows() -> list[Any]:
    return [ready(one)[2] for one in EVERY]


def test_one_is_made_once() -> None:
    assert regex.pattern(r"a+b") is regex.pattern(r"a+b") is not regex.pattern(r"a+b", regex.ANY_CASE)
    assert regex.pattern(r"a+b", regex.ANY_CASE).findall("xAAB ab") == ["AAB", "ab"]


def test_the_flag_is_those_of_re() -> None:
    assert regex.ANY_CASE == re.I


def test_every_expression_of_the_tables_and_of_the_sources_is_made_ready() -> None:
    tables = {(row[2].encode(), 0) for row in FORMATS} | {(row[5].encode(), 0) for row in SHAPES}
    assert tables < set(EVERY) and (r"\b\d{1,3}(?:\.\d{1,3}){3}\b", 0) in EVERY
    assert {flags for _, flags in EVERY} == {0, regex.ANY_CASE}
    for path in (ROOT / "guards").rglob("*.py"):
        if path.name not in ("regex.py", "ranges.py"):      # ranges: expressions that a command names
            assert "import re\n" not in path.read_text("utf-8"), f"{path}: guards._text.regex is cheaper"


def test_what_the_engine_is_given_is_the_expression(rows: list[Any]) -> None:
    text = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "guards/_sensitive").glob("*.py")))[:60_000]
    for (expression, flags), row in zip(EVERY, rows):
        made, theirs = regex.of_row(expression, row), re.compile(expression, flags)
        assert made is not None and (made, made.groups, dict(made.groupindex)) == (theirs, theirs.groups, dict(theirs.groupindex))
        where = text.encode() if isinstance(expression, bytes) else text
        assert [one.span() for one in made.finditer(where)] == [one.span() for one in theirs.finditer(where)]


def test_what_was_made_for_another_engine_does_not_count(rows: list[Any]) -> None:
    assert regex.of_row(EVERY[0][0], (1, *rows[0][1:])) is None
