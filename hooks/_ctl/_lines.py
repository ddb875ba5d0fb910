"""One event as one line: when, its short id, how it ended, what it was.  A call and its result are one line.

    lines = Lines(world); for row in rows: for cells in lines.add(row): say(*cells)

`add` gives the line of a row that opens one, and of a result that says something new (it failed, it read something
private, the call that was asked about ran).  `whole` gives each call once, with its end.
"""
from __future__ import annotations

from time import gmtime, strftime

from guards._text import reason as _reason
from hooks import _registry, _settings
from hooks._ctl import _ledgers
from hooks._ctl._story import Story, text
from hooks._ctl._terminal import fit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from hooks._ctl._terminal import Cell
    from hooks._stores.world import World

LEVELS = ("", "personal data", "internal data", "credentials")
# How a call ended, as a word of eight signs, and its colour.
ENDS = {"open": ("", ""), "done": ("", ""), "interrupted": ("stopped", "dim"), "failed": ("failed", "dim"),
        "asked": ("asked", "yellow"), "denied": ("denied", "red"), "approved": ("approved", "green"),
        "approved, failed": ("approved", "green"), "declined": ("declined", "yellow")}
NEWS = ("failed", "approved", "approved, failed")


class Lines:
    """The lines of one session."""

    def __init__(self, world: World, columns: int) -> None:
        self.story = Story(_settings.load(world, _registry.load()))
        self.columns = columns
        self.ids: list[str] = []
        self.reasons: list[str] = []
        self.copies: list[str] = []     # the rescue that a call's losses went to

    def take(self, row: Mapping[str, object]) -> bool:
        """Takes a row in; did it open a line?"""
        before = len(self.story.lines)
        self.story.add(row)
        if len(self.story.lines) == before:
            return False
        self.ids.append(_ledgers.short(row))
        self.reasons.append(text(row.get("reason")))
        guards = row.get("guards")
        loss = guards.get("loss") if isinstance(guards, dict) else {}
        self.copies.append(text(loss.get("rescued")) if isinstance(loss, dict) else "")
        return True

    def add(self, row: Mapping[str, object]) -> Iterator[list[Cell]]:
        """The line that a row opens, or that its result has changed."""
        if self.take(row):
            yield self.line(len(self.ids) - 1)
        elif row.get("event") in ("PostToolUse", "PostToolUseFailure"):
            own = _ledgers.short(row)
            at = next((at for at in range(len(self.ids) - 1, -1, -1) if self.ids[at] == own), -1)
            if at >= 0 and (self.story.lines[at].get("end") in NEWS or self.story.lines[at].get("read")):
                yield self.line(at)

    def whole(self, rows: Iterable[Mapping[str, object]]) -> list[list[Cell]]:
        """Each event once, in order."""
        for row in rows:
            self.take(row)
        return [self.line(at) for at in range(len(self.ids))]

    def line(self, at: int) -> list[Cell]:
        """One line of the story in cells: time, id, verdict, what was done; as wide as the terminal."""
        one = self.story.lines[at]
        word, colour = ("watched", "dim") if one.get("w") else ENDS.get(one.get("end", ""), ("", ""))
        if one["k"] != "call":
            word, colour = one["k"], "dim"
        return [(strftime("%H:%M:%S", gmtime(one["t"] / 1000)), "dim"), "  ", (self.ids[at], "cyan"), "  ",
                (f"{word:<8}", colour), "  ", fit(self.said(at, one), self.columns - 28)]

    def said(self, at: int, one: Mapping[str, Any]) -> str:
        """What one line says was done, by whom and where to."""
        agent = list(self.story.agents.values())[one.get("a", 0)] if one.get("a") else ""
        name = one.get("tool", "") if one["k"] == "call" else one.get("op", "")
        what = " ".join(filter(None, (f"{agent}:" if agent else "", name, one.get("what", ""))))
        if one.get("v") and self.reasons[at]:
            return brief(self.reasons[at])
        if one.get("to"):
            what = f"{what}  -> {one['to']}" if one["to"] not in what else what
        if self.copies[at]:
            return f"[copied first: guardctl rescue {self.copies[at]}] {what}"
        if one.get("m"):
            return f"[met {LEVELS[one.get('read', 3) % 4]}, masked] {what}"
        return f"[read {LEVELS[one['read'] % 4]}] {what}" if one.get("read") else what


def brief(reason: str) -> str:
    """What a reason says happened, without what follows from it; also one of an older record.

    >>> from guards._text.reason import worded
    >>> brief(worded("drift: it goes away", ("lift",), "Far.", ask=True)), brief("drift: it goes away; approve it")
    ('drift: it goes away', 'drift: it goes away')
    """
    ends = [at for at in map(reason.find, _reason.ENDS) if at > 0]
    return reason[:min(ends, default=len(reason))].removeprefix(f"{_reason.PRODUCT} ")
