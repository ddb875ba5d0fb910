"""Who asked: passages, evidence, attribution."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Fact

# What `recalled.joined` reads: prompts lie in a file of their own, which no flood of results can push out.
KEPT: tuple[Fact, ...] = (("kept", "said"), ("kept", "origin"))
