"""`/guard-status` and `/guard-why`, typed as a prompt: the guards answer the person, and nothing goes to the model.

The lines are commands of the plugin; a hook sees them as they were typed, with the plugin's name or without it.
`/guard-allow` is `guard: allow` (guards/_origin/allowance.py).  None of them can be run by the model: the client keeps
it from that (`disable-model-invocation`), and self_protection denies the Skill tool the last one.
"""
from __future__ import annotations

from guards._origin.prompts import typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Event
    from hooks._world import World

PLUGIN = "/autoskillit-guards:"
LONGEST = 4000          # characters of an answer


def answer(world: World, event: Event) -> str:
    """What the person is told, "" for a prompt that is none of these.  Raises Fault, OSError."""
    line = event.prompt.strip()
    line = "/" + line[len(PLUGIN):] if line.startswith(PLUGIN) else line
    verb = line.partition(" ")[0]
    if verb not in ("/guard-status", "/guard-why") or event.agent_id or not typed(event):
        return ""
    from hooks._ctl import _ledgers, status

    paths = [path for path in _ledgers.paths(world) if path == world.path("context", event.session_id, ".jsonl")]
    if not paths:
        return "the guards have seen nothing of this session yet"
    if verb == "/guard-why":
        return why(_ledgers.rows(paths[0]))
    told = status.totals(paths[0])
    held = told["contamination"] or {}
    lines = [f"{told['events']} events: {told['pass']} passed, {told['ask']} asked, {told['deny']} denied",
             f"holds: {held.get('level', 'nothing that is private')}"
             + (f", since {held.get('contaminated_at')} from {held.get('source')}" if held else ""),
             *told["objections"], *(f"error: {error}" for error in told["errors"])]
    return "\n".join(lines)[:LONGEST]


def why(rows: Any) -> str:
    """The last objection, and the ways to go on."""
    last: dict[str, object] = {}
    for row in rows:
        if row.get("event") == "PreToolUse" and row.get("decision") in ("ask", "deny"):
            last = row
    if not last:
        return "the guards have objected to nothing in this session"
    said = "asked about" if last["decision"] == "ask" else "denied"
    return (f"{said}: {last.get('tool')} {last.get('operation')}\n{last.get('reason')}\n\n"
            "to let it through once: /guard-allow (or `guard: allow`), then have the agent try again\n"
            'to trust the place for good: "trusted_destinations" in .autoskillit/guards.json\n'
            f"all that is on record: .autoskillit/guardctl explain {last.get('action_id')}")[:LONGEST]
