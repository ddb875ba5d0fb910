"""After a compaction the newest request is still the request: told once more; an older one no longer counts.

A compaction leaves the model with a summary in which an older wish can stand beside the newest one, its place in time
lost.  So the newest request is said again, short, as a quotation; and an act that goes to a place which only an older
prompt named, of a class that nothing said since asks for, is asked about until the person speaks again.
Cannot see: a wish that the newest request takes back in words of its own and that names the same place.
"""
from __future__ import annotations

from guards import FETCHES
from guards._origin.call_values import named
from guards._origin.evidence import hasher
from guards._origin.recalled import Memory, joined

TYPE_CHECKING = False
if TYPE_CHECKING:

    from guards import Event, Session
    from guards._origin.attribution import Attribution
    from guards._origin.call_values import CallValues

TOLD = 300      # characters of the request that are told again


def reminder(requests: list[dict[str, object]]) -> str:
    """What the model is told after a compaction; "" where nothing was asked.  The text is redacted already.

    >>> reminder([{"text": "Fix it"}, {"text": 'Print <b>it</b>\\n"now"'}])
    'The newest request of the person, which still stands: "Print &lt;b&gt;it&lt;/b&gt; \\'now\\'"'
    """
    text = " ".join(str(requests[-1].get("text") or "").split()) if requests else ""
    if not text:
        return ""
    short = text if len(text) <= TOLD else text[:TOLD - 3] + "..."
    safe = short.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "'")
    return f'The newest request of the person, which still stands: "{safe}"'


def newest(session: Session) -> float:
    """When the request that stands was made; 0 where no older one is known or no compaction came after it."""
    requests = session["context"].get("requests") or []
    compacted = session["request_origin"].get("compacted", 0)
    at = float(requests[-1].get("at") or 0) if len(requests) > 1 else 0.0
    return at if at and compacted >= at else 0.0


def place_of_old(event: Event, session: Session, made: CallValues, best: Attribution, key: bytes) -> str:
    """Where a call goes that only an older prompt accounts for; "" for every other call."""
    since = newest(session)
    if not since or made.kind == FETCHES or not best.asked:
        return ""
    late = Memory([row for row in joined(event.facts) if row.get("k") != "u" or float(row.get("at") or 0) >= since])
    if not late.said or late.unclear or late.acts or late.delegates or not made.verbs.isdisjoint(late.verbs):
        return ""
    h = hasher(key)
    old = [v for v in made.values if v.aims and v.users and not named(v, late, h)
           and not (v.entity and v.entity in late.said) and not (v.tokens and all(t in late.said for t in v.tokens))]
    return old[0].text if old else ""
