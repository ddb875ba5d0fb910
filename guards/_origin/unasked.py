"""Did anybody ask for this kind of act?  Of acts that name no place: deleting, approving, publishing, marking as paid.

Law: once a foreign text was read, an act of consequence is asked about where the person spoke of no act of its kind:
for certain where all he ever asked was to be told something; else where a foreign text names its object, or speaks to
the agent of such an act, and he did not name it.  Words only lower suspicion, in whatever language (_intent/kinds.py).
One question a kind of act.  These are steps of the table in guards/_origin/warrant.py.
Limitations: an act of a kind that he asked for, of another thing; what stands in images.
"""
from __future__ import annotations

from guards._evidence.evidence import ASSENTS, FOREIGN
from guards._evidence.wishes import asks_only
from guards._origin.act_attribution import ENOUGH
from guards._origin.attribution import delegated
from guards._text import words
from guards._text.address import is_local, normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from guards._call.entrusted import Act
    from guards._evidence.recalled import Memory, Record
    from guards._origin.act_attribution import Weighed

    class Case(Protocol):
        """What is wanted here of _origin/warrant.py's."""

        act: Act
        here: set[str]
        memory: Memory

        def against(self, record: Record | None, value: str = "") -> Weighed: ...

READS = "reads"     # see _intent/lexicon.py
# Kinds of act with which most work ends, or that many a work needs: asked about only where nothing but to be told
# something was ever asked for.
MAKES = "makes"
MILD = (MAKES, "does")
FEW = 3             # words by which no text is known again
# English words by which a prompt may speak of telling others: its table of acts holds none (_intent/lexicon.py).
TELLING = """announce answer ask chat comment contact create email forward inform invite mail message notify ping post
    publish reach reply respond schedule send share slack submit tell text tweet upload write""".split()


def of_his_kinds(c: Case) -> bool:
    """The person spoke of such acts, or said yes to what was proposed; to tell others is what most work ends with.
    A command line is a way to any work: who orders it is weighed, its kind only where a text adds it."""
    memory = c.memory
    heard = memory.latest if memory.told else memory.heard
    if not heard or c.act.kind in heard or ASSENTS in heard:
        return True
    return not ordered_kind(c) and ((c.act.command and not as_instructed(c)) or (
        c.act.kind in MILD and (heard != {READS} or not asks_only(memory) or any(
            memory.h(w) in memory.urged and w in memory.asked for w in map(words.stem, TELLING)))))


def ordered_kind(c: Case) -> Weighed | None:
    """A foreign text says to do such a thing, by whatever command; what is mild only where work on code was asked."""
    from guards._call.consequences import HERE
    from guards._call.names import LASTS, WORDS
    from guards._call.prefilter import ALWAYS

    memory = c.memory
    if not c.act.command or (c.act.kind in MILD and not memory.gains) or c.act.kind == MAKES or any(
            is_local(normalize(one)) for one in c.act.values) or c.act.what.split(" ")[0] in {*HERE, *ALWAYS, "git"}:
        return None
    verbs = {*map(words.stem, WORDS.get(c.act.kind, "").split() or LASTS)}
    read = foreign(memory)
    return c.against(None) if any(r.record in read and any(verb in verbs and n == 2 for verb, n in r.verbs.items())
                                  for r in memory.asking(*([memory.h(verb)] for verb in verbs))) else None


def gone_before(c: Case) -> bool:
    """It goes to a place to which a call went before any foreign text was read."""
    memory, places = c.memory, [words.entities(text) for text in c.act.values if "://" in text or "@" in text]
    return any(places) and all(any(memory.h(one) in said for one in found for said in memory.early) for found in places)


def foreign(memory: Memory) -> list[Record]:
    """The foreign records, without texts that tell an agent its work, and without those that lead."""
    return [r for r in memory.records if r.trust >= FOREIGN and not r.instructs and not delegated(r, memory)]


def meant(c: Case) -> bool:
    """The person only wanted to know something, yet named this, and no call read by it: it was named for an act."""
    return c.memory.told and any(_meant(text, c.memory) for text in (*c.act.values, " ".join(c.act.values)))


def of_mere_reading(c: Case) -> Weighed | None:
    """The person only wanted to know something, and what others wrote was read.  A remark at a thing counts where it
    carries what was read elsewhere: his ticket may be told that it was looked at."""
    from guards._call.consequences import REMARKS

    if not REMARKS.isdisjoint(words.tokens(c.act.what)) and not _carries(c):
        return None
    read = c.memory.told and (foreign(c.memory) or any(_written(text, c.memory) for text in c.act.values))
    return c.against(None) if read else None


def _carries(c: Case) -> bool:
    """Does a text of it say what stands in a record that no name in the call leads to?"""
    names = frozenset[str]().union(*(c.memory.marks(text) for text in c.act.values if " " not in text))
    for text in c.act.values:
        marks = c.memory.marks(text) - c.memory.words
        if " " in text and len(marks) > FEW and any(
                len(marks & (r.data | r.prose)) >= ENOUGH * len(marks) and names.isdisjoint(r.query)
                for r in c.memory.records):
            return True
    return False


def as_instructed(c: Case) -> Weighed | None:
    """A text by which the agent is told its work says to do it, by its name or a verb of its kind, and no word of the
    prompts, the name of that text among them, is one of such an act."""
    from guards._call.names import WORDS

    memory, said = c.memory, [*WORDS.get(c.act.kind, "").split(), *words.tokens(c.act.what)]
    if memory.unclear or memory.lately(said) or foreign(memory):
        return None
    verbs = {*map(words.stem, said)}
    told = [*memory.holding(memory.marks(c.act.what)), *(r.record for r in memory.asking(*map(memory.marks, said))
                                                         if not verbs.isdisjoint(r.verbs))]
    return c.against(None) if any(r.instructs and r.trust >= FOREIGN for r in told) else None


def named_thing(c: Case) -> bool:
    """The person named what it is done to."""
    return any(_named(text, c.memory) for text in c.act.values if text.lower() not in c.here)


def of_their_things(c: Case) -> Weighed | None:
    """A foreign text names what it is done to."""
    held = foreign(c.memory)
    return c.against(None) if any(_spoken_of(text, held, c.memory) for text in c.act.values) else None


def _meant(text: str, memory: Memory) -> bool:
    """Did the person name it, and no call read by it?  Then it was named for an act."""
    marks = memory.marks(text)
    return bool(marks) and marks <= memory.words and len(text) > 3 and not any(marks & r.query for r in memory.records)


def _named(text: str, memory: Memory) -> bool:
    """Do all words of it stand in the prompts, or a name of the thing that it is the id of?"""
    said = words.tokens(text)
    if said and all(memory.word(w) or memory.h(w) in memory.carried for w in said):
        return True
    if not memory.numbers.isdisjoint(map(memory.h, said)):
        return True             # a sum that he said in whatever language
    marks = memory.marks(text)
    return any(r.card and marks <= (r.data | r.titles) and (memory.carried & r.data or memory.carried & r.titles)
               for r in memory.holders(marks)) if marks else False


def _written(text: str, memory: Memory) -> bool:
    """Does a text that was read hold it, or the last part of a path, and no prompt?"""
    last = text.rstrip("/").rpartition("/")[2]
    return any(not memory.spoke(one) and memory.holding(memory.marks(one)) for one in (
        text, last if len(last) > 4 else text))


def _spoken_of(text: str, foreign: Sequence[Record], memory: Memory) -> bool:
    """Does the prose of others name it, or a sentence that orders something?"""
    marks = memory.marks(text)
    return bool(marks) and (any(marks <= r.words and r.record in foreign for r in memory.asking(marks)) or any(
        r in foreign and r.prose >= marks and not marks <= r.query for r in memory.holders(marks)))
