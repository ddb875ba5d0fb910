"""Which sessions a live process is in: one record a process in `live/`, told apart from a later pid by its start time.

Law: written when a session starts and at each prompt, never at a tool call; records of dead processes are removed.
The agent's process is CLAUDE_PID, else the nearest ancestor that is no shell.

Cannot see: processes of another machine or container; where the process cannot be told, nothing is said.
"""

from __future__ import annotations

import os
import sys

from hooks._stores import remove_file, write_whole
from hooks._stores.json import write_json
from hooks._stores.provenance import find_main, read_json_file
from hooks._stores.world import format_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._stores.world import World

    Row = dict[str, Any]

SHELLS = frozenset("sh bash dash zsh ksh ash fish busybox env timeout nice time".split())
RECORDS, ANCESTORS, ENVIRON_MOST = 512, 8, 1 << 20
NONE = (0, "", "")


def read_proc(pid: int, name: str) -> str:
    """What /proc says of a process; "" where it says nothing."""
    try:
        with open(f"/proc/{pid}/{name}", "rb") as file:
            return file.read(ENVIRON_MOST).decode("utf-8", "replace")
    except OSError:
        return ""


def find_process(pid: int) -> tuple[int, str, str]:
    """(parent, start time, name) of a live process; (0, "", "") for one that is gone."""
    begin, _, end = read_proc(pid, "stat").rpartition(")")
    words = end.split()
    if words:
        return NONE if words[0] in "ZX" else (int(words[1]), words[19], begin.partition("(")[2])
    if sys.platform.startswith("linux"):
        return NONE
    with os.popen(f"/bin/ps -o ppid=,lstart=,comm= -p {int(pid)}") as pipe:
        words = pipe.read().split()
    return (int(words[0]), " ".join(words[1:6]), os.path.basename(words[6])) if words[6:] else NONE


def find_agent(world: World) -> tuple[int, str]:
    """(pid, start time) of the agent whose hook this is; (0, "") where that cannot be told."""
    named = world.environ.get("CLAUDE_PID", "")
    pid = int(named) if named.isdigit() else world.parent
    for _ in range(ANCESTORS):
        parent, start, name = find_process(pid)
        if not start or named.isdigit() or name.lstrip("-") not in SHELLS:
            return (pid, start) if start else (0, "")
        pid = parent
    return 0, ""


def read_start(pid: int, name: str) -> str:
    """The variable that a process was started with, "" where the system does not show it.

    Claude Code tells its MCP servers, and they what they launch, whose session they serve; a hook is not told.
    """
    words = read_proc(pid, "environ").split("\0")
    return next((word[len(name) + 1 :] for word in words if word.startswith(f"{name}=")), "")


def list_records(world: World) -> list[tuple[str, Row]]:
    """(file, record) of every process on record."""
    folder = find_main(world).locate("live")
    paths = [f"{folder}/{n}" for n in sorted(os.listdir(folder))[:RECORDS] if n.endswith(".json")]
    found = [(path, read_json_file(path)) for path in paths]
    return [one for one in found if isinstance(one[1].get("pid"), int)]


def enter_session(world: World, session: str) -> tuple[str, Row | None]:
    """Records that this agent is in a session; (the session it was in before, another live process in this one)."""
    pid, start = find_agent(world)
    before, rival, host = "", None, os.uname().nodename
    for path, record in list_records(world) if pid else ():
        if (record["pid"], record.get("start")) == (pid, start):
            before = str(record.get("session_id", ""))
        elif record.get("host") == host and find_process(record["pid"])[1] != record.get("start"):
            remove_file(path)
        elif record.get("session_id") == session:
            rival = record
    if pid and before != session:
        row = {"session_id": session, "pid": pid, "start": start, "host": host}
        row.update(since=format_time(world.now), project=world.project)
        path = f"{find_main(world).locate('live')}/{host[:40].replace('/', '-')}.{pid}.json"
        write_whole(path, write_json(row).encode())
    return before, rival


def leave_session(world: World, session: str) -> None:
    """Takes this agent's record away."""
    mine = find_agent(world)
    for path, record in list_records(world):
        if (record["pid"], record.get("start")) == mine and record.get("session_id") == session:
            remove_file(path)


def list_living(world: World) -> list[Row]:
    """The records of other live processes, and the dispatches that AutoSkillit says are running."""
    rows, folder = [record for _, record in list_records(world)], f"{world.state}/dispatches"
    for name in sorted(os.listdir(folder))[-RECORDS:] if os.path.isdir(folder) else ():
        listed = read_json_file(f"{folder}/{name}").get("dispatches")
        for one in listed if isinstance(listed, list) else ():
            if isinstance(one, dict) and one.get("status") == "running":
                id, pid = one.get("dispatched_session_id"), one.get("dispatched_pid")
                start = one.get("dispatched_starttime_ticks")
                rows.append({"session_id": id, "pid": pid, "start": start})
    mine, found = find_agent(world), []
    for row in rows:
        pid, start = row["pid"], str(row.get("start") or "")
        if (
            isinstance(pid, int)
            and start
            and start == find_process(pid)[1]
            and (pid, start) != mine
        ):
            found.append(row)
    return found
