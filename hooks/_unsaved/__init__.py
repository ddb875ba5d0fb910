"""What is at stake: for each thing that a call would destroy, what neither a commit, a remote nor this session holds.

    fact      the fact `stake`: [[key of a Loss, Stake as an object, what a copy needs], ...], without those that
              have nothing at stake
    after     the task at SessionStart: what lay uncommitted before the session's first call (see own.py); rescues that
              are past their time go

Nothing is decided here.  A session's start needs none of what reads a call, so that is imported with the fact alone.
"""

from __future__ import annotations

from contextlib import suppress

from hooks._stores.disk import Fault
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event, Settings
    from hooks._stores.world import World


def after(world: World, event: Event, settings: Settings) -> list[str]:
    """The task at SessionStart."""
    if settings.guards.get("loss") == "off" or not os.path.isdir(world.project):
        return []
    from hooks._unsaved import own

    own.remember(world, event.session_id)
    with suppress(Fault):
        if os.path.isdir(os.path.join(world.outside(), "rescue")):
            from hooks._unsaved import rescue

            rescue.prune(world)
    return []
