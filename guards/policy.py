"""The person's own rules, tried in AARM's order over what the session has been asked, has seen and has done.

`policy` in guards.json is a list of rules (see _rules for what they may say).  Below them stand the bundle's own
DEFAULT rules: they ask where three or two steps together are a risk that no single step is, and are silent in
ordinary work.  A rule of the person with the same id replaces one of them.

`redact` masks what is sensitive in the call's input and lets it run; `defer` is an `ask` that says that context is
missing: a hook cannot know whether anybody could take a deferred call up again.

Cannot see: what a rule does not name.
"""
from __future__ import annotations

from guards import ASK, DENY, LEVELS, PASS, SILENT, Verdict
from guards._rules import STAGES, decide
from guards._signals import raised, sequence
from guards._text import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from guards import Event, Session, Settings
    from guards._rules import Decision

DEFAULT: tuple[dict[str, Any], ...] = (
    {"id": "read-encode-send", "when": {"sequence": ["sensitive read > encode > outbound"]}, "decision": "ask",
     "priority": -100, "reason": "sensitive data was read, then encoded or packed, and this call sends something out"},
    {"id": "create-then-grant", "when": {"sequence": ["create account > grant"]}, "decision": "ask",
     "priority": -100, "reason": "this call gives rights to an account that this session created"},
)
NEXT = {"deny": "change the call, or rule {id} in .autoskillit/guards.json",
        "ask": "approve it if it is what you want (rule {id})",
        "defer": "decide yourself, or give the session what rule {id} asks for"}


def judge(event: Event, session: Session, settings: Settings) -> Verdict:
    """What the first rule that decides says of this call."""
    if event.name != "PreToolUse":
        return SILENT
    view = View(event, session, settings)
    rules = list(DEFAULT)
    if settings.policy:
        from guards._rule_faults import good

        rules = good([*DEFAULT, *settings.policy], settings.classification_levels)
    found = decide(rules, view)
    return _verdict(found, event, settings) if found else SILENT


def _verdict(found: Decision, event: Event, settings: Settings) -> Verdict:
    details: dict[str, Any] = {"policy": {"id": found.id, "decision": found.decision, "stage": STAGES[found.stage],
                                          "matched": found.matched}}
    if found.decision == "pass":
        return Verdict(PASS, details=details)
    if found.decision == "redact":
        return _redacted(event, settings, details)
    reason = one_line(found.reason, 300) or f"rule {found.id} says {found.decision}"
    deferred = "deferred, " if found.decision == "defer" else ""
    text = f"policy: {deferred}{reason}; {NEXT[found.decision].format(id=one_line(found.id, 60))}"
    return Verdict(DENY if found.decision == "deny" else ASK, text, details=details)


def _redacted(event: Event, settings: Settings, details: dict[str, Any]) -> Verdict:
    masked, spans = mask(event.input, settings)
    details["policy"]["spans"] = spans
    if not spans:
        return Verdict(PASS, details=details)
    return Verdict(PASS, details=details, updated_input=masked,
                   context=f"policy: {spans} sensitive values in this call's input were masked before it ran")


def mask(value: Any, settings: Settings, key: str = "") -> tuple[Any, int]:
    """(the value with every sensitive span replaced, how many there were)."""
    if isinstance(value, str):
        from guards._sensitivity import redact, scan

        found = scan(value, settings)
        if not found and key:       # "password": "x" shows only with its name
            named = [f for f in scan(f"{key}: {value}", settings) if f.start >= len(key) + 2]
            if named:
                return redact(f"{key}: {value}", named, settings.key)[len(key) + 2:], len(named)
        return (redact(value, found, settings.key), len(found)) if found else (value, 0)
    if isinstance(value, dict):
        pairs = {k: mask(v, settings, str(k)) for k, v in value.items()}
        return {k: v for k, (v, _) in pairs.items()}, sum(n for _, n in pairs.values())
    if isinstance(value, list):
        items = [mask(v, settings, key) for v in value]
        return [v for v, _ in items], sum(n for _, n in items)
    return value, 0


class View:
    """The evaluation context as rules look at it: a field is worked out when a rule first asks for it.

    None stands for what this session does not know yet.
    """

    def __init__(self, event: Event, session: Session, settings: Settings) -> None:
        self.event, self.session, self.settings = event, session, settings
        self.context: dict[str, Any] = session["context"]
        self.known: dict[str, Any] = {}

    def __call__(self, field: str) -> Any:
        if field not in self.known:
            self.known[field] = LOOK[field](self)
        return self.known[field]


def _operation(view: View) -> Any:
    from guards._tools import operation

    return operation(view.event)


def _tags(view: View) -> Any:
    from guards._tools import tags

    found = tags(view.event, view.settings)
    return [name for name in TAGS if getattr(found, name, False)]


TAGS = ("internal_source", "untrusted_source", "external", "consequential", "fetches", "dispatcher")


def _signals(view: View) -> Any:
    found = list(raised(view.event, view.context, view.settings))
    return [*found, "drift_detected"] if view.session["drift"].get("state") == "entered" else found


def _context_level(view: View) -> Any:
    label = view.session["contamination"].get("level")
    held = LEVELS.index(label) if label in LEVELS else 0
    return max(held, int(view.context.get("level", 0))) if view.context or held else None


def _payload_level(view: View) -> Any:
    findings = view.event.facts.get("findings")
    return None if findings is None else max((f.level for f in findings), default=0)


def _destinations(view: View) -> Any:
    from guards._tools import tags

    found = tags(view.event, view.settings)
    there = [text for name in found.destination for text in texts(view.event.input.get(name))]
    there += hosts(str(view.event.facts.get("text", "")))
    return there if there or not found.external else None


def texts(value: Any) -> list[str]:
    """The strings of a destination argument: one, a list, or the values of objects in it."""
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in inner for text in texts(one)]


def hosts(text: str) -> list[str]:
    """The hosts of the URLs in a text, each once."""
    from guards._request import host

    found = [host("://" + part.split(None, 1)[0].strip("\"'`)>,")) for part in text.split("://")[1:] if part.strip()]
    return list(dict.fromkeys(h for h in found if h))


def _intent(view: View) -> Any:
    requests = view.context.get("requests")
    return requests[-1]["intent"] if requests else None


LOOK: dict[str, Callable[[View], Any]] = {
    "tool": lambda view: view.event.tool,
    "operation": _operation,
    "agent_type": lambda view: view.event.agent_type or ("subagent" if view.event.agent_id else "main"),
    "permission_mode": lambda view: view.event.permission_mode or None,
    "intent": _intent,
    "tags": _tags,
    "input": lambda view: view.event.input,
    "signals": _signals,
    "sequence": lambda view: sequence(view.event, view.context, view.settings),
    "context_level": _context_level,
    "payload_level": _payload_level,
    "destinations": _destinations,
    "chain_length": lambda view: int(view.context.get("chain", 0)) + 1,
    "action_count": lambda view: int(view.context.get("count", 0)),
    "used": lambda view: list(view.context.get("tools") or ()),
}
