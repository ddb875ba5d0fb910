"""Settings and variables with which Claude Code runs no hooks of ours, however well installed."""
from __future__ import annotations

import json
import os

from hooks._install import files, json_text
from hooks._install import parts as small
from hooks._install.places import others

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hooks._install.places import Place

MANAGED = ("/etc/claude-code", "/Library/Application Support/ClaudeCode", r"C:\Program Files\ClaudeCode")
_RANK = {"local": 0, "project": 1, "user": 2}


def findings(place: Place, env: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """("PROBLEM", sentence) a switch that is thrown."""
    by_rank = [*_managed(), *(("the " + p.scope + " settings", p.settings)
                              for p in sorted([place, *others(place, env)], key=lambda p: _RANK[p.scope]))]
    read = [(name, path, held(path)) for name, path in by_rank]
    off = next(((path, found["disableAllHooks"]) for _, path, found in read
                if isinstance(found.get("disableAllHooks"), bool)), None)
    if off and off[1]:
        yield "PROBLEM", f'{off[0]} says "disableAllHooks": true'
    for name, path, found in read:
        if name == "managed" and found.get("allowManagedHooksOnly") is True:
            yield "PROBLEM", f'{path} says "allowManagedHooksOnly": true: only an administrator can install us'
        surfaces = found.get("strictPluginOnlyCustomization")
        if name == "managed" and (surfaces is True or (isinstance(surfaces, list) and "hooks" in surfaces)):
            yield "PROBLEM", f'{path} says "strictPluginOnlyCustomization": hooks from settings files are off'
    for variable in ("CLAUDE_CODE_SIMPLE",):
        if env.get(variable):
            yield "PROBLEM", f"{variable} is set: Claude Code skips hooks"


def _managed() -> Iterator[tuple[str, str]]:
    for folder in MANAGED:
        more = os.path.join(folder, "managed-settings.d")
        more_names = sorted(os.listdir(more)) if os.path.isdir(more) else []
        for path in [os.path.join(folder, "managed-settings.json"), *(os.path.join(more, name) for name in more_names)]:
            if os.path.isfile(path):
                yield "managed", path


def held(path: str) -> dict[str, object]:
    """A settings file's object; empty where it cannot be read."""
    try:
        found = json.loads(small.decode(files.read(path)) or "{}")
    except (ValueError, RecursionError, OSError, json_text.Refused):
        return {}
    return found if isinstance(found, dict) else {}


