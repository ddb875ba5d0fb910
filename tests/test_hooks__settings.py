"""hooks/_settings.py: a bad value is named, the default stands, the rest counts."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from guards import Settings
from hooks import _settings
from hooks._stores.world import World


def load(project: Path, text: str) -> Settings:
    (project / ".autoskillit").mkdir(exist_ok=True)
    (project / ".autoskillit/guards.json").write_text(text)
    return _settings.load(World(str(project), {}), {"tools": [["mcp__*__x", {"external": True}]]})


@pytest.mark.parametrize("given", [
    {}, {"mode": "watch"}, {"strict": True}, {"guards": {"drift": "off"}}, {"contamination": {"policy": "flow"}},
    {"tools": {"mcp__mail__send": {"external": True, "destination": "to"}}}, {"_comment": "mine"},
    {"context": {"summarization": {"trigger_at": 60}}}, {"drift": {"semantic_distance_threshold": 1}}, {"policy": []},
    {"memory": {"inject_session_memory": True, "unverified_after_days": 0.5, "untrusted": "omit"}},
    {"classification_levels": ["A", "B", "C", "D"]}, {"trusted_destinations": ["*.corp.example"]},
])
def test_good_settings_have_no_problem(project: Path, given: dict[str, Any]) -> None:
    assert load(project, json.dumps(given)).problems == []


@pytest.mark.parametrize(("given", "names"), [
    ({"mode": "loud"}, "mode"), ({"strict": "yes"}, "strict"), ({"guards": ["drift"]}, "guards"),
    ({"guards": {"drift": "loud"}}, "guards.drift"), ({"tools": []}, "tools"), ({"tools": {"x": 1}}, "tools.x"),
    ({"tools": {"x": {"extern": True}}}, "extern"), ({"tools": {"x": {"external": "yes"}}}, "external"),
    ({"contamination": {"policy": "loose"}}, "contamination.policy"), ({"contamination": 3}, "contamination"),
    ({"context": {"retention_days": -1}}, "retention_days"),
    ({"context": {"max_action_history": "x"}}, "max_action_history"),
    ({"classification_levels": ["A", "A", "C", "D"]}, "classification_levels"),
    ({"trusted_destinations": "x"}, "trusted"),
    ({"memory": {"inject_sesion_memory": True}}, "memory.inject_sesion_memory"),
    ({"memory": {"untrusted": "no"}}, "memory.untrusted"),
    ({"memory": {"inject_session_memory": 1}}, "memory.inject_session_memory"),
    ({"polcy": []}, "polcy"), ({"policy": {}}, "policy"),
    ({"tools": {"x": {"destination": ["to", ["cc"]]}}}, "tools.x.destination"),
    ({"tools": {"x": {"destination": [{}]}}}, "tools.x.destination"),
    ({"request": {"expected_scope": ["crm", 3]}}, "request.expected_scope"),
    ({"trusted_destinations": ["a", None]}, "trusted_destinations"), ({"classifier_timeout": True}, "classifier_timeout"),
    ({"classifier_command": ["x", 1]}, "classifier_command"),
])
def test_bad_settings_are_named_and_the_default_stands(project: Path, given: dict[str, Any], names: str) -> None:
    settings = load(project, json.dumps({**given, "internal_domains": [".corp.example"]}))
    assert len(settings.problems) == 1 and names in settings.problems[0]
    assert settings.internal_domains == [".corp.example"]
    assert settings.mode == "enforce" and settings.strict is False and settings.guards == {}
    assert settings.contamination["policy"] == "tagged"
    assert settings.context["retention_days"] == 30


@pytest.mark.parametrize("text", ["{", "[]", "null", "\x00", "[" * 100_000])
def test_an_unreadable_file_leaves_every_default(project: Path, text: str) -> None:
    settings = load(project, text)
    assert len(settings.problems) == 1
    assert settings.mode == "enforce"


def test_the_registry_s_tools_stand_behind_the_person_s(project: Path) -> None:
    settings = load(project, '{"tools": {"mcp__*__x": {"external": false}}}')
    assert settings.tools == [("mcp__*__x", {"external": False})]
    assert settings.known_tools == [("mcp__*__x", {"external": True})]


def test_defaults_are_never_shared(project: Path) -> None:
    load(project, '{"context": {"summarization": {"trigger_at": 60}}}')
    assert Settings().context["summarization"]["trigger_at"] == 50


def test_a_dial_for_a_guard_that_there_is_not_is_named(project: Path) -> None:
    load(project, '{"guards": {"contaminaton": "off", "drift": "off"}}')
    registry = {"events": {"PreToolUse": {"judge": ["drift", ["memory", "*"]], "learn": []}}}
    settings = _settings.load(World(str(project), {}), registry)
    assert settings.guards == {"drift": "off"}
    assert len(settings.problems) == 1 and "contaminaton" in settings.problems[0] and "memory" in settings.problems[0]


@pytest.mark.parametrize(("text", "strict"), [
    (None, True), ("", True), ("{", True), ("[]", True), ("{}", True), ('{"strict": 3}', True),
    ('{"strict": true}', True), ('{"strict": false}', False)])
def test_what_the_installed_command_says_holds_until_the_file_says_otherwise(
        project: Path, text: str | None, strict: bool) -> None:
    if text is None:
        assert _settings.load(World(str(project), {}), {}, strict=True).strict
    else:
        load(project, text)
        assert _settings.load(World(str(project), {}), {}, strict=True).strict == strict


def test_the_gateways_words_for_a_tag(project: Path) -> None:
    rows = {"mcp__a__b": {"is_internal_source": True, "is_external": False}, "mcp__a__c": {"is_anything": True}}
    settings = load(project, json.dumps({"tools": rows}))
    assert settings.tools == [("mcp__a__b", {"internal_source": True, "external": False}), ("mcp__a__c", {})]
    assert len(settings.problems) == 1 and "is_anything" in settings.problems[0]
