"""hooks/_install/seldom.py: the functions it names are there, and what an event begins with is not among them."""
from __future__ import annotations

import ast

import pytest

from hooks._install.archive import Bundle
from hooks._install.seldom import SELDOM
from tests.seldom import KEEP, functions, held

ROWS = [(event, module, names) for event, rows in SELDOM.items() for module, names in rows.items()]


@pytest.mark.parametrize(("event", "module", "names"), ROWS, ids=[f"{event} {module}" for event, module, _ in ROWS])
def test_what_is_named_is_there(event: str, module: str, names: str) -> None:
    """A name that is gone does no harm; `python3 -m tests.seldom` writes the table anew."""
    assert set(names.split()).isdisjoint(KEEP.get(module, ()))
    assert set(names.split()) & set(functions(module))


def test_a_class_that_lies_apart_is_only_called() -> None:
    """What stands in its place makes one; it is no class to ask after, to catch or to build on."""
    bundle = Bundle()
    bundle.every()
    classes = {(module, node.name) for module, (_, _, tree) in bundle.trees.items() for node in tree.body
               if isinstance(node, ast.ClassDef)}
    apart = {(module, name) for _, module, names in ROWS for name in names.split()} & classes
    assert apart and not {name for _, name in apart} & held()


def test_a_class_that_is_asked_after_is_held() -> None:
    assert {"Verdict", "Fault", "Busy"} <= held() and "Verdict" not in functions("guards")
