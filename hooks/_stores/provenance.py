"""Who launched which session, and which session a process is in.

    launches.jsonl              what our hooks saw; `kind`: top nested dispatch fork clear handover
    session_provenance.jsonl    shared with AutoSkillit, which trims it without a lock
    live/<pid>-<start>          which session a process was in last

Law: rows are only added, whole and under a lock; what is no row is passed over.  A linked worktree shares the files of
its main project.  The agent's process is CLAUDE_PID, else the one that started this hook.
Cannot see: another machine or container; a launch that no hook of ours saw and no dispatcher wrote down; rows before the
newest 8 MiB of a file.
"""

import os

from guards import Any, Pairs, Row, Rows
from hooks import _stores as disk
from hooks._stores import Fault, measure_file, read_bytes, write_json
from hooks._stores.ledger import parse_row
from hooks._stores.world import World

SHARED, OWN = "session_provenance.jsonl", "launches.jsonl"
FIELDS = "session_id caller_session_id kitchen_id dispatch_id recipe_name step_name timestamp"
CAMPAIGN, MOVED = "AUTOSKILLIT_CAMPAIGN_ID", "AUTOSKILLIT_STATE_DIR"
KITCHENS = CAMPAIGN, "AUTOSKILLIT_KITCHEN_SESSION_ID"
NEWEST, FIRST = 8 * disk.MIB, 1 << 16  # bytes of a file that are read; that may hold no row
ROWS_MOST = 2_000  # rows of one id, or of all ids that begin with it


def compose_row(session: str, caller: str, stamp: str, **more: Any) -> Row:
    """A row with its seven fields in order, then what else is known of the launch and not empty."""
    row = {name: more.pop(name, "") for name in FIELDS.split()}
    row.update(session_id=session, caller_session_id=caller, timestamp=stamp)
    row.update({name: value for name, value in more.items() if value not in ("", None)})
    return row


def find_main(world: World) -> World:
    """The project that a linked worktree belongs to; any other project is its own."""
    # Of a folder the text is "".
    main, worktree, _ = disk.read_text(f"{world.project}/.git").partition("/.git/worktrees/")
    main = main[7:].strip() if worktree and main.startswith("gitdir:") else ""
    main = main or world.environ.get("AUTOSKILLIT_PROJECT_DIR", "")
    other = main.startswith("/") and main != world.project and os.path.isdir(main)
    return World(main, world.environ, world.now) if other else world


def locate_shared(world: World, campaign: str) -> str:
    """The shared file; a campaign has its own below the state folder, unless that was moved."""
    folder = f"/{disk.name_file(campaign)}" if campaign and MOVED not in world.environ else ""
    return f"{world.state}{folder}/{SHARED}"


def list_stores(world: World) -> Pairs:
    """The files that are read -> the campaign whose folder each lies in ("": none); what our hooks saw is first."""
    main, campaign = find_main(world), world.environ.get(CAMPAIGN, "").strip()
    files = {f"{main.state}/{OWN}": ""}
    for place in (world, main):
        files[locate_shared(place, campaign)] = campaign
        files[locate_shared(place, "")] = ""
    return files


def add_row(path: str, row: Row) -> None:
    """Appends a row, whole.  Raises Fault."""
    disk.make_folder(os.path.dirname(path))
    with disk.Lock(f"{path}.lock"):
        disk.append_lines(path, f"{write_json(row)}\n".encode())


def record_launch(world: World, row: Row, campaign: str = "", share: bool = True) -> None:
    """Adds a row to our own file and, with `share`, to this campaign's and the launcher's.  Raises Fault."""
    main = find_main(world)
    world.locate("")
    files = [f"{main.state}/{OWN}"]
    if share:
        files.append(locate_shared(world, world.environ.get(CAMPAIGN, "").strip()))
        files += [locate_shared(main, campaign)] if campaign or main is not world else []
    for path in dict.fromkeys(files):
        add_row(path, row)


def parse_line(line: bytes) -> Row:
    """The row that a line is, {} for what is none."""
    row = parse_row(line)
    texts = row.get("session_id"), row.get("kind", "")
    return row if all(isinstance(one, str) for one in texts) else {}


def read_newest(path: str) -> bytes:
    """The newest 8 MiB of a file, from the beginning of a line.  Raises Fault."""
    size = measure_file(path)
    data = read_bytes(path, max(0, size - NEWEST), NEWEST)
    return data if size <= NEWEST else data[data.find(b"\n") + 1 :]


def look_owners(world: World, id: str) -> Row:
    """What is on record of an id, or of those that begin with it.  Raises Fault where a file cannot be read.

    rows    oldest first, our own file's first, those of kind "top" last; `store_kitchen`: the campaign of its folder
    others  ids that are known as callers only
    """
    rows: dict[str, Row] = {}  # a row of ours stands in more than one file
    callers, needle = set(), write_json(id)[:-1].encode()
    for path, campaign in list_stores(world).items():
        data = read_newest(path)
        lines = [line for line in data.split(b"\n") if needle in line]
        for row in map(parse_line, lines[-ROWS_MOST:]):
            callers.add(str(row.get("caller_session_id") or ""))
            if str(row.get("session_id", "")).startswith(id):
                known = {**row, "store_kitchen": campaign} if campaign else row
                rows.setdefault(write_json(row), known)
        if data.strip() and not rows and not any(map(parse_line, data[:FIRST].split(b"\n"))):
            raise Fault(f"{path} cannot be read: no line of it is a row")
    others = sorted(caller for caller in callers if caller.startswith(id) and caller)[:64]
    found = sorted(rows.values(), key=lambda row: row.get("kind") == "top")
    return {"rows": found, "others": others}


def list_launches(world: World, id: str) -> Rows:
    """The rows of one session.  Raises Fault."""
    return [row for row in look_owners(world, id)["rows"] if row["session_id"] == id]


def list_kitchens(world: World) -> list[str]:
    """The kitchens that this process's environment names, one of them "" where it names none."""
    found = (world.environ.get(name, "").strip() for name in KITCHENS)
    return [id for id in dict.fromkeys(found) if id] or [""]


def read_proc(pid: "int | str", name: str) -> str:
    """What /proc says of a process; "" where it says nothing."""
    try:
        with open(f"/proc/{pid}/{name}", "rb") as file:
            return file.read(NEWEST).decode("utf-8", "replace")
    except OSError:
        return ""


def find_agent(world: World) -> int:
    """The process of the agent whose hook this is."""
    named = world.environ.get("CLAUDE_PID", "")
    return int(named) if named.isdigit() else os.getppid()


def name_process(pid: "int | str") -> str:
    """PID-START, which no later process shares; PID- where nothing says when it started."""
    words = read_proc(pid, "stat").rpartition(")")[2].split()
    return f"{pid}-{words[19] if words else ''}"


def enter_session(world: World, session: str) -> str:
    """Records that this agent is in a session; the one that it was in before, "" for none."""
    path = f"{find_main(world).locate('live')}/{name_process(find_agent(world))}"
    before = read_bytes(path, 0, 512).decode("utf-8", "replace")
    disk.write_whole(path, session.encode())
    return before
