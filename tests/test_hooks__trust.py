"""With the guards installed for a person, a cloned repository tightens and never loosens, until the person trusts it."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from guards import Settings
from hooks import _settings, _trust
from hooks._world import World
from tests.people import main

REGISTRY: dict[str, Any] = {"events": {"PreToolUse": {"judge": ["drift", "contamination"], "learn": []}}, "tools": []}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home/.autoskillit"
    (folder / "bundle").mkdir(parents=True)
    return folder


def world(project: Path) -> World:
    return World(str(project), {"HOME": str(project.parent / "home")})


def loaded(project: Path, home: Path, given: Any, mine: Any = None) -> Settings:
    (home / "guards.json").write_text(json.dumps(mine or {}))
    (project / ".autoskillit").mkdir(exist_ok=True)
    (project / ".autoskillit/guards.json").write_text(json.dumps(given))
    return _settings.load(world(project), REGISTRY, bundle=str(home / "bundle"))


@pytest.mark.parametrize("given", [
    {}, {"mode": "enforce", "trusted_destinations": [], "contamination": {"policy": "tagged"}}, {"strict": True},
    {"internal_domains": [".corp.example"]}, {"contamination": {"policy": "seal"}}, {"_comment": "ours"},
    {"tools": {"mcp__x__*": {"internal_source": True, "external": True}}}, {"request": {"expected_scope": ["crm"]}},
    {"policy": [{"id": "a", "when": {"tool": "x"}, "decision": "deny", "reason": "no"}]},
])
def test_what_tightens_counts_and_nothing_is_said(project: Path, home: Path, given: dict[str, Any]) -> None:
    settings = loaded(project, home, given)
    assert settings.problems == []
    assert settings.strict == given.get("strict", False)
    default = Settings().internal_domains
    assert settings.internal_domains == list(dict.fromkeys([*default, *given.get("internal_domains", [])]))
    assert settings.contamination["policy"] == given.get("contamination", {}).get("policy", "tagged")
    assert settings.policy == given.get("policy", []) and dict(settings.tools) == given.get("tools", {})


@pytest.mark.parametrize(("given", "name"), [
    ({"mode": "watch"}, "mode"), ({"guards": {"contamination": "off"}}, "guards.contamination"),
    ({"trusted_destinations": ["*"]}, "trusted_destinations"), ({"contamination": {"policy": "flow"}}, "contamination"),
    ({"tools": {"mcp__mail__send": {"external": False}}}, "tools.mcp__mail__send"), ({"secrets": "show"}, "secrets"),
    ({"classifier_command": ["sh", "-c", "id"]}, "classifier_command"), ({"context": {"retention_days": 1}}, "context"),
    ({"policy": [{"id": "a", "when": {"tool": "*"}, "decision": "pass", "priority": 9}]}, "policy"),
    ({"classification_levels": ["A", "B", "C", "D"]}, "classification_levels"),
])
def test_what_loosens_does_not_count_and_is_named(project: Path, home: Path, given: dict[str, Any], name: str) -> None:
    settings = loaded(project, home, given)
    assert len(settings.problems) == 1 and name in settings.problems[0] and "guardctl trust" in settings.problems[0]
    default = Settings()
    for key in ("mode", "guards", "trusted_destinations", "contamination", "tools", "secrets", "context", "policy", "extension_keys",
                "classification_levels"):
        assert getattr(settings, key) == getattr(default, key), key


def test_the_person_s_own_file_counts_in_full(project: Path, home: Path) -> None:
    mine = {"mode": "watch", "guards": {"drift": "off"}, "trusted_destinations": ["*.corp.example"]}
    settings = loaded(project, home, {"guards": {"drift": "ask"}}, mine)
    assert settings.mode == "watch" and settings.trusted_destinations == ["*.corp.example"] and settings.problems == []
    assert settings.guards == {"drift": "ask"}, "a higher dial is stricter"


def test_trust_holds_until_the_file_changes(project: Path, home: Path) -> None:
    given = {"trusted_destinations": ["*.corp.example"]}
    assert loaded(project, home, given).trusted_destinations == []
    assert main(["--project", str(project), "trust"]) == 0
    trusted = loaded(project, home, given)
    assert trusted.trusted_destinations == ["*.corp.example"] and trusted.problems == []
    changed = loaded(project, home, {"trusted_destinations": ["*"]})
    assert changed.trusted_destinations == [] and "it has changed" in changed.problems[0]


def test_there_is_nothing_to_trust(project: Path) -> None:
    assert main(["--project", str(project), "trust"]) == 1


def test_a_project_s_own_installation_is_its_own(project: Path) -> None:
    (project / ".autoskillit/bundle").mkdir(parents=True)
    (project / ".autoskillit/guards.json").write_text('{"mode": "watch"}')
    settings = _settings.load(world(project), REGISTRY, bundle=str(project / ".autoskillit/bundle"))
    assert settings.mode == "watch" and settings.problems == []
    assert _trust.trusted(world(project), b"x") is False
