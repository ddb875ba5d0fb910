"""The house rules, held by reading the tree (tests/house.py): who imports whom, what is pure, what mirrors what."""
from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from tests.house import (
    GIVEN,
    GUARD,
    ROOT,
    circles,
    floor,
    imports,
    impurities,
    is_ours,
    modules,
    name_of,
    parsed,
    violations,
)

REGISTRY = json.loads((ROOT / "hook_registry.json").read_text("utf-8"))


def test_no_module_imports_in_a_circle() -> None:
    for types in (False, True):
        graph = {name_of(path): {name for name in imports(path.read_text("utf-8"), name_of(path), types)
                                 if is_ours(name)} for path in modules()}
        assert circles(graph) == []
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [("a", "b", "c")]
    late = "def f():\n    from guards._text import words\n\nclass A:\n    def g(self):\n        import guards._call.bash\n"
    assert sorted(imports(late, "guards.x")) == ["guards._call.bash", "guards._text.words"]


ANYS = 396     # lines that say `Any`; a type that says more is nearly always at hand


def test_types_say_what_they_mean() -> None:
    said = [line for path in modules() for line in path.read_text("utf-8").splitlines() if re.search(r"\bAny\b", line)]
    assert len(said) <= ANYS, f"{len(said)} lines say Any; name the shape (TypedDict, NamedTuple, object), or raise ANYS"


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_every_module_keeps_to_its_place(path: Path) -> None:
    assert violations(path.read_text("utf-8"), name_of(path)) == []


@pytest.mark.parametrize("source", [
    "import os", "import posix", "import builtins", "import importlib", "import linecache", "import codecs",
    "import ctypes", "import _socket", "import mmap", "import time", "import urllib.request",
    "from urllib import request", "import gzip", "import zipfile", "import random", "import os.path as p",
    "from json import codecs", "import json\nx = json.codecs.open", "import re\nx = re.enum.sys",
    "def judge(e, s, t):\n    import subprocess",
    "def judge(e, s, t):\n    return open(e.cwd)", "o = open", "x = [open][0]",
    "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    pass\nelse:\n    import os",
    "x = getattr(__builtins__, 'op' + 'en')", "x = __import__('os')", "x = (lambda: 0).__globals__",
    "x = ().__class__.__base__.__subclasses__()", "x = globals()", "exec('1')", "print('x')",
    "def judge(event, session, settings):\n    event.input['a'] = 1",
    "def judge(event, session, settings):\n    event.input.update(a=1)",
    "def judge(event, session, settings):\n    del session.fields['x']",
    "def learn(event, session, settings, own):\n    settings.strict = True",
    "_seen = {}", "_seen: list[str] = []", "_seen = set()", "def f():\n    global x\n    x = 1",
])
def test_no_impurity_gets_past(source: str) -> None:
    assert impurities(source, "guards.drift") != []


@pytest.mark.parametrize("source", [
    "import re\nWORD = re.compile('a')", "from base64 import b64decode", "from hashlib import blake2b\nx = {}.get(1)",
    "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from pathlib import Path",
    "def judge(event, session, settings):\n    rows = dict(event.input)\n    rows['a'] = 1\n    return rows",
])
def test_what_computes_is_pure(source: str) -> None:
    assert impurities(source, "guards.drift") == []


@pytest.mark.parametrize(("module", "source"), [
    ("guards.drift", "from guards import contamination"),
    ("guards.drift", "import guards.contamination"),
    ("guards.drift", "from guards.contamination import egress"),
    ("guards.policy.fields", "from guards.memory import block"),
    ("guards.drift", "from hooks._stores import disk"),
    ("guards.drift", "try:\n    pass\nexcept Exception:\n    pass"),
    ("guards._text.words", "from guards import drift"),
    ("guards._text.words", "from guards._sensitive import scan"),
    ("guards._sensitive.scan", "from guards._shell import parser"),
    ("guards._shell.parser", "from guards._call import tools"),
    ("guards._call.tools", "from guards._history import pace"),
    ("guards._evidence.evidence", "from guards._origin import warrant"),
    ("guards._history.pace", "from guards._origin import evidence"),
    ("guards", "from guards._text import plain"),
    ("hooks._agents.claude", "from hooks._stores import disk"),
    ("hooks._stores.disk", "from hooks import pre_tool_use"),
    ("hooks._stores.disk", "from hooks import _run"),
    ("hooks._stores.disk", "from guards import drift"),
    ("hooks._stores.memory", "from guards.memory import block"),
    ("hooks._stores.disk", "try:\n    pass\nexcept:\n    pass"),
    ("hooks._run", "from hooks import pre_tool_use"),
    ("hooks.pre_tool_use", "from guards import drift"),
    ("hooks.pre_tool_use", "from hooks import guardctl"),
    ("guards._text.words", "if TYPE_CHECKING:\n    from guards._call import Call"),
    ("hooks._stores.disk", "if TYPE_CHECKING:\n    from hooks._settings import Read"),
])
def test_a_seeded_violation_is_found(module: str, source: str) -> None:
    assert violations(source, module) != []


def test_everything_is_caught_in_two_places_only() -> None:
    tree = parsed((ROOT / "hooks/_run.py").read_text("utf-8"))
    caught = [node for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler)
              and isinstance(node.type, ast.Name) and node.type.id == "Exception"]
    assert len(caught) == 2


def test_git_is_started_in_one_place() -> None:
    for path in modules():
        if path.relative_to(ROOT).as_posix() not in ("hooks/_git.py",) and floor(name_of(path)) > GUARD:
            for node in ast.walk(parsed(path.read_text("utf-8"))):
                assert not (isinstance(node, ast.List) and node.elts and isinstance(node.elts[0], ast.Constant)
                            and node.elts[0].value == "git"), f"{path.name}:{node.lineno}: use hooks/_git.py"


def test_commands_are_taken_apart_in_one_place() -> None:
    """One tokenizer: one module reads with it, and only its own file and one label know what joins two commands."""
    readers = {name_of(path) for path in modules()
               if "guards._shell.parser" in imports(path.read_text("utf-8"), name_of(path))}
    joins = {name_of(path) for path in modules() if floor(name_of(path)) <= GUARD
             for node in ast.walk(parsed(path.read_text("utf-8")))
             if isinstance(node, ast.Constant) and node.value in ("&&", "||", ";;")}
    assert readers == {"guards._shell.machine"}
    assert joins == {"guards._call.tools", "guards._shell.parser"}


def test_no_call_is_ever_approved() -> None:
    """The word stands in two places: the name of a verb that a person types, and the list of verbs that want a person."""
    word = "al" + "low"
    found = [str(path.relative_to(ROOT)) for path in [*modules(), ROOT / "install.py"]
             for node in ast.walk(parsed(path.read_text("utf-8")))
             if isinstance(node, ast.Constant) and node.value == word]
    assert found == ["hooks/_ctl/__init__.py", "hooks/_ctl/_person.py"]


def guards() -> dict[str, Path]:
    """Each guard's file: guards/drift.py, or the __init__ of its folder."""
    found = [*(ROOT / "guards").glob("*.py"), *(ROOT / "guards").glob("*/__init__.py")]
    named = {path.parent.name if path.stem == "__init__" else path.stem: path for path in found
             if path.parent.name != "guards" or path.stem != "__init__"}
    return {name: path for name, path in sorted(named.items()) if not name.startswith("_")}


def test_every_guard_is_wired_and_every_wire_has_a_guard() -> None:
    there = set(guards())
    wired = {entry if isinstance(entry, str) else entry[0] for row in REGISTRY["events"].values()
             for what in ("judge", "learn") for entry in row[what]}
    assert there == wired


def test_what_is_wired_has_the_function() -> None:
    for event, row in REGISTRY["events"].items():
        for what in ("judge", "learn"):
            for entry in row[what]:
                guard = entry if isinstance(entry, str) else entry[0]
                source = guards()[guard].read_text("utf-8")
                defined = {node.name for node in parsed(source).body if isinstance(node, ast.FunctionDef)}
                assert what in defined or (what == "learn" and "records" in defined), f"{event}: {guard} has no {what}"


GIVES = {"judge": GIVEN, "requires": GIVEN, "records": GIVEN, "learn": (*GIVEN, "own")}


def test_a_guard_takes_what_the_shell_hands_it_and_says_what_it_does() -> None:
    for guard, path in guards().items():
        for node in parsed(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name in GIVES:
                assert tuple(arg.arg for arg in node.args.args) == GIVES[node.name], f"{guard}.{node.name}"
                assert ast.get_docstring(node), f"{guard}.{node.name} says nothing of itself"


def test_the_page_on_architecture_names_every_module_of_the_shell() -> None:
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    there = [path.stem for path in (ROOT / "hooks").glob("_*.py") if path.stem != "__init__"]
    assert [name for name in there if f"`{name}`" not in page and f"{name}.py`" not in page] == []


def test_no_underscore_means_that_the_registry_or_a_person_names_it() -> None:
    scripts = {row["script"] for row in REGISTRY["events"].values()} | {"guardctl.py", "memory_server.py", "status_line.py"}
    there = {path.name for path in (ROOT / "hooks").glob("*.py") if not path.name.startswith("_")}
    assert there <= scripts
    assert {row["script"] for row in REGISTRY["events"].values()} <= there


def test_event_scripts_are_identical_but_for_a_word() -> None:
    bodies = {(ROOT / "hooks" / row["script"]).read_text("utf-8").replace(f'"{event}"', '"..."').replace(row["script"], "")
              for event, row in REGISTRY["events"].items()}
    assert len(bodies) == 1


def mirror(path: Path) -> Path:
    """guards/_text/words.py -> tests/test_text_words.py, guards/_shell/programs/web.py -> tests/test_shell_programs_web.py, hooks/_ctl/tail.py -> tests/test_ctl_tail.py,
    guards/memory/gates.py -> tests/test_guards_memory_gates.py, guards/memory/__init__.py -> test_guards_memory.py"""
    parts = name_of(path).split(".")
    if len(parts) > 2 and parts[1].startswith("_"):
        return ROOT / "tests" / f"test_{parts[1].strip('_')}_{'_'.join(parts[2:])}.py"
    return ROOT / "tests" / f"test_{'_'.join(parts)}.py"


SCRIPT_NAMES = {row["script"] for row in REGISTRY["events"].values()}


def test_every_module_has_its_test() -> None:
    asked = [p for p in modules() if (p.stem != "__init__" or p in guards().values()) and p.name not in SCRIPT_NAMES]
    assert [f"{name_of(path)}: write {mirror(path).name}" for path in asked if not mirror(path).exists()] == []


def test_every_case_table_is_read_by_a_test() -> None:
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "tests").glob("*.py"))
    for table in [*(ROOT / "tests/cases").glob("*"), *(ROOT / "tests/stories").glob("*.jsonl")]:
        assert table.name in sources or f'"{table.stem}"' in sources or "stories" in str(table), table.name


def test_the_readme_names_every_guard() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for name in guards():
        assert f"`{name}`" in readme, name


LONGEST_FILE, MOST_CODE = 450, 200     # lines; a file may be longer where it is a table: few lines of it are functions


def lines_of_functions(source: str) -> int:
    """How many lines of a module stand in functions and classes."""
    return sum((node.end_lineno or 0) - node.lineno + 1 for node in parsed(source).body
               if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)))


def too_long(source: str) -> bool:
    return source.count("\n") > LONGEST_FILE and lines_of_functions(source) >= MOST_CODE


def test_no_file_is_long_but_a_table() -> None:
    sources = {name_of(path): path.read_text("utf-8") for path in modules()}
    found = {name: f"{source.count(chr(10))} lines, {lines_of_functions(source)} of them in functions"
             for name, source in sources.items() if too_long(source)}
    assert found == {}


def test_no_test_and_no_measure_is_long_either() -> None:
    others = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "bench").rglob("*.py"), *ROOT.glob("*.py"), *(ROOT / "package").rglob("*.py")]
    assert [path.name for path in others if too_long(path.read_text("utf-8"))] == []


def test_the_room_of_guards_can_be_seen_at_a_glance() -> None:
    assert len(list((ROOT / "guards").glob("*.py"))) <= 14


def test_a_long_file_is_found_and_a_table_is_not() -> None:
    table = "T = (\n" + "    1,\n" * 900 + ")\n"
    function = "def f():\n" + "    x = 1\n" * 190
    assert not too_long(table + function) and too_long(table + function + function)
    assert not too_long(function * 2)


PROTOCOL = ("add_arguments", "run")     # of a verb: its module's docstring says what it does (hooks/_ctl/__init__.py)


def undocumented(source: str, module: str) -> list[str]:
    """Public classes, functions and methods without a docstring."""
    found, waiting = [], [("", parsed(source).body)]
    while waiting:
        owner, body = waiting.pop()
        for node in body:
            if not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or node.name.startswith("_"):
                continue
            if not ast.get_docstring(node) and not (module.startswith("hooks._ctl.") and node.name in PROTOCOL):
                found.append(f"{module}.{owner}{node.name}")
            if isinstance(node, ast.ClassDef):
                waiting.append((f"{owner}{node.name}.", node.body))
    return found


def test_every_public_function_says_what_it_gives() -> None:
    assert [one for path in modules() for one in undocumented(path.read_text("utf-8"), name_of(path))] == []
    seeded = "def f(): pass\ndef _g(): pass\nclass A:\n    \"Says.\"\n    def h(self): pass\n    def _i(self): pass\n"
    assert undocumented(seeded, "guards.x") == ["guards.x.f", "guards.x.A.h"]
    assert undocumented("def run(): pass\n", "hooks._ctl.tail") == [] != undocumented("def run(): pass\n", "hooks._mcp")
