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


class Fields:
    """fields(name) for one call."""

    def __init__(self, event: Event, session: Session, settings: Settings) -> None:
        self.event, self.session, self.settings = event, session, settings
        self.context: dict[str, Any] = session["context"]
        self.known: dict[str, object] = {}

    def __call__(self, field: str) -> object:
        if field not in self.known:
            self.known[field] = LOOK[field](self)
        return self.known[field]


def _operation(fields: Fields) -> object:
    from guards._call import call_of
    from guards._call.tools import operations

    return operations(call_of(fields.event, fields.settings))


def _tags(fields: Fields) -> object:
    from guards._call import call_of

    found = call_of(fields.event, fields.settings).tags
    return [name for name in TAGS if getattr(found, name, False)]


TAGS = tuple("internal_source untrusted_source external consequential fetches dispatcher".split())


def _signals(fields: Fields) -> object:
    found = list(raised(fields.event, fields.context, fields.settings))
    return [*found, "drift_detected"] if fields.session["drift"].get("drifted") else found


def _context_level(fields: Fields) -> object:
    from guards._history.labels import label_of, level_of

    held = level_of(label_of(fields.session["contamination"], fields.event.agent_id))
    return max(held, int(fields.context.get("level", 0))) if fields.context or held else None


def _payload_level(fields: Fields) -> object:
    return max((f.level for f in fields.event.facts.findings), default=0)


def _destinations(fields: Fields) -> object:
    from guards._call import call_of
    from guards._call.destinations import destinations

    call = call_of(fields.event, fields.settings)
    there = destinations(fields.event, call)
    return there if there or not call.tags.external else None


def _intent(fields: Fields) -> object:
    requests = fields.context.get("requests")
    return requests[-1]["intent"] if requests else None


def _commands(fields: Fields) -> object:
    from guards._call import call_of
    from guards._call.commands import commands

    found = commands(fields.event, call_of(fields.event, fields.settings))
    branch = (fields.event.facts.file(HEAD) or "").partition("refs/heads/")[2].strip()
    moved = any(one.operation in ("git checkout", "git switch") for one in found)
    for one in found if branch and not moved else ():
        if one.operation in PUSHES and (not one.objects[1:] or not {"HEAD", "@", "+HEAD"}.isdisjoint(one.objects)):
            one.objects.append(branch)
    return found


HEAD = ".git/HEAD"      # in it the branch that is checked out
PUSHES = ("git push", "git send-pack")


def _writes(fields: Fields) -> object:
    from guards._call import call_of

    return [one.path for one in call_of(fields.event, fields.settings).touches if one.how != "may"]


LOOK: dict[str, Callable[[Fields], object]] = {
    "tool": lambda fields: fields.event.tool,
    "operation": _operation,
    "agent_type": lambda fields: fields.event.agent_type or ("subagent" if fields.event.agent_id else "main"),
    "permission_mode": lambda fields: fields.event.permission_mode or None,
    "intent": _intent,
    "tags": _tags,
    "command": _commands,
    "writes": _writes,
    "input": lambda fields: fields.event.input,
    "signals": _signals,
    "sequence": lambda fields: sequence(fields.event, fields.context, fields.settings),
    "context_level": _context_level,
    "payload_level": _payload_level,
    "destinations": _destinations,
    "chain_length": lambda fields: int(fields.context.get("chain", 0)) + 1,
    "action_count": lambda fields: int(fields.context.get("count", 0)),
    "used": lambda fields: list(fields.context.get("tools") or ()),
}
