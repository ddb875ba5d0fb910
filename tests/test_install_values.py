"""hooks/_install/values.py: an archive holds what a module works out, as its source would say it."""
import ast
from pathlib import Path

import pytest

from hooks._install import values

ROOT = Path(__file__).resolve().parent.parent


def test_tables_are_worked_out_and_imports_for_them_dropped() -> None:
    tree = ast.parse((ROOT / "guards/_shell/gate.py").read_text("utf-8"))
    values.worked_out(tree, "guards._shell.gate")
    made = {node.targets[0].id: node.value for node in tree.body if isinstance(node, ast.Assign)
              and isinstance(node.targets[0], ast.Name)}
    from guards._shell.gate import GATE

    assert ast.unparse(made["GATE"]).startswith("frozenset('") and eval(ast.unparse(made["GATE"])) == GATE
    tree = ast.parse((ROOT / "guards/_shell/programs/__init__.py").read_text("utf-8"))
    values.worked_out(tree, "guards._shell.programs")
    made = {node.targets[0].id: node.value for node in tree.body if isinstance(node, ast.Assign)
              and isinstance(node.targets[0], ast.Name)}
    assert not isinstance(made["HANDLERS"], ast.Constant)      # a dict is no constant
    tree = ast.parse((ROOT / "guards/_text/orders.py").read_text("utf-8"))
    values.worked_out(tree, "guards._text.orders")
    names = {getattr(node, "name", "") or getattr(getattr(node, "targets", [None])[0], "id", "") for node in tree.body}
    from guards._text.orders import _KINDS

    table = next(node.value for node in tree.body if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "_KINDS")
    assert ast.unparse(table).startswith("dict(zip(") and eval(ast.unparse(table)) == _KINDS
    assert {"_KINDS", "_POINTS", "_marked", "requests"} <= names and not {"_TABLE", "_kinds", "_LEADS_NOUN"} & names


@pytest.mark.parametrize(("source", "left"), [
    ("_A = 1", ""), ("_A = 1\n_B = _A", ""), ("_A = 1\nB = _A", "_A = 1\nB = _A"), ("A = 1", "A = 1"), ("__a__ = 1", "__a__ = 1"),
    ("_A = B = 1", "_A = B = 1"), ("_a, _b = (1, 2)", "_a, _b = (1, 2)"), ("_a[0] = 1", "_a[0] = 1"), ("_a.b = 1", "_a.b = 1"),
    ("def _f():\n    return _f()", "def _f():\n    return _f()"), ("def _f():\n    return _A\n_A = 1", ""), ("def f():\n    pass", "def f():\n    pass"),
    ("_A = 1\nclass C:\n    b = _A", "_A = 1\nclass C:\n    b = _A"), ("_A = 1\ndef f():\n    global _A\n    _A = 2", "def f():\n    global _A\n    _A = 2"),
    ("_A = 1\ndel _A", "_A = 1\ndel _A"), ("class _C:\n    pass", "class _C:\n    pass")])
def test_what_is_the_modules_own_and_unread_is_left_out(source: str, left: str) -> None:
    assert ast.unparse(ast.Module(values.read_there(ast.parse(source).body)[0], [])) == ast.unparse(ast.parse(left))


LETTERS = "abcdefghijklmnopqrstuvwxyz"


@pytest.mark.parametrize("value", [
    None, 3, "a b", (), ("a",), tuple(LETTERS), frozenset(LETTERS), frozenset(one.encode() for one in LETTERS), (b"a", *LETTERS),
    tuple(f"a{one}b" for one in (" ", "\t", "\x1c", "\u2003", *LETTERS)), ("", *LETTERS), (b"", *(one.encode() for one in LETTERS)),
    (("a", frozenset(LETTERS), 3), ("x", ("", *LETTERS))), frozenset((tuple(LETTERS), "h")), ("\ud800", *LETTERS),
    {}, {"b": 1, "a": ("x",)}, dict.fromkeys(LETTERS, 3), dict(zip(LETTERS, reversed(LETTERS))), {"": 1, **dict.fromkeys(LETTERS, 2)},
    dict.fromkeys(LETTERS, "a b"), dict.fromkeys(LETTERS, True), {**dict.fromkeys(LETTERS, 1), "z": None},
])
def test_a_value_is_written_as_what_it_is(value: object) -> None:
    made = eval(compile(ast.fix_missing_locations(ast.Expression(values.written(value))), "", "eval"))
    assert made == value and type(made) is type(value)
    if isinstance(value, dict):
        assert list(map(repr, made.items())) == list(map(repr, value.items()))
