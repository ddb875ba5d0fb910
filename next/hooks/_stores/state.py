"""What a session's rows add up to: `state == fold(rows)`, one pure function for the live event and for a rebuild.

The state file is a cache: it counts only where its `head` is the digest of the ledger's line that it names.  The
checkpoint, outside the project, holds the level and a line of the ledger; it is written before the answer whenever
the level changes, and a ledger that is gone, shorter or rewritten keeps its level.

Cannot see: a cache or checkpoint that somebody with your rights forged together with the right head.
"""

from __future__ import annotations

from guards import LEVELS
from hooks._stores import (
    Fault,
    Lock,
    digest_bytes,
    make_folder,
    measure_file,
    name_file,
    read_bytes,
    write_whole,
)
from hooks._stores.json import parse_json, write_json
from hooks._stores.ledger import (
    VALUES_FULL,
    VALUES_MOST,
    append_entries,
    append_row,
    group_values,
    read_entries,
    read_rows,
    settle_values,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from guards import Value
    from hooks._stores.ledger import Row, Session
    from hooks._stores.world import World

    State = dict[str, Any]

CACHE_MOST, CHECKPOINT_MOST = 8 << 20, 1 << 12  # bytes
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
REFRESH = frozenset(
    ("SessionStart", "UserPromptSubmit")
)  # events at which the checkpoint takes the newest row


class Checkpoint:
    """The level of one session and a line of its ledger, outside the project; `fault` says why it cannot be used."""

    __slots__ = tuple("at fault folder head level path size".split())

    def __init__(self, world: World, id: str) -> None:
        self.level = self.at = self.size = 0
        self.head = self.fault = self.path = self.folder = ""
        try:
            self.folder = world.locate_outside("checkpoints")
            self.path = f"{self.folder}/{name_file(id or 'unknown')}.json"
            data = read_bytes(self.path, 0, CHECKPOINT_MOST)
            if data:
                found = parse_json(data)
                self.level = LEVELS.index(found["level"])
                self.at, self.size, self.head = (
                    int(found["at"]),
                    int(found["size"]),
                    str(found["head"]),
                )
        except Fault as fault:
            self.fault = str(fault)
        except (KeyError, RecursionError, TypeError, ValueError):
            self.fault = f"{self.path} cannot be read"

    def holds(self, ledger: str) -> bool:
        """Is the line that the checkpoint names still in the ledger?  True where it names none."""
        return not self.size or is_line(ledger, self.at, self.size, self.head)

    def save(self, state: State, sync: bool = False) -> None:
        """Takes level and last row of the state.  A folder that cannot be written is told by `fault`."""
        self.level, self.at, self.size, self.head = (
            state["level"],
            state["at"],
            state["size"],
            state["head"],
        )
        data = {"level": LEVELS[self.level], "at": self.at, "size": self.size, "head": self.head}
        try:
            make_folder(self.folder)
            write_whole(self.path, write_json(data).encode(), sync)
        except Fault as fault:
            self.fault = str(fault)


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
        state[key] = ([*old, rest[0]] if isinstance(old, list) else [rest[0]])[-rest[1] :]
    elif kind == "put":
        items = old if isinstance(old, dict) else {}
        items.pop(rest[0], None)
        items[rest[0]] = rest[1]
        while len(items) > rest[2]:
            del items[next(iter(items))]
        state[key] = items
    elif kind == "del" and not rest:
        state.pop(key, None)
    elif kind == "del" and isinstance(old, dict):
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


def collect_base(state: State) -> State:
    """What all ops add up to."""
    return {key: value for key, value in state.items() if key not in CORE}


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
    """Takes a line that ends before the offset `end` as the ledger's last."""
    state["head"], state["at"], state["size"] = digest_bytes(line), end - len(line) - 1, end


def replay_rows(session: Session, state: State) -> State:
    """The state after all ledger rows behind it, as a rebuild (from `create_state()`) or as a catch-up reads them."""
    size = state["size"]
    entries: dict[int, list[Row]] | None = None
    for row, line in read_rows(session.ledger, size):
        size += len(line)
        if row is not None:
            if entries is None:
                entries = read_entries(session.values, state["seq"] and state["seq"] + 1)
                apply_entries(state, entries.get(0, ()))
            fold(state, row, entries.get(row.get("seq", 0), ()))
        advance_state(state, line[:-1], size)
    return state


def load_state(session: Session, checkpoint: Checkpoint) -> tuple[State, list[Row], str]:
    """The state, what a killed event added to the values file, and what is wrong with the records ("": nothing).

    The caller holds the session's lock.  Never below the checkpoint's level.
    """
    state, why = create_state(), ""
    pending: list[Row] = []
    try:
        cached, values = _read_cache(session.cache)
        if cached is not None and is_line(
            session.ledger, cached["at"], cached["size"], cached["head"]
        ):
            state = cached
        elif cached is not None:
            why, values = "the ledger was changed", -1
        if measure_file(session.ledger) != state["size"]:
            state, values = replay_rows(session, state), -1
        found = measure_file(session.values)
        if found != values:
            entries = read_entries(session.values, state["seq"])
            settled = [entry for entry in entries.pop(state["seq"], ()) if "base" in entry]
            apply_entries(state, settled if state is cached else ())
            pending = [entry for some in entries.values() for entry in some]
            if found < values and not settled:
                why = "the values that the session has seen are gone"
        if not checkpoint.holds(session.ledger):
            why = "the ledger is gone, shorter or rewritten"
    except Fault as fault:
        why = str(fault)
    if checkpoint.level > state["level"]:
        state["level"], why = checkpoint.level, why or "the records say less than the checkpoint"
    return state, pending, why


def _read_cache(path: str) -> tuple[State | None, int]:
    """The cached state and the size of the values file that goes with it."""
    try:
        found = parse_json(read_bytes(path, 0, CACHE_MOST))
        state, values = found["state"], found["values"]
        if {*create_state()} <= {*state} and isinstance(values, int):
            return state, values
    except (Fault, KeyError, RecursionError, TypeError, ValueError):
        pass
    return None, 0


def is_line(path: str, at: int, end: int, head: str) -> bool:
    """Is the line from `at` to before `end` the one with that digest?  At the beginning of a file: is it there?"""
    if not end:
        return True
    line = read_bytes(path, at, end - at)
    return len(line) == end - at and digest_bytes(line[:-1]) == head


def save_state(session: Session, state: State) -> None:
    """Writes the cache."""
    data = {"state": state, "values": measure_file(session.values)}
    write_whole(session.cache, write_json(data).encode())


def record_event(
    session: Session,
    checkpoint: Checkpoint,
    row: Row,
    values: list[Value],
    ops: list[Any],
    finish: Callable[[State, Row], None] | None = None,
) -> tuple[State, Row]:
    """Writes one event under the session's lock: values, ledger row, checkpoint, cache; the new state and the row.

    `row` comes with `level` in its place and without `seq`, `prev`, `values`; `finish` may add to it what depends on
    all rows before it.  What was wrong with the records goes into its `errors` and into the state's `ledger_broken`,
    which a guard deletes by an op once it has asked.
    """
    with Lock(session.lock):
        state, pending, why = load_state(session, checkpoint)
        before, number = state["level"], state["seq"] + 1
        ops = [*ops]
        if why:
            ops.insert(0, ["set", "ledger_broken", why])
            row["errors"] = [*row.get("errors", ()), why]
        bound = max(VALUES_MOST, state.get("values_floor", 0) * 5 // 4)
        if pending or (values and measure_file(session.values) > bound):
            apply_entries(state, pending)
            state["level"] = max(before, min(state["level"], len(LEVELS) - 1))
            gone = settle_values(session, state["seq"], collect_base(state))
            if gone:
                ops += [
                    ["add", "evicted", gone],
                    ["set", "values_floor", measure_file(session.values)],
                ]
                row["errors"] = [
                    *row.get("errors", ()),
                    f"the {gone} oldest untrusted values were forgotten",
                ]
        if values and measure_file(session.values) > VALUES_FULL:
            values = []
            row["errors"] = [
                *row.get("errors", ()),
                "the values file is full: nothing was learned of this event",
            ]
        after = {"level": state["level"]}
        apply_entries(after, [{"ops": [op for op in ops if op[1] == "level"]}])
        level = after["level"] if after["level"] in range(len(LEVELS)) else len(LEVELS) - 1
        row["level"] = [LEVELS[before], LEVELS[level]]
        if finish is not None:
            finish(state, row)
        row["seq"] = number
        rises = level > before
        entries, lost = group_values(values, ops, number), None
        try:
            row.update({"values": append_entries(session, entries)} if entries else {})
        except Fault as fault:
            entries, lost = [], fault
            row["errors"] = [*row.get("errors", ()), str(fault)]
        try:
            line, size = append_row(session, row, state["head"], rises)
        except Fault:
            if rises:  # the row is lost, the level is not
                checkpoint.save({**state, "level": level}, True)
            raise
        fold(state, row, entries)
        advance_state(state, line, size)
        if level != before or why or row.get("event") in REFRESH:
            checkpoint.save(state, rises)
        save_state(session, state)
        if lost is not None:
            raise lost
    return state, row
