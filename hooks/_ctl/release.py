"""`guardctl release --reason WHY [SESSION]`: a person lowers what a session holds to none, on record.

The row says who was told what was held, when and why; fingerprints, file labels and approvals stay, so that a secret
that was read is still known when it leaves.
"""
from __future__ import annotations

import argparse

from guards import Event, Session
from guards._sensitive.scan import scan
from guards.contamination.release import by_command
from hooks import _record, _registry, _settings
from hooks._ctl import _ledgers
from hooks._outcome import Outcome
from hooks._stores import sessions
from hooks._stores.disk import Fault
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._world import World


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", help="the session's id or its beginning (default: the newest)")
    parser.add_argument("--reason", required=True, help="why what was read may be treated as harmless; goes on record")


def run(args: argparse.Namespace, world: World) -> int:
    if not args.reason.strip():
        raise Fault("a release needs a reason")
    first = next(iter(_ledgers.rows(_ledgers.of(world, args.session))), {})
    session_id = str(first.get("session_id") or "")
    if not session_id:
        raise Fault("the session's first row names no session; see guardctl verify")
    held = release(world, session_id, args.reason.strip())
    if args.json:
        print(dumps({"session_id": session_id, "released": held or None, "reason": args.reason.strip()}))
    elif held:
        print(f"session {session_id} held {held['level']} since {held['contaminated_at']} from {held['source']}; "
              f"released: {args.reason.strip()}")
    else:
        print(f"session {session_id} held nothing; the release is on record")
    return 0


def release(world: World, session_id: str, reason: str) -> dict[str, Any]:
    """Lowers the session's labels and records it; what the main thread held, {} for nothing.  Raises Fault."""
    from guards._history.labels import KEYS, label_of

    label = label_of(note(world, session_id, "Release", reason), "")
    return {key: label[key] for key in KEYS} if label else {}


def note(world: World, session_id: str, act: str, reason: str) -> dict[str, Any]:
    """Records what a person did with a session from outside it; what it held before.  Raises Fault.

    The row is an event's row: its name is the act ("Release", "Accept"), its source guardctl.  No guard sees it.
    """
    outcome = Outcome()
    settings = _settings.load(world, _registry.load())
    settings.key = world.key()
    row = Event(act, session_id, prompt=reason, source="guardctl", time=world.now, project=world.project,
                facts={"text": reason, "findings": scan(reason, settings)})
    with sessions.lock(world, session_id):
        head = sessions.settled(world, session_id)
        session = Session(session_id, head.fields)
        held: dict[str, Any] = session["contamination"]
        after, verdict = by_command(act, reason, world.now, held, settings)
        _record.record(world, settings, _record.Entry(
            row, head, session, {"contamination": verdict}, verdict, {"contamination": after}, {}), outcome)
    if outcome.faults or outcome.notes:
        raise Fault("; ".join([*outcome.faults, *outcome.notes]))
    return held
