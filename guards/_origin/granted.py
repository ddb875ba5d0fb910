"""Power that a call gives away: did the person speak of it, and of whom it goes to?

Law: asked about once a foreign text was read and the person spoke of no such thing; before that only where it goes to
a mailbox that was read here and that he never named, or opens a thing to everybody where he spoke of work alone.
Cannot see: a grant whose words say nothing of it (guards/_call/grants.py).
"""
from __future__ import annotations

from guards._call import grants
from guards._origin.attribution import delegated
from guards._origin.evidence import FOREIGN, hasher
from guards._origin.handed import looked_up
from guards._origin.voices import (
    ENOUGH,
    OUTSIDE,
    Weighed,
    Words,
    led_to,
    only_foreign,
    said_by_person,
    teller,
    weighed,
)
from guards._origin.wishes import works_only
from guards._text import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guards._call.entrusted import Act
    from guards._origin.recalled import Memory

GIVES = frozenset(("away", "lets", "sets"))     # kinds of act: see _origin/tongues.py
TAKES = frozenset(("bypass", "delete", "disable", "off", "remove", "revoke", "unprotect"))
THIS_MACHINE = "what was read here"
ACCOUNTS = (".gserviceaccount.com", ".amazonaws.com", "@github.com")     # mailboxes by which services are named


def grant(act: Act, memory: Memory, key: bytes, order: Callable[[], Weighed | None]) -> Weighed | None:
    """Power that is given away: the burden is turned round.  Once a foreign text was read, it is asked about where the
    person spoke of no such thing, whatever the text says of it and whoever pointed at it; before that, where it goes to
    a mailbox that he never named, or opens a thing to everybody for a person who spoke of work alone.  Whoever spoke of
    it left the address to no text, if he did not lead to one.

    order   what an order to a program or server of the same words comes to
    """
    strange = [value for value in act.values if not said_by_person(value, memory, key)]
    if strange and all(_level_said(value, memory, hasher(key)) for value in strange):
        return None             # "let her write to it" is how a person says push
    foreign = [r for r in memory.records if r.trust >= FOREIGN]
    if not strange or any("@" in value and value not in strange for value in act.values):
        return None             # whoever gets it, the person named
    told = _told(act, strange, memory, key)
    if told is not None:
        return told
    speaks = _speaks_of_power(act, memory, key)
    opened = grants.opens(act.values) and works_only(memory, hasher(key))
    if not (foreign or memory.foreign or opened):
        held = [] if speaks else [v for v in strange if "@" in v and not v.endswith(ACCOUNTS) and _held(v, memory, key)]
        return Weighed(act, held[0], THIS_MACHINE) if held else None
    if not speaks:
        strange = [value for value in strange if not led_to(value, memory, key)]
        return Weighed(act, " ".join(strange[:4]), teller(foreign[-1], memory) if foreign else OUTSIDE if (
            memory.foreign) else "") if strange else None
    for value in [grantee(value) for value in strange]:
        said = Words([value], memory, key).all
        if value and not said_by_person(value, memory, key) and not looked_up(value, said, memory) and not led_to(
                value, memory, key) and (record := only_foreign(said, memory)):
            return Weighed(act, value, teller(record, memory))
    return None if memory.unclear else order()


# What people and services call the same power over a thing, and how a person says that somebody gets it.
LEVELS = tuple(frozenset(row.split()) for row in (
    "push write writer edit editor contribute contributor", "pull read reader view viewer", "maintain maintainer",
    "triage triager", "comment commenter", "admin administrator"))
GETS = tuple(map(words.stem, "give let add grant allow invite able make set".split()))


def _level_said(value: str, memory: Memory, h: Callable[[str], str]) -> bool:
    """Is it how much power somebody gets, and did the person say that somebody gets so much, by another word?"""
    same = next((row for row in LEVELS if value.lower() in row), frozenset[str]())
    return any(h(one) in memory.words for one in GETS) and any(
        h(one) in memory.said or h(words.stem(one)) in memory.words for one in same)


def _told(act: Act, strange: list[str], memory: Memory, key: bytes) -> Weighed | None:
    """Does a text tell the agent, or whoever reads it before all else, to give it to somebody whom the person never
    named?  That he spoke of power some time leaves such a choice to no text."""
    to = next((one for one in map(grantee, strange) if one and not one.endswith(ACCOUNTS)), "")
    said = Words(act.values, memory, key)
    marks = Words([to], memory, key).all if to else frozenset[str]()
    for r in memory.asking(marks) if marks and not led_to(to, memory, key) else ():
        held = sum(group <= r.words for group in said.groups)
        if marks <= r.words and held >= ENOUGH * len(said.groups) and any(r.tone()[1:3]) and not (
                r.record.instructs or delegated(r.record, memory)):
            return weighed(act, to, r)
    return None


def grantee(value: str) -> str:
    """Whom or what a value names that gets power: an address, an id, who stands behind `collaborators/`; "" for nobody.

    >>> grantee("bo@x.example"), grantee("repos/a/b/collaborators/ext-bot"), grantee("permission=admin")
    ('bo@x.example', 'ext-bot', '')
    """
    before, _, last = value.rpartition("/")
    return last if before.rpartition("/")[2].lower() in grants.POWER else value if words.entities(value) else ""


def _speaks_of_power(act: Act, memory: Memory, key: bytes) -> bool:
    """Did the person speak of such a thing: by a word for it, or, in another language, by the kind of act or by naming
    what it is done to?"""
    h = hasher(key)
    takes = not TAKES.isdisjoint(w for value in (act.what, *act.values) for w in words.tokens(value))
    kinds = GIVES if takes else GIVES - {"away"}        # who wants something gone gives nobody anything
    if memory.unclear and (not kinds.isdisjoint(memory.heard) or (not memory.told and any(
            _in_prompts(value, memory, h) for value in act.values))):
        return True
    spoken = grants.SPOKEN
    if any("protection" in value or "ruleset" in value for value in act.values):
        spoken = spoken | grants.OF_BRANCHES
    if grants.opens(act.values):        # to publish a release is not to open the repository
        spoken = spoken - {"publish"} if memory.words.isdisjoint(map(h, map(words.stem, grants.WHOLE))) else spoken
    return any(h(word) in memory.said or h(words.stem(word)) in memory.words for word in spoken)


def _in_prompts(value: str, memory: Memory, h: Callable[[str], str]) -> bool:
    """Do all words of a name of some length stand in the prompts?  The project's own places are no prompt."""
    said = words.tokens(value)
    return len(said) > 1 and all(h(words.stem(word)) in memory.words for word in said)


def _held(value: str, memory: Memory, key: bytes) -> bool:
    """Does anything that was read hold it?"""
    marks = Words([value.rpartition("=")[2]], memory, key).all
    return bool(marks) and (any(marks <= r.data | r.prose for r in memory.holders(marks)) or any(
        marks <= p.words for p in memory.asking(marks)))
