"""A bad rule is named and skipped; the others stand."""
from __future__ import annotations

from typing import Any

import pytest

from guards import Settings
from guards.policy.faults import good, problem, problems

LEVELS = Settings().named_levels()
FINE = {"id": "x", "when": {"tool": "Bash"}, "decision": "ask"}


@pytest.mark.parametrize("change", [
    {}, {"reason": "why", "priority": -3}, {"when": {}}, {"when": {"context_level": "PUBLIC"}},
    {"when": {"context_level": ["PUBLIC", "RESTRICTED"], "payload_level": {"min": "INTERNAL"}}},
    {"when": {"program": "a*", "effect": ["deletes"], "object": "x", "options": {"-n": ["a", "b"], "--force": True}}},
    {"when": {"unless": {"tool": "x"}, "input": {"a": 1, "b": {"in": [1]}, "c": {"type": "null"}}}},
])
def test_good_rules(change: dict[str, Any]) -> None:
    assert problem({**FINE, **change}, LEVELS) == ""


@pytest.mark.parametrize(("change", "said"), [
    ({"id": ""}, "no id"), ({"id": 3}, "no id"), ({"decision": "allowed"}, "decision"), ({"priority": "1"}, "priority"),
    ({"priority": True}, "priority"), ({"reason": 1}, "reason"), ({"when": []}, "no when"),
    ({"whne": {}}, "unknown key"),
    ({"when": {"effect": "kills"}}, "effect is none of sends"), ({"when": {"options": {"-n": 1}}}, "options"), ({"when": {"options": {}}}, "options"),
    ({"when": {"tol": "x"}}, "unknown condition tol"), ({"when": {"tool": ""}}, "tool"),
    ({"when": {"tool": [1]}}, "tool"),
    ({"when": {"tool": []}}, "tool"), ({"when": {"context_level": "SECRET"}}, "context_level"),
    ({"when": {"context_level": {"over": "PUBLIC"}}}, "context_level"),
    ({"when": {"context_level": []}}, "context_level"),
    ({"when": {"chain_length": 3}}, "chain_length"), ({"when": {"chain_length": {"min": "3"}}}, "chain_length"),
    ({"when": {"input": {}}}, "input"), ({"when": {"input": {"a": {"like": "x"}}}}, "unknown test"),
    ({"when": {"input": {"a": {"min": "x"}}}}, "limit"), ({"when": {"input": {"a": {"in": "x"}}}}, "list"),
    ({"when": {"input": {"a": {"glob": 1}}}}, "text"), ({"when": {"input": {"a": {"type": "float"}}}}, "type"),
    ({"when": {"destinations": {"in": ["x"]}}}, "destinations"), ({"when": {"destinations": {"not_in": "x"}}}, "destinations"),
    ({"when": {"unless": {}}}, "unless"), ({"when": {"unless": {"unless": {"tool": "x"}}}}, "unless"),
    ({"when": {"unless": {"tool": 1}}}, "tool"),
])
def test_bad_rules(change: dict[str, Any], said: str) -> None:
    assert said in problem({**FINE, **change}, LEVELS)


def test_problems_name_the_rule_and_the_rest_stands() -> None:
    policy = [FINE, {"id": "y"}, "z", {**FINE, "id": "w"}]
    assert problems(policy, LEVELS) == [
        "policy: rule y: decision is none of deny, ask, pass, redact, defer; the rule is skipped",
        "policy: rule 3: not an object; the rule is skipped"]
    assert [rule["id"] for rule in good(policy, LEVELS)] == ["x", "w"]
    assert problems({}, LEVELS) == ["policy: not a list of rules"]
