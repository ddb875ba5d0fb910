"""Whose service stands behind a tool: this machine's, one that keeps the person's own records, or one lent to anybody.

By kind, not by list: what is not known to stay here may lead outside, and a search engine, a translator, a webhook or
a model behind an address gets what it is given.
Cannot see: a private store whose name says nothing of it; a person's own instance of a public service.
"""
from __future__ import annotations

from guards import SENDS
from guards._call.destinations import NAMED, SERVICE, UNKNOWN, short_fingerprint
from guards._call.names import PRIVATE_PLACES, reads
from guards._call.tags import BUILT_IN, leaves_machine, words_of
from guards._text.plain import leaves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event
    from guards._call.destinations import Known
    from guards._call.tags import Tags

SAYS = 4    # words of an argument from which a call that looks something up says something


def lent(tool: str) -> bool:
    """Is a tool's service one that anybody may ask, and that keeps no records of the person's own?

    >>> [lent(t) for t in ("mcp__perplexity__ask", "WebSearch", "mcp__notion__create_page", "mcp__git__log", "Read")]
    [True, True, False, False, False]
    """
    if not tool.startswith("mcp__"):
        return tool in BUILT_IN
    return leaves_machine(tool) and PRIVATE_PLACES.isdisjoint(words_of(tool))


def leads_outside(event: Event, found: Tags) -> bool:
    """May an MCP tool of no external tag carry a text out?

    One that looks something up does with a sentence, where it is no private store; any other does, but for a private
    store that is told none.  What the person tagged is as they say.
    """
    if not event.tool.startswith("mcp__") or not leaves_machine(event.tool) or not found.by_hand.isdisjoint(
            ("external", "internal_source")):
        return False
    says = any(isinstance(one, str) and len(one.split()) >= SAYS for _, one in leaves(event.input))
    return says and not found.internal_source if reads(event.tool) else says or not found.internal_source


def of_strangers(event: Event, found: Tags, kind: int, known: Known) -> int:
    """What the service behind a tool is to the session: one lent to anybody is the person's choice where a prompt
    speaks of it by its name, else nobody's."""
    if kind != SERVICE or found.kind == SENDS or not lent(event.tool):
        return kind
    named = any(short_fingerprint(word, known.key) in known.user for word in words_of(server_of(event)))
    return NAMED if named else UNKNOWN


def server_of(event: Event) -> str:
    """The server of an MCP tool; the tool itself where it has none."""
    parts = event.tool.split("__")
    return parts[1] if len(parts) > 2 else event.tool.lower()
