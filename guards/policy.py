"""What do your own rules say of this call?  `policy` in guards.json, in AARM's order; the first that decides, decides.

Law: the same call over the same context gets the same decision.  A bad rule is named and left out; the others count.

    {"id", "when": {condition: wanted, ...}, "decision": deny|ask|pass|redact|defer, "reason", "priority"}
    tool operation permission_mode used writes tags signals     globs ("a|b"); a list: any of them
    input                     {argument: literal | glob | list of them | {min max not_in type}}
    program effect object options     of one command that fits all of them; {"-a|--approve": glob or true}
    destinations              globs over host, host/path, mail address; {"not_in": globs}
    context_level chain_length     {"min", "max"}

1. A deny that looks at the call alone.  2. By `priority`, and within one: rules over signals or chain; defer, and what
hangs on a destination that could not be read; other deny; ask and redact; pass, which spares the rules below it.

Cannot see: what no rule names.
"""

from __future__ import annotations

import guards
from guards import Call, Command, Event, Facts, Lesson, Rule, Verdict
from guards._taint import rate_name
from guards._text import extract_host, match_glob, normalize_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from guards import Query, Row

STAGES = ("forbidden", "compositional", "defer", "context deny", "step-up", "baseline")
FIXED = {"defer": "defer", "pass": "baseline", "redact": "step-up"}  # decisions of one stage
SAID = {"deny": "is denied", "ask": "needs your yes", "defer": "is deferred"}
COMMAND = frozenset("program effect object options".split())
CALL = COMMAND | frozenset("tool operation tags input writes".split())
RISK, RANGES = frozenset(("signals", "chain_length")), ("context_level", "chain_length")
CONDITIONS = CALL | RISK | frozenset("permission_mode used destinations context_level".split())
EFFECTS = "sends changes fetches reads runs deletes installs grants pays".split()
LEVELS = (*guards.CLASSIFICATIONS, *guards.LEVELS, "CONFIDENTIAL")
# Types as JSON Schema names them; what a rule's keys are of, and what the tests of a value need.
TYPES: Row = {"string": str, "number": (int, float), "integer": int, "boolean": bool}
TYPES.update(array=list, object=dict)
RULE = dict(id="string", when="object", decision="string", reason="string", priority="integer")
NEEDED = {"min": "number", "max": "number", "not_in": "array", "type": "string"}
TESTS: dict[str, Callable[[Any, Any], bool]] = {
    "min": lambda value, least: read_number(value) >= least,
    "max": lambda value, most: read_number(value) <= most,
    "not_in": lambda value, options: not fits_value(value, options),
    "type": lambda value, name: is_type(value, name),
}


def is_type(value: Any, name: str) -> bool:
    right: bool = isinstance(value, TYPES.get(name, ()))
    return right and isinstance(value, bool) is (name == "boolean")


def is_condition(name: str, wanted: Any, levels: Iterable[str]) -> bool:
    """May a condition want this: a text, a list of some, tests of a value, an object of arguments or options?"""
    if name in ("input", "options"):
        values = wanted.values() if isinstance(wanted, dict) else ()
        return bool(values) and all(is_condition("", one, ()) for one in values)
    if isinstance(wanted, dict):
        words = [one for one in wanted.values() if name == "context_level"]
        types = {**NEEDED, "min": "string", "max": "string"} if words else NEEDED
        right = [is_type(one, types.get(key, "")) and one != [] for key, one in wanted.items()]
        return bool(right) and all(right) and all(one in levels for one in words)
    texts = wanted if isinstance(wanted, list) else [wanted]
    known = EFFECTS if name == "effect" else texts
    good = bool(texts) and all(not name or isinstance(one, str) for one in texts)
    return (
        good and "" not in texts and {*map(str, texts)} <= {*map(str, known)} and name not in RANGES
    )


def find_wrong(rule: Row, settings: Row) -> str:
    """The key of a rule that is missing, unknown or wrong, "" where all fit."""
    for key in ("id", "decision", "when", *rule):
        if not is_type(rule.get(key), RULE.get(key, "")) or rule[key] in ("", {}):
            return str(key)
    if rule["decision"] not in (*SAID, *FIXED):
        return "decision"
    levels = (*LEVELS, *settings.get("classification_levels", ()))
    for name, wanted in rule["when"].items():
        if name not in CONDITIONS or not is_condition(name, wanted, levels):
            return f"when.{name}"
    return ""


def read_policy(settings: Row) -> tuple[list[Row], list[str]]:
    """(the rules that count, the last of an id in its place; a line for each that does not)."""
    found, faults = {}, []
    for place, one in enumerate(settings.get("policy") or (), 1):
        rule = one if isinstance(one, dict) else {}
        wrong = find_wrong(rule, settings)
        if wrong:
            name = f"rule {rule.get('id') or place}.{wrong}"
            faults.append(f"{name} of `policy` is missing, unknown or wrong; the rule is left out")
        else:
            found[rule["id"]] = rule
    return list(found.values()), faults


def name_operations(command: Command) -> list[str]:
    """`aws s3 rm` is known as that and as `aws s3`."""
    words = [command.program, *command.sub.split()]
    return [" ".join(words), " ".join(words[:2])]


def look_conditions(call: Call, facts: Facts) -> Row:
    """What each condition looks at; `destinations` is None where the call leads to a place that could not be read."""
    event, state = facts.event, facts.state
    places = [place for sink in call.sinks for place in sink.places]
    places = [normalize_place(place) for place in (*places, *call.fetches)]
    blind = not places and (call.sinks or call.tags.get("external"))
    window = [one.get("tool", "") for one in state.get("window", ())]
    return {
        "tool": event.tool,
        "operation": [call.operation, *(one for c in call.commands for one in name_operations(c))],
        "permission_mode": event.mode,
        "tags": [tag for tag, value in call.tags.items() if value],
        "input": event.input,
        "signals": facts.get("signals") or [],
        "writes": [*call.writes, *call.deletes],
        "commands": call.commands,
        "context_level": state.get("level", guards.NONE),
        "destinations": None if blind else [(one, extract_host(one) or one) for one in places],
        "chain_length": 1 + state.get("calls", 0) - state.get("context.chain_from", 0),
        "used": [*state.get("context.tools", ()), *window],
    }


def check_conditions(when: Row, known: Row, settings: Row) -> bool | None:
    """Do all conditions hold?  None where that hangs on a destination that could not be read."""
    found: list[bool | None] = []
    for name in when.keys() - COMMAND:
        tests, value = when[name], known[name]
        if name == "input":
            found += [fits_value(reach_value(value, path), one) for path, one in tests.items()]
            continue
        if name == "context_level":
            tests = {end: rate_name(one, settings) for end, one in tests.items()}
        found.append(None if value is None else fits_value(value, tests))
    if not COMMAND.isdisjoint(when):
        of_one = {name: when[name] for name in (*COMMAND, "operation") if name in when}
        found.append(any(fits_command(one, of_one) for one in known["commands"]))
    return None if None in found and False not in found else all(found)


def fits_command(command: Command, wanted: Row) -> bool:
    """Is one command what all these conditions say?"""
    looks: Row = {"program": command.program, "effect": [*command.effects]}
    looks.update(object=[*command.words], operation=name_operations(command))
    found = [fits_value(looks[name], wanted[name]) for name in wanted if name != "options"]
    for option, glob in wanted.get("options", {}).items():
        there = [command.options[one] for one in option.split("|") if one in command.options]
        found.append(bool(there) if glob is True else fits_value(there, glob))
    return all(found)


def reach_value(value: Any, path: str) -> Any:
    """The value at a dotted path, None where there is none."""
    for part in path.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def fits_value(value: Any, test: Any) -> bool:
    """Does a value pass a test: {"min": 5}, a glob, a list of them, a literal?  Of a list any value may; a tuple is
    one value in several spellings."""
    if isinstance(value, list) and not (isinstance(test, dict) and "type" in test):
        return any(fits_value(inner, test) for inner in value)
    if isinstance(test, dict):
        passed = (TESTS[name](value, wanted) for name, wanted in test.items())
        return value is not None and all(passed)
    if isinstance(test, list):
        return any(fits_value(value, option) for option in test)
    if isinstance(value, tuple):
        return any(fits_value(one, test) for one in value)
    if isinstance(test, str) and isinstance(value, str):
        return match_glob(test, value)
    return type(test) is type(value) and bool(test == value)


def read_number(value: Any) -> float:
    """A number, also one that is text; NaN, which is in no range, for anything else."""
    from re import fullmatch

    text = str(value).strip()
    fits = fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?", text)
    return float(text if fits else "nan")


def stage_rule(rule: Row) -> str:
    """Where a rule stands in the order."""
    used, decision = rule["when"].keys(), rule["decision"]
    if decision in FIXED:
        return FIXED[decision]
    if used & RISK:
        return "compositional"
    if decision == "ask":
        return "step-up"
    return "forbidden" if used <= CALL else "context deny"


def decide_call(rules: list[Row], call: Call, facts: Facts) -> Row | None:
    """What the rules say: id, decision, stage, reason; None where no rule holds."""
    holding, known = [], look_conditions(call, facts)
    for rule in rules:
        held = check_conditions(rule["when"], known, facts.settings)
        if held or (held is None and rule["decision"] != "pass"):
            stage = stage_rule(rule) if held else "defer"
            rank = (stage != "forbidden", -rule.get("priority", 0))
            holding.append((rank, STAGES.index(stage), rule))
    if not holding:
        return None
    rank, place, rule = min(holding, key=lambda one: one[:2])
    stage, decision, reason = STAGES[place], rule["decision"], rule.get("reason", "")
    if stage != "forbidden" and {"deny", "pass"} <= {
        r["decision"] for x, _, r in holding if x == rank
    }:
        decision, stage, reason = "defer", "defer", "rules of one priority contradict each other"
    elif stage == "defer" and decision != "defer":
        decision, reason = "defer", f"{reason} (destinations is unknown)".strip()
    return {"id": rule["id"], "decision": decision, "stage": stage, "reason": reason}


def judge_policy(call: Call, facts: Facts) -> Verdict | None:
    """Your own rules."""
    found = decide_call(read_policy(facts.settings)[0], call, facts)
    if found is None or found["decision"] in ("redact", "pass"):
        return None
    decision, name, why = found["decision"], found["id"][:40], found.pop("reason")
    reason = f"`{call.operation[:60]}` {SAID[decision]} by rule {name} of guards.json"
    effect = guards.DENY if decision == "deny" else guards.ASK
    reason = f"{reason}: {why}"[:200] if why else reason
    return Verdict(effect, reason, alone=guards.DENY, fields={"policy": found})


def NEEDS(event: Event, call: Call, state: Row, settings: Row) -> list[Query]:
    return [("signals",)] if event.tool and settings.get("policy") else []


def LEARN(event: Event, call: Call, facts: Facts) -> Lesson | None:
    """Names bad rules at each start.  Masks the input where a rule says `redact`."""
    rules, faults = read_policy(facts.settings)
    if event.name == "SessionStart":
        return Lesson(notices=faults) if faults else None
    found = decide_call(rules, call, facts)
    if found is None or found["decision"] != "redact":
        return None
    from guards._sensitive.mask import mask_value

    masked = mask_value(event.input, facts.key, personal=True)
    if masked == event.input:
        return None
    notice = f"Rule {found['id']} masked sensitive values of this call's input."
    return Lesson(input=masked, notices=[notice], fields={"policy": found})


EVENTS = ("SessionStart", "PreToolUse")
DROP = {"policy": [{"id": "no-drop", "when": {"tool": "drop"}, "decision": "deny"}]}
YES, NO = [(Call(one), Facts(Event("PreToolUse", "", one), {}, DROP)) for one in ("drop", "list")]
RULES = (Rule("policy.rule", "What do your own rules say?", judge_policy, YES, NO),)
