"""What a person did with a session from outside it, on record: a row whose event is the act, its source guardctl."""
from __future__ import annotations

from guards import PASS, Event, Facts, Session, Verdict
from guards._sensitive.scan import scan
from hooks import _record, _registry, _settings
from hooks._ctl import _ledgers
from hooks._outcome import Outcome
from hooks._stores import sessions
from hooks._stores.disk import Fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from guards import Settings
    from hooks._stores.world import World


def session_of(world: World, session: str | None) -> str:
    """The id of a session, by its beginning; of the newest where none is named.  Raises Fault."""
    first = next(iter(_ledgers.rows(_ledgers.of(world, session))), {})
    found = str(first.get("session_id") or "")
    if not found:
        raise Fault("the session's first row names no session; see guardctl verify")
    return found


def field(world: World, session_id: str, guard: str) -> dict[str, Any]:
    """What a guard knows of a session, {} for nothing; nothing is written.  Raises Fault."""
    with sessions.lock(world, session_id):
        found = Session(session_id, sessions.settled(world, session_id).fields)[guard]
    return found if isinstance(found, dict) else {}


def change(world: World, session_id: str, act: str, text: str, guard: str,
           function: Callable[[Any], Mapping[str, object]]) -> None:
    """Puts `function(field)` in the place of a guard's field and records the act.  Raises Fault."""
    said = Verdict(PASS, evidence={"act": act})
    judged(world, session_id, act, text, guard, lambda field, _: (function(field), said))


def judged(world: World, session_id: str, act: str, text: str, guard: str,
           function: Callable[[Any, Settings], tuple[Mapping[str, object], Verdict]]) -> Any:
    """Puts what `function(field, settings)` gives first in the place of a guard's field and records the act with the
    verdict that it gives second; the field as it was before.  No guard sees the row.  Raises Fault."""
    outcome = Outcome()
    settings = _settings.load(world, _registry.load())
    settings.key = world.key()
    row = Event(act, session_id, prompt=text, source="guardctl", time=world.now, project=world.project,
                facts=Facts(text, scan(text, settings)))
    with sessions.lock(world, session_id):
        head = sessions.settled(world, session_id)
        session = Session(session_id, head.fields)
        before = session[guard]
        after, verdict = function(before, settings)
        _record.record(world, settings, _record.Entry(
            row, head, session, {guard: verdict}, verdict, {guard: after}, {}), outcome)
    if outcome.faults or outcome.notes:
        raise Fault("; ".join([*outcome.faults, *outcome.notes]))
    return before
