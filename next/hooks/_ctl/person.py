"""What a person decides or is shown: allow, off, rescue, doctor, handover, trust, classify, reveal, purge.

Law: only a person in a terminal loosens.  guards.json changes by the members named, no other byte.  A rescue writes
nothing newer over without --force, and takes a snapshot of what stands now first; outside of a terminal what steers
programs (git's config and hooks, agents' settings, ours) stays away.

Cannot see: whether what stands there now is worth keeping; why a file is another than the one accepted; a value that
no file of the project and no variable of this shell holds any more.
"""

from __future__ import annotations

import os
import sys
import time

from guards import LEVELS, NONE, UNTRUSTED, Event
from guards._sensitive import find_sensitive
from guards._sensitive.fingerprint import hash_value
from guards._sensitive.mask import mask_text, write_mask
from guards._sensitive.paths import read_secret_values
from guards._text import normalize_place
from guards.resume_ownership import clean_id
from hooks._ctl import Request, find_session, is_terminal, list_sessions, require_person
from hooks._event import Moment, accepted
from hooks._event.facts import look_secret_files, look_file
from hooks._event.judge import GUARDS
from hooks._event.settings import merge_settings
from hooks._install import SCOPES, Place, list_installed
from hooks._install.check import list_faults, list_lost, stamp_code
from hooks._install.plan import Refused, add_member, cut_member, parse_strict, write_file
from hooks._stores import Fault, provenance, read_bytes, write_json
from hooks._stores.ledger import Session, find_values, load_state, parse_row
from hooks._stores.world import Checkpoint, format_time, remove_records
from hooks._undo.restore import Restoring
from hooks._undo.snapshot import list_gone, take_snapshot
from hooks._undo.store import Store, list_entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Row = dict[str, Any]

RECENT, LISTED, SECONDS = 50, 40, 60.0  # snapshots that are looked at, lines that are shown
TRUSTED, NEXT = "trusted_destinations", "from your next prompt on at the latest"
CAME = {
    "back": "restored {}",
    "refs": "restored {}",
    "left": "left {}: something newer stands there (--force)",
    "withheld": "left {}: only for you, in a terminal",
    "faults": "failed: {}",
}


def allow_place(request: Request) -> int:
    """`allow HOST`: data may go there from now on; --undo.  What only untrusted text named takes --force."""
    if len(request.words) != 1:
        raise Fault("which host, host/path or address?  guardctl allow HOST [--undo]")
    world, options, place = request.world, request.options, normalize_place(request.first)
    for id in list_sessions(world) if options.keys().isdisjoint(("undo", "force")) else ():
        known = find_values(Session(world, id), 0, hash_value(world.load_key(), place))
        if known and all(one.trust == UNTRUSTED for one in known):
            why = f"only {known[0].source} named {place}, you did not"
            raise Fault(f"{why}; --force allows it all the same")
    change_guards(request, TRUSTED, "", place)
    says = "is asked about again" if "undo" in options else "data may go there"
    request.print_result(merge_settings(world.project)[0][TRUSTED], f"{place}: {says}, {NEXT}")
    return 0


def turn_off(request: Request) -> int:
    """`off GUARD`: it objects to nothing; --watch records what it would say; --undo turns it on again."""
    if request.first not in GUARDS:
        raise Fault(f"which guard?  {' '.join(GUARDS)}")
    mode = "watch" if "watch" in request.options else "off"
    change_guards(request, "guards", request.first, mode)
    now = "on" if "undo" in request.options else mode
    request.print_result({}, f"{request.first} is {now}, {NEXT}")
    return 0


def change_guards(request: Request, name: str, key: str, value: str) -> None:
    """Sets or, with --undo, takes out a member of an object of guards.json, or without a key of a list; accepts it."""
    require_person("loosen a guard")
    world, undo = request.world, "undo" in request.options
    before = accepted.read_guards(world.project)
    text = before or "{}\n"
    try:
        held = parse_strict(text).get(name)
        inside = isinstance(held, list) and value in held
        at: Any = key or (held.index(value) if inside else 1 << 20)
        if held is not None:
            text = cut_member(text, (name, at))
        if not undo and held is None:
            text = add_member(text, (name,), {key: value} if key else [value])
        elif not undo:
            text = add_member(text, (name, at), value)
        elif held and len(held) == 1:
            text = cut_member(text, (name,))
    except (Refused, AttributeError) as fault:
        raise Fault(f"{accepted.FILE}: {fault}; nothing was changed") from None
    write_file(f"{world.project}/{accepted.FILE}", text.encode("utf-8", "surrogateescape"), 0o644)
    record = accepted.load_record(accepted.locate_record(world.project, world.environ))
    if record is not None and (record["text"] or "") == before:
        accept_all(request)


def accept_all(request: Request) -> None:
    """What stands in the project now is what this machine accepts."""
    world = request.world
    code = stamp_code(Place("user", "", world.environ).data)
    accepted.accept_project(world.project, world.environ, [], [], code)


def run_rescue(request: Request) -> int:
    """The snapshots; with the beginning of an id what one holds; --restore brings it, or the newest that is of use, back."""
    store, begin = Store(request.world, SECONDS), request.first
    rows = [store.load_row(id) for id in store.list_rows()[::-1] if id.startswith(begin)]
    restore = request.options.get("restore")
    if not begin and not restore:
        lines = [describe_row(request, row) for row in rows[:LISTED][::-1]]
        text = "\n".join(lines) or "No snapshot was taken in this project."
        request.print_result(rows[::-1], text)
        return 0
    if not rows or (begin and len(rows) > 1):
        raise Fault(f"{len(rows)} snapshots begin with {begin!r}; guardctl rescue lists them")
    row = next((one for one in rows[:RECENT] if list_gone(one)), rows[0])
    if restore:
        return restore_work(request, row)
    lines = [
        describe_row(request, row),
        *(f"  {path}" for path in sorted(list_entries(row))[:LISTED]),
    ]
    lines += [f"  gone now: {name}" for name in list_gone(row)[:LISTED]]
    lines += [f"  not held: {path}" for path in row["unheld"][:LISTED]]
    request.print_result(row, "\n".join(lines).replace("\x1b", ""))
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
    data = {name: getattr(came, name) for name in CAME}
    lines = [form.format(one) for name, form in CAME.items() for one in data[name]]
    lines.append(f"What stood there is snapshot {before['id']}.  {before['fault']}".rstrip())
    request.print_result({**data, "before": before["id"]}, "\n".join(lines))
    return 1 if came.left or came.faults else 0


def describe_row(request: Request, row: Row) -> str:
    """When, which call, what it holds: one line."""
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(row["at"]))
    text = " ".join(str(row.get("text") or row.get("tool") or "").split())
    text = mask_text(text, request.world.load_key())[0].replace("\x1b", "")[:60]
    files, gone = list_entries(row).values(), list_gone(row)
    counts = f"{len(files)} files, {sum(entry[2] for entry in files) // 1024} KiB"
    counts += f", gone now: {len(gone)}" if gone else ""
    counts += f", not held: {len(row['unheld'])}" if row["unheld"] else ""
    return f"{row['id']}  {when}  {text or 'a session ended'}  ({counts})"


def hand_over(request: Request) -> int:
    """`handover SESSION TO`: who may resume it from now on."""
    require_person("hand a session over")
    world, ids = request.world, list[str]()
    if len(request.words) != 2:
        raise Fault("which session, and to which?  guardctl handover SESSION TO")
    for word in request.words:
        found = provenance.look_owners(world, word)
        known = [*(row["session_id"] for row in found["rows"]), *found["others"]]
        ids.append(find_session(request, word, known))
    id, to = ids
    row = provenance.compose_row(id, to, format_time(world.now), kind="handover")
    provenance.record_launch(world, row)
    request.print_result(row, f"{clean_id(id)} may be resumed by {clean_id(to)}.")
    return 0


def trust_project(request: Request) -> int:
    """Accepts guards.json, launchers and commands as they stand, and says what of them is new."""
    require_person("accept what a repository brought")
    world = request.world
    held = (
        accepted.load_record(accepted.locate_record(world.project, world.environ)) or accepted.NEW
    )
    text = accepted.read_guards(world.project)
    new = [f"{accepted.FILE}: {text.strip() or '(none)'}"] if text != (held["text"] or "") else []
    lost = list_lost(world.project, world.environ, held["places"])
    accept_all(request)
    wrong = [f"{path} is not as this version writes it: install.py puts it back" for path in lost]
    request.print_result({"accepted": new, "wrong": wrong}, "\n".join([*new, *wrong, "accepted"]))
    return 0


def show_doctor(request: Request) -> int:
    """Every scope that is installed: is it all there, does it answer, what waits to be accepted?"""
    world, faults, good = request.world, list[str](), list[str]()
    for place in [Place(scope, world.project, world.environ) for scope in SCOPES]:
        if agents := list_installed(place):
            found = [f"{place.scope}: {fault}" for fault in list_faults(place)]
            faults += found
            good += [] if found else [f"{place.scope}: {', '.join(agents)}: every event answers"]
    if not good and not faults:
        faults.append("nothing is installed here: run install.py")
    held = (
        accepted.load_record(accepted.locate_record(world.project, world.environ)) or accepted.NEW
    )
    if held["pending"] and held["text"] != accepted.read_guards(world.project):
        faults.append(f"{accepted.FILE} came with git and nobody accepted it: guardctl trust")
    faults += accepted.list_moves(world.project, world.environ)
    faults += merge_settings(world.project)[1]
    request.print_result({"good": good, "faults": faults}, "\n".join([*good, *faults]))
    return 1 if faults else 0


def classify_text(request: Request) -> int:
    """The level of the text on stdin, and the text masked; --jsonl: one JSON object with a `text` a line."""
    key = read_bytes(f"{request.world.state}/key", 0, 32) or os.urandom(32)  # none is made for this
    domains = merge_settings(request.world.project)[0]["internal_domains"]
    if "jsonl" not in request.options:
        answer = rate_text(sys.stdin.buffer.read().decode("utf-8", "replace"), key, domains)
        request.print_result(answer, f"{answer['level']}\n{answer['redacted']}")
        return 0
    for number, line in enumerate(sys.stdin.buffer, 1):
        text = (parse_row(line) or {}).get("text")
        if not isinstance(text, str):
            raise Fault(f"line {number} is no JSON object with a `text`")
        print(write_json(rate_text(text, key, domains)))
    return 0


def rate_text(text: str, key: bytes, domains: list[str]) -> Row:
    """Level, findings (rule, kind, start, end in characters) and redacted form of a text."""
    found = find_sensitive(text, False, domains)
    names = ("rule", "kind", "start", "end")
    rows = [{name: getattr(one, name) for name in names} for one in found]
    level = LEVELS[max([one.level for one in found], default=NONE)]
    return {"level": level, "findings": rows, "redacted": write_mask(text, key, found)}


def reveal_value(request: Request) -> int:
    """The value behind a placeholder, looked up again where the records say that it came from, in the project's secret
    files and in the environment."""
    require_person("see a value")
    world, tag = request.world, f"[{request.first.strip().strip('[]')}]"
    states = [
        load_state(Session(world, id), Checkpoint(world, id))[0] for id in list_sessions(world)
    ]
    paths = [state.get("secrets.issued", {}).get(tag) for state in states]
    moment = Moment(Event("UserPromptSubmit"), world.environ, world.project, lambda *step: None)
    texts = {path: look_file(moment, path) or "" for path in paths if path}
    texts.update(look_secret_files(moment))
    texts["the environment"] = "\n".join([f"{k}={value}" for k, value in world.environ.items()])
    for place, text in texts.items():
        spans = [*find_sensitive(text, True), *find_sensitive(text)]
        values = [text[one.start : one.end] for one in spans]
        for value in [*values, *(one for _, one in read_secret_values(place, text))]:
            if hash_value(world.load_key(), value)[:4] == tag[-5:-1]:
                data = {"placeholder": tag, "value": value, "found_in": place}
                request.print_result(data, f"{value}\n  (in {place})")
                return 0
    raise Fault(f"no secret file of the project and no variable of this shell holds {tag}")


def purge_old(request: Request) -> int:
    """`purge --days N`: removes this project's records older than N days (0: all)."""
    days = str(request.options.get("days", ""))
    if not days.isdigit():
        raise Fault("older than how many days?  guardctl purge --days N (0: all)")
    require_person("remove records")
    gone = remove_records(request.world, float(days))
    request.print_result({"removed": gone}, f"{len(gone)} files removed")
    return 0
