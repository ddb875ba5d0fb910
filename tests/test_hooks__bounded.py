"""hooks/_bounded.py: a value in a row, cleaned and cut."""
from __future__ import annotations

from typing import Any

from hypothesis import given

from hooks._bounded import bounded
from hooks._stores.json import dumps
from tests.test_stores_json import VALUES


@given(VALUES)
def test_every_text_and_every_long_number_is_cleaned(value: Any) -> None:
    shown = dumps(bounded(value, lambda text: "x"))
    assert set(shown) <= set('x{}[]:,".-+ mor0123456789nulltruefalsee')
    assert not any(len(run) > 25 for run in "".join(c if c.isdigit() else " " for c in shown).split())


def test_a_number_that_is_a_secret_is_cleaned() -> None:
    seen = bounded({"card": 4111111111111111, "port": 8080}, lambda text: text.replace("4111111111111111", "[card]"))
    assert seen == {"card": "card: [card]", "port": 8080}


def test_long_and_wide_and_deep_values_are_cut() -> None:
    deep: Any = "x"
    for _ in range(1000):
        deep = [deep]
    shown = bounded({"long": "y" * 10_000, "wide": list(range(1000)), "deep": deep, **{f"k{n}": n for n in range(50)}}, str)
    assert len(dumps(shown)) < 2000
