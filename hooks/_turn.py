"""PostToolBatch and Stop: a process a turn, which nearly always has nothing to say, and then loads next to nothing.

Law: silent without the rest of the bundle only where the session's cache shows no call of this turn under way, and
where the agent stops without a question or a counted list.  A row that the cache does not have yet can only show a call
as under way that is not: then the event is played as any other.
"""
from __future__ import annotations

import sys

from hooks._stores import disk
from hooks._stores.json import loads
from hooks._stores.system import os
from hooks._stores.world import World, project_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

LIMIT = 64 * 1024 * 1024 + 1    # bytes of stdin
COUNTS = ("2.", "2)", "b)", "B)", "b:", "B:", "2:")     # before the second item of a list
# How a question ends, and how much of a message's end is looked through (guards/_intent/proposed.py reads it).
ASKS, END = ("?", "\uff1f", "\u061f", "\u055e", "\u037e", "\u304b"), 1500


def main(name: str) -> None:
    """Answers the event on stdin and ends the process."""
    data = disk.read_fd(sys.stdin.fileno(), LIMIT)
    if unasking(data) if name == "Stop" else quiet(data, os.environ):
        os._exit(0)
    from hooks._run import main

    main(name, data)


def unasking(data: bytes) -> bool:
    """Does the agent stop without a question or a counted list, in a payload that says whose event it is?

    >>> [unasking(b'{"session_id": "s", "hook_event_name": "Stop", "last_assistant_message": "%s"}' % said)
    ...  for said in (b"Done.", b"Push it?")], unasking(b"{}")
    ([True, False], False)
    """
    try:
        payload = loads(data)
        if payload["hook_event_name"] != "Stop" or not payload["session_id"] or type(payload["session_id"]) is not str:
            return False
        said = payload.get("last_assistant_message")
        return said is None or not any(mark in said[-END:] for mark in (*ASKS, *COUNTS))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return False


def quiet(data: bytes, env: Mapping[str, str]) -> bool:
    """Has every call of the turn its result on record, or was none of them judged?"""
    try:
        payload = loads(data)
        world = World(project_of(env, payload["cwd"]), env)
        held = loads(disk.read(world.path("context", payload["session_id"], ".state.json")))
        judged = held["fields"]["shell"]["judged"]
        return not any(call["tool_use_id"] in judged for call in payload["tool_calls"])
    except (disk.Fault, OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return False
