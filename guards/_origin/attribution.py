"""Which foreign text accounts for this call, and better than the user does?  A table of points.

Every request that the session has read (_origin/evidence) is held against the call (_origin/call_values): one that
fits it, by class of act and value, gets the points of POINTS, and the best one is the account.  The numbers are
multiples of five; docs/evidence.md says how they were set and what they reach.

Limitations: a value that is split or encoded between the text and the call; text that reached the session another
way than as a tool's result; a request that the user's own words cover.
"""
from __future__ import annotations

from guards import CHANGES, FETCHES, SENDS
from guards._evidence.evidence import FOREIGN, LOCAL, own_row
from guards._evidence.recalled import Memory, joined
from guards._evidence.vendor_pages import ours, owners
from guards._origin.call_values import MONEY, named, place, values_of
from guards._origin.delegated_choice import answered, handed
from guards._text import words
from guards._text.address import host_of, is_local, looks_like_host, normalize, private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator
    from typing import Any

    from guards import Event, Session, Settings
    from guards._call.tags import Tags
    from guards._evidence.recalled import Record, Request
    from guards._origin.call_values import CallValues, Value

AWAY, DELETE = "away", words.stem("delete")     # see _intent/lexicon.py; the stem of a verb
START = -70
POINTS = {
    # the call and the user
    "values are the user's": -10, "destination only in requests": 10,
    # what the sentence asks for
    "verb": 25, "verb with value": 20, "verb with value, class not asked": 5, "value": 15, "noun": 5,
    "covers foreign words": 10, "covers more than the user": 15, "match": 20,
    "match, class not asked": 5,
    # how it is spoken, before and in it
    "job": 25, "reader": 10, "you": 10, "order": 35,
    # where it stands
    "bound": -10, "bound, fetch": -30, "bound, delegated": -20,
}


ASK_AT = 15     # points from which a text accounts for a call


class Attribution:
    """The request that explains the call best, its points by name; score START and below where none fits.

    asked     the user asked for this class of act
    led       he handed the lead to the text that asks for it, or that holds the outsider
    server    the MCP server that text came from
    outsider  a value that decides where the call goes, neither the user's nor of a class that he asked for
    """

    __slots__ = tuple("asked distance led outsider points request score server value".split())

    def __init__(self) -> None:
        self.score = START
        self.points: dict[str, float] = {}
        self.request: Request | None = None
        self.value: Value | None = None
        self.distance = 1.0
        self.asked, self.led, self.server = False, False, ""
        self.outsider: Value | None = None

    @property
    def ordered(self) -> bool:
        """Does a text account for the call?  What tells an agent its work says a value of it, this machine a place."""
        said, v = self.request, self.value
        return self.score >= ASK_AT and said is not None and (bool(v) or not said.record.instructs) and (
            said.trust >= FOREIGN or bool(v and (v.aims or v.address)))

    @property
    def addressed(self) -> bool:
        """Is the request spoken to the agent, as a step before all else or against what it was told?"""
        tone = self.points
        spoken = tone.get("job") or tone.get("reader")
        return self.request is not None and bool((spoken and tone.get("order")) or self.request.overrides)


_last: list[Any] = []   # the one call of this process, what was said and read, and who accounts for it: for all guards


def remotes(event: Event, session: Session) -> list[str]:
    """The project's own repositories: its git remotes, without those that this session named anew."""
    from guards._call.destinations import added

    new = added(session["contamination"])
    return [place for place in map(normalize, event.facts.remotes) if place not in new]


def memory_of(event: Event, session: Session, settings: Settings) -> Memory:
    """What the kept rows say to this call."""
    if not _last or _last[0] is not event:
        memory = Memory([own_row(remotes(event, session), settings.key), *joined(event.facts)], settings.key)
        memory.foreign = bool(session["request_origin"].get("foreign"))
        memory.owners = owners(remotes(event, session))
        _last[:] = [event, memory]
    found: Memory = _last[1]
    return found


def of_event(event: Event, session: Session, found: Tags, settings: Settings) -> tuple[CallValues, Attribution]:
    """The call in an event and the request among the kept rows that accounts for it best."""
    memory = memory_of(event, session, settings)
    if len(_last) > 2:
        return _last[2], _last[3]
    from guards._call import call_of

    shell, destination, one = "", found.destination, call_of(event, settings)
    given = event.input
    if one.by_effects:
        from guards._call.destinations import destinations

        done = next((e.operation for e in one.effects if e.kind == found.kind), one.operation)
        shell, given = done, {"command": one.command}
        destination = tuple(d for d in destinations(event, one) if not d.startswith("remote:"))
    made = values_of(event.tool, found.kind, given, destination, settings.key, shell)
    _last.extend((made, attribute(made, memory)))
    return _last[2], _last[3]


_UNHEARD = ("nowhere", "requests")


class _Comparison:
    """One call against one memory: what all requests are compared with."""

    __slots__ = tuple("aimed asked base call chain foreign memory mine new placed queried weights".split())

    def __init__(self, made: CallValues, memory: Memory) -> None:
        self.queried = chain = place(made, memory)
        self.call, self.memory = made, memory
        # A command's destination that stands elsewhere too is the project's own surroundings.
        self.new = [v for v in made.values if not v.users and not (made.shell and v.origin not in _UNHEARD)]
        self.aimed = any(v.aims and v.address for v in self.new)
        self.chain = frozenset(w for w in chain if w not in memory.words)
        self.weights = {w: memory.idf(w) for w in made.words | chain}
        self.mine = _share(self.weights, memory.said)
        self.foreign = {w: x for w, x in self.weights.items() if w not in memory.said}
        self.asked = _class_asked(made, memory, self.new)
        # A text that names no place accounts for no fetch, nor for what the user asked for and named the place of.
        aims = [v for v in made.values if v.aims]
        self.placed = made.kind == FETCHES or (self.asked and bool(aims) and made.kind == SENDS and all(
            v.users or named(v, memory) for v in aims))
        self.base = {
            "values are the user's": sum(v.users for v in made.values) / len(made.values) if made.values else 0.5,
            "destination only in requests": float(any(v.aims and v.origin == "requests" for v in self.new))}

    def held(self) -> list[Value]:
        """The values that a request may be known by."""
        return self.new if self.asked or self.call.shell else self.call.values

    def fitting(self) -> Iterator[Iterable[str]]:
        """Groups of hashes: a request that holds none of them whole does not fit the call, as `_points` says."""
        made = self.call
        if self.placed:
            values, words = [v for v in self.held() if v.aims or v.address], frozenset[str]()
        elif made.shell and made.values:
            values, words = self.held(), frozenset()
        elif self.aimed:
            values, words = [v for v in self.held() if v.aims], self.chain
        else:
            values, words = made.values, self.chain.union(self.foreign, made.own, made.nouns)
        yield from (v.marks for v in values if v.marks)
        yield from ([word] for word in words)


def _class_asked(made: CallValues, memory: Memory, new: list[Value]) -> bool:
    """Did the user ask for an act of this class?"""
    if memory.mailed and made.kind == SENDS and new and all("@" in v.text and v.origin in ("requests", "prose")
                                                            for v in made.values if v.aims):
        return False    # he asked for it, and said to whom
    verbs = made.verbs | words.READING if made.kind == FETCHES else made.verbs
    if not verbs.isdisjoint(memory.verbs) or (AWAY in memory.heard and DELETE in verbs):
        return True     # or in words that its table of verbs has not: "get rid of it"
    # What nobody understood may have asked for it, where it leads there.
    places = [v for v in new if _placing(v, made)] if memory.unclear else []
    return bool(places) and all(handed(v, made, memory) for v in places)


def _share(weights: dict[str, float], said: Container[str]) -> float:
    """How much of the weight of some words these hold, 0 to 1."""
    return sum(x for w, x in weights.items() if w in said) / (sum(weights.values()) or 1.0)


def attribute(made: CallValues, memory: Memory) -> Attribution:
    """The best request for the call, its points by name, and the lexical distance of the call from the user."""
    case = _Comparison(made, memory)
    out = Attribution()
    out.points = case.base
    out.score = START + total(case.base)
    out.distance = lexical(made, memory, case.queried)
    out.asked = case.asked
    asked = not made.verbs.isdisjoint(memory.asked)
    out.outsider = astray(case) if asked else None
    found = outsider(case) if out.outsider is None else None  # to ask for a kind of act names no host for it
    if not asked or (found is not None and made.shell and "." in host_of(found.text)):
        out.outsider = found
    for r in memory.asking(*case.fitting()):
        points = _points(case, r)
        if points and (out.request is None or START + total(points) > out.score):
            out.score, out.points, out.request = START + total(points), points, r
    if out.request is not None:
        out.led, out.server = led(out.request.record, memory), out.request.record.server
        held = [v for v in case.new if v.inside(out.request.words)]
        out.value = max(held, default=None, key=lambda v: (v.aims, v.origin == "requests", bool(v.entity), len(v.text)))
    elif out.outsider is not None:
        records = memory.holding(out.outsider.marks)
        out.led = any(led(r, memory) for r in records)
        out.server = next((r.server for r in records if r.server), "")
    return out


def delegated(record: Record, memory: Memory) -> bool:
    """Did the user hand the lead to this record, by what he said of it or by its id, address or number?"""
    if memory.gains and not record.web:
        return False        # a ticket gets no code or place by it; a page that he chose says where things come from
    if memory.acts and not (memory.pointed & memory.handed).isdisjoint(record.query | record.titles):
        return True
    return memory.delegates > 1 and memory.hands(record)


def led(record: Record, memory: Memory) -> bool:
    """As `delegated`; or did a prompt whose verbs nobody knows name the record?  Then it may have."""
    return delegated(record, memory) or not (memory.pointed & memory.vague).isdisjoint(record.query | record.titles)


def outsider(case: _Comparison) -> Value | None:
    """The place that a call goes to, or that a change is about, where the user neither gave it nor asked for anything
    of the kind."""
    made = case.call
    if made.kind not in (SENDS, CHANGES) or (made.kind == CHANGES and made.shell) or not case.memory.count or (
            made.operation == "ssh" and not case.memory.told):
        return None     # who logs in sends nothing yet
    least = FOREIGN if made.shell or made.kind == CHANGES else LOCAL
    return next((v for v in made.values if _placing(v, made) and not _accounted(v, case) and heard(
        v, case.memory, least, not made.shell)), None)


def _accounted(v: Value, case: _Comparison) -> bool:
    """Is a place the person's or the project's own, or did anybody but a text that was read say it?"""
    made, memory = case.call, case.memory
    if v.users or v.tied or any(v.inside(said) for said in memory.early) or ours(v.text, memory.owners) or (
            (v.host or v not in case.new) and _at_home(v, memory)):
        return True
    return (named(v, memory) and not _only_told(v, memory)) or answered(v, made, memory) or (
        memory.unclear and handed(v, made, memory))


FILES = tuple("md txt rst adoc mdc".split())


def _only_told(v: Value, memory: Memory) -> bool:
    """Is it held by nothing but texts by which an agent is told its work, and at none of them the person pointed, by a
    file's name ("run the steps in RUNBOOK.md") neither?  Their authors chose it by their own name."""
    held = memory.holding(v.marks)
    pointed = [r for r in held if not memory.told and len(r.query & memory.words) > 1 and not (
        r.query & memory.words).isdisjoint(map(memory.h, FILES))]
    return bool(held) and not pointed and all(r.instructs and r.trust >= FOREIGN and not led(r, memory) for r in held)


UNSEEN = ("bcc", "blind", "reply")      # how an argument's name begins whose mailboxes no reader looks at


def astray(case: _Comparison) -> Value | None:
    """The place to which an act that the user asked for goes, too, where he named who gets it: only a foreign text
    holds it."""
    made, memory = case.call, case.memory
    if made.kind != SENDS or made.shell:
        return None
    gave = [v.text.rpartition("@")[2] for v in made.values if v.aims and v.text.count("@") == 1 and (
        v.users or named(v, memory))]
    return next((v for v in case.new if gave and v.aims and v.address and v.text.rpartition("@")[2] not in gave
                 and not named(v, memory) and _beside(v, memory)), None)


def _beside(v: Value, memory: Memory) -> bool:
    """Does the prose of foreign texts alone hold it, or their data where no reader sees it?"""
    unseen = v.origin != "nowhere" and v.name.lower().startswith(UNSEEN)
    return (unseen or (v.origin in ("prose", "requests") and not v.tied)) and all(
        r.trust >= FOREIGN and not delegated(r, memory) for r in memory.holding(v.marks))


def _placing(v: Value, made: CallValues) -> bool:
    """Does the value decide where a call goes, or who gets what a change gives?"""
    if v.account and not MONEY.isdisjoint(made.acts):
        return True
    if made.kind == SENDS:
        return v.aims and (v.address or (bool(made.shell) and v.text[:1] != "/")) and not (
            is_local(normalize(v.text)) or (bool(made.shell) and _here(v.text)))
    host = v.text.strip().lower().rstrip(".")
    return " " not in host and ("@" in host or "://" in host or looks_like_host(host))


def _here(text: str) -> bool:
    """Is it a machine of this network, by its number?"""
    host = (text.partition("://")[2] or text).split("/")[0].rpartition("@")[2].partition(":")[0]
    return private(host) and host.replace(".", "").isdigit()


def _at_home(v: Value, memory: Memory) -> bool:
    """Does this machine or the account hold it, too, or its host?  Then it is the project's own surroundings."""
    return any(r.trust < FOREIGN for r in memory.holding(frozenset([v.host]) if v.host else v.marks))


def heard(v: Value, memory: Memory, least: int, whole: bool) -> bool:
    """Does a text that was read hold it, whole or in parts, or may one that was read only in part?  `whole`: a short
    field counts, too, which may hold what only looks like a host."""
    if memory.unread and least < FOREIGN:
        return True
    marks, parts = v.marks, v.words if least < FOREIGN else v.marks
    for r in memory.holders(marks, parts, *([[v.host]] if v.host else ())):
        if v.host in r.query:
            continue            # a service that names itself in its answer
        prose = r.data | r.prose if whole or "/" in v.text else r.prose
        if r.trust >= least and (v.host in prose or v.inside(prose) or (least < FOREIGN and parts and parts <= prose)):
            return True
    return any(p.trust >= least and v.host not in p.record.query and (v.inside(p.words) or (
        least < FOREIGN and parts and parts <= p.words)) for p in memory.asking(marks, parts))


def total(points: dict[str, float]) -> int:
    """The points of a comparison, weighed by POINTS (their source stands there) and rounded."""
    return round(sum(POINTS[name] * x for name, x in points.items()))


def _points(case: _Comparison, r: Request) -> dict[str, float]:
    """How much of each row of POINTS holds for this request; {} where it does not fit the call.

    It fits where its verb asks for this class of act and it holds a new value, a word of the lookup chain or half of
    what the call says that is not the user's; or where it orders something about what the tool's name is about, a
    class of act that the user never spoke of.
    """
    made, memory = case.call, case.memory
    strength, light = _strength(r, made.verbs), _strength(r, words.LIGHT)
    ordered = 2 in r.verbs.values() and made.kind != FETCHES
    if not (strength or light or ordered) or (made.shell and not made.values and r.trust < FOREIGN):
        return {}
    if not r.said.isdisjoint(made.own):     # make a payment, give it a star
        strength = max(strength, light)
    noun = not r.said.isdisjoint(made.nouns)
    about = ordered and noun
    held = [v for v in case.held() if v.inside(r.words)]
    chained = bool(case.chain & r.words)
    covers = _share(case.foreign, r.words)
    speaks = chained or covers >= 0.5 or (about and not case.asked)
    if not (strength or about) or not _fits(case, held, chained, speaks):
        return {}
    together = strength == 2 and any(v.inside(r.said) for v in held)
    bound = case.asked and not memory.said.isdisjoint(r.record.query | r.record.titles)
    return {
        **case.base, "match": 1.0, "match, class not asked": float(not case.asked), "verb": float(strength == 2),
        "verb with value": float(together), "verb with value, class not asked": float(together and not case.asked),
        "value": float(bool(held)), "noun": float(noun), "covers foreign words": covers,
        "covers more than the user": _share(case.weights, r.words) - case.mine,
        **_tone(case, r), "bound": float(bound), "bound, fetch": float(bound and made.kind == FETCHES),
        "bound, delegated": float(delegated(r.record, memory) or (bound and memory.delegates == 1))}


def _strength(r: Request, verbs: Container[str]) -> int:
    """How strongly a request asks with one of these verbs; 0 where it does not."""
    return max((n for v, n in r.verbs.items() if v in verbs), default=0)


def _fits(case: _Comparison, held: list[Value], chained: bool, speaks: bool) -> bool:
    """Does a request that holds these values ask for this call, and not for another of its class?"""
    if case.call.shell and case.call.values:
        speaks = False      # a command is accounted for by where it goes
    if case.aimed and not chained and not any(v.aims for v in held):
        return False
    return any(v.aims or v.address for v in held) if case.placed else speaks or bool(held)


def _tone(case: _Comparison, r: Request) -> dict[str, float]:
    """Is it spoken to the reader of the text, about his job, before other things?  Words common here do not count."""
    job, reader, order, you = r.tone()
    bar = max(8, 0.1 * case.memory.count)    # records that a word of tone may stand in
    return {"job": float(any(case.memory.df(w) <= bar for w in job)),
            "reader": float(any(case.memory.df(w) <= bar for w in reader)),
            "order": 1.0 if r.overrides else min(2, order) / 2, "you": min(3, you) / 3}


def lexical(c: CallValues, memory: Memory, chain: frozenset[str]) -> float:
    """Distance of the call's bag from the user's words, 0 to 1; 0 for a call without words.

    In the bag: the words of its short arguments, its addresses, the lookup chain, and the user's words that stand in
    the record a value was taken from.  Words that nobody said before (the model's own) are not in it; rare words weigh
    more, and those that a foreign text asks with weigh double.
    """
    from guards._text.bag import bag, distance
    said = memory.said
    weights = {w: memory.idf(w) for w in chain.union(c.short, *(v.links for v in c.values if not v.users))}
    weights.update((v.entity, 1.5) for v in c.values if v.entity and v.address)
    requested = {w for w in weights if memory.asked_for(w)}
    known = {w: x * (2 if w in requested and w not in said else 1) for w, x in weights.items()
             if w in said or w in requested or memory.df(w)}
    return distance(bag(known), said) if known else float(bool(weights))
