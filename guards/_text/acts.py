"""The name of a tool is an act: the verbs by which people ask for it, and what it is done to."""
from __future__ import annotations

from guards._text.asked import ACTS, SAME
from guards._text.words import STOP, split_name, stem

_GENERIC = frozenset(stem(w) for w in """get tool by to in the through id user account info information selected product
git github shopping for slack mcp api with from on of node""".split())


def act(name: str) -> tuple[frozenset[str], frozenset[str]]:
    """(stems of the verbs by which people ask for this tool, stems of the other words of its name).

    >>> verbs, nouns = act("git_transfer_repo_ownership"); "transfer" in verbs, sorted(nouns)
    (True, ['ownership', 'repo', 'transfer'])
    """
    parts = [p for p in split_name(name).lower().split() if not p.isdigit()]
    verbs: set[str] = set()
    nouns: set[str] = set()
    for p in parts:
        row = p if p in ACTS else SAME.get(p, "")
        if not row and p.endswith("s"):
            row = p[:-1] if p[:-1] in ACTS else SAME.get(p[:-1], "")
        if row and not (row == "fetch" and verbs):
            verbs.update(stem(v) for v in ACTS[row].split())
        if p is not parts[0] and stem(p) not in _GENERIC and p not in STOP:
            nouns.add(stem(p))
    if parts:
        verbs.add(stem(parts[0]))
    return frozenset(verbs), frozenset(nouns)
