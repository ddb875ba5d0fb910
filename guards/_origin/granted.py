"""Power that a call gives away: did the person speak of it, and of whom it goes to?

Law: asked about once a foreign text was read and the person spoke of no such thing; before that only where it opens a
thing to everybody and he spoke of work alone.
Limitations: a grant whose words say nothing of it (guards/_call/grants.py).
"""
from __future__ import annotations

from guards._call import grants
from guards._evidence.evidence import FOREIGN
from guards._origin.act_attribution import OUTSIDE, Weighed, Words, led_to, only_foreign, teller
from guards._text import words

TYPE_CHECKING = False
if TYPE_CHECKING:

    from guards._call.entrusted import Act
    from guards._evidence.recalled import Memory

MAKES = tuple("create make new publish push put set setup upload".split())     # of a repository
ALL_POWER = ("admin", "superuser", "owner", "root", "sudo", "+s")
GIVES = frozenset("away lets sets".split())     # kinds of act: see _intent/lexicon.py
TAKES = frozenset("bypass delete disable off remove revoke unprotect".split())


def _receivers(value: str) -> list[str]:
    """Who gets it: an account in a policy, a name behind `collaborators/`, a mailbox.  An id with digits is no one."""
    if value[:1] in "{[":
        return words.entities(value)
    one = grantee(value)
    return [one] if "@" in one or not any(map(str.isdigit, one)) else []


def grant(act: Act, memory: Memory) -> Weighed | None:
    """Power that is given away: the burden is turned round.  Once a foreign text was read, it is asked about where the
    person spoke of no such thing, whatever the text says of it and whoever pointed at it; or opens a thing to everybody
    for a person who spoke of work alone.  Whoever spoke of it left an account in a policy to no text.
    """
    strange = [value for value in act.values if not memory.spoke(value)]
    if not strange or any("@" in value and value not in strange for value in act.values):
        return None             # whoever gets it, the person named
    if _made_anew(act, memory):
        return None
    foreign = [r for r in memory.records if r.trust >= FOREIGN]
    if not (foreign or memory.foreign):
        return None
    if _speaks_of_power(act, memory):
        memory.gains = True         # who gets it is said by nobody but a text
        whom = [one for value in strange for one in _receivers(value) if one and not memory.spoke(one)]
        held = [(one, only_foreign(Words([one], memory).all, memory)) for one in whom]
        return next((Weighed(act, one, teller(record, memory)) for one, record in held if record), None)
    if not (memory.told or _much(act, strange)):
        return None
    strange = [value for value in strange if not led_to(value, memory)]
    source = teller(foreign[-1], memory) if foreign else OUTSIDE * memory.foreign
    return Weighed(act, " ".join(strange[:4]), source) if strange else None


def _made_anew(act: Act, memory: Memory) -> bool:
    """Does it open nothing that was there, but a repository that the person wants made in their own account?"""
    return "repo create" in act.what and not memory.told and memory.lately(("repo", "repository", "project")) and (
        memory.lately(MAKES)) and not memory.lately(("private",)) and not any("/" in one for one in act.values)


def _much(act: Act, strange: list[str]) -> bool:
    """Is somebody named who gets power, or all of it given away, or to everybody?"""
    return grants.opens(act.values) or any(map(grantee, strange)) or any(
        word in value.lower() for value in act.values for word in ALL_POWER)


def grantee(value: str) -> str:
    """Whom or what a value names that gets power: an address, an id, who stands behind `collaborators/`; "" for nobody.

    >>> grantee("bo@x.example"), grantee("repos/a/b/collaborators/ext-bot"), grantee("permission=admin")
    ('bo@x.example', 'ext-bot', '')
    """
    before, _, last = value.rpartition("/")
    return last if before.rpartition("/")[2].lower() in grants.POWER else value if words.entities(value) else ""


def _speaks_of_power(act: Act, memory: Memory) -> bool:
    """Did the person speak of such a thing: by a word for it, or, in another language, by the kind of act or by naming
    what it is done to?"""
    takes = not TAKES.isdisjoint(w for value in (act.what, *act.values) for w in words.tokens(value))
    kinds = GIVES if takes else GIVES - {"away"}        # who wants something gone gives nobody anything
    if memory.unclear and not kinds.isdisjoint(memory.heard):
        return True
    spoken = grants.SPOKEN
    if grants.opens(act.values):        # to publish a release is not to open the repository
        spoken = spoken if memory.lately(grants.WHOLE) else spoken - {"publish"}
    return memory.lately(spoken)
