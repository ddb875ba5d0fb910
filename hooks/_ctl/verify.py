"""`guardctl verify [SESSION]`: is every record as it was written?  Names the first bad row, and exits with 1.

    ledger      each row's `prev` is the digest of the row before it: a changed byte shows in any row but the last
    state       what the guards learned: each row of it is named by its digest in the ledger
    cache       names the last row and the length, and holds what a replay of the ledger gives
    anchor      outside the project: what the session held and where its ledger stood, for sessions that hold something
    index       of kept rows: what the rows make of it
    receipt     canonical form, the chain of decisions, the hash of the context; the receipts of what passed, beside it
    torn        a line that a crash cut, which the row after it names as it stands, is a note and no fault
    signature   with `ssh-keygen -Y verify`, by a key in receipts/allowed_signers or --signers FILE

Damage is told until a person says `--accept REASON`: that is a row of its own, and what broke before it becomes a note.
Whoever can write to the state folder and to the person's home can write all of it anew, in accord: only a signature by
a key that lies elsewhere, or a copy sent away (guardctl export), holds against that.
"""
from __future__ import annotations

import argparse
import os

from guards._text.plain import one_line
from hooks import _decisions, _facts, _passed, _signing
from hooks._ctl import _ledgers
from hooks._install.said import many
from hooks._stores import anchors, disk, ledger, packs, sessions
from hooks._stores.delta import same
from hooks._stores.disk import Fault
from hooks._stores.json import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from hooks._stores.world import World


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", help="a session's id or its beginning (default: all)")
    parser.add_argument("--signers", help="an allowed_signers file (default: receipts/allowed_signers)")
    parser.add_argument("--identity", help="an age identity file, to read encrypted receipts")
    parser.add_argument("--accept", metavar="REASON", help="acknowledge what is damaged, on record; it is told no more")


def run(args: argparse.Namespace, world: World) -> int:
    stems = names(world)
    if args.session:
        stems = [n for n in stems if n == disk.safe_name(args.session)] or \
            [n for n in stems if n.startswith(args.session)]
        if not stems:
            raise Fault(f"no session begins with {args.session!r}; see guardctl status")
    found = [check(world, stem, args.signers, args.identity) for stem in stems]
    if args.accept is not None:
        taken = [accept(world, one, args.accept) for one in found if one["faults"]]
        if not taken:
            raise Fault("nothing is damaged: there is nothing to accept")
        found = [check(world, stem, args.signers, args.identity) for stem in stems]
    bad = [one for one in found if one["faults"]]
    if args.json:
        print(dumps({"ok": not bad, "sessions": found}))
        return 1 if bad else 0
    for one in found:
        print(f"{one['session']}: {many(one['rows'], 'row')}, "
              + "; ".join([one["faults"][0] if one["faults"] else "all as written", *one["notes"]]))
    if not found:
        print("no session is on record yet")
    return 1 if bad else 0


def names(world: World) -> list[str]:
    """The file names, without ending, of all sessions that left a ledger or a receipt."""
    ledgers = [os.path.basename(path)[:-len(_ledgers.LEDGER)] for path in reversed(_ledgers.paths(world))]
    try:
        files = sorted(os.listdir(os.path.join(world.state, "receipts")))
    except FileNotFoundError:
        files = []
    stems = [name[:-len(end)] for name in files for end in (".json", ".json.age") if name.endswith(end)]
    return list(dict.fromkeys([*ledgers, *stems, *anchors.stems(world)]))


def check(world: World, stem: str, signers: str | None = None, identity: str | None = None) -> dict[str, Any]:
    """{"session", "rows", "faults", "notes"} of one session; the first fault is the first bad place."""
    path = os.path.join(world.state, "context", stem + _ledgers.LEDGER)
    digests: list[str] = []
    faults: list[str] = []
    notes: list[str] = []
    anchor = anchors.of_stem(world, stem)
    if os.path.exists(path):
        digests, faults, notes = _of_ledger(path)
        faults += anchored(path, digests)
        if anchor is not None and anchor.digest and anchor.digest not in digests:
            faults.append(f"row {len(digests)}: the ledger does not hold the row that is anchored outside "
                          f"(row {anchor.seq})")
        for name in _facts.PACKED:
            faults += packs.faults(f"{path[:-len(_ledgers.LEDGER)]}.{name}{_ledgers.LEDGER}", _facts.rows_in)
    elif anchor is not None:
        faults.append(f"row 1: its ledger is gone, and the session held {anchor.label.get('level', 'something')}")
    else:
        notes.append("its ledger is gone (retention, or removed)")
    faults += [f"found on the way: {one}" for one in anchor.damage if not any(one in fault for fault in faults)] \
        if anchor is not None else []
    receipt, said, remarks = receipt_of(world, stem, signers, identity)
    faults, notes = faults + said, notes + remarks
    if receipt and os.path.exists(path):
        faults += cut(receipt.get("ledger") or {}, digests)
    return {"session": stem, "rows": len(digests), "faults": faults, "notes": notes}


def _of_ledger(path: str) -> tuple[list[str], list[str], list[str]]:
    """(digests of all rows, faults, notes) of a ledger; what a person accepted is a note."""
    digests: list[str] = []
    faults: list[str] = []
    notes: list[str] = []
    torn = 0
    states = ledger.States(disk.lines(sessions.state_of(path)))
    for one in ledger.chain(disk.lines(path), states=states):
        if not one.digest:
            continue
        digests.append(one.digest)
        torn += one.torn
        row = one.row or {}
        told = row.get("gap")
        if one.fault:
            faults.append(f"row {one.number}: {one.fault}")
        if isinstance(told, list):
            faults.append(f"row {one.number}: written after damage: {'; '.join(map(str, told))[:300]}")
        if row.get("event") == "Accept" and faults:
            notes.append(f"{len(faults)} faults before row {one.number} accepted at {row.get('ts')}: "
                         f"{one_line(str(accepted_for(row)), 200)}")
            faults = []
    if torn:
        notes.append(f"{many(torn, 'line')} torn by a crash, nothing lost")
    left = states.left()
    if left:
        notes.append(f"{many(left, 'row')} of the state file belong to no event on record, as after a crash")
    return digests, faults, notes


def accepted_for(row: dict[str, Any]) -> object:
    """The person's reason in an Accept row."""
    return ((row.get("guards") or {}).get("contamination") or {}).get("accepts", "")


def accept(world: World, found: dict[str, Any], reason: str) -> str:
    """Puts on record that a person knows of a session's damage; its id.  Raises Fault."""
    from hooks._ctl.release import note

    path = os.path.join(world.state, "context", found["session"] + _ledgers.LEDGER)
    first = next(iter(_ledgers.rows(path)), {}) if os.path.exists(path) else {}
    session_id = str(first.get("session_id") or found["session"])
    if not reason.strip():
        raise Fault("an acknowledgement needs a reason")
    note(world, session_id, "Accept", reason.strip())
    return session_id


def anchored(path: str, digests: list[str]) -> list[str]:
    """The state cache names the last row: rows removed from the end, or a changed last one, show."""
    try:
        head = ledger.head_of(loads(disk.read(sessions.cache_of(path))))
    except (ValueError, RecursionError):
        return []
    if head is None:
        return []
    if head.digest in digests[-1:]:
        replayed = sessions.replayed(path).fields
        return [] if same(replayed, head.fields) else [
            f"row {len(digests)}: the state cache does not hold what the ledger adds up to"]
    if head.digest in digests:
        return []       # a crash between row and cache: the next hook reads on from here
    return [f"row {len(digests) + 1 if head.seq > len(digests) else len(digests)}: "
            f"the end of the ledger is not the one that was written (row {head.seq} is anchored)"]


def cut(anchor: dict[str, Any], digests: list[str]) -> list[str]:
    """The receipt names the row that was the last at its time."""
    if anchor.get("head") in digests:
        return []
    return [f"row {min(len(digests), int(anchor.get('rows') or 0)) or 1}: "
            f"the ledger does not hold the row that the receipt anchors (row {anchor.get('rows')})"]


def receipt_of(world: World, stem: str, signers: str | None,
               identity: str | None) -> tuple[dict[str, Any] | None, list[str], list[str]]:
    """(the receipt, its faults, remarks)."""
    plain = os.path.join(world.state, "receipts", stem + ".json")
    file = next((one for one in (plain, plain + ".age") if os.path.exists(one)), "")
    if not file:
        return None, [], []
    faults, notes = signature(world, file, signers)
    if file.endswith(".age") and not identity:
        return None, faults, [*notes, "receipt encrypted: --identity FILE reads it"]
    data = _signing.decrypt(file, str(identity), world.env) if file.endswith(".age") else disk.read(file)
    receipt, said = _decisions.faults(data)
    if receipt is not None and isinstance(receipt.get("passed"), dict):
        said += _passed.faults(passed_lines(world, plain + "l", identity), receipt["passed"])
    return receipt, faults + [f"receipt: {one}" for one in said], notes


def passed_lines(world: World, file: str, identity: str | None) -> Iterable[bytes]:
    """The receipts of what passed, as they stand or from under their encryption; nothing where the file is gone."""
    if identity and os.path.exists(file + ".age"):
        return _signing.decrypt(file + ".age", identity, world.env).splitlines(keepends=True)
    return disk.lines(file)


def signature(world: World, file: str, signers: str | None) -> tuple[list[str], list[str]]:
    """(faults, remarks) of a receipt's signature."""
    if not os.path.exists(file + ".sig"):
        return [], ["receipt not signed"]
    allowed = signers or os.path.join(world.state, "receipts", "allowed_signers")
    if not os.path.exists(allowed):
        return [], ["receipt signed, but by whom cannot be said: no allowed_signers (--signers FILE)"]
    problem = _signing.verify(file, allowed, world.env)
    if problem.endswith(_signing.MISSING):
        return [], [f"signature not checked: {problem}"]
    return ([f"receipt: the signature does not hold ({problem})"], []) if problem else ([], ["receipt signed"])
