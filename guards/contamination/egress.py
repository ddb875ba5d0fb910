"""What one call carries out of this machine, and where to: the two sides of the table in contamination.py.

A Bash call is taken apart into its effects; any other external call is one payload, its whole input, for each of its
destinations.  Carried is what was read before (fingerprints), what is secret as it stands, and files that hold one.
Cannot see: what the overlap cannot (ciphers, paraphrase), and what a file holds beyond its first MiB.
"""
from __future__ import annotations

from guards import CREDENTIALS, FETCHES, INTERNAL, LEVELS, NONE, PII, SENDS
from guards._call import call_of
from guards._call.destinations import (
    FOREIGN,
    SERVICE,
    UNKNOWN,
    Known,
    Told,
    classify_destination,
    destinations,
    entities_of,
    named_by_untrusted,
    of_strangers,
    server_of,
    short_fingerprint,
    thing_named,
)
from guards._call.tags import CLIENT_SHELLS, SHOWS, TELLS
from guards._shell.flow import A_SHELL, Flow
from guards._shell.reading import Effect
from guards._text.address import host_of, normalize, prose_of, registered, sentences_of
from guards._text.plain import leaves
from guards.contamination import folders, logins, nowhere
from guards.contamination.logins import at_home
from guards.contamination.plain import near
from guards.contamination.plain import plain as known_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from guards import Approval, Event, Fact, Settings
    from guards._call import Call
    from guards._call.tags import Tags
    from guards._history.fields import Contamination as State


FILES = 24      # files of one call whose text is looked up
# Personal data whose leaving is worth a question; addresses and numbers of people are in every other mail.
GRAVE = frozenset(("card", "iban", "record", "ssn"))
PASSAGE = "passage"
OTHER_SHELLS = ("autossh", "mosh", "ssh")       # what they carry is a command: a text names it to be run there
NEVER_READ = ", which was never read"
UNREAD = "unread"
READ_BEFORE, A_SECRET, A_TOKEN = "what was read before", "a secret", "a token"


class Leaving:
    """One thing that leaves.

    carried  "nothing", "archive", "repository", "document" (text that an internal tool gave, verbatim), "opaque" (a
             text without meaning that came from nowhere, a command that could not be read), "unread" (what a program
             prints that nobody has looked at), or a level's word
    level    that of what is known to be in it
    what     what it is, for a person: ".env", "a value read before (api_key)"
    auth     it is the caller's own way in, not what is sent
    foreign  untrusted text named the destination, too
    literal  a secret stands in the call itself, perhaps in a disguise that only the overlap knows
    pieces   opaque characters that came from nowhere
    """

    __slots__ = ("auth", "carried", "destination", "foreign", "kind", "level", "literal", "operation", "pieces", "what")

    def __init__(self, operation: str, destination: str, known: Known, carried: str, level: int, what: str,
                 auth: bool = False) -> None:
        self.operation, self.destination = operation, destination
        self.kind, self.foreign = classify_destination(destination, known), named_by_untrusted(destination, known)
        self.carried, self.level, self.what, self.auth = carried, level, what, auth
        self.literal = level >= CREDENTIALS and what.startswith((READ_BEFORE, A_SECRET, A_TOKEN))
        self.pieces = 0


PATHS, PLACES = 8, 8    # arguments of one call that are looked up as files, addresses in an order to another agent


def paths_in(event: Event) -> list[str]:
    """Arguments of a call that name a file which is secret by its name, or is attached."""
    from guards._shell.sources import file_level

    found = []
    for name, given in _texts(event.input):
        text = given.removeprefix("file://")
        if 1 < len(text) < 500 and "\n" not in text and "://" not in text and (
                file_level(text) or (text.startswith(("/", "~", "./")) and any(w in name.lower() for w in ATTACHED))):
            found.append(text)
    return found[:PATHS]


def _texts(given: Mapping[str, object]) -> list[tuple[str, str]]:
    """(name of the argument, text) of all texts in an input, five deep, of each list the first fifty."""
    return [(name, one) for name, one in leaves(given, depth=5, items=50) if isinstance(one, str)]


ATTACHED = ("attach", "file", "path", "upload", "document", "image", "media")


def wanted(event: Event, call: Call, state: State) -> list[Fact]:
    """The facts for judging a call: what was seen and named, the remotes, files that would be sent."""
    names: list[Fact] = [("kept", "seen"), ("kept", "asked"), ("kept", "named"), ("remotes", "")]
    if nowhere.met(state):
        names.append(("kept", "runs"))
    from guards.contamination import own, retyped

    names += retyped.asked(event, call)
    if not call.command:
        names += [*_files(paths_in(event)), *(("inside", path) for path in folders.named(event))]
        if paths_in(event):
            names += own.who_speaks(destinations(event, call))
        return names
    sent: dict[str, None] = {}
    for effect in call.effects:
        if effect.kind == SENDS or effect.payload.files:
            sent.update(dict.fromkeys(p for p in effect.payload.files if not p.endswith("/") and "$" not in p
                                       and "*" not in p and not effect.payload.level))
        sent.update(dict.fromkeys(near(effect.payload.names, state) if effect.payload.level else ()))
    if any(effect.payload.level or effect.auth.level or "$" in (
            f"{effect.destination}{effect.payload.text}{effect.auth.text}") for effect in call.effects):
        sent.update(dict.fromkeys(logins.values_of(call)))
    perhaps = dict.fromkeys(path for effect in call.effects for path, _ in effect.payload.perhaps if path)
    there: list[Fact] = [("exists", path) for path in list(perhaps)[:FILES]]
    theirs: list[Fact] = [("committed", path) for path in call.doubted]
    return [*names, *_files(list(sent)[:FILES]), *there, *theirs, *folders.asked(call), *own.asked(call)]


def _files(paths: list[str]) -> list[Fact]:
    return [("file", path) for path in paths]


def known_of(event: Event, state: State, settings: Settings) -> Known:
    """What the session knows of destinations."""
    facts = event.facts
    user = [name for row in facts.kept("asked") for name in row.get("h", ())]
    if any(kind == "uses" for kind, _ in facts.found):
        from guards.contamination import own as mine

        user += mine.pointed(event, call_of(event, settings, state), settings.key, user)
    from guards._call.destinations import added

    new = added(state)
    own = [address for address in facts.remotes if normalize(address) not in new]
    return Known(settings.key, user, Told(facts, "named", "h"), (), settings.trusted_destinations, own)


def leavings(event: Event, found: Tags, state: State, settings: Settings) -> list[Leaving]:
    """All that leaves with this call, and what files of this session would send that it may run."""
    known = known_of(event, state, settings)
    call = call_of(event, settings, state)
    out = _leavings(event, call, found, known, state, settings)
    if event.facts.kept("origin") and not any(one.level or one.carried == nowhere.OPAQUE for one in out):
        from guards.contamination import retyped

        operation, place = retyped.leaving(event, call, known, settings)
        out += [Leaving(operation, place, known, "own", NONE, retyped.WHAT)] if place else []
    return [*out, *of_plans(event, call, known, state, settings)] if call.command else out


def of_plans(event: Event, call: Call, known: Known, state: State, settings: Settings) -> list[Leaving]:
    """What a file that the session wrote would send, as far as nobody named the place; it is asked about only."""
    from guards.contamination import plans

    out = []
    for path, (kind, _, place, level, name, *_rest) in plans.ahead(call, state, event.project):
        effect = Effect(kind, path.rsplit("/", 1)[-1], path.rsplit("/", 1)[-1], place, Flow(level, (name,)))
        for one in of_effect(event, effect, known, state, settings):
            if one.kind >= UNKNOWN and one.level >= CREDENTIALS:
                one.kind = UNKNOWN
                out.append(one)
    return out


def _leavings(event: Event, call: Call, found: Tags, known: Known, state: State, settings: Settings) -> list[Leaving]:
    """What this call itself carries out."""
    if call.by_effects or event.tool in CLIENT_SHELLS:
        out = [one for effect in call.effects if effect.kind in (SENDS, FETCHES)
               for one in of_effect(event, effect, known, state, settings)]
        if call.effects and call.reading.cut and nowhere.met(state):
            out = [unseen(one, known) for one in out]
        return [*out, *handed_over(event, call.elsewhere, known, settings)]
    text = event.facts.text
    addresses = " ".join(word for word in text.split() if "://" in word)
    places = destinations(event, call) or [normalize(call.elsewhere) or f"service:{server_of(event)}"]
    if "owner" in event.input:
        from guards.contamination import own
        places = own.repository(event, known.remotes, server_of(event)) or places
    findings = None if event.tool in SHOWS else event.facts.findings
    text, findings = _but_accounts(event, places, text, findings)
    if event.tool in TELLS:
        places = [normalize(one) for one in addresses.split()][:PLACES]
    if event.tool in SHOWS:     # a person reads it; an address in it may be opened
        text, places = addresses, [normalize(one) for one in addresses.split()]
    level, what = weigh(event, text, findings, settings, found.fetches,
                        place=places[0] if asks_for_secret(event) else "")
    for path in paths_in(event) if level < CREDENTIALS else ():
        from guards._shell.sources import file_level

        inside, said = weigh(event, event.facts.file(path) or "", None, settings, False)
        inside = max(inside, 0 if known_text(event, (path,), state, settings) else file_level(path))
        if inside > level:
            level, what = inside, said or path.rsplit("/", 1)[-1]
    if level < CREDENTIALS and (paths := folders.named(event)):
        secret, _ = folders.secret_in(event, Flow(files=tuple(paths), whole=True), "")
        level, what = (CREDENTIALS, secret) if secret else (level, what)
    out = []
    for place in places:
        # Prose of one's own mail to a person or account found in it is what mail is for; who asked is another guard's.
        plain = not level or (PASSAGE in what and ("@" in place or not host_of(place)))
        one = Leaving(event.tool, place, known, "nothing" if plain else LEVELS[level], level, what)
        one.kind = of_strangers(event, found, one.kind, known)
        if one.carried == "nothing" or one.kind == SERVICE:
            document, named = retold(event, place, spoken(event), found.fetches, known, settings)
            if document and one.level < CREDENTIALS and not (
                    one.kind == SERVICE and thing_named(_texts(event.input), known)):
                one = Leaving(event.tool, place, known, "document", document, named)
                one.kind = of_strangers(event, found, one.kind, known)
        if one.carried == "nothing" and (paths := paths_in(event)):
            from guards.contamination import own
            mine = own.attached(event, call, paths, place, known, settings)
            one = Leaving(event.tool, place, known, own.OWN, NONE, mine) if mine else one
        out.append(riddle(event, one, addresses, text, known, state, settings))
    return out


def _but_accounts(event: Event, places: list[str], text: str, findings: Any) -> tuple[str, Any]:
    """The text without the account that it goes to, blanks in its place: a payment tells nobody its own address."""
    accounts = {place.replace(" ", "") for place in places if place and "@" not in place and not host_of(place)
                and ":" not in place and any(c.isdigit() for c in place)}
    said = {leaf for _, leaf in _texts(event.input) if leaf.replace(" ", "").lower() in accounts}
    for leaf in said:
        text = text.replace(leaf, " " * len(leaf))
    return text, [one for one in findings if text[one.start:one.end].strip()] if said and findings else findings


def handed_over(event: Event, to: str, known: Known, settings: Settings) -> list[Leaving]:
    """The command itself, where another machine runs it: all that stands in it goes there."""
    if not to:
        return []
    level, what = weigh(event, event.facts.text, event.facts.findings, settings, False, place=to)
    return [Leaving(event.tool, normalize(to), known, LEVELS[level], level, what)] if level else []


def riddle(event: Event, one: Leaving, address: str, text: str, known: Known, state: State,
           settings: Settings) -> Leaving:
    """What leaves as a text without meaning, where it came from nowhere; else what it was taken for."""
    one.pieces = nowhere.counted(event, one, address, text, state, settings)
    size = nowhere.together(one, state, settings) if one.carried in ("nothing", "archive") else 0
    if not size or logins.all_issued_by(event, f"{address} {text}", one.destination, settings):
        return one
    what = f"{size} characters without meaning, which stand in nothing read or typed before"
    found = Leaving(one.operation, one.destination, known, nowhere.OPAQUE, NONE, what)
    found.pieces = one.pieces
    return found


SECRET_ARGUMENTS = ("password", "passwd", "passphrase", "secret", "token", "credential", "api_key", "apikey", "otp")


def asks_for_secret(event: Event) -> bool:
    """Has the tool an argument that a secret is for, as a login has?"""
    return event.tool.startswith("mcp__") and any(
        word in name.lower() for name in event.input for word in SECRET_ARGUMENTS)


def spoken(event: Event) -> str:
    """What a call says, without what names a file: the name of a file that was listed is no text that leaves."""
    texts = _texts(event.input)
    return "\n".join(text for name, text in texts if not _names_file(name, text))


def _names_file(name: str, text: str) -> bool:
    return len(text) < 256 and "\n" not in text and "." in text[-6:] and any(w in name.lower() for w in ATTACHED)


def unseen(one: Leaving, known: Known) -> Leaving:
    """What leaves with a command that could not be read to its end, by a session that has met a credential."""
    if one.carried not in ("nothing", "archive"):
        return one
    return Leaving(one.operation, one.destination, known, nowhere.OPAQUE, NONE,
                   "a command that could not be read to its end")


def retold(event: Event, place: str, text: str, fetches: bool, known: Known, settings: Settings) -> tuple[int, str]:
    """(level, what) of text that an internal tool gave and that leaves verbatim to a place that it was not for.

    Not counted: what goes back to the server that gave it, but for a search of the web; a person whom the account's own
    records name, which third parties cannot write; what came in one result with the person's address: the thread that
    is answered.
    """
    service = place.startswith("service:")
    if not service and ("@" in place or not host_of(place)):
        own = Told(event.facts, "named", "o")
        names = {short_fingerprint(e, settings.key) for e in entities_of(place)}
        if classify_destination(place, known) not in (UNKNOWN, FOREIGN) or any(name in own for name in names):
            return NONE, ""
        rest = "\n".join(line for line in text.split("\n") if normalize(line) != place)     # its own number
        return weigh(event, rest, (), settings, False, "", known_to=names)
    if fetches or service:      # what is opened is an address, whose own words stand in what linked to it
        # A body, a question; WebFetch's prompt stays with the client.
        said = service or event.tool.startswith("mcp__")
        rest = " ".join(word for word in text.split() if "/" not in word) if said else ""
        text = "\n".join((prose_of(text), rest))
    return weigh(event, text, (), settings, False, server_of(event) if service and not fetches else "")


def of_effect(event: Event, effect: Any, known: Known, state: State, settings: Settings) -> list[Leaving]:
    """What leaves with one command."""
    place = normalize(effect.destination)
    payload, auth = logins.in_address(effect)
    level, what = payload.level, ", ".join(payload.names[:3])
    made = [name for path, name in payload.perhaps if not event.facts.found.get(("exists", path))]
    if not level and made:
        level, what = CREDENTIALS, ", ".join(dict.fromkeys(made[:3]))
    if level and all(name.startswith("$") for name in payload.names) and "gist" not in place and at_home(
            payload.names, place):
        level = NONE            # a token in an address or a client's code, at its own home
    if level and payload.names and all(name.lower() == place.lower() or (
            not place and name.startswith(f"{effect.program} ")) for name in payload.names):
        level = NONE            # a webhook whose whole address is the secret; what a service gave goes back to it
    if level and known_text(event, payload.names, state, settings):
        level = NONE
    if level and (logins.goes_there(event, place, payload.names, settings) or (
            classify_destination(place, known) != FOREIGN and logins.beside(event, payload.names, place, settings))):
        level = NONE
    texts = [("", payload.text), *((path, event.facts.file(path) or "") for path in payload.files)]
    for path, text in texts:
        if level < CREDENTIALS and text:
            more, named = weigh(event, text, None, settings, effect.kind == FETCHES, place=place)
            mine = more >= CREDENTIALS and logins.all_issued_by(event, effect.destination, place, settings)
            if mine or (more == INTERNAL and PASSAGE in named):     # the address that is called carries not itself
                bare = text.replace((effect.destination if mine else effect.destination.partition("?")[0]) or "\0", " ")
                bare = sentences_of(bare) if effect.program in OTHER_SHELLS and named.endswith(f"({PASSAGE})") else bare
                more, named = weigh(event, bare, None, settings, effect.kind == FETCHES, place=place)
            if more > level:        # what a file holds, nobody made up
                level, what = more, path.rsplit("/", 1)[-1] if path and named.endswith(NEVER_READ) else named
    if not level:
        level, what = folders.told_in(event, payload, settings)
    carried = LEVELS[level] if level else "nothing"
    single = bool(payload.files) and all(event.facts.file(path) is not None for path in payload.files)
    if not level and payload.whole and not single:
        git = effect.program in ("git", "gh") or "the repository" in payload.names
        carried, what = ("repository", "the repository") if git else ("archive", "a whole folder")
    if not level and not single and (payload.whole or folders.looked_into(payload)):
        call = call_of(event, settings, state)
        inside, beyond = folders.secret_in(event, payload, call.command)
        strange = classify_destination(place, known) >= UNKNOWN
        if inside and (strange or folders.for_everybody(call, effect.program)):
            level, carried, what = CREDENTIALS, LEVELS[CREDENTIALS], inside
        elif strange and beyond and nowhere.met(state):
            carried, what = nowhere.OPAQUE, "a folder with more in it than was looked at"
    if not level and effect.operation == "git push" and (
            first := folders.first_sent(event, call_of(event, settings, state), known)):
        level, carried, what = CREDENTIALS, LEVELS[CREDENTIALS], first
    if payload is A_SHELL:
        carried, what = "repository", payload.names[0]
    elif carried in ("nothing", "archive") and not single and nowhere.untold(payload, place, state):
        carried, what = UNREAD, f"what {payload.unread} prints"
    if carried == "nothing" or (carried == "archive" and classify_destination(place, known) == UNKNOWN):
        from guards.contamination import own
        theirs = own.leaving(event, call_of(event, settings, state), effect, place, known, settings)
        carried, what = (own.OWN, theirs) if theirs else (carried, what)
    out = [Leaving(effect.operation, place, known, carried, level, what)]
    if effect.kind == FETCHES and carried == "nothing":
        document, said = retold(event, place, payload.text, True, known, settings)
        out = [Leaving(effect.operation, place, known, "document", document, said)] if document else out
    out = [riddle(event, one, effect.destination, payload.text, known, state, settings) for one in out]
    named = ", ".join(auth.names[:2])
    secret = auth.level or (weigh(event, auth.text, None, settings, False, place=place)[0] if auth.text else NONE)
    home = at_home(auth.names, place) or (not auth.level and logins.all_issued_by(event, auth.text, place, settings))
    home = home or bool(auth.level and (logins.of_service(auth.names, place, known)
                                        or logins.beside(event, auth.names, place, settings)))
    if secret >= CREDENTIALS and not home and not place.startswith("$"):
        out.append(Leaving(effect.operation, place, known, "credentials", secret, named or A_TOKEN, True))
    return out


def weigh(event: Event, text: str, findings: Any, settings: Settings, fetches: bool,
          but: str | None = None, place: str = "", known_to: Iterable[str] = ()) -> tuple[int, str]:
    """(level, what): the gravest thing in a text that leaves, what the user himself gave left out.

    What was first seen in an answer of `place`'s own owner is at home there: a token that a login returned.
    but       counts only what internal tools gave, those of this server left out
    known_to  nor what a result gave that names these people itself: the thread that is answered
    """
    if not text:
        return NONE, ""
    text = logins.unsigned(text, place) if findings is None else text
    home = short_fingerprint(owner_of(place), settings.key) if owner_of(place) else ""
    kept, given = event.facts.kept("seen"), [row for one in event.facts.kept("asked") for row in one.get("s", ())]
    seen = [row for one in kept if (but is None or one.get("t") not in (None, but)) and (
        not home or home not in one.get("at", ())) and (
        not known_to or set(known_to).isdisjoint(one.get("p", ()))) for row in one.get("s", ())]
    theirs = logins.covered(event, place, settings) if place and any("f" in one for one in kept) else frozenset()
    here = [row for one in kept if (home and home in one.get("at", ())) or not theirs.isdisjoint(one.get("f", ()))
            for row in one.get("s", ())]
    from guards._sensitive.folded import unfolded
    from guards._sensitive.overlap import carried
    from guards._sensitive.scan import MARKED, PRIVATE_NAME, scan

    if theirs:
        here = unfolded(here)
        seen = [row for row in unfolded(seen) if row not in here]
    own = {hit.fingerprint for hit in carried(text, given, settings)} if given else frozenset()
    best, what = NONE, ""
    for found in scan(text, settings) if findings is None else findings:
        part = text[found.start:found.end]
        if found.level >= CREDENTIALS and not (given and carried(part, given, settings)):
            if logins.issued_by(event, found.rule, place, settings):
                continue
            read = bool(seen and carried(part, seen, settings))
            if not read and here and carried(part, here, settings):
                continue
            return found.level, f"{A_SECRET} ({found.rule}){'' if read else NEVER_READ}"
    for hit in carried(text, seen, settings) if seen else ():
        if hit.fingerprint in own or hit.level <= best:
            continue
        if (hit.level == PII and hit.kind not in GRAVE) or hit.rule in (PRIVATE_NAME, MARKED):
            continue
        if hit.level == INTERNAL and fetches:
            continue
        if hit.level >= CREDENTIALS and not hit.encoding and logins.issued_by(event, hit.rule, place, settings):
            continue
        through = f", seen through {hit.encoding}" if hit.encoding else ""
        best, what = hit.level, f"{READ_BEFORE} ({hit.kind}{through})"
    return best, what


def owner_of(place: str) -> str:
    """Whose answers a place gives: the owner of its host, or the server behind a tool; "" for others."""
    return place if place.startswith("service:") else registered(host_of(place)) if host_of(place) else ""


def approval(one: Leaving, settings: Settings) -> Approval:
    """What an approval of this covers: this destination's host, up to this level."""
    return short_fingerprint(approved_place(one.destination), settings.key), max(one.level, PII)


def approved_place(place: str) -> str:
    """A host without its path, where the path belongs to the same owner."""
    from guards._text.address import SHARED

    host = host_of(place)
    return host if host and host not in SHARED and "@" not in place else place
