"""Whose words an agent remembers: what it copied from a foreign text stays foreign, whatever source it names.

Uses the rows that the guard `request_origin` keeps of every prompt and result (_evidence/evidence.py: words as keyed
hashes).  The numbers are chosen so that a paraphrase which shares half its words with a page is still the agent's own.
Limitations: a translation or a free paraphrase; a statement of fewer than LEAST words that the user did not say.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards._types import Stored

LEAST = 4       # different words that no prompt of the user has
SHARE = 0.75    # of these, how many must stand in one result


def foreign(content: str, rows: Iterable[Stored], key: bytes) -> str:
    """The tool whose foreign result says what `content` says, "" where no result does or one of ours does too."""
    from guards._evidence.evidence import FOREIGN, hasher
    from guards._evidence.packed import unpack
    from guards._text import words
    hashed = hasher(key)
    said = {hashed(word) for word in words.words(content)}
    results = []
    for row in rows:
        if row.get("k") == "u":
            said.difference_update(unpack(row["w"]), unpack(row["t"]))
        elif row.get("k") == "r" and row["n"] != "session_memory":
            results.append(row)
    if len(said) < LEAST:
        return ""
    found = ""
    for row in results:
        if len(_held(row, said)) >= SHARE * len(said):
            if row["s"] != FOREIGN:
                return ""
            found = row["n"]
    return found


def _held(row: Stored, said: set[str]) -> set[str]:
    """Which of these words a result holds."""
    from guards._evidence.opened import opened
    from guards._evidence.packed import unpack, words_of
    if "pack" in row:
        return set(words_of(row, said))
    row = opened(row)
    held = {word for record in row["r"] for packed in record for word in unpack(packed)}
    held.update(word for _, run in row["p"] for sentence in run for word in unpack(sentence[1]))
    return said & held
