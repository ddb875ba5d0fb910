"""What a session comes to in 30 characters."""
from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hooks._status import WIDTH, line


@pytest.mark.parametrize(("fields", "text"), [
    ({}, "guards: clean"), ({"contamination": {"level": "internal"}}, "internal"),
    ({"shell": {"asked": 1}}, "guards: clean, 1 asked"), ({"shell": {"asked": 0, "denied": 0}}, "guards: clean"),
    ({"contamination": {"level": "credentials"}, "shell": {"asked": 3, "denied": 1}}, "credentials, 3 asked, 1 denied"),
    ({"contamination": {"level": "credentials"}, "shell": {"asked": 3, "denied": 1, "unread": 2}}, "credentials ?3 !1 ~2"),
    ({"contamination": [], "shell": {"asked": "x"}}, "guards: clean"), ({"contamination": {"level": None}, "shell": None}, "guards: clean")])
def test_the_line(fields: dict[str, Any], text: str) -> None:
    assert line(fields) == text and len(text) <= WIDTH


@given(st.dictionaries(st.sampled_from(["contamination", "shell"]), st.dictionaries(
    st.sampled_from(["level", "asked", "denied", "unread"]), st.integers() | st.text() | st.none() | st.lists(st.none()))))
def test_it_is_never_longer(fields: dict[str, Any]) -> None:
    assert len(line(fields)) <= WIDTH
