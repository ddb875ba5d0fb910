"""Which rules of a policy can be applied, and what is wrong with the others: each is named, none stops the rest.

Imported only where a person wrote a policy of their own.
"""
from __future__ import annotations

from guards._call.commands import EFFECTS
from guards.policy.rules import ANY_OF, DECISIONS, OF_A_COMMAND, RANGED, TYPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

GLOBBED = frozenset("tool operation agent_type permission_mode intent sequence destinations used writes".split())
LEVELLED = frozenset(("context_level", "payload_level"))
CONDITIONS = GLOBBED | ANY_OF | RANGED | OF_A_COMMAND | {"input", "unless"}
KEYS = frozenset("id when decision reason priority".split())
TESTS = frozenset("min max in not_in glob contains type missing".split())


def good(policy: list[Any], levels: Mapping[str, int]) -> list[dict[str, object]]:
    """The rules that can be applied, their level names turned into numbers; the last of an id wins, in its place."""
    by_id: dict[str, dict[str, object]] = {}
    for rule in policy:
        if not problem(rule, levels):
            by_id[rule["id"]] = {**rule, "when": _numbered(rule["when"], levels)}
    return list(by_id.values())


def _numbered(when: dict[str, Any], levels: Mapping[str, int]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, wanted in when.items():
        if name in LEVELLED:
            if isinstance(wanted, dict):
                wanted = {k: levels[v] for k, v in wanted.items()}
            else:
                wanted = [levels[v] for v in (wanted if isinstance(wanted, list) else [wanted])]
        elif name == "unless":
            wanted = _numbered(wanted, levels)
        found[name] = wanted
    return found


def problems(policy: object, levels: Mapping[str, int]) -> list[str]:
    """One line for each rule that is skipped, naming it and the fault."""
    if not isinstance(policy, list):
        return ["policy: not a list of rules"]
    found = []
    for place, rule in enumerate(policy, 1):
        wrong = problem(rule, levels)
        if wrong:
            id = rule.get("id") if isinstance(rule, dict) else None
            name = id if isinstance(id, str) and id else str(place)
            found.append(f"policy: rule {name}: {wrong}; the rule is skipped")
    return found


def problem(rule: object, levels: Mapping[str, int]) -> str:
    """What keeps a rule from being applied, "" for a good one."""
    if not isinstance(rule, dict):
        return "not an object"
    strange = sorted(set(rule) - KEYS)
    if strange:
        return f"unknown key {strange[0]}"
    if not isinstance(rule.get("id"), str) or not rule["id"]:
        return "no id"
    if rule.get("decision") not in DECISIONS:
        return f"decision is none of {', '.join(DECISIONS)}"
    if not isinstance(rule.get("reason", ""), str):
        return "reason is no text"
    if isinstance(rule.get("priority", 0), bool) or not isinstance(rule.get("priority", 0), int):
        return "priority is no whole number"
    when = rule.get("when")
    return _problem(when, levels) if isinstance(when, dict) else "no when"


def _problem(when: dict[str, object], levels: Mapping[str, int]) -> str:
    for name, wanted in when.items():
        wrong = _bad_condition(name, wanted, levels)
        if wrong:
            return wrong
    return ""


def _bad_condition(name: str, wanted: Any, levels: Mapping[str, int]) -> str:
    if name not in CONDITIONS:
        return f"unknown condition {name}"
    if name == "unless":
        good = isinstance(wanted, dict) and wanted and "unless" not in wanted
        return _problem(wanted, levels) if good else "unless holds no conditions"
    if name == "input":
        return _bad_input(wanted)
    if name in LEVELLED:
        named = list(wanted.values()) if isinstance(wanted, dict) else _listed(wanted)
        formed = isinstance(wanted, (str, list)) or _is_range(wanted)
        return "" if formed and named and set(map(str, named)) <= set(levels) else (
            f"{name} is none of {', '.join(levels)}")
    if name == "effect" and not set(map(str, _listed(wanted))) <= set(EFFECTS):
        return f"effect is none of {', '.join(EFFECTS)}"
    good, said = CHECKS.get(name, _texts)(wanted), SAID.get(name, "is no text or list of texts")
    return "" if good else f"{name} {said}"


def _texts(wanted: object) -> bool:
    """A text, or a list of some."""
    each = _listed(wanted)
    return bool(each) and all(isinstance(one, str) and one for one in each)


def _range(wanted: object) -> bool:
    return isinstance(wanted, dict) and _is_range(wanted) and all(map(_is_number, wanted.values()))


def _options(wanted: object) -> bool:
    return isinstance(wanted, dict) and bool(wanted) and all(one is True or _texts(one) for one in wanted.values())


def _places(wanted: object) -> bool:
    """Texts, or `{"not_in": [texts]}`."""
    if not isinstance(wanted, dict):
        return _texts(wanted)
    return set(wanted) == {"not_in"} and isinstance(wanted["not_in"], list) and _texts(wanted["not_in"])


CHECKS = {"options": _options, "destinations": _places, **dict.fromkeys(RANGED, _range)}
SAID = {"options": "is no object of options: a glob, or true", **dict.fromkeys(RANGED, "is no range")}


def _listed(wanted: object) -> list[object]:
    return wanted if isinstance(wanted, list) else [wanted]


def _is_range(wanted: object) -> bool:
    return isinstance(wanted, dict) and bool(wanted) and not set(wanted) - {"min", "max"}


def _bad_input(wanted: object) -> str:
    if not isinstance(wanted, dict) or not wanted:
        return "input is no object of arguments"
    for path, test in wanted.items():
        if not isinstance(test, dict):
            continue
        if not test or set(test) - TESTS:
            return f"input {path}: unknown test"
        if not all(_is_number(test[k]) for k in ("min", "max") if k in test):
            return f"input {path}: a limit is no number"
        if not all(isinstance(test[k], list) for k in ("in", "not_in") if k in test):
            return f"input {path}: not a list"
        if not all(isinstance(test[k], str) for k in ("glob", "contains") if k in test):
            return f"input {path}: not a text"
        if "type" in test and test["type"] not in TYPES:
            return f"input {path}: type is none of {', '.join(TYPES)}"
    return ""


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
