"""Switches a part of the guards off in this process, and on again: for bench/ablate.py.

    restore = off("guards._call.popular")           a module: its public functions answer "nothing"
    restore = off("guards._call.popular:known")     some of its functions, with commas between
    restore = off("guards._call.popular.NAMES")     a table: empty, and a pattern that matches nothing
    restore = off("A+B")                            together

"Nothing" is what a function's own annotation calls empty: False, "", 0, [], (), None, a silent Verdict.  A function
that gives anything else back is left as it is.  What was made of a table as its module was loaded stays as it was made.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import sys
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

EMPTY = {
    **dict.fromkeys(("list", "dict", "set", "tuple", "frozenset", "str", "bytes", "int", "float", "bool"), "{}()"),
    **dict.fromkeys(("Iterable", "Sequence"), "()"),
    **dict.fromkeys(("Mapping", "Counter"), "dict()"),
    **dict.fromkeys(("None", "Any", "object"), "None"),
    "Iterator": "iter(())",
    "Verdict": "__import__('guards').Verdict()",
}
NEVER = re.compile(r"(?!)")


def loaded(tops: tuple[str, ...] = ("guards",)) -> None:
    """Imports every module, so that all who hold a name are found."""
    for top in tops:
        for found in pkgutil.walk_packages(importlib.import_module(top).__path__, f"{top}."):
            importlib.import_module(found.name)


def off(unit: str) -> Callable[[], None]:
    """Switches a unit off; what it gives back switches it on again."""
    loaded()
    undo = [one for part in unit.split("+") for one in _part(part)]

    def restore() -> None:
        for one in reversed(undo):
            one()

    return restore


def places(unit: str) -> set[str]:
    """Where a unit counts: its functions ("module:function"), or the modules that hold a table ("module:*")."""
    loaded()
    found: set[str] = set()
    for part in unit.split("+"):
        module, names = _named(part)
        table = vars(module).get(part.rpartition(".")[2])
        holders = [
            name
            for name, one in sys.modules.items()
            if name.startswith("guards") and any(value is table for value in list(vars(one).values()))
        ]
        found |= {f"{module.__name__}:{name}" for name in names} or {f"{name}:*" for name in holders}
    return found


def _named(part: str) -> tuple[ModuleType, list[str]]:
    """The module of a part, and the names of its functions that go; none for a table."""
    name, _, chosen = part.removesuffix(".py").replace("/", ".").partition(":")
    if name not in sys.modules:
        name, _, table = name.rpartition(".")
        if name not in sys.modules or not hasattr(sys.modules[name], table):
            raise SystemExit(f"{part}: no such rule, module, function or table")
        return sys.modules[name], []
    module = sys.modules[name]
    public = [one for one in vars(module) if not one.startswith("_") and _own(module, one) is not None]
    return module, [one for one in public if one in chosen.split(",")] if chosen else public


def _own(module: ModuleType, name: str) -> FunctionType | None:
    """A function that the module makes, what a cache wraps included."""
    value = getattr(vars(module)[name], "__wrapped__", vars(module)[name])
    return value if isinstance(value, FunctionType) and value.__module__ == module.__name__ else None


def _part(part: str) -> list[Callable[[], None]]:
    module, names = _named(part)
    if names:
        return [one for name in names for one in _silenced(module, name)]
    if part.rpartition(":")[1]:
        raise SystemExit(f"{part}: no such function")
    return _emptied(vars(module).get(part.rpartition(".")[2]))


def _silenced(module: ModuleType, name: str) -> list[Callable[[], None]]:
    """A function answers nothing wherever it is held: its code is another."""
    function, nothing = _own(module, name), _nothing(str(vars(module)[name].__annotations__.get("return", "Unknown")))
    if function is None or not nothing:
        return []
    code, names = function.__code__, dict[str, Any]()
    exec(f"def stub(*_a, **_k):\n    return {nothing}", names)
    function.__code__ = names["stub"].__code__
    clear = getattr(vars(module)[name], "cache_clear", lambda: None)
    clear()

    def back() -> None:
        function.__code__ = code
        clear()

    return [back]


def _nothing(annotation: str) -> str:
    """The expression of an annotation's empty value; "" for none."""
    try:
        return _empty(ast.parse(annotation, mode="eval").body)
    except SyntaxError:
        return ""


def _empty(node: ast.expr) -> str:
    if isinstance(node, ast.BinOp):
        return "None" if "None" in (_empty(node.left), _empty(node.right)) else _empty(node.left)
    if isinstance(node, ast.Constant):
        return "None" if node.value is None else ""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if node.value.id == "Optional":
            return "None"
        if node.value.id == "tuple" and not any(isinstance(one, ast.Constant) and one.value is ... for one in inner):
            each = [_empty(one) for one in inner]
            return f"({', '.join(each)},)" if all(each) else ""
        return EMPTY.get(node.value.id, "").format(node.value.id)
    return EMPTY.get(node.id, "").format(node.id) if isinstance(node, ast.Name) else ""


def _emptied(table: Any) -> list[Callable[[], None]]:
    """A table is empty: in place where it can be, else under each name that holds it."""
    if isinstance(table, (dict, set)):
        kept = table.copy()
        table.clear()
        return [lambda: table.update(kept)]
    if isinstance(table, list):
        held = list(table)
        table.clear()
        return [lambda: table.extend(held)]
    nothing = NEVER if isinstance(table, re.Pattern) else type(table)()
    undo: list[Callable[[], None]] = []
    for module in [one for name, one in sys.modules.items() if name.startswith(("guards", "hooks"))]:
        for name, value in list(vars(module).items()):
            if value is table:
                setattr(module, name, nothing)
                undo.append(lambda module=module, name=name: setattr(module, name, table))  # type: ignore[misc]
    return undo
