"""A link is a citation: a page that is merely opened, and what a text does that orders the agent to open it.

A GET of a page carries nothing out but its address.  Where a text names the page, recommends it to its reader or
points to documentation, it is opened without a question; where it orders the agent itself to open it, as a step before
all else or against what it was told, that is asked about.  An address with something in it that the text did not hold
is judged like any other call; so is one whose code is run, but for an installer that everybody knows, in a text to
which the person handed the lead.
"""
from __future__ import annotations

from guards import FETCHES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._call.tags import Tags
    from guards._origin.attribution import Attribution
    from guards._origin.call_values import CallValues

CODE = ("git ", "pip", "npm", "npx", "uv", "cargo", "go ")      # what is fetched is run or becomes part of the project


def cited(found: Tags, made: CallValues, best: Attribution) -> bool:
    """Does this call open a page that a text only names?"""
    if made.kind != FETCHES or best.addressed or (found.consequential and not (best.led and _well_known(made))):
        return False
    if made.shell and made.operation.startswith(CODE):
        return False
    return best.request is None or made.carries is None or made.carries.inside(best.request.words)


def _well_known(made: CallValues) -> bool:
    """Does it go to installers that everybody knows, and nowhere else?"""
    from guards._call.installs import installer
    from guards._text.address import normalize

    aims = [normalize(v.text) for v in made.values if v.aims]
    return bool(aims) and all(map(installer, aims))
