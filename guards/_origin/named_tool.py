"""Which foreign text orders a tool by its name: "do it by using the DataWiping tool", whatever part of speech that is.

Law: a tool of which the person spoke, or of whose kind and thing, is his.
Limitations: a text that neither names the tool nor uses its verb.
"""
from __future__ import annotations

from guards._call.names import ACTING, GROUP, LOOKS_UP, VERBS, verb_of
from guards._evidence.evidence import FOREIGN
from guards._origin.act_attribution import ENOUGH, asking, counts, new_in, spoken_to
from guards._text import acts, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._evidence.recalled import Memory, Request
    from guards._origin.act_attribution import Words

USES = tuple(dict.fromkeys(map(words.stem, "use using call calling invoke invoking run running execute".split())))


def by_name(what: str, given: Words, memory: Memory) -> Request | None:
    """What tells the agent to use the very tool; not where the person spoke of it, or asked for what it does to such a
    thing.  What a server says to do next with his thing, or to look at, is no order as long as it is not spoken to the
    agent."""
    said = words.tokens(what)
    said = said[bool(said) and said[0] == verb_of(said[-1]):]       # as it is called
    if not said:
        return None
    does = [w for w in said if w in ACTING or w in VERBS]
    about = [w for w in said if w not in does] if does else said[-1:]       # a noun's last word says what it is
    his = any(map(memory.word, about))
    asked = his and any(not memory.asked.isdisjoint(acts.act(w)[0]) for w in does)
    if asked or memory.spoke(" ".join(said)) or memory.word("".join(said)):
        return None
    r = _naming(said, given, memory)
    return r if r and (spoken_to(r) or not (his or said[0] in LOOKS_UP)) else None


def _naming(said: list[str], given: Words, memory: Memory) -> Request | None:
    """The foreign request that names a tool to be used, and gives it its values; one that needs none is ordered where
    the agent is spoken to, or the name says that it acts."""
    parts, whole = memory.marks(" ".join(said)), memory.h(words.stem("".join(said)))
    uses, tool = frozenset(map(memory.h, USES)), memory.h("tool")
    if given.all and not given.new:
        return None         # what it is given is all the person's
    alone = bool(given.all) or any(w in GROUP or verb_of(w) for w in said)
    for r in memory.asking([whole], parts):
        called = tool in r.said         # a word, or words in parts, anybody may say
        named = (whole in r.said and (len(said) > 1 or called)) or (bool(parts) and parts <= r.said and (
            called or not uses.isdisjoint(map(memory.h, r.verbs))))
        if r.trust >= FOREIGN and named and uses & r.said and (alone or spoken_to(r)) and len(
                new_in(r, given, False)) >= ENOUGH * len(given.new) and counts(r, memory, None, True):
            return r
    return None


def by_thing(what: str, given: Words, memory: Memory) -> Request | None:
    """What is asked of the agent itself, by any verb, of a thing that the tool's name says, with what it is given."""
    r = asking(given, memory, work=True)
    return r if r and r.trust >= FOREIGN and spoken_to(r) and memory.marks(what) & r.said else None


LETTERS = "abcdefghijklmnopqrtuvwxyz"       # another at the end may be a plural


def one_off(name: str, memory: Memory) -> str:
    """The package's name as the person typed it, where this one lacks a letter within it; "" for none."""
    h, said = memory.h, memory.said
    for word in words.tokens(name.rpartition("/")[2].lower()):
        for at in range(1, len(word) + 1 if len(word) > 4 else 0):
            for one in (word[:at] + letter + word[at:] for letter in LETTERS):
                meant = name.lower().replace(word, one)
                # What the person typed is kept as its stem, too: "claude" is "claud".
                if h(one) in said and meant[-1] == name[-1] and (h(word) not in said or words.stem(one) == word):
                    return meant
    return ""
