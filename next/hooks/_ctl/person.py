"""What a person decides or is shown: rescue, lineage, handover, doctor, trust, classify, reveal, release.

Law: a rescue writes nothing newer over without --force, and takes a snapshot of what stands now first.  Outside of a
terminal no contents are shown, and what steers programs (git's config and hooks, agents' settings, ours) stays away.

Cannot see: whether what stands there now is worth keeping; a launch that nothing recorded; why a file is another than
the one accepted; a value that no file of the project and no variable of this shell holds any more.
"""

from __future__ import annotations

import os
import sys
import time

from guards import LEVELS, NONE
from guards._sensitive import find_sensitive
from guards._sensitive.fingerprint import hash_value
from guards._sensitive.mask import mask_text, redact_value, write_mask
from guards._sensitive.paths import is_secret_path, read_secret_values
from guards._taint.labels import SOURCES, describe_level, lower_level
from guards.resume_ownership import Target, clean_id, get_text
from hooks._ctl import find_session, is_terminal, list_sessions
from hooks._event import accepted
from hooks._event.settings import merge_settings
from hooks._install import SCOPES, Place, list_installed
from hooks._install.check import list_faults, list_lost, stamp_code
from hooks._stores import Fault, parse_json, provenance, read_bytes, write_json
from hooks._stores.ledger import Session, load_state, record_event
from hooks._stores.world import Checkpoint, format_time
from hooks._undo.restore import Restoring
from hooks._undo.snapshot import list_gone, take_snapshot
from hooks._undo.store import LINK, Store, list_entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hooks._ctl import Request
    from hooks._stores.world import World

    Row = dict[str, Any]

FILES, SIZE = 20_000, 1 << 22  # names that are looked at, bytes of one file that are read
SKIPPED = frozenset(".git node_modules .venv venv __pycache__".split())
SHOWN, KEPT = ("kind", "recipe_name", "timestamp"), ("dispatch_id", "recipe_name", "step_name")
DEPTH_MOST = 20
RECENT, LISTED, SHOWN_BYTES, SECONDS = 50, 40, 2_000, 60.0


def run_rescue(request: Request) -> int:
    store = Store(request.world, SECONDS)
    begin = "".join(request.words[:1])
    rows = [store.load_row(id) for id in store.list_rows()[::-1] if id.startswith(begin)]
    if not begin and not request.options.get("restore"):
        lines = [describe_row(request, row) for row in rows[::-1]]
        text = "\n".join(lines) or "No snapshot was taken in this project."
        request.print_result(rows[::-1], text)
        return 0
    if not rows or (begin and len(rows) > 1):
        raise Fault(f"{len(rows)} snapshots begin with {begin!r}; guardctl rescue lists them")
    row = next((one for one in rows[:RECENT] if list_gone(one)), rows[0])
    if request.options.get("restore"):
        return restore_work(request, row)
    request.print_result(row, "\n".join(show_row(request, store, row)))
    return 0


def restore_work(request: Request, row: Row) -> int:
    world = request.world
    about = {"text": f"guardctl rescue {row['id']}"}
    before = take_snapshot(world, about, " ", world.project, (), SECONDS)
    store = Store(world, SECONDS)
    with store.lock(10.0):
        store.open_cache()
        came = Restoring(store, bool(request.options.get("force")), is_terminal())
        came.restore_row(row)
    lines = [f"restored {path}" for path in (*came.back, *came.refs)]
    lines += [f"left {path}: something newer stands there (--force)" for path in came.left]
    lines += [f"left {path}: only for you, in a terminal" for path in came.withheld]
    lines += [f"failed: {fault}" for fault in came.faults]
    lines.append(f"What stood there is snapshot {before['id']}.  {before['fault']}".rstrip())
    data = {name: getattr(came, name) for name in ("back", "refs", "left", "withheld", "faults")}
    request.print_result({**data, "before": before["id"]}, "\n".join(lines))
    return 1 if came.left or came.faults else 0


def describe_row(request: Request, row: Row) -> str:
    """When, which call, what it holds: one line."""
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(row["at"]))
    text = " ".join(str(row.get("text") or row.get("tool") or "").split())
    text = mask_text(text, request.world.load_key())[0].replace("\x1b", "")[:60]
    files, refs = list_entries(row).values(), sum(len(one["refs"]) for one in row["repositories"])
    counts = f"{len(files)} files, {sum(entry[2] for entry in files) // 1024} KiB, {refs} refs"
    gone, unheld = list_gone(row), row["unheld"]
    counts += f", gone now: {len(gone)}" if gone else ""
    counts += f", not held: {len(unheld)}" if unheld else ""
    return f"{row['id']}  {when}  {text or 'a session ended'}  ({counts})"


def show_row(request: Request, store: Store, row: Row) -> list[str]:
    """What a snapshot holds; in a terminal also the text of small files, where they are few."""
    lines, files = [describe_row(request, row)], dict(row["files"])
    for one in row["repositories"]:
        files.update(one["files"])
        counts = f"{len(one['refs'])} refs, {len(one['staged'])} staged"
        lines.append(f"  repository {one['top']}: {one['symbolic']}, {counts}")
    for path, entry in sorted(files.items())[:LISTED]:
        lines.append(f"  {path}  {f'-> {entry[1]}' if entry[0] == LINK else entry[2]}")
        if is_terminal() and len(files) < 4 and entry[0] != LINK and entry[2] <= SHOWN_BYTES:
            text = store.read_object(entry[1]).decode("utf-8", "replace")
            lines += [f"    | {line}" for line in text.splitlines()]
    lines += [f"  gone now: {name}" for name in list_gone(row)[:LISTED]]
    lines += [f"  not held: {path}" for path in row["unheld"][:LISTED]]
    return [line.replace("\x1b", "") for line in lines]


def collect_launches(world: World) -> dict[str, Row]:
    """Session -> who owns it and how it began, of all that the newest 8 MiB of each file name."""
    lines = (provenance.read_newest(path).split(b"\n") for path in provenance.list_stores(world))
    rows = [provenance.parse_line(line) for some in lines for line in some]
    names = {get_text(row, field) for row in rows for field in ("session_id", "caller_session_id")}
    groups: dict[str, list[Row]] = {name: [] for name in sorted(names - {""})}
    for row in filter(None, rows):
        groups[row["session_id"]].append(row)
    found = {}
    for id, mine in groups.items():
        target = Target(id, "", {"rows": mine, "others": [id]})
        first = sorted(mine, key=lambda row: row.get("kind") in ("", None, "resume"))[:1]
        shown = {name: get_text(row, name) for row in first for name in SHOWN}
        found[id] = {"caller": target.caller, "kitchens": target.kitchens, **shown}
    return found


def show_lineage(request: Request) -> int:
    """The tree of sessions; with a beginning of an id only those above and below it."""
    launches = collect_launches(request.world)
    living = {one.get("session_id") for one in provenance.list_living(request.world)}
    lines: list[str] = []
    data: list[Row] = []

    def add_branch(id: str, depth: int) -> None:
        row = launches[id]
        words = [row.get("kind") or "", row.get("recipe_name") or "", row.get("timestamp") or ""]
        words += ["alive"] if id in living else []
        words += [f"kitchen {clean_id(row['kitchens'][0])}"] if row["kitchens"] else []
        lines.append("  " * depth + " ".join([clean_id(id), *filter(None, words)]))
        data.append({"depth": depth, "session_id": id, "alive": id in living, **row})
        for child, other in launches.items():
            if other["caller"] == id and child != id and depth < DEPTH_MOST:
                add_branch(child, depth + 1)

    roots = [id for id, row in launches.items() if row["caller"] not in launches]
    if request.words:
        roots = [pick_session(request, request.words[0])]
    for root in roots:
        add_branch(root, 0)
    request.print_result(data, "\n".join(lines) or "No launch is on record in this project.")
    return 0


def pick_session(request: Request, begin: str) -> str:
    """The session on record whose id begins so.  Fault where there is none, or more."""
    known = {*collect_launches(request.world), *list_sessions(request.world)}
    fits = [begin] if begin in known else [id for id in known if id.startswith(begin)]
    if len(fits) != 1:
        raise Fault(f"{len(fits) or 'no'} sessions on record begin with {clean_id(begin)}")
    return fits[0]


def hand_over(request: Request) -> int:
    """`handover SESSION TO`, or `--kitchen=ID`: who may resume it from now on.  Only for a person in a terminal."""
    if not is_terminal():
        raise Fault("only you can hand a session over: type this in a terminal of your own")
    kitchen = str(request.options.get("kitchen") or "")
    if len(request.words) != (1 if kitchen else 2):
        raise Fault("which session, and to which?  guardctl handover SESSION TO [--reason=WHY]")
    id = pick_session(request, request.words[0])
    to = "" if kitchen else pick_session(request, request.words[1])
    known = [
        row for row in provenance.look_owners(request.world, id)["rows"] if row["session_id"] == id
    ]
    kept = {name: next(filter(None, [get_text(row, name) for row in known]), "") for name in KEPT}
    why = str(request.options.get("reason") or "")[:200]
    now = format_time(request.world.now)
    row = provenance.compose_row(
        id, to, now, kitchen_id=kitchen, **kept, kind="handover", reason=why
    )
    provenance.record_launch(request.world, row)
    request.print_result(row, f"{clean_id(id)} may be resumed by {clean_id(to or kitchen)}.")
    return 0


def trust_project(request: Request) -> int:
    """Accepts guards.json, launchers and commands as they stand, and says what of them is new."""
    world = request.world
    if not is_terminal():
        raise Fault("only a person in a terminal of their own accepts what a repository brought")
    held = accepted.load_record(accepted.locate_record(world.project, world.environ))
    held = held or {"text": None, "places": []}
    text, lost = (
        accepted.read_guards(world.project),
        list_lost(world.project, world.environ, held["places"]),
    )
    new = [f"{accepted.FILE}: {text.strip() or '(none)'}"] if text != (held["text"] or "") else []
    data = Place("user", "", world.environ).data
    accepted.accept_project(world.project, world.environ, [], [], stamp_code(data))
    wrong = [f"{path} is not as this version writes it: install.py puts it back" for path in lost]
    request.print_result({"accepted": new, "wrong": wrong}, "\n".join([*new, *wrong, "accepted"]))
    return 0


def show_doctor(request: Request) -> int:
    """Every scope that is installed: is it all there, does it answer, what waits to be accepted?"""
    world, faults, good = request.world, list[str](), list[str]()
    for scope in SCOPES:
        place = Place(scope, world.project, world.environ)
        agents = list_installed(place)
        found = list_faults(place) if agents else []
        faults += [f"{scope}: {fault}" for fault in found]
        if agents and not found:
            good.append(f"{scope}: {', '.join(agents)}: every event answers")
    held = accepted.load_record(accepted.locate_record(world.project, world.environ))
    if not good and not faults:
        faults.append("nothing is installed here: run install.py")
    if held is not None and held["text"] != accepted.read_guards(world.project) and held["pending"]:
        faults.append(f"{accepted.FILE} came with git and nobody accepted it: guardctl trust")
    faults += [
        *accepted.list_moves(world.project, world.environ),
        *merge_settings(world.project)[1],
    ]
    request.print_result({"good": good, "faults": faults}, "\n".join([*good, *faults]))
    return 1 if faults else 0


def classify_text(request: Request) -> int:
    """The level of the text on stdin, and where it is private; --jsonl: one JSON object with a `text` a line."""
    key = read_bytes(f"{request.world.state}/key", 0, 32) or os.urandom(32)  # none is made for this
    domains = merge_settings(request.world.project)[0]["internal_domains"]
    if "jsonl" not in request.options:
        text = sys.stdin.buffer.read().decode("utf-8", "replace")
        answer = rate_text(text, key, domains)
        lines = []
        for one in answer["findings"]:
            place = f"line {text.count(chr(10), 0, one['start']) + 1}: {one['kind']}"
            lines.append(f"  {place} ({one['rule']}), {one['end'] - one['start']} characters")
        request.print_result(answer, "\n".join([answer["level"], *lines]))
        return 0
    for number, line in enumerate(sys.stdin.buffer, 1):
        try:
            row = parse_json(line.decode("utf-8", "replace"))
        except ValueError:
            row = None
        if not isinstance(row, dict) or not isinstance(row.get("text"), str):
            raise Fault(f"line {number} is no JSON object with a `text`")
        print(write_json(rate_text(row["text"], key, domains)))
    return 0


def rate_text(text: str, key: bytes, domains: list[str]) -> dict[str, Any]:
    """Level, findings (rule, kind, start, end in characters) and redacted form of a text."""
    found = find_sensitive(text, False, domains)
    rows = [
        {name: getattr(one, name) for name in ("rule", "kind", "start", "end")} for one in found
    ]
    level = LEVELS[max([one.level for one in found], default=NONE)]
    return {"level": level, "findings": rows, "redacted": write_mask(text, key, found)}


def reveal_value(request: Request) -> int:
    """The value behind a placeholder, looked up again where it came from; only to a person."""
    world = request.world
    if not is_terminal():
        raise Fault("reveal shows a value to a person: run it in a terminal of your own")
    tag = f"[{(request.words or [''])[0].strip().strip('[]')}]"
    key = world.load_key()
    for place, text in list_places(request, tag):
        spans = [*find_sensitive(text, True), *find_sensitive(text)]
        values = [text[one.start : one.end] for one in spans]
        for value in [*values, *(one for _, one in read_secret_values(place, text))]:
            if hash_value(key, value)[:4] == tag[-5:-1]:
                data = {"placeholder": tag, "value": value, "found_in": place}
                request.print_result(data, f"{value}\n  (in {place})")
                return 0
    raise Fault(f"no secret file of the project and no variable of this shell holds {tag}")


def list_places(request: Request, tag: str) -> Iterator[tuple[str, str]]:
    """(place, text) where the value may stand: files that the records name, secret files, the environment."""
    world = request.world
    paths, left = [], FILES
    for id in list_sessions(world):
        state = load_state(Session(world, id), Checkpoint(world, id))[0]
        paths.append(state.get("secrets.issued", {}).get(tag))
    for folder, folders, names in os.walk(world.project):
        folders[:] = [one for one in sorted(folders) if one not in SKIPPED] if left > 0 else []
        left -= len(names)
        paths += filter(is_secret_path, [os.path.join(folder, name) for name in names])
    full = [os.path.join(world.project, os.path.expanduser(path)) for path in paths if path]
    for path in dict.fromkeys(full):
        try:
            yield path, read_bytes(path, 0, SIZE).decode("utf-8", "replace")
        except (Fault, OSError):
            continue
    yield "the environment", "\n".join([f"{name}={value}" for name, value in world.environ.items()])


def release_session(request: Request) -> int:
    """A person lowers the level of a session to none, with a reason that goes on record."""
    why = request.options.get("reason")
    if not isinstance(why, str) or not why.strip():
        raise Fault("a release needs a reason: guardctl release --reason WHY [SESSION]")
    world, id = request.world, find_session(request, "".join(request.words[:1]))
    session, checkpoint = Session(world, id), Checkpoint(world, id)
    state, settings = load_state(session, checkpoint)[0], merge_settings(world.project)[0]
    before = describe_level(state["level"], state.get(SOURCES) or {}, settings)
    row: Row = dict.fromkeys(("ts", "decision", "tool", "operation", "rule", "reason"), "")
    row.update(ts=format_time(world.now), decision="pass", rule="release", level=[])
    row.update(reason=redact_value(why, world.load_key())[0], session_id=id, event="Release")
    row["contamination"] = describe_level(NONE, {}, settings)
    record_event(session, checkpoint, row, [], [list(op) for op in lower_level(state["seq"] + 1)])
    what = f"{before['level']} from {before['source']} since {before['contaminated_at']}"
    text = f"session {id} held {what if state['level'] else 'nothing'}; released: {why}"
    request.print_result({"session_id": id, "released": before, "reason": why}, text)
    return 0
