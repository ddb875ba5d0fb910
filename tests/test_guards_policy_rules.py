"""Rules over the evaluation context: what holds, and which of those that hold decides."""
from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guards import Settings
from guards.policy.faults import good
from guards.policy.rules import DECISIONS, MISSING, decide, holds, reach, stage_of

LEVELS = Settings().named_levels()
CALL: dict[str, Any] = {
    "tool": "mcp__mail__send_email", "operation": "send_email", "agent_type": "main", "permission_mode": None,
    "intent": "communication", "tags": ["external"], "signals": ["drift_detected"], "sequence": "",
    "input": {"to": ["a@corp.example", "b@evil.example"], "amount": 250, "limit": "12", "flags": {"force": True}},
    "context_level": 2, "payload_level": 0, "destinations": ["b@evil.example"], "chain_length": 7, "action_count": 30,
    "used": ["Read", "mcp__crm__query"],
}


def rule(decision: str, when: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": more.pop("id", decision), "when": when, "decision": decision, **more}


@pytest.mark.parametrize(("when", "held"), [
    ({}, True),
    ({"tool": "Bash"}, False), ({"tool": "mcp__mail__*"}, True), ({"tool": ["Bash", "*send_email"]}, True),
    ({"tool": "Bash|mcp__mail__*"}, True),
    ({"operation": "send_*"}, True), ({"intent": "payment"}, False), ({"agent_type": "main"}, True),
    ({"tags": "external"}, True), ({"tags": ["consequential", "external"]}, True), ({"tags": "fetches"}, False),
    ({"signals": ["velocity_anomaly"]}, False), ({"signals": "drift_detected"}, True),
    ({"sequence": "*outbound"}, False),
    ({"context_level": {"min": "CONFIDENTIAL"}}, True), ({"context_level": ["PUBLIC", "RESTRICTED"]}, False),
    ({"payload_level": "PUBLIC"}, True), ({"destinations": "*@evil.example"}, True),
    ({"destinations": "*@corp*"}, False),
    ({"destinations": {"not_in": ["*@corp.example", "*@evil.example"]}}, False),
    ({"destinations": {"not_in": ["*@corp.example"]}}, True),
    ({"chain_length": {"min": 8}}, False), ({"action_count": {"max": 30, "min": 30}}, True),
    ({"used": "mcp__crm__*"}, True), ({"used": "WebFetch"}, False),
    ({"input": {"amount": {"min": 100, "max": 300}}}, True), ({"input": {"amount": {"min": 251}}}, False),
    ({"input": {"limit": {"max": 12}}}, True), ({"input": {"amount": 250}}, True),
    ({"input": {"amount": "250"}}, False),
    ({"input": {"to": "*@evil.example"}}, True), ({"input": {"to": {"not_in": ["*@corp.example"]}}}, True),
    ({"input": {"to": {"in": ["c@corp.example"]}}}, False), ({"input": {"to.0": "a@corp.example"}}, True),
    ({"input": {"flags.force": True}}, True), ({"input": {"cc": {"missing": True}}}, True),
    ({"input": {"to": {"missing": True}}}, False), ({"input": {"cc": "*"}}, False),
    ({"input": {"amount": {"type": "integer"}, "to": {"type": "array"}}}, True),
    ({"input": {"flags.force": {"type": "number"}}}, False), ({"input": {"limit": {"contains": "1"}}}, True),
    ({"permission_mode": "plan"}, None), ({"permission_mode": "plan", "tool": "Bash"}, False),
    ({"unless": {"destinations": "*@corp.example"}}, True), ({"unless": {"tool": "*"}}, False),
    ({"unless": {"permission_mode": "plan"}}, None),
])
def test_what_holds(when: dict[str, Any], held: bool | None) -> None:
    (one,) = good([rule("ask", when)], LEVELS)
    assert holds(one["when"], CALL.get) is held


@pytest.mark.parametrize(("rules", "decision", "id"), [
    ([], None, None),
    ([rule("deny", {"tool": "Bash"})], None, None),
    # Forbidden comes first, whatever the priority of what would let it pass.
    ([rule("pass", {"tags": "external"}, priority=99), rule("deny", {"tool": "*send*"})], "deny", "deny"),
    # A person's pass beats what stands below it.
    ([rule("ask", {"signals": "drift_detected"}, priority=-100), rule("pass", {"tool": "*"})], "pass", "pass"),
    # Within one priority: compositional, defer, context deny, step-up, baseline.
    ([rule("deny", {"context_level": {"min": "INTERNAL"}}), rule("ask", {"signals": "drift_detected"})], "ask", "ask"),
    ([rule("deny", {"context_level": {"min": "INTERNAL"}}), rule("defer", {"tags": "external"})], "defer", "defer"),
    ([rule("ask", {"tags": "external"}), rule("deny", {"context_level": {"min": "INTERNAL"}})], "deny", "deny"),
    ([rule("pass", {"tags": "external"}), rule("redact", {"tool": "*"})], "redact", "redact"),
    # Missing context defers, but only where it would have mattered.
    ([rule("deny", {"permission_mode": "plan"})], "defer", "deny"),
    ([rule("deny", {"permission_mode": "plan", "tool": "Bash"})], None, None),
    ([rule("pass", {"permission_mode": "plan"})], None, None),
    # A contradiction on one priority defers; on two the higher wins.
    ([rule("pass", {"tags": "external"}), rule("deny", {"used": "*"})], "defer", "deny"),
    ([rule("pass", {"tags": "external"}, priority=1), rule("deny", {"used": "*"})], "pass", "pass"),
    # Order in the list decides between equals.
    ([rule("ask", {"tags": "external"}, id="one"), rule("ask", {"tool": "*"}, id="two")], "ask", "one"),
    # The last of an id replaces the one before, in its place.
    ([rule("deny", {"used": "*"}, id="x"), rule("ask", {"used": "*"}, id="x")], "ask", "x"),
])
def test_which_rule_decides(rules: list[Any], decision: str | None, id: str | None) -> None:
    found = decide(good(rules, LEVELS), CALL.get)
    assert (found.decision, found.id) == (decision, id) if found else decision is None


def test_every_rule_that_held_is_named() -> None:
    found = decide(good([rule("ask", {"tool": "*"}, id="b"), rule("deny", {"tool": "*"}, id="a")], LEVELS), CALL.get)
    assert found is not None and found.matched == ["a", "b"]


def test_unless_counts_for_the_stage() -> None:
    assert stage_of(rule("deny", {"tool": "*"})) == 0
    assert stage_of(rule("deny", {"tool": "*", "unless": {"intent": "release"}})) == 3


def test_reach() -> None:
    assert reach({"a.b": 1}, "a.b") == 1
    assert reach({"a": [{"b": 2}]}, "a.0.b") == 2
    assert reach({"a": 1}, "a.b") is MISSING


CONDITIONS = st.fixed_dictionaries({}, optional={
    "tool": st.sampled_from(["*", "Bash", "mcp__*"]), "tags": st.sampled_from(["external", "consequential"]),
    "permission_mode": st.just("plan"), "chain_length": st.just({"min": 3}), "signals": st.just("drift_detected")})
RULE = st.builds(lambda d, w, p, i: rule(d, w, priority=p, id=f"r{i}"), st.sampled_from(DECISIONS), CONDITIONS,
                 st.integers(-1, 1), st.integers(0, 99))


@given(st.lists(RULE, max_size=6))
def test_the_same_context_gives_the_same_decision_and_forbidden_always_denies(rules: list[Any]) -> None:
    kept = good(rules, LEVELS)
    first, second = decide(kept, CALL.get), decide(kept, CALL.get)
    assert (first is None) == (second is None)
    if first and second:
        assert (first.decision, first.id, first.matched) == (second.decision, second.id, second.matched)
    if any(stage_of(one) == 0 and holds(one["when"], CALL.get) for one in kept):
        assert first is not None and first.decision == "deny"
