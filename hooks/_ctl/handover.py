"""`guardctl handover SESSION --to SESSION | --kitchen ID --reason TEXT`: from now on another one may resume it.

Writes one row; the latest hand-over of an id says whose it is.  What is on record of recipe, step and dispatch stays.
"""
from __future__ import annotations

import argparse

from guards._history.lineage import make_row, resolve, text
from guards._text.dates import rfc3339
from guards._text.plain import one_line
from hooks._ctl import _ledgers
from hooks._stores import provenance
from hooks._stores.disk import Fault
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:

    from hooks._stores.world import World

KEPT = ("dispatch_id", "recipe_name", "step_name")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", help="the session to hand over (an id, or the unique beginning of one)")
    owner = parser.add_mutually_exclusive_group(required=True)
    owner.add_argument("--to", metavar="SESSION", help="the session that may resume it from now on")
    owner.add_argument("--kitchen", metavar="ID", help="the kitchen whose sessions may resume it from now on")
    parser.add_argument("--reason", required=True, help="why; it is kept with the row")
    parser.add_argument("--recipe", default="", help="the recipe it was dispatched with, where nothing is on record")


def run(args: argparse.Namespace, world: World) -> int:
    row = handover(world, args.session.strip(), (args.to or "").strip(), (args.kitchen or "").strip(), args.reason,
                   args.recipe)
    provenance.record(world, [row])
    if args.json:
        print(dumps(row))
    else:
        owner = f"session {row['caller_session_id']}" if args.to else f"kitchen {args.kitchen}"
        print(f"{row['session_id']} now belongs to {owner}")
    return 0


def handover(world: World, session: str, to: str, kitchen: str, reason: str, recipe: str = "") -> dict[str, object]:
    """The row that moves a session.  Raises Fault for an empty word, an id that is not known or fits several."""
    if not session or not (to or kitchen) or not reason.strip():
        raise Fault("a session, its new owner and a reason are needed")
    fact = provenance.look_up(world, session)
    known = resolve(session, "", fact["rows"], fact["others"], fact["tops"])
    if known.candidates:
        raise Fault(f"{len(known.candidates)} sessions begin with {session!r}: {', '.join(known.candidates[:8])}")
    if not known.id and not recipe.strip():
        session = receiver(world, session, "lineage")
    to = receiver(world, to, "status") if to else to
    before = {key: text(known.row, key) for key in KEPT}
    before["recipe_name"] = before["recipe_name"] or recipe.strip()
    return make_row(known.id or session, to, rfc3339(world.now), kitchen_id=kitchen or text(known.row, "kitchen_id"),
                    **before, kind="handover", reason=one_line(reason, 500),
                    parent_session_id=text(known.row, "parent_session_id") or text(known.row, "caller_session_id"),
                    agent_type=text(known.row, "agent_type"))


def receiver(world: World, given: str, verb: str) -> str:
    """The session that is meant: one that left a record here, by its id or the beginning of it.  Raises Fault."""
    ids = recorded(world)
    fitting = [given] if given in ids else [id for id in ids if id.startswith(given)]
    if len(fitting) != 1:
        raise _ledgers.unknown("session", given, fitting or ids, bool(fitting), f"guardctl {verb}")
    return fitting[0]


def recorded(world: World) -> list[str]:
    """The ids of the sessions that the ledgers and the launches are of."""
    own = (text(next(iter(_ledgers.rows(path)), {}), "session_id") for path in _ledgers.paths(world))
    launched = (text(row, name) for row in provenance.every(world) for name in ("session_id", "caller_session_id"))
    return list(dict.fromkeys(filter(None, (*own, *launched))))
