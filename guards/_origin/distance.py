"""The distance from what was asked, for rows that an earlier release wrote without it.

A row has its `semantic_distance` (guards/drift.py), since every call is measured as it is judged; where it has none it
is worked out here, from the row, when somebody looks.  Cannot see: what redaction took out of the row.
"""
from __future__ import annotations

from guards._origin.prompts import typed
from guards._text.bag import apart, leaves, packed, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


class Asked:
    """The words that the prompts on record have said so far; `of` gives the distance of each row in order."""

    def __init__(self) -> None:
        self.words: set[str] = set()

    def of(self, row: Mapping[str, object]) -> float | None:
        """0 to 1 for a tool call: the row's own where it has one; None for a row that is none, or before any prompt."""
        from guards import Event

        if row.get("event") == "UserPromptSubmit":
            given = row.get("parameters")
            prompt = str(given.get("prompt") or "") if isinstance(given, dict) else ""
            if prompt and typed(Event("UserPromptSubmit", "-", prompt=prompt)):
                self.words |= words([prompt])
            return None
        known = row.get("semantic_distance")
        if row.get("event") != "PreToolUse" or known is not None:
            return known if isinstance(known, (int, float)) else None
        done = words([str(row.get("operation") or row.get("tool") or ""), *leaves(row.get("parameters"))])
        return round(apart(done, [packed(self.words)]), 3) if self.words and done else None


def measured(rows: Iterable[Mapping[str, object]]) -> Iterator[Mapping[str, object]]:
    """The rows of one ledger from its beginning, each tool call with its distance."""
    asked = Asked()
    for row in rows:
        found = asked.of(row)
        yield row if found is None else {**row, "semantic_distance": found}
