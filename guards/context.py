"""What this session was asked, what it has done and seen: the accumulator that every other question may look at.

Learns on every event; judges nothing but remarks: its verdicts carry risk signals (see _signals) and never ask.
The field `context` is bounded.  The ledger holds all that ever happened; what stays here is

    since       time of the first event                        prompts   number of prompts
    requests    the original request and the latest KEPT_REQUESTS substantial ones, redacted, with intent and entities
    count       actions so far                                 chain     those since the last substantial prompt
    actions     {number: [id, time, tool, operation, level, state, agent id]}: the window
    older       what was summarised of older actions: counts by tool, level and state, and the last operations
    tools, families, levels, entities    over the whole session, independent of the window
    level       the highest level seen; it only rises
    pace, trail what velocity and sequences need
    signals     {name: [how often, number of the last action]}

An action is appended before it runs, as `open` (or `asked`, `denied`), and completed after it as `done`, `failed`,
`invalid` or `interrupted`; PermissionRequest makes an open one `asked`.  What has no result when its turn is over
(PostToolBatch), at the next prompt (of a subagent: when it stops) or at the end never gave one: `asked` becomes
`declined`, `open` becomes `interrupted`.  A result that comes later all the same completes it.

Limitations: what the model only thinks, actions of tools that fire no hook.
"""
from __future__ import annotations

from guards import AGENT_STOPS, ASK, BATCH, CALL, DENY, ENDS, FAILURE, PROMPT, REFUSED, RESULT, SHOWN, SILENT, Verdict
from guards._call.tags import FILE
from guards._history.pace import call, rest
from guards._history.signals import family_of, raised, result_level, steps_of, word
from guards._intent.prompts import typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from guards import Event, Own, Session, Settings
    from guards._history.fields import Action, Older
    from guards._history.fields import Context as State
    from guards._types import Row

KEPT_REQUESTS = 4
REQUEST_TEXT = 400
ENTITIES = 40
NAMES = 48
NAME = 100              # characters of one entity
OPERATIONS = 40
MOST_WAITING = 64
ID, TIME, TOOL, OPERATION, LEVEL, STATE, AGENT = range(7)
WAITING = ("open", "asked")
PATHS = (*FILE, "url")
INVALID = ("InputValidationError", "tool_use_error", "No such tool available")


def judge(event: Event, session: Session, settings: Settings) -> Verdict:
    """Remarks only."""
    found = raised(event, session["context"], settings)
    evidence: dict[str, object] = {"signals": found} if found else {}
    row: Row = {}
    if event.is_answer:
        level = result_level(event, settings)
        if level > max((f.level for f in event.facts.findings), default=0):
            row["data_classification"] = word(level, settings)
        if _approved(event, session["context"]):
            from guards._text.fingerprint import output_hash

            evidence["output_hash"] = output_hash(event.facts.text, settings.key)
    return Verdict(signals=found, row=row, evidence=evidence) if row or evidence else SILENT


def _approved(event: Event, state: State) -> bool:
    """True where this is the result of a call that somebody was asked about: its receipt names its outcome."""
    number = _find(event, state.get("actions") or {})
    return bool(number) and state["actions"][number][STATE] == "asked"


def learn(event: Event, session: Session, settings: Settings, own: Own) -> State | None:
    """The accumulated context after this event."""
    old: State | None = session["context"] or None
    step = LEARN.get(event.name)
    if step is None:
        return _begin(event) if event.is_start and old is None else None
    new = step(event, old or _begin(event), settings, own.effect)
    return _count_signals(new, own.signals)


def _begin(event: Event) -> State:
    return {"since": event.time, "prompts": 0, "requests": [], "count": 0, "chain": 0, "actions": {}, "level": 0,
            "levels": {}, "tools": {}, "families": {}, "entities": [], "pace": {}, "trail": {}, "signals": {}}


def _prompt(event: Event, old: State, settings: Settings, effect: int) -> State:
    from guards._history.request import substantial

    asked = typed(event)
    new: State = {**old, "prompts": old["prompts"] + asked, "actions": _closed(old["actions"], lambda agent: not agent),
           "pace": rest(old["pace"], event.time, prompt=asked)}
    if not asked or (new["requests"] and not substantial(event.prompt)):
        return new
    requests = [*old["requests"], _request(event, settings)]
    new["requests"] = requests[:1] + requests[1:][-KEPT_REQUESTS:]
    new["chain"] = 0
    if "deleted" in old["trail"]:
        new["trail"] = {k: v for k, v in old["trail"].items() if k != "deleted"}
    return new


def _request(event: Event, settings: Settings) -> dict[str, object]:
    from guards._history.request import entities, intent
    from guards._sensitive.opaque import disguised
    from guards._sensitive.scan import redact

    text = event.facts.shown(redact(event.prompt, settings, limit=4000))
    text = disguised(text, settings.key)
    return {"prompt_id": event.prompt_id, "at": event.time, "text": text[:REQUEST_TEXT],
            "intent": intent(event.prompt), "entities": entities(text, 12)}


def _call(event: Event, old: State, settings: Settings, effect: int) -> State:
    from guards._call import call_of

    doing = call_of(event, settings).operation
    number = old["count"] + 1
    state = "denied" if effect == DENY else "asked" if effect == ASK else "open"
    findings = event.facts.findings
    entry = [event.call_id, round(event.time, 3), event.tool[:120], doing[:60],
             max((f.level for f in findings), default=0), state, event.agent_id]
    trail, taken = old["trail"], steps_of(event, old["trail"], settings)
    if taken or effect == DENY:
        from guards._history.sequence import advance, deny

        trail = advance(trail, taken, number)
        trail = deny(trail, event, number, settings) if effect == DENY else trail
    new: State = {**old, "count": number, "chain": old["chain"] + 1, "actions": {**old["actions"], str(number): entry},
           "tools": _more(old["tools"], event.tool[:120]),
           "families": _seen(old["families"], family_of(event.tool, doing)),
           "pace": call(old["pace"], event.time), "trail": trail}
    named = [*([] if findings else _named(event)), *_people(event, settings)]
    if any(n not in old["entities"] for n in named):
        new["entities"] = [*old["entities"], *(n for n in named if n not in old["entities"])][-ENTITIES:]
    return _summarised(new, settings)


def _result(event: Event, old: State, settings: Settings, effect: int) -> State:
    level = result_level(event, settings)
    new: State = {**old, "pace": rest(old["pace"], event.time), "levels": _more(old["levels"], str(level))}
    if level > old["level"]:
        new["level"] = level
    if level >= 2:
        from guards._history.sequence import shown

        new["trail"] = shown(old["trail"], event, old["count"], settings)
    number = _find(event, old["actions"])
    if number:
        entry = list(old["actions"][number])
        entry[LEVEL], entry[STATE] = max(level, entry[LEVEL]), _outcome(event)
        new["actions"] = {**old["actions"], number: entry}
    return new


def _refused(event: Event, old: State, settings: Settings, effect: int) -> State:
    number = _find(event, old["actions"])
    if not number:
        return old
    entry = list(old["actions"][number])
    entry[STATE] = "declined"
    return {**old, "actions": {**old["actions"], number: entry}}


def _end(event: Event, old: State, settings: Settings, effect: int) -> State:
    return {**old, "actions": _closed(old["actions"], lambda agent: True)}


def _end_of_agent(event: Event, old: State, settings: Settings, effect: int) -> State:
    return {**old, "actions": _closed(old["actions"], lambda agent: bool(agent) and agent == event.agent_id)}


def _shown(event: Event, old: State, settings: Settings, effect: int) -> State:
    """The client showed its question: somebody was asked, whoever objected."""
    return _closed_as("asked", event, old)


def _left(event: Event, old: State, settings: Settings, effect: int) -> State:
    """The turn is over, and the call has no result."""
    return _closed_as("", event, old)


def _closed_as(state: str, event: Event, old: State) -> State:
    number = _find(event, old["actions"])
    if not number or old["actions"][number][STATE] not in WAITING:
        return old
    entry = list(old["actions"][number])
    entry[STATE] = state or ("declined" if entry[STATE] == "asked" else "interrupted")
    return {**old, "actions": {**old["actions"], number: entry}}


LEARN = {PROMPT: _prompt, CALL: _call, SHOWN: _shown, RESULT: _result, FAILURE: _result, BATCH: _left,
         REFUSED: _refused, AGENT_STOPS: _end_of_agent, ENDS: _end}


def _outcome(event: Event) -> str:
    if event.is_result:
        return "done"
    if event.extra.get("is_interrupt"):
        return "interrupted"
    return "invalid" if any(mark in event.error[:400] for mark in INVALID) else "failed"


def _find(event: Event, actions: Mapping[str, Action]) -> str:
    """The number of the action that this event belongs to, newest first; "" for none in the window."""
    for number in reversed(list(actions)):
        entry = actions[number]
        if event.call_id and entry[ID] == event.call_id:
            return number
        if not event.call_id and entry[TOOL] == event.tool and entry[STATE] in WAITING:
            return number
    return ""


def _closed(actions: dict[str, Action], whose: Callable[[str], bool]) -> dict[str, Action]:
    """The actions with nothing left waiting of the agents that this event ends."""
    late = {n: e for n, e in actions.items() if e[STATE] in WAITING and whose(e[AGENT])}
    if not late:
        return actions
    new = dict(actions)
    for number, entry in late.items():
        closed = list(entry)
        closed[STATE] = "declined" if entry[STATE] == "asked" else "interrupted"
        new[number] = closed
    return new


def _summarised(state: State, settings: Settings) -> State:
    """The state with a window that fits: older actions become counts, those that still wait stay."""
    ways = settings.context.get("summarization") or {}
    most = int(settings.context.get("max_action_history", 100))
    actions = state["actions"]
    keep = most
    if ways.get("enabled", True):
        most, keep = min(most, int(ways.get("trigger_at", 50))), int(ways.get("keep_recent", 20))
    if len(actions) <= most:
        return state
    recent = list(actions)[-keep:] if keep > 0 else []
    waiting = [n for n, e in actions.items() if e[STATE] in WAITING][-MOST_WAITING:]
    kept = {n: e for n, e in actions.items() if n in recent or n in waiting}
    gone = [e for n, e in actions.items() if n not in kept]
    return {**state, "actions": kept, "older": _older(state.get("older"), gone)}


def _older(old: Older | None, gone: list[Action]) -> Older:
    new: Older = {**(old or {"count": 0, "tools": {}, "levels": {}, "states": {}, "operations": []})}
    for entry in gone:
        new["tools"] = _more(new["tools"], entry[TOOL])
        new["levels"] = _more(new["levels"], str(entry[LEVEL]))
        new["states"] = _more(new["states"], entry[STATE])
    new["count"] += len(gone)
    new["operations"] = [*new["operations"], *(e[OPERATION] for e in gone)][-OPERATIONS:]
    if gone:
        new["until"] = gone[-1][TIME]
    return new


def _more(counts: Mapping[str, int], name: str) -> dict[str, int]:
    """The counts with one more; beyond NAMES names the rest are counted together."""
    if name not in counts and len(counts) >= NAMES:
        name = "..."
    return {**counts, name: counts.get(name, 0) + 1}


def _seen(names: dict[str, int], name: str) -> dict[str, int]:
    return names if name in names or len(names) >= 4 * NAMES else {**names, name: 1}


def _named(event: Event) -> list[str]:
    """Hosts and file names that the arguments name."""
    found = []
    for key in PATHS:
        value = event.input.get(key)
        if isinstance(value, str) and "://" in value:
            from guards._history.request import host

            found.append(host(value))
        elif isinstance(value, str) and value:
            found.append(_inside(value, event.project or event.cwd)[-100:])
    return [n for n in found if n]


def _people(event: Event, settings: Settings) -> list[str]:
    """Whom a call names: people, mailboxes, accounts; what is personal as its kind and a keyed name."""
    if not event.server and "." not in event.tool:
        return []
    from guards._history.request import people
    from guards._sensitive.scan import redact_line

    shown = [event.facts.shown(redact_line(name, settings, NAME)) for name in people(event.input)]
    return [name for name in shown if "[credentials:" not in name]


def _inside(path: str, project: str) -> str:
    return path[len(project):].lstrip("/") if project and path.startswith(project + "/") else path


def _count_signals(state: State, names: tuple[str, ...]) -> State:
    if not names:
        return state
    signals = dict(state["signals"])
    for name in names:
        signals[name] = [(signals.get(name) or [0])[0] + 1, state["count"]]
    return {**state, "signals": signals}
