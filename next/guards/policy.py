"""What do your own rules say of this call?  `policy` in guards.json, in AARM's order; the first that decides, decides.

Law: the same call over the same context gets the same decision.  A bad rule is named and left out; the others count.

    {"id", "when": {condition: wanted, ...}, "decision": deny|ask|pass|redact|defer, "reason", "priority"}
    tool operation agent_type permission_mode intent used writes tags signals sequence     globs; a list: any of them
    input                     {argument: literal | glob | {min max in not_in glob contains type missing}}
    program effect object options     of one command that fits all of them; {"-a|--approve": glob or true}
    destinations              globs over host, host/path, mail address; {"not_in": globs}
    context_level chain_length action_count     {"min", "max"}; a level also by its name
    unless                    conditions of which none may hold

1. A deny that looks at the call alone.  2. By `priority`, and within one: rules over signals, sequence or chain; defer,
and what hangs on something unknown; other deny; ask and redact; pass, which spares the rules below it.

Cannot see: what no rule names.
"""

from __future__ import annotations

import guards
from guards import Call, Command, Event, Facts, Lesson, Rule, Verdict
from guards._text import extract_host, list_leaves, match_glob, normalize_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from guards import Query

    Row = dict[str, Any]

KEYS = frozenset("id when decision reason priority".split())
DECISIONS = tuple("deny ask pass redact defer".split())
EFFECTS = tuple("sends changes fetches reads runs deletes installs grants pays".split())
COMMAND = frozenset("program effect object options".split())
CALL = COMMAND | frozenset("tool operation tags input writes".split())
SEQUENCE = frozenset("signals sequence chain_length".split())
SHAPES: dict[str, str] = {  # condition -> what its value must be
    **dict.fromkeys((*CALL, *SEQUENCE, "agent_type", "permission_mode", "intent", "used"), "texts"),
    **dict.fromkeys(("chain_length", "action_count"), "range"),
    "context_level": "levels",
    "effect": "effects",
    "input": "each test",
    "options": "each option",
    "destinations": "places",
}
PLAIN = dict(SHAPES)  # what `unless` may hold
SHAPES["unless"] = "conditions"
MISSING: object = object()
TYPES: dict[str, Any] = {"string": str, "number": (int, float), "integer": int, "boolean": bool}
TYPES.update({"array": list, "object": dict, "null": type(None)})
TESTS: dict[str, tuple[str, Callable[[Any, Any], bool]]] = {  # test -> what it needs, does it hold?
    "min": ("number", lambda value, least: read_number(value) >= least),
    "max": ("number", lambda value, most: read_number(value) <= most),
    "in": ("list", lambda value, options: fits_value(value, options)),
    "not_in": ("list", lambda value, options: not fits_value(value, options)),
    "glob": ("text", lambda value, glob: match_glob(glob, str(value))),
    "contains": ("text", lambda value, part: part in str(value)),
    "type": ("type", lambda value, name: is_type(value, name)),
    "missing": ("flag", lambda value, wanted: (value is MISSING) is wanted),
}
PARTS: dict[str, Row] = {  # shape of an object -> the keys that it may have, and their shapes
    "range": {"min": "number", "max": "number"},
    "levels": {"min": "level", "max": "level"},
    "places": {"not_in": "texts"},
    "test": {name: shape for name, (shape, _) in TESTS.items()},
}
STAGES = ("forbidden", "compositional", "defer", "context deny", "step-up", "baseline")
FORBIDDEN, COMPOSITIONAL, DEFER, CONTEXT_DENY, STEP_UP, BASELINE = range(6)


def rank_level(name: object, settings: Row) -> int:
    """The index of a level by your name, AARM's or ours, -1 for none.  CONFIDENTIAL is INTERNAL."""
    yours = settings.get("classification_levels") or ()
    for names in (yours, guards.CLASSIFICATIONS, guards.LEVELS):
        if name in names:
            return min(list(names).index(name), len(guards.LEVELS) - 1)
    return guards.INTERNAL if name == "CONFIDENTIAL" else -1


def make_list(wanted: Any) -> list[Any]:
    return wanted if isinstance(wanted, list) else [wanted]


def fits_shape(shape: str, wanted: Any, settings: Row) -> bool:
    """Can a condition of this shape have this value?"""
    if shape in KINDS:
        return isinstance(wanted, KINDS[shape]) and isinstance(wanted, bool) is (shape == "flag")
    if isinstance(wanted, dict):
        kind = shape.partition("each ")[2]
        inner = PLAIN if shape == "conditions" else PARTS.get(shape, {})
        parts = dict.fromkeys(wanted, kind) if kind else inner
        fits = (fits_shape(parts.get(key, ""), one, settings) for key, one in wanted.items())
        return bool(wanted) and all(fits)
    if shape == "test" or (shape == "option" and wanted is True):
        return True
    names = [wanted] if shape == "type" else make_list(wanted)
    if not names or not all(one and isinstance(one, str) for one in names):
        return False
    if shape in ("level", "levels"):
        return all(rank_level(one, settings) >= 0 for one in names)
    known = {"type": TYPES, "effects": EFFECTS}.get(shape, names)
    return shape in SIMPLE and all(one in known for one in names)


KINDS: dict[str, Any] = {"number": (int, float), "list": list, "text": str, "flag": bool}
SIMPLE = ("texts", "places", "option", "type", "effects")  # a text, or a list of some


def find_fault(rule: Any, settings: Row) -> str:
    """What keeps a rule from being applied, "" for a good one."""
    rule = rule if isinstance(rule, dict) else {}
    when = rule["when"] if isinstance(rule.get("when"), dict) else {}
    strange = [*sorted(set(rule) - KEYS), *sorted(set(when) - set(SHAPES))]
    bad = [n for n, one in when.items() if not fits_shape(SHAPES.get(n, ""), one, settings)]
    checks = (
        (not strange, f"unknown key or condition {', '.join(strange)}"),
        (rule.get("id") and isinstance(rule["id"], str), "it has no id"),
        (rule.get("decision") in DECISIONS, f"its decision is none of {', '.join(DECISIONS)}"),
        (isinstance(rule.get("reason", ""), str), "its reason is no text"),
        (type(rule.get("priority", 0)) is int, "its priority is no whole number"),
        (when, "it has no conditions"),
        (not bad, f"{', '.join(bad)} cannot be what it is given"),
    )
    return next((why for good, why in checks if not good), "")


def list_rules(settings: Row) -> tuple[list[Row], list[str]]:
    """(the rules that count, the last of an id in its place; a line for each that does not)."""
    found, faults = {}, []
    for place, rule in enumerate(make_list(settings.get("policy") or []), 1):
        wrong = find_fault(rule, settings)
        if not wrong:
            found[rule["id"]] = rule
            continue
        known = rule if isinstance(rule, dict) else {}
        kind = "deny rule" if known.get("decision") == "deny" else "rule"
        faults.append(f"{kind} {known.get('id') or place} of `policy` is left out: {wrong}")
    return list(found.values()), faults


def name_operations(command: Command) -> list[str]:
    """`aws s3 rm` is known as that and as `aws s3`."""
    words = [command.program, *command.sub.split()]
    return [" ".join(words), " ".join(words[:2])]


def list_commands(call: Call, event: Event) -> list[Command]:
    """The commands of a call; a server's tool as one: the server, what it does, what it is given."""
    if call.commands:
        return list(call.commands)
    parts = event.tool.split("__")
    changes = call.tags.get("consequential") or call.writes
    known = {"sends": call.sinks, "deletes": call.deletes, "fetches": call.fetches}
    effects = [name for name, there in {**known, "changes": changes}.items() if there]
    given = [text for _, text in list_leaves(event.input)]
    return [Command(parts[1] if len(parts) > 2 else event.tool, given, parts[-1], effects=effects)]


def list_destinations(call: Call) -> list[str] | None:
    places = [place for sink in call.sinks for place in sink.places]
    found = [normalize_place(place) for place in (*places, *call.fetches)]
    return found if found or not (call.sinks or call.tags.get("external")) else None


LOOK: dict[str, Callable[[Call, Facts], Any]] = {  # None: the session does not know yet
    "tool": lambda call, facts: facts.event.tool,
    "operation": lambda call, facts: list_operations(call),
    "agent_type": lambda call, facts: name_agent(facts.event),
    "permission_mode": lambda call, facts: facts.event.mode or None,
    "intent": lambda call, facts: facts.state.get("context.intent"),
    "tags": lambda call, facts: [tag for tag, value in call.tags.items() if value],
    "input": lambda call, facts: facts.event.input,
    "signals": lambda call, facts: list(facts.get("signals") or ()),
    "sequence": lambda call, facts: list(facts.get("sequence") or ()),
    "writes": lambda call, facts: [*call.writes, *call.deletes],
    "commands": lambda call, facts: list_commands(call, facts.event),
    "context_level": lambda call, facts: facts.state.get("level", guards.NONE),
    "destinations": lambda call, facts: list_destinations(call),
    "chain_length": lambda call, facts: 1 + count_calls(facts, "context.chain_from"),
    "action_count": lambda call, facts: count_calls(facts),
    "used": lambda call, facts: list_used(facts.state),
}


def list_operations(call: Call) -> list[str]:
    return [call.operation, *(one for command in call.commands for one in name_operations(command))]


def name_agent(event: Event) -> str:
    return event.raw.get("agent_type") or ("subagent" if event.agent else "main")


def count_calls(facts: Facts, since: str = "") -> int:
    return int(facts.state.get("calls", 0)) - int(facts.state.get(since, 0))


def list_used(state: Row) -> list[str]:
    return [
        *state.get("context.tools", ()),
        *(one.get("tool", "") for one in state.get("window", ())),
    ]


def holds_all(when: Row, call: Call, facts: Facts) -> bool | None:
    """Do all conditions hold?  None where that hangs on something unknown."""
    of_one = {name: wanted for name, wanted in when.items() if name in COMMAND}
    if of_one:
        of_one.update({"operation": when["operation"]} if "operation" in when else {})
        if not any(fits_command(one, of_one) for one in LOOK["commands"](call, facts)):
            return False
    found = [holds_one(name, when[name], call, facts) for name in when if name not in COMMAND]
    return False if False in found else None if None in found else True


def holds_one(name: str, wanted: Any, call: Call, facts: Facts) -> bool | None:
    if name == "unless":
        found = [holds_all({key: one}, call, facts) for key, one in wanted.items()]
        return False if True in found else None if None in found else True
    value = LOOK[name](call, facts)
    if value is None:
        return None
    if name == "input":
        return all(fits_value(reach_value(value, path), test) for path, test in wanted.items())
    if name == "context_level":
        if not isinstance(wanted, dict):
            return value in [rank_level(one, facts.settings) for one in make_list(wanted)]
        wanted = {key: rank_level(one, facts.settings) for key, one in wanted.items()}
    if SHAPES[name] in ("levels", "range"):
        return bool(wanted.get("min", value) <= value <= wanted.get("max", value))
    if name == "destinations":
        globs = wanted["not_in"] if isinstance(wanted, dict) else wanted
        fits = [fits_any(globs, (place, extract_host(place) or place)) for place in value]
        return not all(fits) if isinstance(wanted, dict) else any(fits)
    return fits_any(wanted, make_list(value))


def fits_command(command: Command, wanted: Row) -> bool:
    """Is one command what all these conditions say?"""
    looks = {"program": [command.program], "effect": command.effects, "object": command.words}
    looks["operation"] = name_operations(command)
    for option, glob in (wanted.get("options") or {}).items():
        there = [command.options[word] for word in option.split("|") if word in command.options]
        if not there or (glob is not True and not fits_any(glob, there)):
            return False
    return all(fits_any(glob, looks[name]) for name, glob in wanted.items() if name != "options")


def fits_any(globs: Any, values: Iterable[object]) -> bool:
    """Does one of these globs ("a|b", or a list) fit one of the values?"""
    options = [one for glob in make_list(globs) for one in str(glob).split("|")]
    return any(match_glob(one, str(value)) for value in values for one in options)


def reach_value(value: Any, path: str) -> Any:
    """The value at a dotted path, MISSING where there is none."""
    for part in [path] if path in value else path.split("."):
        if isinstance(value, list) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        else:
            value = value.get(part, MISSING) if isinstance(value, dict) else MISSING
    return value


def fits_value(value: Any, test: Any) -> bool:
    """Does a value of the input pass a test: {"min": 5}, a glob, a list of them, a literal?"""
    tests = test if isinstance(test, dict) else {}
    if value is MISSING:
        return tests.get("missing", False) is True
    if isinstance(value, list) and "type" not in tests and "missing" not in tests:
        return any(fits_value(inner, test) for inner in value)
    if isinstance(test, dict):
        return all(TESTS[name][1](value, wanted) for name, wanted in tests.items())
    if isinstance(test, list):
        return any(fits_value(value, option) for option in test)
    if isinstance(test, str) and isinstance(value, str):
        return match_glob(test, value)
    return type(test) is type(value) and bool(test == value)


def read_number(value: Any) -> float:
    """A number, also one that is text; NaN, which is in no range, for anything else."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    from re import fullmatch

    text = value.strip() if isinstance(value, str) and len(value) < 400 else ""
    number = fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?", text)
    return float(text) if number else float("nan")


def is_type(value: Any, name: str) -> bool:
    return isinstance(value, TYPES[name]) and isinstance(value, bool) is (name == "boolean")


def stage_rule(rule: Row) -> int:
    """Where a rule stands in the order."""
    used = (set(rule["when"]) | set(rule["when"].get("unless") or ())) - {"unless"}
    decision = rule["decision"]
    if decision in ("defer", "pass"):
        return DEFER if decision == "defer" else BASELINE
    if decision == "deny" and used <= CALL:
        return FORBIDDEN
    if decision != "redact" and used & SEQUENCE:
        return COMPOSITIONAL
    return CONTEXT_DENY if decision == "deny" else STEP_UP


def decide_call(rules: list[Row], call: Call, facts: Facts) -> Row | None:
    """What the rules say: id, decision, reason, stage, matched, part; None where no rule holds."""
    holding = []
    for place, rule in enumerate(rules):
        held = holds_all(rule["when"], call, facts)
        if held or (held is None and rule["decision"] != "pass"):
            stage = stage_rule(rule) if held else DEFER
            holding.append((stage != FORBIDDEN, -rule.get("priority", 0), stage, place, rule))
    if not holding:
        return None
    holding.sort(key=lambda one: one[:4])
    above, priority, stage, _, rule = holding[0]
    level = [one for one in holding if one[:2] == (above, priority)]
    decision, reason = rule["decision"], rule.get("reason", "")
    denies = any(one[4]["decision"] == "deny" for one in level)
    if above and denies and level[-1][2] == BASELINE:
        decision, stage, reason = "defer", DEFER, "rules of one priority contradict each other"
    elif stage == DEFER and decision != "defer":
        names = [name for name in rule["when"] if name in LOOK and LOOK[name](call, facts) is None]
        decision, reason = (
            "defer",
            f"{reason} ({', '.join(names) or 'something'} is unknown)".strip(),
        )
    found = {"id": rule["id"], "decision": decision, "stage": STAGES[stage], "reason": reason}
    return {**found, "matched": [one[4]["id"] for one in holding], "part": ", ".join(rule["when"])}


def judge_policy(call: Call, facts: Facts) -> Verdict | None:
    """Your own rules."""
    found = decide_call(list_rules(facts.settings)[0], call, facts)
    if found is None:
        return None
    decision, name, why = found["decision"], found["id"][:40], found.pop("reason")
    if decision in ("pass", "redact"):
        return Verdict(guards.PASS, exemption=f"policy.{name}" if decision == "pass" else "")
    verb = {"deny": "is denied", "ask": "needs your yes", "defer": "is deferred"}[decision]
    reason = f"`{call.operation[:60]}` {verb} by rule {name} of guards.json{': ' * bool(why)}{why}"
    effect = guards.DENY if decision == "deny" else guards.ASK
    return Verdict(effect, reason[:200], alone=guards.DENY, fields={"policy": found})


def NEEDS(event: Event, call: Call, state: Row, settings: Row) -> list[Query]:
    wanted = event.name == "PreToolUse" and bool(settings.get("policy"))
    return [("signals",), ("sequence",)] if wanted else []


def LEARN(event: Event, call: Call, facts: Facts) -> Lesson | None:
    """Names bad rules once a session, a deny rule at every start.  Masks the input where a rule says `redact`."""
    rules, faults = list_rules(facts.settings)
    if event.name != "PreToolUse":
        known = facts.state.get("policy.faults", [])
        again = event.name == "SessionStart"
        fresh = [one for one in faults if one not in known or (again and one.startswith("deny"))]
        ops = [("set", "policy.faults", faults)] if known != faults else []
        return Lesson(ops=ops, notices=fresh) if ops or fresh else None
    found = decide_call(rules, call, facts)
    if found is None or found["decision"] != "redact":
        return None
    from guards._sensitive.mask import mask_value

    masked, findings = mask_value(event.input, facts.key, personal=True)
    notice = f"Rule {found['id']} masked {len(findings)} sensitive values of this call's input."
    return Lesson(input=masked, notices=[notice], fields={"policy": found}) if findings else None


EVENTS = ("SessionStart", "UserPromptSubmit", "PreToolUse")
DROP = {"id": "no-drop", "when": {"tool": "mcp__shop__drop"}, "decision": "deny"}


def make_policy_example(tool: str) -> tuple[Call, Facts]:
    return Call(tool), Facts(Event("PreToolUse", tool=tool), settings={"policy": [DROP]})


EXAMPLES = make_policy_example("mcp__shop__drop"), make_policy_example("mcp__shop__list")
RULES = (Rule("policy.rule", "What do your own rules say?", judge_policy, *EXAMPLES),)
