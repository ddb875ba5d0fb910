"""Where a language tells nothing: did the person hand a choice to the text that holds its value?

Law: where a prompt is not in English, a place that only foreign text holds is the person's choice if something in the
prompt that carries over leads to it: the name of whom it belongs to, in whatever form the grammar gave it; a card that
was looked up by such a name, or a field of a list that was, where he spoke of sending; a file that he named; the sender
whom a reply goes to; a sum that he said.  Without such a sign it is a question.  What a table knows of the prompt's
verbs only lowers suspicion.
Limitations: a text that the person meant and that nothing in his words names.
"""
from __future__ import annotations

from guards._evidence.evidence import FOREIGN
from guards._intent.carried import BORROWED
from guards._text import words
from guards._text.address import host_of, registered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._evidence.recalled import Memory, Record
    from guards._origin.call_values import CallValues, Value

# How a subject says that it answers, in many clients' languages.
ANSWERS = ("re:", "re :", "aw:", "antw:", "sv:", "vs:", "vá:", "odp:", "ynt:", "rv:", "ref:", "res:", "σχετ:", "ha:",
           "回复", "回覆", "答复", "返信", "re：", "답장", "رد:", "תגובה:", "отв:", "hồi âm")
THREAD = frozenset("""in_reply_to reply_to_id reply_to_message_id parent_id thread_id thread_ts threadid inreplyto
    message_id conversation_id""".split())

HALF = 4            # letters of each of two words that are written as one
REPLIES = frozenset("answer reply respond".split())     # stems of what a prompt asks for


def handed(v: Value, made: CallValues | None, memory: Memory) -> bool:
    """Does something in the prompts that carries over lead to this value?  `made`: the gated call, None for an act."""
    text = v.text.strip().lower()
    if any(_carried(part, memory) for part in _parts(text)):
        return True
    money = v.account
    if money and made is not None and not memory.numbers.isdisjoint(made.words):
        return True
    answers = not money and made is not None and _answers(made)
    for r in memory.holders(v.marks):
        here = r.trust < FOREIGN or r.instructs     # a file of this machine, whoever wrote it
        if not (v.inside(r.data) or v.inside(r.titles) or (here and v.inside(r.prose))):
            continue
        if here and len(r.query & memory.words) > 1:
            return True         # a file that the prompt names
        if not money and ((answers and v.inside(r.titles)) or _card(r, memory) or _listed(v, r, memory)):
            return True
    return False


def _listed(v: Value, r: Record, memory: Memory) -> bool:
    """Is it a field of its own in what was looked up by a name in the prompts, which say to write to others: "invite
    all of the table Signups"?  What a text in it says is not."""
    return not memory.told and not memory.heard.isdisjoint(("makes", "")) and bool(memory.carried & r.query) and (
        v.inside(r.data) and not (v.inside(r.titles) or v.inside(r.prose)))


def _carried(part: str, memory: Memory) -> bool:
    """Does it carry over, as it is or as two words that do: Ferrero Impianti is ferreroimpianti.it?"""
    h, carried = memory.h, memory.carried
    return h(part) in carried or any(
        h(part[:at]) in carried and h(part[at:]) in carried for at in range(HALF, len(part) - HALF + 1))


def _parts(text: str) -> list[str]:
    """The names in an address: of a mailbox, of the organisation whose host it is."""
    local, at, host = text.rpartition("@")
    place = host if at else host_of(text) or text
    label = registered(place).split(".")[0] if "." in place else ""
    return [part for part in [*words.tokens(local), *words.tokens(label)] if len(part) > 1 and part not in BORROWED]


def _answers(made: CallValues) -> bool:
    """Does the call say that it answers something?"""
    return "reply" in made.acts or "respond" in made.acts or any(
        v.name.lower() in THREAD or v.text.lower().startswith(ANSWERS) for v in made.values)


def answered(v: Value, made: CallValues, memory: Memory) -> bool:
    """Did the person want an answer given, and is this the sender whom the call answers?"""
    return not REPLIES.isdisjoint(memory.verbs) and _answers(made) and any(
        v.inside(r.titles) for r in memory.holders(v.marks))


def _card(r: Record, memory: Memory) -> bool:
    """Is it a card, no text, that a name in the prompts found?"""
    return r.card and bool(memory.carried & (r.query | r.titles) or memory.carried & r.data)
