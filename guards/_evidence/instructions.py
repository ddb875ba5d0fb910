"""What a skill, a command or an instruction file leaves behind: the person's own words, or a foreign text.

Law: what the person's last commit holds unchanged is theirs, and what it names they named; any other such text is as
foreign as a page, and a request in it nobody's but its author's.  So is any prose of the project that a call reads.
"""
from __future__ import annotations

from guards import INSTRUCTS
from guards._call.tags import READERS, SKILL, file_of, shell_command
from guards._evidence import PROSE, evidence
from guards._evidence.compact import compact
from guards._text import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from guards import Event

TOKENS = 4000       # words of an own file that count as named
RULES = ("rules", "copilot-instructions", "goosehints")     # files of instructions that have no ending
PRINT = frozenset("bat cat head less more nl sed tail".split())
TAKEN = ("/skills/", "/plugins/", "/commands/", "/agents/")     # folders of a home into which others' texts are put
OPENED = 4          # files of one call that are looked up


def brings(event: Event) -> bool:
    """Does this event bring instructions that no hook is shown?"""
    if event.name in INSTRUCTS:
        return True
    return event.tool == SKILL if event.is_result else (
        event.is_start and event.source != "compact")


def opened(event: Event) -> list[str]:
    """The files of prose that a call reads, absolute: each may tell an agent what to do, whatever its name.

    >>> from guards import Event
    >>> [opened(Event("PostToolUse", "s", tool=tool, cwd="/p", input=given)) for tool, given in (
    ...     ("Read", {"file_path": "/p/docs/agents.md"}), ("Bash", {"command": "cat AGENTS.md | head"}),
    ...     ("Read", {"file_path": "/p/a.py"}), ("Bash", {"command": "grep x AGENTS.md"}),
    ...     ("Read", {"file_path": "~/notes.md"}), ("Read", {"file_path": "~/.claude/skills/x/SKILL.md"}))]
    [['/p/docs/agents.md'], ['/p/AGENTS.md'], [], [], [], ['~/.claude/skills/x/SKILL.md']]
    """
    if not event.is_result:
        return []
    if event.tool in READERS:
        found = [file_of(event)]
    elif shell_command(event):
        said = shell_command(event)[:2000].replace(";", " ").replace("|", " ").replace("&", " ").split()
        found = [word.strip("'\"") for word in said] if not PRINT.isdisjoint(said) else []
    else:
        return []
    base = event.cwd.rstrip("/")
    return [path if path[0] in "/~" else f"{base}/{path.removeprefix('./')}" for path in found
            if path and is_prose(path) and (
                path[0] != "~" or any(place in path for place in TAKEN))][:OPENED]


def strange(event: Event) -> bool:
    """Did a call read prose that no commit of the person's holds as it stands, or take up a skill like that?"""
    if event.tool == SKILL:
        return not event.facts.instructions or not all(whose for _, _, whose in event.facts.instructions)
    return any(not event.facts.committed(path) for path in opened(event))


def is_prose(path: str) -> bool:
    """Is a file prose, or one of the agents' files of rules?"""
    name = path.rpartition("/")[2].lower()
    return name.endswith(PROSE) or (name[:1] == "." and name.endswith(RULES))


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
        kept.setdefault("origin", []).append({**compact(row), "i": 1, "at": event.time})
    return kept
