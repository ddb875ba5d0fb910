"""What a session's rows add up to: `state == fold(rows)`, one pure function for the live event and for a rebuild.

The state file is a cache.  It counts only where its `head` is the digest of the ledger's line that it names; a torn,
old or foreign one is rebuilt from the ledger.

Cannot see: a cache that somebody forged together with the right head; the level has the checkpoint against that.
"""

from __future__ import annotations

from guards import LEVELS
from hooks._stores import Fault, Lock, digest_bytes, measure_file, read_bytes, write_whole
from hooks._stores.checkpoint import Checkpoint
from hooks._stores.json import parse_json, write_json
from hooks._stores.ledger import (
    VALUES_MOST,
    append_row,
    append_values,
    evict_values,
    group_values,
    read_entries,
    read_rows,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from guards import Value
    from hooks._stores.ledger import Row, Session

    State = dict[str, Any]

WINDOW = 100  # actions that the state holds; the ledger holds all
# The keys that `fold` computes from ledger rows; all others change by ops alone.
CORE = frozenset("at calls head last level prompts seq size started window".split())
# What a window's action takes from its row: (key of the action, field of the row).
ACTION = (
    ("id", "action_id"),
    ("ts", "ts"),
    ("tool", "tool"),
    ("op", "operation"),
    ("decision", "decision"),
    ("seq", "seq"),
    ("agent", "agent_id"),
    ("distance", "semantic_distance"),
    ("signals", "risk_signals"),
)
RESULTS = {"PostToolUse": "ok", "PostToolUseFailure": "failed"}


def create_state() -> State:
    """The state of a session without a row."""
    return {
        "seq": 0,
        "head": "",
        "size": 0,
        "at": 0,
        "level": 0,
        "prompts": 0,
        "calls": 0,
        "window": [],
    }


def apply_op(state: State, op: list[Any] | tuple[Any, ...]) -> None:
    """Changes the state by one op (see guards.Lesson); one that does not fit what is there changes nothing."""
    kind, key, *rest = op
    old = state.get(key)
    if key in CORE and key != "level":
        return
    if kind == "set":
        state[key] = rest[0]
    elif kind == "max":
        state[key] = max(old, rest[0]) if isinstance(old, (int, float)) else rest[0]
    elif kind == "add":
        state[key] = (old if isinstance(old, (int, float)) else 0) + rest[0]
    elif kind == "push":
        kept = [*old, rest[0]] if isinstance(old, list) else [rest[0]]
        state[key] = kept[-rest[1] :]
    elif kind == "put":
        items = old if isinstance(old, dict) else {}
        items.pop(rest[0], None)
        items[rest[0]] = rest[1]
        while len(items) > rest[2]:
            del items[next(iter(items))]
        state[key] = items
    elif kind == "del":
        if not rest:
            state.pop(key, None)
        elif isinstance(old, dict):
            old.pop(rest[0], None)


def apply_entries(state: State, entries: Iterable[Row]) -> None:
    """Changes the state by what one event added to the values file."""
    for entry in entries:
        if "base" in entry:
            for key in [key for key in state if key not in CORE]:
                del state[key]
            state.update(entry["base"])
        for op in entry.get("ops", ()):
            apply_op(state, op)


def fold(state: State, row: Row, entries: Iterable[Row] = ()) -> State:
    """The state after one more ledger row and its entries.  Changes and returns `state`."""
    apply_entries(state, entries)
    state["seq"], state["last"] = row.get("seq", state["seq"] + 1), row.get("ts", "")
    state.setdefault("started", state["last"])
    levels = row.get("level")
    if levels and levels[-1] in LEVELS:
        state["level"] = LEVELS.index(levels[-1])
    event, window = row.get("event"), state["window"]
    if event == "UserPromptSubmit":
        state["prompts"] += 1
    elif event == "PreToolUse" or event in RESULTS:
        id = row.get("action_id")
        action = (
            next((one for one in reversed(window) if one.get("id") == id), None) if id else None
        )
        if event == "PreToolUse" or action is None:
            state["calls"] += 1
            action = {key: row[field] for key, field in ACTION if field in row}
            window.append(action)
            del window[:-WINDOW]
        if event in RESULTS:
            action["outcome"] = RESULTS[event]
            if "data_classification" in row:
                action["class"] = row["data_classification"]
    return state


def advance_state(state: State, line: bytes, end: int) -> None:
    """Takes a line that ends at the offset `end` as the ledger's last."""
    state["head"], state["at"], state["size"] = digest_bytes(line), end - len(line) - 1, end


def replay_rows(session: Session, state: State) -> State:
    """The state after all ledger rows behind it, as a rebuild (from `create_state()`) or as a catch-up reads them."""
    size, entries = state["size"], None
    for row, line in read_rows(session.ledger, size):
        size += len(line)
        if row is not None:
            if entries is None:
                entries = read_entries(session.values, state["seq"])
            fold(state, row, entries.get(row.get("seq", 0), ()))
        advance_state(state, line[:-1], size)
    return state


def load_state(session: Session, checkpoint: Checkpoint) -> tuple[State, str]:
    """The session's state, and what is wrong with its records ("" where nothing is).  Fault only for the lock.

    The caller holds the session's lock.
    """
    try:
        cached, values = _read_cache(session.cache)
        size, why = measure_file(session.ledger), ""
        if cached is not None and _is_line(session, cached):
            state = cached if size == cached["size"] else replay_rows(session, cached)
        else:
            why = "the ledger was changed" if cached is not None and cached["size"] else ""
            state = replay_rows(session, create_state())
        if measure_file(session.values) < values:
            why = "the values that the session has seen are gone"
        if not checkpoint.holds(session.ledger):
            why = "the ledger is gone, shorter or rewritten"
    except Fault as fault:
        state, why = create_state(), str(fault)
    if checkpoint.level > state["level"]:
        state["level"], why = checkpoint.level, why or "the records say less than the checkpoint"
    return state, why


def _read_cache(path: str) -> tuple[State | None, int]:
    """The cached state and the size of the values file that goes with it."""
    try:
        found = parse_json(read_bytes(path, 0, 8 << 20))
        state, values = found["state"], found["values"]
        if {*create_state()} <= {*state} and isinstance(values, int):
            return state, values
    except (Fault, KeyError, RecursionError, TypeError, ValueError):
        pass
    return None, 0


def _is_line(session: Session, state: State) -> bool:
    """Is the line that the state ends with still there?"""
    at, size = state["at"], state["size"]
    if size == 0:
        return measure_file(session.ledger) == 0
    line = read_bytes(session.ledger, at, size - at)
    return len(line) == size - at and digest_bytes(line[:-1]) == state["head"]


def save_state(session: Session, state: State) -> None:
    """Writes the cache."""
    data = {"state": state, "values": measure_file(session.values)}
    write_whole(session.cache, write_json(data).encode())


def record_event(
    session: Session, checkpoint: Checkpoint, row: Row, values: list[Value], ops: list[Any]
) -> tuple[State, Row]:
    """Writes one event under the session's lock: values, ledger row, checkpoint, cache; the new state and the row.

    `row` comes without `seq`, `prev` and `values`, with `level` in its place; what was wrong with the records is told
    in its `errors` and in the state's `ledger_broken`, which a guard clears by an op once it has asked.
    """
    with Lock(session.lock):
        state, why = load_state(session, checkpoint)
        before = min(state["level"], len(LEVELS) - 1)
        number = state["seq"] + 1
        if why:
            ops = [["set", "ledger_broken", why], ["max", "level", before], *ops]
            row["errors"] = [*row.get("errors", ()), why]
        entries = group_values(values, ops, number)
        if entries and measure_file(session.values) > VALUES_MOST:
            gone = evict_values(
                session, number - 1, {k: v for k, v in state.items() if k not in CORE}
            )
            entries[0].setdefault("ops", []).append(["add", "evicted", gone])
            row["errors"] = [*row.get("errors", ()), f"the {gone} oldest values were forgotten"]
        after = dict(state)
        apply_entries(after, [{"ops": [op for op in ops if op[1] == "level"]}])
        row["level"] = [LEVELS[before], LEVELS[after["level"]]]
        row["seq"] = number
        if entries:
            row["values"] = append_values(session, entries)
        rises = after["level"] > before
        line, size = append_row(session, row, state["head"], sync=rises)
        fold(state, row, entries)
        advance_state(state, line, size)
        if (
            after["level"] != before
            or why
            or row.get("event") in ("SessionStart", "UserPromptSubmit")
        ):
            checkpoint.save(state["level"], state["at"], state["size"], state["head"], sync=rises)
        save_state(session, state)
    return state, row
