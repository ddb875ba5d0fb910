"""The words for the person, once all is known: the verdicts under the dials, who is there, how guardctl is called.

One place composes them (`guards/_text/reason.py`), so that a guard's new reason is as short, and as honest about its
way out, as all others.  Loaded for an objection only.
"""
from __future__ import annotations

from guards import ASK, Session, settled
from guards._text.reason import reason_limit, worded
from hooks import _attendance
from hooks._stores.system import os
from hooks._world import BUNDLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guards import Event, Settings, Verdict
    from hooks._world import World

LIFTS = "request_origin"        # the guard that keeps what `guard: allow` lets through


def reason(world: World, settings: Settings, event: Event, verdicts: Mapping[str, Verdict], effect: int) -> str:
    """What is said of a call that is asked about or denied, by each guard of that opinion; the hardest way out first.
    """
    answered = settled(verdicts.values())
    said = [verdict for name, verdict in verdicts.items() if verdict.effect == effect and name not in answered]
    said.sort(key=lambda verdict: verdict.way[:1] == ("lift",))
    there, ctl = present(world, event), guardctl(world)
    there = there and not (effect == ASK and event.permission_mode == "dontAsk")    # that mode says no to each question
    lifts = settings.guards.get(LIFTS) != "off"
    parts = []
    for verdict in said:
        way = verdict.way if lifts or verdict.way[:1] != ("lift",) else ()
        lasting = verdict.effect == ASK and bool(verdict.approves or verdict.origin)
        parts.append(worded(verdict.reason, way, verdict.more, ask=effect == ASK, there=there, lasting=lasting,
                            ctl=ctl, limit=reason_limit(event.tool)))
    return " | ".join(dict.fromkeys(parts))


def present(world: World, event: Event) -> bool:
    """Is somebody there to answer, or to type?"""
    try:
        return _attendance.attended(world, event, Session(event.session_id), "")
    except FileNotFoundError:
        return True


def guardctl(world: World, bundle: str = BUNDLE) -> str:
    """How a person in the project's folder calls guardctl."""
    home = os.path.dirname(bundle)
    if os.path.basename(home) != ".autoskillit":
        return "guardctl"
    own = os.path.dirname(home) != world.project and os.path.dirname(home) == world.env.get("HOME")
    return "~/.autoskillit/guardctl" if own else ".autoskillit/guardctl"
