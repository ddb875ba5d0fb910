"""What a person decides or is shown: allow, off, rescue, doctor, handover, trust, classify, purge.

Law: only a person in a terminal loosens.  guards.json changes by the members named, no other byte.  A rescue writes
nothing newer over without --force, and takes a snapshot first; what steers programs comes back only in a terminal.
Cannot see: whether what stands there now is worth keeping; why a file is another than the one accepted.
"""

import os
import re
import sys
import time

from guards import LEVELS, NONE, UNTRUSTED, Any, Event, Row
from guards._sensitive import find_sensitive
from guards._sensitive.mask import hash_value, mask_value, read_secret_values, write_mask
from guards._text import normalize_place
from hooks._ctl import Request, clean_text, find_session, list_sessions
from hooks._event import Moment, accepted
from hooks._event.facts import look_secret_files
from hooks._event.judge import GUARDS
from hooks._event.settings import merge_settings
from hooks._install import SCOPES, Place, list_installed
from hooks._install.check import list_faults
from hooks._install.plan import Refused, add_member, cut_member, parse_strict, write_file
from hooks._stores import Fault, provenance, read_bytes
from hooks._stores.ledger import Session, find_values, parse_row
from hooks._stores.world import locate_data, remove_records
from hooks._undo import Store, list_entries
from hooks._undo.restore import Restoring
from hooks._undo.snapshot import list_gone, take_snapshot

LISTED, SECONDS = 10, 60.0  # lines of a list
FOUND = "rule kind start end".split()  # what is said of a finding
NEXT = "from your next prompt on"
AGAIN = r"refs/remotes/([^/]+)/(.+)", r"\g<0> (there again by: git push \1 \g<0>:refs/heads/\2)"
CAME = {
    "back": "restored {}",
    "refs": "restored {}",
    "left": "left {}: something newer stands there (--force)",
    "withheld": "left {}: only for you, in a terminal",
    "faults": "failed: {}",
}


def allow_place(request: Request) -> None:
    """`allow HOST`: data may go there from now on; --undo.  What only untrusted text named takes --force."""
    world, options, place = request.world, request.options, normalize_place(request.first)
    if len(" ".join(request.words).split()) != 1:
        raise Fault("which host, host/path or address? guardctl allow HOST [--undo]")
    for id in list_sessions(world) if options.keys().isdisjoint(("undo", "force")) else ():
        data = read_bytes(Session(world, id).values)
        known = find_values(data, "hash", hash_value(world.load_key(), place))
        if known and all(one.trust == UNTRUSTED for one in known):
            why = f"only {known[0].source} named {place}, you did not"
            raise Fault(f"{why}; --force allows it all the same")
    change_guards(request, "trusted_destinations", "", place)
    says = "is asked about again" if "undo" in options else "data may go there"
    request.print_result({}, f"{place}: {says}, {NEXT}")


def turn_off(request: Request) -> None:
    """`off GUARD`: it objects to nothing; --watch records what it would say; --undo turns it on again."""
    if request.first not in GUARDS:
        raise Fault(f"{request.first!r} is no guard: {' '.join(GUARDS)}")
    mode = "watch" if "watch" in request.options else "off"
    change_guards(request, "guards", request.first, mode)
    mode = "on" if "undo" in request.options else mode
    request.print_result({}, f"{request.first}: {mode}, {NEXT}")


def change_guards(request: Request, name: str, key: str, value: str) -> None:
    """Sets or, with --undo, takes out a member of an object of guards.json, or without a key of a list; accepts it."""
    request.require_person("loosen a guard")
    world, undo = request.world, "undo" in request.options
    before = accepted.read_guards(world.project)
    text = before or "{}\n"
    try:
        held = parse_strict(text).get(name)
        inside = isinstance(held, list) and value in held
        at = key or (held.index(value) if inside else 1 << 20)
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
    data = text.encode("utf-8", "surrogateescape") if parse_strict(text) else None  # {}: it goes
    write_file(f"{world.project}/{accepted.FILE}", data, 0o644)
    if (load_accepted(request)["text"] or "") == before:
        accept_all(request)


def accept_all(request: Request) -> None:
    """What stands in the project now is what this machine accepts."""
    code = accepted.stamp_code(locate_data(request.world.environ))
    accepted.accept_project(request.world.project, request.world.environ, [], [], code)


def reveal_values(request: Request) -> None:
    """`reveal [WORD]`: the values of the project's secret files, each behind its placeholder and file."""
    request.require_person("see what is masked")
    world, found = request.world, []
    moment = Moment(Event(""), world.environ, world.project, lambda *_: None)
    for path, text in look_secret_files(moment).items():
        for name, value in read_secret_values(text):
            line = f"{mask_value(value, world.load_key(), [value], strict=1)} {path} {name} {clean_text(value)}"
            found += [line] if request.first in line else []
    print(f"values, shown in clear: {len(found)}", *found, sep="\n")


def run_rescue(request: Request) -> int:
    """The copies; with the beginning of an id what one holds; --restore brings it, or the newest that is of use, back."""
    store, begin = Store(request.world, SECONDS), request.first
    rows = [store.load_row(id) for id in store.list_ids()[::-1] if id.startswith(begin)]
    restore = request.options.get("restore")
    if not begin and not restore:
        newest = {name: row["id"] for row in rows[49::-1] for name in list_gone(row)}
        lines = [f"gone, and can be brought back: {len(newest)}"]
        lines += [f"  {id}  {name}" for name, id in newest.items()][:LISTED]
        lines += [describe_row(request, row) for row in filter(list_work, rows)][:LISTED][::-1]
        hint = "guardctl rescue ID: what it holds, what changed since; --restore brings it back."
        return print_lines(request, rows[::-1], [*lines, hint])
    if not rows or (begin and len(rows) > 1):
        raise Fault(f"{len(rows)} copies begin with {begin!r}; guardctl rescue lists them")
    row = next((one for one in rows[:50] if list_gone(one)), rows[0])
    if restore:
        return restore_work(request, row)
    lines = [describe_row(request, row)]
    for name in list_gone(row, True)[:LISTED]:
        lines += [f"  {'changed since' if os.path.lexists(name) else 'gone now'}: {name}"]
    for one in row["repositories"]:
        counts = f"stashes: {len(one['stashes'])}, staged files: {len(one['staged'])}"
        lines += [f"  git: {one['symbolic'].split(' ')[-1]} at {one['head'][:7]}, {counts}"]
    lines += [f"  file: {path}" for path in list_work(row)[:LISTED]]
    lines += [f"  not copied: {path}" for path in row["unheld"][:LISTED]]
    return print_lines(request, row, lines)


def print_lines(request: Request, data: Any, lines: list[str]) -> int:
    """Prints what a person reads: a path from the project on, a ref as a branch."""
    text = "\n".join(map(clean_text, lines)).replace(f"{request.world.project}/", "")
    request.print_result(data, text.replace(" refs/heads/", " branch "))
    return 0


def list_work(row: Row) -> list[str]:
    """The paths of a snapshot but for git's own."""
    return [path for path in list_entries(row) if "/.git/" not in path]


def restore_work(request: Request, row: Row) -> int:
    world, about = request.world, {"text": f"guardctl rescue {row['id']}"}
    before = take_snapshot(world, about, " ", world.project, (), SECONDS)
    store = Store(world, SECONDS)
    with store.lock:
        store.open_cache()
        came = Restoring(store, bool(request.options.get("force")), request.person)
        came.restore_row(row)
    came.refs = [re.sub(*AGAIN, one) for one in came.refs]
    data = {name: getattr(came, name) for name in CAME}
    lines = [form.format(one) for name, form in CAME.items() for one in data[name]]
    lines = lines or ["nothing was missing"]
    lines.append(f"What stood there before is copy {before['id']}. {before['fault']}".rstrip())
    print_lines(request, {**data, "before": before["id"]}, lines)
    return 1 if came.left or came.faults else 0


def describe_row(request: Request, row: Row) -> str:
    """When, which call, what it holds: one line."""
    text = mask_value(row.get("text") or "the work as a session left it", request.world.load_key())
    text = " ".join(text.split())[:60]
    left = f", not copied: {len(row['unheld'])}" if row["unheld"] else ""
    return f"{row['id']}  {time.strftime('%Y-%m-%d %H:%M:%S', time.localtime(row['at']))}  {text}  (files: {len(list_work(row))}{left})"


def hand_over(request: Request) -> None:
    """`handover SESSION TO`: who may resume it from now on."""
    request.require_person("hand a session over")
    world, ids = request.world, []
    if len(request.words) != 2:
        raise Fault("which session, and to which? guardctl handover SESSION TO")
    for word in request.words:
        found = provenance.look_owners(world, word)
        known = [*(row["session_id"] for row in found["rows"]), *found["others"]]
        ids.append(find_session(request, word, known))
    id, to = ids
    row = provenance.compose_row(id, to, world.stamp, kind="handover")
    provenance.record_launch(world, row)
    request.print_result(row, clean_text(f"{id} may be resumed by {to}."))


def load_accepted(request: Request) -> Row:
    """What this machine accepted of the project."""
    path = accepted.locate_record(request.world.project, request.world.environ)
    return accepted.load_record(path)


def trust_project(request: Request) -> None:
    """Accepts guards.json, launchers, commands and a vendored copy as they stand."""
    request.require_person("accept what a repository brought")
    accept_all(request)
    text = accepted.read_guards(request.world.project)
    what = f"launcher, slash commands, code in the project, {accepted.FILE}"
    says = f"accepted as they stand: {what}:\n{text or f'there is no {accepted.FILE}'}"
    request.print_result({"accepted": text}, says)


def show_doctor(request: Request) -> int:
    """Every scope that is installed: is it all there, does it answer, what waits to be accepted?"""
    world = request.world
    places = [Place(scope, world.project, world.environ) for scope in SCOPES]
    found = {place.scope: list_faults(place) for place in places if list_installed(place)}
    good = [f"{scope}: every event answers" for scope, wrong in found.items() if not wrong]
    faults = [f"{scope}: {one}" for scope, wrong in found.items() for one in wrong]
    faults += [] if found else ["nothing is installed here: run install.py"]
    held = load_accepted(request)
    if held["pending"] and held["text"] != accepted.read_guards(world.project):
        faults.append(f"{accepted.FILE} came with git and nobody accepted it: guardctl trust")
    faults += accepted.list_moves(world.project) + merge_settings(world.project)[1]
    request.print_result({"good": good, "faults": faults}, "\n".join([*good, *faults]))
    return 1 if faults else 0


def classify_text(request: Request) -> None:
    """The level of the text on stdin, and the text masked; --jsonl: one JSON object with a `text` a line."""
    key = read_bytes(f"{request.world.state}/key", 0, 32) or os.urandom(32)  # none is made for this
    domains = merge_settings(request.world.project)[0]["internal_domains"]
    source, each = sys.stdin.buffer, "jsonl" in request.options
    request.json |= each
    given = map(parse_row, source) if each else [{"text": source.read().decode("utf-8", "replace")}]
    for number, row in enumerate(given, 1):
        text = row.get("text")
        if not isinstance(text, str):
            raise Fault(f"line {number} is no JSON object with a `text`")
        found = find_sensitive(text, False, domains)
        level = LEVELS[max([one.level for one in found], default=NONE)]
        rows = [{name: getattr(one, name) for name in FOUND} for one in found]
        answer = {"level": level, "findings": rows, "redacted": write_mask(text, key, found)}
        request.print_result(answer, f"{level}\n{answer['redacted']}")


def purge_old(request: Request) -> None:
    """`purge --days N`: removes this project's records older than N days (0: all)."""
    days = request.take_number("days")
    request.require_person("remove records")
    gone = remove_records(request.world, days)
    request.print_result({"removed": gone}, f"files removed: {len(gone)}")
