"""May this data leave?  Once a session holds private data, what is tagged external is closed; the rest is weighed.

What the context holds rises with every response (`internal_source` tools, classified findings) and never falls by
itself; a subagent and its caller share it both ways.  Policies (guards.json, `contamination.policy`): `tagged` closes
the tools that the person tagged `external` by hand, `seal` every external tool; `flow` none.
Cannot see: data that leaves by a tool whose name and tags say nothing of it, or that a model retold in other words.
"""
from __future__ import annotations

from guards import DENY, INTERNAL, LEVELS, PASS, SILENT, Verdict
from guards._labels import holds_data, label_of, level_of, raised
from guards._tools import BUILT_IN, tags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Event, Session, Settings
    from guards._tools import Tags

    State = dict[str, Any]

HOLDS = {"pii": "personal data", "internal": "internal data", "credentials": "credentials"}
WAY_OUT = ("go on without it, or ask the person for a release (guardctl release --reason ..., "
           "or the prompt line `guard: release <reason>`)")
AGENT_TOOLS = ("Agent", "Task")


def judge(event: Event, session: Session, settings: Settings) -> Verdict:
    """PreToolUse: is this call closed?  Other events: what has to be said about them."""
    state: State = session["contamination"]
    if event.name == "PreToolUse":
        return _judge_call(event, state, settings)
    if event.name == "UserPromptSubmit":
        return _judge_prompt(event, state, settings)
    if event.name in ("PostToolUse", "PostToolUseFailure", "SubagentStart", "SubagentStop"):
        return _tell(event, state, settings)
    return _record(state, event.agent_id, settings)


def learn(event: Event, session: Session, settings: Settings) -> Any:
    """The state after this event; the very same object where nothing changed."""
    state: State = session["contamination"]
    if event.name == "PreToolUse":
        return _learn_call(event, state)
    if event.name in ("PostToolUse", "PostToolUseFailure", "SubagentStart", "SubagentStop"):
        return _after(event, state, settings)
    if (event.name == "UserPromptSubmit" and release_asked(event)) or event.name == "Release":
        return _released(event, state)
    return state


def _judge_call(event: Event, state: State, settings: Settings) -> Verdict:
    label = label_of(state, event.agent_id)
    found = tags(event, settings)
    if label and found.external and closed(found, settings):
        reason = (f"contamination: {event.tool} is external and this session holds {HOLDS[label['level']]} "
                  f"({label['level']}, from {label['source']}); {WAY_OUT}; a person can also tag the tool "
                  f"\"external\": false in .autoskillit/guards.json")
        return _record(state, event.agent_id, settings, Verdict(DENY, reason, signals=("contaminated_egress",)),
                       event.tool)
    return _record(state, event.agent_id, settings)


def closed(found: Tags, settings: Settings) -> bool:
    """Does the policy close an external tool to a session that holds anything?"""
    policy = settings.contamination.get("policy", "tagged")
    return policy == "seal" or (policy == "tagged" and "external" in found.by_hand)


def blocked_tools(settings: Settings) -> list[str]:
    """The names and globs that the policy closes, as far as they are known by name."""
    policy = settings.contamination.get("policy", "tagged")
    if policy == "flow":
        return []
    rows = settings.tools if policy == "tagged" else [*settings.tools, *settings.known_tools]
    names = [pattern for pattern, row in rows if row.get("external") is True]
    return list(dict.fromkeys(names if policy == "tagged" else [*names, *BUILT_IN]))


def _record(state: State, agent: str, settings: Settings, verdict: Verdict = SILENT, blocked: str = "") -> Verdict:
    """The verdict with the ledger row's field `contamination`, where there is any."""
    label = label_of(state, agent)
    if not label:
        return verdict
    names = blocked_tools(settings)
    if blocked and blocked not in names:
        names.append(blocked)
    row = {"contaminated_at": label["contaminated_at"], "source": label["source"], "level": label["level"],
           "blocked_tools": names}
    return Verdict(verdict.effect, verdict.reason, context=verdict.context, notice=verdict.notice,
                   signals=verdict.signals, details={**verdict.details, "contamination": row})


def _tell(event: Event, state: State, settings: Settings) -> Verdict:
    """Said once, when the level rises: what the context now holds, from where, what is closed, what goes on."""
    after = _after(event, state, settings)
    agent = event.agent_id if event.name != "SubagentStop" else ""
    label = label_of(after, agent)
    before = 0 if event.name == "SubagentStart" else level_of(label_of(state, agent))
    if level_of(label) <= before or event.name == "SubagentStop":
        return _record(after, agent, settings)
    names = blocked_tools(settings)
    shut = f"closed from here on: {', '.join(names[:8])}; " if names else ""
    context = (f"contamination: the context now holds {HOLDS[label['level']]} ({label['level']}, from "
               f"{label['source']}); {shut}outbound calls that carry it are judged by where they go; reading, editing, "
               f"local commands and destinations that the user named go on as before")
    return _record(after, agent, settings, Verdict(PASS, context=context))


def _after(event: Event, state: State, settings: Settings) -> State:
    """The state after a response or a subagent's start or end."""
    from guards import _labels

    if event.name == "SubagentStart":
        return _labels.started(state, event.agent_id)
    if event.name == "SubagentStop":
        return _labels.answered(state, event.agent_id)
    if event.tool in AGENT_TOOLS and event.name == "PostToolUse":
        child = _labels.child_of(event)
        if child in (state.get("agents") or {}):
            state = _labels.adopted(state, child, event.agent_id)
            if isinstance(event.response, dict) and event.response.get("status") != "async_launched":
                state = _labels.answered(state, child)
    level = response_level(event, settings)
    if not level or level <= level_of(label_of(state, event.agent_id)):
        return state
    from guards._dates import rfc3339

    return raised(state, event.agent_id,
                  {"level": LEVELS[level], "source": event.tool, "contaminated_at": rfc3339(event.time)})


def response_level(event: Event, settings: Settings) -> int:
    """What a response brings into the context."""
    level = max((found.level for found in event.facts.get("findings") or ()), default=0)
    if event.name == "PostToolUseFailure":
        return level if level >= INTERNAL else 0
    if level < INTERNAL and tags(event, settings).internal_source and holds_data(event.response):
        return INTERNAL
    return level


def _learn_call(event: Event, state: State) -> State:
    verdict = event.verdict
    if event.tool in AGENT_TOOLS and (verdict is None or verdict.effect < DENY):
        from guards._labels import launching

        return launching(state, event.agent_id) if state.get("level") or state.get("agents") else state
    return state


def release_asked(event: Event) -> bool:
    """Is this prompt a person's `guard: release <reason>`?  Nothing but a typed prompt counts."""
    if "guard" not in event.prompt[:20].lower() or (event.source or event.extra.get("source") or "user") != "user":
        return False
    head, _, rest = event.prompt.strip().partition(":")
    return head.strip().lower() == "guard" and rest.split(None, 1)[:1] == ["release"] and not event.agent_id


def _reason(event: Event) -> str:
    if event.name == "Release":
        return event.prompt.strip()
    words = event.prompt.partition(":")[2].split(None, 1)
    return " ".join(words[1].split()) if len(words) > 1 else ""


def _judge_prompt(event: Event, state: State, settings: Settings) -> Verdict:
    if not release_asked(event):
        return _record(state, "", settings)
    if not _reason(event):
        return Verdict(DENY, "contamination: a release needs a reason; type `guard: release <reason>`")
    held = label_of(state, "")
    was = f"{held['level']}, from {held['source']}" if held else "nothing"
    return Verdict(DENY, f"contamination: released on record (the session held {was}); this line was not sent on; "
                         f"go on with the next prompt", details={"released": _reason(event)[:300]})


def _released(event: Event, state: State) -> State:
    from guards._dates import rfc3339
    from guards._labels import released

    reason = _reason(event)
    return released(state, rfc3339(event.time), reason) if reason else state


