"""Literals in a text, whole and cut."""
import doctest

import pytest

from guards._intent import literals
from guards._intent.literals import literal, opens_literal, scalar_end


def test_examples():
    assert doctest.testmod(literals).failed == 0


@pytest.mark.parametrize(("text", "value"), [
    ('{"a": [1, true, null]}', {"a": ["1", True, None]}), ("[]", []), ("('a', 'b')", ["a", "b"]),
    ('{"a": {"b": "c', {"a": {"b": "c"}}), ('["x", {"a": 1}', ["x", {"a": "1"}])])
def test_a_literal_and_a_cut_one(text, value):
    assert literal(text)[0] == value


@pytest.mark.parametrize(("text", "opens"), [
    ('{"a": 1}', True), ("[1, 2]", True), ("[note] see below", False), ("{x}", False), ("plain", False)])
def test_what_opens_a_literal(text, opens):
    assert opens_literal(text, 0) is opens


@pytest.mark.parametrize(("text", "end"), [("'it''s'", 7), ("'a' b", 0), ("'a", 0), ('"a\\"b"', 6)])
def test_where_a_scalar_ends(text, end):
    assert scalar_end(text, 0) == end
