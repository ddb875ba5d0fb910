"""Is a person there, and is it the person who speaks?  Told by the hook's environment and by who started the client.

    attended    true in a terminal, false under `-p`; absent where the client does not say: the client's own word
    typed       may a line of a prompt speak for the person to the guards?

An agent can start a client of its own: `claude -p --resume ID 'guard: ...'` fires the hooks of *that very session*.
Under `-p` the client says that nobody attends; through a terminal made for the purpose it does not, so the ancestors
of the client's process are looked at: where one of them is an agent on record, the agent speaks.
Limitations: a client that something else starts on the agent's behalf (cron, a service manager).
"""
from __future__ import annotations

from hooks._stores import processes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event, Session
    from hooks._stores.world import World

SAID = {"1": True, "0": False}
UP = 24             # ancestors looked at
STARTED = frozenset(("nested", "dispatched", "dispatch"))


def attended(world: World, event: Event, session: Session, which: str) -> bool:
    """Is a person there?  Raises FileNotFoundError, which leaves the fact absent, where nothing tells."""
    there = _told(world)
    if there is None:
        raise FileNotFoundError("attended")
    return there


def typed(world: World, event: Event, session: Session, which: str) -> bool:
    """May a line of a prompt speak for the person to the guards?"""
    there = _told(world)
    return there is not False and not _started_by_an_agent(world, event.session_id, there is not None)


def _told(world: World) -> bool | None:
    """What the client says of who attends it; None where it does not say."""
    there = SAID.get(world.env.get("CLAUDE_CODE_SESSION_ATTENDED", ""))
    return False if there is None and world.env.get("CLAUDE_CODE_ENTRYPOINT", "").startswith("sdk") else there


def _started_by_an_agent(world: World, session_id: str, told: bool) -> bool:
    """Was the client of this session started out of an agent's session?  Where the client says nothing of who attends
    it, a launch record that names the session is enough."""
    from hooks._launch import PARENT

    if world.env.get(PARENT, "").strip() not in ("", session_id):
        return True
    if not told and _launched(world, session_id):
        return True
    mine = processes.agent(world.env)
    agents = {(record.get("pid"), record.get("started")) for _, record in processes.records(world)}
    one = processes.process(mine.parent) if mine is not None else None
    for _ in range(UP):
        if one is None:
            return False
        if (one.pid, one.started) in agents:
            return True
        one = processes.process(one.parent)
    return False


def _launched(world: World, session_id: str) -> bool:
    from hooks._stores.launches import launch
    from hooks._stores.provenance import origin

    return launch(world, session_id).get("kind") in STARTED or origin(world, session_id).get("kind") in STARTED
