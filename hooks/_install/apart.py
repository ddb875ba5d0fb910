"""What lies apart in an archive: functions, and classes, that its ordinary calls do not call, read as they are called.

called.txt says which (bench/called.py counts it).  An archive is its first part, which every event of its reads whole,
and behind it their pieces.
"""
from __future__ import annotations

import ast
import os
import re
from functools import cache
from marshal import dumps, loads

from hooks import _archive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType

    from hooks._archive import Loaded

CALLED = "hooks/_install/called.txt"
TAKEN = re.compile(r"\._\w+|\bimport (?:\([^)]*\)|[^(\n]+)")


def table() -> dict[str, dict[str, frozenset[str]]]:
    """Module -> function -> the archives in which it does not lie apart (bench/called.py)."""
    with open(_archive.CODE + CALLED, encoding="utf-8") as file:
        lines = [line for line in file.read().splitlines() if line[:1] not in ("", "#")]
    letters = dict(line.split() for line in lines if line[1:2] == " ")
    return {module: {name: frozenset(letters[letter] for letter in hot)
                     for name, _, hot in (word.partition("=") for word in names.split())}
            for module, _, names in (line.partition(": ") for line in lines if line[1:2] != " ")}


def plain(node: ast.FunctionDef | ast.ClassDef) -> bool:
    """Is it the same whenever it is made?"""
    if isinstance(node, ast.ClassDef):
        return not node.decorator_list and not node.bases and not node.keywords
    return not node.decorator_list and all(isinstance(one, (ast.Constant, type(None))) for one in (
        *node.args.defaults, *node.args.kw_defaults))


def laid_out(modules: tuple[Loaded, ...]) -> tuple[tuple[Loaded, ...], bytes]:
    """(the rows as an archive's first part holds them, what stands behind it)."""
    rows, tail = [], b""
    known = {name for row in modules for name in names_of_code(row[3])} | private()
    for row in modules:
        entries = b""
        inner = tuple(name for name in row[5] if name[0] == "_" and name not in known)
        for piece in (dumps(loads(dumps(code))) for code in row[5].values()):
            entries += number(len(tail)) + number(len(tail) + len(piece)) + _archive.digest(piece)
            tail += piece
        outer = tuple(name for name in row[5] if name not in inner)
        rows.append((*row[:5], (tuple(row[5]), entries, outer, inner) if entries else ()))
    return tuple(rows), tail


def names_of_code(code: CodeType) -> Iterator[str]:
    """The names that a code and those in it look up."""
    yield from code.co_names
    for one in code.co_consts:
        if isinstance(one, type(code)):
            yield from names_of_code(one)


@cache
def private() -> frozenset[str]:
    """The names with a leading line that any source takes out of something else, or imports."""
    found: list[str] = []
    for part in ("hooks", "guards"):
        for folder, _, files in os.walk(_archive.CODE + part):
            for file in (os.path.join(folder, name) for name in files if name.endswith(".py")):
                with open(file, encoding="utf-8") as source:
                    text = source.read()
                found += re.findall(r"\b_\w+", " ".join(TAKEN.findall(text)))
    return frozenset(found)


def put_back(apart: Loaded, tail: bytes) -> dict[str, Loaded]:
    """Name -> code of the functions that a row's last field names; None for what is damaged."""
    pieces = {name: _archive.piece_of(tail, apart, name) for name in apart and apart[0]}
    return {name: loads(piece) if piece else None for name, piece in pieces.items()}


def number(value: int) -> bytes:
    """As archives write one."""
    return value.to_bytes(_archive.LENGTH, "little")
