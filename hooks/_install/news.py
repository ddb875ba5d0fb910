"""What is new for a person who comes from an earlier version: the changelog's entries between the two."""
from __future__ import annotations

import os
import re

from hooks._install.files import read
from hooks._install.places import SOURCE

RELEASE = re.compile(r"^## \[?v?([0-9]+(?:\.[0-9]+)*)\]?.*$", re.MULTILINE)
LINES = 12              # of a release, at most


def between(was: str, now: str, text: str | None = None) -> list[str]:
    """The lines of the entries after `was` up to `now`, both as "0.1.0 (3f2a91c)" or "0.1.0"; none for a first
    installation and for a way back.

    >>> between("0.1.0 (aaaaaaa)", "0.2.0", "# Changes\\n\\n## 0.2.0\\n\\n- more\\n\\n## 0.1.0\\n\\n- all\\n")
    ['## 0.2.0', '', '- more']
    """
    if text is None:
        text = (read(os.path.join(SOURCE, "CHANGELOG.md")) or b"").decode("utf-8", "replace")
    heads = list(RELEASE.finditer(text)) if was else []
    ends = [head.start() for head in heads[1:]] + [len(text)]
    found: list[str] = []
    for head, end in zip(heads, ends):
        if _number(was) < _number(head[1]) <= _number(now):
            lines = text[head.start():end].strip().splitlines()
            found += lines[:LINES] + ["(more in CHANGELOG.md)"] * (len(lines) > LINES)
    return found


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"[0-9]+", version.partition(" ")[0]))
