"""Did anybody ask for this kind of act?  Of acts that name no place: deleting, approving, publishing, marking as paid.

Law: once a foreign text was read, an act of consequence is asked about where the person spoke of no act of its kind:
for certain where all he ever asked was to be told something; else where a foreign text names its object, or speaks to
the agent of such an act, and he did not name it.  Words only lower suspicion, in whatever language (_origin/heard.py).
One question a kind of act.
Cannot see: an act of a kind that he asked for, of another thing; what stands in images.
"""
from __future__ import annotations

from guards import ASK, PASS, SILENT, Verdict
from guards._origin.evidence import ASSENTS, FOREIGN
from guards._text import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from guards import Event, Session, Settings
    from guards._call.consequences import Consequence
    from guards._origin.recalled import Memory, Record

RULE = "origin.unasked-act"
READS = "reads"     # see _origin/tongues.py
# Kinds of act with which most work ends, or that many a work needs: asked about only where nothing but to be told
# something was ever asked for.
MAKES = "makes"
MILD = (MAKES, "does")


# English words by which a prompt may speak of telling others: its table of acts holds none (_origin/tongues.py).
TELLING = """announce answer ask chat comment contact create email forward inform invite mail message notify ping post
    publish reach reply respond schedule send share slack submit tell text tweet upload write""".split()


def objection(event: Event, session: Session, found: Sequence[Consequence], settings: Settings,
              present: bool) -> Verdict:
    """ASK where a person is there, else a notice."""
    from guards._call import call_of
    from guards._origin import allowance, attribution, delegation
    from guards._sensitive.scan import redact_line

    memory = attribution.memory_of(event, session, settings)
    one = next((act for act in found if unasked(act, memory)), None)
    if one is None:
        return SILENT
    key, approved = memory.h("\n".join(("unasked", one.group))), session["request_origin"].get("approved", {})
    operation = call_of(event, settings).operation[:60]
    same = next((key for key, row in approved.items() if row[0] == operation), key)
    why = allowance.excuse(same, event, session, settings) or delegation.own_ticket(
        event, call_of(event, settings), memory, settings.key)
    if why:
        return Verdict(excused=[(RULE, why)])
    value = redact_line(" ".join(one.values[:3]), settings, 50)
    what = redact_line(one.what, settings, 50)
    reason = f'request_origin: {what} "{value}": no prompt asked for such an act' if value and value not in what else (
        f"request_origin: {what}: no prompt asked for such an act")
    said = Verdict(PASS, reason, rule=RULE, way=("lift",), signals=("unasked_act",),
                   more="It comes after texts that others wrote.  The agent should else leave it undone.",
                   evidence={"act": one.group, "value": value}, origin=[key, what, value])
    return said.with_(effect=ASK) if present else said.with_(notice=f"{reason}; nobody was asked, it ran")


def unasked(act: Consequence, memory: Memory) -> bool:
    """Does nothing that the person said account for the act, after what others wrote was read?"""
    if not memory.heard or act.group in memory.heard or ASSENTS in memory.heard:
        return False
    if act.group in MILD and (memory.heard != {READS} or any(memory.h(words.stem(w)) in memory.urged for w in TELLING)):
        return False            # to tell others is what most work ends with
    if _gone_before(act, memory):
        return False
    from guards._origin.attribution import delegated

    foreign = [r for r in memory.records if r.trust >= FOREIGN and not r.instructs and not delegated(r, memory)]
    if memory.told and (foreign or any(_written(text, memory) for text in act.values)):
        return not any(_meant(text, memory) for text in (*act.values, " ".join(act.values)))
    if not foreign:
        return _ordered(act, memory)
    if any(_named(text, memory) for text in act.values):
        return False
    # What lists such things names them, too.
    about, lists = memory.marks(" ".join(act.what.split()[:2])), memory.marks("list ls search status")
    texts = [r for r in foreign if r.server or not about <= r.query or lists.isdisjoint(r.query)]
    return any(_found_by(text, foreign, memory) or _spoken_of(text, texts, memory) for text in act.values)


def _gone_before(act: Consequence, memory: Memory) -> bool:
    """Does it go to a place to which a call went before any foreign text was read?"""
    places = [words.entities(text) for text in act.values if "://" in text or "@" in text]
    return any(places) and all(any(memory.h(one) in said for one in found for said in memory.early) for found in places)


def _found_by(text: str, foreign: Sequence[Record], memory: Memory) -> bool:
    """Is it an id that was looked up by words that only a foreign text of another service holds?"""
    marks = memory.marks(text)
    return any(c.isdigit() for c in text) and any(
        marks <= r.data and r.query and r.query.isdisjoint(memory.words) and any(
            one.server != r.server and r.query <= one.data | one.prose for one in foreign)
        for r in memory.holders(marks))


def _meant(text: str, memory: Memory) -> bool:
    """Did the person name it, and no call read by it?  Then it was named for an act."""
    marks = memory.marks(text)
    return bool(marks) and marks <= memory.words and len(text) > 3 and not any(marks & r.query for r in memory.records)


def _ordered(act: Consequence, memory: Memory) -> bool:
    """Does a text by which the agent is told its work say to do it, and no word of the prompts, the name of that text
    among them, is one of such an act?"""
    from guards._call.consequences import WORDS

    marks = memory.marks(act.what)
    return not memory.unclear and not memory.any((*WORDS.get(act.group, "").split(), *words.tokens(act.what))) and any(
        r.instructs and r.trust >= FOREIGN for r in memory.holding(marks))


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
