"""`guardctl release --reason WHY [SESSION]`: a person lowers what a session holds to none, on record.

The row says who was told what was held, when and why; fingerprints, file labels and approvals stay, so that a secret
that was read is still known when it leaves.
"""
from __future__ import annotations

import argparse

from guards import Event, Session
from guards._sensitive.scan import scan
from hooks import _registry, _run, _settings
from hooks._ctl import _ledgers
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
    from guards import contamination
    from guards._history.labels import KEYS, label_of

    label = label_of(note(world, session_id, "Release", reason, contamination), "")
    return {key: label[key] for key in KEYS} if label else {}


def note(world: World, session_id: str, name: str, reason: str, guard: Any) -> dict[str, Any]:
    """Records what a person said of a session outside of it; the guard's state before.  Raises Fault."""
    said = _run.Said()
    settings = _settings.load(world, _registry.load())
    settings.key = world.key()
    with sessions.lock(world, session_id):
        head = sessions.settled(world, session_id)
        session = Session(session_id, head.fields)
        event = Event(name, session_id, prompt=reason, source="guardctl", time=world.now, project=world.project,
                      facts={"text": reason, "findings": scan(reason, settings)})
        learned = {"contamination": guard.learn(event, session, settings)}
        verdict = guard.judge(event, session, settings)
        _run.record(world, settings, event, head, session, {"contamination": verdict}, verdict, learned, {}, said)
    if said.faults or said.notes:
        raise Fault("; ".join([*said.faults, *said.notes]))
    state: dict[str, Any] = session["contamination"]
    return state
