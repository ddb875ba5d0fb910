"""What was launched: the rows of sessions and subagents that an event shows, and what must be remembered to tell.

A dispatcher's answer names its session, whatever envelope it comes in; one that the call went on with gets a row of the
kind `resume`, which owns nothing.  A subagent's start does not say whose it is:
the first open Agent call of its type is taken, and the call's answer, which names both, corrects a wrong guess.
"""
from __future__ import annotations

from guards import AGENT_BEGINS
from guards._call.tags import AGENTS, SUBAGENT
from guards._call.tools import dispatcher
from guards._history.lineage import DISPATCHED, RESUMED, clean_id, kitchens_of, make_row, merged, text
from guards._text.dates import rfc3339
from guards._text.envelope import WRAPPERS, unwrap
from guards.resume_ownership.ownership import before_this, kitchens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from guards import Event, Session, Settings

RECIPE, STEP, DISPATCH = ("recipe_name", "recipe"), ("step_name", "step"), ("dispatch_id",)
# An object of nothing but these carries an answer and says nothing itself.
CARRIERS = frozenset((*WRAPPERS, "isError", "is_error", "_meta", "meta", "type", "annotations"))
ERRORS = frozenset(("error", "details"))
# Agent calls, subagents and later owners that a session remembers.
OPEN_LIMIT, AGENTS_LIMIT, ASKED_LIMIT = 32, 64, 8
ERROR = ("error", "code", "message", "reason")


def remembered(event: Event, session: Session, denied: bool = False) -> dict[str, Any]:
    """The guard's field after this event: open Agent calls, whose each subagent is, later owners asked about."""
    state = session["resume_ownership"]
    opened, agents, asked = list(state.get("open", ())), dict(state.get("agents", {})), list(state.get("asked", ()))
    rival = event.facts.rival
    if rival and rival.get("me") not in asked:
        asked.append(rival.get("me"))
    if event.is_call and event.tool in AGENTS:
        if not denied:
            opened.append([event.call_id, event.agent_id, str(event.input.get(SUBAGENT) or ""), ""])
    elif event.name == AGENT_BEGINS and event.agent_id and event.agent_id not in agents:
        at = _open_call(opened, event.agent_type)
        agents[event.agent_id] = opened[at][1] if at >= 0 else ""
        if at >= 0:
            opened[at] = [*opened[at][:3], event.agent_id]
    elif event.is_answer and event.tool in AGENTS:
        opened = [call for call in opened if call[0] != event.call_id]
        for id in _agent_ids(event):
            agents[id] = event.agent_id
    if (opened, agents, asked) == (state.get("open", []), state.get("agents", {}), state.get("asked", [])):
        return dict(state)
    kept = list(agents.items())[-AGENTS_LIMIT:]
    return {"open": opened[-OPEN_LIMIT:], "agents": dict(kept), "asked": asked[-ASKED_LIMIT:]}


def _open_call(opened: list[Any], agent_type: str) -> int:
    """The open Agent call that a starting subagent answers: the first of its type that has none, else the first."""
    free = [at for at, call in enumerate(opened) if not call[3]]
    return next((at for at in free if opened[at][2] == agent_type), free[0] if free else -1)


def _agent_ids(event: Event) -> list[str]:
    found = dict.fromkeys(clean_id(answer.get("agentId")) for answer in unwrap(event.response))
    return [id for id in found if id][:1]


def rows(event: Event, session: Session, settings: Settings, resumed: str = "") -> Iterator[dict[str, object]]:
    """The rows of what this event shows to be launched."""
    if event.name == AGENT_BEGINS or (event.tool in AGENTS and event.is_result):
        yield from _subagent_rows(event, session, settings)
    elif event.is_answer and event.tool not in AGENTS:
        yield from _dispatch_rows(event, session, settings, resumed)


def _subagent_rows(event: Event, session: Session, settings: Settings) -> Iterator[dict[str, object]]:
    agents = session["resume_ownership"].get("agents", {})
    if event.name == AGENT_BEGINS:
        after = remembered(event, session).get("agents", {}) if event.agent_id else {}
        found = {} if event.agent_id in agents else {event.agent_id: after.get(event.agent_id, "")}
    else:
        # The answer names both; SubagentStart could only guess.
        found = {id: event.agent_id for id in _agent_ids(event) if agents.get(id) != event.agent_id}
    for id, parent in found.items():
        if id:
            yield make_row(id, event.session_id, rfc3339(event.time), kitchen_id=_first(kitchens(event, settings)),
                           kind="subagent", parent_agent_id=parent,
                           agent_type=event.agent_type or str(event.input.get(SUBAGENT) or "")[:100])


def _dispatch_rows(event: Event, session: Session, settings: Settings, resumed: str) -> Iterator[dict[str, object]]:
    answers = said(event)
    id = launched_id(event, settings)
    why = " ".join(text(answer, name) for answer in answers for name in ERROR).lower().replace("_", " ")
    # A refusal launched nothing, whosever id it names; what became of a launch is said as its status, or as a timeout.
    if not id or "already succeeded" in why or (
            answers[0].get("success") is False and "dispatch_status" not in answers[0] and "time" not in why):
        return
    # What is on record of it already says what this call does not: recipe, step, kitchen.
    fact = event.facts.provenance(id) or {}
    known = [row for row in reversed(fact.get("rows", ())) if text(row, "session_id") == id]
    before = merged(known)
    owner = text(before, "caller_session_id") if text(before, "kind") else ""
    if id != resumed and owner not in ("", event.session_id, *before_this(session)):
        return      # somebody else's, and nobody asked to go on with it: no answer makes it this session's
    sources = [event.input, *answers, before]
    yield make_row(
        id, event.session_id, rfc3339(event.time), kitchen_id=_first((*kitchens(event, settings), *kitchens_of(known))),
        dispatch_id=_field([*answers, event.input], DISPATCH), recipe_name=_field(sources, RECIPE),
        step_name=_field(sources, STEP), kind=RESUMED if id == resumed else "dispatch", agent_id=event.agent_id,
        reason="failure" if event.is_failure else "")


def launched_id(event: Event, settings: Settings) -> str:
    """The id of the session that a dispatcher's answer says it launched; "" for none.

    The tag `session` of the tool names one more field that it stands in.
    """
    named = (dispatcher(event.tool, settings) or {}).get("session")
    fields = (*DISPATCHED, named) if isinstance(named, str) and named else DISPATCHED
    return _first(clean_id(answer.get(field)) for answer in said(event) for field in fields)


def said(event: Event) -> list[dict[str, object]]:
    """What the dispatcher itself answered, outermost first: its own object, and those that it put into that as
    objects, or as the details of an error.  A text in it is what the launched session said: whatever JSON that holds
    is the child's word, and the child does not say whose it is."""
    outside = [*unwrap(event.response), *unwrap(event.error, prose=True)]
    found = [answer for answer in outside if not CARRIERS.issuperset(answer)][:1]
    for answer in found:
        for key in WRAPPERS:
            value = answer.get(key)
            if isinstance(value, dict) and len(found) < OPEN_LIMIT:
                found.append(value)
            elif key in ERRORS and isinstance(value, str):
                found.extend(unwrap(value)[:1])
    return found


def _field(sources: list[dict[str, object]], names: tuple[str, ...]) -> str:
    """The first text that any of the sources has under any of the names, bounded."""
    return _first(text(source, name)[:200] for source in sources for name in names)


def _first(values: Any) -> str:
    return next((value for value in values if value), "")
