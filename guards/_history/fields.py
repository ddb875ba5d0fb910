"""The shapes of what guards learn: a field of another shape, of whatever version or hand, breaks no guard.

Law: what `sound` gives every guard can read; a level that stands in the field, in whatever company, is kept.

One table, not a word beside each guard: a store that knows no guard reads it as a session is loaded, before any guard
is, and guards read each other's fields.  A guard that is not in it learns what it likes.

FIELDS is the table: key -> type, [type of each item], {str: type of each value}; the classes above it say the same to
mypy.  A key that is not in it is kept as
it is, for a newer bundle's sake; a value of another shape is dropped and named.
"""
from __future__ import annotations

from guards import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypedDict

    Action = list[Any]      # [id, time, tool, operation, level, state, agent id]; see guards/context.py

    # One class for each guard's field: what mypy holds its code to.  FIELDS says the same to the shell, and a test
    # holds the two together.

    class Label(TypedDict, total=False):
        """What an agent holds, since when (RFC 3339) and from where; empty for nothing."""

        level: str
        source: str
        contaminated_at: str

    class Contamination(Label, total=False):
        """The main thread's label, and what the session knows of agents, files and destinations."""

        agents: dict[str, Label]
        told: dict[str, int]                # agent -> the level that it was told of
        launching: list[str]                # agents that are about to start a subagent
        own: list[str]                      # the project's remotes at the first prompt
        parents: dict[str, str]
        approved: dict[str, int]            # fingerprint of a destination -> level that may go there
        asked: dict[str, list[list[Any]]]   # call -> [[fingerprint, level], ...] that wait for its result
        files: dict[str, list[Any]]         # path -> [level, source]
        remotes: dict[str, str]             # git remotes that the session named
        scripts: list[str]
        plans: dict[str, list[list[Any]]]   # script -> [[kind, program, destination, level, name(, surely)], ...]
        released: dict[str, str]
        gap: dict[str, str]                 # the record is damaged: at, what
        unread: dict[str, str]              # at, source, characters
        met: bool                           # a credential came by, shown or masked
        read: dict[str, str]                # script that does nothing outside -> its size, time and inode

    class Older(TypedDict, total=False):
        """What was summarised of older actions."""

        count: int
        tools: dict[str, int]
        levels: dict[str, int]
        states: dict[str, int]
        operations: list[str]
        until: float

    class Whole(TypedDict):
        """See guards/context.py: whole or nothing."""

        since: float
        prompts: int
        requests: list[dict[str, Any]]
        count: int
        chain: int
        actions: dict[str, Action]
        level: int
        levels: dict[str, int]
        tools: dict[str, int]
        families: dict[str, int]
        entities: list[str]
        pace: dict[str, float]
        trail: dict[str, Any]
        signals: dict[str, list[int]]

    class Context(Whole, total=False):
        """What stands in it once there are older actions."""

        older: Older

    class Drift(TypedDict, total=False):
        """The last scores, whether they have drifted, since when, how often; which of the last calls were far off; the
        words of the prompts (guards/_text/bag.py), those of each that were new."""

        request: list[str]
        window: list[float]
        drifted: bool
        since: float
        times: int
        far: list[int]
        wandering: bool

    class Allowance(TypedDict, total=False):
        """See guards/_origin/allowance.py."""

        objected: dict[str, list[str]]      # call -> [ticket, what, where, guard, "no" where a person said it]
        let: str                            # the ticket of what is let through

    class Origin(TypedDict, total=False):
        """See guards/_origin/approvals.py."""

        approved: dict[str, list[str]]      # key -> [what, where, time]
        asked: dict[str, list[str]]         # call -> [key, what, where]
        foreign: list[str]                  # agents that have read what third parties write
        fetched: dict[str, str]             # file or folder -> the address that it came from
        held: float                         # when the person said to wait (guards/_origin/held.py)
        barred: list[list[str]]             # [verb, what narrows it, sentence] that the person denied (withheld.py)
        offered: list[str]                  # verbs of which the agent's last message spoke

    class Secrets(TypedDict, total=False):
        """Placeholders that were issued, by where the value can be read again; who was told; were some forgotten?"""

        issued: dict[str, str]
        told: list[str]
        more: bool

    class Ownership(TypedDict, total=False):
        """Agent calls that are open, whose each subagent is, live owners that were asked about."""

        open: list[list[str]]               # [call, the caller's agent id, type, the subagent's id]
        agents: dict[str, str]
        asked: list[str]

    class Shell(Allowance, total=False):
        """What the shell itself remembers of a session."""

        started_at: str
        told: list[str]
        parents: list[str]
        asked: int
        denied: int
        rescued: int
        unread: int
        via: list[str]
        judged: dict[str, list[str]]
        unjudged: int
        changed: int
        forged: int
        owed: list[str]
        scheduled: list[str]

NUMBER = (int, float)
LABEL = ("level", "source", "contaminated_at")

FIELDS: dict[str, dict[str, object]] = {
    "contamination": {
        "level": str, "source": str, "contaminated_at": str, "agents": {str: dict}, "told": {str: int},
        "launching": [str], "parents": {str: str}, "approved": {str: int}, "asked": {str: [list]}, "own": [str],
        "files": {str: list}, "remotes": dict, "scripts": [str], "plans": {str: [list]}, "released": dict,
        "gap": {str: str}, "unread": {str: str}, "met": bool,
        "read": {str: str}},
    "context": {
        "since": NUMBER, "prompts": int, "requests": [dict], "count": int, "chain": int, "actions": {str: list},
        "level": int, "levels": {str: int}, "tools": {str: int}, "families": {str: int}, "entities": list,
        "pace": {str: NUMBER}, "trail": dict, "signals": {str: list}, "older": dict},
    "drift": {"request": [str], "window": [NUMBER], "drifted": bool, "since": NUMBER, "times": int, "far": [int],
              "wandering": bool},
    "resume_ownership": {"open": list, "agents": {str: str}, "asked": list},
    "request_origin": {"approved": {str: [str]}, "asked": {str: [str]}, "fetched": {str: str}, "foreign": [str],
                       "held": NUMBER, "barred": [[str]], "offered": [str]},
    "secrets": {"issued": {str: str}, "told": [str], "more": bool},
    "shell": {"started_at": str, "told": [str], "parents": [str], "asked": int, "denied": int, "rescued": int,
              "unread": int, "via": [str], "judged": {str: [str]}, "unjudged": int, "changed": int, "forged": int,
              "owed": [str], "objected": {str: [str]}, "let": str, "scheduled": [str]},
}


# Fields that are whole or nothing: a guard reads these keys without asking.
WHOLE = {"context": tuple(key for key in FIELDS["context"] if key != "older")}


def sound(fields: Mapping[str, object]) -> tuple[dict[str, Any], list[str]]:
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


def fits(value: object, kind: Any) -> bool:
    """Has the value this shape?"""
    if isinstance(kind, dict):
        return isinstance(value, dict) and all(fits(one, kind[str]) for one in value.values())
    if isinstance(kind, list):
        return isinstance(value, list) and all(fits(one, kind[0]) for one in value)
    if kind is int or kind is NUMBER:
        return isinstance(value, kind) and not isinstance(value, bool)
    return isinstance(value, kind)


def _labelled(state: dict[str, Any], dropped: list[str]) -> dict[str, object]:
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


def _label(held: Mapping[str, object]) -> dict[str, object]:
    if held.get("level") not in LEVELS[1:]:
        return {}
    return {key: held[key] if isinstance(held.get(key), str) else "?" for key in LABEL}
