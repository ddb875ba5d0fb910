"""The reading of a call for a person: what it runs, sends, changes, goes on with, and what could not be read.

    account(call) -> {"operation", "tags", "runs", "effects", "touches", "resumes", "scripts", "unknown"}
    as_lines(account) -> list[str]   one line each

Law: nothing here is worked out anew; it is what every guard judges.
Limitations: what earlier calls of a session left behind, where nobody hands it to the call.
"""
from __future__ import annotations

from guards import LEVELS
from guards._call.tags import FLAGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guards._call import Call
    from guards._shell.flow import Flow
    from guards._shell.reading import Effect

MOST = 40       # of each kind that are shown


def account(call: Call) -> dict[str, Any]:
    """All that is known of one call, in plain values; what says nothing is left out."""
    from guards._call.tools import operations

    found: dict[str, Any] = {
        "operation": call.operation,
        "tags": [name for name in FLAGS if getattr(call.tags, name)],
        "runs": operations(call)[1:MOST] if call.command else [],
        "effects": [_effect(effect) for effect in call.effects[:MOST]],
        "touches": [{"how": one.how, "path": one.path, "program": one.program} for one in call.touches[:MOST]],
        "resumes": [{"program": one.program, "id": one.id} for one in call.resumes[:MOST]],
        "scripts": call.reading.scripts[:MOST] if call.command else [],
        "unknown": call.unknown,
    }
    return {name: value for name, value in found.items() if value}


def _effect(effect: Effect) -> dict[str, Any]:
    from guards._text.address import normalize

    found = {"kind": effect.kind, "operation": effect.operation, "destination": normalize(effect.destination),
             "carries": _held(effect.payload), "shows": _held(effect.auth)}
    return {name: value for name, value in found.items() if value}


def _held(flow: Flow) -> list[str]:
    """What flows there: names of sources with their level, then files that nothing is known of."""
    return [f"{name} ({LEVELS[flow.level]})" if flow.level else name for name in flow.names or flow.files]


def as_lines(found: Mapping[str, Any]) -> list[str]:
    """The same for a person, a line each.

    >>> as_lines({"operation": "curl", "effects": [{"kind": "sends", "operation": "curl", "destination": "x.example",
    ...     "carries": [".env (credentials)"]}], "unknown": ["no row: frob"]})
    ['operation  curl', 'sends      curl -> x.example, carries .env (credentials)', 'unknown    no row: frob']
    """
    lines = [f"{name:<10} {', '.join([found[name]] if isinstance(found[name], str) else found[name])}"
             for name in ("operation", "tags", "runs") if found.get(name)]
    for one in found.get("effects", ()):
        rest = [f"{how} {', '.join(one[how])}" for how in ("carries", "shows") if one.get(how)]
        lines.append(", ".join([f"{one['kind']:<10} {one['operation']}" + (
            f" -> {one['destination']}" if one.get("destination") else ""), *rest]))
    lines += [f"touches    {one['how']} {one['path']} ({one['program']})" for one in found.get("touches", ())]
    lines += [f"resumes    {one['program']} {one['id']}" for one in found.get("resumes", ())]
    lines += [f"script     {path}" for path in found.get("scripts", ())]
    return lines + [f"unknown    {reason}" for reason in found.get("unknown", ())]
