"""`guardctl verify [SESSION]`: is every record as it was written?  Names the first bad row, and exits with 1.

    ledger      each row's `prev` is the digest of the row before it: a changed byte shows in any row but the last
    anchor      the last row and the length: the state cache while the session lives, its receipt after the end
    receipt     canonical form, the chain of decisions, the hash of the context
    signature   with `ssh-keygen -Y verify`, by a key in receipts/allowed_signers or --signers FILE

Whoever can write to the state folder can write ledger, cache and unsigned receipt anew, in accord: only a
signature by a key that lies elsewhere, or a copy sent away (guardctl export), holds against that.
"""
from __future__ import annotations

import argparse
import os

from hooks import _decisions, _ledger, _signing, _store
from hooks._ctl import _ledgers
from hooks._json import dumps, loads
from hooks._store import Fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._world import World


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", help="a session's id or its beginning (default: all)")
    parser.add_argument("--signers", help="an allowed_signers file (default: receipts/allowed_signers)")
    parser.add_argument("--identity", help="an age identity file, to read encrypted receipts")


def run(args: argparse.Namespace, world: World) -> int:
    stems = names(world)
    if args.session:
        stems = [n for n in stems if n == _store.safe_name(args.session)] or \
            [n for n in stems if n.startswith(args.session)]
        if not stems:
            raise Fault(f"no session begins with {args.session!r}; see guardctl status")
    found = [check(world, stem, args.signers, args.identity) for stem in stems]
    bad = [one for one in found if one["faults"]]
    if args.json:
        print(dumps({"ok": not bad, "sessions": found}))
        return 1 if bad else 0
    for one in found:
        print(f"{one['session']}: {one['rows']} rows, " + (one["faults"][0] if one["faults"] else "all as written")
              + (f"; {'; '.join(one['notes'])}" if one["notes"] else ""))
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
    return list(dict.fromkeys([*ledgers, *stems]))


def check(world: World, stem: str, signers: str | None = None, identity: str | None = None) -> dict[str, Any]:
    """{"session", "rows", "faults", "notes"} of one session; the first fault is the first bad place."""
    path = os.path.join(world.state, "context", stem + _ledgers.LEDGER)
    digests: list[str] = []
    faults: list[str] = []
    notes: list[str] = []
    if os.path.exists(path):
        faults += [f"row {number}: {what}" for number, what in _ledger.faults(_store.lines(path))]
        digests = [_ledger.digest(line.rstrip(b"\n")) for line in _store.lines(path) if line.strip()]
        faults += anchored(path, digests)
    else:
        notes.append("its ledger is gone (retention, or removed)")
    receipt, said, remarks = receipt_of(world, stem, signers, identity)
    faults, notes = faults + said, notes + remarks
    if receipt and os.path.exists(path):
        faults += cut(receipt.get("ledger") or {}, digests)
    return {"session": stem, "rows": len(digests), "faults": faults, "notes": notes}


def anchored(path: str, digests: list[str]) -> list[str]:
    """The state cache names the last row: rows removed from the end, or a changed last one, show."""
    try:
        head = _ledger.head_of(loads(_store.read(path[:-len(_ledgers.LEDGER)] + ".state.json")))
    except (ValueError, RecursionError):
        return []
    if head is None or head.digest in digests[-1:]:
        return []
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
    data = _signing.decrypt(file, str(identity), world.env) if file.endswith(".age") else _store.read(file)
    receipt, said = _decisions.faults(data)
    return receipt, faults + [f"receipt: {one}" for one in said], notes


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
