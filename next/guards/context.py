"""What was this session asked, and which signals do its actions raise?  The accumulator of proposal 001.

Law: a signal is a remark on a row, never a verdict; it is computed from counters and the last hundred actions, so that
no summary of older ones changes it.  `find_signals` loads nothing and runs under the session's lock for every action.

    scope_expansion            an action outside `request.expected_scope`: globs over tool, server or program, operation
    classification_escalation  a result above `request.expected_classification` and above all that was read before
    unusual_sequence           download > execute, enumerate > delete, sensitive read > encode > outbound
    drift_detected             all but one of the last twelve measured actions are far from the request
    velocity_anomaly           twenty actions within ten seconds
    chain_length_warning, chain_length_exceeded      more than so many actions for one request

hooks/_event/receipts.py makes the evaluation context of state and ledger.

Cannot see: what the model only thinks; steps inside a script; a file under a second name.
"""

from __future__ import annotations

import guards
from guards import Call, Event, Facts, Lesson, Rule
from guards._text import match_glob, split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    Row = dict[str, Any]

BURST, SECONDS = 20, 10  # actions, within so many seconds
FAR, REACH, KEPT, TOOLS = 12, 40, 16, 200  # measured actions; how long a step counts; names kept
REQUEST, REQUESTS, NAMES, DELETIONS = 400, 4, 12, 3
WORDS = 5  # of a prompt that begins a new request; a shorter one goes on with the last
SIGNALS = tuple(
    """scope_expansion classification_escalation unusual_sequence drift_detected velocity_anomaly
    chain_length_exceeded chain_length_warning""".split()
)
SWITCHES = {"drift_detected": "drift_detection", "velocity_anomaly": "velocity_analysis"}
PACKED, RUN = "sensitive read > encode > outbound", "download > execute"
EMPTIED = "enumerate > delete"

RULES: tuple[Rule, ...] = ()
NEEDS = None
EVENTS = ("UserPromptSubmit", "PreToolUse")


def find_signals(state: Row, row: Row, settings: Row) -> list[str]:
    """The signals of one action or result: of the state before it, and of its finished row."""
    chosen, request = settings["context"], settings["request"]
    found: Row = {}
    if row.get("event") in ("PostToolUse", "PostToolUseFailure"):
        before, after = (guards.LEVELS.index(name) for name in row["level"])
        if after > before:
            from guards._taint.labels import rate_name

            expected = rate_name(request["expected_classification"], settings)
            found["classification_escalation"] = after > expected
    elif row.get("event") == "PreToolUse":
        window, scope = state.get("window", []), request["expected_scope"]
        far = [one.get("distance") for one in window] + [row.get("semantic_distance")]
        limit = settings["drift"]["semantic_distance_threshold"]
        far = [one > limit for one in far if one is not None][-FAR:]
        then = window[1 - BURST]["ts"] if len(window) >= BURST - 1 else ""
        chain, most = count_chain(state), chosen["chain_length_limit"]
        found = {
            "scope_expansion": scope and not is_in_scope(scope, row),
            "unusual_sequence": row.get("sequence"),
            "drift_detected": len(far) == FAR and sum(far) >= FAR - 1,
            "velocity_anomaly": then and measure_pause(then, row["ts"]) <= SECONDS,
            "chain_length_exceeded": chain > most,
            "chain_length_warning": most >= chain > chosen["chain_length_warning"],
        }
    switches = chosen["risk_signals"]
    return [one for one in found if found[one] and switches.get(SWITCHES.get(one, one), True)]


def count_chain(state: Row) -> int:
    """Actions for the request that stands, with the one that comes."""
    return int(state.get("calls", 0)) - int(state.get("context.chain_from", 0)) + 1


def is_in_scope(scope: Iterable[str], row: Row) -> bool:
    """Does one of these globs fit the tool, its server, the program of a command, or the operation?"""
    tool, operation = row.get("tool", ""), row.get("operation", "")
    parts = tool.split("__")
    family = parts[1] if len(parts) > 2 else operation.partition(" ")[0] or tool
    return any(match_glob(glob, name) for glob in scope for name in (tool, family, operation))


def measure_pause(then: str, now: str) -> int:
    """Seconds between two times of day, whichever is later; whole days do not show."""
    clocks = [[int(part) for part in text[11:19].split(":")] for text in (then, now)]
    first, last = (3600 * hour + 60 * minute + second for hour, minute, second in clocks)
    return abs((last - first + 43200) % 86400 - 43200)


def LEARN(event: Event, call: Call, facts: Facts) -> Lesson | None:
    """The request of a prompt; what an action downloads, a server's tool, the sequence that it completes."""
    if event.name == "UserPromptSubmit":
        return note_request(event, facts)
    number = facts.state.get("calls", 0) + 1
    ops = [("put", "context.downloads", one, number, KEPT) for one in list_downloads(event, call)]
    if event.tool.startswith("mcp__"):
        ops.append(("put", "context.tools", event.tool, number, TOOLS))
    sequence = find_sequence(event, call, facts.state)
    return Lesson(ops, fields={"sequence": sequence})


def note_request(event: Event, facts: Facts) -> Lesson | None:
    """The first request stays; later ones of five words and more stand beside it and begin a new chain."""
    from guards._sensitive.mask import mask_value
    from guards._taint.consent import is_machine_text
    from guards._words import CHANGES, FORBIDDEN, READS

    first = "context.request" not in facts.state
    if is_machine_text(event.prompt) or not (first or len(event.prompt.split()) >= WORDS):
        return None
    text = str(mask_value(event.prompt[:1600], facts.key, personal=True, strict=1)[0])
    known = {*FORBIDDEN, *CHANGES, *READS}
    intent = next((word for word in split_words(event.prompt) if word in known), "unknown")
    request: Row = {"text": text[:REQUEST], "intent_classification": intent}
    request["entities"] = find_entities(text)
    keep = ("set", "context.request", request)
    later = ("push", "context.later", request, REQUESTS)
    chain = ("set", "context.chain_from", facts.state.get("calls", 0))
    return Lesson([keep if first else later, chain, ("set", "context.intent", intent)])


def find_entities(text: str) -> list[str]:
    """Names in a request, in order: hosts, paths, addresses, #numbers, words with a capital inside a sentence."""
    found: dict[str, None] = {}
    words = text.split()
    for before, raw in zip([".", *words], words):
        word = raw.strip("\"'`.,;:!?()<>*")
        named = word[:1].isupper() and before[-1] not in ".!?:"
        if 1 < len(word) <= 100 and (named or word[0] in "#[" or set("/.@") & set(word[1:-1])):
            found[word] = None
    return list(found)[:NAMES]


def list_downloads(event: Event, call: Call) -> set[str]:
    """The names of what a command or a download tool fetches, and of the files that it writes then."""
    fetches = call.fetches if call.commands or "download" in split_words(event.tool) else ()
    return trim_names([*fetches, *(call.writes if fetches else ())])


def trim_names(paths: Iterable[str]) -> set[str]:
    """The last parts of paths and addresses."""
    return {path.split("?")[0].rstrip("/").rpartition("/")[2][:80] for path in paths} - {""}


def find_sequence(event: Event, call: Call, state: Row) -> str:
    """The unusual sequence that this call completes, "" for none.  guards/contamination.py keeps the copies."""
    from guards._words import READS, REMOVES

    oldest = state.get("calls", 0) + 1 - REACH
    known = state.get("context.downloads", {}).items()
    fresh = list_downloads(event, call) | {name for name, number in known if number >= oldest}
    if trim_names(call.runs) & fresh or any("://" in one for one in call.runs):
        return RUN
    if REMOVES.intersection(split_words(event.tool)):
        tools = [*(one.get("tool", "") for one in state.get("window", ())), event.tool]
        steps = [set(split_words(one)) for one in tools[-min(REACH, count_chain(state)) :]]
        deletions = sum(bool(REMOVES & one) for one in steps)
        if deletions >= DELETIONS and any(READS & one for one in steps):
            return EMPTIED
    sent = {detail for sink in call.sinks for kind, detail in sink.labels if kind == "file"}
    return PACKED if sent & state.get("contamination.copies", {}).keys() else ""
