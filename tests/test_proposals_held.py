"""What the proposals ask of the accumulator, of ownership and of memory, in words that no other test has: each row was
written from the proposal's sentence alone and played once before a line of code was looked at for it."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from guards import Settings
from hooks._stores import memory
from hooks._stores.world import World
from tests.scripts import Answer, Scripts
from tests.test_hooks_guardctl import guardctl

TRUCK = "mcp__line__dispatch_food_truck"


def text(words: str) -> list[dict[str, str]]:
    return [{"type": "text", "text": words}]


def accumulated(scripts: Scripts) -> dict[str, Any]:
    """Three calls for a garden, one of them in a customers' list."""
    scripts.fire("UserPromptSubmit", prompt="Plan the planting of the Vesterholm garden for Marit")
    scripts.call("mcp__crm__find", {"customer": "Vesterholm", "limit": 3}, text("Vesterholm: forty metres of hedge, pays in June"))
    scripts.call("mcp__weather__forecast", {"place": "Molde"}, text("Rain until Thursday"))
    scripts.call("Bash", {"command": "ls beds"}, {"stdout": "north.md\nsouth.md\n", "stderr": ""})
    found: dict[str, Any] = json.loads(guardctl(scripts, "context", "s", "--json").stdout)
    return found


ACCUMULATOR = {
    "the request as it was typed": lambda c: c["original_request"]["text"].startswith("Plan the planting of the Vesterholm"),
    "who and what it names": lambda c: "Vesterholm" in c["original_request"]["entities"],
    "an intent": lambda c: bool(c["original_request"]["intent_classification"]),
    "the session": lambda c: c["session_id"] == "s" and bool(c["started_at"]),
    "an action a call, in order": lambda c: [one["tool"] for one in c["action_history"]] == ["mcp__crm__find", "mcp__weather__forecast", "Bash"],
    "the operation": lambda c: [one["operation"] for one in c["action_history"]][:2] == ["find", "forecast"],
    "the parameters": lambda c: c["action_history"][0]["parameters"] == {"customer": "Vesterholm", "limit": 3},
    "what came back, in short": lambda c: "forty metres of hedge" in c["action_history"][0]["result_summary"],
    "an id and a time": lambda c: all(one["action_id"] and one["timestamp"] for one in c["action_history"]),
    "what kind of data": lambda c: c["action_history"][0]["data_classification"] == "INTERNAL",
    "public data is public": lambda c: c["action_history"][1]["data_classification"] == "PUBLIC",
    "the highest kind stays": lambda c: "INTERNAL" in c["accumulated_state"]["data_classifications_accessed"],
    "the tools": lambda c: set(c["accumulated_state"]["tools_used"]) == {"mcp__crm__find", "mcp__weather__forecast", "Bash"},
    "the customer as an entity": lambda c: "Vesterholm" in c["accumulated_state"]["entities_accessed"],
    "how many": lambda c: c["accumulated_state"]["action_count"] == 3,
    "how far each is": lambda c: all(0 <= one["semantic_distance"] <= 1 for one in c["action_history"]),
    "far is farther": lambda c: c["action_history"][0]["semantic_distance"] < c["action_history"][1]["semantic_distance"],
    "six signals": lambda c: {"scope_expansion", "classification_escalation", "unusual_sequence", "drift_detected", "velocity_anomaly",
                              "chain_length_exceeded"} <= set(c["risk_signals"]),
    "pace": lambda c: c["time"]["elapsed_seconds"] >= 0 and "actions_per_minute" in c["time"],
    "no alarm in ordinary work": lambda c: not c["risk_signals"]["drift_detected"] and not c["risk_signals"]["chain_length_exceeded"],
}


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    project = tmp_path_factory.mktemp("garden") / "p"
    project.mkdir()
    return accumulated(Scripts(project))


@pytest.mark.parametrize("row", ACCUMULATOR)
def test_the_accumulator_holds(context: dict[str, Any], row: str) -> None:
    assert ACCUMULATOR[row](context), context


def launch(scripts: Scripts, who: str, child: str, **given: str) -> None:
    answer = json.dumps({"result": json.dumps({"success": True, "dispatched_session_id": child, "dispatch_id": f"d-{child}"})})
    scripts.call(TRUCK, {"recipe": "prune", **given}, answer, session=who)


def resume(scripts: Scripts, who: str, child: str, **given: str) -> Answer:
    scripts.calls += 1
    return scripts.fire("PreToolUse", session_id=who, tool_name=TRUCK, tool_use_id=f"r{scripts.calls}",
                        tool_input={"recipe": "prune", "resume_session_id": child, **given})


RESUMES = [     # who, whose child, what the call says beside, the answer
    ("gardener-1", "hedge-77", {}, "pass"),
    ("successor-2", "hedge-77", {"kitchen_id": "shed"}, "pass"),
    ("gardener-1", "never-heard-of", {}, "pass"),
    ("passer-by", "", {}, "pass"),
    ("passer-by", "hedge-77", {}, "deny"),
    ("passer-by", "hedge-77", {"kitchen_id": "another-shed"}, "deny"),
    ("gardener-1", "gardener-1", {}, "deny"),
    ("gardener-1", "passer-by", {}, "deny"),
    ("passer-by", "hedge-7", {}, "deny"),
]


@pytest.fixture(scope="module")
def yard(tmp_path_factory: pytest.TempPathFactory) -> Scripts:
    project = tmp_path_factory.mktemp("yard") / "p"
    project.mkdir()
    scripts = Scripts(project)
    for who in ("gardener-1", "passer-by"):
        scripts.fire("SessionStart", session_id=who, source="startup")
        scripts.fire("UserPromptSubmit", session_id=who, prompt="Prune the hedges")
    launch(scripts, "gardener-1", "hedge-77", kitchen_id="shed", step_name="cut")
    return scripts


@pytest.mark.parametrize(("who", "child", "given", "answer"), RESUMES)
def test_who_may_go_on(yard: Scripts, who: str, child: str, given: dict[str, str], answer: str) -> None:
    said = resume(yard, who, child, **given)
    assert said.decision == answer, said.reason
    if child == "never-heard-of":
        assert said.context or said.message, "an unknown one passes, and it is said"
    if answer == "deny" and child == "hedge-77":
        assert "resume_ownership" in said.reason


def test_what_is_written_of_a_launch(yard: Scripts) -> None:
    [row] = [json.loads(line) for line in (yard.state / "session_provenance.jsonl").read_text().splitlines() if "hedge-77" in line][:1]
    assert {key: row[key] for key in ("session_id", "caller_session_id", "kitchen_id", "dispatch_id", "recipe_name", "step_name")} == {
        "session_id": "hedge-77", "caller_session_id": "gardener-1", "kitchen_id": "shed", "dispatch_id": "d-hedge-77",
        "recipe_name": "prune", "step_name": "cut"}
    assert row["timestamp"].startswith("20")


FOUND = {"synthesis_structured": {
    "consensus": "Plant the hornbeam in October", "weighted_confidence": 0.7, "key_claims": [{"claim": "The soil is chalk", "confidence": 0.8}, "Frost comes late"],
    "dissent": ["Beech is cheaper"], "open_questions": ["Who waters in May?"]}}


def asked(scripts: Scripts, **words: Any) -> dict[str, Any]:
    found: dict[str, Any] = memory.call(World(str(scripts.project), scripts.env), Settings(), {"session_id": "s", **words})
    return found


def kept(scripts: Scripts, **words: Any) -> list[tuple[str, str]]:
    return [(row["kind"], row["content"]) for row in asked(scripts, action="list", **words)["rows"]]


@pytest.fixture
def scripts(project: Path) -> Scripts:
    scripts = Scripts(project)
    scripts.call("mcp__council__coordinate", {"topic": "hedge"}, text(json.dumps(FOUND)))
    return scripts


def test_what_a_council_found_is_kept_by_its_kind(scripts: Scripts) -> None:
    assert sorted(kept(scripts)) == sorted([
        ("decision", "Plant the hornbeam in October"), ("fact", "The soil is chalk"), ("fact", "Frost comes late"),
        ("open_question", "DISSENT: Beech is cheaper"), ("open_question", "Who waters in May?")])


@pytest.mark.parametrize(("tool", "verdict", "stale"), [
    ("mcp__council__audit", {"passed": True, "overall": 0.95}, False), ("mcp__council__coordinate", {"passed": False}, False),
    ("mcp__council__audit", {"passed": False, "overall": 0.31}, True), ("mcp__council__tool_audit", {"passed": False, "overall": 0.1}, True)])
def test_an_audit_that_fails_makes_it_stale(scripts: Scripts, tool: str, verdict: dict[str, Any], stale: bool) -> None:
    told = scripts.call(tool, {"x": 1}, text(json.dumps(verdict)))
    assert (not kept(scripts)) == stale == ("session_memory_marked_stale: 5" in told.context)
    assert len(kept(scripts, include_stale=True)) == 5


@pytest.mark.parametrize(("given", "field"), [
    ({"topic": "and the beds?", "inject_session_memory": True}, "topic"), ({"prompt": "and the beds?", "inject_session_memory": True}, "prompt"),
    ({"topic": "and the beds?"}, ""), ({"topic": "and the beds?", "inject_session_memory": False}, "")])
def test_it_is_told_where_that_is_wished(scripts: Scripts, given: dict[str, Any], field: str) -> None:
    tool = "mcp__council__confer" if "prompt" in given else "mcp__council__coordinate"
    put = scripts.fire("PreToolUse", tool_name=tool, tool_input=given, tool_use_id="i").json.get("hookSpecificOutput", {}).get("updatedInput", {})
    assert ("The soil is chalk" in put.get(field, "")) == bool(field)
    assert not field or put[field].endswith("and the beds?")


@pytest.mark.parametrize(("words", "code"), [
    ({"action": "list", "session_id": ""}, "MISSING_SESSION_ID"), ({"action": "water"}, "BAD_ACTION"),
    ({"action": "add", "kind": "guess", "content": "x"}, "BAD_KIND"), ({"action": "add", "kind": "fact", "content": "\t"}, "EMPTY_CONTENT")])
def test_what_cannot_be_done_is_said_by_its_code(scripts: Scripts, words: dict[str, Any], code: str) -> None:
    assert asked(scripts, **words)["error_code"] == f"SESSION_MEMORY_{code}"


def test_marking_listing_and_clearing(scripts: Scripts) -> None:
    one = asked(scripts, action="add", kind="fact", content="Moles in the south bed", confidence=0.4)
    assert one["ok"] and ("fact", "Moles in the south bed") in kept(scripts)
    assert asked(scripts, action="mark_stale", ids=[one["id"]], reason="seen wrong") == {"ok": True, "count": 1}
    assert asked(scripts, action="mark_stale", kinds=["decision"])["count"] == 1
    assert {kind for kind, _ in kept(scripts)} == {"fact", "open_question"} and len(kept(scripts, limit=1)) == 1
    assert {kind for kind, _ in kept(scripts, kinds=["open_question"])} == {"open_question"}
    assert asked(scripts, action="clear")["ok"] and kept(scripts, include_stale=True) == []
