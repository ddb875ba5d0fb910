"""What a skill, a command or an instruction file leaves behind: the person's own words, or a foreign text.

Law: what the person's last commit holds unchanged is theirs, and what it names they named; any other such text is as
foreign as a page, and a request in it nobody's but its author's.
"""
from __future__ import annotations

from guards._origin import evidence
from guards._text import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from guards import Event

TOKENS = 4000       # words of an own file that count as named


def brings(event: Event) -> bool:
    """Does this event bring instructions that no hook is shown?"""
    if event.name in ("InstructionsLoaded", "UserPromptExpansion"):
        return True
    return event.tool == "Skill" if event.name == "PostToolUse" else (
        event.name == "SessionStart" and event.source != "compact")


def rows(event: Event, key: bytes, clean: Callable[[list[str]], list[str]]) -> dict[str, list[Any]]:
    """The rows to keep of the texts that were found."""
    kept: dict[str, list[Any]] = {}
    for path, text, whose in event.facts.instructions:
        if whose:
            h = evidence.hasher(key)
            named = dict.fromkeys([*words.entities(text)[:500], *words.tokens(text)[:TOKENS]])
            kept.setdefault("said", []).append({"k": "m", "e": "".join(map(h, named)), "at": event.time})
            continue
        name = "/".join(path.replace("\\", "/").split("/")[-2:])
        row = evidence.result_row(name, evidence.FOREIGN, {}, text, key, clean)
        if row["r"] or row["o"]:
            kept.setdefault("origin", []).append({**row, "i": 1, "at": event.time})
    return kept
