"""The client's status line: what this session holds, and what was asked, denied and not read of it, in 30 characters.

One small file is read, the session's cache, and nothing is written.  Whatever fails ends in a line that says so.
"""
from __future__ import annotations

import os
import sys

from hooks._stores import disk
from hooks._stores.json import loads
from hooks._stores.world import World, project_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

WIDTH = 30
STDIN_LIMIT = 1 << 20           # bytes
COUNTED = ("asked", "denied", "unread")
SHORT = ("?", "!", "~")


def main() -> None:
    """Prints the line for the session on stdin; ends the process with 0, whatever happened."""
    try:
        sys.stdout.write(of(sys.stdin.buffer.read(STDIN_LIMIT), os.environ) + "\n")
        sys.stdout.flush()
    except (OSError, ValueError):
        pass
    finally:
        os._exit(0)


def of(data: bytes, env: Mapping[str, str]) -> str:
    """The line for the client's JSON on stdin."""
    try:
        given = loads(data)
        session = given.get("session_id") if isinstance(given, dict) else None
        if not isinstance(session, str) or not session:
            return "guards: no session"
        world = World(project_of(env, str(given.get("cwd") or "")), env, 0.0)
        path = os.path.join(world.state, "context", disk.safe_name(session) + ".state.json")
        kept = disk.read(path)
        if not kept:
            return "guards: nothing on record"
        cache = loads(kept)
        fields = cache.get("fields") if isinstance(cache, dict) else None
        return line(fields if isinstance(fields, dict) else {})
    except (disk.Fault, OSError, ValueError, RecursionError):
        return "guards: record unreadable"


def line(fields: Mapping[str, object]) -> str:
    """What the session's fields come to, in at most WIDTH characters: words where they fit, signs where not.

    >>> line({"contamination": {"level": "pii"}, "shell": {"asked": 2}})
    'pii, 2 asked'
    >>> line({"contamination": {"level": "credentials"}, "shell": {"asked": 12, "denied": 3, "unread": 1}})
    'credentials ?12 !3 ~1'
    """
    held, counts = fields.get("contamination"), fields.get("shell")
    level = str(held.get("level") or "")[:12] if isinstance(held, dict) else ""
    numbers = [counts.get(name) for name in COUNTED] if isinstance(counts, dict) else [0, 0, 0]
    found = [(number, at) for at, number in enumerate(numbers) if isinstance(number, int) and number > 0]
    words = ", ".join([level or "guards: clean", *(f"{number} {COUNTED[at]}" for number, at in found)])
    if len(words) <= WIDTH:
        return words
    return " ".join([level or "guards", *(f"{SHORT[at]}{min(number, 9999)}" for number, at in found)])[:WIDTH]
