"""session_provenance.jsonl: who launched which session.  Appended under a lock; read from its end.

The file is shared with the orchestrator, which appends rows of its own and trims it without a lock.  What this bundle
saw launched therefore stands also in launches.jsonl, a file of its own, in the project whose stores hear of every
launch (`World.main`).  What is no row (torn, foreign, not UTF-8, too long) is passed over; the good rows count.

    provide   the fact `provenance` of an id; provide_kitchens, provide_hint: `kitchen` and `kitchen_hint`
    accept    the rows that guards keep
"""
from __future__ import annotations

from guards._history.lineage import merged, text
from hooks._stores import disk
from hooks._stores.json import dumps, loads
from hooks._stores.search import BIG, find, parsed
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from guards import Event, Session
    from guards._types import Provenance
    from hooks._stores.world import World

NAME, OWN = "session_provenance.jsonl", "launches.jsonl"
CAMPAIGN = "AUTOSKILLIT_CAMPAIGN_ID"
KITCHENS = (CAMPAIGN, "AUTOSKILLIT_KITCHEN_SESSION_ID", "AUTOSKILLIT_PARENT_KITCHEN_ID")
HEAD = 64 * 1024        # bytes of a store in which one row at least is looked for
HINT = ".hook_config.json"      # of the orchestrator: the kitchen of the server that was started last in the project


def path(world: World, campaign: str | None = None) -> str:
    """The store that rows go to: the state folder's, or that of the campaign inside it; AUTOSKILLIT_STATE_DIR is
    taken as it is."""
    campaign = world.env.get(CAMPAIGN, "").strip() if campaign is None else campaign
    if campaign and not world.env.get("AUTOSKILLIT_STATE_DIR"):
        return os.path.join(world.folder(disk.safe_name(campaign)), NAME)
    return os.path.join(world.folder(), NAME)


def paths(world: World) -> list[str]:
    """The stores that are read: what this bundle saw, a campaign's own store, the project's; those of the main
    project too."""
    main = world.main()
    return list(dict.fromkeys((own(world), path(world), path(main), path(world, ""), path(main, ""))))


def own(world: World) -> str:
    """The file of what this bundle saw launched."""
    return os.path.join(world.main().folder(), OWN)


def append(file: str, rows: list[dict[str, object]]) -> None:
    """Adds whole rows; 32 writers at once lose and tear none.  Raises Fault, OSError."""
    # Spaced as Python's json does it, so that a store which others write to as well has one spelling.
    texts = (", ".join(f"{dumps(key)}: {dumps(value)}" for key, value in row.items()) for row in rows)
    data = "".join(f"{{{one}}}\n" for one in texts)
    with disk.Lock(file + ".lock"):
        size = disk.append(file, data.encode("utf-8"))
        if size >= BIG:
            from hooks._stores import search_index

            search_index.extend(file)


def record(world: World, rows: list[dict[str, object]], campaign: str = "") -> None:
    """Adds rows to every store that is to hear of them: this bundle's own first, then the shared ones.

    campaign: the launching session's, where that is not the session's own.  A store that cannot be written keeps no
    other from hearing.  Raises Fault, OSError: the first that was met.
    """
    main = world.main()
    stores = {own(world): None, path(world): None}
    if campaign:
        stores[path(main, campaign)] = None
    if main is not world or campaign:
        stores[path(main, "")] = None
    problems: list[Exception] = []
    for file in stores:
        try:
            append(file, rows)
        except (disk.Fault, OSError) as e:
            problems.append(e)
    if problems:
        raise problems[0]


def accept(world: World, event: Event, rows: list[dict[str, object]]) -> None:
    """Takes in rows of the guard.  Raises Fault, OSError."""
    record(world, rows)


def provide(world: World, event: Event, session: Session, id: str) -> Provenance:
    """The fact `provenance` of an id.  Raises Fault, OSError."""
    return look_up(world, id)


def provide_kitchens(world: World, event: Event, session: Session, which: str) -> list[str]:
    """The fact `kitchen`: the ids of the kitchens that the session is in, [] for none; `which` is not used."""
    return kitchens(world, event.session_id)


def provide_hint(world: World, event: Event, session: Session, which: str) -> str:
    """The fact `kitchen_hint`: the kitchen of the project's last server, "" for none."""
    return hint(world)


def look_up(world: World, id: str) -> Provenance:
    """What the stores hold about an id, or about the only one that begins with it.  Raises Fault, OSError.

    rows    newest first in each store; those of a campaign's own store say so in `store_kitchen`
    others  callers that begin with it, and `tops`: sessions that a person began
    """
    from hooks._stores.launches import known

    found = _rows(world, id)
    ids = dict.fromkeys(text(row, "session_id") for row in found["rows"])
    if id not in ids and len(ids) == 1:
        found = _rows(world, *ids)
    found["tops"] = known(world, id)
    garbled = [] if found["rows"] or found["others"] else [file for file in paths(world) if not _legible(file)]
    if garbled:
        raise disk.Fault(f"{garbled[0]} holds no row that can be read")
    return found


def _legible(file: str) -> bool:
    """Is a store empty, or is there any row at its beginning?"""
    data = disk.read(file, HEAD)
    return not data.strip() or any(map(parsed, data.splitlines()))


def _rows(world: World, id: str) -> Provenance:
    found: Provenance = {"rows": [], "others": []}
    campaign = world.env.get(CAMPAIGN, "").strip()
    shared = {path(world, campaign), path(world.main(), campaign)} - {path(world, ""), path(world.main(), "")}
    for file in paths(world):
        rows, others = find(file, id)
        if file in shared:
            # The sessions of one campaign share nothing but this folder.
            rows = [{**row, "store_kitchen": campaign} for row in rows]
        found["rows"].extend(rows)
        found["others"].extend(others)
    return found


def origin(world: World, id: str) -> dict[str, object]:
    """What the rows of an id come to; {} where there is none.  Raises Fault, OSError."""
    rows = [row for file in paths(world) for row in find(file, id)[0] if text(row, "session_id") == id]
    return merged(reversed(rows))


def kitchens(world: World, session_id: str) -> list[str]:
    """The ids of the kitchens that a session is in, those of its environment first, then the project's marker in the
    state folder: `kitchen_state/SESSION.json` (in a campaign `kitchen_state/CAMPAIGN/SESSION.json`), `kitchen.json` or
    `kitchen`, JSON with a `kitchen_id` or the bare id."""
    found = [world.env.get(name, "").strip() for name in KITCHENS]
    session = disk.safe_name(session_id) + ".json"
    markers = [os.path.join("kitchen_state", session), "kitchen.json", "kitchen"]
    if found[0]:
        markers.insert(0, os.path.join("kitchen_state", disk.safe_name(found[0]), session))
    for name in markers:
        try:
            raw = disk.read(os.path.join(world.state, name), 64 * 1024).strip()
            marker = loads(raw) if raw[:1] in (b"{", b'"') else raw.decode("utf-8", "replace")
        except (disk.Fault, OSError, ValueError, RecursionError):
            continue
        if isinstance(marker, dict):
            marker = text(marker, "kitchen_id")
        if isinstance(marker, str) and len(marker) <= 512:
            found.append(marker.strip())
    return [id for id in dict.fromkeys(found) if id]


def hint(world: World) -> str:
    """The kitchen that the orchestrator's last server in this project stands for; "" where there is none.

    One file a project, whoever started last: it proves nothing about a session.
    """
    try:
        told = loads(disk.read(os.path.join(world.main().state, HINT), 64 * 1024))
    except (disk.Fault, OSError, ValueError, RecursionError):
        return ""
    return (text(told, "kitchen_id") or text(told, "pipeline_id"))[:512] if isinstance(told, dict) else ""


def every(world: World) -> Iterator[dict[str, object]]:
    """All good rows of the stores, oldest first, what others told before what was seen.  Raises Fault, OSError."""
    seen: set[str] = set()
    for file in reversed(paths(world)):
        for raw in disk.lines(file):
            row = parsed(raw)
            line = dumps(row) if text(row, "kind") else ""
            if row and line not in seen:
                yield row
            if line:
                seen.add(line)      # a row of ours stands in more than one store
