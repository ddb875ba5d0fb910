"""`guardctl report [SESSION]`: one session for somebody who was not there, as Markdown."""
from __future__ import annotations

import argparse
import os

from hooks import _decisions, _identity
from hooks._ctl import _ledgers
from hooks._ctl.context import evaluation
from hooks._ctl.verify import check
from hooks._stores import disk, ledger
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._world import World


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", help="a session's id or its beginning (default: the newest)")


def run(args: argparse.Namespace, world: World) -> int:
    path = _ledgers.of(world, args.session)
    found = evaluation(world, path, 0)
    chain = _identity.lineage(world, found["session_id"])
    receipts = _decisions.receipts(world, found["session_id"], ledger.rows(disk.lines(path)), chain)
    whole = check(world, os.path.basename(path)[:-len(_ledgers.LEDGER)])
    if args.json:
        print(dumps({"context": found, "decisions": receipts, "verified": whole, "launched_by": chain}))
        return 0
    for line in lines(found, receipts, whole, chain):
        print(line)
    return 0


def lines(found: dict[str, Any], receipts: list[dict[str, Any]], whole: dict[str, Any],
          chain: list[dict[str, str]]) -> list[str]:
    """The report."""
    state, request = found["accumulated_state"], found["original_request"] or {}
    shown = [f"# Session {found['session_id']}", "",
             f"Began {found['started_at']}, last event {found['time']['last_event_at']},"
             f" {found['time']['elapsed_seconds']} s, {found['time']['prompts']} prompts."]
    shown += [f"Launched by {one['delegator']}." for one in chain[:1]]
    shown += ["", "## Asked", "", f"> {quoted(request.get('text') or '(no prompt on record)')}", ""]
    shown += [f"> {quoted(one['text'])}\n" for one in found["later_requests"]]
    shown += ["## Done", "", f"{state['action_count']} actions with {len(state['tools_used'])} tools"
              f" ({', '.join(state['tools_used'][:12])}).",
              f"Highest classification seen: {state['highest_classification']}."]
    raised = found["risk_signals"]["details"]
    shown += ["", "## Risk signals", ""]
    shown += [f"- {name}: {one['count']} times" for name, one in raised.items()] or ["none"]
    shown += ["", "## Questions and denials", ""]
    shown += [_decision(one) for one in receipts] or ["none"]
    shown += ["", "## Record", "", f"{whole['rows']} rows: {whole['faults'][0] if whole['faults'] else 'as written'}."]
    return shown


def _decision(one: dict[str, Any]) -> str:
    ended = one["execution"] or {}
    came = "did not run" if ended.get("success") is None else "ran" if ended["success"] else "ran and failed"
    return (f"- {str(one['action']['timestamp'])[11:19]} **{one['decision']['result']}** {one['action']['tool']}"
            f" {one['action']['operation']} ({came}): {quoted(one['decision']['reason'])}")


def quoted(text: str) -> str:
    """One line without markup of its own."""
    return " ".join(text.split()).replace("<", "&lt;").replace("`", "'")[:400]
