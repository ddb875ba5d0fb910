"""A session may only go on with a session that it launched, that its kitchen owns, or that was handed over to it.

Judges every way to resume: a dispatcher tool's resume field, a resume by another agent's command line inside Bash, a
message to a subagent of another session.  The latest row of session_provenance.jsonl about an id decides:

    this session itself                                    deny
    a session that nobody dispatched (layer 3)             deny
    launched by this session, or by one it is a fork of    pass
    of this session's kitchen                              pass
    anybody else's                                         deny
    the beginning of several ids; "the most recent one"    ask
    an id that nothing is known of; a store that cannot be read    pass, and says so

and when two live processes go on with this very session, the later one is asked once before it acts.  It also
says what is to be recorded: a row a launched session, with the caller that the client named.

Cannot see: an id that exists only when a command runs; a resume by a person's own hand, which is no tool call;
another machine's store.  A kitchen id in the call's own input is believed, as the dispatcher believes it.
"""
from __future__ import annotations

from guards import ASK, DENY, PASS, SILENT, Verdict, combine
from guards._dates import rfc3339
from guards._lineage import Found, clean_id, make_row, resolve, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from guards import Event, Session, Settings

DISPATCHER = "dispatch_food_truck"          # known without a registry row, bare or as an MCP tool
SHELL_TOOLS = frozenset(("Bash", "PowerShell", "Monitor", "run_shell_command", "shell", "bash"))
MESSAGES = {"SendMessage": ("to", "recipient", "agent_id"), "Agent": ("resume",), "Task": ("resume",)}
SUBAGENT_TOOLS = frozenset(("Agent", "Task"))
RECIPE, STEP, KITCHEN, DISPATCH = ("recipe_name", "recipe"), ("step_name", "step"), ("kitchen_id",), ("dispatch_id",)
# Agent calls, subagents and later owners that a session remembers.
OPEN_LIMIT, AGENTS_LIMIT, ASKED_LIMIT = 32, 64, 8

DISPATCHED, SHELL, MESSAGE = "dispatch", "shell", "message"
FRESH = {DISPATCHED: "dispatch afresh without {field}", SHELL: "start a new session instead of resuming",
         MESSAGE: "start a subagent of your own"}
WAY = ("{fresh}, resume it from the session that owns it or from the same kitchen, or have a person hand it over: "
       "guardctl handover {id} --to {own} --reason ...")


class Claim:
    """One wish to go on with a session: how (DISPATCHED, SHELL, MESSAGE), the id, the name of the field or program."""

    __slots__ = ("field", "how", "id")

    def __init__(self, how: str, id: str, field: str) -> None:
        self.how, self.id, self.field = how, id, field


def judge(event: Event, session: Session, settings: Settings) -> Verdict:
    verdicts = [_judge(claim, event, session, settings) for claim in claims(event, settings)]
    rival = event.facts.get("rival")
    if rival and rival.get("me") not in session["resume_ownership"].get("asked", ()):
        verdicts.append(_two_owners(rival))
    return combine(verdicts) if verdicts else SILENT


def needs(event: Event, session: Session, settings: Settings) -> list[str]:
    if event.name == "PreToolUse":
        names = [f"provenance:{claim.id}" for claim in claims(event, settings) if claim.id.strip("?*")]
        return ["rival", *names, "kitchen"] if names else ["rival"]
    if event.name == "SubagentStart" or (event.name in ("PostToolUse", "PostToolUseFailure") and (
            event.tool in SUBAGENT_TOOLS or resume_field(event.tool, settings))):
        return ["kitchen"]
    return []


def claims(event: Event, settings: Settings) -> list[Claim]:
    """What the call would go on with; [] for nearly all calls."""
    if event.name != "PreToolUse":
        return []
    tool = event.tool
    if tool in SHELL_TOOLS:
        command = event.input.get("command")
        if not isinstance(command, str) or not _names_a_client(command):
            return []
        from guards._resume_words import resumes

        return [Claim(SHELL, clean_id(resume.id), resume.program) for resume in resumes(command)]
    fields = MESSAGES.get(tool)
    if fields:
        ids = [(field, clean_id(event.input.get(field))) for field in fields]
        return [Claim(MESSAGE, id, field) for field, id in ids if id and id != "*"][:1]
    field = resume_field(tool, settings)
    id = clean_id(event.input.get(field)) if field else ""
    return [Claim(DISPATCHED, id, field)] if id else []


def _names_a_client(command: str) -> bool:
    """A cheap test that most commands fail; the reading proper is _resume_words'."""
    return "resume" in command or "claude" in command or "codex" in command or "opencode" in command or (
        "qwen" in command or "gemini" in command or "copilot" in command or "droid" in command or "amp " in command)


def resume_field(tool: str, settings: Settings) -> str:
    """The argument of a dispatcher tool that names the session to go on with; "" for every other tool."""
    for rows in (settings.tools, settings.known_tools):
        for pattern, row in rows:
            if ("dispatcher" in row or "resume" in row) and _fits(pattern, tool):
                if not row.get("dispatcher", bool(row.get("resume"))):
                    return ""
                return str(row.get("resume") or "resume_session_id")
    return "resume_session_id" if tool == DISPATCHER or tool.endswith("__" + DISPATCHER) else ""


def _fits(pattern: str, tool: str) -> bool:
    if "*" in pattern or "?" in pattern:
        from guards._glob import match

        return match(pattern, tool)
    return pattern == tool


def _judge(claim: Claim, event: Event, session: Session, settings: Settings) -> Verdict:
    """The table of the docstring, for one claim."""
    own, how = event.session_id, claim.how
    if claim.id in ("?", "*", ""):
        return _unreadable(claim)
    fact = event.facts.get(f"provenance:{claim.id}")
    if fact is None:
        found = Found(claim.id if claim.id == own else "")
    else:
        found = resolve(claim.id, own, fact.get("rows", ()), fact.get("others", ()))
    if how == MESSAGE:
        found = found if found.id == claim.id and found.row else Found()
    if found.id == own:
        return _deny(claim, found, own, "is this session itself", "own_session")
    if found.candidates:
        return Verdict(ASK, f"resume_ownership: {_quoted(claim.id)} is the beginning of {len(found.candidates)} "
                            "session ids; give the whole id",
                       details={"rule": "ambiguous", "ids": list(found.candidates[:8])})
    if not found.id:
        return SILENT if how == MESSAGE else _unknown(claim, fact is None, settings)
    caller, kitchen = text(found.row, "caller_session_id"), text(found.row, "kitchen_id")
    dispatched = text(found.row, "recipe_name") or text(found.row, "kind") == DISPATCHED
    if found.layer3 or (not dispatched and (how == DISPATCHED or not (caller or kitchen))):
        return _deny(claim, found, own, "is an orchestrator's own session (layer 3), which nobody dispatched", "layer")
    if caller and caller in (own, *_before(session)):
        return _pass("owned", found)
    if kitchen and kitchen in kitchens(event, settings):
        return _pass("kitchen", found)
    owner = f"session {_quoted(caller)}" if caller else f"kitchen {_quoted(kitchen)}" if kitchen else "another session"
    return _deny(claim, found, own, f"belongs to {owner}, not to this session or its kitchen", "not_owned")


def _before(session: Session) -> list[str]:
    """The sessions that this one is a continuation of: forked from, or cleared."""
    parents = session["shell"].get("parents") if isinstance(session["shell"], dict) else None
    return [id for id in parents if isinstance(id, str)] if isinstance(parents, list) else []


def kitchens(event: Event, settings: Settings) -> list[str]:
    """The kitchens that the call is made in: as its input names it, the environment, the project's marker."""
    named = [text(event.input, field) for field in KITCHEN]
    around = event.facts.get("kitchen")
    set_by_hand = settings.more.get("kitchen_id")
    return [id for id in (*named, *(around if isinstance(around, list) else ()), set_by_hand)
            if isinstance(id, str) and id]


def _pass(rule: str, found: Found) -> Verdict:
    return Verdict(PASS, details={"rule": rule, "id": found.id})


def _deny(claim: Claim, found: Found, own: str, what: str, rule: str) -> Verdict:
    fresh = FRESH[claim.how].format(field=claim.field)
    way = fresh if rule == "own_session" else WAY.format(fresh=fresh, id=_plain(found.id), own=_plain(own))
    return Verdict(DENY, f"resume_ownership: {_quoted(found.id)} {what}; {way}", signals=("foreign_resume",),
                   details={"rule": rule, "id": found.id, "caller": text(found.row, "caller_session_id"),
                            "kitchen": text(found.row, "kitchen_id")})


def _unreadable(claim: Claim) -> Verdict:
    if claim.id == "*":
        return Verdict(ASK, f"resume_ownership: {_quoted(claim.field)} would go on with the most recent session, which "
                            "may be this one or a person's; name the session by its id",
                       details={"rule": "most_recent"})
    said = (f"resume_ownership: the session that {_quoted(claim.field)} resumes cannot be read from the command, so "
            "whose it is was not checked; write its id out")
    return Verdict(PASS, context=said, details={"rule": "unreadable"})


def _unknown(claim: Claim, broken: bool, settings: Settings) -> Verdict:
    why = "the provenance store cannot be read" if broken else "nothing on record says who launched it"
    said = f"resume_ownership: whose session {_quoted(claim.id)} is was not checked: {why}"
    if broken and settings.strict:
        return Verdict(DENY, f"{said}; repair session_provenance.jsonl (guardctl status), or "
                             + FRESH[claim.how].format(field=claim.field), details={"rule": "store"})
    return Verdict(PASS, context=said, notice=said, details={"rule": "store" if broken else "unknown", "id": claim.id})


def _two_owners(rival: dict[str, Any]) -> Verdict:
    host, since = _plain(str(rival.get("host") or "this machine")), _plain(str(rival.get("since") or "earlier"))
    return Verdict(
        ASK, f"resume_ownership: this session is already open in another live process (pid {rival.get('pid')} on "
             f"{host}, since {since}); close one of the two, or go on here knowing that both write to one conversation",
        signals=("two_owners",), details={"rule": "two_owners", "owner": dict(rival)})


def _plain(id: str) -> str:
    """An id as a word for a reason: one line, bounded, nothing that could speak to a model or a shell."""
    kept = "".join(c if c.isalnum() or c in "-_.:@/+" else "?" for c in id[:64])
    return kept + "..." if len(id) > 64 else kept


def _quoted(id: str) -> str:
    return f"'{_plain(id)}'"


# What is recorded.

def learn(event: Event, session: Session, settings: Settings) -> dict[str, Any]:
    """Which Agent calls are open, and which subagent hangs under which."""
    state = session["resume_ownership"]
    opened, agents, asked = list(state.get("open", ())), dict(state.get("agents", {})), list(state.get("asked", ()))
    rival = event.facts.get("rival")
    if rival and rival.get("me") not in asked:
        asked.append(rival.get("me"))
    if event.name == "PreToolUse" and event.tool in SUBAGENT_TOOLS:
        if event.verdict is None or event.verdict.effect != DENY:
            opened.append([event.call_id, event.agent_id, str(event.input.get("subagent_type") or ""), ""])
    elif event.name == "SubagentStart" and event.agent_id and event.agent_id not in agents:
        at = _open_call(opened, event.agent_type)
        agents[event.agent_id] = opened[at][1] if at >= 0 else ""
        if at >= 0:
            opened[at] = [*opened[at][:3], event.agent_id]
    elif event.name in ("PostToolUse", "PostToolUseFailure") and event.tool in SUBAGENT_TOOLS:
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
    from guards._envelope import unwrap

    found = dict.fromkeys(clean_id(answer.get("agentId")) for answer in unwrap(event.response))
    return [id for id in found if id][:1]


def keep(event: Event, session: Session, settings: Settings) -> dict[str, list[dict[str, Any]]]:
    """The rows of the sessions and subagents that this event shows to be launched."""
    rows = list(_rows(event, session, settings))
    return {"provenance": rows} if rows else {}


def _rows(event: Event, session: Session, settings: Settings) -> Iterator[dict[str, Any]]:
    if event.name == "SubagentStart" or (event.tool in SUBAGENT_TOOLS and event.name == "PostToolUse"):
        yield from _subagent_rows(event, session, settings)
    elif event.name in ("PostToolUse", "PostToolUseFailure") and resume_field(event.tool, settings):
        yield from _dispatch_rows(event, settings)


def _subagent_rows(event: Event, session: Session, settings: Settings) -> Iterator[dict[str, Any]]:
    agents = session["resume_ownership"].get("agents", {})
    if event.name == "SubagentStart":
        after = learn(event, session, settings).get("agents", {}) if event.agent_id else {}
        found = {} if event.agent_id in agents else {event.agent_id: after.get(event.agent_id, "")}
    else:
        # The answer names both; SubagentStart could only guess.
        found = {id: event.agent_id for id in _agent_ids(event) if agents.get(id) != event.agent_id}
    for id, parent in found.items():
        if id:
            yield make_row(id, event.session_id, rfc3339(event.time), kitchen_id=_first(kitchens(event, settings)),
                           kind="subagent", parent_agent_id=parent,
                           agent_type=event.agent_type or str(event.input.get("subagent_type") or "")[:100])


def _dispatch_rows(event: Event, settings: Settings) -> Iterator[dict[str, Any]]:
    from guards._envelope import unwrap
    from guards._lineage import DISPATCHED as ANSWERS

    answers = unwrap(event.response) if event.response is not None else []
    if event.error:
        answers = [*answers, *unwrap(event.error, prose=True)]
    sources = [event.input, *answers]
    seen: set[str] = set()
    for answer in answers:
        id = _first(clean_id(answer.get(field)) for field in ANSWERS)
        if not id or id in seen:
            continue
        seen.add(id)
        yield make_row(
            id, event.session_id, rfc3339(event.time), kitchen_id=_first(kitchens(event, settings)),
            dispatch_id=_field([answer, *answers, event.input], DISPATCH), recipe_name=_field(sources, RECIPE),
            step_name=_field(sources, STEP), kind=DISPATCHED, agent_id=event.agent_id,
            reason="failure" if event.name == "PostToolUseFailure" else "")


def _field(sources: list[dict[str, Any]], names: tuple[str, ...]) -> str:
    """The first text that any of the sources has under any of the names, bounded."""
    return _first(text(source, name)[:200] for source in sources for name in names)


def _first(values: Any) -> str:
    return next((value for value in values if value), "")
