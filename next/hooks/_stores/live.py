"""Which sessions a live process is in: one record a process in `live/`, told apart from a later pid by its start time.

Law: written when a session starts and at each prompt, never at a tool call; records of dead processes are removed.
The agent's process is CLAUDE_PID, else the nearest ancestor that is no shell.

Cannot see: processes of another machine or container; where the process cannot be told, nothing is said.
"""

from __future__ import annotations

import os
import sys

from hooks._stores import Fault, read_bytes, remove_file, write_whole
from hooks._stores.json import parse_json, write_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._stores.world import World

    Row = dict[str, Any]

SHELLS = frozenset(
    "sh bash dash zsh ksh ash fish busybox env timeout nice time python3 python".split()
)
RECORDS, ANCESTORS = 512, 8


def find_process(pid: int) -> tuple[int, str, str]:
    """(parent, start time, name) of a live process; (0, "", "") for one that is gone."""
    try:
        if sys.platform.startswith("linux"):
            with open(f"/proc/{pid}/stat", "rb") as file:
                stat = file.read(4096).decode("utf-8", "replace")
            words = stat[stat.rfind(")") + 2 :].split()
            gone = words[0] in ("Z", "X")
            return (
                (0, "", "")
                if gone
                else (int(words[1]), words[19], stat[stat.find("(") + 1 : stat.rfind(")")])
            )
        with os.popen(f"/bin/ps -o ppid=,lstart=,comm= -p {int(pid)}") as pipe:
            words = pipe.read().split()
        return int(words[0]), " ".join(words[1:6]), os.path.basename(words[6])
    except (OSError, ValueError, IndexError):
        return 0, "", ""


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


def list_records(world: World) -> list[tuple[str, Row]]:
    """(file, record) of every process on record."""
    folder, found = world.locate("live"), []
    for name in sorted(os.listdir(folder))[:RECORDS]:
        try:
            record = parse_json(read_bytes(f"{folder}/{name}", 0, 1 << 14))
        except (Fault, ValueError, RecursionError):
            continue
        if name.endswith(".json") and isinstance(record, dict):
            found.append((f"{folder}/{name}", record))
    return found


def enter_session(world: World, session: str, stamp: str) -> tuple[str, Row | None]:
    """Records that this agent is in a session; (the session it was in before, another live process in this one)."""
    pid, start = find_agent(world)
    if not pid:
        return "", None
    before, rival, host = "", None, os.uname().nodename
    for path, record in list_records(world):
        mine = (record.get("pid"), record.get("start")) == (pid, start)
        if mine:
            before = str(record.get("session_id", ""))
        elif record.get("host") == host and find_process(int(record.get("pid") or 0))[
            1
        ] != record.get("start"):
            remove_file(path)
        elif record.get("session_id") == session:
            rival = record
    if before != session:
        record = {
            "session_id": session,
            "pid": pid,
            "start": start,
            "host": host,
            "since": stamp,
            "project": world.project,
        }
        write_whole(
            f"{world.locate('live')}/{host[:40].replace('/', '-')}.{pid}.json",
            write_json(record).encode(),
        )
    return before, rival


def leave_session(world: World, session: str) -> None:
    """Takes this agent's record away."""
    mine = find_agent(world)
    for path, record in list_records(world):
        if (record.get("pid"), record.get("start")) == mine and record.get("session_id") == session:
            remove_file(path)


def list_living(world: World) -> list[Row]:
    """The records of other live processes, and the dispatches that AutoSkillit says are running."""
    mine, rows = find_agent(world), [record for _, record in list_records(world)]
    folder = f"{world.state}/dispatches"
    for name in sorted(os.listdir(folder))[-RECORDS:] if os.path.isdir(folder) else ():
        try:
            told = parse_json(read_bytes(f"{folder}/{name}", 0, 1 << 20)).get("dispatches")
        except (Fault, ValueError, RecursionError, AttributeError):
            continue
        for one in told if isinstance(told, list) else ():
            if (
                isinstance(one, dict)
                and one.get("status") == "running"
                and one.get("dispatched_pid")
            ):
                start = str(one.get("dispatched_starttime_ticks", ""))
                rows.append(
                    {
                        "session_id": one.get("dispatched_session_id"),
                        "pid": one["dispatched_pid"],
                        "start": start,
                    }
                )
    found = []
    for row in rows:
        pid = row.get("pid")
        if (
            isinstance(pid, int)
            and (pid, row.get("start")) != mine
            and find_process(pid)[1] == row.get("start")
        ):
            found.append(row)
    return found
