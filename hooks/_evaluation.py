"""The evaluation context: everything on record about a session in AARM's field names, from its fields and ledger rows.

Pure; what `guardctl context` prints and a session's receipt holds.
"""
from __future__ import annotations

from guards import CALL, FAILURE, RESULT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from guards import Settings

SIGNALS = tuple("""scope_expansion classification_escalation unusual_sequence drift_detected velocity_anomaly
    chain_length_exceeded""".split())
ENDED = {RESULT: "done", FAILURE: "failed"}
UNFINISHED = {"pass": "open", "ask": "asked", "deny": "denied"}


def context(session_id: str, fields: Mapping[str, Any], rows: Iterable[Mapping[str, object]], settings: Settings,
            history: int | None = None) -> dict[str, Any]:
    """The evaluation context.  `history` bounds the actions shown (default: `context.max_action_history`)."""
    state = fields.get("context") or {}
    most = int(settings.context.get("max_action_history", 100)) if history is None else history
    actions, totals = _actions(rows, state, most)
    requests = state.get("requests") or []
    return {
        "session_id": session_id,
        "started_at": totals["first"],
        "original_request": _request(requests[0], settings) if requests else None,
        "later_requests": [_request(one, settings) for one in requests[1:]],
        "action_history": actions,
        "summarized_actions": max(0, int(state.get("count", 0)) - len(actions)),
        "accumulated_state": _accumulated(fields, state, totals, settings),
        "risk_signals": _signals(state),
        "time": _time(state, totals),
    }


def _request(one: Mapping[str, object], settings: Settings) -> dict[str, object]:
    return {"prompt_id": one.get("prompt_id", ""), "text": one.get("text", ""),
            "intent_classification": one.get("intent", "unknown"), "entities": one.get("entities", []),
            "expected_scope": settings.request.get("expected_scope", []),
            "expected_classification": settings.request.get("expected_classification", "")}


def _actions(rows: Iterable[Mapping[str, Any]], state: Mapping[str, Any],
             most: int) -> tuple[list[Any], dict[str, object]]:
    """(the last `most` actions, what all rows add up to)."""
    shown: dict[str, dict[str, object]] = {}
    totals: dict[str, Any] = {"first": None, "last": None, "levels": {}, "semantic_distance": None, "drift_score": None,
                              "contamination": None, "masked": 0}
    for place, row in enumerate(rows):
        totals["first"] = totals["first"] or row.get("ts")
        totals["last"] = row.get("ts")
        for name in ("semantic_distance", "drift_score", "contamination"):
            if row.get(name) is not None:
                totals[name] = row[name]
        if row.get("level") == ["none", "none"] and not row.get("agent_id"):
            totals["contamination"] = None      # a person released it
        totals["masked"] += bool(row.get("masked"))
        event = row.get("event")
        key = row.get("action_id") or f"#{place}"
        if event == CALL:
            shown[key] = _action(row)
            if len(shown) > most + 1:
                del shown[next(iter(shown))]
        elif event in ENDED:
            totals["levels"][row.get("data_classification")] = True
            if key in shown:
                _end(shown[key], row)
    outcomes = {entry[0]: entry[5] for entry in (state.get("actions") or {}).values() if entry[0]}
    for key, action in shown.items():
        action["outcome"] = outcomes.get(key, action["outcome"])
    return (list(shown.values())[-most:] if most else []), totals


def _action(row: Mapping[str, object]) -> dict[str, object]:
    return {"action_id": row.get("action_id", ""), "timestamp": row.get("ts"), "agent_id": row.get("agent_id", ""),
            "tool": row.get("tool", ""), "operation": row.get("operation", ""), "parameters": row.get("parameters"),
            "result_summary": "", "data_classification": row.get("data_classification"),
            "semantic_distance": row.get("semantic_distance"),
            "decision": row.get("decision"), "outcome": UNFINISHED.get(str(row.get("decision")), "open")}


def _end(action: dict[str, object], row: Mapping[str, object]) -> None:
    action["result_summary"] = row.get("result_summary", "")
    action["data_classification"] = row.get("data_classification")
    action["outcome"] = ENDED[str(row.get("event"))]
    action["completed_at"] = row.get("ts")


def _accumulated(fields: Mapping[str, object], state: Mapping[str, Any], totals: Mapping[str, object],
                 settings: Settings) -> dict[str, object]:
    words = settings.classification_levels
    seen = sorted(int(level) for level in state.get("levels") or {})
    highest = int(state.get("level", 0))
    found = {
        "data_classifications_accessed": [words[min(level, len(words) - 1)] for level in seen],
        "highest_classification": words[min(highest, len(words) - 1)],
        "results_masked": totals["masked"],
        "tools_used": list(state.get("tools") or ()),
        "entities_accessed": list(state.get("entities") or ()),
        "action_count": int(state.get("count", 0)),
        "chain_length": int(state.get("chain", 0)),
        "semantic_distance": totals["semantic_distance"],
        "drift_score": totals["drift_score"],
        "summary": state.get("older"),
    }
    if totals["contamination"] is not None:
        found["contamination"] = totals["contamination"]
    return found


def _signals(state: Mapping[str, Any]) -> dict[str, object]:
    counted = state.get("signals") or {}
    found: dict[str, object] = {name: name in counted for name in SIGNALS}
    found["details"] = {name: {"count": n, "last_action": last} for name, (n, last) in counted.items()}
    return found


def _time(state: Mapping[str, Any], totals: Mapping[str, object]) -> dict[str, object]:
    since, last = float(state.get("since", 0.0)), float((state.get("pace") or {}).get("last", 0.0))
    elapsed = round(max(0.0, last - since), 3) if last else 0.0
    count = int(state.get("count", 0))
    return {"last_event_at": totals["last"], "elapsed_seconds": elapsed,
            "actions_per_minute": round(60 * count / elapsed, 2) if elapsed >= 1 else None,
            "prompts": int(state.get("prompts", 0))}
