"""Consent: a kind of act, an object, a place, said in one clause of one prompt, and what became of it since.

    of(event, session, settings, kinds, speaks)     did the person ask for just this?
    live(rows)                                      what counts since /clear, with what a yes took

Law: a verb alone is no consent.  The clause that holds the verb names the object, or says "all of it".  It counts for
the newest request and for what carries it on ("yes, go ahead"), until a prompt takes it back or
the act that it allowed was done: a yes to a loss holds once.  It does not outlive /clear.
A guard says with `speaks` whether a clause speaks of its object; what a clause is, guards/_intent/intents.py reads when
the prompt comes, and only keyed hashes of it are kept.  Prompts kept by an earlier release consent to nothing here.
Limitations: another thing of the same name; what a person pointed at on a screen.
"""
from __future__ import annotations

from guards._evidence.packed import unpack
from guards._intent.clause import VAGUE
from guards._intent.intents import ALSO, ENDS, TOLD, USED, YES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from guards import Event, Session
    from guards._types import Stored

SOON = 2            # calls after a yes to a question that names nothing: one of them is what was agreed to
NOT_DONE = tuple("denied declined failed invalid asked".split())     # states of an act that did not happen
STATE, ID, TIME = 5, 0, 1


class Clause:
    """One clause of a prompt, in keyed hashes.

    kinds   the kinds of act and the verb's stem, in clear (guards/_intent/intents.py)
    words   the verb and its object; place: what stands behind "from", "in"; names: its entities
    around  the words of what stands before it: earlier clauses, and the prompt before; what a pronoun may mean
    alone   nothing else is ordered in this prompt; at: when it was said; flags: see Intent
    soon    the act that is judged is one of the first behind it
    """

    __slots__ = tuple("alone around at flags kinds names place soon words".split())

    def __init__(self, row: list[str], around: frozenset[str], alone: bool, at: float) -> None:
        kinds, words, place, names, flags = row
        self.kinds, self.flags, self.around, self.alone, self.at = frozenset(kinds.split()), flags, around, alone, at
        self.words, self.place, self.names = unpack(words), unpack(place), frozenset(unpack(names))
        self.soon = False

    @property
    def said(self) -> frozenset[str]:
        """All words of the clause."""
        return frozenset(self.words).union(self.place)


def of(event: Event, session: Session, kinds: Collection[str], speaks: Callable[[Clause], bool],
       refuses: Callable[[Clause], bool], used: str = "") -> str:
    """How an act of one of these kinds whose object a clause speaks of was consented to: "named", "all" of it, or a
    bare "yes"; "" where it was not, where that was taken back, or used.

    speaks      does a clause, whose kind fits, speak of the object?
    refuses     does a clause that says what is not to be done, or what is to stay, speak of it?
    used        a fingerprint of the act, where a yes holds once (see `spent`)
    """
    found, agreed = "", 0.0     # when a bare yes was said
    chain: list[Clause] = []
    barred, before = frozenset[str](), frozenset[str]()
    for row in live(event.facts.stored("said")):
        if row.get("k") == USED:
            if used in unpack(str(row.get("c", ""))) and _happened(session, str(row.get("id", ""))):
                found, agreed = "", 0.0
            continue
        how = row.get("j")
        if not how:
            found, chain, barred = "", [], frozenset()
        agreed = float(row.get("at", 0)) if row.get("vague") and how == YES else 0.0
        new = clauses_of(row, chain, before)
        words = words_of([row])
        before = words | before if how else words
        for clause in new:
            clause.soon = soon(session, clause.at)
            if "n" in clause.flags or "keep" in clause.kinds:
                if refuses(clause):
                    found, barred = "", frozenset(("w", "p"))     # what names no object takes nothing of that back
            elif VAGUE in clause.kinds and how and not isinstance(row.get("p"), str):
                continue            # who goes on says what is to be done, or the same
            elif not clause.kinds.isdisjoint(kinds) and barred.isdisjoint(clause.flags) and speaks(clause):
                found = "all" if "w" in clause.flags else "named"
        chain += new
    return found or ("yes" if not barred and soon(session, agreed) else "")


def prompts(rows: Iterable[Stored]) -> list[Stored]:
    """Of kept rows those of prompts."""
    return [row for row in rows if row.get("k") == "u"]


def words_of(rows: Iterable[Stored]) -> frozenset[str]:
    """All words of prompts, in keyed hashes."""
    return frozenset(word for row in rows for word in unpack(str(row.get("t") or "")))


def live(rows: Iterable[Stored]) -> list[Stored]:
    """The rows since /clear: prompts, with what an answer took of what the agent proposed or told; what was used."""
    from guards._intent.proposed import answered

    kept: list[Stored] = []
    told: Stored | None = None        # what the agent said last
    taken: Stored | None = None       # the same, once a bare yes came, unless that took what was asked
    for row in answered(row for row in rows if isinstance(row, dict)):
        kind = row.get("k")
        if taken is not None and not isinstance(row.get("p"), str):
            kept.append(taken)
        taken = None
        if kind == ENDS:
            kept, told = [], None
        elif kind == TOLD:
            told = row
        elif kind == USED:
            kept.append(row)
        elif kind == "u":
            # A "yes" to nothing that the agent is known to have asked only carries on what was asked of it.
            kept.append(row if told is not None or row.get("vague") or row.get("j") != YES else {**row, "j": ALSO})
            if told is not None and row.get("j") == YES:
                kept[-1] = {**row, "j": ALSO}
                taken = {"k": "u", "j": ALSO, "x": told.get("x") or [], "i": told.get("i"), "at": row.get("at")}
            told = None
    return kept if taken is None else [*kept, taken]


def clauses_of(row: Stored, chain: list[Clause], before: frozenset[str]) -> Iterator[Clause]:
    """A prompt's clauses.  A row of an earlier release has none.

    chain   the clauses before it that it carries on; before: the words of the prompt before
    """
    kept = row.get("x")
    rows = [one for one in kept if isinstance(one, list) and len(one) == 5] if isinstance(kept, list) else []
    around = before.union(words_of([row]), unpack(str(row.get("i") or "")), *(one.said for one in chain))
    named = sum("p" not in str(one[4]) and "n" not in str(one[4]) for one in rows)
    at = float(row.get("at") or 0)
    for one in rows:
        yield Clause([str(part) for part in one], around, named == 0, at)


def soon(session: Session, since: float) -> bool:
    """Is this one of the first acts behind a prompt of that time?"""
    actions = session["context"].get("actions") or {}
    return bool(since) and sum(one[TIME] > since for one in actions.values()) <= SOON


def _happened(session: Session, id: str) -> bool:
    actions = session["context"].get("actions") or {}
    return not any(one[ID] == id and one[STATE] in NOT_DONE for one in actions.values())
