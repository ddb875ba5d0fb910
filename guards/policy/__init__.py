"""The person's own rules, tried in AARM's order over what the session has been asked, has seen and has done.

`policy` in guards.json is a list of rules (see _rules for what they may say).  Below them stand the bundle's own
DEFAULT rules: they ask where three or two steps together are a risk that no single step is, and are silent in
ordinary work.  A rule of the person with the same id replaces one of them.

`redact` masks what is sensitive in the call's input and lets it run; `defer` is an `ask` that says that context is
missing: a hook cannot know whether anybody could take a deferred call up again.

Limitations: what a rule does not name.
"""
from __future__ import annotations

from guards import ASK, DENY, PASS, SILENT, Verdict
from guards._history.signals import sequence
from guards._text.plain import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guards import Event, Session, Settings
    from guards._types import Fact
    from guards.policy.rules import Decision

DEFAULT: tuple[dict[str, object], ...] = (
    {"id": "read-encode-send", "when": {"sequence": ["sensitive read > encode > outbound"]}, "decision": "ask",
     "priority": -100, "reason": "sensitive data was read, then encoded or packed, and this call sends something out"},
)
SETTLED = ["request_origin", "drift", "loss"]     # whose questions a `pass` rule answers: does it serve the request
NEXT = {"deny": "Rule {id} in .autoskillit/guards.json; the agent may change the call.",
        "ask": "Rule {id} asks; one of yours with this id in .autoskillit/guards.json takes its place.",
        "defer": "Decide yourself, or give the session what rule {id} asks for."}


RULE = "policy.rule"        # the person's own, whatever its id
PACKED = "sensitive read > encode > outbound"


def requires(event: Event, session: Session, settings: Settings) -> tuple[Fact, ...]:
    """The places that the person named, where what was packed may leave; the branch that a push is of."""
    if not event.is_call:
        return ()
    from guards._call.tags import shell_command

    head: tuple[Fact, ...] = (("file", ".git/HEAD"),) if settings.policy and "push" in shell_command(event) else ()
    if not (session["context"].get("trail") or {}).get("secrets"):
        return head
    return (*head, ("stored", "asked"), ("remotes", "")) if sequence(
        event, session["context"], settings) == PACKED else head


def at_named(event: Event, settings: Settings) -> bool:
    """Does all of this call go to places that the person named or trusts?  What it carries there others weigh."""
    from guards._call import call_of
    from guards._call.destinations import OWN_REMOTE, Known, destinations

    facts = event.facts
    user = [name for row in facts.stored("asked") for name in row.get("h", ())]
    known = Known(settings.key, user, (), (), settings.trusted_destinations, facts.remotes)
    places = destinations(event, call_of(event, settings))
    return bool(places) and all(known.place(place).kind <= OWN_REMOTE for place in places)


def why_packed(event: Event, trail: Mapping[str, Any], settings: Settings) -> str:
    """The reason where what was packed may leave: the program, the file that was read last, the place."""
    from guards._call import call_of
    from guards._call.destinations import destinations

    call = call_of(event, settings)
    files = list(trail.get("secrets") or ())
    named = [name for effect in call.effects for name in effect.payload.names]
    file = one_line((named or files or ["what is sensitive"])[-1].rpartition("/")[2], 40)
    place = next(iter(destinations(event, call)), "a place outside")
    program = next((effect.program for effect in call.effects), "") or event.short
    return f"{one_line(program, 32)} may take {file} to {one_line(place, 48)}: it was read, then encoded or packed"


def judge(event: Event, session: Session, settings: Settings) -> Verdict:
    """What the first rule that decides says of this call."""
    if not event.is_call:
        return SILENT
    if not settings.policy and not sequence(event, session["context"], settings):
        return SILENT       # our own rules look at sequences only
    from guards._origin.allowance import lifted
    from guards.policy.faults import good
    from guards.policy.fields import Fields
    from guards.policy.rules import decide

    rules = good([*DEFAULT, *settings.policy], settings.named_levels())
    found = decide(rules, Fields(event, session, settings))
    if found and _ours(found, settings) and lifted(event, session, settings):
        return Verdict(PASS, evidence={"policy": {"id": found.id, "decision": found.decision}, "let": True},
                       excused=[(f"policy.{found.id}", "consent.let-through")])
    if found and _ours(found, settings):
        if at_named(event, settings):
            return Verdict(excused=[("policy.read-encode-send", "consent.named-place")])
        found.reason = why_packed(event, session["context"].get("trail") or {}, settings)
    return _verdict(found, event, settings) if found else SILENT


def _ours(found: Decision, settings: Settings) -> bool:
    """Is it one of the bundle's own rules, which `guard: allow` lifts for one call?"""
    return any(rule["id"] == found.id for rule in DEFAULT) and not any(
        isinstance(rule, dict) and rule.get("id") == found.id for rule in settings.policy)


def _verdict(found: Decision, event: Event, settings: Settings) -> Verdict:
    from guards.policy.rules import STAGES

    rule = {"id": found.id, "decision": found.decision, "stage": STAGES[found.stage], "matched": found.matched}
    if found.decision == "pass":
        return Verdict(PASS, rule=RULE, evidence={"policy": rule}, settles=SETTLED)
    if found.decision == "redact":
        return _redacted(event, settings, rule)
    name = one_line(found.id, 60)
    reason = one_line(found.reason, 300) or f"rule {name} says {found.decision}"
    deferred = "deferred, " if found.decision == "defer" else ""
    way = ("lift",) if _ours(found, settings) else ("rule", name[:24]) if found.decision == "deny" else ()
    return Verdict(DENY if found.decision == "deny" else ASK, f"policy: {deferred}{reason}", way=way,
                   rule=f"policy.{found.id}" if _ours(found, settings) else RULE,
                   more=NEXT[found.decision].format(id=name), evidence={"policy": rule})


def _redacted(event: Event, settings: Settings, rule: Mapping[str, object]) -> Verdict:
    from guards._sensitive.mask import redact_tree

    masked, spans = redact_tree(event.input, settings)
    evidence = {"policy": {**rule, "spans": spans}}
    if not spans:
        return Verdict(PASS, evidence=evidence)
    return Verdict(PASS, rule=RULE, evidence=evidence, updated_input=masked,
                   context=f"policy: {spans} sensitive values in this call's input were masked before it ran")
