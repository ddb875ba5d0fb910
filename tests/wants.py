"""What a row of tests/cases wants: `pass`, or an effect and the rule that must say it: `ask loss.untracked`."""
from __future__ import annotations

from guards import EFFECTS, Verdict

NOTHING = ("silent", "advise")      # other words for a pass: nothing is said, or a word to the agent


def effect_of(want: str) -> str:
    """The effect alone."""
    word = want.partition(" ")[0]
    return "pass" if word in NOTHING else word


def told(verdict: Verdict, want: str) -> str:
    """What a verdict comes to, in the words in which the row says it."""
    effect = EFFECTS[verdict.effect]
    if effect == "pass":
        return want if effect_of(want) == "pass" else effect
    return f"{effect} {verdict.rule}"
