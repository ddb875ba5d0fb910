"""The person's own rules, tried in AARM's order over what the session has been asked, has seen and has done.

`policy` in guards.json is a list of rules (see _rules for what they may say).  Below them stand the bundle's own
DEFAULT rules: they ask where three or two steps together are a risk that no single step is, and are silent in
ordinary work.  A rule of the person with the same id replaces one of them.

`redact` masks what is sensitive in the call's input and lets it run; `defer` is an `ask` that says that context is
missing: a hook cannot know whether anybody could take a deferred call up again.

Cannot see: what a rule does not name.
"""
from __future__ import annotations

from guards import ASK, DENY, PASS, SILENT, Verdict
from guards._history.signals import sequence
from guards._text.plain import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guards import Event, Session, Settings
    from guards.policy.rules import Decision

DEFAULT: tuple[dict[str, object], ...] = (
    {"id": "read-encode-send", "when": {"sequence": ["sensitive read > encode > outbound"]}, "decision": "ask",
     "priority": -100, "reason": "sensitive data was read, then encoded or packed, and this call sends something out"},
    {"id": "create-then-grant", "when": {"sequence": ["create account > grant"]}, "decision": "ask",
     "priority": -100, "reason": "this call gives rights to an account that this session created"},
)
SETTLED = ["request_origin", "drift"]       # whose questions a `pass` rule answers: who asked for this, does it serve
NEXT = {"deny": "Rule {id} in .autoskillit/guards.json; the agent may change the call.",
        "ask": "Rule {id} asks.",
        "defer": "Decide yourself, or give the session what rule {id} asks for."}


def judge(event: Event, session: Session, settings: Settings) -> Verdict:
    """What the first rule that decides says of this call."""
    if event.name != "PreToolUse":
        return SILENT
    if not settings.policy and not sequence(event, session["context"], settings):
        return SILENT       # our own rules look at sequences only
    from guards._origin.allowance import lifted
    from guards.policy.faults import good
    from guards.policy.rules import decide
    from guards.policy.view import View

    rules = good([*DEFAULT, *settings.policy], settings.classification_levels)
    found = decide(rules, View(event, session, settings))
    if found and _ours(found, settings) and lifted(event, session, settings):
        return Verdict(PASS, evidence={"policy": {"id": found.id, "decision": found.decision}, "let": True})
    return _verdict(found, event, settings) if found else SILENT


def _ours(found: Decision, settings: Settings) -> bool:
    """Is it one of the bundle's own rules, which `guard: allow` lifts for one call?"""
    return any(rule["id"] == found.id for rule in DEFAULT) and not any(
        isinstance(rule, dict) and rule.get("id") == found.id for rule in settings.policy)


def _verdict(found: Decision, event: Event, settings: Settings) -> Verdict:
    from guards.policy.rules import STAGES

    rule = {"id": found.id, "decision": found.decision, "stage": STAGES[found.stage], "matched": found.matched}
    if found.decision == "pass":
        return Verdict(PASS, evidence={"policy": rule}, settles=SETTLED)
    if found.decision == "redact":
        return _redacted(event, settings, rule)
    name = one_line(found.id, 60)
    reason = one_line(found.reason, 300) or f"rule {name} says {found.decision}"
    deferred = "deferred, " if found.decision == "defer" else ""
    way = ("lift",) if _ours(found, settings) else ("rule", name[:24]) if found.decision == "deny" else ()
    return Verdict(DENY if found.decision == "deny" else ASK, f"policy: {deferred}{reason}", way=way,
                   more=NEXT[found.decision].format(id=name), evidence={"policy": rule})


def _redacted(event: Event, settings: Settings, rule: Mapping[str, object]) -> Verdict:
    from guards._sensitive.mask import mask

    masked, spans = mask(event.input, settings)
    evidence = {"policy": {**rule, "spans": spans}}
    if not spans:
        return Verdict(PASS, evidence=evidence)
    return Verdict(PASS, evidence=evidence, updated_input=masked,
                   context=f"policy: {spans} sensitive values in this call's input were masked before it ran")
