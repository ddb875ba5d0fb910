"""The gates of the house: each is a function of a tree that returns what breaks its law, one line a fault.

Cannot see: whether a module keeps its own law.  tests/test_house.py runs them on this tree and on seeded faults.
"""

from __future__ import annotations

import ast
import functools
import io
import re
import shutil
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

# Lines a room may have.  Who needs more takes it from another room: the sum stays 12,000.
ROOMS = {
    "guards/__init__.py": 257,
    "guards/_text.py _words.py": 281,
    "guards/_sensitive": 881,
    "guards/_reading": 1_574,
    "guards/_taint": 751,
    "guards/*.py": 2_226,
    "hooks/_stores": 1_069,
    "hooks/_dialects": 391,
    "hooks/_undo": 806,
    "hooks/_event": 1_762,
    "hooks/*.py": 142,
    "hooks/_ctl": 911,
    "hooks/_install install.py package": 949,
}
LINES, TOKENS, WORDS = 12_000, 105_000, 20_000
FULL = "take out as much as you add; lines of another room may be moved here in ROOMS"
TEST_LINES, BENCH_LINES = 12_000, 1_500
FILE_LINES, FUNCTION_LINES, MODULES, ENGLISH, OURS = 400, 60, 75, 300, 15
CODE = frozenset(".py .js .mjs .cjs .ts .css .sh .bash .html .sql".split())
DATA = frozenset(".json .toml .txt .csv .tsv .jsonl .yaml .yml .md".split())
# Imports go from a later row to an earlier one, or stay in their row.
FLOORS = (
    ("guards",),
    ("guards._text", "guards._words"),
    ("guards._sensitive",),
    ("guards._reading",),
    ("guards._taint",),
    ("guards.*",),
    ("hooks._stores", "hooks"),
    ("hooks._dialects",),
    ("hooks._undo",),
    ("hooks._event",),
    ("hooks._install",),
    ("hooks._ctl",),
    ("hooks.*", "install", "package"),
)
# What computes and does nothing else; a guard may import no other module that is not ours.
PURE = frozenset(
    "__future__ _blake2 _json _sre guards._forms base64 binascii bisect codecs collections.abc html itertools json math re string "
    "unicodedata zlib".split()
)
DOORS = frozenset("open print exec eval compile breakpoint globals locals vars __import__".split())
SLOW = frozenset(
    "re json hashlib typing enum dataclasses pathlib functools collections subprocess tempfile shutil "
    "ast argparse asyncio socket ssl urllib logging inspect traceback random contextlib datetime".split()
)
BANNED = frozenset("told said named of after shown asked held met".split())
PROTOCOL = frozenset(("LEARN", "main"))
PACKED = re.compile(r"[A-Za-z0-9+/=_\-~!#$%&()*;<>?@^`{|}.,:]{160,}")


def find_code(root: Path) -> list[Path]:
    """Every code file of the product."""
    places = [p for name in ("guards", "hooks", "package") for p in (root / name).rglob("*")]
    return sorted(p for p in [*places, root / "install.py"] if p.is_file() and p.suffix in CODE)


def copy_product(root: Path, to: Path) -> None:
    """A checkout's files without its history, its tests and what other programs left in it."""
    names = "tests bench docs .git .venv .e2e __pycache__ .*_cache".split()
    shutil.copytree(root, to, ignore=shutil.ignore_patterns(*names))


def thin(rows: Iterable[object], each: int = 3) -> list[object]:
    """The rows of a table whose every row costs a tenth of a second: the quick lane plays each third of them, or fewer."""
    import pytest  # the gates need no more than Python

    slow = [pytest.mark.slow]
    parts = [one if isinstance(one, tuple) else (one,) for one in rows]
    return [pytest.param(*one, marks=slow if at % each else []) for at, one in enumerate(parts)]


def find_room(root: Path, path: Path) -> str:
    """The row of ROOMS that a file counts in."""
    parts = path.relative_to(root).parts
    if parts[0] in ("install.py", "package") or parts[:2] == ("hooks", "_install"):
        return "hooks/_install install.py package"
    if parts[0] == "guards" and len(parts) == 2:
        special = {"__init__.py": "guards/__init__.py"}
        return special.get(
            parts[1], "guards/_text.py _words.py" if parts[1][0] == "_" else "guards/*.py"
        )
    return "hooks/*.py" if len(parts) == 2 else f"{parts[0]}/{parts[1]}"


PARSED = functools.lru_cache(maxsize=None)(ast.parse)


def parse_file(path: Path) -> ast.Module:
    return PARSED(path.read_text("utf-8"))


def find_docstrings(tree: ast.Module) -> set[int]:
    """Ids of the nodes that are docstrings."""
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, owners) and ast.get_docstring(node, clean=False) is not None
        if isinstance(node.body[0], ast.Expr)
    }


def count_words(text: str) -> int:
    return len(re.findall(r"[^\W_]{2,}", text))


def measure_file(path: Path) -> Counter[str]:
    """Lines, tokens and words in strings of one file, as bench/size.py of the design counts them."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        return Counter(lines=len(text.splitlines()), tokens=len(re.findall(r"\w+|[^\w\s]", text)))
    tree = PARSED(text)
    docs = find_docstrings(tree)
    kinds = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    skip = {*kinds, tokenize.ENCODING, tokenize.ENDMARKER}
    tokens = sum(t.type not in skip for t in tokenize.generate_tokens(io.StringIO(text).readline))
    strings = [
        n for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)
    ]
    words = sum(count_words(n.value) for n in strings if id(n) not in docs)
    return Counter(lines=len(text.splitlines()), tokens=tokens - len(docs), words=words)


def check_size(root: Path, scale: float = 1.0) -> list[str]:
    """The budgets; `scale` shrinks them, for a seeded fault."""
    rooms: dict[str, Counter[str]] = {}
    for path in find_code(root):
        rooms.setdefault(find_room(root, path), Counter()).update(measure_file(path))
    data = [
        p for d in ("guards", "hooks", "package") for p in (root / d).rglob("*") if p.suffix in DATA
    ]
    rooms.setdefault("data", Counter())["words"] = sum(
        count_words(p.read_text("utf-8")) for p in data
    )
    total: Counter[str] = sum(rooms.values(), Counter())
    faults = [] if sum(ROOMS.values()) == LINES else ["the rooms' budgets do not sum to 12,000"]
    for room, count in rooms.items():
        if count["lines"] > ROOMS.get(room, 0) * scale:
            most = ROOMS.get(room, 0)
            faults.append(f"{room}: {count['lines']} lines of {most}: {FULL}")
    for name, most in (("lines", LINES), ("tokens", TOKENS), ("words", WORDS)):
        if total[name] > most * scale:
            faults.append(f"the product has {total[name]} {name} of {most}: {FULL}")
    for folder, most in (("tests", TEST_LINES), ("bench", BENCH_LINES)):
        files = [p for p in (root / folder).rglob("*") if p.suffix in CODE]
        lines = sum(len(p.read_text("utf-8").splitlines()) for p in files)
        if lines > most * scale:
            faults.append(f"{folder}: {lines} lines of {most}")
    return faults


def check_shape(root: Path) -> list[str]:
    """Files, functions, modules, names, classes, decorators, packed tables, `except`."""
    faults, names, catches, modules = [], Counter[str](), [], 0
    for path in find_code(root):
        place = path.relative_to(root).as_posix()
        lines = len(path.read_text("utf-8").splitlines())
        if lines > FILE_LINES:
            faults.append(f"{place}: {lines} lines of {FILE_LINES}")
        if path.suffix != ".py":
            continue
        modules += 1
        tree = parse_file(path)
        docs = find_docstrings(tree)
        for node in ast.walk(tree):
            here = f"{place}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                faults += judge_function(node, here)
                if not (node.name.startswith("__") or node.name in PROTOCOL):
                    names[node.name] += 1
            elif isinstance(node, ast.ClassDef):
                faults += judge_class(node, here)
            elif isinstance(node, ast.ExceptHandler) and is_broad(node.type):
                catches.append(here)
            elif isinstance(node, ast.Constant) and id(node) not in docs and is_packed(node.value):
                faults.append(f"{here}: an encoded table")
    faults += [
        f"{name}: {count} functions have this name" for name, count in names.items() if count > 1
    ]
    outside = [one for one in catches if not one.startswith("hooks/_event/run.py:")]
    faults += [f"{one}: catches every exception" for one in outside]
    if len(catches) > 2:
        faults.append(f"{len(catches)} places catch every exception")
    if modules > MODULES:
        faults.append(f"{modules} modules of {MODULES}")
    return faults


def judge_function(node: ast.FunctionDef | ast.AsyncFunctionDef, here: str) -> list[str]:
    faults = []
    length = (node.end_lineno or node.lineno) - node.lineno + 1
    if length > FUNCTION_LINES:
        faults.append(f"{here}: {node.name} has {length} lines of {FUNCTION_LINES}")
    parts = node.name.strip("_").split("_")
    if parts[0] in BANNED or parts[-1] in {*BANNED, "helper", "utils", "util"}:
        faults.append(f"{here}: {node.name} is no verb and noun")
    allowed = {"staticmethod", "property"}
    if any(not (isinstance(d, ast.Name) and d.id in allowed) for d in node.decorator_list):
        faults.append(f"{here}: {node.name} has a decorator")
    return faults


def judge_class(node: ast.ClassDef, here: str) -> list[str]:
    bases = [ast.unparse(base) for base in node.bases]
    fine = all(re.search(r"(Error|Exception|Fault)$", base) for base in bases)
    return (
        []
        if fine and not node.decorator_list
        else [f"{here}: {node.name} inherits or is decorated"]
    )


def is_broad(kind: ast.expr | None) -> bool:
    if isinstance(kind, ast.Tuple):
        return any(is_broad(one) for one in kind.elts)
    return kind is None or (
        isinstance(kind, ast.Name) and kind.id in ("Exception", "BaseException")
    )


def is_packed(value: object) -> bool:
    """A run of characters without a space that no person reads."""
    text = value.decode("latin-1") if isinstance(value, bytes) else value
    return isinstance(text, str) and PACKED.search(text) is not None


def find_modules(root: Path) -> dict[str, Path]:
    """Dotted name -> file."""
    found = {}
    for path in find_code(root):
        if path.suffix == ".py":
            parts = path.relative_to(root).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def list_imports(
    tree: ast.Module, module: str, package: bool, known: set[str]
) -> list[tuple[str, int, bool]]:
    """(dotted name, line, within a function) of what a module loads; under TYPE_CHECKING is not loaded."""
    typing = [
        n
        for n in ast.walk(tree)
        if isinstance(n, ast.If) and "TYPE_CHECKING" in ast.unparse(n.test)
    ]
    unloaded = {id(one) for node in typing for body in node.body for one in ast.walk(body)}
    functions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    inner = {id(one) for n in ast.walk(tree) if isinstance(n, functions) for one in ast.walk(n)}
    found = []
    for node in ast.walk(tree):
        if id(node) in unloaded:
            continue
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno, id(node) in inner) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".")
                parts = parts[: len(parts) - node.level + package]
                base = ".".join([*parts, base] if base else parts)
            for alias in node.names:
                whole = f"{base}.{alias.name}"
                found.append((whole if whole in known else base, node.lineno, id(node) in inner))
    return found


def find_floor(module: str) -> int:
    parts = module.split(".")
    room = ".".join(parts[:2])
    for number, names in enumerate(FLOORS):
        if room in names or (parts[0] == "package" and "package" in names):
            return number
    return next(n for n, names in enumerate(FLOORS) if f"{parts[0]}.*" in names)


def check_imports(root: Path, silent: frozenset[str] = frozenset()) -> list[str]:
    """Down the list only, no circle, no guard imports a guard, guards are pure, lazy only what a silent call lacks."""
    modules = find_modules(root)
    faults, edges = [], {}
    for module, path in modules.items():
        tree, ours = parse_file(path), set()
        package = path.name == "__init__.py"
        for target, line, lazy in dict.fromkeys(list_imports(tree, module, package, set(modules))):
            here = f"{path.relative_to(root).as_posix()}:{line}"
            if lazy and target in silent and target in modules:
                faults.append(
                    f"{here}: imports {target} within a function, and a silent call loads it anyway"
                )
            if target in modules and target != module:
                ours.add(target)
                up = find_floor(target) > find_floor(module)
                guard = find_floor(target) == find_floor(module) == find_floor("guards.x")
                if up or guard:
                    faults.append(f"{here}: {module} imports {target}")
            elif module.startswith("guards") and target not in PURE and target not in modules:
                faults.append(f"{here}: a guard imports {target}")
        edges[module] = ours
        if module.startswith("guards"):
            used = [n for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id in DOORS]
            faults += [
                f"{path.relative_to(root).as_posix()}:{n.lineno}: a guard uses {n.id}" for n in used
            ]
    return faults + find_circles(edges)


def find_circles(edges: dict[str, set[str]]) -> list[str]:
    faults, done = [], set[str]()

    def visit(module: str, way: list[str]) -> None:
        if module in way:
            faults.append("a circle: " + " -> ".join([*way[way.index(module) :], module]))
        elif module not in done:
            for target in sorted(edges.get(module, ())):
                visit(target, [*way, module])
            done.add(module)

    for module in edges:
        visit(module, [])
    return faults


def check_words(root: Path, most: int = ENGLISH) -> list[str]:
    """English words that decide anything: the strings of guards/_words.py."""
    path = root / "guards/_words.py"
    if not path.exists():
        return []
    tree = parse_file(path)
    docs = find_docstrings(tree)
    texts = [
        n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)
    ]
    docs_text = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and id(n) in docs]
    words = Counter(w.lower() for t in texts for w in re.findall(r"[A-Za-z']{2,}", t))
    words -= Counter(w.lower() for t in docs_text for w in re.findall(r"[A-Za-z']{2,}", str(t)))
    return [f"guards/_words.py: {len(words)} words of {most}"] if len(words) > most else []


DRIVER = """
import sys, posix
root, data = sys.argv[1:]
sys.path.insert(0, root)
class Stdin: pass
script = root + "/hooks/event.py"
def leave(code=0): raise SystemExit(code)
posix._exit = leave
with open(script) as file:
    text = file.read()
sys.argv = [script, "PreToolUse"]
before = set(sys.modules)
try:
    exec(compile(text, script, "exec"), {"__name__": "__main__", "__file__": script})
except SystemExit:
    pass
sys.stderr.write("\\nLOADED " + " ".join(sorted(set(sys.modules) - before)) + "\\n")
"""
QUIET = (
    '{"session_id":"s","transcript_path":"","cwd":"%s","permission_mode":"default","hook_event_name":"PreToolUse",'
    '"tool_name":"Bash","tool_input":{"command":"ls -la"},"tool_use_id":"t1"}'
)


def load_silent(root: Path, project: Path) -> frozenset[str]:
    """The modules that a silent call loads over a bare interpreter; empty where the script is not there yet."""
    if not (root / "hooks/event.py").exists():
        return frozenset()
    environ = {"PATH": "/usr/bin:/bin", "HOME": str(project), "CLAUDE_PROJECT_DIR": str(project)}
    for _ in range(2):  # the second call finds the files that the first one makes
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", DRIVER, str(root), ""],
            input=QUIET % project,
            capture_output=True,
            text=True,
            env=environ,
            cwd=project,
        )
    found = re.search(r"^LOADED (.*)$", done.stderr, re.M)
    if found is None:
        raise AssertionError(f"the silent call failed: {done.stderr[-800:]}")
    return frozenset(found[1].split())


def check_silent(loaded: frozenset[str]) -> list[str]:
    ours = sorted(one for one in loaded if one.partition(".")[0] in ("guards", "hooks"))
    faults = [f"a silent call loads {one}" for one in sorted(loaded & SLOW)]
    if len(ours) > OURS:
        faults.append(
            f"a silent call loads {len(ours)} modules of ours, of {OURS}: {' '.join(ours)}"
        )
    return faults


def run_ruff(root: Path, *words: str) -> list[str]:
    ruff = shutil.which("ruff", path=str(Path(sys.executable).parent)) or shutil.which("ruff")
    if ruff is None:
        raise AssertionError("ruff is missing: pip install ruff")
    done = subprocess.run([ruff, *words, "."], cwd=root, capture_output=True, text=True)
    return (done.stdout + done.stderr).splitlines() if done.returncode else []


def check_format(root: Path) -> list[str]:
    return run_ruff(root, "format", "--check", "--line-length", "100")


def check_lint(root: Path) -> list[str]:
    return run_ruff(root, "check", "--output-format", "concise", "--no-cache")
