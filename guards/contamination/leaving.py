"""One thing that leaves with a call: what is in it, and how grave that is for the place to which it goes.

Carried is what was read before (fingerprints) and what is secret as it stands.  What the person gave, and what a
place's own owner gave, is at home there.
Limitations: what the overlap cannot (ciphers, paraphrase).
"""
from __future__ import annotations

from guards import CREDENTIALS, INTERNAL, NONE, PII
from guards._call.destinations import (
    FOREIGN,
    UNKNOWN,
    Told,
    owner_of,
    server_of,
    short_fingerprint,
)
from guards._call.tags import BUILT_IN
from guards._text.address import SHARED, normalize, prose_of
from guards.contamination import logins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from guards import Event, Settings
    from guards._call.destinations import Place
    from guards._sensitive.folded import Row
    from guards._types import Approval

# Personal data whose leaving is worth a question; addresses and numbers of people are in every other mail.
GRAVE = frozenset("card iban ssn".split())
PASSAGE = "passage"
NEVER_READ = ", which was never read"
MADE_UP = frozenset("demo dummy fake sample test".split())
READ_BEFORE, A_SECRET, A_TOKEN = "what was read before", "a secret", "a token"


class Leaving:
    """One thing that leaves.

    carried  "nothing", "archive", "repository", "document" (text that an internal tool gave, verbatim), "unread"
             (what a program prints that nobody has looked at), or a level's word
    level    that of what is known to be in it
    what     what it is, for a person: ".env", "a value read before (api_key)"
    auth     it is the caller's own way in, not what is sent
    place    where it goes, kind: how that place is known
    literal  a secret stands in the call itself, perhaps in a disguise that only the overlap knows
    excuse   the id of what makes it no question; "" for none
    """

    __slots__ = tuple("auth carried excuse kind level literal operation place what".split())

    def __init__(self, operation: str, place: Place, carried: str, level: int, what: str, auth: bool = False,
                 excuse: str = "") -> None:
        self.operation, self.place, self.kind = operation, place, place.kind
        self.carried, self.level, self.what, self.auth = carried, level, what, auth
        self.literal = level >= CREDENTIALS and what.startswith((READ_BEFORE, A_SECRET, A_TOKEN))
        self.excuse = excuse


def weigh(event: Event, text: str, findings: Any, settings: Settings, fetches: bool,
          but: str | None = None, place: str = "", known_to: Iterable[str] = ()) -> tuple[int, str]:
    """(level, what): the gravest thing in a text that leaves, what the user himself gave left out.

    What was first seen in an answer of `place`'s own owner is at home there: a token that a login returned.
    but       counts only what internal tools gave, those of this server left out
    known_to  nor what a result gave that names these people itself: the thread that is answered
    """
    if not text:
        return NONE, ""
    from guards._sensitive.overlap import carried
    from guards._sensitive.scan import MARKED, PRIVATE_NAME, scan

    given, seen, here = _rows(event, place, but, known_to, settings)
    for found in scan(text, settings) if findings is None else findings:
        part = text[found.start:found.end]
        if found.level < CREDENTIALS or carried(part, given, settings) or logins.issued_by(
                event, found.rule, place, settings):
            continue
        read = carried(part, seen, settings)
        if not read and found.rule == "assigned-password" and _made_up(part):
            continue
        if read or not carried(part, here, settings):
            return found.level, f"{A_SECRET} ({found.rule}){'' if read else NEVER_READ}"
    own = {hit.fingerprint for hit in carried(text, given, settings)}
    best, what = NONE, ""
    for hit in carried(text, seen, settings):
        if hit.fingerprint in own or hit.level <= best:
            continue
        if (hit.level == PII and hit.kind not in GRAVE) or hit.rule in (PRIVATE_NAME, MARKED):
            continue
        if hit.level == INTERNAL and fetches:
            continue
        if hit.level >= CREDENTIALS and not hit.encoding and logins.issued_by(event, hit.rule, place, settings):
            continue
        through = f", seen through {hit.encoding}" if hit.encoding else ""
        best, what = hit.level, f"{READ_BEFORE} ({hit.kind}){through}"
    return best, what


def _made_up(password: str) -> bool:
    """Does a password that nobody read say itself that it is one for tests?"""
    from guards._call.tags import words_of

    return not MADE_UP.isdisjoint(words_of("".join(c if c.isalpha() else "_" for c in password)))


def _rows(event: Event, place: str, but: str | None, known_to: Iterable[str],
          settings: Settings) -> list[list[Row]]:
    """(what the person gave, what was read before, what of that is at home at this place); for the rest see `weigh`."""
    home = short_fingerprint(owner_of(place), settings.key) if owner_of(place) else ""
    kept = event.facts.stored("seen")
    given = [row for one in event.facts.stored("asked") for row in one.get("s", ())]
    given += [row for row in logins.met_with(event, place, settings) if row[0] >= CREDENTIALS]
    seen = [row for one in kept if (but is None or one.get("t") not in (None, but)) and home not in one.get(
        "at", ()) and set(known_to).isdisjoint(one.get("p", ())) for row in one.get("s", ())
        if row[0] != INTERNAL or one.get("t")]      # what an internal tool gave, not a file that is private by its name
    theirs = logins.covered(event, place, settings) if any("f" in one for one in kept) else frozenset()
    here = [row for one in kept if home in one.get("at", ()) or not theirs.isdisjoint(one.get("f", ()))
            for row in one.get("s", ())]
    if theirs:
        from guards._sensitive.folded import unfolded

        here = unfolded(here)
        seen = [row for row in unfolded(seen) if row not in here]
    return [given, seen, here]


def approval(one: Leaving, settings: Settings) -> Approval:
    """What an approval of this covers: this destination's host, up to this level."""
    place = one.place
    apart = place.person or place.host in SHARED        # elsewhere a path belongs to the host's owner
    return short_fingerprint(place.text if apart else place.host, settings.key), max(one.level, PII)


def retold(event: Event, place: Place, text: str, fetches: bool, settings: Settings) -> tuple[int, str]:
    """(level, what) of text that an internal tool gave and that leaves verbatim to a place that it was not for.

    Not counted: what goes back to the server that gave it, but for a search of the web; a person whom the account's own
    records name, which third parties cannot write; what came in one result with the person's address: the thread that
    is answered.
    """
    service = place.text.startswith("service:")
    if not service and place.person:
        own = Told(event.facts, "named", "o")
        if place.kind not in (UNKNOWN, FOREIGN) or any(name in own for name in place.names):
            return NONE, ""
        return weigh(event, "\n".join(line for line, own in _lines(text) if own != place.text), (),  # its own number
                     settings, False, "", known_to=place.names)
    if fetches or service:      # what is opened is an address, whose own words stand in what linked to it
        # A body, a question; WebFetch's prompt stays with the client.
        said = text.split() if service or event.tool not in BUILT_IN else ()
        text = " ".join((prose_of(text), *(word for word in said if "/" not in word)))
    return weigh(event, text, (), settings, False, server_of(event) if service and not fetches else "")


def _lines(text: str) -> list[tuple[str, str]]:
    """Each line, and as an address: one text goes to many people."""
    if text not in _LINES:
        _LINES.clear()
        _LINES[text] = [(line, normalize(line)) for line in text.split("\n")]
    return _LINES[text]


_LINES: dict[str, list[tuple[str, str]]] = {}       # of this process, the last text
