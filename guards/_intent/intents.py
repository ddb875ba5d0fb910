"""What each clause of a text asks for: the kind of act, its object and place, all of it or a part, what it forbids.

    intents(text)   the clauses in order; each an `Intent`, in clear words
    kept(text, h)   the same as rows of keyed hashes, as a prompt leaves them behind
    carries(text)   how a prompt carries on the one before it: "yes, go ahead", "and the same on db2"

Law: a word counts in the clause where it stands, and a verb only where an order puts it: "remove the import and commit"
asks to remove an import and to commit, and nothing else.  "The reset button" orders nothing.
English is read by the place of its words; of another language a clause is one bag of words beside its verb.
Limitations: what a pronoun means across prompts (guards/_origin/consent.py looks there); irony.
"""
from __future__ import annotations

from guards._intent.typed import commands, sentences
from guards._text.words import REQUESTED, entities, opaque, stem, tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Rows = list[list[str]]

ENDS, USED, TOLD = "end", "x", "s"     # kinds of kept rows: /clear; a consent that was used; what the agent said last
ALSO, MORE, YES = 1, 2, 3   # how a prompt carries on the one before: beside it, with more of the same, with a bare yes
CLAUSES, WORDS, LONGEST = 40, 40, 20    # of a text that are told apart; words of one, of a prompt for more of the same
# Kinds of act that take something away, and the words for them; the ONE lexicon.
AWAY, BACK, FORCE, ANEW, MOVE, MODES, FORMAT, KEEP = "away", "back", "force", "anew", "move", "modes", "format", "keep"
SAID, VAGUE = "said", "?"       # it holds a command; nothing of it is known: what it names by name it may want gone
LEXICON = {
    AWAY: """delete remove rm erase wipe clean clear drop discard trash prune purge destroy nuke kill unlink rid
        throw empty flush tear free retire decommission evict yank unpublish cancel scrap ditch axe bin blow dump
        abandon lose terminate uninstall unregister disable archive truncate forget expire shred zap obliterate
        revoke toss""",
    BACK: "reset revert restore undo rollback overwrite discard throw drop abandon unstage squash amend",
    FORCE: "force forced force-push",
    ANEW: """sync replace anonymise anonymize overwrite refresh reimport reseed deploy publish release upload mirror
        update apply migrate import restore upgrade flash ship rebuild seed recreate""",
    MOVE: "move rename mv put relocate",
    MODES: "chmod chown permissions owner",
    FORMAT: "format wipe erase mkfs dd overwrite flash write",
    KEEP: """keep leave preserve spare retain save protect exclude | behalte behalten lass garde gardez deja guarda
        mantieni houd zostaw оставь 保留""",
}
ENGLISH = frozenset(word for row in LEXICON.values() for word in row.partition("|")[0].split())
KINDS_OF = {word: tuple(kind for kind, row in LEXICON.items() if word in row.split())
            for row in LEXICON.values() for word in row.split()}
# "Roll it back", "take the preview down", "get rid of": what a small word makes of a plain verb.
WITH = {f"{verb} {particle}": kind for particle, kind, verbs in (
    ("back", BACK, "put roll set bring wind"), ("rid", AWAY, "get"),
    ("down", AWAY, "take shut bring spin tear break"), ("down", ANEW, "copy pull get sync load fetch"),
    ("away", AWAY, "take put do throw"), ("out", AWAY, "throw take rip clear")) for verb in verbs.split()}
FORCES, PARTICLES = (frozenset(row.split()) for row in (
    "force forced --force -f force-push --force-with-lease", "back down rid away out up off over"))
VERBS = ENGLISH | REQUESTED | frozenset("take shut bring spin rip roll wind touch modify commit edit".split())
CALLS = frozenset("do run execute perform".split())     # verbs that leave it to the next word what is done
NEGATES = frozenset("not never don't dont doesn't didn't cannot can't won't nor".split())
FORBIDS = frozenset("not never don't dont nor".split())
IS = frozenset("is are was were am be been it's that's i'm they're does did has have had".split())
# Before a verb that orders: a word that joins, one that asks, one that only colours.
JOINS = frozenset("and or & plus but so then".split())     # behind these a verb may stand
SOFT = frozenset("""ok okay yes no sure yeah please pls let's lets us now also just first next instead either simply
    kindly afterwards finally again all btw alright great thanks maybe go ahead help try rather directly safely
    i'll hard we'll i'd we'd you'll gonna""".split())
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
APART = frozenset("without except besides excluding not".split())
DONE = frozenset("""dropped cleared discarded trashed purged destroyed erased wiped pruned emptied flushed retired
    deleted removed nuked killed thrown terminated uninstalled reset reverted unpublished""".split())
NEED = frozenset("""need needed use used want wanted needs uses brauche brauchen benötige besoin veux necesito quiero
    preciso quero voglio serve potrzebuję nodig gebruik нужен нужна нужно""".split())
POINTS = frozenset("it that this them those these both everything all any one ones".split())
COLOURS = frozenset("be do does to really even longer any more anymore no and".split())     # around "be dropped"
GO_BEHIND = frozenset("entirely completely too away as already".split())       # "the bucket can go entirely"
# What a person calls all that is not committed: an object of these words alone.
ALL = frozenset("all everything anything any every entire whole entirely".split())
CHANGES = frozenset("""change changes edit edits modification modifications work diff mess tree worktree directory copy
    checkout repo repository state files file stuff index""".split())
COMMITS = frozenset("branch commit commits head".split())
# Of these all only with one of those; a state of git; when; which of it.
PARTS, WHOLLY, TARGETS, WHEN, SUCH = (frozenset(row.split()) for row in (
    "checkout copy directory file files index state stuff", "all every local working",
    "branch commit commits head origin upstream main master remote version", "after when if while as",
    "is are was were that which who"))
SAYS_LITTLE = frozenset("""the my your our his their these those this that local uncommitted unstaged staged
    unsaved unpushed working pending current recent latest last new extra dirty git other remaining of it and or
    up both untracked ignored hard two three few for me us please now too also as well again instead
    anyway completely here""".split())
NOT_COMMITTED = frozenset("uncommitted unstaged untracked unsaved committed".split())
# The same in other languages.
WIDE = frozenset("""alles änderungen lokalen lokale tout tous modifications todo todos cambios mudanças alterações tudo
    tutto modifiche wszystko zmiany lokalne lokalnego всё все изменения wijzigingen değişiklikleri đổi 변경 changes
    everything uncommitted untracked 変更 改""".split())
# Not: of more languages than the others, since nothing else tells it.
NOT = frozenset("""not don dont never without keep except unless nicht kein keine keinen nichts ohne nie niemals pas
    jamais sans ne nunca sin não sem non senza niet geen zonder bez не без no nu inte ej ikke ikkje älä älkää ei
    jangan tidak đừng không δεν μην değil मत नहीं لا نکن לא אל""".split())
NOT_DENSE = tuple("不要 别 別 保留 以外 いで 残し 말고 말아 지마 제외 อย่า ไม่".split())
TRACKED = frozenset("seguimiento suivi suivis seguimento śledzenia".split())    # git's "untracked"
GIVEN = {"away": (AWAY,), "sets": (BACK, ANEW), "delete": (AWAY,), "cancel": (AWAY,), "upload": (ANEW,),
         "update": (ANEW,), "push": (ANEW,), "move": (MOVE,)}
WONDERS = frozenset("what what's why how which who whose where when does did is are was were do has have".split())


class Intent:
    """One clause.

    kinds   the kinds of act, and the stem of the verb as it stands: "away delet"; KEEP for what is to stay
    words   the verb's word and those of its object; place: what stands behind "from", "in", "on"
    flags   w all that is not committed, u what git does not know, n negated, p it only points ("drop it"), e English,
            d told as needless or done ("can go"), c commits, o names an id that says nothing, f a file, or some place
    """

    __slots__ = tuple("flags kinds names place words".split())

    def __init__(self, kinds: list[str], words: list[str], place: list[str], flags: str, names: list[str]) -> None:
        self.kinds, self.words, self.place, self.flags, self.names = kinds, words, place, flags, names


def kept(text: str, h: Callable[[str], str], english: bool, told: bool = False) -> Rows:
    """The clauses as rows: [kinds, words, place, names, flags], words as keyed hashes."""
    return [[" ".join(one.kinds), "".join(map(h, one.words)), "".join(map(h, one.place)),
             "".join(map(h, one.names)), one.flags] for one in intents(text, english, told)]


def intents(text: str, english: bool = True, told: bool = False) -> list[Intent]:
    """What a text asks for, clause by clause; a question asks for nothing.

    told    it is no order but tells what is to be done, the agent's own message: a verb counts wherever it stands

    >>> [(one.kinds[0], one.words, one.flags) for one in intents("Remove the unused import from cart.py and commit it")]
    [('away', ['remove', 'the', 'unused', 'import'], 'fe'), ('commit', ['commit', 'it'], 'pe')]
    >>> [one.flags for one in intents("discard all my changes, but keep the reset button")]
    ['wue', 'e']
    """
    found: list[Intent] = []
    read = list(sentences(text[:8000]))
    if english:
        found = [one for sentence, asks in read for one in (
            *_command(sentence, asks), *_english(sentence, asks, told))]
    if not english or (not found and _elsewhere_too(text[:4000])):
        found += [one for sentence, asks in read for one in _elsewhere(sentence, asks)]
    return found[:CLAUSES]


def _elsewhere_too(text: str) -> bool:
    from guards._intent.languages import english
    return not english(text)


_EDGE = "\"'`()[]{}<>,;:!?*|“”‘’"


LEADS = SOFT | JOINS | MODALS | SUBJECTS | TO_LEADS | CALLS | {"a", "the", "to"}    # before a command that is ordered
ENDED = PREPOSITIONS | JOINS | SOFT | POINTS                            # behind one


def _command(sentence: str, asks: bool) -> list[Intent]:
    """The sentence as one clause, where a command may stand in it: "git reset --hard please".  Its names are the
    commands whole, where they are ordered; told of ("it ran git reset --hard") they are nobody's wish."""
    low = sentence.lower()
    chunks = low.split()
    if not ("checkout" in chunks[:4] or any(mark in low for mark in ("`", " -", "git ", "run "))) or (
            chunks[0] in WONDERS or (asks and chunks[0] not in ("can", "could", "would", "will", "please", "pls"))):
        return []
    ahead = next((at for at, chunk in enumerate(chunks) if chunk[0] in "`-" or chunk.strip("`") in ("git", "run")), 0)
    negated = not NEGATES.isdisjoint(chunk.strip(_EDGE) for chunk in chunks[:ahead]) or "without" in chunks[:ahead]
    typed = [] if negated else commands(sentence, VERBS, LEADS, ENDED)
    return [Intent([SAID], tokens(sentence)[:WORDS], [], "ne" if negated else "e", typed)] if negated or typed else []


class _Word:
    """A word of a sentence: as it is compared, whether a part of the sentence begins with it, its tokens."""

    __slots__ = ("opens", "parts", "word")

    def __init__(self, chunk: str, opens: bool) -> None:
        self.word, self.opens = chunk.strip(_EDGE).rstrip(".").lower().replace("’", "'"), opens
        self.parts = tokens(chunk)


def _said(sentence: str) -> list[_Word]:
    found: list[_Word] = []
    opens = True
    for chunk in sentence.split():
        one = _Word(chunk, opens or chunk[0] in "(\"'`")
        if one.word in ("", "-", "–", "—"):
            opens = True
            continue
        found.append(one)
        opens = chunk[-1] in ",:;)—"
    return found


def _order(said: list[_Word], at: int, asks: bool) -> str:
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
            if back < 2 or said[back - 2].word not in TO_LEADS:
                return ""
            return "n" if _denied(said, back - 2) else "o"
        return ""
    return "o" if not asks or not back or said[back].opens or _begged(said, at) else ""


def _asked_of(said: list[_Word], at: int) -> bool:
    """Do the words before this place ask somebody who is spoken to: "can you", "and could we"?"""
    before, first = said[at - 1].word, said[at - 2].word if at > 1 else ""
    return first in MODALS if before in SUBJECTS else at < 2 or first in SUBJECTS | JOINS | SOFT


def _denied(said: list[_Word], at: int) -> bool:
    """Does a word that says not to stand shortly before, in the same part of the sentence?"""
    for back in range(at - 1, max(-1, at - 5), -1):
        if said[back + 1].opens:
            return False
        if said[back].word in NEGATES or said[back].word in ("isn't", "isnt", "aren't", "arent", "no"):
            return True
    return False


def _begged(said: list[_Word], at: int) -> bool:
    """Does a question ask for an act: "can you …?"; "can it be …?", "should I …?" want to know."""
    return any(one.word in ("you", "u", "please", "we", "let's", "pls") for one in said[:at + 1])


def _english(sentence: str, asks: bool, told: bool = False) -> list[Intent]:
    said = _said(sentence)
    if not said:
        return []
    wonders = asks and said[0].word in WONDERS and not _begged(said, 3)
    orders = {} if wonders else {at: how for at, one in enumerate(said) if one.word in VERBS
                                 for how in [_order(said, at, asks)] if how}
    if told:
        orders = {at: "o" for at, one in enumerate(said) if one.word in KINDS_OF or stem(one.word) in KINDS_OF}
    for at, one in enumerate(said):     # "not notes.md": what is forbidden names itself
        behind = _behind(said, at)
        told = bool(at) and said[at - 1].word in IS       # "it is not merged" tells, and forbids nothing
        if one.word in FORBIDS and at + 1 not in orders and not asks and not told and not any(
                two.word in NEED for two in behind[:3]):
            orders[at] = "n"
    starts = sorted(orders)
    found: list[Intent] = []
    for at, end in zip(starts, [*starts[1:], len(said)]):
        found += _clause(said, at, end, orders[at])
    return [*found, *_let_go(said, asks)]


def _clause(said: list[_Word], at: int, end: int, how: str) -> list[Intent]:
    """The order at a place, and what is excepted from it."""
    region = said[at + 1:end]
    while region and region[-1].word in (JOINS | SOFT | NEGATES) - ALL and not region[-1].opens:
        region.pop()
    stop = next((n for n, one in enumerate(region) if one.opens and one.word in NO_SUBJECT), len(region))
    region = region[:stop]
    if how == "n" and (said[at].word in NEED or any(one.word in NEED for one in region[:2])):
        return []           # "I do not need it": see _let_go
    apart = next((n for n, one in enumerate(region) if one.word in APART), len(region))
    found = [_intent(said[at], region[:apart], how)]
    near = [one.word for one in said[max(0, at - 1):at] + said[at + 1:end][:not region]]
    if BACK in found[0].kinds and "hard" in near:       # "hard reset", "reset hard"
        found[0].flags += "w"
    behind = [part for one in region[apart + 1:] for part in one.parts]
    if behind and how == "o":
        found.append(Intent([KEEP], behind[:WORDS], [], "ef" if any(map(_file, region[apart:])) else "e", []))
    return found


def _intent(verb: _Word, region: list[_Word], how: str) -> Intent:
    region = region[(anew := _anew(verb, region)):]
    cut = next((n for n, one in enumerate(region) if one.word in PREPOSITIONS and not (
        one.word in ("of", "that") and (not n or region[n - 1].word in OF))), len(region))
    objects, place = region[:cut], region[cut:]
    kinds = {**_kinds(verb, region, objects), **dict.fromkeys([BACK] * bool(anew))}
    flags = _flags([one.word for one in objects if one.word not in PARTICLES], [one.word for one in place], kinds)
    names = entities(" ".join(one.word for one in region))
    words = [part for one in (verb, *objects) for part in one.parts]
    flags += "o" if any(map(opaque, names)) else ""
    within = [one.word for one in place if one.word not in SAYS_LITTLE | CHANGES | COMMITS | PREPOSITIONS | ALL]
    if any(map(_file, objects)) or (within and place[0].word in WITHIN):
        flags += "f"
    return Intent([*kinds, stem(verb.word)], words[:WORDS], [part for one in place for part in one.parts][:WORDS],
                  flags + ("n" if how == "n" else "") + "e", names)


def _anew(verb: _Word, region: list[_Word]) -> int:
    """Where the object of "start over with a clean database" begins; 0 for none."""
    at = next((n for n, one in enumerate(region[:3]) if one.word not in PARTICLES | {"again"}), 0)
    words = [one.word for one in region[at:at + 4]]
    return at + 1 if verb.word in ("start", "begin") and words[:1] == ["with"] and not (
        {"blank", "clean", "empty", "fresh"}.isdisjoint(words)) else 0


def _kinds(verb: _Word, region: list[_Word], objects: list[_Word]) -> dict[str, None]:
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


def _file(one: _Word) -> bool:
    """Does it look like a file or a folder: notes.md, src/, *.log?"""
    return len(one.word) > 2 and ("/" in one.word or "*" in one.word or "." in one.word[:-1])


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


def _let_go(said: list[_Word], asks: bool) -> list[Intent]:
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
            found.append(_gone(before))
        elif one.word in NEED and rest[:1] != ["to"] and _denied(said, at):
            found.append(_gone([*before, *_behind(said, at)]))
    return found


def _behind(said: list[_Word], at: int) -> list[_Word]:
    """The words behind a place, in the same part of the sentence."""
    return said[at + 1:next((n for n in range(at + 1, len(said)) if said[n].opens), len(said))]


def _gone(subject: list[_Word]) -> Intent:
    some = [one for one in subject if one.word not in MODALS | NEGATES | SUBJECTS | COLOURS]
    words = [part for one in some for part in one.parts]
    points = all(one.word in POINTS or one.word in SAYS_LITTLE | CHANGES | COMMITS for one in some)
    whole = points and not {"changes", "edits", "modifications"}.isdisjoint(words)
    return Intent([AWAY, "let"], words[:WORDS], [], ("w" if whole else "") + ("p" if points else "") + "de",
                  entities(" ".join(one.word for one in some)))


def _elsewhere(sentence: str, asks: bool) -> list[Intent]:
    """The clauses of a text in another language: one bag of words each, with the kinds that its verbs tell."""
    from guards._intent.kinds import heard
    from guards._intent.languages import spoken
    found: list[Intent] = []
    for clause in sentence.replace("，", "\n").replace(", ", "\n").split("\n"):
        words, low = tokens(clause), clause.lower()
        if not words:
            continue
        said = frozenset(words)
        kinds = dict.fromkeys(kind for word in _standing(KINDS_OF, said, low) for kind in KINDS_OF[word])
        groups, verbs = heard(clause), spoken(clause)
        for name in (*groups, *verbs):
            kinds.update(dict.fromkeys(GIVEN.get(name, ())))
        negated = bool(_standing([*NOT, *NOT_DENSE], said, low)) and TRACKED.isdisjoint(said)
        if negated and NEED & said:
            kinds, negated = {AWAY: None}, False
        if not (kinds or groups or verbs) and not asks:
            kinds[VAGUE] = None
        if groups == ["reads"] and (asks or AWAY not in kinds):
            continue
        names = entities(clause)
        flags = "o" * any(map(opaque, names)) + "n" * negated + "p" * (
            bool(kinds) and len(words) < 4 and not names) + "wu" * bool(_standing(WIDE, said, low))
        found.append(Intent([*kinds, *map(stem, verbs)], words[:WORDS], [], flags, names))
    return found


def _standing(words: Iterable[str], said: frozenset[str], low: str) -> list[str]:
    """Which of the words stand in a clause: as words; those of scripts without blanks anywhere."""
    return [word for word in words if (word in said if word < "\u0e00" else word in low)]


AND = frozenset("and also plus und et y e ed i и en ve và".split())     # begins what goes on with the prompt before
AGAIN = frozenset("""again too also both same those these them likewise rest others other ones well auch ebenso beide
    beiden diese dieselben aussi également ceux celles pareil también tambien esas esos esa ese estas estos igual também
    essas esses isso anche pure quelle quelli queste też także тоже также эти этих оба ook die それも これも 那些 这些
    이것도 bu bunları""".split())
GOES = frozenset("do go continu proceed run start keep pleas ?".split())   # stems of verbs that tell no act
LEAST = frozenset("continue proceed next weiter continúa continua dalej дальше 继续 続けて 계속".split())


def carries(text: str, chosen: list[str] | None, found: Rows, asks: bool = False) -> int:
    """How a prompt carries on what was asked before it: ALSO, MORE, YES; 0 for a request of its own.

    asks    it only wants to know, which is no request
    chosen  what a short answer chooses (guards/_intent/proposed.py), None for no answer
    found   its clauses, as rows
    """
    said = tokens(text[:400])
    own = [one for one in found if not GOES.issuperset(str(one[0]).split())]
    if not said:
        return 0
    goes_on = said[0] in LEAST or (said[0] in ("go", "keep", "carry") and said[1:2] not in (["ahead"], ["for"]))
    if chosen is not None and not own:
        return ALSO if goes_on else YES
    kinds = {kind for one in own for kind in str(one[0]).split()[:-1]}
    if len(said) <= LONGEST and (said[0] in AND or not AGAIN.isdisjoint(said)) and (not own or "away" in kinds):
        return MORE
    if chosen is not None or said[0] in AND or text.lower().startswith("guard:") or (asks and not own):
        return ALSO
    return ALSO if len(said) < 6 and not own and goes_on else 0
