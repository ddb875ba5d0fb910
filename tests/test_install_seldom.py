"""hooks/_install/seldom.py: the functions it names are there, and what an event begins with is not among them."""
from __future__ import annotations

import pytest

from hooks._install.seldom import SELDOM
from tests.seldom import KEEP, functions

ROWS = [(event, module, names) for event, rows in SELDOM.items() for module, names in rows.items()]


@pytest.mark.parametrize(("event", "module", "names"), ROWS, ids=[f"{event} {module}" for event, module, _ in ROWS])
def test_what_is_named_is_there(event: str, module: str, names: str) -> None:
    """A name that is gone does no harm; `python3 -m tests.seldom` writes the table anew."""
    assert set(names.split()).isdisjoint(KEEP.get(module, ()))
    assert set(names.split()) & set(functions(module))
