"""The evaluation context of a session in AARM's field names, of its state and its ledger rows.

Law: a pure function; what it says of older actions, their number, tools, levels and signals, no window takes away.

Cannot see: actions of tools that fire no hook.
"""

from __future__ import annotations

from guards import CLASSIFICATIONS
from guards.context import SIGNALS, count_chain, find_sequence, find_signals, read_time
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


def build_context(session: str, state: Row, rows: Iterable[Row], settings: Row) -> Row:
    """The evaluation context: `rows` are all of the session's, oldest first."""
    total = sum_rows(rows, settings)
    most = int((settings.get("context") or {}).get("max_action_history", 100))
    actions, count = list(total["actions"].values())[-most:], total["count"]
    began, last, raised = total["first"], total["last"], total["signals"]
    seconds = read_time(last) - read_time(began) if began else 0.0
    names = settings.get("classification_levels") or CLASSIFICATIONS
    asked = [state.get("context.request"), *(state.get("context.later") or ())]
    requests = [write_request(one, settings) if one else None for one in asked]
    return {
        "session_id": session,
        "started_at": began,
        "original_request": requests[0],
        "later_requests": requests[1:],
        "action_history": actions,
        "summarized_actions": count - len(actions),
        "accumulated_state": {
            "data_classifications_accessed": [one for one in names if one in total["levels"]],
            "highest_classification": rename_class(
                CLASSIFICATIONS[state.get("level", 0)], settings
            ),
            "tools_used": list(total["tools"]),
            "entities_accessed": list(total["entities"])[-ENTITIES:],
            "action_count": count,
            "chain_length": count_chain(state) - 1,
            "semantic_distance": total["distance"],
            "summary": total["summary"],
            "contamination": total["contamination"],
        },
        "risk_signals": {
            **{name: name in raised for name in (*SIGNALS, "chain_length_warning")},
            "details": raised,
        },
        "time": {
            "last_event_at": last,
            "elapsed_seconds": seconds,
            "actions_per_minute": round(60 * count / seconds, 2) if seconds >= 1 else None,
            "prompts": state.get("prompts", 0),
        },
    }


def write_request(request: Row, settings: Row) -> Row:
    chosen = settings.get("request") or {}
    expected = {"expected_scope": [], "expected_classification": "PUBLIC", **chosen}
    kept = {"text": request["text"], "entities": request["entities"]}
    return {**kept, "intent_classification": request["intent"], **expected}


def rename_class(name: str | None, settings: Row) -> str:
    """The name of a classification on a row, as the settings call it; the lowest where a row has none."""
    names = settings.get("classification_levels") or CLASSIFICATIONS
    index = CLASSIFICATIONS.index(name) if name in CLASSIFICATIONS else 0
    return str(names[min(index, len(names) - 1)])


def sum_rows(rows: Iterable[Row], settings: Row) -> Row:
    """What the rows add up to; the last actions whole, older ones as a summary."""
    chosen = settings.get("context") or {}
    most, ways = int(chosen.get("max_action_history", 100)), chosen.get("summarization") or {}
    trigger, keep = min(most, int(ways.get("trigger_at", 50))), int(ways.get("keep_recent", 20))
    total: Row = dict.fromkeys(("distance", "summary", "contamination"))
    total.update(
        first="", last="", count=0, actions={}, levels={}, tools={}, entities={}, signals={}
    )
    recent: list[Row] = []
    for row in rows:
        event, id = row.get("event"), row.get("action_id") or f"#{row.get('seq')}"
        total["last"] = row.get("ts") or total["last"]
        total["first"] = total["first"] or total["last"]
        total["contamination"] = row.get("contamination", total["contamination"])
        total["distance"] = row.get("semantic_distance", total["distance"])
        for name in row.get("risk_signals", ()):
            known = total["signals"].setdefault(name, {"count": 0})
            known.update(count=known["count"] + 1, last_action=total["count"])
        if event == "PreToolUse":
            action = total["actions"][id] = start_action(row)
            recent.append(action)
            total["count"] += 1
            total["tools"][action["tool"]] = True
            total["entities"].update(dict.fromkeys(list_entities(row.get("parameters"))))
            if ways.get("enabled", True) and len(recent) > trigger:
                gone, recent = recent[: len(recent) - keep], recent[len(recent) - keep :]
                total["summary"] = add_summary(total["summary"], gone)
            if len(total["actions"]) > most + 1:
                del total["actions"][next(iter(total["actions"]))]
        elif event in OUTCOMES:
            level = rename_class(row.get("data_classification"), settings)
            total["levels"][level] = True
            action = total["actions"].get(id, {})
            action.update(outcome=OUTCOMES[event], completed_at=total["last"])
            action.update(result_summary=row.get("result_summary", ""), data_classification=level)
    return total


def start_action(row: Row) -> Row:
    """An action before its result."""
    names = ("action_id", "agent_id", "tool", "parameters", "semantic_distance", "risk_signals")
    action: Row = {name: row.get(name, "") for name in names}
    action["operation"] = row.get("operation") or str(action["tool"]).rpartition("__")[2]
    action["decision"] = row.get("decision", "pass")
    action.update(timestamp=row.get("ts", ""), outcome=UNFINISHED.get(action["decision"], "open"))
    return {**action, "result_summary": "", "data_classification": None}


def add_summary(old: Row | None, gone: list[Row]) -> Row:
    """The summary of older actions with some more."""
    new = old or {"count": 0, "tools": {}, "levels": {}, "outcomes": {}, "operations": []}
    for action in gone:
        level = action["data_classification"] or CLASSIFICATIONS[0]
        counted = (("tools", action["tool"]), ("outcomes", action["outcome"]), ("levels", level))
        for key, value in counted:
            new[key][value] = new[key].get(value, 0) + 1
    new["count"] += len(gone)
    new["operations"] = [*new["operations"], *(one["operation"] for one in gone)][-OPERATIONS:]
    return {**new, "until": gone[-1]["timestamp"]}


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
    """The signals that this call raises, as far as they can be known before its row is written."""
    event, state, distance = moment.event, moment.state, None
    if state.get("drift.request"):
        distance = measure_distance(state, event.tool, event.input)
    row: Row = {"event": event.name, "ts": format_time(moment.world.now), "tool": event.tool}
    row.update(operation=moment.call.operation, sequence=look_sequence(moment))
    return find_signals(state, {**row, "semantic_distance": distance}, moment.settings)


def look_sequence(moment: Moment) -> list[str]:
    """The unusual sequence that this call completes, [] for none."""
    found = find_sequence(moment.event, moment.call, moment.state)
    return [found] if found else []


def look_memory(moment: Moment) -> list[Row]:
    """The rows of this session's memory."""
    from hooks._stores.memory import Memory

    return Memory(moment.world, moment.event.session).rows
