"""Who asked: passages, evidence, attribution."""
from __future__ import annotations

# The facts that `evidence.joined` reads: prompts lie in a file of their own, which no flood of results can push out.
KEPT = ("kept:said", "kept:origin")
