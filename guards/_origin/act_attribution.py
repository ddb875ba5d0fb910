"""Who speaks of an act: which foreign text asks for it, which alone names it, and whether the person said it.

Law: a text to which the person handed the lead is his own word.
Limitations: an act whose words the text does not use.
"""
from __future__ import annotations

from guards._call.entrusted import file_kind
from guards._call.tags import READERS
from guards._evidence.evidence import FOREIGN
from guards._evidence.wishes import asks_only
from guards._intent.sentences import requests
from guards._origin.attribution import delegated
from guards._origin.call_values import Value
from guards._origin.delegated_choice import handed
from guards._text import words
from guards._text.address import looks_like_host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards._call.entrusted import Act
    from guards._evidence.recalled import Memory, Record, Request

OUTSIDE = "a page or message"
LINES = tuple("|║│├└{")
ENOUGH = 0.6        # share of an act's words that a sentence which asks for it holds


class Weighed:
    """What speaks against an act.

    value   of it, in whole; source: the tool whose result it stands in, "" for none; sentence: what asks for it
    addressed   a text orders it from the agent
    """

    __slots__ = tuple("act addressed sentence source value".split())

    def __init__(self, act: Act, value: str, source: str = "", sentence: str = "", addressed: bool = False) -> None:
        self.act, self.value, self.source, self.sentence, self.addressed = act, value, source, sentence, addressed


class Words:
    """The words of an act, a group a value: all, and those that are not the person's; of a path its last part."""

    __slots__ = ("all", "groups", "new")

    def __init__(self, texts: Iterable[str], memory: Memory) -> None:
        self.groups: list[frozenset[str]] = []
        self.new: list[frozenset[str]] = []
        for text in texts:
            said = [w for w in words.tokens(last_part(text)) if w not in words.STOP and len(w) > 1 + w.isdigit()]
            group = frozenset(memory.h(words.stem(w)) for w in said)
            if group and group not in self.groups:
                self.groups.append(group)
                if not all(map(memory.word, said)):
                    self.new.append(group)
        self.all = frozenset[str]().union(*self.groups)


def last_part(text: str) -> str:
    """The last part of a path or of a name in parts: `arn:aws:iam::aws:policy/Admin`; an address as it is."""
    if "://" in text or " " in text:
        return text
    last = text.rstrip("/:").rpartition("/")[2].rpartition(":")[2]
    return last if len(last) > 1 else text


def asking(said: Words, memory: Memory, verbs: frozenset[str] | None = None, work: bool = False,
           whoever: frozenset[str] | None = None) -> Request | None:
    """The request that asks for an act: of a foreign text, or one that is spoken to the agent.

    verbs   of these one must be what it asks for, in a foreign text or one that tells the agent to leave what it was
            told (a program's help and a project's own notes are full of orders to whoever reads them); None for any
    work    it is an act of which instructions for an agent, and a thing's own pages, consist: an order, a package
    whoever of these one must be what it asks for, whoever says it: "Cart fails. Install cart-x" are two sentences
    """
    held = memory.holding(said.all)
    told = next((r.trust >= FOREIGN and not said.all <= r.query for r in held and memory.records if r in held), False)
    found = [r for r in memory.asking(*said.new)
             if (whoever is None or not whoever.isdisjoint(r.verbs))
             and _speaks_of(r, said, told) and counts(r, memory, verbs, work)]
    return max(found, default=None, key=lambda r: (
        len(new_in(r, said, told)) / len(said.new) + (r.trust >= FOREIGN) + spoken_to(r)))


def new_in(r: Request, said: Words, told: bool) -> list[frozenset[str]]:
    """Of the words that the person did not say those which a request holds.  What the reading call said itself comes
    back as an echo, README.md is none of CLAUDE.md, unless a foreign text had `told` it all before."""
    own = frozenset() if told else r.record.query
    return [group - own for group in said.new if group <= r.words and not group <= own]


def _speaks_of(r: Request, said: Words, told: bool) -> bool:
    """Does a request hold enough of an act's words, one of them in its own sentence?"""
    held = new_in(r, said, told)
    enough = ENOUGH if r.trust >= FOREIGN or spoken_to(r) else 1    # what this machine prints says all of it
    return any(group & r.said for group in held) and len(held) >= enough * len(said.new) and not (
        len(said.groups) > 2 and sum(group <= r.words for group in said.groups) < 2)


def counts(r: Request, memory: Memory, verbs: frozenset[str] | None, work: bool) -> bool:
    """Is it asked by somebody whose asking counts: see `asking`?"""
    orders = commanding(r)
    if delegated(r.record, memory) and not (r.record.web and r.tone()[1]):
        return False        # a page that is followed is written for its readers; what it says to agents it says besides
    if verbs is not None and (not verbs & r.verbs.keys() or (r.record.commits and not orders)):
        return False
    if work and ((r.record.instructs and not orders) or (memory.owns(r.record) and not spoken_to(r))):
        return False        # what a skill is for, in whatever order; what the pages of a thing are for
    if asks_only(memory):
        return True
    if (r.record.web or r.tool in READERS) and not all(r.verbs.values()):
        return False        # pages and documents consist of commands to which a sentence leads
    return prose(r) and (r.trust >= FOREIGN or orders)


def told_to(verbs: Iterable[str], place: str, memory: Memory) -> Request | None:
    """The sentence of a text that tells an agent its work by which something is to be done there."""
    marks, said = memory.marks(place), [*map(memory.h, verbs)]
    return next((r for r in memory.asking(marks) if r.record.instructs and marks <= r.words and 2 in r.verbs.values()
                 and not r.said.isdisjoint(said) and not delegated(r.record, memory)), None)


def prose(r: Request) -> bool:
    """Is it a sentence: no line of a table, of a tree or of a compiler's, numbered or not, no piece of data?"""
    return not r.excerpt.lstrip("0123456789 ").startswith(LINES)


def spoken_to(r: Request) -> bool:
    """Is it spoken to the agent, as a step before all else, or against what it was told?"""
    job, reader, order, you = r.tone()
    return bool(r.overrides or (order and (job or reader)) or (reader and you))


def commanding(r: Request) -> bool:
    """Does it tell the agent itself to leave what it was told, or to do something before all else?"""
    _, reader, order, you = r.tone()
    return r.overrides or bool(you and order and (reader or order > 1))


def only_foreign(wanted: frozenset[str], memory: Memory) -> Record | None:
    """The foreign record that holds all of these words, where no record of this machine, of the account or of a text
    that tells an agent its work does, and none to which the person handed the lead."""
    held = [r for r in memory.records if wanted and wanted <= r.data | r.prose | r.titles | r.query]
    held = held or [p.record for p in memory.asking(wanted) if wanted and wanted <= p.words]
    if any(r.trust < FOREIGN or r.instructs or delegated(r, memory) for r in held):
        return None
    return held[0] if held else None


def teller(record: Record | None, memory: Memory) -> str:
    """The tool, or the server, whose result holds a record; "" for none."""
    if record is None:
        return ""
    return next((p.tool for p in memory.requests if p.record is record), record.server or OUTSIDE)


def weighed(act: Act, value: str, r: Request | None, memory: Memory) -> Weighed | None:
    """An act that a sentence asks for; None where none does.  Quoted is what its text says with most of the act's
    words: the address, or the package with its program."""
    if r is None:
        return None
    what, how = (frozenset(memory.h(words.stem(w)) for text in texts for w in words.tokens(text))
                 for texts in ((value, *act.values), (act.what,)))
    return Weighed(act, value, r.tool, r.quoted(what, how), spoken_to(r))


def led_by_others(memory: Memory) -> bool:
    """Was a text of others read, or one of the project's own that gives the agent orders?"""
    return memory.foreign or any(r.trust >= FOREIGN for r in memory.records) or any(map(spoken_to, memory.requests))


def led_to(value: str, memory: Memory) -> bool:
    """Does a prompt whose verbs nobody knows lead to the value?"""
    return memory.unclear and handed(Value(value, "", True, memory.h), None, memory)


def retold_by(lines: Iterable[str], memory: Memory, path: str) -> Request | None:
    """What a foreign text asks for in the words of a line that an agent is told from now on; not the file itself.  The
    line is an order, or the text says to put it there: what is only so, a note may say after any text."""
    name = memory.marks(path.rpartition("/")[2])
    for line in lines:
        for group in Words([line], memory).new:
            for r in memory.asking(*([word] for word in group)):
                held = sum(word in r.said for word in group)
                if held < 2 or held < ENOUGH * len(group) or not (asks_only(memory) or (
                        r.trust >= FOREIGN and prose(r))):
                    continue
                # A document that is no agent's instructions, or that the person named, may tell of all but places.
                placed = any(map(looks_like_host, words.entities(line)))
                his = r.record.instructs and not commanding(r) and not placed and (
                    file_kind(r.tool) != "agent" or memory.spoke(r.tool.rpartition("/")[2]))
                if (name <= r.said or requests(line)) and not (his or name <= r.record.query or (
                        delegated(r.record, memory))):
                    return r
    return None
