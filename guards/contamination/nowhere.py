"""What leaves and came from nowhere: once a session has met credentials, a text without meaning that it never saw.

Law: counted is only what goes to a place that nobody named; what a person typed, what was read and what a shown command
printed came from somewhere.  Pieces add up: what one call after the other takes to the same place is one text.
Limitations: what stood in a file that a prompt only names, or in the client's own memory.
"""
from __future__ import annotations

from guards import CREDENTIALS, INTERNAL
from guards._call.tags import NOTES, SHOWS, TELLS, WRITERS
from guards._history.labels import highest, level_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Protocol

    from guards import Event, Settings
    from guards._call.destinations import Place
    from guards._history.fields import Contamination as State
    from guards._shell.flow import Flow

    class Leaving(Protocol):
        """What is wanted here of contamination/leaving.py's."""

        kind: int
        pieces: int
        place: Place


OPAQUE = "opaque"
PLACES = 40         # places whose pieces are added up
PIECES = 6          # opaque characters of one call that are worth adding up
# Tools whose results repeat what the agent itself wrote.
OWN_WORDS = WRITERS | TELLS | SHOWS | NOTES


def met(state: State) -> bool:
    """Has this session come across a credential, shown or masked?"""
    return bool(state.get("met")) or level_of(highest(state)) >= CREDENTIALS


def meets(event: Event, state: State) -> State:
    """The state after a response; the very same where it holds no credential, or one was met before."""
    if state.get("met") or not event.is_answer or event.tool in WRITERS or not any(
            found.level >= CREDENTIALS for found in event.facts.findings):
        return state
    return {**state, "met": True}


def remembered(event: Event, text: str, settings: Settings) -> list[dict[str, str]]:
    """The rows that a text leaves behind: marks of its opaque words, not of secret ones or its call's own."""
    if event.tool in OWN_WORDS or not text:
        return []
    from guards._call import call_of
    from guards._sensitive.novel import candidates, marks
    from guards._text.plain import flatten

    if event.tool and call_of(event, settings).printed.level >= INTERNAL:    # a secret, perhaps in disguise
        return []
    given = candidates(flatten(event.input)[0]) if event.tool else set()
    for found in event.facts.findings:
        if found.level >= CREDENTIALS:
            given.update(candidates(text[found.start:found.end]))
    row = marks(text, settings.key, given)
    return [{"r": row}] if row else []


def counted(event: Event, one: Leaving, address: str, text: str, state: State, settings: Settings) -> int:
    """The opaque characters from nowhere in the address and the text that leave; 0 where that is no question."""
    from guards._call.destinations import SERVICE

    if one.kind <= SERVICE or not met(state):
        return 0
    from guards._sensitive.novel import known, riddles, unexplained

    found = [*riddles(address, True), *riddles(text.replace(address, " ") if address else text)]
    rows = [str(row.get("r") or "") for row in event.facts.stored("runs")] if found else []
    return unexplained(found, known(rows), settings.key) if found else 0


def together(one: Leaving, state: State, settings: Settings) -> int:
    """The opaque characters of this call and of those before it to the same place; 0 where they could be no key."""
    from guards._sensitive.novel import ENOUGH

    if one.pieces < PIECES:
        return 0
    size = one.pieces + int((state.get("pieces") or {}).get(place_of(one, settings), 0))
    return size if size >= ENOUGH else 0


def place_of(one: Leaving, settings: Settings) -> str:
    """Whose place it is, as a fingerprint."""
    from guards._call.destinations import short_fingerprint

    return short_fingerprint(one.place.owner or one.place.text, settings.key)


def added(state: State, found: Iterable[Leaving], settings: Settings) -> State:
    """The state once a call has gone out: what opaque characters it took where."""
    places = {**(state.get("pieces") or {})}
    for one in found:
        if one.pieces >= PIECES:
            place = place_of(one, settings)
            places[place] = places.pop(place, 0) + one.pieces
    return {**state, "pieces": dict(list(places.items())[-PLACES:])} if places else state


def untold(payload: Flow, place: str) -> bool:
    """Does what leaves come from a program that shows keys, processes or what a service holds, and nobody looked at it?

    A place that is a variable of the environment, a bucket of the person's own login, or has no host, was set up by
    them.
    """
    from guards._text.address import host_of

    return bool(payload.unread) and not place.startswith("$") and (
        "://" not in place and (bool(host_of(place)) or "@" in place))
