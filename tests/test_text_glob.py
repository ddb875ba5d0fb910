"""guards/_text/glob.py agrees with fnmatch where both speak, and stays fast where a naive matcher explodes."""
from __future__ import annotations

import doctest
import fnmatch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guards._text import glob
from guards._text.glob import fits, match


@given(st.text("ab*?", max_size=12), st.text("ab", max_size=12))
def test_as_fnmatch(pattern: str, text: str) -> None:
    assert match(pattern, text) == fnmatch.fnmatchcase(text, pattern)


@pytest.mark.parametrize(("pattern", "text", "expected"), [
    ("Bash", "BashOutput", False), ("bash", "Bash", False),
    ("mcp__*__dispatch_food_truck", "mcp__k__dispatch_food_truck", True),
    ("mcp__*__dispatch_food_truck", "mcp__k__dispatch_food_truck_status", False), ("*", "", True), ("", "", True),
    ("[a]", "a", False),
])
def test_names(pattern: str, text: str, expected: bool) -> None:
    assert match(pattern, text) is expected


def test_examples() -> None:
    assert doctest.testmod(glob).failed == 0


def test_a_pattern_of_many_folders_ends_soon() -> None:
    assert not fits("/".join(["**", "a"] * 19), "/".join(["a"] * 18 + ["b"] * 2000))
    assert fits("/".join(["a"] * 50), "b")


def test_many_stars_end_soon() -> None:
    assert not match("*a" * 30 + "b", "a" * 3000)


def test_lists() -> None:
    from hooks._registry import match_any

    assert match_any("Read | Bash", "Bash") and not match_any("Read|Bash", "Write")
