"""What a session's rows add up to: `state == fold(rows)`, one pure function for the live event and for a rebuild.

The state file is a cache: it counts only where its `head` is the digest of the ledger's line that it names.  The
checkpoint, outside the project, holds the level and a line of the ledger; it is written before the answer whenever
the level changes, and a ledger that is gone, shorter or rewritten keeps its level.

Cannot see: a cache or checkpoint that somebody with your rights forged together with the right head.
"""

from __future__ import annotations

from guards import LEVELS
from hooks import _stores as disk
from hooks._stores import Fault, digest_bytes, measure_file, read_bytes, write_whole
from hooks._stores import ledger as ledgers
from hooks._stores.json import parse_json, write_json

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
# What a window's action takes from its row: key of the action, field of the row.
ACTION = {
    "id": "action_id",
    "op": "operation",
    "agent": "agent_id",
    "distance": "semantic_distance",
}
ACTION.update(ts="ts", tool="tool", decision="decision", seq="seq", signals="risk_signals")
RESULTS = {"PostToolUse": "ok", "PostToolUseFailure": "failed"}
REFRESH = ("SessionStart", "UserPromptSubmit")  # the checkpoint takes the newest row
# What a file that somebody changed by hand may raise; it counts as broken.
BROKEN = (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError)


class Checkpoint:
    """The level of one session and a line of its ledger, outside the project; `fault` says why it cannot be used."""

    __slots__ = tuple("at fault folder head level path size".split())

    def __init__(self, world: World, id: str) -> None:
        self.level = self.at = self.size = 0
        self.head = self.fault = self.path = self.folder = ""
        try:
            self.folder = world.locate_outside("checkpoints")
            self.path = f"{self.folder}/{disk.name_file(id or 'unknown')}.json"
            data = read_bytes(self.path, 0, CHECKPOINT_MOST)
            if data:
                found = parse_json(data)
                self.level, self.head = LEVELS.index(found["level"]), str(found["head"])
                self.at, self.size = int(found["at"]), int(found["size"])
        except Fault as fault:
            self.fault = str(fault)
        except BROKEN:
            self.fault = f"{self.path} cannot be read"

    def holds(self, ledger: str) -> bool:
        """Is the line that the checkpoint names still in the ledger?  True where it names none."""
        return is_line(ledger, self.at, self.size, self.head)

    def save(self, state: State, sync: bool = False) -> None:
        """Takes level and last row of the state.  A folder that cannot be written is told by `fault`."""
        self.level, self.head = state["level"], state["head"]
        self.at, self.size = state["at"], state["size"]
        data = {"level": LEVELS[self.level], "at": self.at, "size": self.size, "head": self.head}
        try:
            disk.make_folder(self.folder)
            write_whole(self.path, write_json(data).encode(), sync)
        except Fault as fault:
            self.fault = str(fault)


def create_state() -> State:
    """The state of a session without a row."""
    return dict(seq=0, head="", size=0, at=0, level=0, prompts=0, calls=0, window=[])


def apply_op(state: State, op: list[Any] | tuple[Any, ...]) -> None:
    """Changes the state by one op (see guards.Lesson); one that does not fit what is there changes nothing."""
    try:
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
            kept = {k: v for k, v in old.items() if k != rest[0]} if isinstance(old, dict) else {}
            state[key] = dict([*kept.items(), (rest[0], rest[1])][-rest[2] :])
        elif kind == "del" and not rest:
            state.pop(key, None)
        elif kind == "del" and isinstance(old, dict):
            old.pop(rest[0], None)
    except (IndexError, TypeError, ValueError):
        return


def apply_entries(state: State, entries: Iterable[Row]) -> None:
    """Changes the state by what one event added to the values file."""
    for entry in entries:
        if "base" in entry:
            for key in collect_base(state):
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
    state["seq"], state["last"] = state["seq"] + 1, row.get("ts", "")
    state.setdefault("started", state["last"])
    levels, event, window = row.get("level"), row.get("event"), state["window"]
    if levels and levels[-1] in LEVELS:
        state["level"] = LEVELS.index(levels[-1])
    if event == "UserPromptSubmit":
        state["prompts"] += 1
    elif event == "PreToolUse" or event in RESULTS:
        id = row.get("action_id")
        same = [one for one in window if one.get("id") == id] if id and event in RESULTS else []
        if not same:
            state["calls"] += 1
            same = [{key: row[field] for key, field in ACTION.items() if field in row}]
            window += same
            del window[:-WINDOW]
        if event in RESULTS:
            same[-1]["outcome"] = RESULTS[event]
            if "data_classification" in row:
                same[-1]["class"] = row["data_classification"]
    return state


def advance_state(state: State, line: bytes, end: int) -> None:
    """Takes a line that ends before the offset `end` as the ledger's last."""
    state["head"], state["at"], state["size"] = digest_bytes(line), end - len(line) - 1, end


def collect_entries(session: Session, oldest: int) -> dict[int, list[Row]]:
    """The entries of the values file by ledger row, from the row `oldest` on."""
    found: dict[int, list[Row]] = {}
    for entry, _ in ledgers.read_entries(session.values, oldest):
        found.setdefault(entry["row"], []).append(entry)
    return found


def replay_rows(session: Session, state: State) -> State:
    """Adds all ledger rows behind the state, as a rebuild (from `create_state()`) or a catch-up reads them."""
    size, entries = state["size"], collect_entries(session, state["seq"] and state["seq"] + 1)
    apply_entries(state, entries.get(0, ()))
    for row, line in ledgers.read_rows(session.ledger, size):
        size += len(line)
        if row is not None:
            fold(state, row, entries.get(state["seq"] + 1, ()))
        advance_state(state, line[:-1], size)
    return state


def load_state(session: Session, checkpoint: Checkpoint) -> tuple[State, list[Row], str]:
    """The state, what a killed event added to the values file, and what is wrong with the records ("": nothing).

    The caller holds the session's lock.  Never below the checkpoint's level.
    """
    state, why = create_state(), ""
    pending: list[Row] = []
    try:
        cached, values = read_cache(session.cache)
        fits = is_line(session.ledger, cached["at"], cached["size"], cached["head"])
        if fits:
            state = cached
        else:
            why, values = "the ledger was changed", -1
        if measure_file(session.ledger) != state["size"]:
            replay_rows(session, state)
            values = min(values, 0) or -1
        found = measure_file(session.values)
        if found != values:
            entries = collect_entries(session, state["seq"])
            settled = [entry for entry in entries.pop(state["seq"], ()) if "base" in entry]
            apply_entries(state, settled if fits else ())
            pending = [entry for some in entries.values() for entry in some]
            if found < values and not settled:
                why = "the values that the session has seen are gone"
        if not checkpoint.holds(session.ledger):
            why = "the ledger is gone, shorter or rewritten"
    except Fault as fault:
        why = str(fault)
    except BROKEN as error:
        why = f"the records cannot be read ({type(error).__name__})"
    if checkpoint.level > state["level"]:
        state["level"], why = checkpoint.level, why or "the records say less than the checkpoint"
    return state, pending, why


def read_cache(path: str) -> tuple[State, int]:
    """The cached state and the size of the values file that goes with it; an empty state where it is of no use."""
    try:
        found = parse_json(read_bytes(path, 0, CACHE_MOST))
        state, values = found["state"], found["values"]
        good = [type(state[key]) is type(value) for key, value in create_state().items()]
        if all(good) and type(values) is int and LEVELS[state["level"]]:
            return state, values
    except (Fault, *BROKEN):
        pass
    return create_state(), 0


def is_line(path: str, at: int, end: int, head: str) -> bool:
    """Is the line from `at` to before `end` the one with that digest?  True for no line at all."""
    line = read_bytes(path, at, end - at) if end else b""
    return not end or (len(line) == end - at and digest_bytes(line[:-1]) == head)


def settle_session(session: Session, state: State, pending: list[Row], ops: list[Any]) -> str:
    """Rewrites the values file with all that was learned as its base; what is told of it."""
    apply_entries(state, pending)
    state["level"] = min(state["level"], len(LEVELS) - 1)
    gone = ledgers.settle_values(session, state["seq"], collect_base(state))
    if not gone:
        return ""
    ops += [["add", "evicted", gone], ["set", "values_floor", measure_file(session.values)]]
    return f"the {gone} oldest untrusted values were forgotten"


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
    with disk.Lock(session.lock):
        state, pending, why = load_state(session, checkpoint)
        before, number, lost = state["level"], state["seq"] + 1, None
        ops = [*([["set", "ledger_broken", why]] if why else ()), *map(list, ops)]
        errors = [*row.get("errors", ()), why]
        bound = max(ledgers.VALUES_MOST, state.get("values_floor", 0) * 5 // 4)
        if pending or (values and measure_file(session.values) > bound):
            errors.append(settle_session(session, state, pending, ops))
        if values and measure_file(session.values) > ledgers.VALUES_FULL:
            values, more = [], "the values file is full: nothing was learned of this event"
            errors.append(more)
        entries = parse_json(write_json(ledgers.group_values(values, ops, number)))
        after = {"level": state["level"]}
        apply_entries(after, [{"ops": [op for op in ops if op[1:2] == ["level"]]}])
        level = after["level"] if after["level"] in range(len(LEVELS)) else len(LEVELS) - 1
        row["level"], rises = [LEVELS[before], LEVELS[level]], level > before
        if finish is not None:
            finish(state, row)
        try:
            digest = ledgers.append_entries(session, entries) if entries else ""
        except Fault as fault:
            entries, digest, lost = [], "", fault
            errors.append(str(fault))
        ending = {"errors": [one for one in errors if one], "seq": number, "values": digest}
        row.update({key: value for key, value in ending.items() if value})
        try:
            line, size = ledgers.append_row(session, row, state["head"], rises)
        except Fault:
            if rises:  # the row is lost, the level is not
                checkpoint.save({**state, "level": level}, True)
            raise
        advance_state(fold(state, row, entries), line, size)
        if level != before or why or row.get("event") in REFRESH:
            checkpoint.save(state, rises)
        data = {"state": state, "values": measure_file(session.values)}
        if disk.stat_kind(session.cache) == disk.FILE:
            disk.remove_file(session.cache)  # some file systems flush what a rename replaces: 2 ms
        write_whole(session.cache, write_json(data).encode())
        if lost is not None:
            raise lost
    return state, row
