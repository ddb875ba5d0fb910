"""What do your own rules say of this call?  `policy` in guards.json, in AARM's order; the first that decides, decides.

Law: the same call over the same context gets the same decision.  A bad rule is named and left out; the others count.
The conditions stand in docs/settings.md.  1. A deny that looks at the call alone.  2. By `priority`, and within one:
rules over signals or chain; defer, and what hangs on a destination that could not be read; other deny; ask and redact;
pass, which spares the rules below it.
Cannot see: what no rule names.
"""

from __future__ import annotations

import guards
from guards import ASK, DENY, Any, Call, Command, Event, Facts, Lesson, Row, Rows, Rule, Verdict
from guards._sensitive.mask import mask_value
from guards._taint import rate_name
from guards._text import fits_place, match_glob, normalize_place, split_pairs, split_table

STAGES = "forbidden|compositional|defer|context deny|step-up|baseline".split("|")
FIXED = split_pairs("defer:defer pass:baseline redact:step-up")  # decisions of one stage
SAID = {"deny": "is denied", "ask": "needs your yes", "defer": "is deferred"}
# Conditions over one command, the call, its risk, and all else; effects of a command.
COMMAND, WHOLE, RISK, AROUND, EFFECTS = split_table(
    """command program effect object options|whole tool operation tags input writes entities
|risk signals chain_length|around permission_mode used destinations carries context_level
|effects sends changes fetches reads runs deletes installs grants pays"""
).values()
CALL = COMMAND | WHOLE
CONDITIONS = CALL | RISK | AROUND
LEVELS = *guards.CLASSIFICATIONS, *guards.LEVELS, "CONFIDENTIAL"
# Types as JSON Schema names them; what a rule's keys are of, and what the tests of a value need.
TYPES: Row = dict(
    string=str, number=(int, float), integer=int, boolean=bool, array=list, object=dict
)
RULE = split_pairs("id:string when:object decision:string reason:string priority:integer")
NEEDED = split_pairs("min:number max:number not_in:array type:string")


def is_type(value: Any, name: str) -> bool:
    return isinstance(value, bool) is (name == "boolean") and isinstance(value, TYPES.get(name, ()))


TESTS = {
    "min": lambda value, least: read_number(value) >= least,
    "max": lambda value, most: read_number(value) <= most,
    "not_in": lambda value, options: not find_fits(value, options),
    "type": is_type,
}


def is_condition(name: str, wanted: Any, levels: tuple[str, ...]) -> bool:
    """May a condition want this: a text, a list of some, tests of a value, an object of arguments or options?"""
    given = wanted if isinstance(wanted, dict) else {}
    if name in ("input", "options"):
        inner = "" if name == "input" else "object"
        right = [one is True or is_condition(inner, one, ()) for one in given.values()]
    elif name == "context_level":
        right = [key in ("min", "max") and one in levels for key, one in given.items()]
    elif isinstance(wanted, dict) or name == "chain_length":
        right = [is_test(key, one) for key, one in given.items()]
    else:
        texts = wanted if isinstance(wanted, list) else [wanted]
        known = EFFECTS if name == "effect" else texts
        right = [one != "" and (not name or isinstance(one, str)) and one in known for one in texts]
    return bool(right) and all(right)


def is_test(key: str, wanted: Any) -> bool:
    """Is it a test of a value that some value passes?"""
    fits = is_type(wanted, NEEDED.get(key, "")) and wanted != []
    return fits and (key != "type" or wanted in TYPES)


def find_wrong(rule: Row, settings: Row) -> str:
    """The key of a rule that is missing, unknown or wrong, "" where all fit."""
    for key in ("id", "decision", "when", *rule):
        if not is_type(rule.get(key), RULE.get(key, "")) or rule[key] in ("", {}):
            return str(key)
    if rule["decision"] not in (*SAID, *FIXED):
        return "decision"
    levels = *LEVELS, *settings["classification_levels"]
    for name, wanted in rule["when"].items():
        if name not in CONDITIONS or not is_condition(name, wanted, levels):
            return f"when.{name}"
    return ""


def read_policy(settings: Row) -> tuple[Rows, list[str]]:
    """(the rules that count; a line for each that does not)."""
    found, faults = [], []
    for place, one in enumerate(settings["policy"], 1):
        rule = one if isinstance(one, dict) else {}
        wrong = find_wrong(rule, settings)
        if wrong:
            name = f"rule {rule.get('id') or place}.{wrong} of `policy`"
            faults.append(f"{name} is missing, unknown or wrong; the rule is left out")
        else:
            found.append(rule)
    return found, faults


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
    return {
        "tool": event.tool,
        "operation": [call.operation, *(one for c in call.commands for one in name_operations(c))],
        "permission_mode": event.mode,
        "tags": [tag for tag, value in call.tags.items() if value],
        "input": event.input,
        "writes": [*call.writes, *call.deletes],
        "commands": call.commands,
        "context_level": state.get("level", 0),
        "destinations": None if blind else [(one,) for one in places],
        "chain_length": guards.count_chain(state),
        "used": state.get("tools"),
        **facts.get("context"),
    }


def match_conditions(when: Row, known: Row, settings: Row) -> Row:
    """Condition -> the parts of the call that fit it; None where that hangs on a destination that could not be read."""
    found: Row = {}
    flat = {**when, **{f"input.{path}": one for path, one in when.get("input", {}).items()}}
    for name, tests in flat.items():
        if name == "context_level":
            tests = {end: rate_name(one, settings) for end, one in tests.items()}
            found[name] = [guards.CLASSIFICATIONS[one] for one in find_fits(known[name], tests)]
        elif name not in (*COMMAND, "input"):
            value: Any = known
            for part in name.split("."):
                value = value.get(part) if isinstance(value, dict) else None
            blind = name == "destinations" and value is None
            found[name] = None if blind else find_fits(value, tests)
    if not COMMAND.isdisjoint(when):
        of_one = {name: when[name] for name in (*COMMAND, "operation") if name in when}
        fits = [one for one in known["commands"] if fits_command(one, of_one)]
        parts = [(one.program, *one.words, *map("=".join, one.options.items())) for one in fits]
        found["command"] = list(map(" ".join, parts))
    return found


def fits_command(command: Command, wanted: Row) -> bool:
    """Is one command what all these conditions say?"""
    looks = {"program": command.program, "effect": [*command.effects]}
    looks.update(object=[*command.words], operation=name_operations(command))
    found = [find_fits(looks[name], wanted[name]) for name in wanted if name != "options"]
    for option, glob in wanted.get("options", {}).items():
        there = [command.options[one] for one in option.split("|") if one in command.options]
        found.append(find_fits(there, "*" if glob is True else glob))
    return [] not in found


def find_fits(value: Any, test: Any) -> list[Any]:
    """The parts of a value that pass a test: {"min": 5}, a glob, a list, a literal.  A tuple is a place."""
    if isinstance(value, list) and not (isinstance(test, dict) and "type" in test):
        return [part for inner in value for part in find_fits(inner, test)]
    if isinstance(test, dict):
        passed = all(TESTS[name](value, wanted) for name, wanted in test.items())
        return [value] * (value is not None and passed)
    if isinstance(test, list):
        return [part for option in test for part in find_fits(value, option)]
    if isinstance(value, tuple):
        return [value[0]] * fits_place(str(test), value[0])
    if isinstance(test, str) and isinstance(value, str):
        return [value] * match_glob(test, value)
    return [value] * (type(test) is type(value) and value == test)


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


def decide_call(rules: Rows, call: Call, facts: Facts) -> Row | None:
    """What the rules say: id, decision, stage, reason, and what matched; None where no rule holds."""
    holding, known = [], look_conditions(call, facts) if rules else {}
    for rule in rules:
        parts = match_conditions(rule["when"], known, facts.settings)
        unknown = None in parts.values()
        if [] not in parts.values() and not (unknown and rule["decision"] == "pass"):
            stage = "defer" if unknown else stage_rule(rule)
            rank = (stage != "forbidden", -rule.get("priority", 0))
            holding.append(((rank, STAGES.index(stage)), stage, rule, parts))
    if not holding:
        return None
    first, stage, rule, parts = min(holding, key=lambda one: one[0])
    decision, reason = rule["decision"], rule.get("reason", "")
    said = {other["decision"] for rank, _, other, _ in holding if rank[0] == first[0]}
    if stage != "forbidden" and said >= {"deny", "pass"}:
        decision, stage, reason = "defer", "defer", "rules of one priority contradict each other"
    elif stage == "defer" and decision != "defer":
        decision, reason = "defer", f"{reason} (destinations is unknown)".strip()
    matched = {name: str(hits[0])[:80] for name, hits in parts.items() if hits}
    found = {"id": rule["id"], "decision": decision, "stage": stage, "reason": reason}
    return {**found, "matched": mask_value(matched, facts.key, personal=True, strict=1)}


def judge_policy(call: Call, facts: Facts) -> Verdict | None:
    """Your own rules."""
    found = decide_call(read_policy(facts.settings)[0], call, facts)
    if found is None or found["decision"] in ("redact", "pass"):
        return None
    decision, name, why = found["decision"], found["id"][:40], found.pop("reason")
    reason = f"`{call.operation[:60]}` {SAID[decision]} by rule {name} of guards.json"
    reason = f"{reason}: {why}"[:200] if why else reason
    return Verdict(DENY if decision == "deny" else ASK, reason, fields={"policy": found})


def LEARN(event: Event, call: Call, facts: Facts) -> Lesson | None:
    """Names bad rules at each start.  Masks the input where a rule says `redact`."""
    rules, faults = read_policy(facts.settings)
    if event.name == "SessionStart":
        return Lesson(notices=faults) if faults else None
    found = decide_call(rules, call, facts)
    if found is None or found["decision"] != "redact":
        return None
    masked = mask_value(event.input, facts.key, personal=True)
    if masked == event.input:
        return None
    notice = f"Rule {found['id']} masked sensitive values of this call's input."
    return Lesson(input=masked, notices=[notice], fields={"policy": found})


DROP = {"policy": [{"id": "no-drop", "when": {"tool": "drop"}, "decision": "deny"}]}
YES, NO = [(Call(one), Facts(Event("PreToolUse", "", one), {}, DROP)) for one in ("drop", "list")]
RULES = (Rule("policy.rule", "What do your own rules say?", judge_policy, YES, NO),)
