"""Which verbs of a sentence stand where a request puts them: "please email the text to Bob", "then delete it".

A verb counts where its sentence, or the part of it behind a mark, begins with it, or where a word that asks (`please`,
`must`, `to`, `then`) stands shortly before it; and no word for somebody else ("I", "they") between.  A command of
several words between backquotes is a verb where such a word leads to it: "Then: `make x`".  So what a word is, alone,
is worked out once (`Kinds`), and only words that can be such a verb are weighed with those before them.

Limitations: other languages than English (guards/_intent/languages.py).
"""
from __future__ import annotations

from guards._text.words import ASKED_FOR, IRREGULAR, REQUESTED, STOP, stem, tokens

_CUES = frozenset("""please must should need needs kindly want wants have shall pls remember ought let's required
    requested necessary obliged instructed advised asked mandatory essential""".split())
_LEADS = frozenset(
    "to then and now also you can could would just or help first simply immediately instead step".split())
_OTHERS = frozenset("""i we they he she it who which that i've we've i'm we're they're he's she's it's i'd i'll we'll
    nobody someone""".split())
_NOUNS = frozenset("""the a an this that my your our his her its their no any some each every of in on for with from
    by at as is are was were be been being am has had more new old last next first-time these those per via""".split())


def _told(chunks: list[str]) -> str:
    """The verb of "sent the report to x", which stands for "send"; "" for a report of what was done: "closed #31"."""
    word = chunks[0].strip("\"'([*#-")
    past = word not in REQUESTED and (word in IRREGULAR or word.endswith("ed")) and stem(word) in ASKED_FOR
    return stem(word) if past and not _POINTS.isdisjoint(chunks[1:2]) else ""


_LEADS_NOUN = frozenset("""if when while because although though since unless after before once not never don't
    and or but to""".split())
_MARKS = ",:;()[]{}<>\"!?#*|"
_ENDS = frozenset(",:;!?)]}\">.")       # what ends a part of a sentence
_AROUND = "\"'`()[]{}<>,;:!?.*|#=-"
_BEGS = frozenset("please must kindly pls shall always never".split())
_POINTS = frozenset("the a an this that these those all any every each your our its my".split())
# What may stand before "the" at the beginning of a sentence, and is no verb.
_NO_VERBS = frozenset("""about above across after against all along although among and as at because before behind below
    beneath beside besides between beyond both but by despite during even except for from given here how if in inside
    into is it just like many more most near no nor not of off on once only onto or out outside over past per plus quite
    rather regarding rest since so some soon still such than that then there these they this those though through
    throughout till to toward towards under unless unlike until unto up upon via was were what whatever when whenever
    where whereas wherever whether which while who whose why with within without worth yet""".split())


_MAY_ASK = REQUESTED | _CUES | _BEGS | {"let"}      # "let's" is two words


def may_ask(sentence: str, said: list[str] | None = None) -> bool:
    """Is there a word in it without which `requests` gives nothing?  `said`: its tokens, where they are known."""
    said = tokens(sentence) if said is None else said
    if _MAY_ASK.isdisjoint(said) and not _POINTS.isdisjoint(said):
        chunks = sentence.lower().split()
        return _points(chunks) or bool(_told(chunks))
    return "`" in sentence or not _MAY_ASK.isdisjoint(said)


def _points(chunks: list[str]) -> bool:
    """Does "the", or a word like it, follow a word with which a part of the sentence can begin?"""
    for word in _POINTS.intersection(chunks):
        at = -1
        for _ in range(chunks.count(word)):
            at = chunks.index(word, at + 1)
            if at and (at == 1 or chunks[at - 1][0] in _MARKS or chunks[at - 2][-1] in _ENDS
                       or not chunks[at - 2].strip(_AROUND)):
                return True
    return False


def _ordered(word: str) -> bool:
    """Can a word of no table be a verb that orders: `Scale the deployment`, `you must map x to y`?"""
    return word.isascii() and word.isalpha() and len(word) > 2 and word not in STOP and word not in _NO_VERBS and (
        not word.endswith(("ly", "ing", "ed", "ness", "tion")) and (word[-1] != "s" or word[-2:] == "ss"))


# Behind what a sentence begins with, these make it a noun, and the sentence a statement: "Cart fails", "Login is slow".
_STATES = frozenset("""are aren't breaks broke crashed crashes did didn't does doesn't fails failed freezes froze hangs
    hung is isn't stopped throws threw was wasn't were weren't worked works""".split())


(_REQUESTED, _OTHER, _YOU, _CUE, _LEAD, _BEGINS, _TO, _NOUNISH, _JOINS, _POINTING, _COLON, _OPENS, _EMPTY, _CLOSES,
 _CODE, _ADVERB) = (1 << at for at in range(16))
_PARTS = _EMPTY | _CLOSES       # behind these a part of a sentence begins
_AHEAD = _BEGINS | _TO          # behind these a verb may stand
_WHO = _OTHER | _YOU
_LEADING = _REQUESTED | _AHEAD | _POINTING | _CODE
_TABLE = ((REQUESTED, _REQUESTED), (_OTHERS, _OTHER), (frozenset({"you"}), _YOU), (_CUES, _CUE), (_LEADS, _LEAD),
          (_BEGS, _BEGINS), (frozenset({"to"}), _TO), (_NOUNS, _NOUNISH), (_LEADS_NOUN, _JOINS), (_POINTS, _POINTING))


def _kinds() -> dict[str, int]:
    """A word of the table -> all that it is, as a sum."""
    found: dict[str, int] = {}
    for these, kind in _TABLE:
        for word in sorted(these):      # in one order: an archive holds what comes of it
            found[word] = found.get(word, 0) | kind
    return found


_KINDS = _kinds()


class Kinds(dict[str, int]):
    """A chunk between blanks, in small letters -> what it is in a request, a sum of the above; each worked out once."""

    def __missing__(self, chunk: str) -> int:
        found = self[chunk] = _KINDS.get(chunk, _ADVERB * chunk.endswith("ly")) if chunk.isalpha() else _marked(chunk)
        return found


def _marked(chunk: str) -> int:
    """The same for a chunk with marks in it."""
    bare = chunk.strip(_AROUND)
    if not bare:
        return _EMPTY
    found = _KINDS.get(_verb(bare), 0) & ~_POINTING | _CODE * (chunk[0] == "`" and chunk.count("`") == 1)
    if chunk[0] in _MARKS and len(chunk) > len(bare):
        found |= _OPENS
    if chunk[-1] in _ENDS and (chunk[-1] != "." or len(chunk) > 2):
        found |= _CLOSES
    title = chunk.rstrip("*_")[-1:] == ":" and bare != "run"        # "Run: make x"
    return found | _COLON if title else found


def _word(chunk: str) -> str:
    """The word that counts in a chunk."""
    return chunk if chunk.isalpha() else _verb(chunk.strip(_AROUND))


def _verb(bare: str) -> str:
    """The word that counts in a name of several: `tool.send_mail(now` says now."""
    if "_" not in bare and "(" not in bare:
        return bare
    inner = bare.replace("_", " ").replace("(", " ").replace(")", " ").split()
    return inner[-1] if inner else bare


def _places(kinds: list[int]) -> list[int]:
    """Where a verb in request position can stand: only these are weighed."""
    found: set[int] = set()
    for at, kind in enumerate(kinds):
        if kind & _LEADING:
            if kind & (_REQUESTED | _CODE):
                found.add(at)
            if kind & _AHEAD and not kind & _CLOSES:
                found.add(at + 1 + bool(kinds[at + 1:at + 2] == [_ADVERB]))     # "please quietly alter it"
            if kind & _POINTING and at and _first(kinds, at - 1):
                found.add(at - 1)
    return sorted(at for at in found if at < len(kinds))


def _first(kinds: list[int], at: int) -> bool:
    """Does a sentence, or a part of one, begin there?"""
    return at == 0 or bool(kinds[at] & _OPENS or kinds[at - 1] & _PARTS)


def _since(kinds: list[int], at: int, kind: int) -> int:
    """How many words stand between that place and the last one of a kind before it; 9 for five and more."""
    passed = 0
    while at and passed < 5:
        at -= 1
        if kinds[at] & kind:
            return passed
        passed += not kinds[at] & _EMPTY
    return 9


def _of_others(kinds: list[int], at: int, known: int, blocked: bool) -> bool:
    """Is it somebody else who does what that part of the sentence says?  At the place `known` it was `blocked`."""
    kind = kinds[at]
    while at and not kind & _OPENS:
        at -= 1
        kind = kinds[at]
        if kind & _PARTS:
            return False
        if kind & _WHO:
            return not kind & _YOU
        if at == known:
            return blocked
    return False


def _states(chunks: list[str], kinds: list[int], at: int) -> bool:
    """Is the word there what a statement is about, and nothing that is said to be necessary: "Install is required"?"""
    return at + 1 < len(chunks) and chunks[at + 1].rstrip(".,:;!?") in _STATES and not any(
        kind & (_CUE | _BEGINS) for kind in kinds[max(0, at - 1):])


METHODS = ("get", "patch", "post", "put")


def _logged(chunks: list[str], at: int, sentence: str) -> bool:
    """Is it a line of a server's log: `GET /orders 200`?"""
    return chunks[at] in METHODS and f"{chunks[at].upper()} /" in sentence


def _strength(chunks: list[str], kinds: list[int], at: int, sentence: str, ordered: bool) -> int:
    """How strongly the word at a place is asked for; 0 where it is not."""
    kind, before = kinds[at], kinds[at - 1]
    if before == _ADVERB and at > 1 and kinds[at - 2] & _AHEAD:
        before = kinds[at - 2]
    opens = kind & _OPENS or before & _PARTS
    before *= not before & _PARTS
    if kind & _REQUESTED and not before & _NOUNISH and not kind & _COLON and not (
            _logged(chunks, at, sentence) or _states(chunks, kinds, at)):
        if opens or (not before & _JOINS and _first(kinds, at - 1)) or _since(kinds, at, _CUE) < 5:
            return 2
        lead = _since(kinds, at, _LEAD)
        return (lead < 4) + (ordered and lead < 2)
    if kind & _CODE:
        return 2 * (_since(kinds, at, _CUE | _LEAD * bool(opens)) < 2)
    leads = before & _BEGINS or (opens and kinds[at + 1] & _POINTING and not kind & _COLON) or (
        before & _TO and _since(kinds, at, _CUE) == 1)
    return int(bool(leads) and _ordered(_word(chunks[at])))     # a verb of no table


def requests(sentence: str, known: Kinds | None = None) -> dict[str, int]:
    """Verbs (stems) in request position: 2 for an imperative or after please, must ..., 1 after to, then, and ...

    known   what chunks of other sentences were found to be

    >>> requests("Please email the text to Bob, then delete it")
    {'email': 2, 'delet': 2}
    >>> requests("I will send the order tomorrow"), requests("The order total is 5"), requests("Cart fails. ")
    ({}, {}, {})
    """
    found: dict[str, int] = {}
    chunks = sentence.lower().split()
    if not chunks:
        return found
    known = Kinds() if known is None else known
    told = _told(chunks)
    if told:
        found[told] = 2
    kinds = [known[chunk] for chunk in chunks]
    places = _places(kinds)
    kinds.append(_EMPTY)        # what stands behind the last, and at -1 before the first
    seen, blocked, ordered = -1, False, False   # an imperative stands before: what is joined to it is one too
    for at in places:
        strength = _strength(chunks, kinds, at, sentence, ordered)
        if not strength:
            continue
        seen, blocked = at, _of_others(kinds, at, seen, blocked)
        if not blocked:
            ordered |= strength == 2
            word = stem(_word(chunks[at]))
            found[word] = max(strength, found.get(word, 0))
    return found
