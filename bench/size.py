#!/usr/bin/env python3
"""How large the guards are, a room a line; and the ratchet: what was measured once may fall and not rise.

    python3 bench/size.py                       what is there, and what tests/sizes.json allows
    python3 bench/size.py --write               lowers what is allowed to what is there
    python3 bench/size.py --raise ROOM "why"    allows what is there in one room; `why` is kept beside it

Who raises one says why in the same commit, and shows what the code is worth on a set that its author did not see (a
line of bench/ablate.py).

tokens  Python's own, without comments, docstrings and ends of lines: another layout changes nothing
words   of two characters and more in strings that are no docstrings, and in data files: what tables are made of
dense   functions with more than 25 decision points: if, for, while, except, a case, an operand of and/or, a
        comprehension's for and if
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import re
import sys
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "tests/sizes.json"
COUNTED = ("tokens", "words", "dense")
TOPS = ("guards", "hooks")
DATA = frozenset((".json", ".jsonl", ".toml", ".txt", ".csv", ".tsv", ".yaml", ".yml"))
DENSE = 25
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
BRANCHES = tuple(
    getattr(ast, name) for name in ("If", "IfExp", "For", "While", "ExceptHandler", "match_case") if hasattr(ast, name)
)
LAYOUT = frozenset(
    (
        tokenize.COMMENT,
        tokenize.NL,
        tokenize.NEWLINE,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.ENCODING,
        tokenize.ENDMARKER,
    )
)
WORD = re.compile(r"[^\W_]{2,}")


def sizes(root: Path = ROOT) -> dict[str, Counter[str]]:
    """Room -> what it counts; a room is a folder."""
    rooms: dict[str, Counter[str]] = {}
    for path in sorted(path for top in TOPS for path in (root / top).rglob("*")):
        if path.suffix == ".py" or path.suffix in DATA:
            room = rooms.setdefault(path.parent.relative_to(root).as_posix(), Counter())
            text = path.read_text("utf-8")
            room.update(of_source(text) if path.suffix == ".py" else {"words": len(WORD.findall(text))})
    return rooms


def of_source(text: str) -> Counter[str]:
    """What one module counts.

    >>> sorted(of_source("def f(a):\\n    '''Says.'''\\n    return 'one two' if a else ''\\n").items())
    [('dense', 0), ('lines', 3), ('tokens', 12), ('words', 2)]
    """
    every = list(ast.walk(ast.parse(text)))
    told = {
        id(node.body[0].value)
        for node in every
        if isinstance(node, DOCUMENTED)
        and ast.get_docstring(node, False) is not None
        and isinstance(node.body[0], ast.Expr)
    }
    strings = [
        node.value
        for node in every
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told
    ]
    tokens = [one for one in tokenize.generate_tokens(io.StringIO(text).readline) if one.type not in LAYOUT]
    dense = [
        node for node in every if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and decisions(node) > DENSE
    ]
    return Counter(
        lines=len(text.splitlines()),
        tokens=len(tokens) - len(told),
        dense=len(dense),
        words=sum(len(WORD.findall(one)) for one in strings),
    )


def decisions(function: ast.AST) -> int:
    """The decision points of a function, those of functions in it included.

    >>> decisions(ast.parse("[a for a in b if a and c or d]").body[0])
    4
    """
    points = 0
    for node in ast.walk(function):
        points += isinstance(node, BRANCHES)
        points += len(node.values) - 1 if isinstance(node, ast.BoolOp) else 0
        points += 1 + len(node.ifs) if isinstance(node, ast.comprehension) else 0
    return points


def allowed(path: Path = TABLE) -> dict[str, dict[str, int]]:
    """The table's rooms."""
    return dict(json.loads(path.read_text("utf-8"))["rooms"]) if path.exists() else {}


def risen(found: dict[str, Counter[str]], table: dict[str, dict[str, int]]) -> list[str]:
    """A sentence for each count that is larger than the table allows; a room that is new may hold nothing."""
    return [
        f"{room}: {row[what]} {what}, {table.get(room, {}).get(what, 0)} are allowed"
        for room, row in sorted(found.items())
        for what in COUNTED
        if row[what] > table.get(room, {}).get(what, 0)
    ]


def lowered(
    found: dict[str, Counter[str]], table: dict[str, dict[str, int]], rise: str = ""
) -> dict[str, dict[str, int]]:
    """The table with each count that fell; what is there counts in the room `rise`, and everywhere in a first table."""
    return {
        room: {what: row[what] if not table or room == rise else min(row[what], table[room][what]) for what in COUNTED}
        for room, row in sorted(found.items())
        if not table or room in table or room == rise
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--raise", dest="rise", nargs=2, metavar=("ROOM", "WHY"), default=("", ""))
    parser.add_argument("--checkout", type=Path, default=ROOT)
    a = parser.parse_args()
    found, table = sizes(a.checkout), allowed()
    totals = {top: sum((row for room, row in found.items() if room.startswith(top)), Counter[str]()) for top in TOPS}
    sums = [*((f"{top}, all", row) for top, row in totals.items()), ("all", totals["guards"] + totals["hooks"])]
    for room, row in [*sorted(found.items()), *sums]:
        parts = [
            f"{what} {row[what]:7}" + (f" ({row[what] - table[room][what]:+})" if room in table else "")
            for what in COUNTED
        ]
        print(f"{room:28} lines {row['lines']:6} {'  '.join(parts)}")
    if a.write or a.rise[0]:
        if a.rise[0] and a.rise[0] not in found:
            raise SystemExit(f"{a.rise[0]} is no room")
        why = json.loads(TABLE.read_text("utf-8"))["raised"] if table else []
        why += (
            [{"room": a.rise[0], "why": a.rise[1], **{what: found[a.rise[0]][what] for what in COUNTED}}]
            if a.rise[0]
            else []
        )
        rooms = ",\n  ".join(
            f"{json.dumps(room)}: {json.dumps(row)}" for room, row in lowered(found, table, a.rise[0]).items()
        )
        raised = ",\n  ".join(json.dumps(one) for one in why)
        TABLE.write_text(f'{{"rooms": {{\n  {rooms}}},\n "raised": [{raised}]}}\n', "utf-8")
    over = risen(found, allowed())
    if allowed() and over:
        print("\n" + "\n".join(over), file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
