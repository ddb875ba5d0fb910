"""`guardctl release --reason WHY [SESSION]`: a person lowers what a session holds to none, on record.

The row says who was told what was held, when and why; fingerprints, file labels and approvals stay, so that a secret
that was read is still known when it leaves.
"""
from __future__ import annotations

import argparse

from guards import PASS, Verdict
from guards.contamination.release import after, recorded
from hooks._ctl import _acts
from hooks._stores.disk import Fault
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Settings
    from guards._history.fields import Contamination, Label
    from hooks._stores.world import World


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", help="the session's id or its beginning (default: the newest)")
    parser.add_argument("--reason", required=True, help="why what was read may be treated as harmless; goes on record")


def run(args: argparse.Namespace, world: World) -> int:
    if not args.reason.strip():
        raise Fault("a release needs a reason")
    session_id = _acts.session_of(world, args.session)
    held = release(world, session_id, args.reason.strip())
    if args.json:
        print(dumps({"session_id": session_id, "released": held or None, "reason": args.reason.strip()}))
    elif held:
        print(f"session {session_id} held {held['level']} since {held['contaminated_at']} from {held['source']}; "
              f"released: {args.reason.strip()}")
    else:
        print(f"session {session_id} held nothing; the release is on record")
    return 0


def release(world: World, session_id: str, reason: str) -> Label:
    """Lowers the session's labels and records it; what the main thread held, {} for nothing.  Raises Fault."""
    from guards._history.labels import copied, label_of

    return copied(label_of(note(world, session_id, "Release", reason), ""))


def note(world: World, session_id: str, act: str, reason: str) -> Contamination:
    """Records that a person released a session ("Release") or accepted damage to its record ("Accept"); what it held
    before.  Raises Fault."""
    before: Contamination = _acts.judged(world, session_id, act, reason, "contamination",
                                         lambda held, settings: by_command(act, reason, world.now, held, settings))
    return before


def by_command(act: str, reason: str, seconds: float, state: Contamination,
               settings: Settings) -> tuple[Contamination, Verdict]:
    """(the state after, what goes on record) of what a person did with guardctl.

    act   "Release": the session holds nothing any more; "Accept": damage to its record is acknowledged
    """
    if act == "Accept":
        return accepted(state), Verdict(PASS, evidence={"accepts": recorded(reason, settings)})
    said = Verdict(PASS, by_hand=True, evidence={"release": recorded(reason, settings)})
    return after(reason, seconds, state, settings), said


def accepted(state: Contamination) -> Contamination:
    """A person has acknowledged the damage."""
    after: Contamination = {**state}
    after.pop("gap", None)
    return after
