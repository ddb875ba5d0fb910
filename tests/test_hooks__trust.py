"""With the guards installed for a person, a cloned repository tightens and never loosens, until the person trusts it."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from guards import Settings
from hooks import _settings, _trust
from hooks._stores.world import World
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


WHOLE = {
    "mode": ({"mode": "watch"}, {"mode": "enforce"}), "strict": ({"strict": False}, {"strict": True}),
    "guards.drift": ({"guards": {"drift": "ask"}}, {"guards": {}}),
    "trusted_destinations": ({"trusted_destinations": ["a.example", "*"]}, {"trusted_destinations": ["a.example"]}),
    "internal_domains": ({"internal_domains": [".corp"]}, {"internal_domains": [".corp", ".lan"]}),
    "contamination.policy": ({}, {"contamination": {"policy": "seal"}}),
    "drift.semantic_distance_threshold": ({"drift": {"semantic_distance_threshold": 0.9}}, {}),
    "context.chain_length_limit": ({}, {"context": {"chain_length_limit": 10}}),
    "context.risk_signals.drift_detection": ({"context": {"risk_signals": {"drift_detection": False}}}, {}),
    "loss.backup": ({"loss": {"backup": True}}, {}), "memory.untrusted": ({}, {"memory": {"untrusted": "omit"}}),
    "secrets": ({"secrets": {"*.env": "show"}}, {"secrets": "mask"}),
    "tools.mcp__x": ({"tools": {"mcp__x": {"external": False}}}, {}),
    "tools.mcp__y__send": ({"tools": {}}, {"tools": {"mcp__y__send": {"external": True}}}),
    "policy": ({"policy": [{"id": "b", "when": {"tool": "y"}, "decision": "pass"}]}, {}),
}
LOOSE_EITHER_WAY = {"context.retention_days": ({"context": {"retention_days": 1}}, {}), "kitchen_id": ({"kitchen_id": "x"}, {}),
                    "classifier_command": ({"classifier_command": ["sh", "-c", "id"]}, {}), "age_recipient": ({}, {"age_recipient": "age1x"}),
                    "tools": ({"tools": {"mcp__y__send": {"consequential": True}, "mcp__y__*": {"external": True}}},
                              {"tools": {"mcp__y__*": {"external": True}}}),
                    "classification_levels": ({"classification_levels": ["A", "B", "C", "D"]}, {})}
RULE = {"id": "a", "when": {"tool": "x"}, "decision": "deny", "reason": "no"}


def settings_of(given: dict[str, Any]) -> Settings:
    return _settings._load(json.dumps(given).encode(), "", REGISTRY, False)[0]


@pytest.mark.parametrize("key", WHOLE)
def test_one_direction_of_a_key_is_loose_and_the_other_counts(key: str) -> None:
    looser, tighter = WHOLE[key]
    assert _trust.tightened(settings_of(looser), settings_of(tighter)) == []
    mine = settings_of(tighter)
    loose = _trust.tightened(mine, settings_of(looser))
    assert any(one.startswith(key) for one in loose), loose
    assert _trust.tightened(settings_of(tighter), mine) == [], "what counts is no looser"


@pytest.mark.parametrize("key", LOOSE_EITHER_WAY)
def test_what_has_no_direction_loosens(key: str) -> None:
    for a, b in (LOOSE_EITHER_WAY[key], LOOSE_EITHER_WAY[key][::-1]):
        assert [one.partition(".mcp__")[0] for one in _trust.tightened(settings_of(a), settings_of(b))] == [key]


@pytest.mark.parametrize("rules", [
    [], [{**RULE, "decision": "ask"}], [{**RULE, "id": "b", "decision": "ask"}, RULE], [RULE, {**RULE, "id": "b", "decision": "pass"}],
    [RULE, {**RULE, "id": "read-encode-send"}], [RULE, {**RULE, "id": ["b"], "decision": ["deny"]}]])
def test_a_rule_that_is_gone_weaker_before_another_or_in_the_bundle_s_place_loosens(rules: list[Any]) -> None:
    mine = settings_of({"policy": [RULE]})
    assert _trust.tightened(mine, settings_of({"policy": rules})) == ["policy"] and mine.policy[0] == RULE


def test_every_key_loosens_or_has_a_direction() -> None:
    """A key that is new and stands in no table loosens."""
    same = settings_of({})
    assert _trust.tightened(same, settings_of({})) == []
    for name, value in (("context", {"max_action_history": 5}), ("memory", {"inject_session_memory": True})):
        assert _trust.tightened(settings_of({}), settings_of({name: value})) == [f"{name}.{next(iter(value))}"]
