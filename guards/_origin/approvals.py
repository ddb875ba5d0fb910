"""What a person approved: a class of act and where it goes, not each value; and the way out of the last objection.

    key(...)        one fingerprint of class and destination: `git push` and `git push origin main` are one
    asked, went_ahead, revoked      the state after a question, after the call was made, after a person took it back

Pure.  The state holds fingerprints and cleaned names: {"asked": {call: [key, what, where]},
"approved": {key: [what, where, time]}, "last": [tool, place, what, where], "let": [tool, place]}.
"""
from __future__ import annotations

from guards import CHANGES, FETCHES, SENDS
from guards._evidence.evidence import hasher
from guards._text.address import SHARED, host_of, normalize

TYPE_CHECKING = False
if TYPE_CHECKING:

    from guards._history.fields import Origin as State
    from guards._origin.attribution import Attribution
    from guards._origin.call_values import CallValues


APPROVED, PENDING = 50, 10      # approvals that a session remembers; questions still open
# A kind as it stands in an approval's key: approvals that are on the disk go on counting.
WRITTEN: dict[str, str] = {SENDS: "E", CHANGES: "C", FETCHES: "F", "": ""}


def place(text: str) -> str:
    """A destination as an approval covers it: a host, on a shared host the owner and what is his, an address.

    >>> [place(t) for t in ("https://docs.acme.example/a?b", "https://github.com/acme/app/pulls", "Bo@Lake.example")]
    ['docs.acme.example', 'github.com/acme/app', 'bo@lake.example']
    """
    where = normalize(text)
    host = host_of(where)
    if "@" in where or not host:
        return where.lower()
    return "/".join(where.split("/")[:3]).lower() if host in SHARED else host


def places(made: CallValues) -> list[str]:
    """Where a call goes, in order, each once."""
    return list(dict.fromkeys(place(v.text) for v in made.values if v.aims and not v.users))


def key(made: CallValues, best: Attribution, secret: bytes) -> str:
    """Class of act with its destinations; with its source where the lead was handed over; else with its value.  Of a
    command that no text orders the destinations alone: who lets it log in there lets it copy there."""
    if best.led and best.request is not None and not best.outsider:
        what = ["source", *sorted(best.request.record.query)]
    else:
        what = places(made) or ([best.value.text.lower()] if best.value else sorted(made.words))
    if not (made.shell and best.outsider) or best.ordered:
        what = [WRITTEN[made.kind], " ".join(sorted(made.verbs)), *what]
    return hasher(secret)("\n".join(what))


def asked(state: State, call_id: str, row: list[str]) -> State:
    """A question was put: [key, what, where] waits under the call's id."""
    waiting = {**state.get("asked", {}), call_id: row}
    return {**state, "asked": dict(list(waiting.items())[-PENDING:])}


def went_ahead(state: State, call_id: str, time: str) -> State:
    """The call was made: what it was asked for is approved."""
    waiting = state.get("asked", {})
    if call_id not in waiting:
        return state
    key, what, where = (*waiting[call_id], "", "", "")[:3]
    held = {k: row for k, row in state.get("approved", {}).items() if k != key}
    held[key] = [what, where, time]
    return {**state, "asked": {id: row for id, row in waiting.items() if id != call_id},
            "approved": dict(list(held.items())[-APPROVED:])}
