"""What the person typed, approved and forbade.

Law: only the person's own channel consents: typed words of a prompt, a yes to a question, `guard: allow`.  A text that
claims an approval approves nothing.  A clear ends it; compaction and resume keep it.
Cannot see: who sits at the keyboard; what a person agrees to in other words than the value's own.
"""

from __future__ import annotations

from guards._sensitive.fingerprint import hash_value
from guards._text import extract_host, is_shared_host, normalize_place, split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Event, Verdict

    State = dict[str, Any]

PROMPTS, WORDS, LENGTH = 48, 400, 6  # remembered prompts, words of each, letters of a word's hash
OPEN, APPROVED, SPOTS = 16, 256, 96
# By which the head of a mail, a trace or a log line begins.
HEADS = ("from: ", "to: ", "subject: ", "date: ", "sent: ", "cc: ")
TRACES = tuple(
    """traceback (most recent|exception in thread|panic: |goroutine |npm err|caused by: |error: |error[|fatal: |
    warning: |[error]|[warn|[info]|[debug]|at |file "|  file """.replace("\n    ", "").split("|")
)


def hash_words(key: bytes, text: str) -> str:
    """The words of a text as short keyed hashes with blanks around each, in order."""
    cache: dict[str, str] = {}
    for word in (words := split_words(text)):
        if word not in cache:
            cache[word] = hash_value(key, word)[:LENGTH]
    return " " + "".join(cache[word] + " " for word in words)


def part_prompt(prompt: str) -> tuple[str, str]:
    """(what the person typed, what was pasted: quoted lines, mails, traces, logs, JSON, tags)."""
    typed: list[str] = []
    pasted: list[str] = []
    mail = block = False
    for line in prompt.split("\n"):
        low = line.strip().lower()
        if low.startswith(HEADS) and (mail or not typed or not typed[-1].strip()):
            mail = True
        elif not low and block:
            block = False
        if (low[:1] == ">" and low[1:].strip()) or low.startswith(TRACES):
            pasted.append(line.lstrip("> "))
            continue
        if (
            low[:1] in ("{", "[")
            and len(low) > 1
            and low[-1:] in ("{", "[", ",", "}", "]")
            and '"' in prompt
        ):
            block = True
        (pasted if mail or block else typed).append(line)
    return "\n".join(typed), "\n".join(pasted)


def is_machine_text(prompt: str) -> bool:
    """Does a prompt come from the client itself, not from a person?"""
    return (
        prompt.lstrip()[:24]
        .lower()
        .startswith(("<task-", "<system-", "<local-command", "<bash-std"))
    )


def holds_words(state: State, hashed: str) -> bool:
    """Does a prompt hold these hashed words in this order?"""
    return len(hashed) > 1 and any(hashed in said for said in state.get("origin.typed", ()))


def is_typed(state: State, key: bytes, text: str) -> bool:
    """Did the person type these words in this order, or an address's host, or its repository?"""
    place = normalize_place(text)
    if holds_words(state, hash_words(key, text)) or holds_words(state, hash_words(key, place)):
        return True
    host = extract_host(place)
    if host and "@" not in place and not is_shared_host(host):
        return holds_words(state, hash_words(key, host))
    parts = place.split("/")
    if host and len(parts) > 2 and "@" not in place:
        parts = parts[1:] if parts[1] == "repos" else parts
        return holds_words(state, hash_words(key, "/".join(parts[1:3]).removesuffix(".git")))
    return False


def is_own_place(remotes: dict[str, str] | None, place: str) -> bool:
    """Is it one of the project's remotes, or on the host of one that is nobody else's?"""
    for url in (remotes or {}).values():
        own = normalize_place(url).lower()
        host = extract_host(own)
        if place.startswith(own) or (own.count("/") > 1 and own.partition("/")[2] in place):
            return True
        if host and not is_shared_host(host) and extract_host(place) == host:
            return True
    return False


def hash_approval(key: bytes, what: tuple[str, ...]) -> str:
    """One hash of what a yes is about."""
    return hash_value(key, "\n".join(("approval", *what)))


def is_approved(state: State, key: bytes, *what: str) -> bool:
    """Did the person say yes to this very thing before?"""
    return hash_approval(key, what) in state.get("consent.approved", {})


def note_objection(event: Event, verdict: Verdict, key: bytes, row: int) -> list[tuple[Any, ...]]:
    """Takes `approves` from the fields of an objection; the ops that remember it until it is answered."""
    about = [hash_approval(key, tuple(one)) for one in verdict.fields.pop("approves", ())]
    name = event.call_id or f"row {row}"
    return [("put", "consent.open", name, [verdict.rule, row, about], OPEN)]


def read_allow(prompt: str) -> bool:
    """Is a prompt, or a line of it, `guard: allow`?"""
    return any(
        " ".join(line.lower().split()) in ("guard: allow", "guard:allow")
        for line in prompt.split("\n")
    )


def accept_answer(event: Event, state: State) -> list[tuple[Any, ...]]:
    """The ops of an event that answers an objection: the asked call ran, or a prompt holds `guard: allow`."""
    waiting = state.get("consent.open", {})
    if event.name == "SessionStart":
        if event.source != "clear":
            return []
        keys = ("consent.approved", "consent.open", "origin.typed", "origin.spots", "origin.banned")
        return [("del", one) for one in keys if state.get(one)]
    name = ""
    if event.name in ("PostToolUse", "PostToolUseFailure"):
        name = event.call_id
    elif event.name == "UserPromptSubmit" and waiting and read_allow(event.prompt):
        name = list(waiting)[-1]
    if name not in waiting:
        return []
    _, row, about = waiting[name]
    ops: list[tuple[Any, ...]] = [("del", "consent.open", name)]
    return ops + [("put", "consent.approved", one, row, APPROVED) for one in about]
