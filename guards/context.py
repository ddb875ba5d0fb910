"""What was this session asked, and which of its actions belong together?  The accumulator of proposal 001.

Law: what is learned here is counters and names of the last forty actions, so that no summary of older ones changes it;
guards/drift.py makes signals of them.  `unusual_sequence`: download > execute, enumerate > delete, sensitive read >
encode > outbound.
hooks/_event/receipts.py makes the evaluation context of state and ledger.
Cannot see: what the model only thinks; steps inside a script; a file under a second name.
"""

from __future__ import annotations

from guards import Call, Event, Facts, Lesson, Row, Texts, Words, count_chain
from guards._text import split_words

REACH, KEPT = 40, 16  # how long a step counts; names kept
REQUEST, NAMES, DELETIONS = 400, 12, 3
WORDS = 5  # of a prompt that begins a new request; a shorter one goes on with the last
PACKED, RUN = "sensitive read > encode > outbound", "download > execute"
EMPTIED = "enumerate > delete"

RULES = ()


def LEARN(event: Event, call: Call, facts: Facts) -> Lesson | None:
    """The request of a prompt; what an action downloads."""
    if event.name == "UserPromptSubmit":
        return note_request(event, facts)
    number = facts.state.get("calls", 0) + 1
    ops = [("put", "context.downloads", one, number, KEPT) for one in list_downloads(event, call)]
    return Lesson(ops)


def note_request(event: Event, facts: Facts) -> Lesson | None:
    """The first request stays; each one of five words and more begins a new chain."""
    from guards._sensitive.mask import mask_text
    from guards._taint.consent import is_machine_text
    from guards._words import CHANGES, FORBIDDEN, READS

    first = "context.request" not in facts.state
    if is_machine_text(event.prompt) or not (first or len(event.prompt.split()) >= WORDS):
        return None
    text = mask_text(event.prompt[:1600], facts, 1600, personal=True, strict=1)
    known = {*FORBIDDEN, *CHANGES, *READS}
    intent = next((word for word in split_words(event.prompt) if word in known), "unknown")
    request: Row = {"text": text[:REQUEST], "intent_classification": intent}
    request["entities"] = find_entities(text)
    chain = "set", "context.chain_from", facts.state.get("calls", 0)
    return Lesson([chain, *[("set", "context.request", request)] * first])


def find_entities(text: str) -> Words:
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


def trim_names(paths: Texts) -> set[str]:
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
    tools = [*(one.get("tool", "") for one in state.get("window", ())), event.tool]
    steps = [set(split_words(one)) for one in tools[-min(REACH, count_chain(state)) :]]
    deletions = sum(bool(REMOVES & one) for one in steps) if REMOVES & steps[-1] else 0
    if deletions >= DELETIONS and any(READS & one for one in steps):
        return EMPTIED
    sent = {detail for sink in call.sinks for kind, detail in sink.labels if kind == "file"}
    return PACKED if sent & state.get("contamination.copies", {}).keys() else ""
