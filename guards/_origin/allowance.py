"""The way out of the last objection: `guard: allow` as the first line of a prompt, or `guardctl allow ID`.

It lets one call of that tool to that destination through, until it was made or the next prompt comes, on record.
The guards whose opinion it can lift ask `lifted`; a hand-tagged rule, `seal` and self-protection do not.  Nothing but
a typed prompt counts, and none that an agent started (the fact `typed`).

    {"objected": {call: [ticket, what, where]}, "let": ticket}      in the shell's field, whichever guards are on

`judge` and `requires` are asked like a guard's where the line was typed; `after` keeps the state.

Cannot see: two calls without a destination that say the same in other words: each is its own.
"""
from __future__ import annotations

from guards import PASS, Verdict
from guards._call import call_of
from guards._origin.approvals import place
from guards._origin.prompts import ORDERS, typed
from guards._origin.said import said
from guards._text.fingerprint import fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guards import Event, Fact, Session, Settings
    from guards._history.fields import Allowance as State

LINE = "guard: allow"
TYPED = (LINE, "/guard-allow", "/autoskillit-guards: guard-allow")     # the latter two: the plugin's command
OBJECTIONS = 10     # that a session remembers, newest last


def ordered(event: Event) -> bool:
    """Is the first line of this prompt the person's `guard: allow`?"""
    if event.name != "UserPromptSubmit" or "guard" not in event.prompt[:20].lower() or event.agent_id:
        return False
    return first_line(event.prompt) in TYPED and typed(event) and event.source in ORDERS


# What a person copies or adds to the line without meaning more by it.
FRAME, FILLERS = " \t.!,;`'\"*", frozenset(("it", "that", "this", "once", "please"))


def first_line(prompt: str) -> str:
    """The first line in one spelling, without the marks and fillers around it.

    >>> first_line("`Guard:allow`."), first_line("guard: allow it\\nthen go on"), first_line("guard: allow a.example")
    ('guard: allow', 'guard: allow', 'guard: allow a.example')
    """
    words = prompt.strip().split("\n", 1)[0].strip(FRAME).lower().replace(":", ": ").split()
    while len(words) > 2 and words[-1].strip(FRAME) in FILLERS:
        words.pop()
    return " ".join(words).strip(FRAME)


def spoken(event: Event) -> bool:
    """Does the line speak for a person?  Not in a client that an agent started, nor where nobody attends."""
    return event.facts.typed


def ticket(event: Event, settings: Settings) -> str:
    """One fingerprint of a tool and where its call goes; of the whole call where it goes nowhere."""
    from guards._call.destinations import destinations
    from guards._text.plain import flatten
    call = call_of(event, settings)
    where = sorted({place(text) for text in destinations(event, call)})
    whole = [] if where else [flatten(event.input)[0]]
    return fingerprint("\n".join((event.tool, call.operation, *where, *whole)), settings.key)[:16]


def state_of(fields: Mapping[str, Any]) -> State:
    """What was objected to and let through; stores of an earlier release hold it under request_origin."""
    own, old = fields.get("shell") or {}, fields.get("request_origin") or {}
    objected, let = own.get("objected", old.get("objected")), own.get("let", old.get("let"))
    return {**({"objected": objected} if objected else {}), **({"let": let} if let else {})}


def lifted(event: Event, session: Session, settings: Settings) -> bool:
    """Did the person let this very call through?"""
    let = state_of(session.fields).get("let")
    return bool(let) and event.name == "PreToolUse" and let == ticket(event, settings)


def requires(event: Event, session: Session, settings: Settings) -> tuple[Fact, ...]:
    """Whether the prompt's lines were typed by the person."""
    return (("typed", ""),)


def judge(event: Event, session: Session, settings: Settings) -> Verdict:
    """What becomes of the line: the prompt goes on whole, and the model is told whom it was for."""
    if not spoken(event):
        why = f"`{LINE}` counts only where a person types it"
        return Verdict(PASS, f"allowance: {why}", notice=f"allowance: {why}", by_hand=True,
                       context=f"`{LINE}` did not count: nobody attends this session, or an agent started it.")
    state = state_of(session.fields)
    return Verdict(PASS, notice=f"allowance: {outcome(state)}", context=agent_context(state), by_hand=True,
                   evidence={"let": True})


def after(event: Event, session: Session, settings: Settings, verdict: Verdict) -> State:
    """The state after an event: an objection of any guard can be lifted once; a prompt, or the call, ends it."""
    state = state_of(session.fields)
    if event.name == "PreToolUse":
        if verdict.effect:
            where = verdict.origin[2] if len(verdict.origin) > 2 else ""
            return objected(state, event, settings, where, verdict.reason.partition(":")[0][:20])
        return spent(state) if state.get("let") == ticket(event, settings) else state
    if ordered(event):
        return given(state) if spoken(event) else state
    return spent(state) if said(event) else state


def objected(state: State, event: Event, settings: Settings, where: str, guard: str = "") -> State:
    """The state after a guard objected to a call."""
    what = call_of(event, settings).operation[:60]
    rows = {**state.get("objected", {}), event.call_id: [ticket(event, settings), what, where, guard]}
    return {**state, "objected": dict(list(rows.items())[-OBJECTIONS:])}


def given(state: State, call_id: str = "") -> State:
    """The state once the last objection, or the one to a call whose id begins so, is lifted; unchanged for none."""
    rows = [row for id, row in state.get("objected", {}).items() if id.startswith(call_id)]
    return {**state, "let": rows[-1][0]} if rows and rows[-1] else state


def spent(state: State) -> State:
    """The state without what was let through."""
    if "let" not in state:
        return state
    after: State = {**state}
    del after["let"]
    return after


def outcome(state: State) -> str:
    """What `guard: allow` came to, for the person."""
    rows = list(state.get("objected", {}).values())
    if not rows:
        return "there is nothing to allow: the guards have objected to nothing in this session"
    _, what, where, guard = (*rows[-1], "", "", "", "")[:4]
    stopped = f", which {guard} stopped," if guard.replace("_", "").isalpha() else ""
    return f"{what}{f' to {where}' if where else ''}{stopped} passes once, before the next prompt"


def agent_context(state: State) -> str:
    """What the model is told: the line was for the guards."""
    said = f"The first line, `{LINE}`, was for the guards: {outcome(state)}."
    if not state.get("objected"):
        return said
    return f"{said}  The rest of the prompt, if there is any, is for you; else make that call again."
