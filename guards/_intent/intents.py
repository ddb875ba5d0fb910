"""What each clause of a text asks for: the kind of act, its object and place, all of it or a part, what it forbids.

    intents(text)   the clauses in order; each an `Intent`, in clear words
    kept(text, h)   the same as rows of keyed hashes, as a prompt leaves them behind

Law: a word counts in the clause where it stands, and a verb only where an order puts it: "remove the import and commit"
asks to remove an import and to commit, and nothing else.  "The reset button" orders nothing.
English is read by the place of its words; other languages by guards/_intent/elsewhere.py.
Limitations: what a pronoun means across prompts (guards/_origin/consent.py looks there); irony.
"""
from __future__ import annotations

from guards._intent.bounds import CALLS, EDGE, STAYS, Word, file_like, is_text, not_now, sentences, taken_back, words_of
from guards._intent.clause import (
    ALL,
    ANEW,
    AWAY,
    BACK,
    COMMITS,
    ENGLISH,
    FORCE,
    KEEP,
    KINDS_OF,
    NEED,
    SAID,
    SOFT,
    WORDS,
    Intent,
)
from guards._intent.typed import commands
from guards._text.words import REQUESTED, entities, opaque, stem, tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Rows = list[list[str]]

# Kinds of kept rows: /clear; a consent that was used; what the agent said last.
ENDS, USED, TOLD = "end", "x", "s"
ALSO, YES = 1, 3   # how a prompt carries on the one before: beside it, with a bare yes
CLAUSES = 40        # of a text that are told apart
# "Roll it back", "take the preview down", "get rid of": what a small word makes of a plain verb.
WITH = {f"{verb} {particle}": kind for particle, kind, verbs in (
    ("back", BACK, "put roll set bring wind"), ("rid", AWAY, "get"),
    ("down", AWAY, "take shut bring spin tear break"), ("down", ANEW, "copy pull get sync load fetch"),
    ("away", AWAY, "take put do throw"), ("out", AWAY, "throw take rip clear")) for verb in verbs.split()}
FORCES, PARTICLES = (frozenset(row.split()) for row in (
    "force forced --force -f force-push --force-with-lease", "back down rid away out up off over"))
VERBS = ENGLISH | REQUESTED | frozenset("""take shut bring spin rip roll wind touch modify commit edit
    unstage""".split())
NEGATES = frozenset("not never don't dont doesn't didn't cannot can't won't nor".split())
FORBIDS = frozenset("not never don't dont nor".split())
IS = frozenset("is are was were am be been it's that's i'm they're does did has have had".split())
# Before a verb that orders: a word that joins, one that asks, one that only colours.
JOINS = frozenset("and or & plus but so then".split())     # behind these a verb may stand
MODALS = frozenset("can could would will should must may might shall".split())
SUBJECTS = frozenset(("you", "we", "i", "u"))
TO_LEADS = frozenset("""want need have like try ok okay you ready fine safe free remember sure going able good me wish
    love prefer supposed just""".split())
PREPOSITIONS = frozenset("""from in into of on onto for before after when while because since with within to at by that
    which who if as than until unless under below inside across during where so via against about is are was were be
    has have had isn't aren't again once but""".split())
WITHIN = frozenset("in of from on for under below inside within into across".split())
NO_SUBJECT = frozenset("i we it it's they he she this that's there you the".split())    # behind a comma: another clause
OF = frozenset("all rest both none any some most copy each every half rid out one two three few".split())
APART = frozenset("without except besides excluding not but".split())
APART_FROM = {"other": "than", "apart": "from", "aside": "from"}       # of two words
DONE = frozenset("""dropped cleared discarded trashed purged destroyed erased wiped pruned emptied flushed retired
    deleted removed nuked killed thrown terminated uninstalled reset reverted unpublished""".split())
POINTS = frozenset("it that this them those these both everything all any one ones".split())
COLOURS = frozenset("be do does to really even longer any more anymore no and".split())     # around "be dropped"
GO_BEHIND = frozenset("entirely completely too away as already".split())       # "the bucket can go entirely"
CHANGES = frozenset("""change changes edit edits modification modifications work diff mess tree worktree directory copy
    checkout repo repository state files file stuff index""".split())
# Of these all only with one of those; a state of git; when; which of it.
PARTS, WHOLLY, TARGETS, WHEN, SUCH = (frozenset(row.split()) for row in (
    "checkout copy directory file files index state stuff", "all every local working",
    "branch commit commits head origin upstream main master remote version", "after when if while as",
    "is are was were that which who about"))
SAYS_LITTLE = frozenset("""the my your our his their these those this that local uncommitted unstaged staged
    unsaved unpushed working pending current recent latest last new extra dirty git other remaining of it and or
    up both untracked ignored hard two three few for me us please now too also as well again instead
    anyway completely here""".split())
NOT_COMMITTED = frozenset("uncommitted unstaged untracked unsaved committed".split())
# What is in a place, where the object is one of these: "the files in tmp".
HOLDS = frozenset("""files file folder folders dir dirs directory directories content contents stuff junk things logs
    dumps backups screenshots images pictures photos archives zips videos recordings exports artifacts copies what
    whatever""".split())
# Begin a question, be there a mark or not.
ASKS = frozenset("who who's why how which is are was were does did whose where".split())
WONDERS = frozenset("what what's why how which who whose where when does did is are was were do has have".split())


def kept(text: str, h: Callable[[str], str], english: bool, told: bool = False) -> Rows:
    """The clauses as rows: [kinds, words, place, names, flags], words as keyed hashes."""
    return [[" ".join(one.kinds), "".join(map(h, one.words)), "".join(map(h, one.place)),
             "".join(map(h, one.names)), one.flags] for one in intents(text, english, told)]


def intents(text: str, english: bool = True, told: bool = False) -> list[Intent]:
    """What a text asks for, clause by clause; a question asks for nothing.

    told    it is no order but tells what is to be done, the agent's own message: a verb counts wherever it stands

    >>> [(one.kinds[0], one.words, one.flags) for one in intents("Remove the unused import from cart.py and commit it")]
    [('away', ['remove', 'the', 'unused', 'import'], 'fe'), ('commit', ['commit', 'it'], 'pae')]
    >>> [one.flags for one in intents("discard all my changes, but keep the reset button")]
    ['wuae', 'e']
    """
    found: list[Intent] = []
    from guards._intent.languages import spoken
    from guards._intent.pasted import without_said

    text = text[:8000]
    low = text.lower()
    if low.startswith("del ") and not spoken(text):     # short for "delete", and Spanish for "of the"
        text = f"delete {text[4:]}"
    start, end = taken_back(low)
    if end:
        found = [one for one in intents(text[:start], english, told) if KEEP in one.kinds or "n" in one.flags]
        return [*found, *intents(text[end:], english, told)][:CLAUSES]
    read = list(sentences(without_said(text, VERBS), not english))
    if english:
        ahead = [f"{line} " if line[-1:] == ":" else "" for line in ("", *(line for line, _ in read))]
        found = [one for before, (sentence, asks) in zip(ahead, read) for one in (
            *_command(before + sentence, asks), *_english(sentence, asks, told))]
    if not english or (not found and _elsewhere_too(text[:4000])):
        from guards._intent.elsewhere import clauses
        found += [one for sentence, asks in read for one in clauses(sentence, asks, english)]
    return found[:CLAUSES]


def _elsewhere_too(text: str) -> bool:
    from guards._intent.languages import english
    return not english(text)


LEADS = SOFT | JOINS | MODALS | SUBJECTS | TO_LEADS | CALLS | {"a", "the", "to"}    # before a command that is ordered
ENDED = JOINS | SOFT | POINTS                                           # behind one


def _command(sentence: str, asks: bool) -> list[Intent]:
    """The sentence as one clause, where a command may stand in it: "git reset --hard please".  Its names are the
    commands whole, where they are ordered; told of ("it ran git reset --hard") they are nobody's wish."""
    low = sentence.lower()
    chunks = low.split()
    if not ("checkout" in chunks[:4] or any(mark in low for mark in ("`", " -", "git ", "run "))) or (
            chunks[0] in WONDERS or (asks and (chunks[1:2] == ["i"] or chunks[0] not in (
                "can", "could", "would", "will", "please", "pls")))):
        return []
    ahead = next((at for at, chunk in enumerate(chunks) if chunk[0] in "`-" or chunk.strip("`") in ("git", "run")), 0)
    negated = not NEGATES.isdisjoint(chunk.strip(EDGE) for chunk in chunks[:ahead]) or "without" in chunks[:ahead]
    typed = [] if negated else commands(sentence, VERBS, LEADS, ENDED)
    return [Intent([SAID], tokens(sentence)[:WORDS], [], "ne" if negated else "e", typed)] if negated or typed else []


# What may stand before a command that is ordered; what tells of one.
ORDERS = CALLS | SOFT | JOINS | MODALS | SUBJECTS | frozenset("use try with via using by to a the this command".split())
TELLS = frozenset("ran executed used was were did happened yesterday".split())


def order(said: list[Word], at: int, asks: bool) -> str:
    """"o" where a verb at this place is ordered, "n" where it is forbidden, "" where it is neither."""
    back = at
    while back and not said[back].opens:
        before = said[back - 1].word
        if before in NEGATES:
            return "n" if before in FORBIDS else ""
        if before in JOINS or (before in SUBJECTS | MODALS and _asked_of(said, back)):
            return "o" if not asks or _begged(said, back) else ""
        if before in SOFT or before.endswith("ly"):
            back -= 1
            continue
        if before == "to":
            if back < 2 or said[back - 2].word not in TO_LEADS or (back > 2 and said[back - 3].word in ("was", "were")):
                return ""
            return "n" if _denied(said, back - 2) else "o"
        return ""
    return "o" if not asks or not back or said[back].opens or _begged(said, at) else ""


def _asked_of(said: list[Word], at: int) -> bool:
    """Do the words before this place ask somebody who is spoken to: "can you", "and could we"?"""
    before, first = said[at - 1].word, said[at - 2].word if at > 1 else ""
    if "i" in (before, first):      # "I would delete it, but", "should I"
        return False
    return first in MODALS if before in SUBJECTS else at < 2 or first in SUBJECTS | JOINS | SOFT


def _denied(said: list[Word], at: int) -> bool:
    """Does a word that says not to stand shortly before, in the same part of the sentence?"""
    for back in range(at - 1, max(-1, at - 5), -1):
        if said[back + 1].opens:
            return False
        if said[back].word in NEGATES or said[back].word in ("isn't", "isnt", "aren't", "arent", "no"):
            return True
    return False


def _begged(said: list[Word], at: int) -> bool:
    """Does a question ask for an act: "can you …?"; "can it be …?", "should I …?" want to know."""
    return any(one.word in ("you", "u", "please", "we", "let's", "pls") for one in said[:at + 1])


def _english(sentence: str, asks: bool, told: bool = False) -> list[Intent]:
    said = words_of(sentence)
    if not said:
        return []
    wonders = asks and said[0].word in WONDERS and not _begged(said, 3)
    orders = {} if wonders else {at: how for at, one in enumerate(said) if one.word in VERBS
                                 for how in [order(said, at, asks)] if how}
    if told:
        orders = {at: "o" for at, one in enumerate(said) if one.word in KINDS_OF or stem(one.word) in KINDS_OF}
    for at, one in enumerate(said):     # "not notes.md": what is forbidden names itself
        behind = _behind(said, at)
        told = bool(at) and said[at - 1].word in IS       # "it is not merged" tells, and forbids nothing
        if one.word in FORBIDS and at + 1 not in orders and not asks and not told and not any(
                two.word in NEED for two in behind[:3]):
            orders[at] = "n"
    starts = _meant(said, orders)
    found: list[Intent] = []
    for at, end in zip(starts, [*starts[1:], len(said)]):
        found += _clause(said, at, end, orders[at])
    return [*found, *_let_go(said, asks), *_stays(said)]


def _meant(said: list[Word], orders: dict[int, str]) -> list[int]:
    """Where the orders stand that are none of a question, nor of a text that is to be written."""
    end = next((at for at in range(1, len(said)) if said[at].opens), len(said)) if said[0].word in ASKS else 0
    return [at for at in sorted(orders) if (at >= end or orders[at] == "n" or _begged(said, at)) and not is_text(
        said, at, orders)]


def _clause(said: list[Word], at: int, end: int, how: str) -> list[Intent]:
    """The order at a place, and what is excepted from it."""
    region = said[at + 1:end]
    while region and region[-1].word in (JOINS | SOFT | NEGATES) - ALL and not region[-1].opens and (
            [one.word for one in region[-2:-1]] != ["the"]):     # "delete the first" does not only point
        region.pop()
    stop = next((n for n, one in enumerate(region) if one.opens and one.word in NO_SUBJECT), len(region))
    region = region[:stop]
    if how == "n" and (said[at].word in NEED or any(one.word in NEED for one in region[:2])):
        return []           # "I do not need it": see _let_go
    if how == "o" and said[at].word in KINDS_OF and not_now(said, at, region):
        return [Intent(["later"], [], [], "e", [])]
    apart = next((n for n, one in enumerate(region) if _apart(region, n)), len(region))
    found = [_intent(said[at], region[:apart], how)]
    if BACK in found[0].kinds and _hard(said, at):
        found[0].flags += "w"
    behind = [part for one in region[apart + 1:] for part in one.parts]
    if behind and how == "o":
        sure = region[apart].word not in ("without", "not")      # asking me
        found.append(Intent([KEEP], behind[:WORDS], [], "ef" if sure or any(map(_file, region[apart:])) else "e", []))
    return found


def _hard(said: list[Word], at: int) -> bool:
    """"hard reset", "reset --hard"."""
    behind = [one.word.lstrip("-") for one in said[at + 1:at + 3]]
    return (at > 0 and said[at - 1].word == "hard") or (
        behind[:1] == ["hard"] and all(one in PREPOSITIONS | SOFT for one in behind[1:]))


def _apart(region: list[Word], at: int) -> bool:
    """Does what stays begin here: "except", "other than"; "but" behind what says all?"""
    word, behind = region[at].word, region[at + 1].word if at + 1 < len(region) else ""
    if word == "but":
        return bool(at and behind) and any(one.word in ALL | CHANGES for one in region[:at])
    return word in APART or (bool(behind) and APART_FROM.get(word) == behind)


def _intent(verb: Word, region: list[Word], how: str) -> Intent:
    region = region[(anew := _anew(verb, region)):]
    cut = next((n for n, one in enumerate(region) if one.word in PREPOSITIONS and not (
        one.word in ("of", "that") and (not n or region[n - 1].word in OF))), len(region))
    objects, place = region[:cut], region[cut:]
    kinds = {**_kinds(verb, region, objects), **dict.fromkeys([BACK] * bool(anew))}
    flags = _flags([one.word for one in objects if one.word not in PARTICLES], [one.word for one in place], kinds)
    names = entities(" ".join(one.word for one in region))
    words = [*verb.parts]
    for one in objects:     # "scratch/, notes.md" are two things
        words += ["and", *one.parts] if one.behind == "," else one.parts
    flags += "o" if any(map(opaque, names)) else ""
    within = [one.word for one in place if one.word not in SAYS_LITTLE | CHANGES | COMMITS | PREPOSITIONS | ALL]
    if any(map(_file, objects)) or (within and place[0].word in WITHIN):
        flags += "f"
    if [one.word for one in place[:1]] != ["about"] and _holds([one.word for one in objects]):
        flags += "a"
    return Intent([*kinds, stem(verb.word)], words[:WORDS], [part for one in place for part in one.parts][:WORDS],
                  flags + ("n" if how == "n" else "") + "e", names)


def _anew(verb: Word, region: list[Word]) -> int:
    """Where the object of "start over with a clean database" begins; 0 for none."""
    at = next((n for n, one in enumerate(region[:3]) if one.word not in PARTICLES | {"again"}), 0)
    words = [one.word for one in region[at:at + 4]]
    return at + 1 if verb.word in ("start", "begin") and words[:1] == ["with"] and not (
        {"blank", "clean", "empty", "fresh"}.isdisjoint(words)) else 0


def _holds(objects: list[str]) -> bool:
    """Does the object say all, or the files, of its place?"""
    told = [one for one in objects if one not in PARTICLES]
    return not told or told[0].startswith("what") or told[-1] in HOLDS or "*" in told[-1] or (
        ALL | CHANGES | POINTS | SAYS_LITTLE).issuperset(told)


def _kinds(verb: Word, region: list[Word], objects: list[Word]) -> dict[str, None]:
    """The kinds of act that a verb tells, with the words behind it."""
    kinds = dict.fromkeys(KINDS_OF.get(verb.word, ()))
    kinds.update((WITH[said], None) for said in [f"{verb.word} {one.word}" for one in region[:8]] if said in WITH)
    if "push" in verb.parts and any(one.word in FORCES for one in (verb, *region)):
        kinds[FORCE] = None
    if verb.word == "force" and not any("push" in one.parts for one in region):
        kinds.pop(FORCE, None)
    if verb.word in CALLS and objects and (objects[0].word not in SAYS_LITTLE or verb.word != "run"):
        kinds.update((kind, None) for one in objects[:3] for kind in KINDS_OF.get(one.word, ()) if kind in (AWAY, BACK))
    return kinds


def _file(one: Word) -> bool:
    return file_like(one.word)


def _flags(objects: list[str], place: list[str], kinds: dict[str, None]) -> str:
    """What of it is meant: w, u, p, c."""
    things = frozenset(word for word in objects if word not in SAYS_LITTLE)
    such = not SUCH.isdisjoint(place[:1]) and NOT_COMMITTED.isdisjoint(place)       # only what is of a kind
    if not WHEN.isdisjoint(place[:1]) or (place[:1] == ["before"] and "commit" in place) or such:
        return ""
    flags = "w" if "reset" in things and "hard" in objects else _whole(objects, things, place, kinds)
    if not COMMITS.isdisjoint(things) and things <= (CHANGES | ALL | POINTS | COMMITS):
        flags += "c"
    return flags + "p" * (things <= POINTS)


def _whole(objects: list[str], things: frozenset[str], place: list[str], kinds: dict[str, None]) -> str:
    """Is it all that is not committed: w; what git does not know, too: u."""
    some = things & PARTS and not WHOLLY.isdisjoint(objects)
    if things <= (CHANGES | ALL | POINTS | COMMITS) and (
            things & (CHANGES | ALL) - PARTS or some or not NOT_COMMITTED.isdisjoint(objects)):
        gits = not {"directory", "repo", "repository", "tree"}.isdisjoint(things)
        return "wu" if gits or not {"all", "everything", "untracked"}.isdisjoint(objects) else "w"
    if things <= (POINTS | COMMITS) and BACK in kinds and place[:1] == ["to"]:
        return "w" * (not TARGETS.isdisjoint(part for word in place for part in word.split("/")))
    if objects and objects[0] in ALL | {"what", "whatever"} and (
            len(objects) == 1 or not {"i", "you", "we"}.isdisjoint(objects)):
        return "wu" if objects[0] == "everything" or not NOT_COMMITTED.isdisjoint([*objects, *place]) else "w"
    return ""


def _let_go(said: list[Word], asks: bool) -> list[Intent]:
    """What may go, or is not needed: "the old table can be dropped", "I do not need notes.md any more"."""
    found: list[Intent] = []
    start = 0
    for at, one in enumerate(said):
        if one.opens or (at and said[at - 1].word in JOINS):
            start = at
        rest = [two.word for two in said[at + 1:at + 4]]
        before = said[start:at]
        may = not asks and any(two.word in MODALS or two.word == "to" for two in before[-2:]) and not any(
            two.word in NEGATES for two in before)
        if may and ((one.word in ("be", "get") and rest[:1] and rest[0] in DONE and rest[1:2] != ["by"]) or (
                one.word == "go" and (not rest or rest[0] in GO_BEHIND | JOINS | SOFT or said[at + 1].opens))):
            found.append(_gone(before if "following" not in [two.word for two in before] else said[at + 1:]))
        elif one.word in NEED and rest[:1] != ["to"] and _denied(said, at):
            found.append(_gone([*before, *_behind(said, at)]))
    return found


def _stays(said: list[Word]) -> list[Intent]:
    """What is said to stay: "src/cart.py has to stay"."""
    found: list[Intent] = []
    for at, one in enumerate(said):
        start = next((back for back in range(at, 0, -1) if said[back].opens), 0)
        before, last = said[start:at], at + 1 == len(said)
        if one.word in STAYS and before and (last or said[at + 1].opens or said[at + 1].word in GO_BEHIND) and (
                NEGATES.isdisjoint(two.word for two in before)):
            found.append(Intent([KEEP], [part for two in before for part in two.parts][:WORDS], [], "ef", []))
    return found


def _behind(said: list[Word], at: int) -> list[Word]:
    """The words behind a place, in the same part of the sentence."""
    return said[at + 1:next((n for n in range(at + 1, len(said)) if said[n].opens), len(said))]


def _gone(subject: list[Word]) -> Intent:
    some = [one for one in subject if one.word not in MODALS | NEGATES | SUBJECTS | COLOURS]
    words = [part for one in some for part in one.parts]
    points = all(one.word in POINTS or one.word in SAYS_LITTLE | CHANGES | COMMITS for one in some)
    whole = points and not {"changes", "edits", "modifications"}.isdisjoint(words)
    return Intent([AWAY, "let"], words[:WORDS], [], ("w" if whole else "") + ("p" if points else "") + "de",
                  entities(" ".join(one.word for one in some)))


