"""The settings: one table of keys, read from the project's guards.json under the machine's own file.
Law: an absent file is `{}`; a file, key or value that cannot be read is named once a session and its default counts.
Where the machine's file stands, the stricter of the two counts.
Cannot see: who wrote the project's file; hooks/_event/accepted.py compares it with what this machine accepted.
"""

from __future__ import annotations

from guards import Any, Row, Words
from hooks._event import Moment
from hooks._event.accepted import CAME, choose_settings
from hooks._stores import MACHINE, MIB, Fault, parse_json, read_bytes

TAGS = frozenset(
    "internal_source external untrusted_source consequential fetches destination classification dispatcher resume "
    "session shell memory_source audit operation is_internal_source is_external".split()
)
# The guards, whose table is another module's; a test compares them.
NAMES = "resume_ownership contamination request_origin drift loss policy memory secrets self_protection context".split()
MODES = "off watch ask deny".split()  # of a guard, the stricter the later
TYPES = "bool int float str list dict".split()
# key, default, what it takes (types, or its words, the stricter the later), how a project's file may change what the
# machine's says, sentence.  How: . as it likes, ! not at all, + by more, < by less, > by the later word or true;
# ^ is > and counts also in a file that git brought and nobody accepted.
ROWS = """\
mode "enforce" watch|enforce ^ watch: record what would be said, say nothing
strict false bool ^ deny what cannot be judged because something is broken
guards {} dict ^ a mode for each guard: off, watch (record only), ask (never deny), deny
tools {} dict ! what a tool is: glob -> tags, the first match counts
trusted_destinations [] list ! globs over hosts, host/path, addresses: data may go there
internal_domains [".internal",".corp",".local",".lan",".intranet",".private",".home.arpa"] list + names that end like this are internal
classification_levels ["PUBLIC","PERSONAL","INTERNAL","RESTRICTED"] list ! four names, the least sensitive first
contamination.policy "tagged" flow|tagged|seal ^ what is denied once private data was read
drift.semantic_distance_threshold 0.7 int|float < at this distance or more an action is far from the request
context.max_action_history 100 int . how many actions the evaluation context shows
context.chain_length_warning 15 int < actions for one request before the first signal
context.chain_length_limit 30 int < actions for one request before the second signal
context.summarization.enabled true bool > put a summary in the place of older actions
context.summarization.trigger_at 50 int . how many actions it takes until then
context.summarization.keep_recent 20 int . how many of the newest actions stay as they are
context.retention_days 30 int ! how long records are kept; 0: for ever
context.risk_signals.scope_expansion true bool > signal work beyond expected_scope
context.risk_signals.classification_escalation true bool > signal data above request.expected_classification
context.risk_signals.drift_detection true bool > signal actions far from the request
context.risk_signals.velocity_analysis true bool > signal calls in quick succession
context.default_classification "" str . the classification of data that nothing else classifies
request.expected_scope [] list ! tools (globs) that the requests of this project need
request.expected_classification "PUBLIC" str ! the classification that the requests of this project need
memory.inject_session_memory false bool > show the session its memory at each prompt
policy [] list ! your own rules over the evaluation context
secrets "mask" str|dict ! mask, show, or glob of tool or path -> one of them
classifier_command "" str|list ! a program that may raise the level of a response
classifier_timeout 5 int|float . seconds that classifier_command may take
signing_key "" str . an OpenSSH key that signs receipts
age_recipient "" str . the age key to which receipts are encrypted
kitchen_id "" str . of an orchestrator: the kitchen of this project's sessions
questions "ask" ask|deny ^ deny: deny instead of asking
free [] list ! only in the machine's file: keys that a project may set as it likes
"""
KEYS = {
    key: (default, kind.split("|"), mark, sentence)
    for key, default, kind, mark, sentence in (line.split(None, 4) for line in ROWS.splitlines())
}


def load_settings(moment: Moment) -> None:
    """Reads the settings; what is wrong with them is told once a session."""
    own, pending = moment.attempt("the accepted settings", choose_settings, moment) or (None, b"")
    moment.settings, wrong = merge_settings(moment.world.project, own=own, pending=pending)
    moment.facts.settings = moment.settings
    for line in wrong:
        moment.note_once(line)


def copy_defaults() -> Row:
    """Every key with its default, flat ("context.max_action_history")."""
    return {key: parse_json(row[0]) for key, row in KEYS.items()}


def nest_keys(flat: Row) -> Row:
    """The settings in the shape of the file: {"context": {"max_action_history": 100, ...}, ...}."""
    nested: Row = {}
    for key, value in flat.items():
        at, (*above, name) = nested, key.split(".")
        for part in above:
            at = at.setdefault(part, {})
        at[name] = value
    return nested


def merge_settings(
    project: str, machine: str = MACHINE, own: bytes | None = None, pending: bytes = b""
) -> tuple[Row, Words]:
    """The merged settings, in the shape of the file with every key, and a line for each fault of the files.

    `own` is the project's file as this machine accepted it (None: as it is), `pending` one that git brought: of that
    counts what tightens.
    """
    settings, path = copy_defaults(), f"{project}/.autoskillit/guards.json"
    (mine, faults), (owner, wrong) = read_keys(path, own), read_keys(machine)
    settings.update(owner)
    for key, value in mine.items():
        if not owner or key in owner.get("free", ()):
            settings[key] = value
        elif not tighten_key(settings, key, value):
            faults.append(
                f"guards.json: {key} would loosen what {machine} says; {settings[key]} counts"
            )
    if pending:
        brought, more = read_keys(path, pending)
        for key, value in brought.items():
            if KEYS[key][2] == "^":
                tighten_key(settings, key, value)
        faults += [*more, f"{CAME.format('guards.json')}; until then only what tightens counts"]
    return nest_keys(settings), faults + wrong


def read_keys(path: str, data: bytes | None = None) -> tuple[Row, Words]:
    """The flat, checked keys of one file, or of its text where that is given, and what is wrong with it."""
    name = path.rpartition("/")[2]
    try:
        data = read_bytes(path, 0, MIB) if data is None else data
        found = parse_json(data) if data.strip() else {}
    except (Fault, ValueError, RecursionError) as fault:
        return {}, [f"{name} cannot be read, defaults count: {fault}"]
    if not isinstance(found, dict):
        return {}, [f"{name} is no JSON object; its defaults count"]
    good, faults = {}, []
    for key, value in flatten_keys(found).items():
        if key not in KEYS:
            faults.append(f"{name}: {key} is no setting")
        elif not fits_kind(value, KEYS[key][1]):
            faults.append(f"{name}: {key} cannot be {str(value)[:40]!r}; {KEYS[key][0]} counts")
        else:
            good[key] = value
    for guard, mode in list(good.get("guards", {}).items()):
        if mode not in MODES or guard not in NAMES:
            why = f"cannot be {str(mode)[:40]!r}" if guard in NAMES else "is no guard"
            faults.append(f"{name}: guards.{guard} {why}")
            del good["guards"][guard]
    for glob, tags in good.get("tools", {}).items():
        odd = set(tags) - TAGS if isinstance(tags, dict) else ["its value"]
        faults += [f"{name}: tools.{glob}: {tag} is no tag" for tag in odd]
    return good, faults


def flatten_keys(found: Row, above: str = "") -> Row:
    """The keys of a file with those above them ("context.max_action_history"), without notes (`_x`, `$schema`)."""
    flat = {}
    for name, value in found.items():
        key = above + name
        if isinstance(value, dict) and any(one.startswith(f"{key}.") for one in KEYS):
            flat.update(flatten_keys(value, f"{key}."))
        elif name[:1] not in ("_", "$"):
            flat[key] = value
    return flat


def fits_kind(value: Any, kind: Words) -> bool:
    """Is the value one of these words, or of one of these types and not below 0?"""
    name = type(value).__name__
    if kind[0] not in TYPES:
        return value in kind
    return name in kind and (name not in ("int", "float") or value >= 0)


def tighten_key(settings: Row, key: str, value: Any) -> bool:
    """Takes of a value what is stricter.  Is that all of it?"""
    old, (_, kind, mark, _) = settings[key], KEYS[key]
    best = value
    if key == "guards":
        best = {one: max(old.get(one, "deny"), new, key=MODES.index) for one, new in value.items()}
    elif mark == "+":
        value = best = [*old, *(one for one in value if one not in old)]
    elif mark == "!":
        best = old
    elif mark == "<":
        best = min(old, value)
    elif mark != ".":
        best = max(old, value, key=bool if kind == ["bool"] else kind.index)
    settings[key] = {**old, **best} if key == "guards" else best
    return bool(best == value)
