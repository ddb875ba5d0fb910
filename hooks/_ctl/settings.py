"""`guardctl settings`: every key of guards.json, what it is set to here, and what it does.

The tables of docs/settings.md are made of SENTENCES and TAG_SENTENCES (`python3 -m tests.documents`).
"""
from __future__ import annotations

import argparse

from guards import Settings
from hooks import _registry, _settings
from hooks._ctl._terminal import fit, width
from hooks._install import decided
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hooks._stores.world import World

# Key (with its section's) -> what it does.
SENTENCES = {
    "mode": "`watch` records what would have been said and says nothing; `enforce` says it",
    "strict": "what cannot be judged because something is broken is denied instead of passed",
    "guards": "a dial a guard: `off`, `watch` (record only), `ask` (never deny), `deny`",
    "tools": "what a tool is: glob → tags, the first match wins; see below",
    "trusted_destinations": "globs over hosts, `host/path` and addresses: `*.corp.example`, `github.com/acme/*`, "
                            "`*@corp.example`",
    "internal_domains": "names that end like this are internal: `.corp.example`",
    "classification_levels": "the four names of the levels in the records, the least sensitive first",
    "contamination.policy": "`tagged`, `seal` or `flow`; see below",
    "drift.semantic_distance_threshold": "from which lexical distance on an action counts as far from what was asked",
    "context.max_action_history": "how many actions `guardctl context` shows",
    "context.chain_length_warning": "actions for one request before the first signal is raised",
    "context.chain_length_limit": "actions for one request before the second signal is raised",
    "context.summarization.enabled": "older actions become a summary",
    "context.summarization.trigger_at": "actions from which on they do",
    "context.summarization.keep_recent": "actions that stay as they are",
    "context.retention_days": "how long records are kept; 0: for ever",
    "context.risk_signals.scope_expansion": "raise a signal where the work goes beyond what was asked for",
    "context.risk_signals.classification_escalation": "raise a signal where data is more sensitive than was expected",
    "context.risk_signals.drift_detection": "raise a signal where a window of actions is far from what was asked",
    "context.risk_signals.velocity_analysis": "raise a signal where calls come faster than an agent that reads its "
                                              "results",
    "context.default_classification": "the level of what nothing gives a level",
    "request.expected_scope": "tools (globs) that the requests of this project need; anything else widens the scope",
    "request.expected_classification": "the level that is expected; more escalates",
    "memory.inject_session_memory": "show the session its memory at each prompt; see [memory](work.md)",
    "memory.unverified_after_days": "days after which an entry is shown as unverified",
    "memory.untrusted": "`mark` or `omit`: how entries that came from a foreign text are shown",
    "memory.stale_on_failed_tests": "a failed test run makes what was concluded since the last good one stale",
    "memory.stale_on_revert": "a reverted commit makes what was concluded from it stale",
    "loss.backup": "what nobody asked to lose is copied first, too, and the call passes; see [loss](work.md)",
    "policy": "your own rules over the evaluation context; see [policy](settings.md)",
    "secrets": "`mask`, `show`, or glob of tool or path → one of them; see [masking](leaving.md)",
    "classifier_command": "a program that may raise the level of a response: text on stdin, level on stdout",
    "classifier_timeout": "seconds that it may take",
    "signing_key": "an OpenSSH key that signs receipts",
    "age_recipient": "a recipient that receipts are encrypted to",
    "free": "of the machine's own file: keys that a person and a project may set as they like; see "
            "[managed](settings.md)",
    "questions": "`deny`: what would be asked is denied, for machines where nobody sits; see [CI](ci.md)",
    "kitchen_id": "the kitchen that sessions of this project work in, where neither call nor environment says",
}
# Tag of a tool -> what it means.
TAG_SENTENCES = {
    "internal_source": "what it returns is private",
    "untrusted_source": "third parties can write what it returns",
    "external": "it sends something out",
    "consequential": "money, booking, deletion, access",
    "fetches": "it opens an address that the caller chose",
    "dispatcher": "it launches a session",
    "destination": "the arguments that say where to",
    "resume": "of a dispatcher: the argument with the id of the session to go on with",
    "session": "of a dispatcher: the field of its answer with the id of what it launched",
    "shell": "the argument that it runs as a command, which is judged as Bash's is; `false`: it runs none, whatever "
             "its name says",
    "memory_source": "the field of its answer that feeds session memory",
    "audit": "the field of its answer that says whether an audit passed",
    "operation": "what to call it in the records",
    "classification": "the level of what it returns",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--set", action="store_true", dest="only_set", help="only what differs from its default")


def run(args: argparse.Namespace, world: World) -> int:
    settings = _settings.load(world, _registry.load())
    default = dict(values(Settings()))
    rows = [{"key": key, "value": value, "set": value != default.get(key), "meaning": SENTENCES.get(key, "")}
            for key, value in values(settings)]
    rows = [row for row in rows if row["set"] or not args.only_set]
    files = decided.rows(world, _registry.load())
    if args.json:
        print(dumps({"file": _settings.path_of(world), "files": files, "settings": rows,
                     "problems": settings.problems}))
        return 0
    print(_settings.path_of(world))
    for sentence in decided.sentences(files):
        print(f"from     {fit(sentence, width() - 9)}")
    for row in rows:
        print(f"{'*' if row['set'] else ' '} {row['key']:<46} {fit(dumps(row['value']), width() - 49)}")
    for problem in settings.problems:
        print(f"problem  {problem}")
    return 0


def values(settings: Settings) -> Iterator[tuple[str, object]]:
    """(key, value) of every setting, sections taken apart; what has no default is null where it is not set."""
    for key in _settings.KEYS:
        value = getattr(settings, key)
        if key in ("tools", "secrets"):     # kept as rows, in their order
            value = dict(value) or ({} if key == "tools" else "mask")
        yield from _parts(key, value)
    for key in (*sorted(_settings.OPTIONAL), *_settings.MORE):
        section, _, name = key.rpartition(".")
        held = getattr(settings, section) if section else settings.extension_keys
        if not key.startswith("$") and not (section and name in held):
            yield key, held.get(name)


def _parts(key: str, value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict) and key not in ("guards", "tools", "secrets"):
        for name, inner in value.items():
            yield from _parts(f"{key}.{name}", inner)
    else:
        yield key, value
