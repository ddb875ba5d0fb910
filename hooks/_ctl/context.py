"""`guardctl context [SESSION]`: the evaluation context, in AARM's field names."""
from __future__ import annotations

import argparse
import os

from hooks import _registry, _settings
from hooks._ctl import _ledgers
from hooks._evaluation import SIGNALS, context
from hooks._stores import disk, ledger, sessions
from hooks._stores.json import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._stores.ledger import Head
    from hooks._stores.world import World


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", help="a session's id or its beginning (default: the newest)")
    parser.add_argument("-n", "--actions", type=int, help="how many actions (default: context.max_action_history)")


def run(args: argparse.Namespace, world: World) -> int:
    found = evaluation(world, _ledgers.of(world, args.session), args.actions)
    if args.json:
        print(dumps(found))
        return 0
    for line in lines(found):
        print(_ledgers.flat(line))
    return 0


def evaluation(world: World, path: str, actions: int | None = None) -> dict[str, Any]:
    """The evaluation context of the session whose ledger this is."""
    settings = _settings.load(world, _registry.load())
    first = next(_ledgers.rows(path), {})
    return context(str(first.get("session_id") or ""), head(path).fields, _ledgers.rows(path), settings, actions)


def head(path: str) -> Head:
    """Where a ledger stands: from its cache and the rows after it, from the rows alone where there is none."""
    try:
        cached = ledger.head_of(loads(disk.read(sessions.cache_of(path))))
    except (ValueError, RecursionError):
        cached = None
    whole = cached is not None and cached.size <= os.lstat(path).st_size
    return sessions.replayed(path, cached if whole else None)


def lines(found: dict[str, Any]) -> list[str]:
    """The evaluation context for a person."""
    state, time, request = found["accumulated_state"], found["time"], found["original_request"] or {}
    raised = [name for name in SIGNALS if found["risk_signals"][name]]
    shown = [
        f"session      {found['session_id']}", f"started      {found['started_at']}",
        f"request      {request.get('text') or '(no prompt on record)'}",
        f"intent       {request.get('intent_classification', 'unknown')}",
        *(f"then         {one['text']}" for one in found["later_requests"]),
        f"actions      {state['action_count']} ({state['chain_length']} since the last request)",
        f"levels       {', '.join(state['data_classifications_accessed']) or 'nothing read'};"
        f" highest {state['highest_classification']}",
        f"tools        {', '.join(state['tools_used'])}", f"entities     {', '.join(state['entities_accessed'])}",
        f"distance     {state['semantic_distance']} (lexical), drift score {state['drift_score']}",
        f"signals      {', '.join(raised) or 'none'}",
        f"time         {time['elapsed_seconds']} s, {time['actions_per_minute'] or 0} actions a minute", ""]
    if found["summarized_actions"]:
        shown.append(f"  ... {found['summarized_actions']} older actions")
    shown += [f"  {str(one['timestamp'])[11:19]}  {one['outcome']:<11} {one['data_classification'] or '':<12} "
              f"{one['tool']} {one['operation']}" for one in found["action_history"]]
    return shown
