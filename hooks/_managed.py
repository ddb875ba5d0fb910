"""The settings of whoever owns the machine, below everybody else's: a person and a project may only tighten them.

Law: with that file there, nothing that another guards.json says makes anything looser, `guardctl trust` or not; a key
that the file lists in `free` is everybody's, as without it.

A file that cannot be read, or is none, is named, and every default is its word: what it held may have been stricter,
so nobody loosens those.
"""
from __future__ import annotations

from hooks import _trust

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guards import Settings

    Given = Mapping[str, object]

FREE = "free"
ROWS = ("trusted_destinations", "internal_domains", "policy", "tools")    # theirs come behind the owner's


def over(settings: Settings, given: Given, managed: Settings, path: str) -> Settings:
    """`managed`, with what `settings` tighten and what is free in them; what would loosen stands in its problems.

    given: the keys that the files behind `settings` have.
    """
    before = {name: getattr(managed, name) for name in ROWS}
    before = {name: list(value) for name, value in before.items()}
    managed.problems = [one.replace("guards.json", path, 1) for one in managed.problems] + settings.problems
    loose = _trust.tightened(managed, settings, given)
    for name in managed.extension_keys.get(FREE, ()):
        _taken(managed, settings, given, name, before)
        loose = [one for one in loose if one != name and not one.startswith(name + ".")]
    if loose:
        managed.problems.append(f"guards.json {_trust.LOOSENS} {', '.join(dict.fromkeys(loose))[:200]}: that does not "
                                f"count, {path} {_trust.STAYS}")
    return managed


def _taken(managed: Settings, settings: Settings, given: Given, name: str, before: Mapping[str, list[object]]) -> None:
    """A free key: what they say of it counts."""
    section, _, key = name.partition(".")
    if section in settings.extension_keys:
        managed.extension_keys[section] = settings.extension_keys[section]
    if section not in given or not hasattr(settings, section):
        return
    theirs = getattr(settings, section)
    if section in ROWS:
        setattr(managed, section, before[section] + [one for one in theirs if one not in before[section]])
    elif isinstance(theirs, dict):
        said = given[section]
        keys = [key] if key else list(said) if isinstance(said, dict) else []
        setattr(managed, section, {**getattr(managed, section), **{one: theirs[one] for one in keys if one in theirs}})
    else:
        setattr(managed, section, theirs)


def united(found: list[dict[str, object]]) -> dict[str, object]:
    """The keys of all of these, those of sections too."""
    made: dict[str, object] = {}
    for given in found:
        for name, value in given.items():
            had = made.get(name)
            made[name] = united([had, value]) if isinstance(had, dict) and isinstance(value, dict) else value
    return made
