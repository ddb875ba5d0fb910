"""A person's ordered rules over the evaluation context: the first that decides, decides.  Pure and deterministic.

A rule is `{"id", "when": {...}, "decision", "reason", "priority"}`; every condition in `when` must hold, and
a list in a condition means any of them.

    tool, operation, agent_type, permission_mode, intent     globs ("Bash", "mcp__mail__*")
    tags                  names of what the call is: external, consequential, fetches, dispatcher ...
    input                 {argument: literal | glob | {"min", "max"} | {"in": [...]} | {"not_in": [...]}
                           | {"glob"} | {"contains"} | {"type"} | {"missing": true}}; dots reach into objects
    program, effect, object, options     of one command of the call, which all of these that are named must fit:
                          globs ("kubectl"), what it does ("deletes": guards/_call/commands.py lists the words), globs
                          over what it is done to (of a push that names no branch the one that is checked out),
                          {option, "-a|--approve" for either: glob, or true where it only has to stand there}; an
                          `operation` beside them is of that command
    writes                globs over the paths that the call changes, as they are written ("$GITHUB_ENV")
    signals               names of risk signals that this call raises (drift_detected, unusual_sequence ...)
    sequence              globs over the unusual sequence: "sensitive read > encode > outbound"
    context_level         what the session has seen: a level or {"min", "max"}; payload_level: what the call carries
    destinations          globs over where the call goes (host with path, host, mail address, account);
                          {"not_in": globs}: one of them is none of these
    chain_length, action_count    {"min", "max"}
    used                  globs over the tools that the session used before
    unless                conditions of the same kind of which none may hold

Decisions are tried in AARM's order:

1. forbidden      a `deny` that looks at the call alone (tool, operation, tags, input): no context overrides it
2. then by `priority`, highest first, and within one priority
   compositional  `deny` or `ask` over signals, sequence or chain_length
   defer          a `defer` rule; a rule that would stop the call if a context field were known that is not;
                  a `pass` and a `deny` that both hold
   context deny   any other `deny`
   step-up        `ask`, and `redact` (mask what is sensitive in the input)
   baseline       `pass`: rules below it are not asked
3. no rule: pass

A rule that holds an unknown key or a value that cannot be is named and skipped (see faults.py).
"""
from __future__ import annotations

from guards._text.glob import match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from guards._call.commands import Command

DECISIONS = tuple("deny ask pass redact defer".split())
OF_A_COMMAND = frozenset("program effect object options".split())
OF_THE_CALL = frozenset("tool operation tags input writes".split()) | OF_A_COMMAND
OF_THE_SEQUENCE = frozenset("signals sequence chain_length".split())
ANY_OF = frozenset(("tags", "signals"))
RANGED = frozenset("context_level payload_level chain_length action_count".split())
TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,), "number": (int, float), "integer": (int,), "boolean": (bool,), "array": (list,),
    "object": (dict,), "null": (type(None),)}
FORBIDDEN, COMPOSITIONAL, DEFER, CONTEXT_DENY, STEP_UP, BASELINE = range(6)
CONFLICT = "rules of one priority contradict each other"
UNKNOWN = "it hangs on {}, which this session does not know yet"
STAGES = ("forbidden", "compositional", "defer", "context deny", "step-up", "baseline")


class Decision:
    """What the rules say: one of DECISIONS, the rule's id, its reason, the stage, the ids of all rules that held."""

    __slots__ = tuple("decision id matched reason stage".split())

    def __init__(self, decision: str, id: str, reason: str, stage: int, matched: list[str]) -> None:
        self.decision, self.id, self.reason, self.stage, self.matched = decision, id, reason, stage, matched


def decide(rules: list[dict[str, Any]], look: Callable[[str], object]) -> Decision | None:
    """The decision of good rules over `look(field)`, which is None where the context does not know; None: no rule."""
    holding: list[tuple[int, int, int, dict[str, Any]]] = []
    for place, rule in enumerate(rules):
        held = holds(rule["when"], look)
        if held is False or (held is None and rule["decision"] == "pass"):
            continue
        stage = DEFER if held is None else stage_of(rule)
        first = 0 if stage == FORBIDDEN else 1
        holding.append((first, -_priority(rule), stage * 10_000 + place, {**rule, "stage": stage}))
    if not holding:
        return None
    holding.sort(key=lambda row: row[:3])
    matched = [str(row[3]["id"]) for row in holding]
    winner = holding[0][3]
    level = [row[3] for row in holding if row[:2] == holding[0][:2]]
    stages = {rule["stage"] for rule in level}
    id, reason = str(winner["id"]), str(winner.get("reason") or "")
    if winner["stage"] != FORBIDDEN and BASELINE in stages and any(r["decision"] == "deny" for r in level):
        return Decision("defer", id, CONFLICT, DEFER, matched)
    if winner["stage"] == DEFER and winner["decision"] != "defer":
        return Decision("defer", id, _unknown(winner, look), DEFER, matched)
    return Decision(winner["decision"], id, reason, winner["stage"], matched)


def _unknown(rule: dict[str, Any], look: Callable[[str], object]) -> str:
    every = (*rule["when"], *(rule["when"].get("unless") or ()))
    names = [name for name in every if name not in OF_A_COMMAND and name != "unless"]
    reason = str(rule.get("reason") or "")
    missing = UNKNOWN.format(", ".join(name for name in names if look(name) is None))
    return f"{reason} ({missing})" if reason else missing


def stage_of(rule: dict[str, Any]) -> int:
    """Where a rule stands in the order.

    >>> STAGES[stage_of({"when": {"tool": "Bash"}, "decision": "deny"})]
    'forbidden'
    """
    used = set(rule["when"]) | set(rule["when"].get("unless") or ())
    used.discard("unless")
    decision = rule["decision"]
    if decision == "defer":
        return DEFER
    if decision == "pass":
        return BASELINE
    if decision == "deny" and used <= OF_THE_CALL:
        return FORBIDDEN
    if decision in ("deny", "ask") and used & OF_THE_SEQUENCE:
        return COMPOSITIONAL
    return CONTEXT_DENY if decision == "deny" else STEP_UP


def holds(when: dict[str, Any], look: Callable[[str], object]) -> bool | None:
    """True, False, or None where it hangs on something unknown."""
    unknown = False
    of_one = {name: wanted for name, wanted in when.items() if name in OF_A_COMMAND}
    if of_one and "operation" in when:
        of_one["operation"] = when["operation"]
    if of_one and not any(fits(command, of_one) for command in _commands(look)):
        return False
    for name, wanted in when.items():
        if name in OF_A_COMMAND:
            continue
        if name == "unless":
            held = _any_holds(wanted, look)
            held = None if held is None else not held
        else:
            held = _condition(name, wanted, look(name))
        if held is False:
            return False
        unknown = unknown or held is None
    return None if unknown else True


def _commands(look: Callable[[str], object]) -> list[Command]:
    found = look("command")
    return found if isinstance(found, list) else []


def fits(command: Command, wanted: Mapping[str, object]) -> bool:
    """Is one command of a call what these conditions say, all of them?"""
    for name, glob in wanted.items():
        if name == "options" and isinstance(glob, dict):
            held = all(any(one is True or _any_of(one, command.options[word]) for word in option.split("|")
                           if word in command.options) for option, one in glob.items())
        elif name == "program":
            held = _any_of(glob, [command.program])
        elif name == "operation":       # its verb may be more than a word
            held = _any_of(glob, [command.operation, " ".join(command.operation.split()[:2])])
        else:
            held = _any_of(glob, command.effects if name == "effect" else command.objects)
        if not held:
            return False
    return True


def _any_of(globs: object, values: Iterable[object]) -> bool:
    """Does one of these globs, "a|b" or a list, fit one of the values?"""
    options = globs if isinstance(globs, list) else [globs]
    return any(match(one, str(value)) for option in options for one in str(option).split("|")
               for value in values)


def _any_holds(conditions: dict[str, object], look: Callable[[str], object]) -> bool | None:
    found = [any(fits(command, {name: wanted}) for command in _commands(look)) if name in OF_A_COMMAND else
             _condition(name, wanted, look(name)) for name, wanted in conditions.items()]
    if any(found):
        return True
    return None if None in found else False


def _condition(name: str, wanted: Any, value: Any) -> bool | None:
    if value is None:
        return None
    if name == "input":
        return all(_argument(reach(value, path), test) for path, test in wanted.items())
    if name in RANGED:
        return _ranged(wanted, value)
    if name == "destinations" and isinstance(wanted, dict):
        return any(not _goes_to(one, wanted["not_in"]) for one in value)
    options = wanted if isinstance(wanted, list) else [wanted]
    if name == "destinations":
        return any(_goes_to(one, options) for one in value)
    if name in ANY_OF:
        return any(option in value for option in options)
    return _any_of(options, value if isinstance(value, (list, tuple, dict)) else [value])


def _goes_to(destination: str, globs: list[str]) -> bool:
    host = destination.split("/", 1)[0]
    return any(match(one, destination) or match(one, host) for one in globs)


def _ranged(wanted: object, value: object) -> bool:
    if isinstance(wanted, dict):
        return bool(wanted.get("min", value) <= value <= wanted.get("max", value))
    return value in (wanted if isinstance(wanted, list) else [wanted])


MISSING = object()


def reach(value: object, path: str) -> object:
    """The value at a dotted path, MISSING where there is none.

    >>> reach({"a": {"b": [1, 2]}}, "a.b.1")
    2
    """
    if isinstance(value, dict) and path in value:
        return value[path]
    for part in path.split("."):
        if isinstance(value, dict) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        else:
            return MISSING
    return value


def _argument(value: object, test: object) -> bool:
    if isinstance(test, dict) and "missing" in test:
        return (value is MISSING) is bool(test["missing"])
    if value is MISSING:
        return False
    if isinstance(value, list) and not (isinstance(test, dict) and "type" in test):
        return any(_argument(inner, test) for inner in value)
    if isinstance(test, dict):
        return all(_test(kind, wanted, value) for kind, wanted in test.items())
    if isinstance(test, list):
        return any(_argument(value, option) for option in test)
    if isinstance(test, str) and isinstance(value, str):
        return match(test, value)
    return type(test) is type(value) and bool(test == value)


def _test(kind: str, wanted: Any, value: object) -> bool:
    if kind in ("min", "max"):
        number = _number(value)
        return number is not None and (number >= wanted if kind == "min" else number <= wanted)
    if kind == "in":
        return any(_argument(value, option) for option in wanted)
    if kind == "not_in":
        return not any(_argument(value, option) for option in wanted)
    if kind == "glob":
        return match(wanted, str(value))
    if kind == "contains":
        return wanted in str(value)
    return isinstance(value, TYPES[wanted]) and (wanted == "boolean" or not isinstance(value, bool))


def _number(value: object) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return value
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            return None
    return None


def _priority(rule: dict[str, Any]) -> int:
    return int(rule.get("priority") or 0)
