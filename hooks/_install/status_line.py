"""The client's status line: one key of the settings file, put there on demand, where the person has none of their own.

    taken(put(text, wanted)) == text      for a text without a status line
"""
from __future__ import annotations

import shlex

from hooks._install import command, json_text

TYPE_CHECKING = False
if TYPE_CHECKING:

    from hooks._install.places import Place

KEY = "statusLine"
SCRIPT = "status_line.py"


def wanted(place: Place, python: str = "") -> dict[str, object]:
    """The value of the key; `python` names the program of the Windows form."""
    if python:
        words = f'"{python}" -I -S "{place.code}/hooks/{SCRIPT}"'
    elif place.launcher.startswith("~/"):
        words = f"{place.starts[1]} {place.launcher} {SCRIPT[:-3]}"
    else:
        project, _, rest = place.launcher.partition("}")
        words = f'{place.starts[1]} "$CLAUDE_PROJECT_DIR"{rest} {SCRIPT[:-3]}' if rest else \
            f"{place.starts[1]} {shlex.quote(project)} {SCRIPT[:-3]}"
    return {"type": "command", "command": words}


def put(text: str, value: dict[str, object] | None) -> str:
    """The text with our status line; the very same with None, and where there is one that is not ours."""
    there = json_text.find(text, [KEY])
    if value is None or (there is not None and not ours(there.value)):
        return text
    return json_text.put(text, [KEY], value)


def taken(text: str) -> str:
    """The text without our status line."""
    there = json_text.find(text, [KEY]) if text.strip() else None
    return json_text.cut(text, [KEY]) if there is not None and ours(there.value) else text


def foreign(text: str) -> bool:
    """Is there a status line that is not ours?"""
    there = json_text.find(text, [KEY]) if text.strip() else None
    return there is not None and not ours(there.value)


def ours(value: object) -> bool:
    """Is a status line's entry ours?"""
    words = value.get("command") if isinstance(value, dict) else None
    return isinstance(words, str) and SCRIPT[:-3] in words and (
        command.LAUNCHER in words or f"hooks/{SCRIPT}" in words)
