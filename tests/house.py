"""Reads the tree: who imports whom, what is pure, which module lies on which floor.  tests/test_architecture.py judges."""
from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@cache
def parsed(source: str) -> ast.Module:
    """A source's tree, made once: every test looks at all of them."""
    return ast.parse(source)


# A guard computes.  These modules of the standard library do nothing else; any other one is not for it.
PURE = frozenset((
    "__future__", "_blake2", "_codecs", "_sre", "base64", "binascii", "collections.abc", "hashlib", "json", "math", "re", "typing",
    "unicodedata", "zlib"))
# Names that open a door to the world or past these rules, called or not.
DOORS = frozenset((
    "open", "input", "print", "exec", "eval", "compile", "breakpoint", "globals", "locals", "vars", "delattr",
    "__import__", "__builtins__", "__loader__", "__spec__", "__file__"))
CHANGERS = frozenset((
    "append", "extend", "insert", "remove", "pop", "popitem", "clear", "update", "setdefault", "sort", "reverse", "add",
    "discard", "__setitem__"))
GIVEN = ("event", "session", "settings")    # what a guard is handed is read-only
# One reading a process, shared by all guards, and patterns compiled once.
MEMOS = {("guards._call.bash", "_last"), ("guards._sensitive.folded", "_LAST"), ("guards._origin.attribution", "_last"),
         ("guards._intent.lexicon", "_TABLE"), ("guards._sensitive.overlap", "_WEIGHED"),
         ("guards._sensitive.entropy", "_KNOWN"),
         ("guards.contamination.egress", "_LAST"), ("guards.contamination.leaving", "_LINES"),
         ("guards._text.regex", "_MADE"), ("guards._text.regex", "_ROWS")}

# Rooms of guards/ from the ground up; a room imports itself and what lies below.
FLOORS = {"_types": 0, "_text": 1, "_sensitive": 2, "_shell": 3, "_call": 4, "_intent": 5, "_history": 5, "_evidence": 6, "_origin": 7}
GUARD, STORE, SHELL, SCRIPT = 8, 9, 10, 11


def room(module: str) -> str:
    """The folder that a module is a part of: "guards._text", "guards.memory", "hooks._stores", "hooks"."""
    parts = module.split(".")
    if len(parts) > 2 or parts[0] == "guards":
        return ".".join(parts[:2])
    return module if is_package(module) else parts[0]


@cache
def is_package(module: str) -> bool:
    return (ROOT / module.replace(".", "/") / "__init__.py").exists()


def floor(module: str) -> int:
    """How high a module lies: an import may go to a lower floor, or stay in its room."""
    parts = module.split(".")
    if module == "guards":
        return 0
    if parts[0] == "guards":
        return FLOORS.get(parts[1], GUARD)
    if room(module) == "hooks._stores" or module == "hooks":
        return STORE
    return SCRIPT if len(parts) == 2 and not parts[1].startswith("_") else SHELL


@cache
def imports(source: str, module: str, types: bool = False) -> list[str]:
    """Dotted names that a source imports, wherever in it; those under `if TYPE_CHECKING:` only with `types`."""
    found = []
    for node in ast.walk(parsed(source)) if types else nodes(source):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative import"
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                found.append(name if is_module(name) else str(node.module))
    return found


@cache
def nodes(source: str) -> list[ast.AST]:
    """All there is in a source but what stands under `if TYPE_CHECKING:` (not its `else`)."""
    found, waiting = [], [parsed(source)]
    while waiting:
        node = waiting.pop()
        found.append(node)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            waiting += node.orelse
        else:
            waiting += ast.iter_child_nodes(node)
    return found


@cache
def is_module(name: str) -> bool:
    package, _, last = name.rpartition(".")
    if package == "guards" and last.islower() and last != "combine":
        return True     # a guard, there or (in a seeded violation) not
    path = ROOT / name.replace(".", "/")
    if package.split(".")[0] not in ("guards", "hooks"):
        return name in PURE or name.partition(".")[0] == name or name in STANDARD
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


STANDARD = frozenset(("collections.abc", "urllib.request", "urllib.parse", "os.path", "importlib.util"))


def is_ours(name: str) -> bool:
    return name.split(".")[0] in ("guards", "hooks")


def arrows_up(source: str, module: str) -> list[str]:
    """Imports of ours that do not go down."""
    found = []
    for name in imports(source, module):
        if not is_ours(name) or (room(name) == room(module) != "hooks"):
            continue
        stays = floor(name) == floor(module) == SHELL   # doors, tasks, verbs and the installer know each other
        if (floor(name) >= floor(module) and not stays) or (floor(module) == STORE and floor(name) == GUARD) \
                or (floor(module) == SCRIPT and floor(name) == GUARD) \
                or (module.startswith("hooks._agents") and name.startswith("hooks")):
            found.append(f"{module} imports {name}: not down")
    return found + [f"{module} takes a type from {name}: up" for name in imports(source, module, True)
                    if is_ours(name) and floor(name) > floor(module)]


def impurities(source: str, module: str) -> list[str]:
    """What touches the world, reaches round these rules, or changes what is not the module's own."""
    found = [f"imports {name}" for name in imports(source, module) if not is_ours(name) and name not in PURE]
    brought = {alias.asname or alias.name for node in nodes(source) if isinstance(node, ast.Import)
               for alias in node.names}
    own = {node.arg for node in nodes(source) if isinstance(node, ast.arg)}     # a parameter that bears such a name
    for node in nodes(source):
        if isinstance(node, ast.Name) and node.id in DOORS - own:
            found.append(f"names {node.id}")
        elif isinstance(node, ast.Attribute):
            if node.attr.startswith("__") and node.attr not in ("__slots__", "__name__", "__init__") \
                    and (module, node.attr) != ("guards", "__setattr__"):
                found.append(f"reaches for {node.attr}")
            if isinstance(node.value, ast.Name) and node.value.id in brought and node.attr in WORLDLY:
                found.append(f"reaches for {node.value.id}.{node.attr}")
            if isinstance(node.ctx, (ast.Store, ast.Del)) and root(node) in GIVEN:
                found.append(f"changes {root(node)}")
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, (ast.Store, ast.Del)) and root(node) in GIVEN:
            found.append(f"changes {root(node)}")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGERS \
                and root(node.func) in GIVEN:
            found.append(f"changes {root(node.func)}")
        elif isinstance(node, ast.ImportFrom) and not is_ours(str(node.module)):
            found += [f"imports {alias.name}" for alias in node.names if alias.name in WORLDLY or alias.name == "*"]
        elif isinstance(node, ast.Global):
            found.append("keeps state in a global")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in DOORS \
                and node.value.startswith("__"):
            found.append(f"names {node.value}")
    for node in parsed(source).body:
        for target in targets(node):
            value = node.value  # type: ignore[attr-defined]
            empty = (isinstance(value, (ast.List, ast.Dict)) and not ast.unparse(value).strip("[]{}")) or (
                isinstance(value, ast.Call) and isinstance(value.func, ast.Name)
                and value.func.id in ("list", "dict", "set", "bytearray") and not value.args)
            if empty and (module, target) not in MEMOS:
                found.append(f"keeps state in {target}")
    return [f"{module} {what}" for what in found]


WORLDLY = frozenset(("codecs", "io", "os", "sys", "builtins", "sre_compile", "enum", "functools", "scanner", "struct"))


def targets(node: ast.stmt) -> list[str]:
    found = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [one.id for one in found if isinstance(one, ast.Name)]


def root(node: ast.expr) -> str:
    """The name that a chain of attributes and items begins with."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def violations(source: str, module: str) -> list[str]:
    """What a module does that its place in the house forbids."""
    found = arrows_up(source, module)
    if floor(module) <= GUARD or module.startswith("hooks._agents"):
        found += impurities(source, module)
    if module != "hooks._run":
        for node in nodes(source):
            if isinstance(node, ast.ExceptHandler) and (node.type is None or (
                    isinstance(node.type, ast.Name) and node.type.id in ("Exception", "BaseException"))):
                found.append(f"{module}:{node.lineno} catches everything")
    return found


def modules() -> list[Path]:
    return sorted([*(ROOT / "guards").rglob("*.py"), *(ROOT / "hooks").rglob("*.py")])


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules that import each other, by one road or another."""
    reached = {name: reach(graph, name) for name in graph}
    return sorted({tuple(sorted({name} | {other for other in seen if name in reached.get(other, ())}))
                   for name, seen in reached.items() if name in seen})  # type: ignore[arg-type]


def reach(graph: dict[str, set[str]], name: str) -> set[str]:
    seen, waiting = set(), list(graph[name])
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            waiting += graph.get(one, ())
    return seen
