"""The diagnostic index: a row in sessions.jsonl and a summary.json a session at its end, for people and tools.

Nothing is decided by it; session_provenance.jsonl alone is what the guard trusts.
"""
from __future__ import annotations

from guards import EFFECTS, LEVELS
from guards._history.lineage import text
from hooks._stores import disk, provenance
from hooks._stores.json import dumps
from hooks._stores.ledger import rfc3339
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:

    from guards import Event
    from hooks._stores.world import World

NAME = "sessions.jsonl"
PARSED = 16 << 20       # bytes of a ledger's end that are counted: a session's end must not wait for more


def write(world: World, event: Event) -> None:
    """Adds the session's row and replaces its summary.  Raises Fault, OSError."""
    row = summary(world, event)
    provenance.append(os.path.join(os.path.dirname(provenance.path(world)), NAME), [row])
    folder = world.folder(os.path.join("sessions", disk.safe_name(event.session_id)))
    disk.replace(os.path.join(folder, "summary.json"), dumps(row).encode("utf-8") + b"\n")


def summary(world: World, event: Event) -> dict[str, object]:
    """What one session came to."""
    from hooks._stores.launches import launch

    origin, began = provenance.origin(world, event.session_id), launch(world, event.session_id)
    env = world.env
    kitchens = provenance.kitchens(world, event.session_id)
    counts, level, first = counted(world, event.session_id)
    return {
        "session_id": event.session_id,
        "caller_session_id": text(origin, "caller_session_id"),
        "kitchen_id": text(origin, "kitchen_id") or (kitchens[0] if kitchens else ""),
        "campaign_id": env.get("AUTOSKILLIT_CAMPAIGN_ID", ""),
        "dispatch_id": text(origin, "dispatch_id") or env.get("AUTOSKILLIT_DISPATCH_ID", ""),
        "order_id": env.get("AUTOSKILLIT_ORDER_ID", ""),
        "recipe_name": text(origin, "recipe_name"), "step_name": text(origin, "step_name"),
        "kind": text(origin, "kind") or text(began, "kind"),
        "verdicts": counts, "highest_level": level,
        "started_at": first or rfc3339(event.time), "ended_at": rfc3339(event.time), "reason": event.source,
        "project": world.project,
    }


def counted(world: World, session_id: str) -> tuple[dict[str, int], str, str]:
    """(verdicts by effect, the highest level of the context, the first row's time) of a session's ledger."""
    counts, level, first = dict.fromkeys(EFFECTS, 0), 0, ""
    path = world.path("context", session_id, ".jsonl")
    try:
        size = os.path.getsize(path)
    except OSError:
        return counts, LEVELS[0], ""
    start = max(0, size - PARSED)
    from hooks._stores.ledger import held, rows

    if start:
        head = next(rows(disk.read(path, 1 << 20).splitlines()[:1]), {})
        first = str(head.get("ts") or "")
    for row in rows(disk.lines(path, start)):
        first = first or str(row.get("ts") or "")
        if row.get("decision") in counts:
            counts[row["decision"]] += 1
        name = held(row)
        if name in LEVELS:
            level = max(level, LEVELS.index(name))
    return counts, LEVELS[level], first
