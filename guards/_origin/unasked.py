"""Did anybody ask for this kind of act?  Of acts that name no place: deleting, approving, publishing, marking as paid.

Law: once a foreign text was read, an act of consequence is asked about where the person spoke of no act of its kind:
for certain where all he ever asked was to be told something; else where a foreign text names its object, or speaks to
the agent of such an act, and he did not name it.  Words only lower suspicion, in whatever language (_origin/heard.py).
One question a kind of act.
Cannot see: an act of a kind that he asked for, of another thing; what stands in images.
"""
from __future__ import annotations

from guards import ASK, PASS, SILENT, Verdict
from guards._origin.evidence import ASSENTS, FOREIGN, hasher
from guards._text import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from guards import Event, Session, Settings
    from guards._call.consequences import Consequence
    from guards._origin.recalled import Memory, Record

RULE = "origin.unasked-act"
READS = "reads"     # see _origin/tongues.py
# Kinds of act with which most work ends, or that many a work needs: asked about only where nothing but to be told
# something was ever asked for.
MAKES = "makes"
MILD = (MAKES, "does")
SHARE, SENDS = "share", ("send", "forward", "share", "give")
LISTS = ("list", "ls", "search", "status")      # words of a command that lists things


# English words by which a prompt may speak of telling others: its table of acts holds none (_origin/tongues.py).
TELLING = """announce answer ask chat comment contact create email forward inform invite mail message notify ping post
    publish reach reply respond schedule send share slack submit tell text tweet upload write""".split()


def objection(event: Event, session: Session, found: Sequence[Consequence], settings: Settings,
              present: bool) -> Verdict:
    """ASK where a person is there, else a notice."""
    from guards._call import call_of
    from guards._origin import allowance, attribution, delegation
    from guards._origin.evidence import own_row
    from guards._origin.recalled import Memory, joined
    from guards._sensitive.scan import redact_line

    memory = Memory([own_row(attribution.remotes(event, session), settings.key), *joined(event.facts)])
    h = hasher(settings.key)
    one = next((act for act in found if unasked(act, memory, h)), None)
    if one is None:
        return SILENT
    key, approved = h("\n".join(("unasked", one.group))), session["request_origin"].get("approved", {})
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


def unasked(act: Consequence, memory: Memory, h: Callable[[str], str]) -> bool:
    """Does nothing that the person said account for the act, after what others wrote was read?"""
    if not memory.heard or act.group in memory.heard or ASSENTS in memory.heard:
        return False
    if act.group in MILD and (memory.heard != {READS} or any(h(words.stem(w)) in memory.urged for w in TELLING)):
        return False            # to tell others is what most work ends with
    shares = act.what.split()[:1] == [SHARE]
    if shares and (MAKES in memory.heard or any(h(words.stem(w)) in memory.urged for w in SENDS)):
        return False            # to share a thing with somebody is a way to send it
    if _gone_before(act, memory, h):
        return False
    from guards._origin.attribution import delegated

    foreign = [r for r in memory.records if r.trust >= FOREIGN and not r.instructs and not delegated(r, memory)]
    if memory.told and (foreign or any(_written(part, memory, h) for text in act.values for part in _parts(text))):
        return not any(_meant(text, memory, h) for text in (*act.values, " ".join(act.values)))
    if not foreign:
        return _ordered(act, memory, h) or _nowhere_spoken_of(act, memory, h)
    if any(_named(part, memory, h) for text in act.values for part in (text, *_behind_colon(text))):
        return False
    if _elsewhere(act, memory, h) or any(_found_by(text, foreign, memory, h) for text in act.values):
        return True
    about, lists = frozenset(h(words.stem(w)) for w in act.what.split()[:2]), frozenset(map(h, LISTS))
    # What lists such things names them, too.
    texts = [r for r in foreign if r.server or not about <= r.query or lists.isdisjoint(r.query)]
    return any(_spoken_of(text, texts, memory, h) for text in act.values)


def _gone_before(act: Consequence, memory: Memory, h: Callable[[str], str]) -> bool:
    """Does it go to a place to which a call went before any foreign text was read?"""
    places = [words.entities(text) for text in act.values if "://" in text or "@" in text]
    return any(places) and all(any(h(one) in said for one in found for said in memory.early) for found in places)


def _parts(text: str) -> tuple[str, ...]:
    """A text, and the last part of a path."""
    last = text.rstrip("/").rpartition("/")[2]
    return (text, last) if last != text and len(last) > 4 else (text,)


def _behind_colon(text: str) -> tuple[str, ...]:
    """What a kind of thing is said before: `bkp-03` of host:bkp-03."""
    kind, _, name = text.partition(":")
    return (name,) if kind.isalpha() and len(name) > 3 and " " not in text else ()


def _elsewhere(act: Consequence, memory: Memory, h: Callable[[str], str]) -> bool:
    """Is the act the first that was done at its service, which no prompt names?"""
    if not act.server or act.group in MILD or any(r.server == act.server for r in memory.records):
        return False
    from guards._call.tags import words_of
    return not any(h(w) in memory.said or h(words.stem(w)) in memory.words for w in words_of(act.server))


def _nowhere_spoken_of(act: Consequence, memory: Memory, h: Callable[[str], str]) -> bool:
    """Is it the first act at a service that no prompt names, of which no word of the act or of its values stands in
    them, though something was read?"""
    if not _elsewhere(act, memory, h) or memory.unclear or not memory.records:
        return False
    said = [w for text in (act.what, *act.values) for w in words.tokens(text) if w not in words.STOP]
    return not any(h(w) in memory.said or h(words.stem(w)) in memory.words for w in said)


def _found_by(text: str, foreign: Sequence[Record], memory: Memory, h: Callable[[str], str]) -> bool:
    """Is it an id that was looked up by words that only a foreign text of another service holds?"""
    marks = frozenset(h(words.stem(w)) for w in words.tokens(text) if w not in words.STOP)
    if not marks or not any(c.isdigit() for c in text):
        return False
    for r in memory.holders(marks):
        sought = r.query - memory.words
        if marks <= r.data and sought and sought == r.query and any(
                one.server != r.server and sought <= one.data | one.prose for one in foreign):
            return True
    return False


def _meant(text: str, memory: Memory, h: Callable[[str], str]) -> bool:
    """Did the person name it, and no call read by it?  Then it was named for an act."""
    said = [w for w in words.tokens(text) if w not in words.STOP]
    marks = frozenset(h(words.stem(w)) for w in said)
    return sum(map(len, said)) > 3 and marks <= memory.words and not any(marks & r.query for r in memory.records)


def _ordered(act: Consequence, memory: Memory, h: Callable[[str], str]) -> bool:
    """Does a text by which the agent is told its work say to do it, and no word of the prompts, the name of that text
    among them, is one of such an act?"""
    from guards._call.consequences import WORDS
    from guards._origin.tongues import GROUPS, ROWS

    spoken = ROWS["en"].split("|")[GROUPS.index(act.group)] if act.group in GROUPS else ""
    row = f'{WORDS.get(act.group, "")} {spoken}'
    if memory.unclear or any(h(w) in memory.words or h(words.stem(w)) in memory.words for w in row.split()):
        return False
    marks = frozenset(h(words.stem(w)) for w in words.tokens(act.what) if w not in words.STOP)
    return any(r.instructs and r.trust >= FOREIGN and marks <= r.data | r.prose for r in memory.holders(marks))


def _named(text: str, memory: Memory, h: Callable[[str], str]) -> bool:
    """Do all words of it stand in the prompts, or a name of the thing that it is the id of?"""
    said = words.tokens(text)
    if said and all(h(w) in memory.said or h(words.stem(w)) in memory.words or h(w) in memory.carried for w in said):
        return True
    if not memory.numbers.isdisjoint(map(h, said)):
        return True             # a sum that he said in whatever language
    marks = frozenset(h(words.stem(w)) for w in said)
    return any(r.card and marks <= (r.data | r.titles) and (memory.carried & r.data or memory.carried & r.titles)
               for r in memory.holders(marks)) if marks else False


def _written(text: str, memory: Memory, h: Callable[[str], str]) -> bool:
    """Does a text that was read hold it, and no prompt?"""
    marks = frozenset(h(words.stem(w)) for w in words.tokens(text) if w not in words.STOP)
    if not marks or all(h(w) in memory.said for w in words.tokens(text)):
        return False
    return any(marks <= r.data | r.prose for r in memory.holders(marks)) or any(
        marks <= r.words for r in memory.asking(marks))


def _spoken_of(text: str, texts: Sequence[Record], memory: Memory, h: Callable[[str], str]) -> bool:
    """Does the prose of others name it, or a sentence that orders something or is of no known language?"""
    marks = frozenset(h(words.stem(w)) for w in words.tokens(text) if w not in words.STOP)
    return bool(marks) and (any(marks <= r.words and r.record in texts for r in memory.asking(marks)) or any(
        r in texts and r.prose >= marks and not marks <= r.query for r in memory.holders(marks)))
