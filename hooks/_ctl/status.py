"""`guardctl status`: the newest sessions, what they hold and what was stopped, and what is wrong with the settings."""
from __future__ import annotations

import argparse

from hooks import _registry, _settings
from hooks._ctl import _ledgers
from hooks._install import presence
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._world import World


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-n", "--sessions", type=int, default=5, help="how many sessions (default: 5)")


def run(args: argparse.Namespace, world: World) -> int:
    settings = _settings.load(world, _registry.load())
    sessions = [totals(path) for path in _ledgers.paths(world)[:args.sessions]]
    problems = [*settings.problems, *presence.gone(world.project, world.env)]
    report = {"project": world.project, "state": world.state, "mode": settings.mode, "strict": settings.strict,
              "problems": problems, "sessions": sessions}
    if args.json:
        print(dumps(report))
        return 0
    print(f"project   {world.project}\nstate     {world.state}\nmode      {settings.mode}"
          + (", strict" if settings.strict else ""))
    for problem in problems:
        print(f"problem   {problem}")
    if not sessions:
        print("sessions  none on record yet")
    for one in sessions:
        print(f"\nsession   {_ledgers.flat(one['session_id'])}\n  last      {one['last']}\n  events    {one['events']}"
              f" ({one['pass']} passed, {one['ask']} asked, {one['deny']} denied)")
        if one["contamination"]:
            held = one["contamination"]
            print(_ledgers.flat(f"  holds     {held.get('level')} since {held.get('contaminated_at')} from "
                                f"{held.get('source')}"))
        for reason in one["objections"]:
            print(f"  objection {_ledgers.flat(reason)}")
        for error in one["errors"]:
            print(f"  error     {_ledgers.flat(error)}")
    return 0


def totals(path: str) -> dict[str, Any]:
    """What one ledger adds up to."""
    one: dict[str, Any] = {"session_id": "", "last": "", "events": 0, "pass": 0, "ask": 0, "deny": 0,
                           "contamination": None, "objections": [], "errors": []}
    for row in _ledgers.rows(path):
        one["session_id"] = row.get("session_id") or one["session_id"]
        one["last"] = row.get("ts", "")
        one["events"] += 1
        if row.get("decision") in ("pass", "ask", "deny"):
            one[row["decision"]] += 1
        if "contamination" in row:
            one["contamination"] = row["contamination"]
        if (row.get("guards") or {}).get("contamination", {}).get("release"):
            one["contamination"] = None
        if row.get("decision") in ("ask", "deny"):
            said = f"{row['decision']} {row.get('action_id')}: {row.get('reason')}"
            one["objections"] = [*one["objections"], said][-5:]
        one["errors"] = list(dict.fromkeys([*one["errors"], *(row.get("errors") or [])]))[-5:]
    return one
