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

STAGES = ("forbidden", "compositional", "defer", "context deny", "step-up", "baseline")
COMMAND = frozenset("program effect object options".split())
CALL = COMMAND | frozenset("tool operation tags input writes".split())
SEQUENCE = frozenset("signals sequence chain_length".split())
MISSING: object = object()
TYPES: dict[str, Any] = {"string": str, "number": (int, float), "integer": int, "boolean": bool}
TYPES.update({"array": list, "object": dict, "null": type(None)})
TESTS: dict[str, Callable[[Any, Any], bool]] = {  # of a value of the input
    "min": lambda value, least: read_number(value) >= least,
    "max": lambda value, most: read_number(value) <= most,
    "in": lambda value, options: fits_value(value, options),
    "not_in": lambda value, options: not fits_value(value, options),
    "glob": lambda value, glob: match_glob(glob, str(value)),
    "contains": lambda value, part: part in str(value),
    "type": lambda value, names: any(is_type(value, one) for one in make_list(names)),
    "missing": lambda value, wanted: (value is MISSING) is wanted,
}
TABLE = """rule id:text when:when decision:decision reason:string priority:integer
when effect:effect input:input options:options destinations:destinations context_level:level unless:when
range min:number max:number
level min:level max:level
destinations not_in:texts
input *:test
test min:number max:number in:array not_in:array glob:string contains:string type:type missing:boolean
options *:option"""
SHAPES = {  # of an object -> its keys ("*": any), and the shape of each value
    name: dict(pair.split(":") for pair in pairs)
    for name, *pairs in (line.split() for line in TABLE.splitlines())
}
RANGES = ("chain_length", "action_count")
NAMES = "tool operation agent_type permission_mode intent used writes tags signals sequence program object"
SHAPES["when"].update({**dict.fromkeys(NAMES.split(), "texts"), **dict.fromkeys(RANGES, "range")})
WORDS: dict[str, Iterable[str]] = {  # shape of a text, or a list of some -> the words it takes
    "type": TYPES,
    "decision": "deny ask pass redact defer".split(),
    "effect": "sends changes fetches reads runs deletes installs grants pays".split(),
    "level": (*guards.CLASSIFICATIONS, *guards.LEVELS, "CONFIDENTIAL"),
}
FREE = ("text", "texts", "destinations", "option")  # shapes of any text


def make_list(wanted: Any) -> list[Any]:
    return wanted if isinstance(wanted, list) else [wanted]


def is_type(value: Any, name: str) -> bool:
    return isinstance(value, TYPES[name]) and isinstance(value, bool) is (name == "boolean")


def find_wrong(shape: str, wanted: Any, settings: Row, name: str) -> str:
    """The key of a rule that cannot have the value that it has, "" where all fit."""
    if isinstance(wanted, dict) and shape in SHAPES:
        keys = SHAPES[shape]
        inner = ((key, keys.get(key, keys.get("*", ""))) for key in wanted)
        wrong = (find_wrong(kind, wanted[key], settings, f"{name}.{key}") for key, kind in inner)
        return next(filter(None, wrong), "") if wanted else name
    if shape in TYPES:
        return "" if is_type(wanted, shape) else name
    if shape == "test" or wanted is True:
        return "" if shape in ("test", "option") else name
    names = [wanted] if shape in ("text", "decision") else make_list(wanted)
    known = [*WORDS.get(shape, names if shape in FREE else ())]
    known += settings.get("classification_levels", ()) if shape == "level" else ()
    good = names and all(one and isinstance(one, str) and one in known for one in names)
    return "" if good else name


def list_rules(settings: Row) -> tuple[list[Row], list[str]]:
    """(the rules that count, the last of an id in its place; a line for each that does not)."""
    found, faults = {}, []
    for place, one in enumerate(make_list(settings.get("policy") or []), 1):
        rule = {"id": "", "when": {}, "decision": "", **one} if isinstance(one, dict) else {}
        name = f"{'deny ' * (rule.get('decision') == 'deny')}rule {rule.get('id') or place}"
        wrong = find_wrong("rule", rule, settings, name)
        if wrong:
            faults.append(f"{wrong} of `policy` is missing, unknown or wrong; the rule is left out")
        else:
            found[rule["id"]] = one
    return list(found.values()), faults


def name_operations(command: Command) -> list[str]:
    """`aws s3 rm` is known as that and as `aws s3`."""
    words = [command.program, *command.sub.split()]
    return [" ".join(words), " ".join(words[:2])]


def list_commands(call: Call, event: Event) -> Iterable[Command]:
    """The commands of a call; a server's tool as one: the server, what it does, what it is given."""
    if call.commands:
        return call.commands
    parts = event.tool.split("__")
    known = {"sends": call.sinks, "deletes": call.deletes, "fetches": call.fetches}
    known["changes"] = call.tags.get("consequential") or call.writes
    given = [text for _, text in list_leaves(event.input)]
    server, effects = parts[1 % len(parts)], [name for name in known if known[name]]
    return [Command(server, given, parts[-1], effects=effects)]


def look_conditions(call: Call, facts: Facts) -> Row:
    """What each condition looks at; None is what the session does not know."""
    event, state = facts.event, facts.state
    places = [place for sink in call.sinks for place in sink.places]
    places = [normalize_place(place) for place in (*places, *call.fetches)]
    blind = not places and (call.sinks or call.tags.get("external"))
    operations = [name for one in call.commands for name in name_operations(one)]
    calls, window = state.get("calls", 0), state.get("window", ())
    signals = facts.get("signals") or []
    return {
        "tool": event.tool,
        "operation": [call.operation, *operations],
        "agent_type": event.raw.get("agent_type") or ("subagent" if event.agent else "main"),
        "permission_mode": event.mode or None,
        "intent": state.get("context.intent"),
        "tags": [tag for tag, value in call.tags.items() if value],
        "input": event.input,
        "signals": signals,
        "sequence": [one for one in signals if " > " in one],
        "writes": [*call.writes, *call.deletes],
        "commands": list_commands(call, event),
        "context_level": state.get("level", guards.NONE),
        "destinations": None if blind else places,
        "action_count": calls,
        "chain_length": 1 + calls - state.get("context.chain_from", 0),
        "used": [*state.get("context.tools", ()), *(one.get("tool", "") for one in window)],
    }


def holds_all(when: Row, known: Row, settings: Row) -> bool | None:
    """Do all conditions hold?  None where that hangs on something unknown."""
    found = [holds_one(name, when[name], known, settings) for name in when if name not in COMMAND]
    if not COMMAND.isdisjoint(when):
        of_one = {name: when[name] for name in (*COMMAND, "operation") if name in when}
        found.append(any(fits_command(one, of_one) for one in known["commands"]))
    return None if None in found and False not in found else all(found)


def holds_one(name: str, wanted: Any, known: Row, settings: Row) -> bool | None:
    if name == "unless":
        found = [holds_all({key: one}, known, settings) for key, one in wanted.items()]
        return None if None in found and True not in found else not any(found)
    value = known[name]
    if value is None:
        return None
    if name == "input":
        return all(fits_value(reach_value(value, path), test) for path, test in wanted.items())
    if name == "context_level":
        from guards._taint.labels import rate_name

        if not isinstance(wanted, dict):
            return value in [rate_name(one, settings) for one in make_list(wanted)]
        wanted = {key: rate_name(one, settings) for key, one in wanted.items()}
    if name == "context_level" or name in RANGES:
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
    given = command.options
    for option, glob in wanted.get("options", {}).items():
        there = [given[one] for one in option.split("|") if one in given]
        if not there or not (glob is True or fits_any(glob, there)):
            return False
    return all(fits_any(wanted[name], looks[name]) for name in wanted if name != "options")


def fits_any(globs: Any, values: Iterable[object]) -> bool:
    """Does one of these globs ("a|b", or a list) fit one of the values?"""
    options = [one for glob in make_list(globs) for one in str(glob).split("|")]
    return any(match_glob(one, str(value)) for value in values for one in options)


def reach_value(value: Any, path: str) -> Any:
    """The value at a dotted path, MISSING where there is none."""
    for part in [path] if path in value else path.split("."):
        inner = {str(at): one for at, one in enumerate(value)} if isinstance(value, list) else value
        value = inner.get(part, MISSING) if isinstance(inner, dict) else MISSING
    return value


def fits_value(value: Any, test: Any) -> bool:
    """Does a value of the input pass a test: {"min": 5}, a glob, a list of them, a literal?"""
    tests = test if isinstance(test, dict) else {}
    if value is MISSING:
        return tests.get("missing", False) is True
    if isinstance(value, list) and "type" not in tests and "missing" not in tests:
        return any(fits_value(inner, test) for inner in value)
    if isinstance(test, dict):
        return all(TESTS[name](value, wanted) for name, wanted in tests.items())
    if isinstance(test, list):
        return any(fits_value(value, option) for option in test)
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
    used, decision = {*rule["when"], *rule["when"].get("unless", ())} - {"unless"}, rule["decision"]
    if decision in ("defer", "pass"):
        return "defer" if decision == "defer" else "baseline"
    if decision != "redact" and used & SEQUENCE:
        return "compositional"
    if decision != "deny":
        return "step-up"
    return "forbidden" if used <= CALL else "context deny"


def decide_call(rules: list[Row], call: Call, facts: Facts) -> Row | None:
    """What the rules say: id, decision, reason, stage, matched; None where no rule holds."""
    holding, known = [], look_conditions(call, facts)
    for rule in rules:
        held = holds_all(rule["when"], known, facts.settings)
        if held or (held is None and rule["decision"] != "pass"):
            stage = stage_rule(rule) if held else "defer"
            rank = (stage != "forbidden", -rule.get("priority", 0), STAGES.index(stage))
            holding.append((rank, rule))
    if not holding:
        return None
    holding.sort(key=lambda one: one[0])
    first, rule = holding[0]
    stage = STAGES[first[2]]
    decision, reason = rule["decision"], rule.get("reason", "")
    level = {one["decision"] for rank, one in holding if rank[:2] == first[:2]}
    if stage != "forbidden" and {"deny", "pass"} <= level:
        decision, stage, reason = "defer", "defer", "rules of one priority contradict each other"
    elif stage == "defer" and decision != "defer":
        names = [name for name in rule["when"] if known.get(name, "") is None] or ["something"]
        decision, reason = "defer", f"{reason} ({', '.join(names)} is unknown)".strip()
    found = {"id": rule["id"], "decision": decision, "stage": stage, "reason": reason}
    return {**found, "matched": [one["id"] for _, one in holding]}


def judge_policy(call: Call, facts: Facts) -> Verdict | None:
    """Your own rules."""
    found = decide_call(list_rules(facts.settings)[0], call, facts)
    if found is None or found["decision"] == "redact":
        return None
    decision, name, why = found["decision"], found["id"][:40], found.pop("reason")
    if decision == "pass":
        return Verdict(guards.PASS, exemption=f"policy.{name}")
    verb = {"deny": "is denied", "ask": "needs your yes", "defer": "is deferred"}[decision]
    reason = f"`{call.operation[:60]}` {verb} by rule {name} of guards.json{': ' * bool(why)}{why}"
    effect = guards.DENY if decision == "deny" else guards.ASK
    return Verdict(effect, reason[:200], alone=guards.DENY, fields={"policy": found})


def NEEDS(event: Event, call: Call, state: Row, settings: Row) -> list[Query]:
    return [("signals",)] if event.tool and settings.get("policy") else []


def LEARN(event: Event, call: Call, facts: Facts) -> Lesson | None:
    """Names bad rules once a session, a deny rule at every start.  Masks the input where a rule says `redact`."""
    rules, faults = list_rules(facts.settings)
    if event.name != "PreToolUse":
        known, again = facts.state.get("policy.faults", []), event.name == "SessionStart"
        fresh = [one for one in faults if one not in known or (again and one.startswith("deny"))]
        return Lesson([("set", "policy.faults", faults)], notices=fresh) if fresh else None
    found = decide_call(rules, call, facts)
    if found is None or found["decision"] != "redact":
        return None
    from guards._sensitive.mask import mask_value

    masked, findings = mask_value(event.input, facts.key, personal=True)
    notice = f"Rule {found['id']} masked {len(findings)} sensitive values of this call's input."
    return Lesson(input=masked, notices=[notice], fields={"policy": found}) if findings else None


EVENTS = ("SessionStart", "UserPromptSubmit", "PreToolUse")


DROP = {"policy": [{"id": "no-drop", "when": {"tool": "drop"}, "decision": "deny"}]}
YES, NO = [(Call(one), Facts(Event("PreToolUse", "", one), {}, DROP)) for one in ("drop", "list")]
RULES = (Rule("policy.rule", "What do your own rules say?", judge_policy, YES, NO),)
