"""`guardctl explain ACTION_ID`: everything on record about one call, and why it was judged as it was."""
from __future__ import annotations

import argparse

from hooks._ctl import _ledgers
from hooks._stores.disk import Fault
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._world import World

# Row fields that `explain` shows, in order, where they say something.
SHOWN = ("ts", "event", "tool", "operation", "parameters", "data_classification", "decision", "reason",
         "risk_signals", "semantic_distance", "drift_score", "contamination", "result_summary", "errors", "agent_id",
         "permission_mode", "policy")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action_id", help="the call's id (tool_use_id), as `guardctl tail --json` shows it")


def run(args: argparse.Namespace, world: World) -> int:
    found = [row for path in _ledgers.paths(world) for row in _ledgers.rows(path)
             if row.get("action_id") == args.action_id]
    if not found:
        raise Fault(f"no call {args.action_id!r} is on record in {world.state}")
    if args.json:
        print(dumps({"action_id": args.action_id, "session_id": found[0].get("session_id"), "rows": found}))
        return 0
    print(f"call {args.action_id} of session {found[0].get('session_id')}")
    for row in found:
        print()
        for line in explained(row):
            print(_ledgers.flat(line))
    return 0


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
