"""hook_registry.json: which guard judges and learns on which event and tool, and the tags of well-known tools."""
from __future__ import annotations

from guards._text.glob import match
from hooks._stores.disk import Fault
from hooks._stores.json import loads
from hooks._stores.system import os
from hooks._stores.world import BUNDLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def load(path: str = os.path.join(BUNDLE, "hook_registry.json")) -> dict[str, Any]:
    """The registry.  Raises Fault where the bundle is damaged."""
    try:
        if not os.path.isfile(path):        # to open a pipe waits
            raise OSError("no file")
        with open(path, "rb") as file:
            registry = loads(file.read())
    except (OSError, ValueError, RecursionError) as e:
        raise Fault(f"hook_registry.json cannot be read ({e}); run install.py again") from None
    if not isinstance(registry, dict) or not isinstance(registry.get("events"), dict):
        raise Fault("hook_registry.json is not a registry; run install.py again")
    tools, events = registry.get("tools", []), registry["events"]
    if not isinstance(tools, list) or not all(map(_is_tool, tools)) \
            or not all(isinstance(row, dict) for row in events.values()):
        raise Fault("hook_registry.json is damaged; run install.py again")
    return registry


def _is_tool(row: object) -> bool:
    """Is it [glob, tags]?"""
    return isinstance(row, list) and len(row) == 2 and isinstance(row[0], str) and isinstance(row[1], dict)


def wired(registry: dict[str, Any], event: str, what: str, tool: str) -> list[str]:
    """The names listed under `what` ("judge", "learn", "before", "after") for an event; an entry ["name", "globs"] only
    for the tools that fit."""
    found = []
    for entry in registry["events"].get(event, {}).get(what, ()):
        if isinstance(entry, str):
            found.append(entry)
        elif match_any(entry[1], tool):
            found.append(entry[0])
    return found


def match_any(patterns: str, text: str) -> bool:
    """`match` for a list written with `|`: "Bash|Power*"."""
    return any(match(one.strip(), text) for one in patterns.split("|"))
