"""Who launched which session: `launches.jsonl`, what our hooks saw, and `session_provenance.jsonl`, shared with AutoSkillit.

Law: rows are only added, whole and under a lock; what is no row (torn, foreign, too long) is passed over.  The shared
file is trimmed by others without a lock, so what our hooks saw stands in a file of its own too.  A row of ours says in
`kind` what was seen: top, nested, dispatch, subagent, fork, clear, resume, handover.  A linked worktree shares the
files of its main project.  Only the newest 8 MiB of a file are read, and it is said where there is more.

Cannot see: what another machine recorded; a launch that no hook of ours saw and no dispatcher wrote down.
"""

from __future__ import annotations

import os

from hooks._stores import (
    MIB,
    Fault,
    Lock,
    append_lines,
    make_folder,
    measure_file,
    name_file,
    read_bytes,
)
from hooks._stores.json import parse_json, write_json
from hooks._stores.world import World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    Row = dict[str, Any]

SHARED, OWN = "session_provenance.jsonl", "launches.jsonl"
FIELDS = tuple(
    "session_id caller_session_id kitchen_id dispatch_id recipe_name step_name timestamp".split()
)
CAMPAIGN = "AUTOSKILLIT_CAMPAIGN_ID"
KITCHENS = (CAMPAIGN, "AUTOSKILLIT_KITCHEN_SESSION_ID", "AUTOSKILLIT_PARENT_KITCHEN_ID")
HINT = ".hook_config.json"  # of AutoSkillit: the kitchen of the server that was started last
NEWEST = 8 * MIB
ROWS_MOST = 2_000  # rows of one id, or of all ids that begin with it
LINE_MOST = 1 << 16


def build_row(session: str, caller: str, stamp: str, **more: Any) -> Row:
    """A row with its seven fields in order, then what else is known of the launch and not empty."""
    row: Row = {name: more.pop(name, "") for name in FIELDS}
    row.update(session_id=session, caller_session_id=caller, timestamp=stamp)
    row.update({name: value for name, value in more.items() if value not in ("", None)})
    return row


def find_main(world: World) -> World:
    """The project that a linked worktree belongs to; any other project is its own."""
    try:
        text = read_bytes(f"{world.project}/.git", 0, 4096).decode("utf-8", "replace").strip()
    except Fault:  # a folder
        text = ""
    folder = text[7:].strip() if text.startswith("gitdir:") else ""
    main = folder.partition("/.git/worktrees/")[0] if "/.git/worktrees/" in folder else ""
    main = main or world.environ.get("AUTOSKILLIT_PROJECT_DIR", "")
    if not main.startswith("/") or main == world.project or not os.path.isdir(main):
        return world
    return World(main, world.environ, world.now)


def locate_shared(world: World, campaign: str) -> str:
    """The shared file; a campaign has its own below the state folder.  AUTOSKILLIT_STATE_DIR is taken as it is."""
    if campaign and not world.environ.get("AUTOSKILLIT_STATE_DIR"):
        return f"{world.state}/{name_file(campaign)}/{SHARED}"
    return f"{world.state}/{SHARED}"


def read_campaign(world: World) -> str:
    return world.environ.get(CAMPAIGN, "").strip()


def list_stores(world: World) -> dict[str, str]:
    """The files that are read -> the campaign whose folder each lies in ("": none); what our hooks saw is first."""
    main, campaign = find_main(world), read_campaign(world)
    files = {f"{main.state}/{OWN}": ""}
    for place in (world, main):
        files[locate_shared(place, campaign)] = campaign
        files[locate_shared(place, "")] = ""
    return files


def add_rows(path: str, rows: Iterable[Row]) -> None:
    """Appends whole rows.  Raises Fault."""
    make_folder(os.path.dirname(path))
    with Lock(f"{path}.lock"):
        append_lines(path, "".join(write_json(row) + "\n" for row in rows).encode())


def record_launches(world: World, rows: list[Row], campaign: str = "", share: bool = True) -> None:
    """Adds rows to our own file and, with `share`, to the shared ones: this campaign's, and the launcher's.

    A file that cannot be written keeps no other from being written.  Raises the first Fault.
    """
    main = find_main(world)
    world.locate("")
    files = {f"{main.state}/{OWN}": None}
    if share:
        files[locate_shared(world, read_campaign(world))] = None
        if campaign or main is not world:
            files[locate_shared(main, campaign)] = None
    faults = []
    for path in files:
        try:
            add_rows(path, rows)
        except Fault as fault:
            faults.append(fault)
    if faults:
        raise faults[0]


def parse_line(line: bytes) -> Row:
    """The row of a line, {} for what is none."""
    if not line.strip() or len(line) > LINE_MOST:
        return {}
    try:
        row = parse_json(line)
    except (ValueError, RecursionError):
        return {}
    return row if isinstance(row, dict) and isinstance(row.get("session_id"), str) else {}


def read_newest(path: str) -> tuple[bytes, bool]:
    """The newest 8 MiB of a file, from the beginning of a line, and whether there is more.  Raises Fault."""
    size = measure_file(path)
    data = read_bytes(path, max(0, size - NEWEST), NEWEST)
    if size <= NEWEST:
        return data, False
    return data[data.find(b"\n") + 1 :], True


def scan_store(data: bytes, id: str) -> Iterator[Row]:
    """The newest rows that name an id, or one that begins with it, as session or as caller; newest first."""
    needle = write_json(id)[:-1].encode()
    at, seen = len(data), 0
    while seen < ROWS_MOST:
        at = data.rfind(needle, 0, at)
        if at < 0:
            return
        begin = data.rfind(b"\n", 0, at) + 1
        end = data.find(b"\n", at)
        seen += 1
        yield parse_line(data[begin : end if end >= 0 else len(data)])
        at = begin


def look_owners(world: World, id: str) -> Row:
    """What is on record of an id, or of those that begin with it.  Raises Fault where a file cannot be read.

    rows    oldest first, our own file's first; those of a campaign's folder say so in `store_kitchen`
    others  ids that are known as callers only    older   the files hold more than was read
    """
    found: Row = {"rows": [], "others": [], "older": False}
    garbled, seen = "", set()
    for path, campaign in list_stores(world).items():
        data, more = read_newest(path)
        found["older"] |= more
        rows = []
        for row in scan_store(data, id):
            caller = row.get("caller_session_id")
            if isinstance(caller, str) and caller.startswith(id):
                found["others"].append(caller)
            key = write_json(row)  # a row of ours stands in more than one file
            if (
                str(row.get("session_id", "")).startswith(id)
                and row.get("kind", key)
                and key not in seen
            ):
                seen.add(key)
                rows.append({**row, "store_kitchen": campaign} if campaign else row)
        found["rows"] += reversed(rows)
        if data.strip() and not any(map(parse_line, data[:LINE_MOST].split(b"\n"))):
            garbled = path
    if garbled and not found["rows"] and not found["others"]:
        raise Fault(f"{garbled} cannot be read: no line of it is a row")
    found["others"] = sorted(set(found["others"]))[:64]
    return found


def read_all(world: World) -> list[Row]:
    """All rows of the newest 8 MiB of each file, oldest first, what others wrote before what our hooks saw."""
    rows: dict[str, Row] = {}
    for path in reversed(list_stores(world)):
        for line in read_newest(path)[0].split(b"\n"):
            row = parse_line(line)
            if row:
                rows.setdefault(write_json(row), row)
    return list(rows.values())


def list_kitchens(world: World) -> list[str]:
    """The kitchens that this process's environment names."""
    found = (world.environ.get(name, "").strip() for name in KITCHENS)
    return [id for id in dict.fromkeys(found) if id]


def read_hint(world: World) -> str:
    """The kitchen of the server that AutoSkillit started last in this project: a hint, no proof."""
    try:
        found = parse_json(read_bytes(f"{find_main(world).state}/{HINT}", 0, LINE_MOST) or b"{}")
    except (Fault, ValueError, RecursionError):
        return ""
    kitchen = found.get("kitchen_id") if isinstance(found, dict) else ""
    return kitchen[:512] if isinstance(kitchen, str) else ""
