"""Which of two settings is the looser, key by key; and the person's word that a project's own file counts in full.

Law: what somebody else wrote tightens and never loosens, until the person runs `guardctl trust`.

Somebody else's is a project's guards.json where the guards are a person's own (`--scope user`), and one that a clone,
pull or checkout brought (hooks/_pins.py).  Of it only what makes things stricter counts; what would loosen is named.
For a person's own guards trust is a digest of the file in their own folder: a file that changes loses it.
"""
from __future__ import annotations

from hooks._stores import disk
from hooks._stores.ledger import digest
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guards import Settings
    from hooks._stores.world import World

    Section = dict[str, object]

DIALS = ("off", "watch", "ask", "deny")         # a guard that is not named is at the last
LOOSENS = "would loosen"
STAYS = "decides here"       # how the sentence ends of what the machine's own file does not let count (_managed)
# Key -> its values from loose to tight.  A key of neither table loosens where it is another.
ORDER: dict[str, tuple[object, ...]] = {
    "mode": ("watch", "enforce"), "strict": (False, True), "contamination.policy": ("flow", "tagged", "seal"),
    "loss.backup": (True, False), "memory.untrusted": ("mark", "omit"), "memory.stale_on_failed_tests": (False, True),
    "memory.stale_on_revert": (False, True), **{f"context.risk_signals.{name}": (False, True) for name in (
        "scope_expansion", "classification_escalation", "drift_detection", "velocity_analysis")}}
LOWER = frozenset(("drift.semantic_distance_threshold", "context.chain_length_warning", "context.chain_length_limit",
                   "memory.unverified_after_days"))     # the lower the tighter
TIGHTER_TAGS = frozenset(("internal_source", "untrusted_source", "external", "consequential"))
OBJECTS = ("deny", "ask", "defer")
WHOLE = ("mode", "strict", "classification_levels")
SECTIONS = ("contamination", "drift", "context", "memory", "loss")
ABSENT = object()


def tightened(mine: Settings, theirs: Settings, given: Mapping[str, object] | None = None) -> list[str]:
    """Adds to `mine` what `theirs` make stricter; the names of the keys that would loosen.

    given: the keys that their file has, where it lies over mine; None where it is to take the place of mine.
    """
    loose: list[str] = []

    def one(name: str, a: object, b: object) -> object:
        value, worse = _stricter(name, a, b)
        if worse:
            loose.append(name)
        return value

    def section(name: str, a: Section, b: Section, only: object) -> Section:
        made = dict(a)
        for key in only if isinstance(only, dict) else dict.fromkeys([*a, *b]):
            x, y = a.get(key, ABSENT), b.get(key, ABSENT)
            inner = only.get(key) if isinstance(only, dict) else None
            made[key] = section(f"{name}.{key}", x, y, inner) if isinstance(x, dict) and isinstance(y, dict) else one(
                f"{name}.{key}", x, y)
        return {key: value for key, value in made.items() if value is not ABSENT}

    for name in (*WHOLE, *SECTIONS):
        a, b = getattr(mine, name), getattr(theirs, name)
        if given is None or (name in given and (name in WHOLE or isinstance(given[name], dict))):
            setattr(mine, name, one(name, a, b) if name in WHOLE else section(
                name, a, b, None if given is None else given[name]))
    for name in dict.fromkeys([*theirs.guards, *(mine.guards if given is None else ())]):
        dials = mine.guards.get(name, DIALS[-1]), theirs.guards.get(name, DIALS[-1])
        if DIALS.index(dials[1]) < DIALS.index(dials[0]):
            loose.append(f"guards.{name}")
        elif name in theirs.guards:
            mine.guards[name] = dials[1]
        else:
            del mine.guards[name]
    _lists(mine, theirs, given, loose)
    _tools(mine, theirs, given is None, loose)
    _policy(mine, theirs, given is None, loose)
    for name in dict.fromkeys([*theirs.extension_keys, *(mine.extension_keys if given is None else ())]):
        if name != "$schema" and mine.extension_keys.get(name, ABSENT) != theirs.extension_keys.get(name, ABSENT):
            loose.append(name)
    if given is None or not mine.request.get("expected_scope"):
        mine.request = theirs.request       # it stops nothing
    return loose


def _stricter(name: str, a: object, b: object) -> tuple[object, bool]:
    """(the stricter of two values of a key, is the second the looser?)."""
    order = ORDER.get(name, ())
    if a == b:
        return a, False
    if a in order and b in order:
        return (b, False) if order.index(b) > order.index(a) else (a, True)
    if name in LOWER and isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return (b, False) if b < a else (a, True)
    return a, True


def _lists(mine: Settings, theirs: Settings, given: Mapping[str, object] | None, loose: list[str]) -> None:
    """Places that are trusted, domains that are internal, what is shown in clear."""
    trusted, internal = theirs.trusted_destinations, theirs.internal_domains
    if not set(trusted) <= set(mine.trusted_destinations):
        loose.append("trusted_destinations")
    if given is None:
        mine.trusted_destinations = [one for one in trusted if one in mine.trusted_destinations]
        if not set(mine.internal_domains) <= set(internal):
            loose.append("internal_domains")
    mine.internal_domains = list(dict.fromkeys([*mine.internal_domains, *internal]))
    if given is not None and "secrets" not in given:
        return
    if all(said == "mask" for _, said in theirs.secrets):
        mine.secrets = theirs.secrets if given is None else mine.secrets
    elif theirs.secrets != mine.secrets:
        loose.append("secrets")


def _tools(mine: Settings, theirs: Settings, whole: bool, loose: list[str]) -> None:
    """The first row that fits counts: only rows behind those that are there, with tags that say true, tighten."""
    if whole:       # a row that only says what a tool is not may go
        mine.tools = [(glob, tags) for glob, tags in mine.tools if (glob, tags) in theirs.tools or not all(
            tag in TIGHTER_TAGS and value is False for tag, value in tags.items())]
    if whole and theirs.tools[:len(mine.tools)] != mine.tools:
        loose.extend(f"tools.{glob}" for glob, tags in mine.tools if (glob, tags) not in theirs.tools)
        loose.extend(["tools"] * (not any(one.startswith("tools.") for one in loose)))
    known = list(mine.tools) if whole else []
    for glob, tags in theirs.tools:
        tight = {tag: True for tag, value in tags.items() if tag in TIGHTER_TAGS and value is True}
        if (glob, tags) in known:
            continue
        if tight:
            mine.tools.append((glob, tight))
        if tight != tags:
            loose.append(f"tools.{glob}")


def _policy(mine: Settings, theirs: Settings, whole: bool, loose: list[str]) -> None:
    """Rules behind those that are there, that stop something, and replace none of them or of the bundle's own."""
    from guards.policy import DEFAULT

    if whole:
        mine.policy = [rule for rule in mine.policy if rule in theirs.policy or not (
            isinstance(rule, dict) and rule.get("decision") == "pass")]
    before = mine.policy if whole else []
    if theirs.policy[:len(before)] != before:
        loose.append("policy")
    names = [rule.get("id") for rule in (*DEFAULT, *mine.policy) if isinstance(rule, dict)]
    objects = ("deny",) if mine.policy else OBJECTS
    wanted = [rule for rule in theirs.policy if rule not in before]
    rules = [rule for rule in wanted if isinstance(rule, dict) and rule.get("id") not in names
             and rule.get("decision") in objects]
    mine.policy = [*mine.policy, *rules]
    if len(rules) < len(wanted) and "policy" not in loose:
        loose.append("policy")


def path_of(world: World) -> str:
    """Where the person's trust in this project's file lies.  Raises Fault."""
    return os.path.join(world.outside(), "trusted", disk.safe_name(world.project))


def trusted(world: World, text: bytes) -> bool | None:
    """Did the person trust this very file?  None: they trusted another state of it."""
    try:
        known = disk.read(path_of(world), 200).decode("ascii", "replace").strip()
    except (disk.Fault, OSError):
        return False
    return True if known == digest(text) else None if known else False


def trust(world: World, text: bytes) -> None:
    """Puts the person's trust on record.  Raises Fault, OSError."""
    disk.make_folder(os.path.dirname(path_of(world)))
    disk.replace(path_of(world), (digest(text) + "\n").encode())
