"""guards.json over the registry: the Settings that guards see.  A bad value is named and the default stands."""
from __future__ import annotations

import sys

from guards import Settings
from hooks._stores.disk import Fault, read
from hooks._stores.json import loads
from hooks._stores.system import os
from hooks._stores.world import BUNDLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from hooks._stores.world import World

MODES = ("enforce", "watch")
DIALS = ("off", "watch", "ask", "deny")
POLICIES = ("tagged", "seal", "flow")

# Tag -> the types its value may have.  In `tools`, of the person and of the registry.
TAGS: dict[str, tuple[type, ...]] = {
    "internal_source": (bool,), "untrusted_source": (bool,), "external": (bool,), "consequential": (bool,),
    "fetches": (bool,), "dispatcher": (bool,), "destination": (list, str), "resume": (str,), "session": (str,),
    "shell": (str, bool),
    "memory_source": (str, bool), "audit": (str, bool), "operation": (str,), "classification": (str,),
}
# The gateway's words for the same.
ALIASES = {"is_internal_source": "internal_source", "is_external": "external"}
# Keys that other modules of the bundle read from Settings.extension_keys; the value's types.
MORE: dict[str, tuple[type, ...]] = {
    "classifier_command": (list, str), "classifier_timeout": (int, float), "signing_key": (str,),
    "age_recipient": (str,), "kitchen_id": (str,), "$schema": (str,), "free": (list,), "questions": (str,),
}
# What a person is told a value must be.
WORDS = {bool: "true or false", str: "a text", list: "a list of texts", int: "a number", float: "a number"}
# Keys of a section that have no default.
OPTIONAL = frozenset(("context.default_classification",))


MOST = 4 * 1024 * 1024      # bytes of guards.json
# Of whoever owns the machine (see _managed).  No variable moves it: a checkout can set those.
MANAGED = {"darwin": "/Library/Application Support/AutoSkillit", "win32": r"C:\Program Files\AutoSkillit"}.get(
    sys.platform, "/etc/autoskillit") + "/guards.json"


def path_of(world: World, bundle: str = BUNDLE) -> str:
    """The project's file; where it has none, the one beside the bundle that runs (a person's, `--scope user`)."""
    own = os.path.join(world.project, ".autoskillit", "guards.json")
    home = os.path.dirname(bundle)
    if os.path.basename(home) != ".autoskillit" or os.path.lexists(own):
        return own
    return os.path.join(home, "guards.json")


def load(world: World, registry: dict[str, object], strict: bool = False, bundle: str = BUNDLE,
         settle: bool = False, managed: str = MANAGED) -> Settings:
    """The settings of a project; what is wrong with its file stands in `problems`, one line each.

    `strict` is what the installed command says: a file that is gone or broken does not take it back.  What somebody
    else wrote may only make things stricter until it is accepted: a project's file where the bundle that runs is a
    person's own (see _trust), and one that a pull brought (see _pins; `settle`: what is found of it is put on record).
    """
    text, wrong = _text(managed)
    if not text and not wrong:
        return _load_own(world, registry, strict, bundle, settle, [])
    from hooks import _managed

    seen: list[dict[str, object]] = []
    settings = _load_own(world, registry, strict, bundle, settle, seen)
    return _managed.over(settings, _managed.united(seen), _load(text, wrong, registry, strict)[0], managed)


def of_file(path: str, registry: dict[str, object]) -> tuple[Settings, dict[str, object]]:
    """(what one file alone sets, the keys that it has)."""
    return _load(*_text(path), registry, False)


def _load_own(world: World, registry: dict[str, object], strict: bool, bundle: str, settle: bool,
              seen: list[dict[str, object]]) -> Settings:
    """The same without the machine's file.  `seen`: gets the keys of every text that was looked at."""
    own, home = path_of(world, bundle), os.path.dirname(bundle)
    text, wrong = _text(own)

    def made(data: bytes, wrong: str) -> tuple[Settings, dict[str, object]]:
        settings, given = _load(data, wrong, registry, strict)
        seen.append(given)
        return settings, given

    if overlays(world, bundle):
        persons = os.path.join(home, "guards.json")
        if own != persons:
            return _over_mine(world, made, persons, text, wrong)
    elif text != _text(os.path.join(world.accepted(), "guards.json"))[0]:
        from hooks import _pins

        return _pins.in_force(world, text, lambda data: made(data, wrong * (data is text))[0], settle)
    return made(text, wrong)[0]


def overlays(world: World, bundle: str = BUNDLE) -> bool:
    """Are the guards that run a person's own, so that a project's file lies over theirs?"""
    home = os.path.dirname(bundle)
    return os.path.basename(home) == ".autoskillit" and os.path.dirname(home) != world.project


def _over_mine(world: World, made: Callable[[bytes, str], tuple[Settings, dict[str, object]]], persons: str,
               text: bytes, wrong: str) -> Settings:
    from hooks import _trust
    from hooks._stores.ledger import digest

    known = _trust.trusted(world, text)
    if known:
        return made(text, wrong)[0]
    mine, (theirs, given) = made(*_text(persons))[0], made(text, wrong)
    loose = _trust.tightened(mine, theirs, given)
    mine.problems += theirs.problems
    if loose:
        again = " again, since it has changed" if known is None else ""
        mine.problems.append(f"this project's guards.json {_trust.LOOSENS} {', '.join(loose)[:200]}: that does not "
                             f"count until you run guardctl trust{again} ({digest(text)[:8]})")
    return mine


def _text(path: str) -> tuple[bytes, str]:
    """(what stands in a file, why it cannot be read)."""
    try:
        return read(path, MOST), ""
    except (Fault, OSError) as e:
        return b"", str(e)


def _load(text: bytes, wrong: str, registry: dict[str, Any], strict: bool) -> tuple[Settings, dict[str, object]]:
    """(the settings in one file over the defaults, what the file gave)."""
    settings = Settings()
    settings.strict = strict
    settings.known_tools = [(row[0], row[1]) for row in registry.get("tools", ())]
    given: object = {}
    try:
        given = loads(text) if text.strip() else {}
    except (ValueError, RecursionError) as e:
        wrong = str(e)
    if wrong:
        settings.problems.append(f"guards.json cannot be read ({wrong}); every setting is at its default")
        return settings, {}
    if not isinstance(given, dict):
        settings.problems.append("guards.json is not an object; every setting is at its default")
        return settings, {}
    for name, value in given.items():
        read_key = KEYS.get(name)
        if read_key is not None:
            read_key(settings, name, value)
        elif name in MORE:
            _extension_key(settings, name, value)
        elif not name.startswith("_"):
            settings.problems.append(f"guards.json: unknown key {name!r}")
    _known_guards(settings, registry)
    if settings.policy:
        from guards.policy.faults import problems

        wrong_rules = problems(settings.policy, settings.named_levels())
        settings.problems += [f"guards.json: {one}" for one in wrong_rules]
    return settings, given


def _bad(settings: Settings, name: str, wanted: str) -> None:
    settings.problems.append(f"guards.json: {name} must be {wanted}; the default stands")


def _mode(settings: Settings, name: str, value: object) -> None:
    if value in MODES:
        settings.mode = value
    else:
        _bad(settings, name, " or ".join(MODES))


def _strict(settings: Settings, name: str, value: object) -> None:
    if isinstance(value, bool):
        settings.strict = value
    else:
        _bad(settings, name, "true or false")


def _guards(settings: Settings, name: str, value: object) -> None:
    if not isinstance(value, dict):
        return _bad(settings, name, "an object of guard: dial")
    for guard, dial in value.items():
        if dial in DIALS:
            settings.guards[guard] = dial
        else:
            _bad(settings, f"guards.{guard}", ", ".join(DIALS[:-1]) + " or deny")
    return None


def _tools(settings: Settings, name: str, value: object) -> None:
    if not isinstance(value, dict):
        return _bad(settings, name, "an object of tool glob: tags")
    for glob, tags in value.items():
        if not isinstance(tags, dict):
            _bad(settings, f"tools.{glob}", "an object of tags")
            continue
        good = {}
        for tag, given in tags.items():
            tag = ALIASES.get(tag, tag)
            if tag not in TAGS:
                settings.problems.append(f"guards.json: unknown tag {tag!r} of tool {glob!r}")
            elif not isinstance(given, TAGS[tag]) or not _texts(given):
                _bad(settings, f"tools.{glob}.{tag}", " or ".join(WORDS[t] for t in TAGS[tag]))
            else:
                good[tag] = [given] if tag == "destination" and isinstance(given, str) else given
        settings.tools.append((glob, good))
    return None


def _names(settings: Settings, name: str, value: object) -> None:
    if isinstance(value, list) and _texts(value):
        setattr(settings, name, value)
    else:
        _bad(settings, name, "a list of texts")


def _levels(settings: Settings, name: str, value: object) -> None:
    if isinstance(value, list) and len(value) == 4 and len(set(map(str, value))) == 4 \
            and all(isinstance(item, str) and item for item in value):
        settings.classification_levels = value
    else:
        _bad(settings, name, "four different names, the least sensitive first")


def _policy(settings: Settings, name: str, value: object) -> None:
    if isinstance(value, list):
        settings.policy = value
    else:
        _bad(settings, name, "a list of rules")


def _secrets(settings: Settings, name: str, value: object) -> None:
    """"mask", "show", or an object of glob of tool or path: one of the two."""
    rows = [("*", value)] if isinstance(value, str) else list(value.items()) if isinstance(value, dict) else [("", "")]
    if all(said in ("mask", "show") for _, said in rows):
        settings.secrets = rows
    else:
        _bad(settings, name, '"mask", "show" or an object of glob: one of them')


def _extension_key(settings: Settings, name: str, value: object) -> None:
    if isinstance(value, MORE[name]) and not (isinstance(value, bool) and bool not in MORE[name]) and _texts(value):
        settings.extension_keys[name] = value
    else:
        _bad(settings, name, " or ".join(dict.fromkeys(WORDS[t] for t in MORE[name])))


def _section(settings: Settings, name: str, value: object) -> None:
    """An object whose known keys keep the type of their default; a nested object is merged likewise."""
    if not isinstance(value, dict):
        return _bad(settings, name, "an object")
    setattr(settings, name, _merged(settings, name, getattr(settings, name), value))
    if name == "contamination" and settings.contamination["policy"] not in POLICIES:
        settings.contamination["policy"] = "tagged"
        _bad(settings, "contamination.policy", ", ".join(POLICIES[:-1]) + " or flow")
    if name == "memory" and settings.memory["untrusted"] not in ("mark", "omit"):
        settings.memory["untrusted"] = "mark"
        _bad(settings, "memory.untrusted", "mark or omit")
    return None


def _merged(settings: Settings, name: str, default: dict[str, object], given: dict[str, object]) -> dict[str, object]:
    merged = dict(default)
    for key, value in given.items():
        kept = default.get(key)
        if isinstance(kept, dict) and isinstance(value, dict):
            merged[key] = _merged(settings, f"{name}.{key}", kept, value)
        elif key not in default:
            merged[key] = value
            if f"{name}.{key}" not in OPTIONAL and not key.startswith("_"):
                settings.problems.append(f"guards.json: unknown key {name + '.' + key!r}")
        elif _fits(kept, value):
            merged[key] = value
        else:
            _bad(settings, f"{name}.{key}", f"of the kind of {kept!r}")
    return merged


def _fits(default: object, value: object) -> bool:
    if isinstance(default, bool) or isinstance(value, bool):
        return isinstance(default, bool) and isinstance(value, bool)
    if isinstance(default, (int, float)):
        return isinstance(value, (int, float)) and value >= 0
    return isinstance(value, type(default)) and _texts(value)


def _texts(value: object) -> bool:
    """No list, or a list of texts: every list in guards.json is one, but for `policy`."""
    return not isinstance(value, list) or all(isinstance(item, str) for item in value)


def _known_guards(settings: Settings, registry: dict[str, Any]) -> None:
    """A dial for a guard that there is not turns nothing."""
    known = settings.guards and {entry if isinstance(entry, str) else entry[0] for row in registry.get(
        "events", {}).values() for what in ("judge", "learn") for entry in row.get(what, ())}
    for guard in [name for name in settings.guards if known and name not in known]:
        del settings.guards[guard]
        there = ", ".join(sorted(known))
        settings.problems.append(f"guards.json: there is no guard {guard[:60]!r} (there are {there})")


KEYS: dict[str, Callable[[Settings, str, object], None]] = {
    "mode": _mode, "strict": _strict, "guards": _guards, "tools": _tools, "trusted_destinations": _names,
    "internal_domains": _names, "classification_levels": _levels, "contamination": _section, "drift": _section,
    "context": _section, "request": _section, "memory": _section, "policy": _policy,
    "secrets": _secrets, "loss": _section,
}
