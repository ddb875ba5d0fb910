"""The house rules, held by reading the tree: who imports whom, what is pure, what mirrors what."""
from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
REGISTRY = json.loads((ROOT / "hook_registry.json").read_text("utf-8"))

# A guard computes.  Modules that read the world, in any of its forms, are not for it.
WORLDLY = frozenset((
    "asyncio", "atexit", "datetime", "fcntl", "glob", "http", "io", "locale", "logging", "msvcrt", "multiprocessing",
    "os", "pathlib", "platform", "random", "select", "shutil", "signal", "socket", "sqlite3", "subprocess", "sys",
    "tempfile", "threading", "time", "urllib.request", "uuid", "secrets"))
WORLDLY_CALLS = frozenset(("open", "input", "print", "exec", "eval", "__import__", "breakpoint"))


def layer(module: str) -> str:
    """The layer of a module by its dotted name."""
    if module == "guards":
        return "words"
    if module.startswith("guards."):
        return "pure machinery" if module.split(".")[1].startswith("_") else "guard"
    if module.startswith("hooks._agents"):
        return "dialect"
    if module.startswith("hooks"):
        return "script" if len(module.split(".")) == 2 and not module.split(".")[1].startswith("_") else "shell"
    return "outside"


# Layer -> the layers of ours that it may import.  Down only.
MAY = {
    "words": set(),
    "pure machinery": {"words", "pure machinery"},
    "guard": {"words", "pure machinery"},
    "dialect": {"words", "pure machinery", "dialect"},
    "shell": {"words", "pure machinery", "guard", "dialect", "shell"},
    "script": {"shell", "words", "pure machinery"},
}


def imports(source: str, module: str) -> list[str]:
    """Dotted names that a source imports, wherever in it, but for types."""
    found = []
    for node in ast.walk(without_type_checking(ast.parse(source))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative import"
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            found += [name if is_module(name) else str(node.module) for name in inner]
    return found


def without_type_checking(tree: ast.Module) -> ast.Module:
    tree.body = [node for node in tree.body if not (
        isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING")]
    return tree


def is_module(name: str) -> bool:
    package, _, last = name.rpartition(".")
    if package == "guards" and last.islower() and last != "combine":
        return True     # a guard, there or (in a seeded violation) not
    path = ROOT / name.replace(".", "/")
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def violations(source: str, module: str) -> list[str]:
    """What a module does that its layer may not."""
    mine, found = layer(module), []
    for name in imports(source, module):
        theirs = layer(name)
        if theirs != "outside" and theirs not in MAY[mine]:
            found.append(f"{module} ({mine}) imports {name} ({theirs})")
        if mine in ("words", "pure machinery", "guard", "dialect") and (
                name in WORLDLY or name.split(".")[0] in WORLDLY):
            found.append(f"{module} ({mine}) imports {name}: it would touch the world")
    if mine in ("words", "pure machinery", "guard", "dialect"):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WORLDLY_CALLS:
                found.append(f"{module}:{node.lineno} calls {node.func.id}")
    if module != "hooks._run":
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ExceptHandler) and (node.type is None or (
                    isinstance(node.type, ast.Name) and node.type.id in ("Exception", "BaseException"))):
                found.append(f"{module}:{node.lineno} catches everything")
    return found


def modules() -> list[Path]:
    return sorted([*(ROOT / "guards").rglob("*.py"), *(ROOT / "hooks").rglob("*.py")])


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_every_module_keeps_to_its_layer(path: Path) -> None:
    assert violations(path.read_text("utf-8"), name_of(path)) == []


@pytest.mark.parametrize(("module", "source"), [
    ("guards.drift", "from guards import contamination"),
    ("guards.drift", "import guards.contamination"),
    ("guards.drift", "from hooks import _store"),
    ("guards.drift", "import os"),
    ("guards.drift", "def judge(e, s, t):\n    import subprocess"),
    ("guards.drift", "def judge(e, s, t):\n    return open(e.cwd)"),
    ("guards.drift", "try:\n    pass\nexcept Exception:\n    pass"),
    ("guards._text", "from guards import drift"),
    ("guards._text", "import time"),
    ("guards", "from guards import _text"),
    ("hooks._agents.claude", "from hooks import _store"),
    ("hooks._store", "from hooks import pre_tool_use"),
    ("hooks._store", "try:\n    pass\nexcept:\n    pass"),
    ("hooks.pre_tool_use", "from guards import drift"),
])
def test_a_seeded_violation_is_found(module: str, source: str) -> None:
    assert violations(source, module) != []


def test_everything_is_caught_in_two_places_only() -> None:
    tree = ast.parse((ROOT / "hooks/_run.py").read_text("utf-8"))
    caught = [node for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler)
              and isinstance(node.type, ast.Name) and node.type.id == "Exception"]
    assert len(caught) == 2


def test_no_call_is_ever_approved() -> None:
    word = "al" + "low"
    for path in [*modules(), ROOT / "install.py"]:
        if path.exists():
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                assert not (isinstance(node, ast.Constant) and node.value == word), f"{path.name}:{node.lineno}"


def test_every_guard_is_wired_and_every_wire_has_a_guard() -> None:
    there = {path.stem for path in (ROOT / "guards").glob("*.py") if not path.stem.startswith("_")}
    wired = {entry if isinstance(entry, str) else entry[0] for row in REGISTRY["events"].values()
             for what in ("judge", "learn") for entry in row[what]}
    assert there == wired


def test_what_is_wired_has_the_function() -> None:
    for event, row in REGISTRY["events"].items():
        for what in ("judge", "learn"):
            for entry in row[what]:
                guard = entry if isinstance(entry, str) else entry[0]
                source = (ROOT / "guards" / f"{guard}.py").read_text("utf-8")
                defined = {node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}
                assert what in defined or (what == "learn" and "keep" in defined), f"{event}: {guard} has no {what}"


def test_no_underscore_means_that_the_registry_or_a_person_names_it() -> None:
    scripts = {row["script"] for row in REGISTRY["events"].values()} | {"guardctl.py", "memory_server.py"}
    there = {path.name for path in (ROOT / "hooks").glob("*.py") if not path.name.startswith("_")}
    assert there <= scripts
    assert {row["script"] for row in REGISTRY["events"].values()} <= there


def test_event_scripts_are_identical_but_for_a_word() -> None:
    bodies = {(ROOT / "hooks" / row["script"]).read_text("utf-8").replace(f'"{event}"', '"..."')
              for event, row in REGISTRY["events"].items()}
    assert len(bodies) == 1


def mirror(path: Path) -> Path:
    """guards/_text.py -> tests/test_guards__text.py, hooks/_ctl/tail.py -> tests/test_ctl_tail.py."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    if parts[1] in ("_ctl", "_agents", "_install") and len(parts) == 3:
        return ROOT / "tests" / f"test_{parts[1].strip('_')}_{parts[2]}.py"
    return ROOT / "tests" / f"test_{'_'.join(parts)}.py"


SCRIPT_NAMES = {row["script"] for row in REGISTRY["events"].values()}


@pytest.mark.parametrize("path", [p for p in modules() if p.stem != "__init__" and p.name not in SCRIPT_NAMES],
                         ids=name_of)
def test_every_module_has_its_test(path: Path) -> None:
    assert mirror(path).exists(), f"write {mirror(path).name}"


def test_every_case_table_is_read_by_a_test() -> None:
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "tests").glob("*.py"))
    for table in [*(ROOT / "tests/cases").glob("*"), *(ROOT / "tests/stories").glob("*.jsonl")]:
        assert table.name in sources or f'"{table.stem}"' in sources or "stories" in str(table), table.name


def test_the_readme_names_every_guard() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for path in (ROOT / "guards").glob("*.py"):
        if not path.stem.startswith("_"):
            assert f"`{path.stem}`" in readme, path.stem
