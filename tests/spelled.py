"""Facts as rows of test tables spell them: {"text": ..., "stored:said": [...], "file:PATH": ..., "remotes": [...]}."""
from __future__ import annotations

from typing import Any

from guards import Facts


def facts(spelled: dict[str, Any]) -> Facts:
    """The facts; a name without a colon, which is none of the event's own, is a kind that needs no "which one"."""
    own = {"text": "", "findings": (), "unread": 0}
    found = {(name.partition(":")[0], name.partition(":")[2]): value for name, value in spelled.items() if name not in own}
    return Facts(*(spelled.get(name, own[name]) for name in own), found)  # type: ignore[arg-type]


def spelling(fact: tuple[str, str]) -> str:
    """A required fact as rows spell it."""
    return ":".join(filter(None, fact))
