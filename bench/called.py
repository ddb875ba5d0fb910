"""Which large functions an archive's ordinary calls call: hooks/_install/called.txt, by which archives are laid out.

    python3 bench/called.py [SESSIONS.jsonl.gz ...]

An installation in a scratch folder plays the calls of bench/overhead.py and tests/test_imports.py, and some of the
sessions in the files (public ones: bench/corpus), each event in a process that notes which functions it called.  A
function of SMALL bytes and more that at most SHARE of an archive's calls call lies apart there, and so does a class
that is only called, and that few calls call.
"""
from __future__ import annotations

import ast
import gzip
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from marshal import dumps
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

import overhead  # noqa: E402

from hooks._install import apart, archive  # noqa: E402
from tests.test_imports import OTHERS, SILENT  # noqa: E402

SMALL = 150     # bytes: below that a function costs less to read than to know where it lies
SHARE = 0.3     # of an archive's calls
SESSIONS, CALLS = 30, 10    # of each file, and of a session
OUTBOUND = [overhead.bash("git push origin main"), overhead.bash("curl https://docs.python.org/3/"),
            {"tool_name": "WebFetch", "tool_input": {"url": "https://docs.python.org/3/", "prompt": "how to rename"}},
            {"tool_name": "mcp__mail__send_email", "tool_input": {"to": "bob@corp.example", "body": "The tests pass."}}]
HEAD = "# What each archive's ordinary calls call: bench/called.py writes it, hooks/_install/apart.py reads it.\n"
# Runs the script that its argument names; on stderr a line for each function called and each archive opened.
SPY = """
import posix, sys
seen, end = set(), posix._exit
def note(frame, what, given):
    if what == "call":
        code = frame.f_code
        seen.add(f"{code.co_filename}\\t{code.co_name}\\t{code.co_firstlineno}")
def told(status):
    sys.setprofile(None)
    sys.stderr.write("\\n".join(seen))
    sys.stderr.flush()
    end(status)
posix._exit = told
sys.addaudithook(lambda name, given: seen.add(str(given[0])) if name == "open" else None)
__file__ = sys.argv[1]
with open(__file__) as script:
    code = compile(script.read(), __file__, "exec")
sys.setprofile(note)
exec(code)
"""


class Played:
    """The calls that were played: `calls`: archive -> how many; `called`: archive -> function -> in how many of them;
    `plain`: functions that a silent call called."""

    def __init__(self, hooks: overhead.Hooks) -> None:
        self.hooks = hooks
        self.calls: Counter[str] = Counter()
        self.called: dict[str, Counter[tuple[str, str, str]]] = defaultdict(Counter)
        self.plain: set[tuple[str, str, str]] = set()

    def fire(self, event: str, session: str, fields: dict[str, Any], plain: bool = False) -> None:
        command = self.hooks.command(event)
        done = subprocess.run([*command[:-1], "-c", SPY, command[-1]], capture_output=True, env=self.hooks.env,
                              input=self.hooks.payload(event, session, fields), check=True)
        lines = done.stderr.decode("utf-8", "replace").split("\n")
        top = f"{self.hooks.code}/"
        rows = [line[len(top):].split("\t") for line in lines if line.startswith(top)]
        functions = {(row[0], row[1], row[2]) for row in rows if len(row) == 3}
        opened = {Path(row[0]).name.partition(".")[0] for row in rows if row[0].endswith(".archive")}
        for one in opened & {event, *archive.FURTHER}:
            self.calls[one] += 1
            self.called[one].update(functions)
        if plain:
            self.plain |= functions

    def ordinary(self) -> None:
        """What is played without any file."""
        session = "ordinary"
        self.hooks.live(session)
        for tool, given in [*overhead.SILENT, *SILENT]:
            self.fire("PreToolUse", session, {"tool_name": tool, "tool_input": given}, plain=True)
        for fields in OUTBOUND:
            self.fire("PreToolUse", session, fields)
        for tool, given, answer in overhead.LIVED[:4]:
            self.fire("PostToolUse", session, {"tool_name": tool, "tool_input": given, "tool_response": answer})
        for size in (4, 64):
            self.fire("PostToolUse", session, overhead.read_of(overhead.code(size * overhead.KIB)))
        others = [(event, fields) for event, fields, _ in OTHERS[:-1]]
        for event, fields in [*overhead.TURN[:-1], *others, *overhead.TURN[-1:]]:
            self.fire(event, session, fields)

    def recorded(self, session: str, row: dict[str, Any], draw: random.Random) -> None:
        """Some calls of one recorded session."""
        self.fire("SessionStart", session, {"source": "startup"})
        self.fire("UserPromptSubmit", session, {"prompt_id": "p", "prompt": str(row.get("prompt") or "go on")})
        at = draw.randrange(max(1, len(row["events"]) - CALLS))
        for number, one in enumerate(one for one in row["events"][at:at + CALLS] if one["phase"] in ("pre", "post")):
            fields = {"tool_name": one["tool"], "tool_input": one["input"], "tool_use_id": f"r{number}"}
            if one["phase"] == "pre":
                self.fire("PreToolUse", session, fields)
            elif one.get("error"):
                self.fire("PostToolUseFailure", session, {**fields, "error": str(one.get("response"))})
            else:
                self.fire("PostToolUse", session, {**fields, "tool_response": one.get("response")})

    def away(self, name: str, function: tuple[str, str, str]) -> bool:
        """Does it lie apart in that archive?"""
        if name == archive.BEGUN and function in self.plain:
            return False
        return self.called[name][function] <= SHARE * self.calls[name]


def lines(bundle: archive.Bundle, played: Played) -> Iterator[str]:
    """The table: the archives, each with its letter; of each module the functions that lie apart in some archive, with
    the letters of those in which they do not."""
    made, _ = bundle.events(), bundle.every()
    letters = {name: chr(ord("a") + number) for number, name in enumerate(made)}
    yield from (f"{letter} {name}" for name, letter in letters.items())
    otherwise = used(tree for _, _, tree in bundle.trees.values())
    held: dict[str, str] = defaultdict(str)
    for name, rows in made.items():
        for row in rows:
            held[row[0]] += name + " "
    for module in sorted(held):
        told = []
        for node, code in bundle.functions(module):
            made_by = node if isinstance(node, ast.FunctionDef) else beginning(node)
            if made_by and len(dumps(code)) >= SMALL and (made_by is node or node.name not in otherwise):
                function = bundle.trees[module][0], made_by.name, str(made_by.lineno)
                hot = "".join(letters[name] for name in held[module].split() if not played.away(name, function))
                if len(hot) < len(held[module].split()):
                    told.append(f"{node.name}={hot}" if hot else node.name)
        if told:
            yield f"{module}: {' '.join(told)}"


def beginning(node: ast.ClassDef) -> ast.FunctionDef | None:
    """What runs as an instance is made."""
    return next((one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), None)


def used(trees: Iterable[ast.AST]) -> set[str]:
    """The names of which more is done than to call them.

    >>> sorted(used([ast.parse("A(B, c.D())\nisinstance(x, E.F)")]))
    ['B', 'E', 'F', 'c', 'x']
    """
    found = set()
    for node in (node for tree in trees for node in ast.walk(tree)):
        for one in ast.iter_child_nodes(node):
            if not (isinstance(node, ast.Call) and one is node.func) and isinstance(one, (ast.Name, ast.Attribute)):
                found.add(one.id if isinstance(one, ast.Name) else one.attr)
    return found


def main() -> None:
    draw = random.Random(1)
    with tempfile.TemporaryDirectory() as scratch:
        hooks = overhead.Hooks(Path(scratch))
        (hooks.code / apart.CALLED).write_text("")
        archive.build(overhead.PYTHON, str(hooks.code))
        played = Played(hooks)
        for file in sys.argv[1:]:
            with gzip.open(file) as source:
                rows = [json.loads(line) for line in source]
            for number, row in enumerate(draw.sample(rows, min(SESSIONS, len(rows)))):
                played.recorded(f"r{number}", row, draw)
        played.ordinary()
    (ROOT / apart.CALLED).write_text(HEAD + "\n".join(lines(archive.Bundle(), played)) + "\n")


if __name__ == "__main__":
    main()
