"""What the person typed, approved and forbade.

Law: only the person's own channel consents: typed words of a prompt, a yes to a question, `guard: allow`.  A text that
claims an approval approves nothing.  A clear ends it; compaction and resume keep it, a subagent shares its session's.
Cannot see: who sits at the keyboard; what a person agrees to in other words than the value's own.
"""

from __future__ import annotations

from guards import _text, _words
from guards._sensitive.mask import hash_value
from guards._taint import FORMS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Event, Verdict

    State = dict[str, Any]

PROMPTS, WORDS, LENGTH = 48, 400, 6  # remembered prompts, words of each, letters of a word's hash
ALLOWING = frozenset(("guard:allow", "/guard-allow", "/autoskillit-guards:guard-allow"))
OPEN, APPROVED, SPOTS = 16, 256, 96  # open objections, approvals, typed addresses
# By which the head of a mail, a trace or a line of a log begins.
HEADS = ("from: ", "to: ", "subject: ", "date: ", "sent: ", "cc: ")
TRACES = tuple(
    """>|traceback (most recent|exception in thread|panic: |goroutine |npm err|caused by: |error: |error[|fatal: |
    warning: |[error]|[warn|[info]|[debug]|file "|at """.replace("\n    ", "").split("|")
)


def hash_run(key: bytes, words: list[str]) -> str:
    """Words as short keyed hashes with blanks around each, in order."""
    known = {word: hash_value(key, word)[:LENGTH] for word in set(words)}
    return " " + "".join(known[word] + " " for word in words)


def hash_words(key: bytes, text: str) -> str:
    return hash_run(key, _text.split_words(text))


def part_prompt(prompt: str) -> tuple[str, str]:
    """(what the person typed, what was pasted: quoted lines, mails, traces, logs, JSON, long quotations)."""
    typed: list[str] = []
    pasted: list[str] = []
    mail = block = False
    whole = "\n" + prompt[:65_536].lower()
    headed = "\nfrom: " in whole and sum("\n" + head in whole for head in HEADS) > 1
    for line in prompt[:65_536].split("\n"):
        low = line.strip().lower()
        mail = mail or (headed and low.startswith(HEADS))
        opens = low[:1] in ("{", "[") and low[1:] and low[-1:] in "{[,}]" and '"' in prompt
        block = bool(low and (block or opens))
        quote = low.startswith(TRACES) or (low[:1] == "[" and low[1:3].isdigit())
        (pasted if quote or mail or block else typed).append(line)
    own = "\n".join(typed)
    for match in FORMS["quotation"].finditer(own):
        inner = next(one for one in match.groups() if one)
        if len(inner.split()) > 5 and any(sign in inner for sign in ("@", "://", "github:")):
            pasted.append(inner)
            own = own.replace(inner, " ")
    return own, "\n".join(pasted)


def is_machine_text(prompt: str) -> bool:
    """Does a prompt come from the client itself, not from a person?"""
    return prompt.lstrip().startswith(("<task-", "<system-", "<local-command", "<bash-std"))


def holds_words(state: State, hashed: str) -> bool:
    """Does a prompt hold these hashed words in this order?"""
    return len(hashed) > 1 and any(hashed in said for said in state.get("origin.typed", ()))


def is_typed(state: State, key: bytes, text: str) -> bool:
    """Did the person type these words in this order, or an address's host, or its repository?"""
    place = _text.normalize_place(text)
    host, parts = _text.extract_host(place), place.replace("/repos/", "/", 1).split("/")
    forms = [text, place]
    if host and "@" not in place:
        forms += [] if _text.is_shared_host(host) else [host]
        forms += ["/".join(parts[1:3])] if len(parts) > 2 else []
    return any(holds_words(state, hash_words(key, one)) for one in dict.fromkeys(forms))


def is_lookalike(state: State, key: bytes, word: str, package: bool) -> bool:
    """Is a word one letter off a typed one: a package, or a part of an address that was typed?"""
    spots = {one for spot in state.get("origin.spots", ()) for one in spot.split()[1:]}
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    forms = {a + b[1:2] + b[:1] + b[2:] for a, b in cuts}
    for new in ("", *"abcdefghijklmnopqrstuvwxyz0123456789"):
        forms |= {a + new + b[cut:] for a, b in cuts for cut in (0, 1)}
    forms |= {word.replace("rn", "m"), word.replace("m", "rn")}
    forms -= {word, word.removesuffix("s"), word + "s"}
    hashed = (hash_value(key, one)[:LENGTH] for one in forms if len(one) > 3 + 2 * package)
    return any(one in spots or (package and holds_words(state, f" {one} ")) for one in hashed)


def is_own_place(remotes: dict[str, str] | None, place: str) -> bool:
    """Is it one of the project's remotes, or does its host bear the name of whoever owns one?"""
    host = _text.extract_host(place)
    label = find_label(host)
    for url in (remotes or {}).values():
        own = _text.normalize_place(url).lower()
        host_of_own, _, path = own.partition("/")
        if place.startswith(own) or ("/" in path and path in place):
            return True
        if label and label in (find_label(host_of_own), path.partition("/")[0]):
            return not _text.is_shared_host(host)
    return False


def find_label(host: str) -> str:
    """The name that somebody registered, of three letters and more: docs.acme.co.uk -> acme."""
    label = _text.find_registered(host).partition(".")[0]
    return label if len(label) > 2 else ""


def make_spot(value: str, kind: str, key: bytes) -> str:
    """What is remembered of an address that the person typed: its kind, and its words as hashes."""
    host = _text.extract_host(value)
    text = value.partition("/")[2] if _text.is_shared_host(host) else value
    words = {word for word in _text.split_words(text) if len(word) > 2} - {host.rpartition(".")[2]}
    return f"{kind} " + " ".join(sorted(hash_value(key, word)[:LENGTH] for word in words))


def is_kin(state: State, key: bytes, value: str) -> bool:
    """The person spoke of whom an address names: "Dora" and dora@lake.example, "stripe" and docs.stripe.com."""
    host = _text.find_registered(_text.extract_host(value))
    name = value.split("@")[0] if "@" in value else host.partition(".")[0]
    words = [hash_words(key, one) for one in _text.split_words(name) if len(one) > 2]
    return bool(words) and all(holds_words(state, one) for one in words)


def is_swapped(state: State, key: bytes, value: str, kind: str) -> bool:
    """Did the person type another of the kind: another account, or an address with some of the same words?"""
    mine = set(make_spot(value, kind, key).split()[1:])
    spots = (spot.split() for spot in state.get("origin.spots", ()))
    others = [set(words) for name, *words in spots if name == kind]
    others = [one for one in others if not one <= mine and not mine <= one]
    return any(kind == "account" or mine & one for one in others)


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


def accept_answer(event: Event, state: State) -> list[tuple[Any, ...]]:
    """The ops of an event that answers an objection: the asked call ran, or a prompt holds `guard: allow`."""
    waiting = state.get("consent.open", {})
    name = event.call_id
    if event.name == "SessionStart":
        names = "consent.approved consent.open origin.typed origin.spots origin.banned"
        return [("del", one) for one in names.split() if event.source == "clear" and one in state]
    if event.name == "UserPromptSubmit":
        lines = ("".join(line.lower().split()) for line in event.prompt.split("\n"))
        name = list(waiting)[-1] if waiting and not ALLOWING.isdisjoint(lines) else ""
    if name not in waiting:
        return []
    _, row, about = waiting[name]
    approved = [("put", "consent.approved", one, row, APPROVED) for one in about]
    return [("del", "consent.open", name), *approved]


def list_forms(word: str) -> list[str]:
    """A word as people write it: send, sends, sending; delete, deleting; email, mail."""
    stem = word[:-1] if word[-1:] in "es" else word
    forms = [word, stem, *(word + end for end in ("s", "es", "ed", "d", "ing", "er"))]
    forms += [stem + "ing", word + word[-1] + "ing", word + word[-1] + "ed"]
    return [*forms, word[1:], word[1:] + "s"] if word == "email" else forms


def read_bans(prompt: str) -> tuple[dict[str, str], set[str]]:
    """({verb: sentence} that a prompt forbids, verbs that it orders)."""
    banned: dict[str, str] = {}
    ordered: set[str] = set()
    forms = {form: verb for verb in _words.FORBIDDEN for form in list_forms(verb)}
    for sentence in FORMS["clause"].split(prompt.replace("\u2019", "'")):
        marked = sentence.lower().split()
        words = [word.strip("\"'`*_().,!;:") for word in marked]
        denied = -9
        for at, word in enumerate(words):
            first = at - (at > 0 and marked[at - 1] == "do")  # "do not" is one word
            leads = not first or marked[first - 1] in _words.LEADS or marked[first - 1][-1] in ",:;"
            denied = at if word in _words.NEVER and leads else denied
            verb = forms.get(word, "")
            if verb and 0 < at - denied <= 4:
                rest, denied = words[at + 1 :], at
                if _words.UNTIL.isdisjoint(rest) or not _words.SPEAKER.isdisjoint(rest):
                    banned[verb] = sentence.strip()
            elif word == verb != "" and leads:
                ordered.add(verb)
                banned.pop(verb, None)
    return banned, ordered
