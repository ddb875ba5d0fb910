"""How far an action on record is from what the person had asked by then: the distance of calls that no guard weighed.

`semantic_distance` of a gated call is worked out when it is judged (guards/_origin/attribution.py) and stands in its
row.  For all others it is worked out here, from the row, when somebody looks: 1 - cosine of the action's words and
those of them that a prompt said, each word once, without weights.  Names and paths are taken apart.
Cannot see: synonyms; what redaction took out of the row.
"""
from __future__ import annotations

from guards._origin.prompts import typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

LEAVES, LETTERS = 64, 2000      # texts of one call that are looked at, characters of each


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
        done = words([str(row.get("operation") or row.get("tool") or ""), *_leaves(row.get("parameters"))])
        return round(distance(done, self.words), 3) if self.words and done else None


def measured(rows: Iterable[Mapping[str, object]]) -> Iterator[Mapping[str, object]]:
    """The rows of one ledger from its beginning, each tool call with its distance."""
    asked = Asked()
    for row in rows:
        found = asked.of(row)
        yield row if found is None else {**row, "semantic_distance": found}


def distance(action: set[str], said: set[str]) -> float:
    """1 - cosine of the action's words and those that were said.

    >>> distance({"a", "b"}, {"a", "b", "c"}), distance({"a"}, {"b"}), round(distance({"a", "b"}, {"a"}), 2)
    (0.0, 1.0, 0.29)
    """
    return 1.0 - (len(action & said) / len(action)) ** 0.5 if action else 1.0


def words(texts: Iterable[str]) -> set[str]:
    """The stems of all words; `UserSessionStore.java`, `user_session_store` and `user session store` have the same.

    >>> sorted(words(["src/UserSessionStore.java"]) & words(["the user session store"]))
    ['sess', 'stor', 'user']
    """
    from guards._text.words import split_name
    from guards._text.words import words as stems

    return {stem for text in texts for stem in stems(split_name(text[:LETTERS]))}


def _leaves(value: object) -> Iterator[str]:
    """The texts in a row's parameters, bounded."""
    waiting, given = [value], 0
    while waiting and given < LEAVES:
        one = waiting.pop(0)
        if isinstance(one, str):
            given += 1
            yield one
        elif isinstance(one, (dict, list)) and len(waiting) < LEAVES:
            waiting += list(one.values() if isinstance(one, dict) else one)[:LEAVES]
