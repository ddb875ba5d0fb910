"""Acts that a record asks for to which the person handed the lead: whose they are.

Inside: in the service that the record came from, in the project's own places, in the person's own workspace (a
channel, a board: no address), at a host or mailbox of the organisation that owns the project's remote; or where the
person asked for the class of act itself.  Those are silent.  What goes elsewhere is one question a source and class.
Code, a place, a login or a standing order that only the handed text names is no part of the work (`gains`).
"""
from __future__ import annotations

from guards import SENDS
from guards._call.entrusted import ENDPOINT, ORDER, PACKAGE, REMOTE, SPOKEN, TAKEN
from guards._call.grants import GRANT
from guards._call.names import AWAY, CHANGE_VERBS, DOES, GROUP, LASTS, LETS, PAYS, SEND_VERBS, SETS
from guards._call.prefilter import QUIET
from guards._call.tags import words_of
from guards._evidence.vendor_pages import ours
from guards._origin.call_values import MONEY
from guards._text.address import host_of, normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards import Event, Session, Settings
    from guards._call import Call
    from guards._call.entrusted import Act
    from guards._evidence.recalled import Memory
    from guards._origin.attribution import Attribution
    from guards._origin.call_values import CallValues

INSTALLS = frozenset("""container dependencies dependency docker dockerfile image images install installation module
    modules package packages plugin plugins preset set setup source sources submodule submodules upgrade
    vendor""".split())
CODED = frozenset("build code debug fix implement port refactor rewrite".split())
LEADS_TO = frozenset("""api callback cname connect contact cors domain endpoint funding hook host hostname integration
    link maintainer maintainers notify oauth origin origins owner owners point redirect reviewer reviewers security
    send sponsor url webhook webhooks""".split())
# By which somebody comes by code, a place, a login or a standing order: words by which a person speaks of such a thing.
GAINS = {**dict.fromkeys((PACKAGE, REMOTE, TAKEN), INSTALLS), ENDPOINT: LEADS_TO,
         **{kind: SPOKEN[kind] for kind in "agent login names registry schedule startup".split()}}
CHANGED = (AWAY, LETS, PAYS, SETS)
# What a command does away from the project, beside verbs of consequence.
OUT = GROUP.keys() | CHANGE_VERBS | SEND_VERBS | LASTS | set("edit fork prod production rerun set workflow".split())


def gains(act: Act, memory: Memory) -> bool:
    """Is an act one by which somebody gains what no prompt speaks of?  Who hands over work hands over none of it, and
    who has code written hands over nothing that lets, pays, sets or takes away; "do what it says" does."""
    if act.kind in GAINS:
        return not memory.lately(GAINS[act.kind])
    does = [part for text in (act.what, *act.values[:3]) for word in text.split(" ")[:4] for part in words_of(word)]
    said = act.what.split(" ")[:4] if act.kind == GRANT else [word for word in does if word in OUT]
    coded = act.kind in CHANGED or act.what.startswith("git config") or (
        act.kind in (ORDER, DOES) and bool(said or not act.command))
    return memory.delegates < 2 and (act.kind == GRANT or (coded and memory.lately(CODED))) and not memory.lately(said)



LETS_IN = frozenset(("invit",))       # a stem of a tool's name: somebody comes in, who may then do more


def inside(server: str, made: CallValues, best: Attribution, owned: Iterable[str], power: bool = False) -> bool:
    """Does an act to which the person handed the lead stay within what is his?  `power`: it gives somebody power."""
    if best.asked and best.led:
        return True
    if best.led and server and server == best.server and LETS_IN.isdisjoint(made.acts) and not power:
        return True
    if power or not MONEY.isdisjoint(made.acts):
        return False
    if made.kind != SENDS or made.shell:
        return False
    aims = [v.text for v in made.values if v.aims]
    return bool(aims) and all(_his(text, owned) for text in aims)


def _his(text: str, owned: Iterable[str]) -> bool:
    place = normalize(text)
    return ours(text, owned) or (not host_of(place) and "@" not in place and not any(c.isdigit() for c in place))


UPDATES = frozenset("""assign close comment edit label move reopen resolve save set start status transition
    update""".split())
TICKETS = frozenset("bug card issue item story task ticket workitem".split())


def own_ticket(event: Event, call: Call, memory: Memory) -> str:
    """The excuse for an update of the very ticket that a prompt names, by whoever it is asked for; "" for none."""
    from guards._call.tags import words_of
    from guards._text.plain import leaves
    from guards._text.words import entities

    h, loud = memory.h, [ran for ran in call.ran if ran.program not in QUIET]
    if memory.told or len(loud) > 1:
        return ""
    said = [word.lower() for word in loud[0].words] if loud else words_of(event.short)
    given = loud[0].words if loud else [str(one) for _, one in leaves(event.input, depth=4, items=40)]
    if UPDATES.isdisjoint(said) or not {"delete", "merge", "pull", "transfer"}.isdisjoint(said) or any(
            len(one) < 200 and ("://" in one or "@" in one) for one in given):
        return ""
    for one in given:
        letters, _, digits = one.lstrip("#").rpartition("-")
        numbered = not letters and digits.isdecimal() and not TICKETS.isdisjoint(said)
        if (numbered and h(f"#{digits}") in memory.pointed) or (letters.isalnum() and digits.isdecimal() and any(
                h(name) in memory.said for name in entities(one))):
            return "consent.own-ticket"
    return ""


def trusted(event: Event, settings: Settings) -> bool:
    """Do all of its destinations stand in `trusted_destinations`?"""
    if not settings.trusted_destinations:
        return False
    from guards._call import call_of
    from guards._call.destinations import LOCAL as HERE
    from guards._call.destinations import TRUSTED, Known, destinations
    known = Known(settings.key, trusted=settings.trusted_destinations)
    kinds = [known.place(place).kind for place in destinations(event, call_of(event, settings))]
    return TRUSTED in kinds and all(kind in (TRUSTED, HERE) for kind in kinds)


def excused(event: Event, session: Session, made: CallValues, best: Attribution, settings: Settings) -> str:
    """The excuse: approved before, let through, trusted, within what the person handed the lead to; "" for none."""
    from guards._call.grants import gives_power
    from guards._origin import allowance, approvals, attribution
    why = allowance.excuse(approvals.key(made, best, settings.key), event, session, settings)
    memory = attribution.memory_of(event, session, settings)
    # Who has code written has nobody told.
    coded = not best.asked and best.server != event.server and memory.lately(CODED)
    if not why and best.led and not (best.addressed or coded) and inside(
            event.server, made, best, memory.owners, gives_power(event)):
        return "consent.delegated"
    if not why and trusted(event, settings):
        return "consent.trusted-place"
    from guards._call import call_of
    return why or own_ticket(event, call_of(event, settings), memory)
