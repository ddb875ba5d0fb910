"""Does an event come from the client, or did a command that the agent ran play the client?

Any program can start a hook's script and hand it a prompt, a result or the end of a session.  Such a script runs below
the shell of a tool call, a real hook does not: between a hook and its client there is only the layer that runs our
command.  An event of the very session whose tool call started it counts for nothing: it is on record as made up, and
told at the next real one.  PreToolUse is not looked at: it gives nothing away.

Cannot see: a script that has cut itself loose from the agent's processes, or that takes the place of the tool's own
shell (`exec`); self_protection asks before either.  Linux alone tells who started whom.
"""
from __future__ import annotations

from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guards import Event

NAME = "Forged"                                 # the event's name on record
PARENT = "AUTOSKILLIT_PARENT_SESSION_ID"        # our SessionStart exports it to each command of its session, no hook
SHELLS = ("shell-snapshots/", "pwd -P >|")      # what the client puts into the text of a tool call's shell
CLIENTS = ("claude", "claude-code", "cli.js")
UP = 10                                         # ancestors looked at


def by_a_command(session_id: str, env: Mapping[str, str]) -> bool:
    """Was this hook started below the shell of a tool call of its own session?"""
    pid, text = _tool_shell()
    return pid > 1 and (env.get(PARENT) == session_id or session_id in text or _in_session(pid, session_id))


def made_up(event: Event) -> Event:
    """What goes on record of it: that it came, and nothing of what it said."""
    return event.with_(name=NAME, tool="", input={}, response=None, prompt="", error="", source=event.name, extra={})


def _tool_shell() -> tuple[int, str]:
    """(pid, command line) of a tool call's shell among the ancestors below the nearest client; (0, "") for none."""
    pid = os.getppid()
    for _ in range(UP):
        try:
            text, parent = _of(pid)
        except (OSError, ValueError, IndexError):
            break
        if any(mark in text for mark in SHELLS):
            return pid, text
        if any(word.rsplit("/", 1)[-1] in CLIENTS for word in text.split(" ", 3)[:3]):
            break       # with a client of its own between, the events are that client's
        pid = parent
    return 0, ""


def _in_session(pid: int, session_id: str) -> bool:
    try:
        with open(f"/proc/{pid}/environ", "rb", buffering=0) as file:
            return f"CLAUDE_CODE_SESSION_ID={session_id}".encode("utf-8", "replace") in file.read(1 << 20)
    except OSError:
        return False


def _of(pid: int) -> tuple[str, int]:
    """(command line, parent) of a process.  Raises OSError, ValueError, IndexError."""
    if pid <= 1:
        raise ValueError(pid)
    with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
        stat = file.read(4096).rpartition(b")")[2].split()
    with open(f"/proc/{pid}/cmdline", "rb", buffering=0) as file:
        return file.read(16384).replace(b"\0", b" ").decode("utf-8", "replace"), int(stat[1])
