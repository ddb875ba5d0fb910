"""`/guard-status` and `/guard-why`, typed as a prompt: the person is shown what guardctl says of this session.

The lines are commands of the plugin; a hook sees them as they were typed, with the plugin's name or without it.
`/guard-allow` is `guard: allow` (guards/_origin/allowance.py).  None of them can be run by the model: the client keeps
it from that (`disable-model-invocation`), and self_protection denies the Skill tool the last one.
"""
from __future__ import annotations

from guards._intent.prompts import typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event
    from hooks._stores.world import World

PLUGIN = "/autoskillit-guards:"
LONGEST = 4000          # characters of an answer
SHOWN = "autoskillit guards: the person was shown the answer to this line; you are not.  Say so in a word; do nothing."


def answer(world: World, event: Event) -> str:
    """What the person is told, "" for a prompt that is none of these.  Raises Fault, OSError."""
    line = event.prompt.strip()
    line = "/" + line[len(PLUGIN):] if line.startswith(PLUGIN) else line
    verb = line.partition(" ")[0]
    if verb not in ("/guard-status", "/guard-why") or event.agent_id or not typed(event):
        return ""
    from hooks._ctl import _ledgers, _terminal, status, why

    path = world.path("context", event.session_id, ".jsonl")
    if path not in _ledgers.paths(world):
        return "they have seen nothing of this session yet"
    if verb == "/guard-status":
        lines = status.session(path)
    else:
        _, rows = _ledgers.event(world, "", event.session_id)
        lines = why.lines(why.objection(rows, why.called(world), why.lifted(path, rows[0]))) if rows else [why.NOTHING]
    return "\n".join(map(_terminal.plain, lines))[:LONGEST]
