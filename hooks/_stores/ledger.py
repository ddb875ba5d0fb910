"""A session's records, and what they add up to: `state == fold(rows)`, live and in a rebuild.

The ledger is for people, the values file holds what was seen as keyed hashes, the state file is a cache: it counts
only where its `head` is the digest of the ledger's line that it names.  The checkpoint, outside the project, holds
the level and a line of the ledger; it is written before the answer whenever the level changes, and a ledger that is
gone, shorter or rewritten keeps its level.

Law: `prev` of a row is the beginning of the SHA-256 of the line before it as it lies on the disk, `values` that of the
lines the event added to the values file.  A line that ends in `\\n` is complete and valid by itself.
Cannot see: a cache, checkpoint or whole chain that somebody with your rights forged together.
"""

from guards import LEVELS, UNTRUSTED, Any, Callable, Iterable, Iterator, Row, Rows, Value
from guards._text import split_pairs
from hooks import _stores as disk
from hooks._stores import MIB, Fault, digest_bytes, measure_file, parse_json, read_bytes, write_json
from hooks._stores.world import BROKEN, Checkpoint, World, is_line

# Bytes of a values file from where on it takes no untrusted value that is nobody's private data; none at all.
VALUES_MOST, VALUES_FULL = 2 * MIB, 8 * MIB
VALUES_AN_EVENT, CACHE_MOST = 1024, 8 * MIB
FOUND, TAIL = 32, 1 << 15  # of a value that was seen again and again
FULL = "the values file is full: values of untrusted text are not kept any more"
DIGEST = 24  # hex digits of the digests in a row
WINDOW, TOOLS = 40, 200  # actions and names of tools that the state holds; the ledger holds all
# The keys that `fold` alone changes, of ledger rows; it adds to `tools`, too, which a fork inherits.
CORE = frozenset("at calls head level prompts seq size started window".split())
# What a window's action takes from its row: key of the action, field of the row.
ACTION = split_pairs("""id:action_id distance:semantic_distance
    ts:ts tool:tool decision:decision""")
OUTCOMES = split_pairs("PostToolUse:done PostToolUseFailure:failed")
REFRESH = "SessionStart", "UserPromptSubmit"  # the checkpoint takes the newest row


class Session:
    """The files of one session: `ledger`, `values`, `cache`, `lock`; the state as it was `read`, and from which files."""

    def __init__(self, world: World, id: str) -> None:
        base = world.locate("context", id or "unknown")
        self.ledger, self.values = f"{base}.jsonl", f"{base}.values"
        self.cache, self.lock = f"{base}.state.json", f"{base}.lock"
        self.read: tuple[list[list[int]], Row] = [], {}


def parse_row(line: bytes) -> Row:
    """The row of a line, {} for a torn or foreign one."""
    try:
        row = parse_json(line)
    except (ValueError, RecursionError):
        return {}
    return row if isinstance(row, dict) else {}


def read_rows(path: str, start: int = 0) -> Iterator[tuple[Row, bytes]]:
    """Each line from the offset `start` with its row; a line without an end is none yet."""
    for line in disk.read_lines(path, start):
        if line.endswith(b"\n"):
            yield parse_row(line), line


def read_entries(path: str, oldest: int = 0) -> Iterator[tuple[Row, bytes]]:
    """The entries of the values file and their lines, from the ledger row `oldest` on; odd ones are left out."""
    for entry, line in read_rows(path):
        good = type(entry.get("row")) is int and isinstance(entry.get("ops", []), list)
        if good and entry["row"] >= oldest:
            yield entry, line


def verify_chain(session: Session) -> tuple[int, list[str]]:
    """The number of rows, and what is wrong with them, in the words of a person; [] where all is as written."""
    wrong = []
    lines: dict[int, bytes] = {}
    number, head = 0, ""
    for entry, line in read_entries(session.values):
        lines[entry["row"]] = lines.get(entry["row"], b"") + line
    for number, line in enumerate(disk.read_lines(session.ledger), 1):
        row = parse_row(line)
        values = digest_bytes(lines.get(row.get("seq", 0), b""))[:DIGEST]
        if not row:
            wrong.append(f"line {number} is torn")
        elif row.get("prev", "") not in (head, head[:DIGEST]):
            wrong.append(f"line {number}: the line before it is not as it was written")
        elif row.get("values", values) != values:
            wrong.append(f"line {number}: its values were changed or are gone")
        head = digest_bytes(line.rstrip(b"\n"))
    return number, wrong


def group_values(values: Iterable[Value], ops: list[Any], number: int) -> Rows:
    """The entries of one event for the values file: one a source and trust; the first has the ops as well."""
    groups: dict[tuple[str, str], Row] = {}
    for one in list(values)[:VALUES_AN_EVENT]:
        fresh = {"row": number, "source": one.source, "trust": one.trust, "values": []}
        entry = groups.setdefault((one.source, one.trust), fresh)
        entry["values"].append([one.hash, one.kind, one.level])
    entries = list(groups.values()) or [{"row": number}] * bool(ops)
    if ops:
        entries[0]["ops"] = ops
    return entries


def find_values(data: bytes, field: str, text: str) -> list[Value]:
    """The values whose field (hash or kind) is the text, the first source first.  Only lines that hold it are parsed;
    of a hash that is all over the file the first FOUND, and those of the last TAIL bytes."""
    needle, found = write_json(text).encode(), []
    at = data.find(needle)
    while at >= 0:
        end = data.find(b"\n", at) + 1 or len(data)
        entry = parse_row(data[data.rfind(b"\n", 0, at) + 1 : end])
        found += [one for one in list_values(entry) if getattr(one, field) == text]
        enough = len(found) >= FOUND and field == "hash"
        at = data.find(needle, max(end, len(data) - TAIL) if enough else end)
    return found


def list_values(entry: Row) -> list[Value]:
    more = entry.get("source", ""), entry.get("trust", ""), entry.get("row", 0)
    return [Value(hash, kind, level, *more) for hash, kind, level in entry.get("values", ())]


def create_state() -> Row:
    return dict(seq=0, head="", size=0, at=0, level=0, prompts=0, calls=0, window=[], tools=[])


def apply_op(state: Row, op: "list[Any] | tuple[Any, ...]") -> None:
    """Changes the state by one op (see guards.Lesson); one that does not fit what is there changes nothing."""
    try:
        kind, key, *rest = op
        if key in CORE and key != "level":
            return
        if kind == "set":
            state[key] = rest[0]
        elif kind == "max":
            state[key] = max(state.get(key, rest[0]), rest[0])
        elif kind == "add":
            state[key] = state.get(key, 0) + rest[0]
        elif kind == "push":
            state[key] = [*state.get(key, ()), rest[0]][-rest[1] :]
        elif kind == "put":
            kept = [pair for pair in state.get(key, {}).items() if pair[0] != rest[0]]
            state[key] = dict([*kept, rest[:2]][-rest[2] :])
        elif kind == "del" and rest:
            state.get(key, {}).pop(rest[0], None)
        elif kind == "del":
            state.pop(key, None)
    except BROKEN:
        return


def apply_entries(state: Row, entries: Iterable[Row]) -> Row:
    """Changes and returns the state by what one event added to the values file."""
    for op in [op for entry in entries for op in entry.get("ops", ())]:
        apply_op(state, op)
    return state


def fold(state: Row, row: Row, entries: Iterable[Row] = ()) -> Row:
    """Changes and returns the state by one more ledger row and its entries."""
    apply_entries(state, entries)
    state["seq"] += 1
    state.setdefault("started", row.get("ts", ""))
    levels, event, window = row.get("level"), row.get("event"), state["window"]
    if levels and levels[-1] in LEVELS:
        state["level"] = LEVELS.index(levels[-1])
    if event == "UserPromptSubmit":
        state["prompts"] += 1
    elif event == "PreToolUse" or event in OUTCOMES:
        id = row.get("action_id")
        same = [one for one in window if one.get("id") == id] if id and event in OUTCOMES else []
        if not same:
            state["calls"] += 1
            same = [{key: row[field] for key, field in ACTION.items() if field in row}]
            window += same
            del window[:-WINDOW]
            tool = row.get("tool", "")
            state["tools"] = [*(one for one in state["tools"] if one != tool), tool][-TOOLS:]
        if event in OUTCOMES:
            same[-1]["outcome"] = OUTCOMES[event]
    return state


def replay_rows(session: Session, state: Row) -> Row:
    """Adds all ledger rows behind the state, as a rebuild (from `create_state()`) or a catch-up reads them."""
    size = state["size"]
    entries: dict[int, Rows] = {}
    for entry, _ in read_entries(session.values, state["seq"] + 1):
        entries.setdefault(entry["row"], []).append(entry)
    for row, line in read_rows(session.ledger, size):
        size += len(line)
        if row:
            fold(state, row, entries.get(state["seq"] + 1, ()))
        state.update(head=digest_bytes(line[:-1]), at=size - len(line), size=size)
    return state


def read_cache(path: str) -> tuple[Row, int]:
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


def load_state(session: Session, checkpoint: Checkpoint) -> tuple[Row, Any, str]:
    """The state, [(entry, line)] that a killed event added to the values file, and what is wrong with the records ("":
    nothing).  Never below the checkpoint's level.  The caller holds the session's lock."""
    marks = list(map(disk.stat_file, (session.cache, session.ledger, session.values)))
    if marks == session.read[0]:  # nobody else has written since this event read them
        return session.read[1], [], ""
    state, why = create_state(), ""
    pending = []
    try:
        cached, values = read_cache(session.cache)
        if is_line(session.ledger, cached["at"], cached["size"], cached["head"]):
            state = cached
        else:
            why, values = "the session's record was changed", -1
        if measure_file(session.ledger) != state["size"]:
            replay_rows(session, state)
            values = -1
        found = measure_file(session.values)
        if found != values:
            pending = list(read_entries(session.values, state["seq"] + 1))
        if found < values:
            why = "the values that the session has seen are gone"
        if not is_line(session.ledger, *checkpoint.line):
            why = "the session's record is gone or was changed"
    except Fault as fault:
        why = str(fault)
    except BROKEN as error:
        why = f"the records cannot be read ({type(error).__name__})"
    if checkpoint.level > state["level"]:
        state["level"], why = checkpoint.level, why or "the records say less than the checkpoint"
    if not (pending or why):
        session.read = marks, dict(state)
    return state, pending, why


def record_event(
    session: Session,
    checkpoint: Checkpoint,
    row: Row,
    values: list[Value],
    ops: list[Any],
    finish: "Callable[..., None] | None" = None,
) -> Row:
    """Writes one event under the session's lock: values, ledger row, checkpoint, cache; gives the new state.  `row` comes
    with `level` in its place, without `seq`, `prev`, `values`; `finish` may add what depends on all rows before it.
    What was wrong with the records goes into `errors` and the state's `ledger_broken`, until a guard has asked."""
    with disk.Lock(session.lock):
        state, pending, why = load_state(session, checkpoint)
        before, number, lost = state["level"], state["seq"] + 1, None
        ops = [*([["set", "ledger_broken", why]] if why else ()), *ops]
        errors = [*row.get("errors", ()), why]
        size, kept = measure_file(session.values), values
        if size > VALUES_MOST:
            dear = [one for one in values if one.trust != UNTRUSTED or one.level]
            kept = dear if size < VALUES_FULL else []
        if len(kept) < len(values):
            errors += () if state.get("evicted") else [FULL]
            ops.append(["add", "evicted", len(values) - len(kept)])
        entries = parse_json(write_json(group_values(kept, ops, number)))
        old, data = [entry for entry, _ in pending], b"".join([line for _, line in pending])
        level: Any = apply_entries({"level": before}, [*old, *entries]).get("level", before)
        level = level if level in range(len(LEVELS)) else len(LEVELS) - 1
        row["level"], rises = [LEVELS[before], LEVELS[level]], level > before
        if finish is not None:
            finish(state, row)
        try:
            new = "".join([f"{write_json(entry)}\n" for entry in entries]).encode()
            new and disk.append_lines(session.values, new)
            data += new
        except Fault as fault:
            entries, lost = [], fault
            errors.append(str(fault))
        row.update(errors=list(filter(None, errors)), seq=number, prev=state["head"][:DIGEST])
        row["values"] = digest_bytes(data)[:DIGEST] if data else ""
        row = {key: value for key, value in row.items() if value not in ("", None, [], {})}
        line = write_json(row).encode()
        try:
            size = disk.append_lines(session.ledger, line + b"\n", rises)
        except Fault:
            if rises:  # the row is lost, the level is not
                checkpoint.save({**state, "level": level}, True)
            raise
        fold(state, row, [*old, *entries])
        state.update(head=digest_bytes(line), at=size - len(line) - 1, size=size)
        if level != before or why or row.get("event") in REFRESH:
            checkpoint.save(state, rises)
        cache = {"state": state, "values": measure_file(session.values)}
        if disk.stat_kind(session.cache) == disk.FILE:
            disk.remove_file(session.cache)  # some file systems flush what a rename replaces: 2 ms
        disk.write_whole(session.cache, write_json(cache).encode())
        if lost is not None:
            raise lost
    return state
