"""The words for the person, once all is known: the verdicts under the dials, who is there, how guardctl is called.

One place composes them (`guards/_text/reason.py`), so that a guard's new reason is as short, and as honest about its
way out, as all others.  Loaded for an objection only.
"""
from __future__ import annotations

from guards import ASK, Session, settled
from guards._text.reason import REST, reason_limit, worded
from hooks import _attendance
from hooks._stores.system import os
from hooks._stores.world import BUNDLE, SHARED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guards import Event, Settings, Verdict
    from hooks._stores.world import World

LATE = ("request_origin: ", "drift: ")      # they speak where no other guard says what goes where, or the person: wait
DOUBLED = ("card", "email", "iban", "ip", "phone", "ssn")       # kinds that a rule of the same name finds
KNOWN = (", named in no prompt", ", named by what was read", " (credentials)")      # where it is said who orders it


def reason(world: World, settings: Settings, event: Event, verdicts: Mapping[str, Verdict], effect: int) -> str:
    """What is said of a call that is asked about or denied: whose order it is, and one guard speaks for those that have
    its way out; the hardest way out first."""
    answered = settled(verdicts.values())
    said = [verdict for name, verdict in verdicts.items() if verdict.effect == effect and name not in answered]
    said.sort(key=lambda verdict: (verdict.way[:1] == ("lift",),
                                   verdict.reason.startswith(LATE) and "held" not in verdict.signals))
    whose = next((str(verdict.evidence["whose"]) for name, verdict in verdicts.items()
                  if verdict.effect and verdict.evidence.get("whose") and name not in answered), "")
    # That mode says no to each question, and so does a machine where nobody sits.
    there = present(world, event) and not (effect == ASK and (
        event.permission_mode == "dontAsk" or settings.extension_keys.get("questions") == "deny"))
    parts = []
    for verdict in _speaking(said, ask=effect == ASK and there):
        def words(what: str, more: str, verdict: Verdict = verdict) -> str:
            lasting = all(map(_lasts, (one for one in said if one.way == verdict.way)))
            return worded(what, verdict.way, more, ask=effect == ASK, there=there, lasting=lasting,
                          ctl=guardctl(world), limit=reason_limit(event.tool))

        made, (guard, _, what) = words(verdict.reason, verdict.more), verdict.reason.partition(": ")
        if whose and whose not in what:
            for known in KNOWN:
                what = what.replace(known, "")
            ordered = words(f"{guard}: {whose}, not you, asks: {what}", verdict.more)
            made = ordered if REST not in ordered else words(       # what goes where counts for more
                verdict.reason, f"It is {whose} asking, not you.  {verdict.more}")
        parts.append(made)
    text = " | ".join(dict.fromkeys(parts))
    for kind in DOUBLED:
        text = text.replace(f"[{kind}:{kind}:", f"[{kind}:")
    return text


def _lasts(verdict: Verdict) -> bool:
    """Is a yes to it remembered?"""
    return bool(verdict.approves or verdict.origin)


def _speaking(said: list[Verdict], ask: bool) -> list[Verdict]:
    """One verdict a way out, with what the others know; of questions to a person one for what his yes covers: the way
    out is the same word."""
    found: list[Verdict] = []
    for verdict in said:
        first = next((one for one in found if one.way == verdict.way or (ask and not (_lasts(one) or _lasts(verdict)))),
                     None)
        if first is None:
            found.append(verdict)
            continue
        late = verdict.reason.startswith(LATE)
        also = verdict.more.partition("  ")[0] if late else f"Also: {verdict.reason.partition(': ')[2]}."
        if first.way != verdict.way:        # another guard's way to keep it
            also = f"{also} {verdict.more}".rstrip()
        found[found.index(first)] = first.with_(more=" ".join(filter(None, (first.more, also))),
                                                approves=[*first.approves, *verdict.approves],
                                                origin=first.origin or verdict.origin)
    return found


def present(world: World, event: Event) -> bool:
    """Is somebody there to answer, or to type?"""
    try:
        return _attendance.attended(world, event, Session(event.session_id), "")
    except FileNotFoundError:
        return True


def guardctl(world: World, bundle: str = BUNDLE) -> str:
    """How a person in the project's folder calls guardctl."""
    home = os.path.dirname(bundle)
    if os.path.basename(home) == SHARED:
        return ".autoskillit/guardctl"
    if os.path.basename(home) != ".autoskillit":
        return "guardctl"
    own = os.path.dirname(home) != world.project and os.path.dirname(home) == world.env.get("HOME")
    return "~/.autoskillit/guardctl" if own else ".autoskillit/guardctl"
