"""Does an event come from the client, or did a command that the agent ran play the client?

Any program can start a hook's script and hand it a prompt, a result or the end of a session.  Such a script runs below
the shell of a tool call, a real hook does not: between a hook and its client there is only the layer that runs our
command.  An event of the very session whose tool call started it counts for nothing: it is on record as made up, and
told at the next real one.  PreToolUse is not looked at: it gives nothing away.

What takes the place of the tool's shell (`exec`), or has cut itself loose from the agent's processes, has no such
ancestor.  But a client gives its hooks a socket to read from, and the system says which process made it: where that
was the client when the session began (`context/SESSION.client`), all else counts for nothing as long as it lives.

While it lives, the session begins anew only in a process that runs a program of the same name, one in a folder that
is called as a client is, or a JavaScript runtime with a client's program in it (the way of an editor, of a kit for
developers, of npm): a script that makes a socket pair of its own and says so counts for nothing either.

Limitations: such a script in the program that the client itself runs in (node), or one that takes a client's name; it
is told as a second live process of the session.  Linux alone tells who started whom, and who made a socket.
"""
from __future__ import annotations

import sys

from hooks._stores.disk import Fault
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guards import Event
    from hooks._stores.processes import Process
    from hooks._stores.world import World

NAME = "Forged"                                 # the event's name on record
PARENT = "AUTOSKILLIT_PARENT_SESSION_ID"        # our SessionStart exports it to each command of its session, no hook
SHELLS = ("shell-snapshots/", "pwd -P >|")      # what the client puts into the text of a tool call's shell
CLIENTS = ("claude", "claude-code", "cli.js")
PACKAGES = ("claude", "anthropic.claude")       # how the folder of a client begins that is a script
RUNTIMES = ("node", "nodejs", "bun", "deno")
GONE = " (deleted)"                             # what the system adds to a program that was updated meanwhile
UP = 10                                         # ancestors looked at
CLIENT = ".client"                              # ending of the file that names the client's processes
MOST = 4                                        # processes that it names
SOCKET = 0o140000                               # of st_mode


def by_a_command(session_id: str, env: Mapping[str, str], world: World | None = None, name: str = "") -> bool:
    """Was this hook started below the shell of a tool call of its own session, or by nobody that the session knows?"""
    pid, text = _tool_shell()
    if pid > 1 and (env.get(PARENT) == session_id or session_id in text or _in_session(pid, session_id)):
        return True
    return world is not None and _by_another(world, session_id, name)


def _by_another(world: World, session_id: str, name: str) -> bool:
    """Does a client live that the session began in, and is it none of them that this hook reads from?"""
    known = _clients(world, session_id)
    if not known:
        return False
    maker = fed_by()
    if any(pid == maker for pid, *_ in known):
        return False
    living = [pid for pid, *rest in known if _lives(pid, *rest)]
    if maker and name == "SessionStart" and not any(_differs(maker, pid) for pid in living):
        return False        # a session may go on in another process of its client, which says so first
    return bool(living)


def _differs(maker: int, client: int) -> bool:
    """Does another program run in the one process than in the other, which is no client either?"""
    try:
        ours, theirs = os.stat(f"/proc/{maker}/exe"), os.stat(f"/proc/{client}/exe")
        path, other = (os.readlink(f"/proc/{pid}/exe").removesuffix(GONE) for pid in (maker, client))
    except OSError:
        return False        # another user's process, or one that is gone
    if (ours.st_dev, ours.st_ino) == (theirs.st_dev, theirs.st_ino):
        return False
    parts = path.split("/")
    return parts[-1] != other.rpartition("/")[2] and not any(part in CLIENTS for part in parts) \
        and not _runs_a_client(maker, parts[-1])


def _runs_a_client(pid: int, program: str) -> bool:
    """Is a client the script of this process?  One that names its process anew leaves that name alone on view."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb", buffering=0) as file:
            words = file.read(16384).decode("utf-8", "replace").rstrip("\0").split("\0")
    except OSError:
        return False
    if program in RUNTIMES and words[0].rpartition("/")[2] in CLIENTS:
        return True
    script = next((word for word in words[1:] if word[:1] != "-"), "").split("/")
    if program in RUNTIMES and script[-1] in CLIENTS:
        return True
    return script[-1].endswith((".js", ".mjs", ".cjs")) and any(part.startswith(PACKAGES) for part in script[:-1])


def known(world: World, session_id: str, one: Process) -> None:
    """Notes the client of a session, where it is what this hook reads from.  Raises OSError, Fault."""
    if fed_by() != one.pid:
        return
    before = [row for row in _clients(world, session_id) if row[0] != one.pid and _lives(*row)]
    mine = (one.pid, one.started, _numbering())
    if mine in _clients(world, session_id):
        return
    from hooks._stores import disk

    text = "".join(f"{pid} {started} {numbering}\n" for pid, started, numbering in [*before, mine][-MOST:])
    disk.replace(world.path("context", session_id, CLIENT), text.encode("ascii", "replace"))


def fed_by() -> int:
    """The process that made the socket that is the standard input; 0 where it is none, or nobody says."""
    try:
        if os.fstat(0).st_mode & 0o170000 != SOCKET:
            return 0
        from _socket import SO_PEERCRED, SOL_SOCKET, socket

        one = socket(fileno=os.dup(0))
        try:
            said = one.getsockopt(SOL_SOCKET, SO_PEERCRED, 12)
        finally:
            one.close()
    except (ImportError, OSError):
        return 0
    return int.from_bytes(said[:4], sys.byteorder)


def _clients(world: World, session_id: str) -> list[tuple[int, str, str]]:
    """(pid, start time, numbering of processes) of each."""
    try:
        with open(world.path("context", session_id, CLIENT), "rb", buffering=0) as file:
            rows = file.read(4096).decode("ascii", "replace").split("\n")
    except (Fault, OSError, ValueError):
        return []
    return [(int(row.split()[0]), row.split()[1], row.split()[2]) for row in rows
            if len(row.split()) == 3 and row.split()[0].isdigit()]


def _lives(pid: int, started: str, numbering: str) -> bool:
    """Is it this very process that lives, in the numbering that this one sees?"""
    if numbering != _numbering():
        return False
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
            words = file.read(4096).rpartition(b")")[2].split()
    except OSError:
        return False
    return len(words) > 19 and words[0] not in (b"Z", b"X") and words[19].decode("ascii", "replace") == started


def _numbering() -> str:
    try:
        return os.readlink("/proc/self/ns/pid")
    except OSError:
        return "-"


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
