"""`guardctl explain [ID]`: everything on record about one event, and why it was judged as it was.

`--command TEXT` shows the reading of a command that nobody ran: what it sends, changes, goes on with, and what could
not be read.  The project's settings count; what earlier calls of a session left behind does not.
"""
from __future__ import annotations

import argparse
import sys

from guards import Event
from guards._call import read
from hooks._ctl import _account, _ledgers
from hooks._ctl.classify import settings_of
from hooks._stores.disk import Fault
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._stores.world import World

# Row fields that `explain` shows, in order, where they say something.
SHOWN = ("ts", "project", "event", "tool", "operation", "parameters", "decision", "rule", "excused", "reason", "level",
         "asked_by", "data_classification", "masked", "risk_signals", "semantic_distance", "uncovered", "drift_score",
         "contamination", "result_summary", "errors", "agent_id", "permission_mode", "bundle", "policy")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", default="",
                        help="an event's id or its beginning, as `tail` shows it, or a session's: its last objection "
                             "(default: the last in this project)")
    parser.add_argument("--command", dest="text", metavar="TEXT",
                        help="show how a command is read, without running it (-: from stdin)")
    parser.add_argument("--session", help="a session's id or its beginning (default: all)")


def run(args: argparse.Namespace, world: World) -> int:
    if args.text is not None:
        text = sys.stdin.buffer.read().decode("utf-8", "replace") if args.text == "-" else args.text
        found = reading({"tool": "Bash", "parameters": {"command": text}}, world)
        for line in [dumps(found)] if args.json else _account.as_lines(found):
            print(_ledgers.flat(line))
        return 0
    return recorded(args, world)


def recorded(args: argparse.Namespace, world: World) -> int:
    """What is on record of an event, its call read anew."""
    _, found = _ledgers.event(world, args.id, args.session)
    if not found:
        raise Fault("the guards have objected to nothing here; which event? (guardctl tail shows their ids)")
    if args.json:
        print(dumps({"action_id": found[0].get("action_id"), "id": _ledgers.short(found[0]),
                     "session_id": found[0].get("session_id"), "rows": found}))
        return 0
    print(_ledgers.flat(f"{_ledgers.short(found[0])} {found[0].get('action_id') or found[0].get('event')} "
                        f"of session {found[0].get('session_id')}"))
    for row in found:
        print()
        for line in explained(row):
            print(_ledgers.flat(line))
        if row.get("event") == "PreToolUse":
            for line in _account.as_lines(reading(row, world)):
                print(_ledgers.flat(f"  reading: {line}"))
    if any(map(_ledgers.objected, found)):
        print("\nhow to make it stop: guardctl why " + _ledgers.short(found[0]))
    return 0


def reading(row: dict[str, Any], world: World) -> dict[str, Any]:
    """How the call of a row is read, with the settings of now; secrets in it are placeholders."""
    given = row.get("parameters")
    event = Event("PreToolUse", "-", tool=str(row.get("tool") or ""), cwd=world.project,
                  input=given if isinstance(given, dict) else {})
    return _account.account(read(event, settings_of(world, False)))


def explained(row: dict[str, Any]) -> list[str]:
    """One row for a person: its fields, then what each guard said."""
    lines = []
    for name in SHOWN:
        value = row.get(name)
        if value not in (None, "", [], {}):
            lines.append(f"  {name:<19} {value if isinstance(value, str) else dumps(value)}")
    guards = row.get("guards") or {}
    for name, said in guards.items():
        rest = {key: value for key, value in said.items() if key not in ("effect", "reason")}
        lines.append(f"  guard {name:<13} {said.get('effect')} {said.get('reason', '')}".rstrip())
        if rest:
            lines.append(f"  {'':<19} {dumps(rest)}")
    if not guards and row.get("event") == "PreToolUse":
        lines.append("  guards              none had an objection")
    return lines
