"""hooks/_install/expressions.py: which expressions are made ready; what is made of them, tests/test_text_regex.py tells."""
from __future__ import annotations

import ast

import pytest

from hooks._install import archive, expressions
from tests.scripts import ROOT


@pytest.mark.parametrize(("source", "found"), [
    ("x = 1", []),
    ("re.compile('a')", []),
    ("pattern('a').sub(f, 'b')", [("a", 0)]),
    ("def f():\n    return pattern(rb'a+', ANY_CASE)", [(b"a+", 2)]),
    ("pattern(NAMED)", [("n", 0)]),
    ("pattern(given)", []),
    ("pattern(expression.encode())", []),
])
def test_what_stands_between_the_brackets_counts(source: str, found: list[tuple[object, int]]) -> None:
    assert list(expressions._expressions(ast.parse(source), {"NAMED": "n", "ANY_CASE": 2})) == found


def test_the_module_that_hands_them_out_gets_them_all() -> None:
    tree = ast.parse((ROOT / "guards/_text/regex.py").read_text("utf-8"))
    archive.stripped(tree)
    expressions.made_ready(tree, f"{ROOT}/")
    made = next(node.value for node in tree.body if isinstance(node, ast.Assign)
                and getattr(node.targets[0], "id", "") == "READY")
    assert isinstance(made, ast.Constant)
    assert [row[:2] for row in made.value] == expressions.expressions(f"{ROOT}/")     # type: ignore[union-attr]
