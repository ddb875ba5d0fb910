"""The shapes of what guards learn: a field of another shape, of whatever version or hand, breaks no guard.

Law: what `sound` gives every guard can read; a level that stands in the field, in whatever company, is kept.

FIELDS is the table: key -> type, [type of each item], {str: type of each value}.  A key that is not in it is kept as
it is, for a newer bundle's sake; a value of another shape is dropped and named.
"""
from __future__ import annotations

from guards import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

NUMBER = (int, float)
LABEL = ("level", "source", "contaminated_at")

FIELDS: dict[str, dict[str, Any]] = {
    "contamination": {
        "level": str, "source": str, "contaminated_at": str, "agents": {str: dict}, "told": {str: int},
        "launching": [str], "parents": {str: str}, "approved": {str: int}, "asked": {str: [list]},
        "files": {str: list}, "remotes": dict, "scripts": [str], "released": dict, "gap": {str: str},
        "unread": {str: str}, "met": bool, "pieces": {str: int}},
    "context": {
        "since": NUMBER, "prompts": int, "requests": [dict], "count": int, "chain": int, "actions": {str: list},
        "level": int, "levels": {str: int}, "tools": {str: int}, "families": {str: int}, "entities": list,
        "pace": {str: NUMBER}, "trail": dict, "signals": {str: list}},
    "drift": {"window": [NUMBER], "drifted": bool},
    "resume_ownership": {"open": list, "agents": {str: str}, "asked": list},
    "request_origin": {"approved": {str: [str]}, "asked": {str: [str]}, "objected": {str: [str]}, "let": str,
                       "compacted": NUMBER, "fetched": {str: str}},
    "secrets": {"issued": {str: str}, "told": [str], "more": bool},
    "shell": {"started_at": str, "told": [str], "parents": [str], "asked": int, "denied": int, "unread": int,
              "via": [str], "judged": {str: [str]}, "unjudged": int, "changed": int, "owed": [str]},
}


# Fields that are whole or nothing: a guard reads these keys without asking.
WHOLE = {"context": tuple(FIELDS["context"])}


def sound(fields: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """(the fields as far as they have the shape that the guards know, the names of what was dropped).

    >>> sound({"drift": [1], "shell": {"told": "x", "new": 1}})
    ({'drift': {}, 'shell': {'new': 1}}, ['drift', 'shell.told'])
    """
    good: dict[str, Any] = {}
    dropped: list[str] = []
    for name, field in fields.items():
        if not isinstance(field, dict):
            good[name] = {}
            dropped.append(name)
            continue
        known = FIELDS.get(name, {})
        bad = [key for key, value in field.items() if key in known and not fits(value, known[key])]
        good[name] = {key: value for key, value in field.items() if key not in bad} if bad else field
        if good[name] and any(key not in good[name] for key in WHOLE.get(name, ())):
            good[name], bad = {}, bad or ["(incomplete)"]
        dropped += [f"{name}.{key}" for key in bad]
    if "contamination" in good:
        good["contamination"] = _labelled(good["contamination"], dropped)
    return good, dropped


def core(name: str, field: Any) -> dict[str, Any]:
    """What is never given up of a guard's field: the level that the session holds, and damage that stands open."""
    if name != "contamination" or not isinstance(field, dict):
        return {}
    return {key: field[key] for key in (*LABEL, "gap") if key in field}


def fits(value: Any, kind: Any) -> bool:
    """Has the value this shape?"""
    if isinstance(kind, dict):
        return isinstance(value, dict) and all(fits(one, kind[str]) for one in value.values())
    if isinstance(kind, list):
        return isinstance(value, list) and all(fits(one, kind[0]) for one in value)
    if kind is int or kind is NUMBER:
        return isinstance(value, kind) and not isinstance(value, bool)
    return isinstance(value, kind)


def _labelled(state: dict[str, Any], dropped: list[str]) -> dict[str, Any]:
    """Every label whole: a level with its source and time, or none; what has no known level is none."""
    agents = {id: _label(one) for id, one in (state.get("agents") or {}).items()}
    main = _label(state)
    if any(state.get(key) != main.get(key) for key in LABEL) or agents != (state.get("agents") or {}):
        dropped.append("contamination.level")
        state = {key: value for key, value in state.items() if key not in LABEL}
        state = {**state, **main, **({"agents": agents} if agents else {})}
    gap = state.get("gap")
    if gap is not None and not (gap.get("at") and gap.get("what")):
        state = {**state, "gap": {"at": gap.get("at") or "?", "what": gap.get("what") or "?"}}
    return state


def _label(held: Mapping[str, Any]) -> dict[str, Any]:
    if held.get("level") not in LEVELS[1:]:
        return {}
    return {key: held[key] if isinstance(held.get(key), str) else "?" for key in LABEL}
