"""The machine's own settings: a person and a project tighten them and never loosen; who looks is told which file decided."""
from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from guards import Settings
from hooks import _pins, _settings, _trust
from hooks._ctl import _own
from hooks._stores.world import World
from tests.scripts import ROOT, SCRIPTS

REGISTRY: dict[str, Any] = {"events": {"PreToolUse": {"judge": ["drift", "loss"], "learn": []}}, "tools": []}


def loaded(project: Path, machine: Any, given: Any, person: Any = None) -> Settings:
    """The settings in force; `person` puts the bundle into a home of its own, as `--scope user` does."""
    home = project.parent / "home/.autoskillit"
    (home / "bundle").mkdir(parents=True, exist_ok=True)
    (project / ".autoskillit").mkdir(exist_ok=True)
    path = project.parent / "machine.json"
    path.write_text(machine if isinstance(machine, str) else json.dumps(machine))
    (project / ".autoskillit/guards.json").write_text(json.dumps(given))
    world = World(str(project), {"HOME": str(home.parent)})
    if person is None:
        _pins.wrote(world, json.dumps(given).encode())
        return _settings.load(world, REGISTRY, managed=str(path))
    (home / "guards.json").write_text(json.dumps(person))
    return _settings.load(world, REGISTRY, bundle=str(home / "bundle"), managed=str(path))


@pytest.mark.parametrize(("machine", "given", "key", "value"), [
    ({"mode": "watch"}, {"mode": "enforce"}, "mode", "enforce"), ({"mode": "watch"}, {}, "mode", "watch"),
    ({}, {"strict": True}, "strict", True), ({"guards": {"loss": "ask"}}, {"guards": {"loss": "deny"}}, "guards", {"loss": "deny"}),
    ({"policy": [{"id": "a", "when": {"tool": "x"}, "decision": "deny"}]}, {"policy": [{"id": "b", "when": {"tool": "y"}, "decision": "deny"}]},
     "policy", [{"id": "a", "when": {"tool": "x"}, "decision": "deny"}, {"id": "b", "when": {"tool": "y"}, "decision": "deny"}]),
    ({"trusted_destinations": ["*.corp.example"]}, {}, "trusted_destinations", ["*.corp.example"]),
    ({"internal_domains": [".one"]}, {"internal_domains": [".two"]}, "internal_domains", [".one", ".two"]),
    ({}, {"tools": {"mcp__x__*": {"external": True}}}, "tools", [("mcp__x__*", {"external": True})]),
    ({"free": ["guards.drift"]}, {"guards": {"drift": "off"}}, "guards", {"drift": "off"}),
    ({"free": ["trusted_destinations"], "trusted_destinations": ["a"]}, {"trusted_destinations": ["b"]}, "trusted_destinations", ["a", "b"]),
    ({"free": ["tools"], "tools": {"x": {"external": True}}}, {"tools": {"x": {"external": False}, "y": {"external": False}}}, "tools",
     [("x", {"external": True}), ("x", {"external": False}), ("y", {"external": False})]),
    ({"free": ["mode"]}, {"mode": "watch"}, "mode", "watch"),
    ({"free": ["kitchen_id"]}, {"kitchen_id": "k"}, "extension_keys", {"free": ["kitchen_id"], "kitchen_id": "k"}),
    ({"free": ["context.retention_days", "nonsense"]}, {"context": {"retention_days": 3}}, "context",
     {**Settings().context, "retention_days": 3}),
])
def test_what_tightens_or_is_free_counts_and_nothing_is_said(project: Path, machine: Any, given: Any, key: str, value: Any) -> None:
    settings = loaded(project, machine, given)
    assert getattr(settings, key) == value and settings.problems == []


LOOSE: list[tuple[Any, Any, str]] = [
    ({"mode": "enforce"}, {"mode": "watch"}, "mode"), ({}, {"mode": "watch"}, "mode"), ({"strict": True}, {"strict": False}, "strict"),
    ({}, {"guards": {"loss": "off"}}, "guards.loss"), ({"guards": {"drift": "ask"}}, {"guards": {"drift": "off"}}, "guards.drift"),
    ({}, {"trusted_destinations": ["*"]}, "trusted_destinations"), ({"contamination": {"policy": "seal"}}, {"contamination": {"policy": "flow"}}, "contamination.policy"),
    ({}, {"secrets": "show"}, "secrets"), ({}, {"policy": [{"id": "a", "when": {"tool": "*"}, "decision": "pass"}]}, "policy"),
    ({"tools": {"x": {"external": True}}}, {"tools": {"x": {"external": False}}}, "tools.x"),
    ({}, {"classifier_command": ["id"]}, "classifier_command"), ({}, {"free": ["mode"], "mode": "watch"}, "free"),
]


@pytest.mark.parametrize(("machine", "given", "name"), LOOSE)
@pytest.mark.parametrize("whose", ["project", "person", "trusted"])
def test_what_loosens_never_counts_whoever_says_it(project: Path, machine: Any, given: Any, name: str, whose: str) -> None:
    if whose == "trusted":
        _trust.trust(World(str(project), {"HOME": str(project.parent / "home")}), json.dumps(given).encode())
    settings = loaded(project, machine, given, {"person": given, "trusted": {}}.get(whose)) if whose != "person" else loaded(
        project, machine, {}, given)
    alone = loaded(project, machine, {})
    for key in _settings.KEYS:
        if key != "tools":      # a row behind the machine's own never wins
            assert getattr(settings, key) == getattr(alone, key), key
    assert settings.tools[:len(alone.tools)] == alone.tools
    assert [one for one in settings.problems if name in one and one.endswith(f"machine.json {_trust.STAYS}")], settings.problems


@pytest.mark.parametrize("machine", ["{", "[]", "\x00"])
def test_a_file_that_cannot_be_read_is_named_and_nobody_loosens_the_defaults(project: Path, machine: str) -> None:
    settings = loaded(project, machine, {"mode": "watch"})
    assert settings.mode == "enforce" and any("machine.json" in one and "default" in one for one in settings.problems)


def test_without_the_file_all_is_as_ever(project: Path) -> None:
    (project / ".autoskillit").mkdir()
    (project / ".autoskillit/guards.json").write_text('{"mode": "watch"}')
    assert _settings.load(World(str(project), {}), REGISTRY, managed=str(project / "none.json")).mode == "watch"


@pytest.fixture
def moved(tmp_path: Path) -> Path:
    """A copy of the scripts whose machine's folder is another: no variable can say so."""
    for part in ("hooks", "guards", "commands"):
        shutil.copytree(ROOT / part, tmp_path / "copy" / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "hook_registry.json", tmp_path / "copy")
    text = (ROOT / "hooks/_settings.py").read_text()
    assert text.count('"/etc/autoskillit"') == 1
    (tmp_path / "copy/hooks/_settings.py").write_text(text.replace('"/etc/autoskillit"', repr(str(tmp_path / "etc"))))
    (tmp_path / "etc").mkdir()
    return tmp_path / "copy"


def run(project: Path, copy: Path, script: str, *words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    env = {"PATH": "/usr/bin:/bin", "HOME": str(project.parent / "home"), "CLAUDE_PROJECT_DIR": str(project), "COLUMNS": "300"}
    return subprocess.run([sys.executable, "-I", "-S", str(copy / "hooks" / script), *words], input=given, capture_output=True,
                          text=True, env=env, cwd=project, timeout=60, check=False)


def test_the_scripts_keep_to_it_and_status_doctor_and_settings_name_the_file(project: Path, moved: Path) -> None:
    machine = moved.parent / "etc/guards.json"
    machine.write_text('{"policy": [{"id": "no-x", "when": {"tool": "Bash", "input": {"command": "*xyzzy*"}}, "decision": "deny"}]}')
    (project / ".autoskillit").mkdir()
    (project / ".autoskillit/guards.json").write_text('{"mode": "watch", "strict": true}')
    _pins.wrote(World(str(project), {"HOME": str(project.parent / "home")}), b'{"mode": "watch", "strict": true}')
    event = {"session_id": "s", "hook_event_name": "PreToolUse", "cwd": str(project), "tool_name": "Bash",
             "tool_input": {"command": "xyzzy"}, "tool_use_id": "t"}
    done = run(project, moved, SCRIPTS["PreToolUse"], given=json.dumps(event))
    told = json.loads(done.stdout)
    assert told["hookSpecificOutput"]["permissionDecision"] == "deny" and "no-x" in done.stdout
    assert "would loosen mode" in done.stdout and str(machine) in done.stdout
    for verb in ("status", "settings", "doctor"):
        said = run(project, moved, "guardctl.py", verb).stdout
        assert f"{machine} (machine) decides policy" in said, verb
        assert "(project) decides strict; does not count of it: mode" in said, verb


def test_a_person_who_turns_a_guard_off_is_told_that_it_does_not_count(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "machine.json").write_text('{"guards": {"loss": "ask"}}')
    world = World(str(project), {"HOME": str(project.parent / "home")})
    for dial, told in (("deny", 0), ("off", 1)):
        _own.change(world, lambda text, dial=dial: json.dumps({"guards": {"loss": dial}}), managed=str(project / "machine.json"))
        assert capsys.readouterr().err.count(_trust.STAYS) == told
