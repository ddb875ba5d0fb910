"""The evaluation context in AARM's field names."""
from __future__ import annotations

from typing import Any

from guards import Settings
from hooks._evaluation import SIGNALS, context


def row(event: str, id: str = "", **more: Any) -> dict[str, Any]:
    return {"ts": more.pop("ts", "2026-11-21T09:00:00Z"), "event": event, "action_id": id, "tool": "Read", "operation": "read",
            "parameters": {"file_path": "a"}, "data_classification": "PUBLIC", "result_summary": "", "decision": "pass", **more}


STATE = {"since": 100.0, "prompts": 2, "count": 3, "chain": 1, "level": 2, "levels": {"2": 1, "0": 1},
         "tools": {"Read": 3}, "entities": ["a"], "pace": {"last": 160.0},
         "signals": {"scope_expansion": [2, 3], "guards_tampering": [1, 1]},
         "requests": [{"prompt_id": "p", "at": 100.0, "text": "fix it", "intent": "debugging", "entities": []},
                      {"prompt_id": "q", "at": 120.0, "text": "and test it", "intent": "testing", "entities": []}],
         "actions": {"1": ["a", 101.0, "Read", "read", 2, "done", ""], "3": ["c", 103.0, "Read", "read", 0, "declined", ""]},
         "trail": {}}
ROWS = [row("UserPromptSubmit"), row("PreToolUse", "a"),
        row("PostToolUse", "a", data_classification="CONFIDENTIAL", result_summary="ok"),
        row("PreToolUse", "b", decision="deny", semantic_distance=0.4, contamination={"level": "internal"}),
        row("PreToolUse", "c", decision="ask"), row("PreToolUse", "d"), row("PostToolUseFailure", "d", ts="2026-11-21T09:01:00Z")]


def test_an_empty_session() -> None:
    found = context("s", {}, [], Settings())
    assert found["original_request"] is None and found["action_history"] == [] and found["started_at"] is None
    assert found["accumulated_state"]["action_count"] == 0 and not any(found["risk_signals"][name] for name in SIGNALS)


def test_fields() -> None:
    found = context("s", {"context": STATE}, ROWS, Settings())
    assert set(found) == {"session_id", "started_at", "original_request", "later_requests", "action_history",
                          "summarized_actions", "accumulated_state", "risk_signals", "time"}
    assert found["original_request"] == {
        "prompt_id": "p", "text": "fix it", "intent_classification": "debugging", "entities": [], "expected_scope": [],
        "expected_classification": "PUBLIC"}
    assert [r["text"] for r in found["later_requests"]] == ["and test it"]
    assert found["accumulated_state"]["data_classifications_accessed"] == ["PUBLIC", "INTERNAL"]
    assert found["accumulated_state"]["highest_classification"] == "INTERNAL"
    assert found["accumulated_state"]["semantic_distance"] == 0.4
    assert found["accumulated_state"]["contamination"] == {"level": "internal"}
    assert found["risk_signals"]["scope_expansion"] is True and found["risk_signals"]["drift_detected"] is False
    assert found["risk_signals"]["details"]["scope_expansion"] == {"count": 2, "last_action": 3}
    assert found["time"] == {"last_event_at": "2026-11-21T09:01:00Z", "elapsed_seconds": 60.0, "actions_per_minute": 3.0,
                             "prompts": 2}


def test_actions_are_completed_by_their_results() -> None:
    actions = context("s", {"context": STATE}, ROWS, Settings())["action_history"]
    assert [(a["action_id"], a["outcome"], a["data_classification"]) for a in actions] == [
        ("a", "done", "CONFIDENTIAL"), ("b", "denied", "PUBLIC"), ("c", "declined", "PUBLIC"),
        ("d", "failed", "PUBLIC")]
    assert actions[0]["result_summary"] == "ok" and actions[0]["completed_at"]


def test_the_history_is_bounded_by_the_newest() -> None:
    rows = [row("PreToolUse", str(i)) for i in range(500)]
    found = context("s", {"context": {**STATE, "count": 500, "actions": {}}}, rows, Settings())
    assert len(found["action_history"]) == 100 and found["action_history"][-1]["action_id"] == "499"
    assert found["summarized_actions"] == 400
    assert context("s", {}, rows, Settings(), history=0)["action_history"] == []
