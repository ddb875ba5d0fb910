"""Clients that work in this project without our hooks: started with a switch, or changed so that none runs.

Law: a client that works here and has said nothing to us (no record in `live/`) is named, with the switch that explains
it where its arguments show one.  Linux alone shows the arguments and the folder of another process.

Limitations: a client under another name, on another machine or in a container, and one that has only just begun.
"""
from __future__ import annotations

import os

from hooks._stores import processes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hooks._stores.world import World

NAMES = frozenset(("claude", "claude-code", "cli.js"))
NO_SESSION = frozenset(("config", "doctor", "install", "mcp", "plugin", "setup-token", "update", "--help", "--version",
                        "-v", "-h", "agents", "auth"))
SWITCHES = ("--bare", "--setting-sources", "--settings", "--safe-mode")
SIMPLE = "CLAUDE_CODE_SIMPLE"
MOST = 4000         # processes looked at


def unheard(world: World, proc: str = "/proc") -> list[str]:
    """A sentence a client."""
    heard = {(record.get("pid"), record.get("started")) for _, record in processes.records(world)}
    return [f"a client (process {pid}) works here and no hook has heard of it{why}; start it again with its hooks"
            for pid, started, why in working(world.project, proc) if (pid, started) not in heard]


def working(project: str, proc: str = "/proc") -> Iterator[tuple[int, str, str]]:
    """(pid, start time, the switch that turns hooks off) of the clients whose folder is the project, or in it."""
    try:
        pids = [int(name) for name in os.listdir(proc) if name.isdigit()][-MOST:]
    except OSError:
        return
    top = os.path.realpath(project)
    for pid in pids:
        try:
            with open(f"{proc}/{pid}/cmdline", "rb") as file:
                words = file.read(16384).decode("utf-8", "replace").split("\0")
            if not any(os.path.basename(word) in NAMES for word in words[:2]) or not NO_SESSION.isdisjoint(words[1:3]):
                continue
            folder = os.readlink(f"{proc}/{pid}/cwd")
            with open(f"{proc}/{pid}/stat", "rb") as file:
                started = file.read(4096).rpartition(b")")[2].split()[19].decode("ascii", "replace")
        except (OSError, IndexError):
            continue
        if folder == top or folder.startswith(top + os.sep):
            yield pid, started, _why(words, f"{proc}/{pid}/environ")


def _why(words: list[str], environ: str) -> str:
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in SWITCHES:
            value = value if equals else words[at + 1] if at + 1 < len(words) and name != "--bare" else ""
            if name != "--settings" or "disableAllHooks" in value:
                return f" ({name} {' '.join(value.split())[:40]}".rstrip() + ")"
    try:
        with open(environ, "rb") as file:
            return f" ({SIMPLE} is set)" if f"{SIMPLE}=".encode() in file.read(1 << 20) else ""
    except OSError:
        return ""
