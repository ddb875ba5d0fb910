"""hooks/_install/apart.py: which functions lie apart, and how an archive is laid out for it."""
from __future__ import annotations

import ast
from typing import Any

from bench.called import used
from hooks import _archive
from hooks._install import apart, archive


def test_what_lies_apart_is_there_and_of_classes_those_that_are_only_called() -> None:
    """What is gone costs nothing, but a table of things that are gone is no table: `python3 bench/called.py` writes it."""
    bundle, every = archive.Bundle(), archive.Bundle()
    listed = {module: set(names) for module, names in bundle.apart.items()}
    held = {module: {node.name for node, _ in bundle.functions(module)} for module in listed if archive.file_of(module)[0] and not bundle.read(module)}
    gone = {(module, name) for module, names in listed.items() for name in names - held.get(module, set())}
    assert len(listed) > 90 and len(gone) <= 60, f"write it anew: {gone}"
    every.every()
    otherwise = used(tree for _, _, tree in every.trees.values())
    classes = [(module, node.name) for module in held for node, _ in bundle.functions(module)
               if isinstance(node, ast.ClassDef) and node.name in listed[module]]
    assert len(classes) >= 5 and not [one for one in classes if one[1] in otherwise]


def test_a_name_that_only_what_lies_apart_knows_has_no_stand_in() -> None:
    """Unless something else might ask for it: a hot function, another module, an attribute of that name."""
    def code(text: str) -> Any:
        return compile(text, "x", "exec")

    away = {"_deep": code("def _deep(): pass").co_consts[0], "_far": code("def _far(): _deep()").co_consts[0],
             "_near": code("def _near(): pass").co_consts[0], "open": code("def open(): _far()").co_consts[0]}
    rows = (("m", "m.py", False, code("def hot():\n    return [_near() for _ in ()]"), (), away), ("n", "n.py", False, code(""), (), {}))
    laid, tail = apart.laid_out(rows)
    names, entries, outer, inner = laid[0][5]
    assert (names, outer, inner) == (("_deep", "_far", "_near", "open"), ("_near", "open"), ("_deep", "_far"))
    assert apart.put_back(laid[0][5], tail) == away and len(entries) == 4 * _archive.ENTRY and laid[1][5] == ()
    assert apart.put_back(laid[0][5], tail[:-1])["open"] is None and apart.put_back((), tail) == {}


def test_what_is_taken_out_of_something_is_known() -> None:
    assert {"_words", "_heartbeat"} <= apart.private() and "_Reader__deep" not in apart.private()


def test_only_what_is_the_same_whenever_it_is_made_lies_apart() -> None:
    plain = [apart.plain(node) for node in ast.parse(
        "def f(a, b=1, *, c=None, d): pass\ndef f(a=[]): pass\n@x\ndef f(): pass\nclass A: pass\nclass A(B): pass").body]
    assert plain == [True, False, False, True, False]


def test_the_table_names_the_archives_in_which_a_function_is_read_at_once() -> None:
    found = apart.table()
    assert found["guards._shell.clients"]["Resume"] == frozenset()
    assert {name for rows in found.values() for hot in rows.values() for name in hot} <= set(archive.Bundle().registry["events"]) | set(archive.FURTHER)
