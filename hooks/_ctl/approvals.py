"""`guardctl approvals [--revoke ID]`: what a person approved in a session, and what may be worth trusting for good.

An approval covers a class of act and where it goes, for that session.  What was approved in three sessions and more is
offered as a line for `trusted_destinations`; it is never applied by itself.
"""
from __future__ import annotations

import argparse

from guards._origin import approvals
from hooks import _registry, _settings
from hooks._ctl import _acts, _ledgers
from hooks._ctl._terminal import fit, width
from hooks._stores.disk import Fault
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._world import World

SESSIONS = 50       # newest sessions looked through for what is worth trusting


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", help="the session's id or its beginning (default: the newest)")
    parser.add_argument("--revoke", metavar="ID", help="take back the approval whose id begins so; `all` for all")


def run(args: argparse.Namespace, world: World) -> int:
    session_id = _acts.session_of(world, args.session)
    held = approved(world, session_id)
    if args.revoke:
        begin = "" if args.revoke == "all" else args.revoke
        gone = [key for key in held if key.startswith(begin)]
        if not gone:
            raise Fault(f"no approval begins with {args.revoke!r}; see guardctl approvals")
        _acts.change(world, session_id, "Revoke", ", ".join(gone), "request_origin",
                     lambda state: approvals.revoked(state, begin))
        held = {key: row for key, row in held.items() if key not in gone}
    offers = approvals.offered(places(world), _settings.load(world, _registry.load()).trusted_destinations)
    if args.json:
        rows = [{"id": key, "operation": row[0], "destination": row[1], "approved_at": row[2]}
                for key, row in held.items()]
        print(dumps({"session_id": session_id, "offered": offers, "approvals": rows}))
        return 0
    for key, row in held.items():
        what = f"{row[0]}{f' to {row[1]}' if row[1] else ''}"
        print(f"{key[:10]}  {row[2][:19]:<19}  {fit(what, width() - 33)}")
    if not held:
        print(f"session {session_id}: nothing is approved")
    for where in offers:
        print(f'approved in {approvals.SESSIONS} sessions or more; to trust it: "trusted_destinations": ["{where}"]')
    return 0


def approved(world: World, session_id: str) -> dict[str, Any]:
    """{key: [what, where, time]} of a session."""
    found = _acts.field(world, session_id, "request_origin").get("approved")
    return found if isinstance(found, dict) else {}


def places(world: World) -> list[list[str]]:
    """The places that each of the newest sessions approved."""
    found = []
    for path in _ledgers.paths(world)[:SESSIONS]:
        first = next(iter(_ledgers.rows(path)), {})
        id = str(first.get("session_id") or "")
        rows = approved(world, id) if id else {}
        found.append([where for row in rows.values() for where in str(row[1]).split(", ")
                      if where and "[" not in where and "." in where])
    return found
