"""`guardctl approvals [--revoke ID]`: what a person approved in a session, and what may be worth trusting for good.

An approval covers a class of act and where it goes, for that session.  What was approved in three sessions and more is
offered as a line for `trusted_destinations`; it is never applied by itself.
"""
from __future__ import annotations

import argparse

from hooks import _registry, _settings
from hooks._ctl import _acts, _ledgers
from hooks._ctl._terminal import fit, width
from hooks._stores.disk import Fault
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from guards._history.fields import Origin as State
    from hooks._stores.world import World

WORDS = ("nothing", "personal data", "internal data", "credentials")
SESSIONS = 50       # newest sessions looked through for what is worth trusting


OFTEN = 3           # sessions in which a place was approved before it is offered


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", help="the session's id or its beginning (default: the newest)")
    parser.add_argument("--revoke", metavar="ID", help="take back the approval whose id begins so; `all` for all")


def run(args: argparse.Namespace, world: World) -> int:
    session_id = _acts.session_of(world, args.session)
    held, sent = approved(world, session_id), leaving(world, session_id)
    if args.revoke:
        begin = "" if args.revoke == "all" else args.revoke
        gone = [key for key in {**held, **sent} if key.startswith(begin)]
        if not gone:
            raise Fault(f"no approval begins with {args.revoke!r}; see guardctl approvals")
        for guard, of in (("request_origin", held), ("contamination", sent)):
            if any(key in of for key in gone):
                _acts.change(world, session_id, "Revoke", ", ".join(key for key in gone if key in of), guard,
                             lambda state: revoked(state, begin))
        held, sent = ({key: row for key, row in of.items() if key not in gone} for of in (held, sent))
    offers = offered(places(world), _settings.load(world, _registry.load()).trusted_destinations)
    if args.json:
        rows = [{"id": key, "operation": row[0], "destination": row[1], "approved_at": row[2]}
                for key, row in held.items()]
        rows += [{"id": key, "operation": what, "destination": "", "approved_at": ""} for key, what in sent.items()]
        print(dumps({"session_id": session_id, "offered": offers, "approvals": rows}))
        return 0
    for key, row in held.items():
        what = f"{row[0]}{f' to {row[1]}' if row[1] else ''}"
        print(f"{key[:10]}  {row[2][:19]:<19}  {fit(what, width() - 33)}")
    for key, what in sent.items():
        print(f"{key[:10]}  {what}")
    if not held and not sent:
        print(f"session {session_id}: nothing is approved")
    for where in offers:
        print(f'approved in {OFTEN} sessions or more; to trust it: "trusted_destinations": ["{where}"]')
    return 0


def approved(world: World, session_id: str) -> dict[str, Any]:
    """{key: [what, where, time]} of a session."""
    found = _acts.field(world, session_id, "request_origin").get("approved")
    return found if isinstance(found, dict) else {}


def leaving(world: World, session_id: str) -> dict[str, str]:
    """{key: what} of the answers to contamination's questions; the place itself is kept as a fingerprint alone."""
    found = _acts.field(world, session_id, "contamination").get("approved")
    rows = found.items() if isinstance(found, dict) else ()
    return {key: f"data up to {WORDS[level]} may leave for the place that was asked about"
            for key, level in rows if isinstance(level, int) and 0 < level < len(WORDS)}


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


def revoked(state: State, key: str) -> State:
    """Without the approvals whose key begins so; all of them for ""."""
    return {**state, "approved": {k: row for k, row in state.get("approved", {}).items() if not k.startswith(key)}}


def offered(sessions: Iterable[Iterable[str]], trusted: Iterable[str]) -> list[str]:
    """Places approved in OFTEN sessions and more that nobody trusts yet, most often first.

    >>> offered([["a.example"], ["a.example", "b.example"], ["a.example"]], [])
    ['a.example']
    """
    known, counts = set(trusted), {}  # type: set[str], dict[str, int]
    for places in sessions:
        for where in set(places):
            counts[where] = counts.get(where, 0) + 1
    often = [where for where, n in counts.items() if n >= OFTEN and where not in known]
    return sorted(often, key=lambda where: (-counts[where], where))
