"""May this data leave?  Once a session holds private data, what is tagged external is closed; the rest is weighed.

What the context holds rises with every response (`internal_source` tools, classified findings, sensitive files) and
never falls by itself; a subagent and its caller share it both ways.  Policies (guards.json, `contamination.policy`):
`tagged` closes the tools that the person tagged `external` by hand, `seal` every external tool, `flow` none; what is
not closed is judged by TABLE: what the context holds, what the call carries, where it goes.
Cannot see: data that leaves by a tool whose name and tags say nothing of it, or that a model retold in other words.
"""
from __future__ import annotations

from guards import ASK, CREDENTIALS, DENY, INTERNAL, LEVELS, NONE, PASS, SILENT, Verdict
from guards._labels import WRITERS, holds_data, label_of, level_of, raised
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
UNATTENDED = ("dontAsk", "bypassPermissions")
AFTER = ("PostToolUse", "PostToolUseFailure", "SubagentStart", "SubagentStop")

P, A, D = PASS, ASK, DENY
# (the context holds at least, the call carries) -> verdict by where it goes.  The first row that fits counts.
#                             local trusted approved named own-remote service unknown named-by-untrusted
TABLE = (
    (NONE, "nothing",        (P,    P,      P,       P,    P,         P,      P,      P)),
    (CREDENTIALS, "archive", (P,    P,      P,       P,    P,         P,      P,      D)),
    (NONE, "archive",        (P,    P,      P,       P,    P,         P,      P,      A)),
    (NONE, "repository",     (P,    P,      P,       P,    P,         P,      A,      D)),
    (NONE, "pii",            (P,    P,      P,       P,    P,         P,      P,      A)),
    (NONE, "internal",       (P,    P,      P,       P,    P,         P,      A,      D)),
    (NONE, "credentials",    (P,    P,      P,       A,    A,         A,      A,      D)),
)
WHERE = ("this machine", "a trusted destination", "a destination approved before", "a destination that the user named",
         "the project's own remote", "the service behind this tool", "a destination that nobody named",
         "a destination that only untrusted text named")


def needs(event: Event, session: Session, settings: Settings) -> tuple[str, ...]:
    """What was seen and named, but only for a call that could carry it away."""
    if event.name != "PreToolUse":
        return ()
    state: State = session["contamination"]
    if not tags(event, settings).external and not _scripted(event, state):
        return ()
    from guards._egress import wanted

    return tuple(wanted(event, state))


def judge(event: Event, session: Session, settings: Settings) -> Verdict:
    """PreToolUse: is this call closed, or does it carry what must not go there?  Other events: what to say of them."""
    state: State = session["contamination"]
    if event.name == "PreToolUse":
        return _judge_call(event, state, settings)
    if event.name == "UserPromptSubmit":
        return _judge_prompt(event, state, settings)
    if event.name in AFTER:
        return _tell(event, state, settings)
    if event.name == "Release":
        return Verdict(PASS, details={"release": _cleaned(event, settings)})
    return _record(state, event.agent_id, settings)


def learn(event: Event, session: Session, settings: Settings) -> Any:
    """The state after this event; the very same object where nothing changed."""
    state: State = session["contamination"]
    if event.name == "PreToolUse":
        return _learn_call(event, state)
    if event.name in AFTER:
        return _left_behind(event, _after(event, state, settings))
    if (event.name == "UserPromptSubmit" and release_asked(event)) or event.name == "Release":
        return _released(event, state, settings)
    return state


def keep(event: Event, session: Session, settings: Settings) -> dict[str, list[Any]]:
    """Fingerprints, never text: of what a response holds and whom an untrusted one names, of what a prompt names."""
    if event.name == "UserPromptSubmit" and typed(event) and event.prompt:
        from guards._destinations import user_named
        from guards._overlap import seen_rows

        findings = event.facts.get("findings") or []
        return {"asked": [{"h": user_named(event.prompt, settings),
                           "s": seen_rows(event.prompt, findings, settings) if findings else []}]}
    if event.name not in ("PostToolUse", "PostToolUseFailure"):
        return {}
    kept: dict[str, list[Any]] = {}
    text = event.facts.get("text") or ""
    level = response_level(event, settings)
    if text and (level or event.facts.get("findings")):
        from guards._overlap import seen_rows

        kept["seen"] = seen_rows(text, event.facts.get("findings") or [], settings, level)
    if text and tags(event, settings).untrusted_source:
        from guards._destinations import foreign_named

        names = foreign_named(text, settings)
        if names:
            kept["named"] = [{"h": names}]
    return kept


def typed(event: Event) -> bool:
    """Did a person write this prompt?  Wake-ups, polls and the like are written by others."""
    return (event.source or event.extra.get("source") or "user") in ("user", "sdk")


def _scripted(event: Event, state: State) -> bool:
    """Does a command run a script that this session wrote?"""
    if event.tool != "Bash" or not state.get("scripts"):
        return False
    from guards._egress import runs_script

    return bool(runs_script(event, state))


def _judge_call(event: Event, state: State, settings: Settings) -> Verdict:
    label = label_of(state, event.agent_id)
    found = tags(event, settings)
    if label and found.external and closed(found, settings):
        reason = (f"contamination: {event.tool} is external and this session holds {HOLDS[label['level']]} "
                  f"({label['level']}, from {label['source']}); {WAY_OUT}; a person can also tag the tool "
                  f"\"external\": false in .autoskillit/guards.json")
        return _record(state, event.agent_id, settings, Verdict(DENY, reason, signals=("contaminated_egress",)),
                       event.tool)
    if not found.external and not _scripted(event, state):
        return _record(state, event.agent_id, settings)
    verdict = _weigh(event, found, state, settings, level_of(label))
    return _record(state, event.agent_id, settings, verdict, event.tool if verdict.effect == DENY else "")


def _weigh(event: Event, found: Tags, state: State, settings: Settings, context: int) -> Verdict:
    """The strictest that TABLE says of all that leaves with this call."""
    from guards import _egress

    worst, effect, covered = None, PASS, []
    for one in _egress.leavings(event, found, state, settings):
        said = of_table(context, one.carried, one.kind)
        if not said or _granted(one, event, state, settings):
            continue
        covered.append(_egress.approval(one, settings))
        if said > effect or worst is None:
            worst, effect = one, said
    if worst is None:
        return SILENT
    aim = worst.destination[:80] or "an unknown place"
    how = "show" if worst.auth else "send"
    reason = (f"contamination: {worst.operation[:60]} would {how} {worst.what[:120]} ({worst.carried}) to {aim}, "
              f"{WHERE[worst.kind]}; ")
    leaving = {"carried": worst.carried, "what": worst.what[:120], "destination": aim, "kind": WHERE[worst.kind]}
    details: dict[str, Any] = {"leaving": leaving}
    if effect == ASK and event.permission_mode in UNATTENDED:
        if worst.carried != "credentials":
            return Verdict(PASS, reason + "nobody was there to ask", notice=reason + "nobody was there to ask",
                           signals=("contaminated_egress",), details=details)
        effect = DENY
    if effect == ASK:
        reason += "a person should approve it only if it is meant; the agent should else leave it out"
        details["approves"] = covered
    else:
        reason += "leave it out, or ask the person to name the destination or to add it to trusted_destinations"
    return Verdict(effect, reason, signals=("contaminated_egress",), details=details)


def of_table(context: int, carried: str, kind: int) -> int:
    """PASS, ASK or DENY for what the context holds, what is carried and where it goes."""
    return next(row[2][kind] for row in TABLE if row[1] == carried and context >= row[0])


def _granted(one: Any, event: Event, state: State, settings: Settings) -> bool:
    """Was this approved before, or did the user himself speak of it?"""
    from guards._destinations import FOREIGN, NAMED
    from guards._egress import approval

    name, level = approval(one, settings)
    if (state.get("approved") or {}).get(name, 0) >= level:
        return True
    if one.kind == FOREIGN or one.kind != NAMED:
        return False
    return one.auth or _spoken_of(one.what, event, settings)


SECRET_WORDS = ("secret", "secrets", "token", "key", "keys", "credential", "credentials", "password", "passwords",
                "env", ".env", "environment")


def _spoken_of(what: str, event: Event, settings: Settings) -> bool:
    """Did a prompt name the file, the variable, or secrets at all?"""
    from guards._destinations import short

    names = [what.rsplit("/", 1)[-1].lower(), what.strip("$").lower(), *SECRET_WORDS]
    said = {name for row in event.facts.get("kept:asked") or () for name in row.get("h", ())}
    return any(short(name, settings.key) in said for name in names)


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
    if event.tool in WRITERS:       # echoes what the agent itself wrote
        return NONE
    level = max((found.level for found in event.facts.get("findings") or ()), default=NONE)
    if event.name == "PostToolUseFailure":
        return level if level >= INTERNAL else NONE
    if level < CREDENTIALS:
        level = max(level, _source_level(event))
    if level < INTERNAL and tags(event, settings).internal_source and holds_data(event.response):
        return INTERNAL
    return level


def _source_level(event: Event) -> int:
    """What reading this file, or what this command prints, is worth by its name."""
    if event.tool in ("Read", "Grep", "NotebookRead"):
        path = event.input.get("file_path") or event.input.get("path") or event.input.get("notebook_path")
        if isinstance(path, str):
            from guards._paths import path_level

            level = path_level(path)
            return level if level and holds_data(event.response) else NONE
    if event.tool == "Bash":
        from guards._bash_tags import reading, stirs

        if stirs(str(event.input.get("command") or "")):
            printed = reading(event).printed
            output = event.response.get("stdout") if isinstance(event.response, dict) else event.response
            if printed.level and printed.names != ("the environment",) and holds_data(output):
                return printed.level
    return NONE


def _left_behind(event: Event, state: State) -> State:
    """Files, remotes and scripts that a call made, and whether an asked call went ahead."""
    from guards import _labels

    if event.name not in ("PostToolUse", "PostToolUseFailure"):
        return state
    if event.name == "PostToolUse" and state.get("asked"):
        state = _labels.went_ahead(state, event.call_id)
    if event.tool == "Bash":
        from guards._bash_tags import stirs

        if stirs(str(event.input.get("command") or "")):
            from guards._egress import read_again

            done = read_again(event, state)
            files = {path: [flow.level, (flow.names or (path,))[0][:80]] for path, flow in done.written.items()}
            return _labels.wrote(state, files, done.remotes, done.made)
    elif event.tool in WRITERS:
        return _written(event, state)
    return state


def _written(event: Event, state: State) -> State:
    """A file that the agent wrote: what it holds, and whether it is a script."""
    from guards import _labels

    path = event.input.get("file_path") or event.input.get("notebook_path")
    if not isinstance(path, str):
        return state
    level = max((found.level for found in event.facts.get("findings") or ()), default=NONE)
    files = {path: [level, path[-80:]]} if level >= INTERNAL else {}
    text = event.input.get("content") or event.input.get("new_string") or ""
    from guards._commands import SCRIPTS, is_script

    scripts = [path] if isinstance(text, str) and path.endswith(SCRIPTS) and is_script(path, text) else []
    return _labels.wrote(state, files, {}, scripts)


def _learn_call(event: Event, state: State) -> State:
    verdict = event.verdict
    if event.tool in AGENT_TOOLS and (verdict is None or verdict.effect < DENY):
        from guards._labels import launching

        return launching(state, event.agent_id) if state.get("level") or state.get("agents") else state
    if verdict is not None and verdict.effect == ASK and verdict.details.get("approves"):
        from guards._labels import asked

        return asked(state, event.call_id, list(verdict.details["approves"]))
    return state


def release_asked(event: Event) -> bool:
    """Is this prompt a person's `guard: release <reason>`?  Nothing but a typed prompt counts."""
    if "guard" not in event.prompt[:20].lower() or not typed(event) or event.source == "sdk":
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
        return Verdict(DENY, "contamination: a release needs a reason; type `guard: release <reason>`",
                       details={"release": ""})
    held = label_of(state, "")
    was = f"{held['level']}, from {held['source']}" if held else "nothing"
    return Verdict(DENY, f"contamination: released on record (the session held {was}); this line was not sent on; "
                         f"go on with the next prompt", details={"release": _cleaned(event, settings)})


def _cleaned(event: Event, settings: Settings) -> str:
    from guards._sensitivity import clean

    return clean(_reason(event), settings, 300)


def _released(event: Event, state: State, settings: Settings) -> State:
    from guards._dates import rfc3339
    from guards._labels import released

    reason = _cleaned(event, settings)
    return released(state, rfc3339(event.time), reason) if reason else state


