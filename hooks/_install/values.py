"""What a pure module works out as it begins, as an archive says it: values, and nothing that served them alone.

Law: the module's names have the values that the source gives them.
"""
from __future__ import annotations

import ast
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks._archive import Loaded

MANY = 20       # words of a constant that are read faster out of one text


def worked_out(tree: ast.Module, name: str) -> None:
    """Puts values in the place of what a pure module works out as it begins, and drops what served that alone."""
    __import__(name)
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            value = getattr(sys.modules[name], node.targets[0].id)
            if not isinstance(node.value, ast.Constant) and (_is_constant(value) or _is_table(value, node.value)):
                node.value = ast.fix_missing_locations(ast.copy_location(written(value), node.value))
    tree.body, read = read_there(tree.body)
    read.update(getattr(sys.modules[name], "__all__", ()))      # what it hands on
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            node.names = [alias for alias in node.names if (alias.asname or alias.name) in read] or node.names[:1]
    tree.body = [node for node in tree.body if not (
        isinstance(node, ast.ImportFrom) and (node.names[0].asname or node.names[0].name) not in read)]


def read_there(body: list[ast.stmt]) -> tuple[list[ast.stmt], set[str]]:
    """The statements without the module's own constants and functions that nothing in it reads (nobody else may), and
    the names that these read."""
    rows = [(node, _read(node), _own(node)) for node in body]
    while True:
        read: set[str] = set().union(*(names for _, names, _ in rows))
        kept = [row for row in rows if not row[2] or not read.isdisjoint(row[2])]
        if len(kept) == len(rows):
            return [row[0] for row in rows], read
        rows = kept


def _read(node: ast.stmt) -> set[str]:
    """The names that a statement reads, or takes away.  By hand: `ast.walk` takes three times as long."""
    found: set[str] = set()
    left: list[Loaded] = [node]
    while left:
        one = left.pop()
        if type(one) is list:
            left += one
        elif type(one) is ast.Name and type(one.ctx) is not ast.Store:
            found.add(one.id)
        elif isinstance(one, ast.AST):
            left += vars(one).values()
    return found


def _own(node: ast.stmt) -> list[str]:
    """The names that a statement does nothing but make, where all are the module's own."""
    names: list[str] = []
    if isinstance(node, ast.FunctionDef) and not node.decorator_list:
        names = [node.name]
    elif isinstance(node, ast.Assign) and all(isinstance(one, ast.Name) for one in node.targets):
        names = [one.id for one in node.targets if isinstance(one, ast.Name)]
    return names if all(name[0] == "_" != name[1:2] for name in names) else []


def _is_constant(value: object) -> bool:
    if type(value) in (tuple, frozenset):
        return all(map(_is_constant, value))  # type: ignore[call-overload]
    return value is None or type(value) in (str, bytes, int, bool)


def _is_table(value: object, source: ast.expr) -> bool:
    """Is it a dict that the source works out, or one of many words, and nothing that calls fill?"""
    if type(value) is not dict or not all(type(key) is str and _is_constant(one) for key, one in value.items()):
        return False
    return not isinstance(source, ast.Dict) or (bool(source.keys) and _zipped(value) is not None)


def _zipped(table: dict[str, object]) -> list[ast.expr] | None:
    """Many words and what stands for each, a word or a number, as they are put together; None for another dict."""
    words, told = _split(list(table)), list(table.values())
    values = _split(told) or (written(tuple(told)) if set(map(type, told)) == {int} else None)
    return [words, values] if words is not None and values is not None else None


def _split(words: list[Loaded]) -> ast.expr | None:
    """Many words of one kind, as they are split out of one text; None for others."""
    kinds = set(map(type, words)) if len(words) >= MANY else set()
    text: str | bytes | None = " ".join(words) if kinds == {str} else b" ".join(words) if kinds == {bytes} else None
    if text is None or text.split() != words:
        return None
    return ast.Call(ast.Attribute(ast.Constant(text), "split", ast.Load()), [], [])


def written(value: object) -> ast.expr:
    """A value as a source would say it; instead of many words the text that they are split out of, which is read in
    half the time.

    >>> ast.unparse(written(("a", frozenset("tsrqponmlkjihgfedcba"))))
    "('a', frozenset('a b c d e f g h i j k l m n o p q r s t'.split()))"
    >>> ast.unparse(written({one: 0 for one in "abcdefghijklmnopqrst"}))[:60]
    "dict(zip('a b c d e f g h i j k l m n o p q r s t'.split(), "
    """
    if isinstance(value, dict):
        zipped = _zipped(value)
        if zipped is None:
            return ast.Dict([ast.Constant(one) for one in value], [written(one) for one in value.values()])
        return ast.Call(ast.Name("dict", ast.Load()), [ast.Call(ast.Name("zip", ast.Load()), zipped, [])], [])
    if not isinstance(value, (tuple, frozenset)):
        return ast.Constant(value)  # type: ignore[arg-type,unused-ignore]
    words = sorted(value, key=repr) if isinstance(value, frozenset) else list(value)
    split = _split(words)
    if split is not None:
        return ast.Call(ast.Name(type(value).__name__, ast.Load()), [split], [])
    inner = [written(one) for one in words]
    if isinstance(value, frozenset) or all(isinstance(one, ast.Constant) for one in inner):
        return ast.Constant(value)  # type: ignore[arg-type,unused-ignore]
    return ast.Tuple(inner, ast.Load())
