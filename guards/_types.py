"""Names that only a type checker reads: what a guard may require, what the stores give back, what a call is.

No process loads this module: it is imported under `if TYPE_CHECKING:` alone.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Literal, TypedDict

    Fact = tuple[Literal[   # what a guard may require: (kind, which one); hooks/_facts.py has one provider a kind
        "attended", "committed", "exists", "file", "holds", "inside", "installed", "instructions", "stored", "kitchen",
        "kitchen_hint", "live", "lost", "memory", "provenance", "remotes", "rival", "script", "sender",
        "settings", "stake", "typed", "uses"], str]

    class Provenance(TypedDict, total=False):
        """What the stores hold of an id, or of the only one that begins with it."""

        rows: list[Stored]        # newest first in each store
        others: list[str]       # callers that begin with it
        tops: list[str]         # sessions that a person began

    Stored = dict[str, Any]           # a row as a guard's `records` gave it, or as a store holds it
    Approval = tuple[str, int]      # (fingerprint of a destination, level that may go there)
    Excuse = tuple[str, str]        # (the rule that would have asked, the excuse): ids of guards/_rules.py
    Kind = Literal["sends", "changes", "fetches", "reads", "runs", "deletes"]
    CallKind = Kind | Literal[""]   # what a whole call is: the gravest of its kinds; "" for none

    class Row(TypedDict, total=False):
        """What a guard may put into the ledger row itself; all else of it stands under the guard's name."""

        contamination: Mapping[str, object]
        semantic_distance: float
        uncovered: float
        drift_score: float
        data_classification: str
        masked: int
