"""An event that two installations see counts once: whoever comes second finds the first one's row, and adds none.

Both a plugin and a settings file may register us; the client then starts two processes for each event.  A claim is a
*finished* row of the same session, event and call, written `via` another installation a moment ago; a process that
died before its row is no claim, and one installation that is started twice is two events.  Whoever comes second says
the same decision again, since the first one may have died between its row and its answer; all else was said.

Read only where a session was ever written by another installation than this process's own.
"""
from __future__ import annotations

from guards import EFFECTS, Verdict
from guards._text.dates import rfc3339
from hooks._stores import disk
from hooks._stores.disk import Fault
from hooks._stores.ledger import parse, rows
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from guards import Event
    from hooks._stores.world import World

SECONDS = 20.0          # beyond every hook's timeout: what is older belongs to another event
TAIL = 256 * 1024       # bytes of the ledger that are looked through


def taken(world: World, event: Event, began: str = "") -> Verdict | None:
    """What was decided of this event by another installation, to be said once more; None where nothing was.

    began   the installation that began the session: its rows do not name it
    """
    oldest = rfc3339(world.now - SECONDS)
    for row in _latest(world, event.session_id):
        if str(row.get("ts", "")) < oldest:
            return None
        if row.get("via", began or world.via) != world.via and _of(row) == _key(event):
            # A decision is said again where it is certain that it was about this very call.
            effect = EFFECTS.index(row["decision"]) if event.call_id and row.get("decision") in EFFECTS else 0
            return Verdict(effect, str(row.get("reason", "")) if effect else "", rule=str(row.get("rule", "")))
    return None


def _key(event: Event) -> tuple[str, ...]:
    return event.name, event.agent_id, event.call_id or event.prompt_id or event.source


def _of(row: Mapping[str, object]) -> tuple[str, ...]:
    given = row.get("parameters")
    prompt = given.get("prompt_id") if isinstance(given, dict) else ""
    return (str(row.get("event")), str(row.get("agent_id") or ""),
            str(row.get("action_id") or prompt or row.get("operation") or ""))


def _latest(world: World, session_id: str) -> Iterator[dict[str, object]]:
    """The ledger's rows, the newest first, each with what it leaves to those before it."""
    try:
        path = world.path("context", session_id, ".jsonl")
        size = os.lstat(path).st_size
        data = disk.read(path, TAIL, max(0, size - TAIL))
    except (Fault, OSError):
        return
    later: list[bytes] = []         # those that leave something to the row that comes next
    for line in reversed(data.split(b"\n")):
        later.append(line)
        row = parse(line)
        if row is not None and "session_id" in row:
            yield from reversed(list(rows(reversed(later))))
            later = []
