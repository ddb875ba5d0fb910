"""The evaluation context as rules look at it: a field is worked out when a rule first asks for it.

None stands for what this session does not know yet.
"""
from __future__ import annotations

from guards._history.signals import raised, sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from guards import Event, Session, Settings


class View:
    """look(field) for one call."""

    def __init__(self, event: Event, session: Session, settings: Settings) -> None:
        self.event, self.session, self.settings = event, session, settings
        self.context: dict[str, Any] = session["context"]
        self.known: dict[str, object] = {}

    def __call__(self, field: str) -> object:
        if field not in self.known:
            self.known[field] = LOOK[field](self)
        return self.known[field]


def _operation(view: View) -> object:
    from guards._call import call_of
    from guards._call.tools import operations

    return operations(call_of(view.event, view.settings))


def _tags(view: View) -> object:
    from guards._call import call_of

    found = call_of(view.event, view.settings).tags
    return [name for name in TAGS if getattr(found, name, False)]


TAGS = ("internal_source", "untrusted_source", "external", "consequential", "fetches", "dispatcher")


def _signals(view: View) -> object:
    found = list(raised(view.event, view.context, view.settings))
    return [*found, "drift_detected"] if view.session["drift"].get("drifted") else found


def _context_level(view: View) -> object:
    from guards._history.labels import label_of, level_of

    held = level_of(label_of(view.session["contamination"], view.event.agent_id))
    return max(held, int(view.context.get("level", 0))) if view.context or held else None


def _payload_level(view: View) -> object:
    return max((f.level for f in view.event.facts.findings), default=0)


def _destinations(view: View) -> object:
    from guards._call import call_of
    from guards._call.destinations import destinations

    call = call_of(view.event, view.settings)
    there = destinations(view.event, call)
    return there if there or not call.tags.external else None


def _intent(view: View) -> object:
    requests = view.context.get("requests")
    return requests[-1]["intent"] if requests else None


LOOK: dict[str, Callable[[View], object]] = {
    "tool": lambda view: view.event.tool,
    "operation": _operation,
    "agent_type": lambda view: view.event.agent_type or ("subagent" if view.event.agent_id else "main"),
    "permission_mode": lambda view: view.event.permission_mode or None,
    "intent": _intent,
    "tags": _tags,
    "input": lambda view: view.event.input,
    "signals": _signals,
    "sequence": lambda view: sequence(view.event, view.context, view.settings),
    "context_level": _context_level,
    "payload_level": _payload_level,
    "destinations": _destinations,
    "chain_length": lambda view: int(view.context.get("chain", 0)) + 1,
    "action_count": lambda view: int(view.context.get("count", 0)),
    "used": lambda view: list(view.context.get("tools") or ()),
}
