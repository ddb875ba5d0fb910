"""The way out of the last objection: `guard: allow` as the first line of a prompt, or `guardctl allow ID`.

It lets one call of that tool to that destination through, until it was made or the next prompt comes, on record;
`guardctl allow`, typed between two prompts, until it was made or the prompt after the next comes.  What
was answered is no objection any more: a call that ran since, by a yes or by this line; a "no" counts where nothing
else is open.
The guards whose opinion it can lift ask `lifted`; a hand-tagged rule, `seal` and self-protection do not.  Nothing but
a typed prompt counts, and none that an agent started (the fact `typed`).

    {"objected": {call: [ticket, what, where, guard, "no" where a person said it]}, "let": ticket}
                        in the shell's field, whichever guards are on; behind a ticket "!" and the way out:
                        the line does not lift it

`judge` and `requires` are asked like a guard's where the line was typed; `after` keeps the state.

Limitations: two calls without a destination that say the same in other words: each is its own.
"""
from __future__ import annotations

from guards import ASK, BATCH, PASS, SILENT, Verdict
from guards._call import call_of
from guards._intent.prompts import ORDERS, typed
from guards._intent.said import said
from guards._origin.approvals import place
from guards._text.fingerprint import fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from guards import Event, Session, Settings
    from guards._history.fields import Allowance as State
    from guards._types import Fact

LINE = "guard: allow"
# The plugin's command, and spellings that nobody means otherwise.
TYPED = (LINE, "/guard-allow", "/autoskillit-guards: guard-allow", "guard allow", "guard-allow")
BEGUN = ("guard:", "guards:", "guard;")     # what is a line for the guards, or a slip of one
UNKNOWN = (f"allowance: the guards do not know this line and did nothing.  The line that counts: `{LINE}`; what else "
           "you say begins on the next line")
OBJECTIONS = 10     # that a session remembers, newest last
AIM = 80            # characters of a place
# Behind a ticket that `guardctl allow` gave, between two prompts: the next is the one that goes on with it.
LATER = "+"


def ordered(event: Event) -> bool:
    """Is the first line of this prompt the person's `guard: allow`?"""
    return _to_us(event) and first_line(event.prompt) in TYPED


def missed(event: Event) -> bool:
    """Does the person's first line begin as one for the guards, and is not this one?"""
    return _to_us(event) and first_line(event.prompt).startswith(BEGUN) and not ordered(event)


def _to_us(event: Event) -> bool:
    return event.is_prompt and "guard" in event.prompt[:20].lower() and not event.agent_id and typed(event) and (
        event.source in ORDERS)


# What a person copies or adds to the line without meaning more by it.
FRAME, FILLERS = " \t.!,;`'\"*", frozenset("it that this once please".split())


def first_line(prompt: str) -> str:
    """The first line in one spelling, without the marks and fillers around it.

    >>> first_line("`Guard:allow`."), first_line("guard: allow it\\nthen go on"), first_line("guard: allow a.example")
    ('guard: allow', 'guard: allow', 'guard: allow a.example')
    """
    line = prompt.strip().split("\n", 1)[0].strip(FRAME).lower()
    words = line.replace("\uff1a", ":").replace(" :", ":").replace(":", ": ").split()
    while len(words) > 2 and words[-1].strip(FRAME) in FILLERS:
        words.pop()
    return " ".join(words).strip(FRAME)


def ticket(event: Event, settings: Settings) -> str:
    """One fingerprint of a tool and where its call goes; of the whole call where it goes nowhere."""
    from guards._call.destinations import destinations
    from guards._text.plain import flatten
    call = call_of(event, settings)
    where = sorted({place(text) for text in destinations(event, call)})
    whole = [] if where else [flatten(event.input)[0]]
    return fingerprint("\n".join((event.tool, call.operation, *where, *whole)), settings.key)[:16]


def state_of(fields: Mapping[str, Any]) -> State:
    """What was objected to and let through."""
    own = fields.get("shell") or {}
    return {"objected": own.get("objected", {}), "let": own.get("let", "")}


def lifted(event: Event, session: Session, settings: Settings) -> bool:
    """Did the person let this very call through?"""
    let = state_of(session.fields).get("let", "").rstrip(LATER)
    return bool(let) and event.is_call and let == ticket(event, settings)


def excuse(key: str, event: Event, session: Session, settings: Settings) -> str:
    """Why a request is not asked about again: approved in this session, or let through; "" for neither."""
    if key in session["request_origin"].get("approved", {}):
        return "consent.approved-before"
    return "consent.let-through" if lifted(event, session, settings) else ""


def requires(event: Event, session: Session, settings: Settings) -> tuple[Fact, ...]:
    """Whether the prompt's lines were typed by the person."""
    return (("typed", ""),)


def judge(event: Event, session: Session, settings: Settings) -> Verdict:
    """What becomes of the line: the prompt goes on whole, and the model is told whom it was for."""
    if not ordered(event):
        return Verdict(PASS, notice=UNKNOWN, by_hand=True) if event.facts.typed else SILENT
    if not event.facts.typed:       # a client that an agent started, or nobody attends
        why = f"`{LINE}` counts only where a person types it"
        return Verdict(PASS, f"allowance: {why}", notice=f"allowance: {why}", by_hand=True,
                       context=f"`{LINE}` did not count: nobody attends this session, or an agent started it.")
    state = state_of(session.fields)
    return Verdict(PASS, notice=f"allowance: {outcome(state)}", context=agent_context(state), by_hand=True,
                   evidence={"let": lifts(given(state))})


def after(event: Event, session: Session, settings: Settings, verdict: Verdict) -> State:
    """The state after an event: an objection of any guard can be lifted once; a prompt, or the call, ends it."""
    state = state_of(session.fields)
    if event.is_call:
        if verdict.effect:
            return objected(state, event, settings, verdict)
        let = state.get("let", "").rstrip(LATER)
        return answered(spent(state), let) if let and let == ticket(event, settings) else state
    if event.call_id in state.get("objected", {}):
        row = state["objected"][event.call_id]
        if event.name != BATCH:
            return answered(state, row[0])
        return {**state, "objected": {**state["objected"], event.call_id: [*row[:4], "no"]}}
    if ordered(event):
        return given(state) if event.facts.typed else state
    if said(event) and state.get("let", "").endswith(LATER):
        return {**state, "let": state["let"].rstrip(LATER)}
    return spent(state) if said(event) else state


def objected(state: State, event: Event, settings: Settings, verdict: Verdict) -> State:
    """The state after a guard objected to a call."""
    from guards._text.reason import PRODUCT
    what = call_of(event, settings).operation[:60]
    guard = verdict.reason.removeprefix(PRODUCT).partition(":")[0].strip()[:20]
    where = aim(event, settings) or (*verdict.origin, "", "", "")[2]
    way = (*verdict.way, "yes" if verdict.effect == ASK else "")[0]
    key = ticket(event, settings) + ("" if way == "lift" else f"!{way}")
    rows = {**state.get("objected", {}), event.call_id: [key, what, where, guard]}
    return {**state, "objected": dict(list(rows.items())[-OBJECTIONS:])}


def aim(event: Event, settings: Settings) -> str:
    """Where a call goes, as it may be written down: of a mailbox the domain; "" for what stays or has no address."""
    from guards._call.destinations import destinations
    from guards._sensitive.scan import redact_line
    found = [where for where in destinations(event, call_of(event, settings)) if not where.partition(":")[0].isalpha()]
    if not found:
        return ""
    name, at, domain = found[0].rpartition("@")
    shown = redact_line(f"…@{domain}" if at and "/" not in name else event.facts.shown(found[0]), settings, AIM)
    return f"{shown} and {len(found) - 1} more" if len(found) > 1 else shown


def answered(state: State, ticket: str) -> State:
    """The state without the objections to this tool and place: a call of them was made."""
    rows = state.get("objected", {})
    return {**state, "objected": {id: row for id, row in rows.items() if row[0] != ticket}}


def opened(state: State) -> list[tuple[str, list[str]]]:
    """The objections that the line may mean, the newest last: unanswered ones, or else those that got a "no"."""
    rows = [*state.get("objected", {}).items()]
    return [(id, row) for id, row in rows if len(row) < 5] or rows


def given(state: State) -> State:
    """The state once the newest open objection is lifted; unchanged for none, and where it cannot be lifted."""
    rows = opened(state)
    return {**state, "let": rows[-1][1][0]} if rows and not by_hand(rows[-1][1]) else state


def by_hand(row: Sequence[str]) -> str:
    """What a person can do where the line lifts no such objection; "" where it does.

    >>> by_hand(["t!hand", "edit"]), by_hand(["t!", "edit"]), by_hand(["t!yes", "edit"]), by_hand(["t", "curl"])
    ('if you want it, do it by hand', 'nothing typed allows it', 'answer when asked again', '')
    """
    from guards._text.reason import WAYS
    _, other, way = row[0].partition("!")
    return WAYS[way][0].partition("; ")[2].format("ID", "SESSION", ctl="guardctl") if other else ""


def lifts(state: State) -> list[str]:
    """The calls whose objection the state's ticket lifts."""
    let = [state.get("let", "").rstrip(LATER)]
    return [id for id, row in state.get("objected", {}).items() if row[:1] == let]


def spent(state: State) -> State:
    """The state without what was let through."""
    return {**state, "let": ""}


def outcome(state: State) -> str:
    """What `guard: allow` came to, for the person."""
    rows = [row for _, row in opened(state)]
    if not rows:
        return "there is nothing to allow: no objection in this session is unanswered"
    others = [row for row in rows if row[0] != rows[-1][0] and not by_hand(row)]
    more = f"; stopped before and not allowed: {named(others[-1])} (guardctl allow ID)" if others else ""
    guard = (*rows[-1], "", "", "")[3]
    stopped = f", which {guard} stopped," if guard else ""
    way = by_hand(rows[-1])
    does = f"is not allowed by this line: {way}" if way else "passes once, before the next prompt"
    return f"{named(rows[-1])}{stopped} {does}{more}"


def named(row: Sequence[str]) -> str:
    """The tool, or the command, of an objection and where it goes.

    >>> named(["t", "send_email", "…@b.example", "drift"]), named(["t", "rm", ""])
    ('`send_email` to …@b.example', '`rm`')
    """
    _, what, where = (*row, "", "", "")[:3]
    return f"`{what}`{f' to {where}' if where else ''}"


def agent_context(state: State) -> str:
    """What the model is told: the line was for the guards."""
    said = f"The first line, `{LINE}`, was for the guards: {outcome(state)}."
    if not given(state).get("let"):
        return said
    return f"{said}  The rest is for you; if none, make that call again."
