"""Did every call that ran pass by the guards, as they judged it?  Hooks that were off, a mod, a killed hook show.

    after     the shell's field after an event: the calls under way (`judged`: {call id: names of the inputs that were
              judged}), how many results did not fit one (GAPS), and what the person is still to be told (`owed`)
    joined    the call that a PermissionRequest is about, "" for none: the client gives it no id
    as_judged  a result of what the call's own row holds: its parameters need not be written twice
    found     the gap that this event showed, "" for none
    told      the sentence for the person, once a session

"unjudged": a result whose call no PreToolUse row knows.  "changed": it ran with another input than was judged, and not
with the one that a guard of ours put in its place.  A name is a keyed digest: no input can be guessed from it.  A call
that failed the client's own validation stands in PostToolBatch alone, and is no gap; nor is one that ran while we were
installed, nor one that was judged and stands there without a result: a person or a rule of the client's refused it.

Limitations: a call whose result passes us by as well.
"""
from __future__ import annotations

from guards import DENY
from hooks._stores.json import canonical
from hooks._stores.ledger import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guards import Event, Verdict

CALL, RESULTS, REFUSED = "PreToolUse", ("PostToolUse", "PostToolUseFailure"), "PostToolBatch"
SHOWN = (CALL, "PostToolUse", "UserPromptSubmit", "SessionStart")    # events whose message the client shows
MOST = 256                          # calls under way that are remembered; beyond them nobody is accused
# Not ids: a call was judged in this session; the bound was hit; the last calls that ended, since a client that has us
# registered twice tells a result twice.
BEGUN, OVER, ENDED = "begun", "over", "ended"
LAST = 16
COMPLETED = ("AskUserQuestion", "ExitPlanMode")      # the person completes their input in the client's dialog
# What the orchestrator's own guard puts into a call by `updatedInput`: a token of its own, which changes nothing.
ADDED = frozenset(("_autoskillit_exploration_request_token",))
GAPS = {
    "unjudged": "a call of {tool} ran that these guards were not asked about: hooks were off for a while, or one was "
                "killed; see guardctl status",
    "forged": "a command that the agent ran made up an event{tool} of this session for these guards; it does not "
              "count, see guardctl status",
    "changed": "{tool} ran with another input than the one that was judged: another hook, a mod or an application "
               "changed it; see /hooks in the client",
}


def after(field: Mapping[str, Any], event: Event, verdict: Verdict, key: bytes) -> dict[str, Any]:
    """The shell's field once this event counts; `verdict` as it counted."""
    new = dict(field)
    judged = field.get("judged", {})
    gap = _gap(event, judged, key)
    if gap:
        new[gap] = field.get(gap, 0) + 1
    if event.call_id and event.name in (*RESULTS, REFUSED) and event.call_id in judged:
        new["judged"] = {**{id: names for id, names in judged.items() if id != event.call_id},
                         ENDED: [*judged.get(ENDED, ()), event.call_id][-LAST:]}
    elif event.call_id and event.name == CALL and verdict.effect != DENY:
        new["judged"] = _with(judged, event, verdict.updated_input, key)
    if event.name in SHOWN:
        new.pop("owed", None)
    elif event.name == "Forged":
        new.update(forged=field.get("forged", 0) + 1, owed=[GAPS["forged"].format(tool=f" ({event.source[:40]})")])
    elif event.name == "ConfigChange" and verdict.effect == DENY:
        new["owed"] = [verdict.reason]        # the client shows nothing of that event's answer
    return new


def joined(field: Mapping[str, Any], event: Event, key: bytes) -> str:
    """The newest call under way of this very input: it is what the person is shown."""
    judged = field.get("judged") or {}
    return next((id for id in reversed(list(judged)) if id not in (BEGUN, OVER, ENDED)
                 and _name(event.input, id, key) in judged[id]), "")


def as_judged(field: Mapping[str, Any], event: Event, key: bytes) -> bool:
    """Is this the result of a call that ran with the very input that its own row holds?"""
    names = (field.get("judged") or {}).get(event.call_id) if event.call_id and event.name in RESULTS else None
    return names is not None and names[:1] == [_name(event.input, event.call_id, key)]


def found(before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """The gap that lies between two states of the field."""
    return next((gap for gap in GAPS if now.get(gap, 0) > before.get(gap, 0)), "")


def notices(before: Mapping[str, Any], now: Mapping[str, Any], tool: str) -> list[str]:
    """What the person is told of it: each kind once a session."""
    gap = found(before, now)
    return [GAPS[gap].format(tool=tool[:60])] if gap and not before.get(gap) else []


def _gap(event: Event, judged: Mapping[str, Any], key: bytes) -> str:
    if event.name not in RESULTS or not event.call_id or BEGUN not in judged:
        return ""
    names = judged.get(event.call_id)
    if names is None:
        return "" if OVER in judged or event.call_id in judged.get(ENDED, ()) else "unjudged"
    if event.tool in COMPLETED or (isinstance(event.response, dict) and event.response.get("userModified")):
        return ""
    return "" if _name(event.input, event.call_id, key) in names else "changed"


def _with(judged: Mapping[str, Any], event: Event, ours: Mapping[str, Any] | None, key: bytes) -> dict[str, Any]:
    """The calls under way and this one, with the input that a guard of ours put in its place."""
    names = [_name(given, event.call_id, key) for given in (event.input, ours) if given is not None]
    new = {**judged, BEGUN: [], event.call_id: names}
    if len(new) > MOST:
        del new[next(id for id in new if id not in (BEGUN, OVER, ENDED))]
        new[OVER] = []
    return new


def _name(given: Mapping[str, Any], call_id: str, key: bytes) -> str:
    if not ADDED.isdisjoint(given):
        given = {name: value for name, value in given.items() if name not in ADDED}
    return digest(key + call_id.encode("utf-8", "replace") + canonical(given).encode("ascii"))[:16]
