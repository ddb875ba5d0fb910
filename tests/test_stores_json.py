"""hooks/_stores/json.py reads and writes what `json` reads and writes."""
from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hooks._stores import json as _json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5), max_leaves=20)


@given(VALUES)
def test_every_value_comes_back(value: object) -> None:
    assert _json.loads(_json.dumps(value)) == value
    assert json.loads(_json.dumps(value).encode("utf-8", "surrogatepass")) == value
    assert _json.loads(_json.canonical(value)) == value


@given(VALUES)
def test_canonical_is_the_standard_library_s_sorted_form(value: object) -> None:
    assert _json.canonical(value) == json.dumps(value, sort_keys=True, separators=(",", ":"))


@given(st.text(max_size=40))
def test_a_text_that_is_no_json_is_a_value_error(text: str) -> None:
    try:
        expected = json.loads(text, strict=False, parse_constant=lambda name: None)
    except ValueError:
        with pytest.raises(ValueError):
            _json.loads(text)
    else:
        assert _json.loads(text) == expected


@pytest.mark.parametrize("text", ["", " ", "{", '{"a":}', "[1,]", "nul", '"', "{}x", "1 2", '{"a" 1}', "\x00"])
def test_broken_texts(text: str) -> None:
    with pytest.raises(ValueError):
        _json.loads(text)


def test_deep_nesting_is_an_error_that_can_be_caught() -> None:
    with pytest.raises((ValueError, RecursionError)):
        _json.loads("[" * 1_000_000)


def test_a_lone_surrogate_is_written_as_an_escape() -> None:
    assert _json.dumps("\ud800é") == '"\\ud800\\u00e9"'
