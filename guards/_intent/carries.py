"""How a prompt carries on the one before it: beside it, or with a bare "yes".

    carries(text)       ALSO, YES; 0 for a request of its own

Limitations: "and notes.md too" wants no act by itself.
"""
from __future__ import annotations

from guards._intent.clause import AND
from guards._intent.intents import ALSO, YES
from guards._text.words import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._intent.intents import Rows

GOES = frozenset("do go continu proceed run start keep pleas ?".split())   # stems of verbs that tell no act
ON = ("go", "keep", "carry")
LEAST = frozenset("continue proceed next weiter continúa continua dalej дальше 继续 続けて 계속".split())


def _acts(found: Rows) -> Rows:
    """The clauses that order more than to go on."""
    return [one for one in found if not GOES.issuperset(one[0].split())]


def carries(text: str, chosen: list[str] | None, found: Rows, asks: bool = False) -> int:
    """How a prompt carries on what was asked before it: ALSO, YES; 0 for a request of its own.

    asks    it only wants to know, which is no request
    chosen  what a short answer chooses (guards/_intent/proposed.py), None for no answer
    found   its clauses, as rows
    """
    said = tokens(text[:400])
    if not said:
        return 0
    own = _acts(found)
    goes_on = said[0] in LEAST or (said[0] in ON and said[1:2] not in (["ahead"], ["for"]))
    if chosen is not None and not own:
        return ALSO if goes_on else YES
    if chosen is not None or said[0] in AND or text.lower().startswith("guard:") or (asks and not own):
        return ALSO
    return ALSO if len(said) < 6 and not own and goes_on else 0
