"""Who is there: can a person answer a question, and does an event come from the client at all?

Law: a question that nobody can answer is no question; what cannot be known counts as attended, for a question to
nobody stops a call, and silence would let it pass.

Cannot see: a client that something else started on the agent's behalf (cron), a script that imitates its client.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guards import Event

ALONE = frozenset(("dontAsk", "bypassPermissions"))


def is_attended(event: Event, environ: Mapping[str, str]) -> bool:
    """Can a person answer a question about this call?  False under `-p`, `dontAsk`, `bypassPermissions`."""
    if event.mode in ALONE:
        return False
    said = environ.get("CLAUDE_CODE_SESSION_ATTENDED", "")
    if said in ("0", "1"):
        return said == "1"
    return not environ.get("CLAUDE_CODE_ENTRYPOINT", "").startswith("sdk")
