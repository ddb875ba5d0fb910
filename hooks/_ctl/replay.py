"""`guardctl replay [SESSION]`: judges a recorded session anew, with the settings and guards of now.

Each call is judged over the session as it was at that moment, which the ledger's rows give back exactly; the call's
input is the recorded one, redacted and bounded, and what only kept files know is not looked up.  So a changed rule or
dial shows its effect on real work before it is on; verdicts that hang on a secret's own value may differ.
"""
from __future__ import annotations

import argparse

from guards import EFFECTS, Event, Facts, Session
from guards._sensitive.scan import scan
from guards._text.plain import flatten
from hooks import _registry, _settings
from hooks._ctl import _ledgers, _player
from hooks._ctl._lines import brief
from hooks._ctl._terminal import fit, width
from hooks._ctl._times import millis
from hooks._install.said import many
from hooks._outcome import Outcome
from hooks._stores import disk, ledger, sessions
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Settings
    from hooks._stores.world import World


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", help="a session's id or its beginning (default: the newest)")
    parser.add_argument("--all", action="store_true", help="show calls whose verdict is the same, too")


def run(args: argparse.Namespace, world: World) -> int:
    registry = _registry.load()
    settings = _settings.load(world, registry)
    settings.key = world.key()
    found = replayed(_ledgers.of(world, args.session), registry, settings, world)
    shown = [one for one in found if args.all or one["then"] != one["now"]]
    if args.json:
        print(dumps({"calls": len(found), "changed": sum(one["then"] != one["now"] for one in found), "rows": shown}))
        return 0
    for one in shown:
        said = fit(f"{one['tool']}  {brief(one['reason'])}", width() - 24)
        print(f"{one['ts'][11:19]}  {one['then']:<4} -> {one['now']:<4}  {said}")
    other = sum(one["then"] != one["now"] for one in found)
    print(f"{many(len(found), 'call')} judged anew, {many(other, 'other verdict')}")
    return 0


def replayed(path: str, registry: dict[str, object], settings: Settings, world: World) -> list[dict[str, Any]]:
    """{"ts", "action_id", "tool", "then", "now", "reason"} for each call of a ledger."""
    fields: dict[str, Any] = {}
    found = []
    for one in ledger.chain(disk.lines(path), states=ledger.States(disk.lines(sessions.state_of(path)))):
        if one.row is not None and one.row.get("event") == "PreToolUse":
            found.append(judged(one.row, fields, registry, settings, world))
        fields = ledger.taught(fields, one.learned)
    return found


def judged(row: dict[str, Any], fields: dict[str, object], registry: dict[str, object], settings: Settings,
           world: World) -> dict[str, object]:
    """What the guards say of a recorded call now."""
    given = row.get("parameters") if isinstance(row.get("parameters"), dict) else {}
    text = flatten(given)[0]
    event = Event("PreToolUse", str(row.get("session_id")), tool=str(row.get("tool", "")), input=given,
                  agent_id=str(row.get("agent_id", "")), call_id=str(row.get("action_id", "")), cwd=world.project,
                  project=world.project, permission_mode=str(row.get("permission_mode", "")),
                  time=millis(str(row.get("ts", ""))) / 1000,
                  facts=Facts(text, scan(text, settings)))
    outcome = Outcome()
    verdict = _player.judged(event, Session(event.session_id, fields), settings, registry, outcome)
    return {"ts": str(row.get("ts", "")), "action_id": event.call_id, "tool": event.tool,
            "then": str(row.get("decision", "")), "now": EFFECTS[verdict.effect],
            "reason": verdict.reason or str(row.get("reason", "")), "faults": outcome.faults}
