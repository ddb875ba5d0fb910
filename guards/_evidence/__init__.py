"""What a session has read, as rows of hashes, and what they say when read back."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._types import Fact

# What `recalled.joined` reads: prompts lie in a file of their own, which no flood of results can push out.
KEPT: tuple[Fact, ...] = (("stored", "said"), ("stored", "origin"))

# How the names of files of prose end.  A silent call looks for these alone; what else makes a file prose to an agent
# is in guards/_evidence/instructions.py.
PROSE = tuple(".md .mdc .rst .txt .adoc".split())
