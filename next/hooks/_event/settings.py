"""The settings: one table of keys, read from the project's guards.json under the machine's own file.

Law: an absent file is `{}`; a file, key or value that cannot be read is named once a session and its default counts.
Where the machine's file stands, the stricter of the two counts.

Cannot see: who wrote the project's file; hooks/_event/accepted.py compares it with what this machine accepted.
"""

from __future__ import annotations

from hooks._event import DOMAINS
from hooks._stores import MACHINE, MIB, Fault, parse_json, read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Settings = dict[str, Any]

TAGS = frozenset(
    "internal_source external untrusted_source consequential fetches destination classification dispatcher resume "
    "session shell memory_source audit operation is_internal_source is_external".split()
)
MODES = ("off", "watch", "ask", "deny")  # of a guard, the stricter the later
LEVEL_NAMES = ["PUBLIC", "PERSONAL", "INTERNAL", "RESTRICTED"]
# Keys of a file that nobody accepted that count where they tighten; a rule, tag or program of it never does.
TIGHTENING = ("mode", "strict", "guards", "contamination.policy", "questions")
# key: (default, what it takes, sentence).  What it takes: a type, or its words, the stricter the later.
KEYS: dict[str, tuple[Any, Any, str]] = {
    "mode": ("enforce", ("watch", "enforce"), "watch records what it would say and says nothing"),
    "strict": (False, bool, "what cannot be judged because something is broken is denied"),
    "guards": ({}, dict, "a mode a guard: off, watch (record only), ask (never deny), deny"),
    "tools": ({}, dict, "what a tool is: glob -> tags, the first match counts"),
    "trusted_destinations": ([], list, "globs over hosts, host/path, addresses: data may go there"),
    "internal_domains": (DOMAINS, list, "names that end like this are internal"),
    "classification_levels": (LEVEL_NAMES, list, "four names, the least sensitive first"),
    "contamination.policy": ("tagged", ("flow", "tagged", "seal"), "what private data closes"),
    "drift.semantic_distance_threshold": (0.7, float, "from which distance on an action is far"),
    "context.max_action_history": (100, int, "how many actions the evaluation context shows"),
    "context.chain_length_warning": (15, int, "actions for one request before the first signal"),
    "context.chain_length_limit": (30, int, "actions for one request before the second signal"),
    "context.summarization.enabled": (True, bool, "older actions become a summary"),
    "context.summarization.trigger_at": (50, int, "actions from which on they do"),
    "context.summarization.keep_recent": (20, int, "actions that stay as they are"),
    "context.retention_days": (30, int, "how long records are kept; 0: for ever"),
    "context.risk_signals.scope_expansion": (True, bool, "signal work beyond expected_scope"),
    "context.risk_signals.classification_escalation": (True, bool, "signal too sensitive data"),
    "context.risk_signals.drift_detection": (True, bool, "signal actions far from the request"),
    "context.risk_signals.velocity_analysis": (True, bool, "signal calls in quick succession"),
    "context.default_classification": ("", str, "the level of what nothing gives a level"),
    "request.expected_scope": ([], list, "tools (globs) that the requests of this project need"),
    "request.expected_classification": ("PUBLIC", str, "the level that is expected"),
    "memory.inject_session_memory": (False, bool, "show the session its memory at each prompt"),
    "memory.unverified_after_days": (7, int, "days after which an entry is shown as unverified"),
    "memory.untrusted": ("mark", ("mark", "omit"), "how entries from untrusted text are shown"),
    "policy": ([], list, "your own rules over the evaluation context"),
    "secrets": ("mask", (dict, str), "mask, show, or glob of tool or path -> one of them"),
    "classifier_command": ("", (str, list), "a program that may raise the level of a response"),
    "classifier_timeout": (5, float, "seconds that it may take"),
    "signing_key": ("", str, "an OpenSSH key that signs receipts"),
    "age_recipient": ("", (str, list), "whom receipts are encrypted to"),
    "kitchen_id": ("", str, "the kitchen of this project's sessions, where nothing else says"),
    "questions": ("ask", ("ask", "deny"), "deny: what would be asked is denied"),
    "free": ([], list, "of the machine's file: keys that a project may set as it likes"),
}
# Where the machine's file stands, a project may tighten: words take the later one, switches stay on.  And these:
JOINED = frozenset(("internal_domains", "policy"))
LOWERED = frozenset(
    "drift.semantic_distance_threshold context.chain_length_warning context.chain_length_limit".split()
)
OWNERS = frozenset(  # only the machine's own file says these
    "trusted_destinations tools secrets context.retention_days classification_levels free "
    "classifier_command request.expected_scope request.expected_classification".split()
)


def copy_defaults() -> Settings:
    """Every key with its default, flat ("context.max_action_history")."""
    return {
        key: row[0].copy() if isinstance(row[0], (dict, list)) else row[0]
        for key, row in KEYS.items()
    }


def nest_keys(flat: Settings) -> Settings:
    """The settings in the shape of the file: {"context": {"max_action_history": 100, ...}, ...}."""
    nested: Settings = {}
    for key, value in flat.items():
        at, (*above, name) = nested, key.split(".")
        for part in above:
            at = at.setdefault(part, {})
        at[name] = value
    return nested


def merge_settings(
    project: str, machine: str = MACHINE, own: bytes | None = None, pending: bytes = b""
) -> tuple[Settings, list[str]]:
    """The merged settings, in the shape of the file with every key, and a line for each fault of the files.

    `own` is the project's file as this machine accepted it (None: as it is), `pending` one that git brought: of that
    counts what tightens.
    """
    settings, path = copy_defaults(), f"{project}/.autoskillit/guards.json"
    mine, faults = _read_keys(path, own)
    owner, wrong = _read_keys(machine)
    settings.update(owner)
    for key, value in mine.items():
        if not owner or key in owner.get("free", ()):
            settings[key] = value
        elif (counts := _merge_key(settings, key, value)) is not None:
            faults.append(f"guards.json: {key} would loosen what {machine} says; {counts} counts")
    brought, more = _read_keys(path, pending)
    known = {**copy_defaults(), **brought} if pending else {}
    loose = [
        key
        for key, value in known.items()
        if value != settings[key]
        and (key not in TIGHTENING or _merge_key(settings, key, value) is not None)
    ]
    if loose:
        keys = ", ".join(loose)[:200]
        faults.append(f"guards.json came with git and changes {keys}: guardctl trust accepts it")
    wrong += more if pending else []
    return nest_keys(settings), faults + wrong


def _read_keys(path: str, data: bytes | None = None) -> tuple[Settings, list[str]]:
    """The flat, checked keys of one file, or of its text where that is given, and what is wrong with it."""
    name = path.rpartition("/")[2]
    try:
        data = read_bytes(path, 0, MIB) if data is None else data
        found = parse_json(data) if data.strip() else {}
    except Fault as fault:
        return {}, [f"{name} cannot be read, defaults count: {fault}"]
    except (ValueError, RecursionError):
        return {}, [f"{name} is no JSON; its defaults count: {path}"]
    if not isinstance(found, dict):
        return {}, [f"{name} is no JSON object; its defaults count: {path}"]
    flat: Settings = {}
    _flatten_keys(found, "", flat)
    good, faults = {}, []
    for key, value in flat.items():
        row = KEYS.get(key)
        if row is None:
            faults.append(f"{name}: {key} is no setting")
        elif not _fits_kind(value, row[1]):
            faults.append(f"{name}: {key} cannot be {str(value)[:40]!r}; {row[0]!r} counts")
        else:
            good[key] = value
    for guard, mode in list(good.get("guards", {}).items()):
        if mode not in MODES:
            faults.append(f"{name}: guards.{guard} cannot be {str(mode)[:40]!r}")
            del good["guards"][guard]
    for glob, tags in good.get("tools", {}).items():
        for tag in tags if isinstance(tags, dict) else ("its value",):
            if tag not in TAGS:
                faults.append(f"{name}: tools.{glob}: {tag} is no tag")
    return good, faults


def _flatten_keys(found: Mapping[str, Any], prefix: str, flat: Settings) -> None:
    for name, value in found.items():
        key = prefix + name
        if name.startswith("_") or (name == "$schema" and not prefix):
            continue
        if (
            key not in KEYS
            and isinstance(value, dict)
            and any(k.startswith(key + ".") for k in KEYS)
        ):
            _flatten_keys(value, key + ".", flat)
        else:
            flat[key] = value


def _fits_kind(value: Any, kind: Any) -> bool:
    if isinstance(kind, tuple):
        if isinstance(kind[0], str):
            return value in kind
        return any(_fits_kind(value, one) for one in kind)
    if kind in (int, float):
        return isinstance(value, (int, kind)) and not isinstance(value, bool) and value >= 0
    return isinstance(value, kind)


def _merge_key(settings: Settings, key: str, value: Any) -> Any:
    """Takes what tightens; what counts instead where the value would loosen, None where it counts."""
    old, kind = settings[key], KEYS[key][1]
    if key == "guards":
        for guard, mode in value.items():
            old[guard] = max(old.get(guard, "deny"), mode, key=MODES.index)
        return None if all(old[guard] == mode for guard, mode in value.items()) else old
    if key in JOINED:
        settings[key] = [*old, *(one for one in value if one not in old)]
        return None
    if isinstance(kind, tuple) and isinstance(kind[0], str):
        settings[key] = max(old, value, key=kind.index)
    elif kind is bool:
        settings[key] = old or value
    elif key in LOWERED:
        settings[key] = min(old, value)
    elif key not in OWNERS:
        settings[key] = value
    return None if settings[key] == value else settings[key]
