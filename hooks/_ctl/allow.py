"""`guardctl allow [ID]`: lets one call through that a guard objected to, on record.

Until it was made, or until the next prompt.  ID is the action id of the objection (guardctl tail shows it) or its
beginning; the last objection where none is named.  A hand-tagged rule, `seal` and self-protection stay as they are.
"""
from __future__ import annotations

import argparse

from guards._origin import allowance
from hooks._ctl import _acts
from hooks._stores.disk import Fault
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks._world import World


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", default="", help="the action id of the objection, or its beginning")
    parser.add_argument("--session", help="the session's id or its beginning (default: the newest)")


def run(args: argparse.Namespace, world: World) -> int:
    session_id = _acts.session_of(world, args.session)
    rows = [(id, row) for id, row in _acts.field(world, session_id, "request_origin").get("objected", {}).items()
            if id.startswith(args.id)]
    if not rows:
        raise Fault(f"no objection to {args.id or 'anything'} is on record in session {session_id}")
    id, (_, what, where) = rows[-1][0], (*rows[-1][1], "", "", "")[:3]
    _acts.change(world, session_id, "Let", id, "request_origin", lambda state: allowance.given(state, id))
    if args.json:
        print(dumps({"session_id": session_id, "action_id": id, "operation": what, "destination": where}))
    else:
        print(f"{what}{f' to {where}' if where else ''} passes once, until the next prompt (session {session_id})")
    return 0
