"""Makes the archives that hooks/_archive.py reads: an event's modules, each after those that it imports.

Run by the interpreter that will run the hooks.  The code is that of the sources, but for what nothing reads while it
runs: docstrings, annotations, imports for types.  A module that raises as it is imported has no archive made of it.
"""
from __future__ import annotations

import ast
import gc
import json
import os
import subprocess
import sys
from marshal import dumps, loads

from hooks import _archive
from hooks._install import apart
from hooks._install.expressions import made_ready
from hooks._install.values import worked_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator
    from types import CodeType
    from typing import Any

    from hooks._archive import Loaded

OURS = ("hooks", "guards")
FIRST, FIRST_OF_TURN = "hooks._run", "hooks._turn"
ABSENT, STALE, OTHER = "absent", "stale", "other"
# What an event's ordinary calls load beyond what its modules import as they begin.
CALL = (
    "guards._call.bash", "guards._call.prefilter", "guards._shell.clients", "guards._sensitive.addresses",
    "guards._text.bag")
RESULT = (
    "guards._sensitive.assignments", "guards._sensitive.drawn",
    "guards._sensitive.personal", "guards._sensitive.addresses",
    "guards._sensitive.paths", "guards._text.fingerprint", "guards._call.shown", "guards.contamination.ingress",
    "guards._evidence.evidence", "guards._evidence.compact", "guards._evidence.passages", "guards._intent.literals",
    "guards._intent.sentences",
    "guards._evidence.vendor_pages", "guards._sensitive.entropy",
    "guards._shell.flow", "hooks._forged")
# Archives beside those of the events, which a call takes up as it goes on: what it is to read -> modules.
BEGUN = "PreToolUse"        # what that event's archive holds is in place by then
FURTHER = {
    "command": (
        "guards._shell.machine", *("guards._shell.programs." + name for name in (
            "dispatch", "wrappers", "filters", "files", "network", "git", "web", "services", "unknown")),
        "guards._shell.code", "guards._shell.conventions", "guards.contamination.egress",
        "guards.contamination.carried", "guards.contamination.leaving",
        "guards._call.acts", "guards._shell.reached", "guards.contamination.plans",
        "guards._shell.programs.effects", "guards.loss.words", "guards.loss.versions",
        "guards.loss.services", "guards.loss.destroys", "guards.loss.tasks"),
    "outward": (
        "guards._sensitive.drawn", "guards._sensitive.shapes", "guards._sensitive.entropy", "guards._sensitive.overlap",
        "guards._sensitive.opaque", "hooks._opaque", "guards._origin.attribution", "guards._origin.entrusting",
        "guards._call.entrusted",
        "guards._origin.allowance", "guards._origin.links", "guards._call.destinations",
        "guards.contamination.egress", "guards.contamination.carried", "guards.contamination.leaving",
        "guards.contamination.first_party",
        "hooks._attendance", "hooks._git",
        "hooks._stores.packs", "hooks._stores.lines", "guards._text.reason", "guards._history.sequence",
        "guards._origin.delegation"),
}
FURTHER["onward"] = (       # for a command, without what it has taken up before
    *FURTHER["outward"], "guards._call.consequences",
    "guards._call.names")
BEHIND = {"onward": "command"}
NO_HOOK = frozenset(("__pycache__", "_ctl", "_install"))     # folders of what no hook runs
LINES = "co_linetable" if sys.version_info >= (3, 10) else "co_lnotab"
QUALIFIED = "co_qualname"       # since Python 3.11
CODE = type((lambda: None).__code__)
READY_IN = "guards._text.regex"
ROW = 2 * _archive.LENGTH + _archive.DIGEST     # bytes behind a name in the list of a file that is read in pieces
TEXT = (        # a text that nobody has read yet: a prompt, a file of instructions
    "guards._text.words", "guards._text.orders", "guards._evidence.evidence", "guards._evidence.compact",
    "guards._intent.literals",
    "guards._intent.sentences", "guards._evidence.passages", "guards._evidence.vendor_pages")
WHOSE = ("guards._evidence.instructions", "hooks._instructions")     # of instructions: whose are they
PROMPT = (
    "guards.contamination.release", "guards._intent.said",
    "guards._history.request", "guards._sensitive.opaque", "hooks._opaque", "guards._sensitive.overlap",
    "guards._sensitive.entropy",
    "guards._call.destinations", "guards._intent.pasted",
    "guards._intent.carried", "guards._intent.lexicon", "guards._intent.kinds",
    "guards._intent.languages", "guards._intent.proposed", "guards._intent.intents", "guards._intent.elsewhere",
    "guards._intent.bounds", "guards._intent.clause",     "hooks._identity")
AGENT = ("hooks._forged", "guards.contamination.ingress", "guards._text.envelope",
         "hooks._stores.provenance", "guards.resume_ownership.ownership", "guards.resume_ownership.launches")
ALSO = {"PreToolUse": CALL, "PostToolUse": RESULT, "PostToolUseFailure": (*RESULT, "guards._call.bash"),
        "SessionStart": (*TEXT, *WHOSE), "InstructionsLoaded": (*TEXT, *WHOSE, "hooks._forged"),
        "UserPromptExpansion": (*WHOSE, "hooks._forged"), "UserPromptSubmit": (
            *TEXT, *PROMPT, "guards._origin.held", "guards._origin.withheld",
            "guards._intent.template", "guards._intent.carries", "guards._text.bag", "guards.contamination.ingress"),
        "SubagentStart": AGENT, "SubagentStop": AGENT[:1], "PreCompact": AGENT[:1], "PermissionRequest": AGENT[:1],
        "SessionEnd": ("hooks._stores.index", "guards._text.words")}
# Only the sources are believed, no bytecode beside them.  What lies in an archive has no use for columns.
PYTHON = ("-I", "-S", "-B", "-X", "no_debug_ranges", "-X", f"pycache_prefix={os.devnull}", "-c")
RUN = "import sys; sys.path.append(sys.argv[1]); from hooks._install import archive; archive."


def build(python: str, code: str) -> bool:
    """Makes all archives of the bundle in the folder `code`, in a process of that interpreter."""
    return _run(python, code, "write()") is not None


def there(code: str) -> bool:
    """Are archives of this interpreter's beside the code?"""
    tag = sys.implementation.cache_tag
    return all(os.path.isfile(os.path.join(code, "hooks", "__pycache__", f"{name}.{tag}.archive"))
               for name in (BEGUN, _archive.SHELF))


def faults(python: str, code: str) -> dict[str, str]:
    """Event -> ABSENT, STALE or OTHER, for each whose archive is not what its sources make."""
    told = _run(python, code, "compare()")
    return {"": OTHER} if told is None else dict(row.split(" ", 1) for row in told.splitlines())


def _run(python: str, code: str, function: str) -> str | None:
    try:
        done = subprocess.run([python, *PYTHON, RUN + function, code], capture_output=True, text=True, timeout=120,
                              check=False)
    except (OSError, subprocess.SubprocessError):
        return None
    return None if done.returncode else done.stdout


def write() -> None:
    """Writes every event's archive, after all that is in it has run.

    Trees are made by the million, none in a ring: to look for rings in them is two fifths of the work.
    """
    gc.disable()
    bundle = Bundle()
    made = {archive: apart.laid_out(modules) for archive, modules in bundle.events().items()}
    for archive, (modules, _) in made.items():
        _archive.place(modules, archive)
    os.makedirs(_archive.FOLDER, exist_ok=True)
    for archive, (modules, tail) in made.items():
        _put(_archive.path(archive), packed(modules, tail))
    _put(_archive.path(_archive.SHELF), shelved(bundle.every()))


def _put(path: str, data: bytes) -> None:
    draft = f"{path}.{os.getpid()}"
    with open(draft, "wb") as file:
        file.write(data)
    os.replace(draft, path)


def compare() -> None:
    """Prints each archive that is not what its sources make, and how."""
    gc.disable()
    bundle = Bundle()
    for archive, modules in bundle.events().items():
        try:
            with open(_archive.path(archive), "rb") as file:
                found = _archive.of(*_archive.first(file))
                tail = file.read()
        except FileNotFoundError:
            print(archive, ABSENT)
            continue
        made = tuple((*row[:5], apart.put_back(row[5], tail)) for row in found)
        if made != modules:
            print(archive, OTHER if made and not any(None in row[5].values() for row in made) else STALE)
    if not os.path.exists(_archive.path(_archive.SHELF)):
        print(_archive.SHELF, ABSENT)
        return
    shelf, told = _archive.Shelf(), set()
    for name, file_name, _, *ran in bundle.every():
        spec = shelf.find_spec(name)
        if spec is None or spec.origin != _archive.CODE + file_name:
            told.add(STALE)
        elif shelf.codes.pop(name) != tuple(ran):
            told.add(OTHER)
    if told or names_of(shelf.rows or b"") != [row[0] for row in bundle.every()]:
        print(_archive.SHELF, STALE if STALE in told else OTHER)


def packed(modules: tuple[Any, ...], tail: bytes) -> bytes:
    """An archive's bytes, of what was laid out."""
    found = [(file, os.stat(_archive.CODE + file)) for file in (_archive.OWN, *(row[1] for row in modules))]
    stamps = tuple((file, one.st_size, one.st_mtime_ns) for file, one in found)
    body = dumps(loads(dumps((stamps, modules))))      # what was read has no references but those that are needed
    return b"".join((_archive.MAGIC, _archive.digest(body), apart.number(len(body)), body, tail))


def shelved(modules: Iterable[Any]) -> bytes:
    """The bytes of the shelf: every module by itself."""
    found = [(row, os.stat(_archive.CODE + row[1])) for row in modules]
    return laid({row[0]: dumps((row[1], row[2], one.st_size, one.st_mtime_ns, *row[3:])) for row, one in found})


def laid(pieces: dict[str, bytes]) -> bytes:
    """The bytes of a file out of which one piece is read at a time: a list of what stands there (_archive.listed), and
    then each piece by itself."""
    rows: list[bytes] = []
    length = sum(len(name) + 2 + ROW for name in pieces)
    at = len(_archive.MAGIC) + _archive.DIGEST + _archive.LENGTH + length
    for name, data in pieces.items():
        rows += (f"\0{name}\0".encode(), apart.number(at), apart.number(len(data)), _archive.digest(data))
        at += len(data)
    body = b"".join(rows)
    return b"".join((_archive.MAGIC, _archive.digest(body), apart.number(length), body, *pieces.values()))


def names_of(rows: bytes) -> list[str]:
    """The names in such a list."""
    names, at = [], 0
    while at < len(rows):
        end = rows.index(b"\0", at + 1)
        names.append(rows[at + 1:end].decode())
        at = end + 1 + ROW
    return names


class Bundle:
    """The sources of a bundle, each read and compiled once."""

    def __init__(self) -> None:
        with open(_archive.CODE + "hook_registry.json", "rb") as file:
            self.registry: dict[str, Any] = json.loads(file.read())
        self.trees: dict[str, Any] = {}
        self.rows: dict[str, Any] = {}
        self.kept: dict[str, list[ast.stmt]] = {}
        self.above: dict[str, list[str]] = {}
        self.apart = apart.table()
        self.parts: dict[tuple[str, frozenset[str]], Loaded] = {}
        self.pieces: dict[int, CodeType] = {}      # of nodes, which the trees keep

    def events(self) -> dict[str, tuple[Any, ...]]:
        """Archive -> its modules: one an event, and those that a call takes up as it goes on."""
        made = {event: self.modules(event) for event in self.registry["events"]}
        for what, roots in FURTHER.items():
            held = {row[0] for archive in (BEGUN, BEHIND.get(what, BEGUN)) for row in made[archive]}
            made[what] = tuple(row for row in self.ordered(roots) if row[0] not in held)
        return {archive: tuple(self.parted(row, archive) for row in rows)
                for archive, rows in made.items()}

    def every(self) -> tuple[Any, ...]:
        """All modules that a hook may load: what stands on the shelf."""
        names = []
        for folder, _, files in sorted(os.walk(_archive.CODE + "guards")) + sorted(os.walk(_archive.CODE + "hooks")):
            names += names_in(folder[len(_archive.CODE):], files)
        return tuple(row for row in self.ordered(tuple(names)) if "." in row[0])

    def modules(self, event: str) -> tuple[Any, ...]:
        """What the event's archive holds."""
        if event in _archive.TURN:
            return self.ordered((FIRST_OF_TURN,))
        row = self.registry["events"][event]
        guards = [f"guards.{name}" for what in ("judge", "learn") for name in row[what] if isinstance(name, str)]
        tasks = [f"hooks.{name}" for what in ("before", "after") for name in row[what]]
        return self.ordered((FIRST, *guards, *tasks, *ALSO.get(event, ())))

    def ordered(self, roots: tuple[str, ...]) -> tuple[Any, ...]:
        """The modules of these and all that they import, each behind what it imports."""
        order: list[str] = []
        seen: set[str] = set()
        for name in roots:
            self.follow(name, order, seen)
        return tuple(map(self.row, order))

    def follow(self, name: str, order: list[str], seen: set[str]) -> None:
        """Adds a module behind all that it imports as it begins; its package may begin before and end after it."""
        if name not in seen:
            seen.add(name)
            if name not in self.trees:
                self.read(name)
            for below in self.above[name]:
                self.follow(below, order, seen)
            order.append(name)

    def read(self, name: str) -> None:
        """Reads a module's source and notes what it imports.  Raises OSError, SyntaxError."""
        file, package = file_of(name)
        with open(_archive.CODE + file, encoding="utf-8") as source:
            tree = ast.parse(source.read())
        stripped(tree)
        if name.startswith("guards"):
            worked_out(tree, name)
        if name == READY_IN:
            made_ready(tree, _archive.CODE)
        self.trees[name] = file, package, tree
        parent = name.rpartition(".")[0]
        self.above[name] = [*([parent] if parent else []), *(one for one in imported(tree) if one != name)]

    def row(self, name: str) -> Any:
        """A module as an archive holds it, what it imports of ours beside its code."""
        if name not in self.rows:
            package, tree = self.trees[name][1:]
            kept, imports = [], []
            for node in tree.body:
                if isinstance(node, ast.ImportFrom) and str(node.module).partition(".")[0] in OURS:
                    imports.append((node.module, tuple(
                        (one.name, one.asname) if one.asname else one.name for one in node.names)))
                else:
                    kept.append(node)
            self.rows[name] = name, self.trees[name][0], package, self.code(name, kept), tuple(imports), ()
            self.kept[name] = kept
        return self.rows[name]

    def code(self, name: str, body: list[ast.stmt]) -> CodeType:
        """What statements of a module come to."""
        file = _archive.CODE + self.trees[name][0]
        return compile(ast.Module(body, []), file, "exec", dont_inherit=True, optimize=2)

    def parted(self, row: Loaded, archive: str) -> Loaded:
        """A module's row as that archive holds it, the functions that lie apart there by themselves."""
        name, hot = row[0], self.apart.get(row[0], {})
        away = frozenset([one for one in hot if archive not in hot[one]])
        if (name, away) not in self.parts:
            codes = {node.name: code for node, code in self.functions(name, away)}
            rest = [node for node in self.kept[name]
                    if not isinstance(node, (ast.FunctionDef, ast.ClassDef)) or node.name not in codes]
            code = self.code(name, rest) if codes else row[3]
            self.parts[name, away] = *row[:3], lineless(code), row[4], codes
        return self.parts[name, away]

    def functions(self, name: str, among: Container[str] | None = None,
                  ) -> Iterator[tuple[ast.FunctionDef | ast.ClassDef, CodeType]]:
        """A module's functions, and classes, that may lie apart, all or some, each with its code: that of its
        definition where it has defaults."""
        self.row(name)
        for node in self.kept[name]:
            if (isinstance(node, (ast.FunctionDef, ast.ClassDef)) and apart.plain(node)
                    and (among is None or node.name in among)):
                if id(node) not in self.pieces:
                    if isinstance(node, ast.FunctionDef) and not node.args.defaults and not any(node.args.kw_defaults):
                        code = next(one for one in self.row(name)[3].co_consts
                                    if isinstance(one, CODE) and one.co_firstlineno == node.lineno)
                    else:
                        code = self.code(name, [node])
                    self.pieces[id(node)] = lineless(code)
                yield node, self.pieces[id(node)]


def lineless(code: Any) -> Any:
    """The code without its tables of lines, a fifth of what an event reads, and without the names of what is around it;
    a fault is named by its function then."""
    consts = tuple(lineless(one) if isinstance(one, type(code)) else one for one in code.co_consts)
    around = {QUALIFIED: code.co_name} if hasattr(code, QUALIFIED) else {}
    return code.replace(**{LINES: b""}, **around, co_consts=consts)


def stripped(node: Any) -> None:
    """Takes out what nothing reads while the code runs, statement by statement."""
    for field in ("body", "orelse", "finalbody", "handlers"):
        inner = getattr(node, field, None)
        if isinstance(inner, list):
            inner[:] = [made for one in inner for made in _leaner(one)]


def _leaner(node: Any) -> list[Any]:
    if isinstance(node, ast.ImportFrom) and node.module == "__future__":
        return [_nothing(node)]
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return [made for one in node.orelse for made in _leaner(one)] or [_nothing(node)]
    if isinstance(node, ast.AnnAssign):
        return [ast.copy_location(ast.Assign([node.target], node.value), node) if node.value else _nothing(node)]
    if isinstance(node, ast.FunctionDef):
        node.returns = None
        given = node.args
        for one in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
            if one is not None:
                one.annotation = None
    stripped(node)
    return [node]


def _nothing(node: ast.stmt) -> ast.stmt:
    return ast.copy_location(ast.Pass(), node)


def imported(node: ast.AST) -> list[str]:
    """Our modules that a source imports as it begins, functions left out."""
    found: list[str] = []
    for one in ast.iter_child_nodes(node):
        if isinstance(one, ast.Import):
            found += [alias.name for alias in one.names]
        elif isinstance(one, ast.ImportFrom):
            names = [f"{one.module}.{alias.name}" for alias in one.names]
            found += [str(one.module), *(name for name in names if name.startswith(OURS) and file_of(name)[0])]
        elif not isinstance(one, (ast.FunctionDef, ast.Lambda)):
            found += imported(one)
    return [name for name in found if name.partition(".")[0] in OURS]


def names_in(folder: str, files: Iterable[str]) -> list[str]:
    """The modules that a hook may load among the files of a folder, which is named below CODE as the system does.

    >>> names_in("guards\\\\_call", ["__init__.py", "bash.py", "x.pyc"]), names_in("hooks/_install", ["bundle.py"])
    (['guards._call', 'guards._call.bash'], [])
    """
    parts = folder.replace("\\", "/").split("/")
    if not NO_HOOK.isdisjoint(parts):
        return []
    return [".".join([*parts, *([file[:-3]] if file != "__init__.py" else [])]) for file in sorted(files)
            if file.endswith(".py") and (parts != ["hooks"] or file[0] == "_") and file != "_archive.py"]


def file_of(name: str) -> tuple[str, bool]:
    """(the file of a module below CODE, is it a package?); "" where it is none."""
    stem = name.replace(".", "/")
    for file in (f"{stem}/__init__.py", f"{stem}.py"):
        if os.path.isfile(_archive.CODE + file):
            return file, file.endswith("/__init__.py")
    return "", False
