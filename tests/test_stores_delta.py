"""hooks/_stores/delta.py: patch(old, diff(old, new)) == new, to the type."""
from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hooks._stores.delta import diff, patch, same
from tests.test_stores_json import VALUES


@given(VALUES, VALUES)
def test_patching_with_the_difference_gives_the_new_value(old: Any, new: Any) -> None:
    assert same(patch(old, diff(old, new)), new)


@given(st.lists(st.integers(0, 3)), st.integers(0, 5), st.lists(st.integers(0, 3), max_size=3))
def test_a_window_that_moved_on_is_a_small_difference(old: list[int], drop: int, added: list[int]) -> None:
    new = old[drop:] + added
    assert patch(old, diff(old, new)) == new


@pytest.mark.parametrize(("old", "new", "delta"), [
    ({"a": 1}, {"a": 1}, None),
    (1, True, ["=", True]),
    ([1, 2, 3], [1, 2, 3, 4], ["l", 0, [4]]),
    ([1, 2, 3], [2, 3, 4], ["l", 1, [4]]),
    ({"a": {"b": 1}, "c": 2}, {"a": {"b": 2}}, ["d", {"a": ["d", {"b": ["=", 2]}, []]}, ["c"]]),
])
def test_form(old: Any, new: Any, delta: Any) -> None:
    assert diff(old, new) == delta


@pytest.mark.parametrize("delta", [[], ["?"], "x", ["l", 0, []], 3])
def test_what_is_no_delta_is_a_value_error(delta: Any) -> None:
    with pytest.raises(ValueError):
        patch({}, delta)
