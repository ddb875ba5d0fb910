"""`guardctl allow [ID | HOST]`: lets one call through, or trusts a place for good.

ID is the event's (guardctl tail shows it): that call passes once, in this turn or in the next, since who cannot be
asked types it between two prompts; the newest unanswered objection where nothing is named.  HOST (a host, an
address, a repository) becomes a line of `trusted_destinations` in guards.json; `--undo` takes it out again.  A
hand-tagged rule, `seal` and self-protection stay as they are.
"""
from __future__ import annotations

import argparse
import os

from guards._origin import allowance
from guards._origin.approvals import place
from hooks._ctl import _acts, _ledgers, _own, why
from hooks._ctl._ledgers import is_place
from hooks._install import json_text
from hooks._stores.disk import Fault
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks._stores.world import World

KEY = "trusted_destinations"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", nargs="?", default="", metavar="ID|HOST",
                        help="an event's id, a session's, or a place to trust (default: the last objection)")
    parser.add_argument("--undo", action="store_true", help="trust that place no more")
    parser.add_argument("--session", help="the session's id or its beginning (default: all that live; where they have "
                                          "none, all without an end)")


def run(args: argparse.Namespace, world: World) -> int:
    what = args.what.strip()
    if args.undo and not is_place(what):
        raise Fault("name the place that is trusted no more: guardctl allow HOST --undo")
    if is_place(what):
        return (distrust if args.undo else trust)(args, world, place(what))
    session_id, fitting = chosen(world, what, args.session)
    id, (key, doing, where) = fitting[-1][0], fitting[-1][1][:3]
    otherwise = allowance.by_hand(fitting[-1][1])
    if otherwise:
        raise Fault(f"{allowance.named(fitting[-1][1])} is not allowed from here: {otherwise}")
    _acts.change(world, session_id, "Let", id, "shell",
                 lambda state: {**state, "let": f"{key}{allowance.LATER}"})
    if args.json:
        print(dumps({"session_id": session_id, "action_id": id, "operation": doing, "destination": where}))
    else:
        print(f"{allowance.named(fitting[-1][1])} passes once, in this turn or the next (session {session_id})")
        others = [one for one in fitting if one[1][0] != key and not allowance.by_hand(one[1])]
        if others:
            other, row = others[-1]
            print(f"stopped before, not allowed: {allowance.named(row)} (guardctl allow {short(session_id, other)})")
    return 0


def chosen(world: World, what: str, session: str | None) -> tuple[str, list[tuple[str, list[str]]]]:
    """(session, the objections that are meant, the newest last): those in the session that is named, or in the one of
    those that live, or else of those without an end, whose fitting objection is open and the newest.  `what` is the
    beginning of an id or of the session's.  Raises Fault."""
    known: list[str] = []
    for files in ([_ledgers.of(world, session)] if session else _ledgers.living(world),
                  [] if session else _ledgers.left(world)):
        found = [one for path in files for one in fitting(world, path, what, known)]
        if found:
            return max(found)[2:]
    if not known:
        raise Fault(none_open(world, session))
    raise _ledgers.unknown("objection", what, known, False, "guardctl tail")


def none_open(world: World, session: str | None) -> str:
    """Why there is nothing to allow: what became of the objection that `guardctl why` tells, if there is one."""
    path, rows = _ledgers.event(world, "", session)
    if not rows:
        return why.NOTHING
    over = "" if path in _ledgers.open(world) else "; that session has ended"
    return (f"nothing waits to be allowed; the last objection, {_ledgers.short(rows[0])} in session "
            f"{rows[0].get('session_id')}: {why.answered(rows, rows[0], why.lifted(path, rows[0]))}{over}")


def fitting(world: World, path: str, what: str,
            known: list[str]) -> list[tuple[bool, str, str, list[tuple[str, list[str]]]]]:
    """(is it open, when, session, objections that fit, the newest last) of a session, [] for none; ids to `known`."""
    session_id = _acts.session_of(world, os.path.basename(path)[:-len(_ledgers.LEDGER)])
    rows = _acts.field(world, session_id, "shell").get("objected", {})
    fit = allowance.opened({"objected": rows}) if session_id.startswith(what) else [
        (id, row) for id, row in rows.items() if id.startswith(what) or short(session_id, id).startswith(what)]
    known += [short(session_id, id) for id in rows]
    if not fit:
        return []
    times = [str(row.get("ts")) for row in _ledgers.rows(path) if row.get("action_id") == fit[-1][0]
             and _ledgers.objected(row)]
    return [(len(fit[-1][1]) < 5, max(times, default=""), session_id, fit)]


def short(session_id: str, id: str) -> str:
    """A call's id as a person types it."""
    return _ledgers.short({"session_id": session_id, "action_id": id})


def trust(args: argparse.Namespace, world: World, where: str) -> int:
    """Adds a line to `trusted_destinations`."""
    def edit(text: str) -> str:
        node = json_text.find(text, [KEY])
        if node is None:
            return json_text.put(text, [KEY], [where])
        if not isinstance(node.value, list):
            raise json_text.Refused(f"{KEY} is no list")
        return text if where in node.value else json_text.add(text, [KEY], where)

    path = _own.change(world, edit)
    if args.json:
        print(dumps({"trusted": where, "file": path}))
    else:
        print(f"{where} is trusted from now on ({KEY} in {path}); secrets may be sent there without a question")
    return 0


def distrust(args: argparse.Namespace, world: World, where: str) -> int:
    """Takes the line out of `trusted_destinations` again."""
    def edit(text: str) -> str:
        node = json_text.find(text, [KEY])
        held = node.value if node is not None and isinstance(node.value, list) else []
        if where not in held:
            wider = ", ".join(str(one) for one in held[:5]) or "nothing"
            raise Fault(f"{where} is no line of {KEY}, which holds {wider}; nothing was changed")
        return json_text.cut(text, [KEY, held.index(where)])

    path = _own.change(world, edit)
    if args.json:
        print(dumps({"trusted_no_more": where, "file": path}))
    else:
        print(f"{where} is trusted no more ({KEY} in {path})")
    return 0
