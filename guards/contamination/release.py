"""A person lowers what the session holds: `guardctl release`, or a typed prompt line `guard: release <reason>`."""
from __future__ import annotations

from guards import PASS, Verdict
from guards._history.labels import label_of
from guards._intent.prompts import ORDERS, typed

TYPE_CHECKING = False
if TYPE_CHECKING:

    from guards import Event, Settings
    from guards._history.fields import Contamination as State



def asked_for(event: Event) -> bool:
    """Is this prompt a person's `guard: release <reason>`?  Nothing but a typed prompt counts."""
    if "guard" not in event.prompt[:20].lower() or not typed(event) or event.source not in ORDERS:
        return False
    head, _, rest = event.prompt.strip().partition(":")
    return head.strip().lower() == "guard" and rest.split(None, 1)[:1] == ["release"] and not event.agent_id


def counts(event: Event) -> bool:
    """Does the line speak for a person?  Not where nobody attends, nor in a client that an agent started."""
    return event.facts.typed


def reason_of(event: Event) -> str:
    """The reason in a typed `guard: release <reason>`; "" where it has none."""
    words = event.prompt.strip().split("\n", 1)[0].partition(":")[2].split(None, 1)
    return " ".join(words[1].split()) if len(words) > 1 else ""


def answer(event: Event, state: State, settings: Settings) -> Verdict:
    """What becomes of the line: the prompt goes on, the person and the model are told; without a reason it is none."""
    reason = reason_of(event)
    if not counts(event):
        return _told("nothing was released: `guard: release` counts only where a person types it; in a terminal of "
                     "your own: guardctl release --reason WHY", "")
    if not reason:
        return _told("nothing was released: it needs a reason; type `guard: release WHY`", "")
    held = label_of(state, "")
    if not held:
        return _told("there was nothing to release: this session holds nothing private", recorded(reason, settings))
    return _told(f"released: this session held {held['level']} from {held['source']}, and goes on as one that holds "
                 f"nothing; what was read is still known when it leaves", recorded(reason, settings))


def _told(what: str, reason: str) -> Verdict:
    return Verdict(PASS, f"contamination: {what}", notice=f"contamination: {what}", by_hand=True,
                   context=f"The first line, `guard: release`, was for the guards ({what}).  The rest of the prompt, "
                           f"if there is any, is for you.", evidence={"release": reason})


def of_clear(state: State) -> Verdict | None:
    """After `/clear`: what this session still holds, and why; None for nothing."""
    held = label_of(state, "")
    if not held:
        return None
    return Verdict(PASS, notice=f"contamination: /clear keeps what the guards know: this session holds {held['level']} "
                                f"from {held['source']}, since files, notes and approvals outlive a conversation.  "
                                f"`guard: release WHY` ends it")


def recorded(reason: str, settings: Settings) -> str:
    """The reason as it may go on record."""
    from guards._sensitive.scan import redact

    return redact(reason.strip(), settings, 300)


def after(reason: str, seconds: float, state: State, settings: Settings) -> State:
    """The state after a release at a time; the very same where no reason is given."""
    from guards._history.labels import released
    from guards._text.dates import rfc3339

    reason = recorded(reason, settings)
    return released(state, rfc3339(seconds), reason) if reason else state
