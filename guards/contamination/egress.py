"""What one call carries out of this machine, and where to: the two sides of the table in contamination.py.

A Bash call is taken apart into its effects; any other external call is one payload, its whole input, for each of its
destinations.  Carried is what was read before (fingerprints), what is secret as it stands, and files that hold one.
Limitations: what the overlap cannot (ciphers, paraphrase), and what a file holds beyond its first MiB.
"""
from __future__ import annotations

from guards import CREDENTIALS, FETCHES, LEVELS, SENDS
from guards._call import call_of
from guards._call.destinations import (
    SERVICE,
    UNKNOWN,
    Known,
    Told,
    added,
    destinations,
    of_strangers,
    server_of,
    thing_named,
)
from guards._call.tags import CLIENT_SHELLS, HANDS_ON, SHOWS
from guards._shell.flow import Flow
from guards._shell.reading import Effect
from guards._text.address import host_of, normalize
from guards.contamination import folders, logins
from guards.contamination.carried import of_effect
from guards.contamination.leaving import PASSAGE, Leaving, retold, weigh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Event, Settings
    from guards._call import Call
    from guards._call.tags import Tags
    from guards._history.fields import Contamination as State
    from guards._types import Fact


FILES = 24      # files of one call whose text is looked up
PATHS = 8       # arguments of one call that are looked up as files


def paths_in(call: Call) -> list[str]:
    """Arguments of a call that name a file which is secret by its name, or is attached."""
    from guards._shell.sources import file_level

    found = []
    for name, given in call.arguments:
        text = given.removeprefix("file://")
        attached = text.startswith(("/", "~", "./")) and any(word in name.lower() for word in ATTACHED)
        if 1 < len(text) < 500 and "\n" not in text and "://" not in text and (
                attached or (" " not in text and file_level(text))):
            found.append(text)
    return found[:PATHS]


ATTACHED = tuple("attach file path upload document image media".split())


SAYS = 4    # words of an argument from which a call that looks something up says something


def leads_outside(call: Call) -> bool:
    """May an MCP tool of no external tag carry a text out?

    One that looks something up does with a sentence, where it is no private store; any other does, but for a private
    store that is told none.  What the person tagged is as they say.
    """
    tags = call.tags
    if call.tool in HANDS_ON or not call.leaves or tags.settled:
        return False
    says = any(len(one.split()) >= SAYS for _, one in call.arguments)
    return says and not tags.internal_source if call.looks else says or not tags.internal_source


def wanted(event: Event, call: Call, state: State) -> list[Fact]:
    """The facts for judging a call: what was seen and named, the remotes, files that would be sent."""
    names: list[Fact] = [("stored", "seen"), ("stored", "asked"), ("stored", "named"), ("remotes", "")]
    from guards.contamination import first_party

    if not call.command:
        names += _files(paths_in(call))
        if paths_in(call):
            names += first_party.who_speaks(destinations(event, call))
        return names
    sent: dict[str, None] = {}
    for effect in call.effects:
        if effect.kind == SENDS or effect.payload.files:
            sent.update(dict.fromkeys(p for p in effect.payload.files if not p.endswith("/") and "$" not in p
                                       and "*" not in p and not effect.payload.level))
    if any(effect.payload.level or effect.auth.level or "$" in (
            f"{effect.destination}{effect.payload.text}{effect.auth.text}") for effect in call.effects):
        sent.update(dict.fromkeys(logins.values_of(call)))
    perhaps = dict.fromkeys(path for effect in call.effects for path, _ in effect.payload.perhaps if path)
    there: list[Fact] = [("exists", path) for path in list(perhaps)[:FILES]]
    theirs: list[Fact] = [("committed", path) for path in call.doubted]
    return [*names, *_files(list(sent)[:FILES]), *there, *theirs, *folders.asked(call), *first_party.asked(call)]


def _files(paths: list[str]) -> list[Fact]:
    return [("file", path) for path in paths]


def known_of(event: Event, state: State, settings: Settings) -> Known:
    """What the session knows of destinations."""
    facts = event.facts
    user = [name for row in facts.stored("asked") for name in row.get("h", ())]
    if any(kind == "uses" for kind, _ in facts.found):
        from guards.contamination import first_party as mine

        user += mine.pointed(event, call_of(event, settings, state), settings.key, user)
    new = added(state)
    own = [address for address in facts.remotes if normalize(address) not in new]
    return Known(settings.key, user, Told(facts, "named", "h"), Told(facts, "seen", "w"),
                 settings.trusted_destinations, own)


def leavings(event: Event, found: Tags, state: State, settings: Settings) -> list[Leaving]:
    """All that leaves with this call, and what files of this session would send that it may run."""
    for one, held, by, out in _LAST:        # the judge's answer is the learner's
        if one is event and held is state and by is settings:
            return out
    _LAST[:] = [(event, state, settings, _all(event, found, state, settings))]
    return _LAST[0][-1]


_LAST: list[tuple[Event, State, Settings, list[Leaving]]] = []      # of this process


def _all(event: Event, found: Tags, state: State, settings: Settings) -> list[Leaving]:
    known = known_of(event, state, settings)
    call = call_of(event, settings, state)
    if call.by_effects or event.tool in CLIENT_SHELLS:
        sent = [effect for effect in call.effects if effect.kind in (SENDS, FETCHES)]
        out = [one for effect in sent for one in of_effect(event, effect, known, state, settings)]
        out += handed_over(event, call.elsewhere, known, settings)
    else:
        out = _of_tool(event, call, found, known, state, settings)
    return [*out, *of_plans(event, call, known, state, settings)] if call.command else out


def of_plans(event: Event, call: Call, known: Known, state: State, settings: Settings) -> list[Leaving]:
    """What a file that the session wrote would send, as far as nobody named the place; it is asked about only."""
    from guards.contamination import plans

    out = []
    for path, (kind, _, place, level, name, *_rest) in plans.ahead(call, state):
        if not place:       # a code that names no place
            continue
        file = path.rpartition("/")[2]
        effect = Effect(kind, file, file, place, Flow(level, (name,)))
        for one in of_effect(event, effect, known, state, settings):
            if one.kind >= UNKNOWN and one.level >= CREDENTIALS and not one.excuse:
                one.kind = UNKNOWN
                out.append(one)
    return out


def _of_tool(event: Event, call: Call, found: Tags, known: Known, state: State, settings: Settings) -> list[Leaving]:
    """What a call of a tool carries out: its whole input, to each place that it names."""
    text = event.facts.text
    places = destinations(event, call) or [call.elsewhere or f"service:{server_of(event)}"]
    if "owner" in event.input:
        from guards.contamination import first_party
        places = first_party.repository(event, known.remotes, server_of(event)) or places
    text, findings = _but_accounts(call, places, text, event.facts.findings)
    if event.tool in SHOWS:     # a person reads it; an address in it may be opened
        shown = [word for word in text.split() if "://" in word]
        text, findings, places = " ".join(shown), None, [*map(normalize, shown)]
    home, paths = places[0] * asks_for_secret(event), paths_in(call)
    level, what = weigh(event, text, findings, settings, found.fetches, place=home)
    for path in paths:
        from guards._shell.sources import file_level

        inside, said = weigh(event, event.facts.file(path) or "", None, settings, False)
        inside = max(inside, file_level(path))
        if inside > level:
            level, what = inside, said or path.rpartition("/")[2]

    def leaving(carried: str, level: int, what: str) -> Leaving:
        one = Leaving(event.tool, place, carried, level, what)
        one.kind = of_strangers(call, one.kind, known)
        return one

    out = []
    for place in map(known.place, places):
        # Prose of one's own mail to a person or account found in it is what mail is for; who asked is another guard's.
        plain = not level or (PASSAGE in what and place.person)
        one = leaving("nothing" if plain else LEVELS[level], level, what)
        if level < CREDENTIALS and (plain or one.kind == SERVICE):
            document, named = retold(event, place, spoken(call), found.fetches, settings)
            if document and not (one.kind == SERVICE and thing_named(call.arguments, known)):
                one = leaving("document", document, named)
        out.append(one)
    return out


def _but_accounts(call: Call, places: list[str], text: str, findings: Any) -> tuple[str, Any]:
    """The text without the account that it goes to, blanks in its place: a payment tells nobody its own address."""
    accounts = {place.replace(" ", "") for place in places if place and "@" not in place and not host_of(place)
                and ":" not in place and any(c.isdigit() for c in place)}
    said = {leaf for _, leaf in call.arguments if leaf.replace(" ", "").lower() in accounts}
    for leaf in said:
        text = text.replace(leaf, " " * len(leaf))
    return text, [one for one in findings if text[one.start:one.end].strip()] if said and findings else findings


def handed_over(event: Event, to: str, known: Known, settings: Settings) -> list[Leaving]:
    """The command itself, where another machine runs it: all that stands in it goes there."""
    if not to:
        return []
    level, what = weigh(event, event.facts.text, event.facts.findings, settings, False, place=to)
    return [Leaving(event.tool, known.place(to), LEVELS[level], level, what)] if level else []


SECRET_ARGUMENTS = tuple("password passwd passphrase secret token credential api_key apikey otp".split())


def asks_for_secret(event: Event) -> bool:
    """Has the tool an argument that a secret is for, as a login has?"""
    return bool(event.server) and any(
        word in name.lower() for name in event.input for word in SECRET_ARGUMENTS)


def spoken(call: Call) -> str:
    """What a call says, without what names a file: the name of a file that was listed is no text that leaves."""
    return "\n".join(text for name, text in call.arguments if not _names_file(name, text))


def _names_file(name: str, text: str) -> bool:
    return len(text) < 256 and "\n" not in text and "." in text[-6:] and any(w in name.lower() for w in ATTACHED)


