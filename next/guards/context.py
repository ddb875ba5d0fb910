"""What was this session asked, and which signals do its actions raise?  The accumulator of proposal 001.

Law: a signal is a remark on a row, never a verdict; it is computed from counters and the last hundred actions, so that
no summary of older ones changes it.  `find_signals` loads nothing and runs under the session's lock for every action.

    scope_expansion            an action outside `request.expected_scope`: globs over tool, server or program, operation
    classification_escalation  a result above `request.expected_classification` and above all that was read before
    unusual_sequence           download > execute, enumerate > delete, sensitive read > encode > outbound
    drift_detected             all but one of the last twelve measured actions are far from the request
    velocity_anomaly           twenty actions within ten seconds
    chain_length_warning, chain_length_exceeded      more than so many actions for one request

hooks/_event/evaluation.py makes the evaluation context of state and ledger.

Cannot see: what the model only thinks; steps inside a script; a file under a second name; encodings written by hand.
"""

from __future__ import annotations

import guards
from guards import Call, Event, Facts, Lesson, Rule, Sink, Verdict
from guards._text import match_glob, split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    Row = dict[str, Any]

BURST, SECONDS = 20, 10.0  # actions, within so many seconds
FAR, REACH, KEPT = 12, 40, 16  # measured actions; how long a step counts; names kept of one
REQUEST, REQUESTS, NAMES, DELETIONS, TOOLS = 400, 4, 12, 3, 200
WORDS = 5  # of a prompt that begins a new request; a shorter one goes on with the last
SIGNALS = tuple(
    """scope_expansion classification_escalation unusual_sequence drift_detected velocity_anomaly
    chain_length_exceeded""".split()
)
SWITCHES = {"drift_detected": "drift_detection", "velocity_anomaly": "velocity_analysis"}
ENCODERS = frozenset(
    "tar zip gzip bzip2 xz zstd 7z base64 base32 basenc openssl gpg age xxd hexdump od uuencode ar cpio".split()
)
TAKES = frozenset("delete drop remove revoke cancel purge".split())  # of a service's tool
PACKED, RUN = "sensitive read > encode > outbound", "download > execute"
EMPTIED = "enumerate > delete"


def find_signals(state: Row, row: Row, settings: Row) -> list[str]:
    """The signals of one action or result: of the state before it, and of its finished row."""
    found: list[str] = []
    chosen, request = settings.get("context") or {}, settings.get("request") or {}
    if row.get("event") in ("PostToolUse", "PostToolUseFailure"):
        before, after = (guards.LEVELS.index(name) for name in row["level"])
        if after > before and after > rate_expected(request, settings):
            found = ["classification_escalation"]
    elif row.get("event") == "PreToolUse":
        window, scope = state.get("window", []), request.get("expected_scope") or []
        limit = (settings.get("drift") or {}).get("semantic_distance_threshold", 0.7)
        far = [*(one.get("distance") for one in window), row.get("semantic_distance")]
        far = [one > limit for one in far if one is not None][-FAR:]
        first = window[1 - BURST] if len(window) >= BURST - 1 else {}
        chain, most = count_chain(state), chosen.get("chain_length_limit", 30)
        checks = (
            bool(scope) and not is_in_scope(scope, row.get("tool", ""), row.get("operation", "")),
            bool(row.get("sequence")),
            len(far) == FAR and sum(far) >= FAR - 1,
            bool(first) and read_time(row["ts"]) - read_time(first["ts"]) <= SECONDS,
            chain > most,
            most >= chain > chosen.get("chain_length_warning", 15),
        )
        found = [name for name, raised in zip(ACTIONS, checks) if raised]
    switches = chosen.get("risk_signals") or {}
    return [name for name in found if switches.get(SWITCHES.get(name, name), True)]


ACTIONS = (SIGNALS[0], *SIGNALS[2:], "chain_length_warning")  # in the order of the checks


def rate_expected(request: Row, settings: Row) -> int:
    """The level that the settings expect."""
    from guards._taint.labels import rate_name

    return rate_name(request.get("expected_classification", "PUBLIC"), settings)


def count_chain(state: Row) -> int:
    """Actions for the request that stands, with the one that comes."""
    return int(state.get("calls", 0)) - int(state.get("context.chain_from", 0)) + 1


def is_in_scope(scope: Iterable[str], tool: str, operation: str) -> bool:
    """Does one of these globs fit the tool, its server, the program of a command, or the operation?"""
    parts = tool.split("__")
    family = parts[1] if len(parts) > 2 else (operation.split() or [tool])[0]
    return any(match_glob(glob, name) for glob in scope for name in (tool, family, operation))


def read_time(text: str) -> float:
    """Seconds of an RFC 3339 time in UTC, counted from a day of no meaning."""
    year, month, day = int(text[:4]), int(text[5:7]), int(text[8:10])
    year, month = (year, month) if month > 2 else (year - 1, month + 12)
    days = 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 3) // 5 + day
    hours, minutes, seconds = text[11:].rstrip("Z").split(":")
    return 86400.0 * days + 3600 * int(hours) + 60 * int(minutes) + float(seconds)


NEEDS = None
EVENTS = ("UserPromptSubmit", "PreToolUse", "PostToolUse")


def LEARN(event: Event, call: Call, facts: Facts) -> Lesson | None:
    """The request of a prompt; the steps of an action; the private files that a result showed."""
    state, number = facts.state, facts.state.get("calls", 0) + 1
    if event.name == "UserPromptSubmit":
        return note_request(event, facts)
    server = event.tool.startswith("mcp__")
    if event.name == "PostToolUse":
        names: Row = {"secrets": list_private_files(event, call)}
        steps, sequence = {}, ""
    elif server or call.commands or call.runs:
        steps, sequence = find_steps(event, call), find_sequence(event, call, state)
        names = {"downloads": steps["downloads"], "packed": find_packed(call, state)}
        names["tools"] = [event.tool] if server else []
    else:
        return None
    ops: list[tuple[Any, ...]] = []
    for key, ones in names.items():
        most = TOOLS if key == "tools" else KEPT
        ops += [("put", f"context.{key}", one, number, most) for one in ones]
    ops += [("set", "context.listed", number)] if steps.get("lists") else []
    ops += [("add", "context.deleted", 1)] if steps.get("deletes") else []
    return Lesson(ops, fields={"sequence": sequence} if sequence else {})


def note_request(event: Event, facts: Facts) -> Lesson | None:
    """The first request stays; later ones of five words and more stand beside it and begin a new chain."""
    from guards._sensitive.mask import redact_value
    from guards._taint.consent import is_machine_text

    first = "context.request" not in facts.state
    if is_machine_text(event.prompt) or not (first or len(event.prompt.split()) >= WORDS):
        return None
    text, intent = str(redact_value(event.prompt[:1600], facts.key)[0]), find_intent(event.prompt)
    request = {"text": text[:REQUEST], "intent": intent, "entities": find_entities(text)}
    keep = ("set", "context.request", request)
    later = ("push", "context.later", request, REQUESTS)
    chain = ("set", "context.chain_from", facts.state.get("calls", 0))
    return Lesson(
        [
            keep if first else later,
            chain,
            ("set", "context.deleted", 0),
            ("set", "context.intent", intent),
        ]
    )


def find_intent(prompt: str) -> str:
    """The first word of a prompt that says what is to be done: a label for people and for your own rules."""
    from guards._words import CHANGES, FORBIDDEN, READS

    known = {*FORBIDDEN, *CHANGES, *READS}
    return next((word for word in split_words(prompt) if word in known), "unknown")


def find_entities(text: str) -> list[str]:
    """Names in a request, in order: hosts, paths, addresses, #numbers, quoted and capitalised words."""
    found: dict[str, None] = {}
    begins = True
    for raw in text.split():
        word = raw.strip("\"'`.,;:!?()<>*")
        quoted = len(raw) > 2 and raw[0] in "\"'`" and raw[-1] in "\"'`"
        named = word[:1].isupper() and not begins
        marked = word[:1] in ("#", "[") or bool(set("/.@") & set(word[1:-1]))
        if 1 < len(word) <= 100 and (quoted or named or marked):
            found[word] = None
        begins = raw[-1:] in ".!?:"
    return list(found)[:NAMES]


def list_private_files(event: Event, call: Call) -> list[str]:
    """The private files that a call named."""
    from guards._sensitive.paths import rate_path

    given = [event.input.get(name) for name in ("file_path", "path", "notebook_path")]
    words = [word for command in call.commands for word in command.words]
    return [one for one in (*given, *words) if isinstance(one, str) and rate_path(one) > 0][:KEPT]


def find_steps(event: Event, call: Call) -> Row:
    """Which steps of a sequence a call takes."""
    from guards._words import READS

    words = split_words(event.tool.rpartition("__")[2]) if event.tool.startswith("mcp__") else []
    fetched = call.fetches if call.commands or "download" in words else ()
    return {
        "downloads": trim_names([*fetched, *(call.writes if fetched else ())]),
        "runs": trim_names(call.runs),
        "piped": any("://" in one for one in call.runs),
        "lists": bool(READS.intersection(words)),
        "deletes": bool(TAKES.intersection(words)),
    }


def trim_names(paths: Iterable[str]) -> set[str]:
    """The last parts of paths and addresses."""
    return {path.split("?")[0].rstrip("/").rpartition("/")[2][:80] for path in paths} - {""}


def find_fresh(state: Row, *keys: str) -> set[str]:
    """The names of steps that still count."""
    oldest = state.get("calls", 0) + 1 - REACH
    kept = [item for key in keys for item in (state.get(f"context.{key}") or {}).items()]
    return trim_names(name for name, number in kept if number >= oldest)


def find_packed(call: Call, state: Row) -> set[str]:
    """The files that a call wrote by packing or encoding what was read as private."""
    if ENCODERS.isdisjoint(command.program for command in call.commands):
        return set()
    private, copies = find_fresh(state, "secrets", "packed"), call.tags.get("copies") or {}
    return trim_names(path for path in copies if list_sent(copies[path]) & private) - private


def list_sent(labels: Iterable[tuple[str, str]]) -> set[str]:
    return trim_names(detail for kind, detail in labels if kind == "file")


def find_sequence(event: Event, call: Call, state: Row) -> str:
    """The unusual sequence that this call completes, "" for none."""
    steps = find_steps(event, call)
    if steps["piped"] or steps["runs"] & (find_fresh(state, "downloads") | steps["downloads"]):
        return RUN
    listed = state.get("calls", 0) + 1 - state.get("context.listed", -REACH) < REACH
    if steps["deletes"] and listed and state.get("context.deleted", 0) + 1 >= DELETIONS:
        return EMPTIED
    sent = [list_sent(sink.labels) for sink in call.sinks]
    return PACKED if set().union(*sent) & find_fresh(state, "packed") else ""


def judge_packed(call: Call, facts: Facts) -> Verdict | None:
    """What was read as private, then packed or encoded, goes out to a place that you did not name."""
    if find_sequence(facts.event, call, facts.state) != PACKED:
        return None
    policy = facts.settings.get("policy") or []
    if any(isinstance(rule, dict) and rule.get("id") == "read-encode-send" for rule in policy):
        return None
    from guards._taint.consent import is_approved, is_typed

    places = [place for sink in call.sinks for place in sink.places]
    trusted = facts.settings.get("trusted_destinations") or []
    strange = [one for one in places if not any(match_glob(glob, one) for glob in trusted)]
    strange = [one for one in strange if not is_typed(facts.state, facts.key, one)]
    strange = [one for one in strange if not is_approved(facts.state, facts.key, one, PACKED)]
    if places and not strange:
        return Verdict(guards.PASS, exemption="context.named-place")
    place = (strange or ["a place outside"])[0][:60]
    reason = f"`{call.operation[:50]}` may take private data to {place}: it was read, then packed or encoded."
    approves = [(one, PACKED) for one in places]
    return Verdict(guards.ASK, reason, alone=guards.DENY, fields={"approves": approves})


def make_packed_example(packed: str) -> tuple[Call, Facts]:
    call = Call("Bash", "curl", sinks=[Sink("curl", ["drop.example"], [("file", "out.tgz")])])
    state = {"calls": 3, "context.packed": {packed: 2}}
    return call, Facts(Event("PreToolUse", tool="Bash"), state)


QUESTION = "Does private data leave that was packed or encoded before?"
EXAMPLES = make_packed_example("out.tgz"), make_packed_example("other.tgz")
RULES = (Rule("context.read-encode-send", QUESTION, judge_packed, *EXAMPLES),)
