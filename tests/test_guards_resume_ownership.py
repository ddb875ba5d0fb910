"""Rows of tests/cases/resume_ownership.jsonl: silent first, then pass, advise, ask, deny."""
import json
from pathlib import Path

import pytest

from guards import ASK, DENY, EFFECTS, PASS, Event, Session, Settings
from guards.resume_ownership import claims, judge, requires
from tests.scripts import ROOT
from tests.spelled import facts, spelling

CASES = [json.loads(line) for line in
         (Path(__file__).parent / "cases/resume_ownership.jsonl").read_text("utf-8").splitlines()]
DISPATCH = "mcp__kitchen__dispatch_food_truck"


def settings(strict=False):
    given = Settings()
    given.strict = strict
    given.known_tools = [(pattern, tags) for pattern, tags in json.loads((ROOT / "hook_registry.json").read_text())["tools"]]
    return given


def situation(case):
    """The event with the facts that the shell would have looked up, the session, the settings."""
    given = settings(case.get("strict", False))
    event = Event("PreToolUse", "me", tool=case["tool"], input=case["input"])
    session = Session("me", {"shell": {"parents": case.get("parents", [])}})
    found = {"kitchen": case.get("kitchen", [])}
    for name in map(spelling, requires(event, session, given)):
        if name.startswith("provenance:") and not case.get("broken"):
            id = name.partition(":")[2]
            found[name] = {"rows": [row for row in case.get("rows", []) if row["session_id"].startswith(id)],
                           "others": [other for other in case.get("others", []) if other.startswith(id)],
                           "tops": [top for top in case.get("tops", []) if top.startswith(id)]}
    found.update({name: case[name] for name in ("live", "kitchen_hint") if name in case})
    return event.with_(facts=facts(found)), session, given


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['expect']}: {case['why']}")
def test_case(case):
    verdict = judge(*situation(case))
    expected = {"silent": PASS, "pass": PASS, "advise": PASS, "ask": ASK, "deny": DENY}[case["expect"]]
    assert (EFFECTS[verdict.effect], verdict.rule or next((why for _, why in verdict.excused), None)) == (EFFECTS[expected], case.get("rule"))
    assert bool(verdict.context) == (case["expect"] == "advise")
    assert bool(verdict.reason) == (case["expect"] in ("ask", "deny"))
    if verdict.reason:
        assert verdict.reason.startswith("resume_ownership: ") and verdict.more and "\n" not in verdict.reason + verdict.more


def test_a_deny_ends_with_the_way_out():
    said = {case["rule"]: judge(*situation(case)) for case in CASES if case["expect"] == "deny"}
    more = said["resume.layer"].more
    assert "dispatch afresh without resume_session_id" in more or "start a new session" in more
    assert said["resume.not-owner"].way[0] == "handover" and "same kitchen" in said["resume.not-owner"].more


def test_a_deny_speaks_the_orchestrators_words_and_names_both_sides():
    said = {case["why"]: judge(*situation(case)).more for case in CASES if case["expect"] == "deny"}
    assert "not a food truck" in said["upstream: a session that is no food truck"]
    reason = said["upstream: neither caller nor kitchen"]
    assert "not owned" in reason and "caller='owner-caller', kitchen='owner-kitchen'; here caller='me', kitchen='wrong'" in reason


def test_what_upstream_passes_in_silence_is_a_short_notice():
    for case in CASES:
        verdict = judge(*situation(case))
        assert len(verdict.notice) <= 120, verdict.notice


@pytest.mark.parametrize("tool, field", [("mcp__x__launch", "go_on"), ("plain", "go_on")])
def test_a_dispatcher_of_ones_own(tool, field):
    given = settings()
    given.tools = [("mcp__x__*", {"dispatcher": True, "resume": field}), ("plain", {"resume": field})]
    assert [c.id for c in claims(Event("PreToolUse", "me", tool=tool, input={field: "a"}), given)] == ["a"]


def test_a_dispatcher_that_is_none():
    given = settings()
    given.tools = [("mcp__*__dispatch_food_truck", {"dispatcher": False})]
    assert claims(Event("PreToolUse", "me", tool=DISPATCH, input={"resume_session_id": "a"}), given) == []
