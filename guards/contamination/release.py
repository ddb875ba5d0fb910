"""A person lowers what the session holds: `guardctl release`, or a typed prompt line `guard: release <reason>`."""
from __future__ import annotations

from guards import DENY, Verdict
from guards._history.labels import label_of
from guards._origin.prompts import typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Event, Settings

    State = dict[str, Any]


def asked_for(event: Event) -> bool:
    """Is this prompt a person's `guard: release <reason>`?  Nothing but a typed prompt counts."""
    if "guard" not in event.prompt[:20].lower() or not typed(event) or event.source == "sdk":
        return False
    head, _, rest = event.prompt.strip().partition(":")
    return head.strip().lower() == "guard" and rest.split(None, 1)[:1] == ["release"] and not event.agent_id


def _reason(event: Event) -> str:
    if event.name in ("Release", "Accept"):
        return event.prompt.strip()
    words = event.prompt.partition(":")[2].split(None, 1)
    return " ".join(words[1].split()) if len(words) > 1 else ""


def answer(event: Event, state: State, settings: Settings) -> Verdict:
    """Takes the line in: it is never sent on, and a release without a reason is none."""
    if not _reason(event):
        return Verdict(DENY, "contamination: a release needs a reason; type `guard: release <reason>`",
                       details={"release": ""})
    held = label_of(state, "")
    was = f"{held['level']}, from {held['source']}" if held else "nothing"
    return Verdict(DENY, f"contamination: released on record (the session held {was}); this line was not sent on; "
                         f"go on with the next prompt", details={"release": cleaned(event, settings)})


def cleaned(event: Event, settings: Settings) -> str:
    """The reason as it may go on record."""
    from guards._sensitive.scan import clean

    return clean(_reason(event), settings, 300)


def after(event: Event, state: State, settings: Settings) -> State:
    """The state after a release."""
    from guards._history.labels import released
    from guards._text.dates import rfc3339

    reason = cleaned(event, settings)
    return released(state, rfc3339(event.time), reason) if reason else state
