"""How a prompt carries on the one before it: beside it, with more of the same, with a bare "yes".

    carries(text)       ALSO, MORE, YES; 0 for a request of its own
    names_only(text)    does it only name more of the same: "and notes.md too"?

Law: who goes on wants more of the same only where nothing but things is named: a word that stands where a verb does
makes it another act.
Limitations: a thing of more than two words; a verb that stands behind an article.
"""
from __future__ import annotations

from guards._intent.answers import NO
from guards._intent.bounds import EDGE
from guards._intent.clause import AND, NEED, SOFT
from guards._intent.intents import ALSO, IS, MODALS, MORE, VERBS, YES
from guards._text.words import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._intent.intents import Rows

LONGEST = 20        # words of a prompt for more of the same
AGAIN = frozenset("""again too also both same those these them likewise rest others other ones well auch ebenso beide
    beiden diese dieselben aussi également ceux celles pareil también tambien esas esos esa ese estas estos igual também
    essas esses isso anche pure quelle quelli queste też także тоже также эти этих оба ook die それも これも 那些 这些
    이것도 bu bunları""".split())
GOES = frozenset("do go continu proceed run start keep pleas ?".split())   # stems of verbs that tell no act
ON = ("go", "keep", "carry")
LEAST = frozenset("continue proceed next weiter continúa continua dalej дальше 继续 続けて 계속".split())


# Behind these, a noun; what else may stand in a prompt that only names more of the same.
BEFORE_NOUNS = frozenset("""the this that these those my our your its all every both each other last old new
    first second on for from in of to with within at das die der den dem des ein eine einen diese diesen mein meine im
    in auf bei für von mit la le les l un une des ce cette ces mon ma mes dans pour sur de du el los las una unos mi mis
    en para por il lo gli i nel sul per o a os as um uma no na do da het een op voor van ta te to w na z""".split())
SMALL = BEFORE_NOUNS | AND | AGAIN | SOFT | frozenset("""it as one ones thing same mismo misma mismos mismas même mêmes
    stesso stessa mesmo mesma dasselbe gleiche dieselbe selbe bitte noch jetzt dann por favor ahora maintenant ora agora
    hetzelfde nog graag two dos deux due dois zwei twee""".split())


def names_only(text: str) -> bool:
    """Does a prompt that goes on with the one before only name more of the same, and no act of its own?

    >>> [names_only(t) for t in ("and notes.md too", "and the same for data/x.csv", "und den Ordner scratch auch",
    ...     "and proofread notes.md", "und jetzt noch notes.md korrekturlesen", "and the readme needs polish")]
    [True, True, True, False, False, False]
    """
    text = _without_why(text)
    bare = [chunk.strip(EDGE) for chunk in text[:400].rstrip(".!").split()]
    if any(mark in text for mark in (": ", "; ", ". ")):
        return False
    unknown, before = 0, ""
    rest = [one for one in bare if one]
    for at, one in enumerate(rest):
        low = one.lower()
        named = any(c in "./_-@#*~" or c.isdecimal() for c in one) and not one.isalpha()
        if low in SMALL or named or (one > "\u0e00" and len(rest) < 3):
            unknown = 0
        elif low in VERBS or low in IS or low in NEED or low in MODALS:
            return False
        elif unknown < 2 and (before in BEFORE_NOUNS or unknown or SMALL.issuperset(
                other.lower() for other in (*rest[:at], *rest[at + 1:]))):
            unknown += 1
        else:
            return False
        before = low
    return True


def names_nothing_new(text: str) -> bool:
    """Does it name nothing at all: "and the others, too"?"""
    return SMALL.issuperset(tokens(_without_why(text[:400])))


def _without_why(text: str) -> str:
    """"Those two as well" of "those two as well, we do not need them"."""
    head, comma, why = text.partition(", ")
    return head if comma and SMALL.issuperset(tokens(head)) and not NO.isdisjoint(tokens(why)) else text


def _acts(found: Rows) -> Rows:
    """The clauses that order more than to go on."""
    return [one for one in found if not GOES.issuperset(one[0].split())]


def carries(text: str, chosen: list[str] | None, found: Rows, asks: bool = False) -> int:
    """How a prompt carries on what was asked before it: ALSO, MORE, YES; 0 for a request of its own.

    asks    it only wants to know, which is no request
    chosen  what a short answer chooses (guards/_intent/proposed.py), None for no answer
    found   its clauses, as rows
    """
    said = tokens(text[:400])
    if not said:
        return 0
    own = _acts(found)
    goes_on = said[0] in LEAST or (said[0] in ON and said[1:2] not in (["ahead"], ["for"]))
    again = len(said) <= LONGEST and (said[0] in AND or not AGAIN.isdisjoint(said))
    more = again and not own and names_only(text)
    if chosen is not None and not own and (not more or names_nothing_new(text)):
        return ALSO if goes_on else YES
    if more or (again and any("away" in one[0].split()[:-1] for one in own)):
        return MORE
    if chosen is not None or said[0] in AND or text.lower().startswith("guard:") or (asks and not own):
        return ALSO
    return ALSO if len(said) < 6 and not own and goes_on else 0
