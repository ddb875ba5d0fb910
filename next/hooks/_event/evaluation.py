"""The evaluation context of a session in AARM's field names, of its state and its ledger rows.

Law: a pure function; what it says of older actions, their number, tools, levels and signals, no window takes away.

Cannot see: actions of tools that fire no hook.
"""

from __future__ import annotations

from datetime import datetime

from guards import CLASSIFICATIONS
from guards.context import SIGNALS, count_chain, find_sequence, find_signals
from guards.drift import measure_distance
from hooks._stores.world import format_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from hooks._event import Moment

    Row = dict[str, Any]

OUTCOMES = {"PostToolUse": "done", "PostToolUseFailure": "failed"}
UNFINISHED = {"pass": "open", "ask": "asked", "deny": "denied"}
OPERATIONS, ENTITIES, NAME = 40, 100, 80  # kept of a summary; characters of an entity
# Arguments that name a person, a mailbox, an account, a file, an address.
NAMING = frozenset(
    """account accounts attendees assignee author bcc calendar cc client contact contacts customer email emails
    file_path from host invitees mailbox member members owner participants path people person recipient recipients
    repo repository sender to url user user_id username users""".split()
)
ACTION = "action_id agent_id tool parameters semantic_distance risk_signals".split()


def read_time(text: str) -> float:
    """Seconds since the epoch of a row's `ts`."""
    return datetime.fromisoformat(text[:19] + "+00:00").timestamp()


def build_context(session: str, state: Row, rows: Iterable[Row], settings: Row) -> Row:
    """The evaluation context: `rows` are all of the session's, oldest first."""
    names, most = settings["classification_levels"], settings["context"]["max_action_history"]
    actions: dict[str, Row] = {}
    signals: dict[str, Row] = {}
    last: Row = {}
    levels, began, ended = set(), "", ""
    for row in rows:
        event, id = row.get("event"), row.get("action_id") or f"#{row.get('seq')}"
        ended = row.get("ts") or ended
        began = began or ended
        last.update(row)
        for name in row.get("risk_signals", ()):
            count = signals.get(name, {}).get("count", 0) + 1
            signals[name] = {"count": count, "last_action": len(actions)}
        if event == "PreToolUse":
            actions[id] = start_action(row)
        elif event in OUTCOMES:
            level = rename_class(row.get("data_classification"), names)
            levels.add(level)
            done = {"outcome": OUTCOMES[event], "completed_at": ended}
            done.update(result_summary=row.get("result_summary", ""), data_classification=level)
            actions.get(id, {}).update(done)
    every, seconds = list(actions.values()), read_time(ended) - read_time(began) if began else 0
    entities = dict.fromkeys(name for one in every for name in list_entities(one["parameters"]))
    asked = [state.get("context.request"), *state.get("context.later", ())]
    requests = [one and write_request(one, settings["request"]) for one in asked]
    return {
        "session_id": session,
        "started_at": began,
        "original_request": requests[0],
        "later_requests": requests[1:],
        "action_history": every[-most:],
        "summarized_actions": max(0, len(every) - most),
        "accumulated_state": {
            "data_classifications_accessed": [one for one in names if one in levels],
            "highest_classification": rename_class(CLASSIFICATIONS[state.get("level", 0)], names),
            "tools_used": list(dict.fromkeys(one["tool"] for one in every)),
            "entities_accessed": list(entities)[-ENTITIES:],
            "action_count": len(every),
            "chain_length": count_chain(state) - 1,
            "semantic_distance": last.get("semantic_distance"),
            "summary": sum_actions(every, settings["context"]["summarization"], most),
            "contamination": last.get("contamination"),
        },
        "risk_signals": {**{name: name in signals for name in SIGNALS}, "details": signals},
        "time": {
            "last_event_at": ended,
            "elapsed_seconds": seconds,
            "actions_per_minute": round(60 * len(every) / seconds, 2) if seconds >= 1 else None,
            "prompts": state.get("prompts", 0),
        },
    }


def write_request(request: Row, expected: Row) -> Row:
    kept = {"text": request["text"], "entities": request["entities"]}
    return {**kept, "intent_classification": request["intent"], **expected}


def rename_class(name: str | None, names: list[str]) -> str:
    """The name of a classification on a row, as the settings call it; the lowest where a row has none."""
    index = CLASSIFICATIONS.index(name) if name in CLASSIFICATIONS else 0
    return str(names[min(index, len(names) - 1)])


def start_action(row: Row) -> Row:
    """An action before its result."""
    action: Row = {name: row.get(name, "") for name in ACTION}
    action["operation"] = row.get("operation") or str(action["tool"]).rpartition("__")[2]
    action["decision"] = row.get("decision", "pass")
    action.update(timestamp=row.get("ts", ""), outcome=UNFINISHED.get(action["decision"], "open"))
    return {**action, "result_summary": "", "data_classification": None}


def sum_actions(actions: list[Row], ways: Row, most: int) -> Row | None:
    """The summary of the older actions, from `trigger_at` actions on."""
    if not ways["enabled"] or len(actions) <= min(most, ways["trigger_at"]):
        return None
    gone = actions[: len(actions) - ways["keep_recent"]]
    total: Row = {"count": len(gone), "tools": {}, "outcomes": {}, "levels": {}}
    for one in gone:
        level = one["data_classification"] or CLASSIFICATIONS[0]
        for key, value in (("tools", one["tool"]), ("outcomes", one["outcome"]), ("levels", level)):
            total[key][value] = total[key].get(value, 0) + 1
    total["operations"] = [one["operation"] for one in gone[-OPERATIONS:]]
    return {**total, "until": gone[-1]["timestamp"] if gone else ""}


def list_entities(given: Any) -> list[str]:
    """Whom and what the recorded arguments of an action name; personal data stands there masked."""
    found = []
    for key, value in given.items() if isinstance(given, dict) else ():
        for one in (value if isinstance(value, list) else [value]) if key in NAMING else ():
            if isinstance(one, dict):
                one = one.get("email") or one.get("name") or one.get("id")
            if isinstance(one, str) and 0 < len(one) <= NAME:
                found.append(one)
    return found


def look_signals(moment: Moment) -> list[str]:
    """The signals that this call raises, as far as its row is known before it is written, and its sequence."""
    event, state = moment.event, moment.state
    row: Row = {"event": event.name, "ts": format_time(moment.world.now), "tool": event.tool}
    row.update(operation=moment.call.operation, sequence=find_sequence(event, moment.call, state))
    row["semantic_distance"] = measure_distance(state, event.tool, event.input)
    signals = find_signals(state, row, moment.settings)
    return [*signals, row["sequence"]] if row["sequence"] else signals


def look_memory(moment: Moment) -> list[Row]:
    """The rows of this session's memory."""
    from hooks._stores.memory import read_memory

    return read_memory(moment.world, moment.event.session)[0]
