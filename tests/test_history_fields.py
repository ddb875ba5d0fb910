"""A field of another shape breaks no guard, is named once, and heals; a level in it is kept."""
from __future__ import annotations

import ast
import doctest
import json
from pathlib import Path
from typing import Any

import pytest

from guards._history import fields
from guards._history.fields import FIELDS, sound
from hooks._stores.sessions import core
from tests.scripts import Scripts
from tests.test_stories import STORIES, play

LABEL = {"level": "internal", "source": "Read", "contaminated_at": "2026-11-21T09:30:00Z"}
FOREIGN: tuple[Any, ...] = ([1, 2], "x", 1, True, None, [[]], {"x": {}}, {"": []})


def test_the_examples_run() -> None:
    assert doctest.testmod(fields).failed == 0


@pytest.mark.parametrize("story", STORIES, ids=lambda path: path.stem)
def test_what_the_guards_learn_is_sound(story: Path, project: Path) -> None:
    play(story, project)
    for path in (project / ".autoskillit/temp/context").glob("*.state.json"):
        learned = json.loads(path.read_text())["fields"]
        assert sound(learned) == (learned, [])


CLASSES = {"Contamination": "contamination", "Context": "context", "Drift": "drift", "Origin": "request_origin",
           "Secrets": "secrets", "Ownership": "resume_ownership", "Shell": "shell"}
ROOTS = {"str": str, "int": int, "float": fields.NUMBER, "bool": bool, "list": list, "dict": dict, "Action": list,
         "Older": dict, "Label": dict}


def declared() -> dict[str, dict[str, ast.expr]]:
    """Class -> key -> its annotation, inherited keys included."""
    found: dict[str, dict[str, ast.expr]] = {}
    for node in ast.walk(ast.parse(Path(fields.__file__).read_text("utf-8"))):
        if isinstance(node, ast.ClassDef):
            keys = {one.target.id: one.annotation for one in node.body
                    if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)}
            above = [found.get(base.id, {}) for base in node.bases if isinstance(base, ast.Name)]
            found[node.name] = {key: value for one in [*above, keys] for key, value in one.items()}
    return found


def agrees(kind: Any, annotation: ast.expr) -> bool:
    """Does the shell's shape say no other than mypy's?  It may say less: `list` for `list[str]`."""
    root = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    assert isinstance(root, ast.Name)
    if not isinstance(kind, (list, dict)):
        return bool(ROOTS[root.id] == kind)
    inner = annotation.slice if isinstance(annotation, ast.Subscript) else annotation
    inner = inner.elts[-1] if isinstance(inner, ast.Tuple) else inner
    return ROOTS[root.id] is type(kind) and agrees(kind[str] if isinstance(kind, dict) else kind[0], inner)


def test_a_field_s_two_shapes_say_the_same() -> None:
    classes = declared()
    assert set(CLASSES.values()) == set(FIELDS)
    for name, field in CLASSES.items():
        assert set(classes[name]) == set(FIELDS[field]), name
        for key, kind in FIELDS[field].items():
            assert agrees(kind, classes[name][key]), f"{field}.{key}"


def test_a_level_is_kept_in_whatever_company() -> None:
    state = sound({"contamination": {**LABEL, "agents": [1], "asked": 3}})[0]["contamination"]
    assert state == LABEL
    assert sound({"contamination": {"level": "credentials"}})[0]["contamination"]["level"] == "credentials"
    assert sound({"contamination": {"level": "alarming"}}) == ({"contamination": {}}, ["contamination.level"])
    assert sound({"contamination": {"agents": {"a": {"level": 3}, "b": LABEL, "c": {}}}})[0]["contamination"] == {
        "agents": {"a": {}, "b": LABEL, "c": {}}}


def test_the_core_of_a_field_is_the_level() -> None:
    assert core("contamination", {**LABEL, "asked": {}, "gap": {"at": "x", "what": "y"}}) == {
        **LABEL, "gap": {"at": "x", "what": "y"}}
    assert core("context", {"level": 3}) == {} == core("contamination", [1])


def test_a_newer_bundle_s_keys_and_fields_are_kept() -> None:
    newer = {"loss": {"a": [1]}, "drift": {"window": [0.5], "calibrated": {"x": 1}}}
    assert sound(newer) == (newer, [])


@pytest.mark.parametrize("foreign", FOREIGN, ids=repr)
@pytest.mark.parametrize("key", ["", *FIELDS["contamination"]])
def test_a_foreign_row_is_named_once_and_takes_no_guard_with_it(project: Path, key: str, foreign: Any) -> None:
    spoiled = {"contamination": {key: foreign}} if key else dict.fromkeys(FIELDS, foreign)
    harm(project, spoiled)


@pytest.mark.parametrize(("name", "key"), [(name, key) for name in FIELDS if name != "contamination"
                                           for key in FIELDS[name]])
def test_a_foreign_value_in_any_field_does_no_harm(project: Path, name: str, key: str) -> None:
    harm(project, {name: {key: [[], {}]}})


def harm(project: Path, spoiled: dict[str, Any]) -> None:
    scripts = Scripts(project)
    scripts.fire("UserPromptSubmit", prompt="fix the parser")
    with (scripts.state / "context/s.jsonl").open("ab") as file:
        learned = {name: ["=", value] for name, value in spoiled.items()}
        file.write(json.dumps({"seq": 9, "event": "Newer", "v": 7, "learned": learned}).encode() + b"\n")
    before = {"session_id": "s", "tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_use_id": "t"}
    first = scripts.fire("PreToolUse", **before)
    assert "failed" not in first.message and (first.code, first.stderr, first.decision) == (0, "", "pass")
    second = scripts.fire("PostToolUse", **before, tool_response={"stdout": "a"})
    assert second.stdout == "", "told once, and healed"
    assert scripts.fire("UserPromptSubmit", prompt="go on").stdout == ""
    assert any(row["event"] == "Newer" for row in scripts.rows()), "the row is kept"
