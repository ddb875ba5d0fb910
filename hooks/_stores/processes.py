"""Which process an agent runs in, and whether two live ones go on with the same session.

A record a process lies in `live/`: pid, start time, boot id, host, and the session that it is in since when.  It is
written when a session starts and at each prompt, never at a tool call, in the project whose stores hear of every
launch (`World.main`); a process is told apart from a later one with the same pid by its start time.  Where a second
live process comes to a session, `context/SESSION.rival` is made: a tool call without that file costs one look at the
disk.

A hook is a grandchild of the agent: the agent is CLAUDE_PID where the client says so, else the nearest ancestor
that is not a shell or a launcher which only runs this hook.  Where that cannot be told, nothing is said.

    rival, living   who else is in a session, and in all of them: the facts `rival` and `live`
    environment  what an agent's process was started with: the only place where a client says who launched it

Limitations: processes of another machine or container (their records are left alone), a client on Windows that does
not say its pid, the environment of a process on Windows.
"""
from __future__ import annotations

import sys

from hooks._stores import disk
from hooks._stores.json import dumps, loads
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from guards import Event, Session
    from hooks._stores.world import World

LAYERS = frozenset(("sh", "bash", "dash", "zsh", "ksh", "ash", "fish", "busybox", "env", "timeout", "nice", "time",
                    "cmd", "cmd.exe", "pwsh", "powershell"))
UP = 8                      # ancestors looked at
RECORDS = 512               # records read
ENVIRON_LIMIT = 1 << 20     # bytes of a process's environment that are read
DISPATCHES = "dispatches"   # of the orchestrator: a file a dispatch, with the process it runs in


class Process:
    """One live process: what tells it apart from every other, and its parent."""

    __slots__ = ("arguments", "name", "parent", "pid", "started")

    def __init__(self, pid: int, parent: int, started: str, name: str = "", arguments: str = "") -> None:
        self.pid, self.parent, self.started, self.name, self.arguments = pid, parent, started, name, arguments


def process(pid: int) -> Process | None:
    """What the system knows of a live process; None for one that is gone or cannot be looked at."""
    if pid <= 1:
        return None
    if sys.platform.startswith("linux"):
        return _from_proc(pid)
    if sys.platform == "win32":
        return _from_windows(pid)
    return _from_ps(pid)


def _from_proc(pid: int) -> Process | None:
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
            stat = file.read(4096).decode("utf-8", "replace")
        with open(f"/proc/{pid}/cmdline", "rb", buffering=0) as file:
            arguments = file.read(16384).replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return None
    # The name, in parentheses, may hold anything; state, parent and, 19 words on, the start time follow it.
    name = stat[stat.find("(") + 1:stat.rfind(")")]
    words = stat[stat.rfind(")") + 2:].split()
    if len(words) < 20 or words[0] in ("Z", "X"):
        return None
    return Process(pid, int(words[1]), words[19], name, arguments)


def _from_ps(pid: int) -> Process | None:
    import subprocess

    try:
        done = subprocess.run(["/bin/ps", "-o", "ppid=,lstart=,command=", "-p", str(pid)], capture_output=True,
                              text=True, timeout=2, env={"LC_ALL": "C", "PATH": "/bin:/usr/bin"}, check=False)
    except (OSError, subprocess.SubprocessError):
        return None
    words = done.stdout.split()
    if done.returncode or len(words) < 7:
        return None
    return Process(pid, int(words[0]), " ".join(words[1:6]), os.path.basename(words[6]), " ".join(words[6:]))


def _from_windows(pid: int) -> Process | None:
    try:
        import ctypes

        kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
        handle = kernel.OpenProcess(0x1000, False, pid)     # PROCESS_QUERY_LIMITED_INFORMATION
        if not handle:
            return None
        times = [ctypes.c_ulonglong() for _ in range(4)]
        code = ctypes.c_ulong()
        ok = kernel.GetProcessTimes(handle, *map(ctypes.byref, times))
        running = kernel.GetExitCodeProcess(handle, ctypes.byref(code)) and code.value == 259   # STILL_ACTIVE
        kernel.CloseHandle(handle)
    except (ImportError, OSError, AttributeError):
        return None
    return Process(pid, 0, str(times[0].value)) if ok and running else None


def environment(one: Process, names: frozenset[str]) -> dict[str, str]:
    """Those of the named variables that a process was started with; {} where the system does not show them."""
    if sys.platform.startswith("linux"):
        try:
            with open(f"/proc/{one.pid}/environ", "rb", buffering=0) as file:
                words = file.read(ENVIRON_LIMIT).decode("utf-8", "replace").split("\0")
        except OSError:
            return {}
    elif sys.platform == "darwin":
        words = _environment_by_ps(one.pid)
    else:
        return {}
    pairs = (word.partition("=") for word in words)
    return {name: value for name, _, value in pairs if name in names}


def _environment_by_ps(pid: int) -> list[str]:
    """What `ps -E` shows behind a process's arguments, word by word; of processes that the system protects, nothing.

    The arguments are cut off first: they may hold a prompt, and a prompt may spell any variable.
    """
    import subprocess

    shown = []
    for options in ("-ww", "-Eww"):
        try:
            done = subprocess.run(["/bin/ps", options, "-o", "command=", "-p", str(pid)], capture_output=True,
                                  text=True, timeout=2, env={"LC_ALL": "C", "PATH": "/bin:/usr/bin"}, check=False)
        except (OSError, subprocess.SubprocessError):
            return []
        shown.append(done.stdout.rstrip("\n"))
    arguments, both = shown
    return both[len(arguments):].split() if both.startswith(arguments) else []


def agent(env: Mapping[str, str], script: str = "") -> Process | None:
    """The process of the agent whose hook this is."""
    told = env.get("CLAUDE_PID", "")
    if told.isdigit():
        return process(int(told))
    if sys.platform == "win32":
        return None
    script = script or os.path.basename(sys.argv[0])
    one = process(os.getppid())
    for _ in range(UP):
        if one is None or not _only_runs_us(one, script):
            return one
        one = process(one.parent)
    return None


def _only_runs_us(one: Process, script: str) -> bool:
    """Whether a process is the layer in which a client, or a launcher, runs our command."""
    return one.name.lstrip("-") in LAYERS and (script in one.arguments or ".autoskillit" in one.arguments)


def machine() -> dict[str, str]:
    """Where a pid means something: host, boot, and the container's own numbering of processes."""
    host = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
    return {"host": host, "boot_id": _boot_id(), "pids": _link("/proc/self/ns/pid")}


def _boot_id() -> str:
    try:
        with open("/proc/sys/kernel/random/boot_id", "rb") as file:
            return file.read(64).decode("ascii").strip()
    except (OSError, ValueError):
        return ""


def _link(path: str) -> str:
    try:
        return os.readlink(path)
    except OSError:
        return ""


def identity(one: Process) -> dict[str, Any]:
    """What is recorded of a process beside a row."""
    return {"pid": one.pid, "started": one.started, **machine()}


def alive(record: Mapping[str, Any], here: Mapping[str, str]) -> bool | None:
    """Whether the process of a record still lives; None where that cannot be told from here."""
    if record.get("host") != here["host"]:
        return None
    if record.get("boot_id") != here["boot_id"]:
        return False        # the machine was started anew since
    if record.get("pids") != here["pids"]:
        return None
    pid = record.get("pid")
    one = process(pid) if isinstance(pid, int) else None
    return one is not None and one.started == record.get("started")


def records(world: World) -> Iterator[tuple[str, dict[str, object]]]:
    """(file, record) of every process on record, in no order; what is no record is left out."""
    folder = world.main().folder("live")
    for name in sorted(os.listdir(folder))[:RECORDS]:
        if name.endswith(".json"):
            path = os.path.join(folder, name)
            try:
                record = loads(disk.read(path, 16384))
            except (disk.Fault, OSError, ValueError, RecursionError):
                continue
            if isinstance(record, dict):
                yield path, record


def enter(world: World, session_id: str) -> Process | None:
    """Records that this agent's process goes on with a session; marks the session where another live one does too.

    Records of dead processes are taken away.  Raises Fault, OSError.
    """
    one = agent(world.env)
    if one is None:
        return None
    mine = {**identity(one), "session_id": session_id, "since": world.now, "project": world.project}
    here = {key: mine[key] for key in ("host", "boot_id", "pids")}
    name = disk.safe_name(f"{here['host']}.{here['pids']}.{one.pid}") + ".json"
    own = os.path.join(world.main().folder("live"), name)
    before: dict[str, object] = {}
    rivals: list[dict[str, object]] = []
    for path, record in records(world):
        if path == own:
            before = record
        elif alive(record, here) is False:
            disk.remove(path)
        elif record.get("session_id") == session_id and alive(record, here):
            rivals.append(record)
    same = before.get("started") == one.started and before.get("session_id") == session_id
    if same:
        mine["since"] = before.get("since", world.now)
    earlier = [record for record in rivals if _since(record) < _since(mine)]
    if earlier:
        owner = min(earlier, key=_since)
        mine["rival"] = {key: owner.get(key) for key in ("pid", "started", "host", "boot_id", "pids", "since")}
        disk.replace(world.path("context", session_id, ".rival"), b"")
    if mine != before:
        disk.replace(own, dumps(mine).encode("utf-8"))
    return one


def _since(record: Mapping[str, object]) -> float:
    value = record.get("since")
    return float(value) if isinstance(value, (int, float)) else 0.0


def session_of(world: World, one: Process) -> str:
    """The session that a process was last known to be in; "" where it is not on record."""
    for _, record in records(world):
        if record.get("pid") == one.pid and record.get("started") == one.started:
            return str(record.get("session_id") or "")
    return ""


def leave(world: World, session_id: str) -> None:
    """Takes this process's record away when its session ends."""
    one = agent(world.env)
    for path, record in records(world) if one is not None else ():
        if one is not None and record.get("pid") == one.pid and record.get("started") == one.started \
                and record.get("session_id") == session_id:
            disk.remove(path)


def provide_live(world: World, event: Event, session: Session, which: str) -> list[dict[str, object]]:
    """The fact `live`: see `living`."""
    return living(world)


def rival(world: World, session_id: str) -> dict[str, object]:
    """The live process that was in a session before this one came to it: pid, host, since, and `me`, this one's name.
    Raises FileNotFoundError where there is none."""
    one = agent(world.env)
    here = machine()
    if one is not None:
        two = False
        for _, record in records(world):
            other = record.get("rival")
            if isinstance(other, dict) and record.get("session_id") == session_id and alive(other, here):
                two = True
                if record.get("pid") == one.pid and record.get("started") == one.started:
                    return {"pid": other.get("pid"), "host": other.get("host"), "since": _time(other),
                            "me": f"{one.pid}:{one.started}"}
        if not two:
            disk.remove(world.path("context", session_id, ".rival"))
    raise FileNotFoundError("rival")


def living(world: World) -> list[dict[str, object]]:
    """The sessions that another live process than this agent's is in: session_id, pid, host, since, project.

    By our own records, and by the orchestrator's of dispatches that still run.
    """
    me, here = agent(world.env), machine()
    found = []
    for record in (*(record for _, record in records(world)), *_dispatches(world, here)):
        mine = me is not None and (record.get("pid"), record.get("started")) == (me.pid, me.started)
        if not mine and alive(record, here):
            found.append({"session_id": record.get("session_id"), "pid": record.get("pid"), "host": record.get("host"),
                          "since": _time(record), "project": record.get("project") or ""})
    return found


def _dispatches(world: World, here: Mapping[str, str]) -> Iterator[dict[str, object]]:
    """Records, as ours are, of the orchestrator's dispatches that it says are running: the newest files only.

    One without the process's start and the boot's id names a pid that may be anybody's by now, and is left out.
    """
    folder = os.path.join(world.main().state, DISPATCHES)
    try:
        with os.scandir(folder) as entries:
            files = sorted((entry.stat().st_mtime, entry.path) for entry in entries if entry.name.endswith(".json"))
    except OSError:
        return
    for _, path in files[-RECORDS:]:
        try:
            told = loads(disk.read(path, 1 << 20))
        except (disk.Fault, OSError, ValueError, RecursionError):
            continue
        rows = told.get("dispatches") if isinstance(told, dict) else None
        for row in rows if isinstance(rows, list) else ():
            if isinstance(row, dict) and row.get("status") == "running" and row.get("dispatched_starttime_ticks") \
                    and row.get("dispatched_boot_id"):
                yield {**here, "pid": row.get("dispatched_pid"), "started": str(row["dispatched_starttime_ticks"]),
                       "boot_id": str(row["dispatched_boot_id"]), "session_id": row.get("dispatched_session_id"),
                       "since": row.get("started_at")}


def _time(record: Mapping[str, object]) -> str:
    from hooks._stores.ledger import rfc3339

    return rfc3339(_since(record))[:19] + "Z"
