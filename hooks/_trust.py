"""What a project's own guards.json may say where the guards were installed for a person, not for the project.

Law: a cloned repository tightens, never loosens, until the person runs `guardctl trust` in it.

The person's file (beside the bundle) is the base.  Of the project's file only what makes things stricter counts; what
would loosen is named once.  Trust is a digest of the file in the person's own folder: a file that changes loses it.
"""
from __future__ import annotations

from hooks._stores import disk
from hooks._stores.ledger import digest
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:

    from guards import Settings
    from hooks._world import World

DIALS = ("off", "watch", "ask", "deny")         # a guard that is not named is at the last
POLICIES = ("flow", "tagged", "seal")
TIGHTER_TAGS = frozenset(("internal_source", "untrusted_source", "external", "consequential"))
OBJECTS = frozenset(("deny", "ask", "defer", "forbid"))
# Keys of a project that change nothing about what passes.
HARMLESS = frozenset(("request", "$schema"))


def tightened(mine: Settings, theirs: Settings, given: dict[str, object]) -> list[str]:
    """Adds to the person's settings what the project's make stricter; the names of the keys that would loosen."""
    loose = []
    if "mode" in given and theirs.mode == "enforce":
        mine.mode = "enforce"
    elif "mode" in given and theirs.mode != mine.mode:
        loose.append("mode")
    mine.strict = mine.strict or theirs.strict
    for guard, dial in theirs.guards.items():
        if DIALS.index(dial) > DIALS.index(mine.guards.get(guard, DIALS[-1])):
            mine.guards[guard] = dial
        elif dial != mine.guards.get(guard, DIALS[-1]):
            loose.append(f"guards.{guard}")
    for glob, tags in theirs.tools:
        kept = {tag: True for tag, value in tags.items() if tag in TIGHTER_TAGS and value is True}
        if kept:
            mine.tools.append((glob, kept))
        if kept != tags:
            loose.append(f"tools.{glob}")
    mine.internal_domains = list(dict.fromkeys([*mine.internal_domains, *theirs.internal_domains]))
    policy, wanted = mine.contamination["policy"], theirs.contamination["policy"]
    if POLICIES.index(wanted) > POLICIES.index(policy):
        mine.contamination = {**mine.contamination, "policy": wanted}
    elif wanted != policy and "contamination" in given:
        loose.append("contamination")
    rules = [rule for rule in theirs.policy if isinstance(rule, dict) and rule.get("decision") in OBJECTS]
    mine.policy = [*mine.policy, *rules]
    if len(rules) < len(theirs.policy):
        loose.append("policy")
    if not mine.request.get("expected_scope"):
        mine.request = theirs.request
    done = {"mode", "strict", "guards", "tools", "internal_domains", "contamination", "policy"}
    return loose + [name for name in given if name not in done | HARMLESS and (
        name in theirs.extension_keys or getattr(theirs, name, None) != getattr(mine, name, None))]


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
