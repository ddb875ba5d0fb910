"""hooks/_stores/delta.py: patch(old, diff(old, new)) == new, to the type."""
from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hooks._stores.delta import diff, full, patch, same, short
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
    ([1, 2, 3, 4, 5], [1, 2, 3, 9, 5], ["i", {"3": ["=", 9]}]),
    ({"a": {"b": 1}, "c": 2}, {"a": {"b": 2}}, ["d", {"a": ["d", {"b": ["=", 2]}, []]}, ["c"]]),
])
def test_form(old: Any, new: Any, delta: Any) -> None:
    assert diff(old, new) == delta


@pytest.mark.parametrize("delta", [[], ["?"], "x", ["l", 0, []], ["i", {"0": 1}], 3])
def test_what_is_no_delta_is_a_value_error(delta: Any) -> None:
    with pytest.raises(ValueError):
        patch({}, delta)


@given(VALUES, VALUES, st.lists(st.text(max_size=4) | st.floats(0, 9) | st.none(), max_size=4))
def test_a_short_delta_says_the_same(old: Any, new: Any, own: list[Any]) -> None:
    delta = diff(old, new)
    assert same(full(short(delta, tuple(own)), tuple(own)), delta)


OWN = ("toolu_1", "Read", "read", 7.25, 7.5)


@pytest.mark.parametrize(("delta", "brief"), [
    (["d", {"n": ["=", 2], "at": ["=", None]}, []], {"n": 2, "at": ["=", None]}),
    (["d", {}, ["toolu_1", "b"]], ["d", {}, ["@id", "b"]]),
    (["d", {"a": ["=", ["toolu_1", "@x"]], "b": ["=", ["l", 2, []]], "c": ["=", []]}, []],
     {"a": ["@id", "@@x"], "b": ["=", ["l", 2, []]], "c": ["=", []]}),
    (["i", {"5": ["=", "done"]}], ["i", {"5": "done"}]),
    (["l", 1, ["Read", "read", "@id"]], ["l", 1, ["@tool", "@op", "@@id"]]),
    (["d", {"actions": ["=", [7.25, 7, "7.25"]], "last": ["=", 7.5]}, ["pace", "a"]],
     ["d", {"actions": ["@time", 7, "7.25"], "last": "@ms"}, ["pace", "a"]]),
])
def test_short_form(delta: Any, brief: Any) -> None:
    assert short(delta, OWN) == brief and same(full(brief, OWN), delta)


@pytest.mark.parametrize(("brief", "delta"), [
    ({"@a": ["@3", 7], "@l": "@4"}, ["d", {"actions": ["=", [7.25, 7]], "last": ["=", 7.5]}, []]),
    (["d", {}, ["@0", "@1", "@@2", "@p"]], ["d", {}, ["toolu_1", "Read", "@2", "pace"]]),
    (["i", {"5": "@d"}], ["i", {"5": ["=", "done"]}]),
])
def test_short_form_of_earlier_releases(brief: Any, delta: Any) -> None:
    assert same(full(brief, OWN), delta)


def test_what_names_nothing_stays_as_it_is() -> None:
    assert full({"@1": "@1", "@9": "@2", "@?": "@"}, ("x", 2.5)) == ["d", {
        "@1": ["=", 2.5], "@9": ["=", "@2"], "?": ["=", ""]}, []]
