"""A session may only go on with a session that it launched, that its kitchen owns, or that was handed over to it.

Judges every way to resume: a dispatcher tool's resume field, a resume by another agent's command line inside a shell,
a message to a subagent of another session.  What the rows of session_provenance.jsonl about an id come to decides
(`_lineage.merged`: what was seen outranks what was told, the first owner seen stands until a hand-over):

    this session itself                                    deny
    a session that nobody dispatched (layer 3)             deny
    launched by this session, or by one it is a fork of    pass
    of this session's kitchen                              pass
    of the kitchen that the project's last server names    ask
    anybody else's                                         deny
    dispatched, by nobody knows whom                       pass, and says so
    the beginning of several ids; "the most recent one"    ask
    an id that nothing is known of; a store that cannot be read    pass, and says so
    any of those that pass, where a live process is in it  ask

and when two live processes go on with this very session, the later one is asked once before it acts.  It also
says what is to be recorded: a row a launched session, with the caller that the client named.

Limitations: an id that exists only when a command runs; a resume by a person's own hand, which is no tool call;
another machine's store or processes.  A kitchen id in the call's own input is believed, as the dispatcher believes it.
"""
from __future__ import annotations

from guards import AGENT_BEGINS, DENY, SILENT, Verdict
from guards._call import call_of
from guards._call.tags import AGENTS, MESSAGE
from guards._call.tools import dispatcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event, Own, Session, Settings
    from guards._types import Fact
    from guards.resume_ownership.ownership import Claim

MESSAGES = {MESSAGE: ("to", "recipient", "agent_id"), **dict.fromkeys(AGENTS, ("resume",))}
RIVAL: Fact = ("rival", "")
KITCHEN: Fact = ("kitchen", "")


def judge(event: Event, session: Session, settings: Settings) -> Verdict:
    """May this session go on with that one, and is it alone in its own?  Silent where neither is a question."""
    wishes = claims(event, settings)
    rival = event.facts.rival
    if not wishes and not rival:
        return SILENT
    from guards.resume_ownership import ownership

    return ownership.verdict(wishes, rival, event, session, settings)


def requires(event: Event, session: Session, settings: Settings) -> list[Fact]:
    """Who launched what this call goes on with; for a launch, the kitchen that it is made in."""
    if event.is_call:
        found: list[Fact] = [("provenance", claim.id) for claim in claims(event, settings) if claim.id.strip("?*")]
        return [RIVAL, *found, KITCHEN, ("kitchen_hint", ""), ("live", "")] if found else [RIVAL]
    if not _shows_a_launch(event, settings):
        return []
    if event.tool in AGENTS or event.name == AGENT_BEGINS:
        return [KITCHEN]
    from guards.resume_ownership.launches import launched_id

    launched = launched_id(event, settings)
    return [KITCHEN, ("provenance", launched)] if launched else [KITCHEN]


def learn(event: Event, session: Session, settings: Settings, own: Own) -> dict[str, object]:
    """Which Agent calls are open, which subagent hangs under which, who was asked about a second owner."""
    if event.tool not in AGENTS and event.name != AGENT_BEGINS and not event.facts.rival:
        return dict(session["resume_ownership"])
    from guards.resume_ownership import launches

    return launches.remembered(event, session, own.effect == DENY)


def records(event: Event, session: Session, settings: Settings) -> dict[str, list[dict[str, object]]]:
    """The rows of the sessions and subagents that this event shows to be launched."""
    if not _shows_a_launch(event, settings):
        return {}
    from guards.resume_ownership import launches

    rows = list(launches.rows(event, session, settings, resumed_id(event, settings)))
    return {"provenance": rows} if rows else {}


def _shows_a_launch(event: Event, settings: Settings) -> bool:
    """Whether the event may show that a session or subagent was launched."""
    if event.is_answer:
        return event.tool in AGENTS or bool(resume_field(event.tool, settings))
    return event.name == AGENT_BEGINS


def resumed_id(event: Event, settings: Settings) -> str:
    """The id that a dispatcher's call went on with; "" where it began afresh."""
    field = "" if event.tool in AGENTS else resume_field(event.tool, settings)
    given = event.input.get(field) if field else None
    if not given:
        return ""
    from guards._history.lineage import clean_id

    return clean_id(given)


def claims(event: Event, settings: Settings) -> list[Claim]:
    """What the call would go on with; [] for nearly all calls."""
    if not event.is_call:
        return []
    tool = event.tool
    call = call_of(event, settings)
    if call.command:
        if not call.resumes:
            return []
        from guards.resume_ownership.ownership import SHELL, Claim, clean_id

        return [Claim(SHELL, clean_id(resume.id), resume.program) for resume in call.resumes]
    fields = MESSAGES.get(tool)
    given = [(name, event.input[name]) for name in fields or (resume_field(tool, settings),) if event.input.get(name)]
    if not given:
        return []
    from guards.resume_ownership.ownership import DISPATCHED, MESSAGE, Claim, clean_id

    ids = [(name, clean_id(value)) for name, value in given]
    if fields:
        return [Claim(MESSAGE, id, name) for name, id in ids if id not in ("", "*")][:1]
    return [Claim(DISPATCHED, id, name) for name, id in ids if id]


def resume_field(tool: str, settings: Settings) -> str:
    """The argument of a dispatcher tool that names the session to go on with; "" for every other tool."""
    row = dispatcher(tool, settings)
    return "" if row is None else str(row.get("resume") or "resume_session_id")
