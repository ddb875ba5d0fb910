"""hooks/_install/archive.py: what goes into an archive, in which order, and how one is compared with its sources."""
from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hooks import _archive
from hooks._install import apart, archive
from tests.scripts import ROOT

REGISTRY = json.loads((ROOT / "hook_registry.json").read_text("utf-8"))


@pytest.mark.parametrize(("source", "left"), [
    ("x = 1", "x = 1"),
    ("def f(a: int, *b: str, c: 'x' = 1, **d: T) -> list[int]:\n    return a", "def f(a, *b, c=1, **d):\n    return a"),
    ("x: int = 1\ny: str\nself.z: T = 2", "x = 1\npass\nself.z = 2"),
    ("from __future__ import annotations\nimport sys", "pass\nimport sys"),
    ("TYPE_CHECKING = False\nif TYPE_CHECKING:\n    import os\nelse:\n    import posix",
     "TYPE_CHECKING = False\nimport posix"),
    ("if TYPE_CHECKING:\n    import os", "pass"),
    ("if x:\n    y: int = 1", "if x:\n    y = 1"),
    ("class A:\n    n: int\n\n    def f(self) -> None:\n        m: str = ''", "class A:\n    pass\n\n    def f(self):\n        m = ''"),
])
def test_what_nothing_reads_is_left_out(source: str, left: str) -> None:
    made = ast.parse(source)
    archive.stripped(made)
    ast.fix_missing_locations(made)
    assert ast.unparse(made) == ast.unparse(ast.parse(left))
    compile(made, "x", "exec")


@pytest.mark.parametrize(("source", "found"), [
    ("import os\nimport re", []),
    ("from guards import drift, combine", ["guards", "guards.drift"]),
    ("import hooks._stores.world", ["hooks._stores.world"]),
    ("def f():\n    from guards import drift", []),
    ("x = lambda: 1\ntry:\n    from hooks._stores import disk\nexcept ImportError:\n    pass",
     ["hooks._stores", "hooks._stores.disk"]),
])
def test_what_a_source_imports_as_it_begins(source: str, found: list[str]) -> None:
    assert archive.imported(ast.parse(source)) == found


@pytest.mark.parametrize("event", list(REGISTRY["events"]))
def test_each_module_stands_behind_what_it_imports(event: str) -> None:
    bundle = archive.Bundle()
    names = [row[0] for row in bundle.modules(event)]
    for at, name in enumerate(names):
        packages = {name[:i] for i in range(len(name)) if name[i] == "."}
        assert {below for below in bundle.above[name] if below not in packages} <= set(names[:at])
    assert len(names) == len(set(names))


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle")
    for part in ("hooks", "guards"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "hook_registry.json", folder)
    return folder


def sealed(value: object) -> bytes:
    body = archive.dumps(value)
    return bytes(_archive.MAGIC + _archive.digest(body) + len(body).to_bytes(_archive.LENGTH, "little") + body)


def test_an_archive_is_compared_with_its_sources(bundle: Path) -> None:
    events = {*REGISTRY["events"], *archive.FURTHER, _archive.SHELF}
    assert archive.faults(sys.executable, str(bundle)) == dict.fromkeys(events, archive.ABSENT)
    assert archive.build(sys.executable, str(bundle))
    assert archive.faults(sys.executable, str(bundle)) == {}
    made = bundle / "hooks/__pycache__" / Path(_archive.path("PreCompact")).name
    assert {path.name for path in made.parent.iterdir()} == {Path(_archive.path(name)).name for name in events}
    planted = compile("import sys\nsys.planted = True", "hooks/_run.py", "exec")

    def told(path: Path, data: bytes) -> dict[str, str]:
        before = path.read_bytes()
        path.write_bytes(data)
        found = archive.faults(sys.executable, str(bundle))
        path.write_bytes(before)
        return found

    whole = made.read_bytes()
    end = _archive.START + number(whole[_archive.START - _archive.LENGTH:_archive.START])
    stamps, modules = _archive.loads(whole[_archive.START:end])
    other = tuple((*row[:3], planted if row[0] == "hooks._run" else row[3], *row[4:]) for row in modules)
    assert told(made, sealed((stamps, other)) + whole[end:]) == {"PreCompact": archive.OTHER}
    assert told(made, whole[:-1]) == told(made, whole[:end - 1]) == {"PreCompact": archive.STALE}
    os.utime(bundle / "guards/memory/block.py", (1, 1))
    assert set(archive.faults(sys.executable, str(bundle)).values()) <= {archive.STALE}


def listed(data: bytes) -> dict[str, bytes]:
    """The pieces of a file that is read in pieces."""
    at = len(_archive.MAGIC) + _archive.DIGEST + _archive.LENGTH
    rows, found = data[at:at + number(data[at - _archive.LENGTH:at])], {}
    for name in archive.names_of(rows):
        row = rows.index(f"\0{name}\0".encode()) + len(name) + 2
        start = number(rows[row:row + _archive.LENGTH])
        found[name] = data[start:start + number(rows[row + _archive.LENGTH:row + 2 * _archive.LENGTH])]
    return found


def number(data: bytes) -> int:
    return int.from_bytes(data, "little")


def test_a_file_in_pieces_is_laid_out_as_it_is_read() -> None:
    pieces = {"guards.a.b": b"one", "guards.a": b"", "hooks.guards.a": b"\0guards.a\0"}
    data = archive.laid(pieces)
    assert listed(data) == pieces and archive.laid(listed(data)) == data
    assert listed(archive.laid({})) == {} and archive.names_of(b"") == []


def test_the_shelf_is_compared_with_its_sources(bundle: Path) -> None:
    assert archive.build(sys.executable, str(bundle))
    shelf = bundle / "hooks/__pycache__" / Path(_archive.path(_archive.SHELF)).name
    whole = shelf.read_bytes()
    for broken, said in ((whole[:-1], archive.STALE), (whole[:40], archive.STALE), (b"", archive.STALE)):
        shelf.write_bytes(broken)
        assert archive.faults(sys.executable, str(bundle)) == {_archive.SHELF: said}
    pieces = listed(whole)
    assert len(pieces) > 150 and not any("_ctl" in name or "_install" in name for name in pieces)
    planted = compile("import sys\nsys.planted = True", "guards/drift.py", "exec")
    *told, _, imports, away = _archive.loads(pieces["guards._intent.languages"])
    pieces["guards._intent.languages"] = archive.dumps((*told, planted, imports, away))
    shelf.write_bytes(archive.laid(pieces))
    assert archive.faults(sys.executable, str(bundle)) == {_archive.SHELF: archive.OTHER}
    shelf.write_bytes(whole)
    assert archive.faults(sys.executable, str(bundle)) == {}


# Imports every module that a hook may load out of the archives, and each name that a source imports from another.
ALL = """
import ast, os, sys
sys.path.append(sys.argv[1])
from hooks import _archive
from hooks._install import apart, archive
assert _archive.load("PreToolUse") and _archive.load("command") and _archive.load("outward")
shelf = sys.meta_path[0]
shelf.find_spec("guards.none")
count = 0
names = archive.names_of(shelf.rows)
for name in names:
    __import__(name)
    assert name in ("hooks._archive",) or not hasattr(sys.modules[name].__spec__, "loader") or sys.modules[name].__spec__.loader is shelf, name
for name in names:
    tree = ast.parse(open(sys.modules[name].__file__, encoding="utf-8").read())
    seen = [node for node in ast.walk(tree) if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"]
    types = {id(inner) for node in seen for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and str(node.module).split(".")[0] in ("guards", "hooks") and id(node) not in types:
            for alias in node.names:
                exec(f"from {node.module} import {alias.name}")
                count += 1
print(count)
"""


def test_what_one_module_takes_from_another_is_there(bundle: Path) -> None:
    assert archive.build(sys.executable, str(bundle))
    done = subprocess.run([sys.executable, "-I", "-S", "-c", ALL, str(bundle)], capture_output=True, text=True, check=False)
    assert int(done.stdout or 0) > 1000, done.stderr


def test_what_raises_as_it_is_imported_gets_no_archive(bundle: Path) -> None:
    for path in (bundle / "hooks/__pycache__").glob("*.archive"):
        path.unlink()
    guard = bundle / "guards/drift.py"
    before = guard.read_bytes()
    guard.write_bytes(before + b"\nraise ValueError\n")
    assert not archive.build(sys.executable, str(bundle))
    assert not list((bundle / "hooks/__pycache__").glob("*.archive"))
    guard.write_bytes(before)


def test_an_interpreter_that_does_not_run_makes_none(bundle: Path) -> None:
    assert not archive.build("/gone/python3", str(bundle))
    assert archive.faults("/gone/python3", str(bundle)) == {"": archive.OTHER}


def test_the_room_that_is_made_for_an_archive_holds_the_largest() -> None:
    bundle = archive.Bundle()
    assert max(len(archive.packed(*apart.laid_out(modules))) for modules in bundle.events().values()) < _archive.ROOM
