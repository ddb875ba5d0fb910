"""What `re` makes of the expressions of guards/, so that a hook need not import it (guards/_text/regex.py).

The module's own compiler is asked, and what it hands to its engine is noted: numbers that this engine alone reads.
"""
from __future__ import annotations

import ast
import os
import sys
from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from guards._text.regex import Row
    from hooks._archive import Loaded


def made_ready(tree: ast.Module, code: str) -> None:
    """Puts what `re` makes of each expression that a source names into the module that hands them out."""
    rows: Loaded = tuple(map(ready, expressions(code)))
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "READY":
            node.value = ast.copy_location(ast.Constant(rows), node)


def expressions(code: str) -> list[tuple[str | bytes, int]]:
    """(expression, flags) of all that stand in a source of guards/ or in its tables, in order."""
    from guards._sensitive import formats, shapes
    from guards._text import regex

    found: set[tuple[str | bytes, int]] = {(one.encode(), 0) for one in (
        *[row[2] for row in formats.FORMATS], *[row[5] for row in shapes.SHAPES])}
    for folder, _, files in os.walk(code + "guards"):
        for file in files:
            path = os.path.join(folder, file)
            if file.endswith(".py") and path != regex.__file__:
                with open(path, encoding="utf-8") as source:
                    text = source.read()
                if "pattern(" in text:
                    tree = ast.parse(text)
                    values = {node.targets[0].id: node.value.value for node in tree.body if isinstance(node, ast.Assign)
                              and isinstance(node.targets[0], ast.Name) and isinstance(node.value, ast.Constant)}
                    found.update(_expressions(tree, {**values, "ANY_CASE": regex.ANY_CASE}))
    return sorted(found, key=repr)


def _expressions(tree: ast.Module, values: dict[str, Loaded]) -> Iterator[tuple[Loaded, int]]:
    """What stands between the brackets behind `pattern`, names of the module's own constants in their place."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "pattern":
            given: list[Loaded] = [one.value if isinstance(one, ast.Constant) else values.get(getattr(one, "id", ""))
                                for one in node.args]
            if None not in given:
                yield given[0], given[1] if len(given) > 1 else 0


def ready(wanted: tuple[str | bytes, int]) -> tuple[str | bytes, int, Row]:
    """A row of READY: what `re` hands to its engine."""
    import _sre  # type: ignore[import-not-found,unused-ignore]
    import re  # noqa: F401  (brings its compiler)
    compiler: Loaded = sys.modules.get("re._compiler") or sys.modules["sre_compile"]
    told: list[Loaded] = []

    class Engine:
        """Notes what it is given, and is the engine in all else."""

        def compile(self, *given: Loaded) -> Loaded:
            told.append(given)
            return _sre.compile(*given)

        def __getattr__(self, name: str) -> Loaded:
            return getattr(_sre, name)

    real, compiler._sre = compiler._sre, Engine()
    try:
        compiler.compile(wanted[0], wanted[1])
    finally:
        compiler._sre = real
    (_, flags, code, groups, names, order), = told
    return (*wanted, (_sre.MAGIC, int(flags), array("I", code).tobytes(), groups, tuple(names.items()), order))
