"""Does a prompt say who wrote, and that what he wants is to be done?

    written(said)   "boss mailed me, please set that up", "book what bo asked for"

Law: both must stand there; whom it lets in, what it pays and what code it brings _origin/delegation.py says.
Limitations: a message that the call which finds it does not name in its question.
"""
from __future__ import annotations

SAYS = frozenset("asks says wants".split())
# One who wrote; that what he wants is to be done, and not told, paid or let in.
_WROTE = frozenset("""mailed emailed e-mailed wrote texted messaged asked gemailt geschrieben schrieb gebeten écrit
    demandé escribió mandó pidió escreveu pediu scritto chiesto gemaild geschreven написал попросил""".split())
_MYSELF = frozenset("i i've we ich wir j'ai".split())
_MAKES = frozenset("""arrange book create do handle invite organise organize plan prepare schedule set""".split())
_DOES = ("set that up", "set it up", "set this up", "take care of", "handle it", "handle that", "do it", "do that",
         "book it", "schedule it", "arrange it", "arrange that", "erledige", "kümmer", "mach das", "setz das um",
         "occupe", "fais le", "encárgate", "hazlo", "ocúpate", "faça isso", "occupatene", "fallo", "regel", "сделай")


def written(said: list[str]) -> bool:
    """Did somebody write, and is it to be done: "boss mailed me, please set that up", "book what bo asked for"?

    >>> [written(t.split()) for t in ("book what boss@acme.dev asked for", "tell me what bo asked for",
    ...     "boss mailed me about it, please set that up", "Chef hat gemailt, bitte erledigen", "I asked you, do it")]
    [True, False, True, True, False]
    """
    bare = [one.strip(",.!").lower() for one in said]
    for at, word in enumerate(bare):
        behind, before = " ".join(bare[at + 1:at + 25]), bare[max(0, at - 6):at]
        if not _MYSELF.isdisjoint(before):
            continue
        if word in _WROTE and any(f" {way}" in f" {behind}" for way in _DOES):
            return True
        what = next((n for n, one in enumerate(before) if one in ("what", "whatever", "whoever", "everyone")), -1)
        if (word in _WROTE or word in SAYS) and what > 0 and before[what - 1] in _MAKES:
            return True
    return False
