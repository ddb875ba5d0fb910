"""The plan that a person approved in the client's plan mode, and what it orders.

    approved(event)     its text, "" where none was approved
    orders(plan)        its lines that say what will be done

Law: a plan is a proposal until the person approves it, and a "yes" to its own lines then; what a heading sets apart
("Out of scope", "Alternatives") is none of it.  One that was refused, or that only another agent saw, is nothing.
Limitations: a line that tells what is so in the form of an order.
"""
from __future__ import annotations

from guards._call.tags import PLAN
from guards._intent.answers import NO
from guards._text.words import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event

LINES = 80          # of a plan that are read
# Of a heading under which stands what will not be done, or what is so.
APART = frozenset("""alternative alternatives alternativen alternativas avoid background before considered context
    current findings future ideas later maybe optional out problem questions rejected risk risiken risiko risks riesgos
    risques situation später state untouched why""".split())


def approved(event: Event) -> str:
    """The plan that the person approved with this event.

    >>> from guards import Event
    >>> [approved(Event("PostToolUse", "s", tool=PLAN, input={"plan": "Delete a"}, response=response)) for response in (
    ...     {"plan": "Delete b", "isAgent": False}, "User has approved your plan.", "The user refused.",
    ...     {"plan": "Delete b", "isAgent": True})]
    ['Delete b', 'Delete a', '', '']
    """
    if not event.is_result or event.tool != PLAN or event.agent_id:
        return ""
    response = event.response
    given = response.get("plan") if isinstance(response, dict) else None
    if isinstance(response, dict) and (response.get("isAgent") or response.get("awaitingLeaderApproval")):
        return ""
    if isinstance(given, str):
        return given
    from guards._text.plain import leaves
    said = " ".join(str(one) for _, one in leaves(response, depth=4, items=20)).lower()
    return str(event.input.get("plan") or "") if "approved" in said and "not approved" not in said else ""


def orders(plan: str) -> list[str]:
    """The lines of a plan, without those under a heading that sets them apart.

    >>> orders("# Clean up\\n1. Delete notes.md\\n## Out of scope\\n- Delete report.md\\n## Then\\n- push")
    ['1. Delete notes.md', '- push']
    """
    found, apart = [], False
    for line in plan[:8000].split("\n"):
        bare = line.strip(" *_")
        if bare[:1] == "#" or bare[-1:] == ":":
            apart = not (APART | NO).isdisjoint(tokens(bare))
        elif bare and not apart:
            found.append(line.strip())
    return found[:LINES]
