"""Who launched whom, as a tree; and a person's word that a session is another one's from now on.

Cannot see: a launch that no hook and no dispatcher recorded.
"""

from __future__ import annotations

from guards.resume_ownership import Target, clean_id, get_text
from hooks._ctl import is_terminal, list_sessions
from hooks._stores import Fault
from hooks._stores.provenance import (
    compose_row,
    list_living,
    list_stores,
    look_owners,
    parse_line,
    read_newest,
    record_launch,
)
from hooks._stores.world import format_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._ctl import Request
    from hooks._stores.world import World

    Row = dict[str, Any]

SHOWN = ("kind", "recipe_name", "timestamp")
KEPT = ("dispatch_id", "recipe_name", "step_name")
DEPTH_MOST = 20


def collect_launches(world: World) -> dict[str, Row]:
    """Session -> who owns it and how it began, of all that the newest 8 MiB of each file name."""
    rows = [
        row
        for path in list_stores(world)
        for row in map(parse_line, read_newest(path).split(b"\n"))
    ]
    names = {get_text(row, field) for row in rows for field in ("session_id", "caller_session_id")}
    groups: dict[str, list[Row]] = {name: [] for name in sorted(names - {""})}
    for row in filter(None, rows):
        groups[row["session_id"]].append(row)
    found = {}
    for id, mine in groups.items():
        target = Target(id, "", {"rows": mine, "others": [id]})
        first = sorted(mine, key=lambda row: row.get("kind") in ("", None, "resume"))[:1]
        shown = {name: get_text(row, name) for row in first for name in SHOWN}
        found[id] = {"caller": target.caller, "kitchens": target.kitchens, **shown}
    return found


def show_lineage(request: Request) -> int:
    """The tree of sessions; with a beginning of an id only those above and below it."""
    launches = collect_launches(request.world)
    living = {one.get("session_id") for one in list_living(request.world)}
    lines: list[str] = []
    data: list[Row] = []

    def add_branch(id: str, depth: int) -> None:
        row = launches[id]
        words = [row.get("kind") or "", row.get("recipe_name") or "", row.get("timestamp") or ""]
        words += ["alive"] if id in living else []
        words += [f"kitchen {clean_id(row['kitchens'][0])}"] if row["kitchens"] else []
        lines.append("  " * depth + " ".join([clean_id(id), *filter(None, words)]))
        data.append({"depth": depth, "session_id": id, "alive": id in living, **row})
        for child, other in launches.items():
            if other["caller"] == id and child != id and depth < DEPTH_MOST:
                add_branch(child, depth + 1)

    roots = [id for id, row in launches.items() if row["caller"] not in launches]
    if request.words:
        roots = [pick_session(request, request.words[0])]
    for root in roots:
        add_branch(root, 0)
    request.print_result(data, "\n".join(lines) or "No launch is on record in this project.")
    return 0


def pick_session(request: Request, begin: str) -> str:
    """The session on record whose id begins so.  Fault where there is none, or more."""
    known = {*collect_launches(request.world), *list_sessions(request.world)}
    fits = [begin] if begin in known else [id for id in known if id.startswith(begin)]
    if len(fits) != 1:
        raise Fault(f"{len(fits) or 'no'} sessions on record begin with {clean_id(begin)}")
    return fits[0]


def hand_over(request: Request) -> int:
    """`handover SESSION TO`, or `--kitchen=ID`: who may resume it from now on.  Only for a person in a terminal."""
    if not is_terminal():
        raise Fault("only you can hand a session over: type this in a terminal of your own")
    kitchen = str(request.options.get("kitchen") or "")
    if len(request.words) != (1 if kitchen else 2):
        raise Fault("which session, and to which?  guardctl handover SESSION TO [--reason=WHY]")
    id = pick_session(request, request.words[0])
    to = "" if kitchen else pick_session(request, request.words[1])
    known = [row for row in look_owners(request.world, id)["rows"] if row["session_id"] == id]
    kept = {name: next(filter(None, [get_text(row, name) for row in known]), "") for name in KEPT}
    why = str(request.options.get("reason") or "")[:200]
    now = format_time(request.world.now)
    row = compose_row(id, to, now, kitchen_id=kitchen, **kept, kind="handover", reason=why)
    record_launch(request.world, row)
    request.print_result(row, f"{clean_id(id)} may be resumed by {clean_id(to or kitchen)}.")
    return 0
