"""What kinds of act a prompt excludes, only asks about, or asks for: "fix it, but don't push".

    spoken_of(text)     the clauses that speak of such a kind, in order: each a `Clause`

Law: a word counts in the clause where it stands.  Who tells what happens ("the tests don't commit"), or under which
condition something may be done ("not until the tests pass"), forbids nothing; "not until I say so" does.  An object
behind the verb narrows it: "don't push to main" is a word about main.
Limitations: a verb that is in no row; other languages than English.
"""
from __future__ import annotations

from guards._intent.bounds import Word, sentences
from guards._intent.clause import SOFT, within
from guards._intent.excluding import (
    ASKED,
    COMMENT,
    DEPLOY,
    ENDED,
    FORBIDDEN,
    KINDS,
    LITTLE,
    LONGEST,
    MAKES,
    MERGE,
    MOST,
    NEVER,
    PR,
    PRONOUNS,
    PUBLISH,
    PUSH,
    QUOTED,
    RUNS,
    SEND,
    SHORT,
    THINGS,
    UNTIL,
    VERBS,
    WONDERED,
    Clause,
    piece,
    said_of,
)
from guards._intent.intents import IS, JOINS, MODALS, SUBJECTS, order
from guards._intent.mentions import any_form, is_code
from guards._text.words import tokens

PERSON = frozenset("i me my i'm i've".split())
EXTRA = frozenset("new further more other additional extra git any code direct a an".split())   # "no new commits"
# Between what denies and the verb; what may stand before what denies, where somebody is told: "make sure you don't".
PASSED = SOFT | EXTRA | frozenset("under circumstances dare ever be get to yet you or nor need want have try".split())
LEADS = SUBJECTS | MODALS | SOFT | frozenset("""please to sure careful prefer rather better want told need have there's
    there that's this is time supposed make be do we're also and but so then or nor yet not""".split())
MERELY = frozenset("just only simply blindly immediately directly always".split())       # "don't just push it"
INSTEAD = {"of": ("instead",), "from": ("refrain",), "on": ("off",), "off": ("hold",)}   # "hold off on pushing"
APART = frozenset("sure draft to for on in of with without".split())
TICKETS = frozenset("ticket issue pr mr story task card bug tickets issues prs mrs".split())
TELLS_ME = frozenset("me you us".split())       # "don't send me the whole file"
MYSELF = frozenset("i'll ill".split())
WHY = frozenset("why how what's".split())
OTHERWISE, PUT_OFF = frozenset("needed lets let's".split()), frozenset("after later not wait yet".split())
ABLE = frozenset("can could may should must ready safe ok okay fine time would possible worth".split())
TO_AGENT = frozenset("you u please we let's pls".split())
WORKS = frozenset("check draft explain fix look plan prepare read review summarise summarize write".split())
CODES = frozenset("fix implement write add refactor code".split())
IF_SO = ("if so", "if yes", "go ahead", "do it", "if it is", "if not")
NOT_YET = ("not yet", "no,", "no.", "don't")
# Nothing but a draft, nothing but here.
DRAFTS = ("draft", "sketch", "prepare")
LETTERS = frozenset(word for kind in (SEND, COMMENT) for word in KINDS[kind].split("|")[1].split()) | frozenset(
    "response letter announcement note".split())
HERE = ("locally only", "only locally", "keep it local")


def spoken_of(text: str) -> list[Clause]:
    """The clauses of a prompt that speak of kinds of act.

    >>> def told(text): return [(one.how, one.kinds[0], *one.objects) for one in spoken_of(text)]
    >>> told("fix issue 44 but don't push"), told("don't push directly to main, open a PR")
    ([('n', 'push')], [('n', 'push', 'main'), ('o', 'pr')])
    >>> told("don't commit until tests pass"), told("don't commit until I say so"), told("the tests don't commit")
    ([], [('n', 'commit')], [])
    >>> told("is PR 7 ready to merge?"), told("can you merge PR 7?")
    ([('q', 'merge')], [('o', 'merge', '7')])
    """
    from guards._intent.kinds import bare

    text = bare(text[:MOST].replace("`", " ").replace("\u2019", "'"))
    found: list[Clause] = []
    asked: list[Clause] = []
    for sentence, asks in sentences(text):
        low = sentence.strip(" -*#>.").lower()
        if asked and low.startswith(NOT_YET):       # "reply to bo? not yet"
            found = [one for one in found if one not in asked] + [
                Clause(FORBIDDEN, one.kinds, one.objects, f"{one.sentence} {sentence}") for one in asked]
        said = said_of(sentence)[:LONGEST]
        mine = _clauses(said, sentence, asks)
        if any(any_form(one.word) and is_code(said, at) for at, one in enumerate(said)):
            mine = [one for one in mine if one.how != ASKED]
        found += mine
        asked = [one for one in mine if asks and one.how == ASKED]
    found += _only(text, found)
    wanted, so = _wanted(found), within(IF_SO, text.lower())
    return [one for one in found if one.how != WONDERED or not (so or wanted.intersection(one.kinds))]


def _wanted(found: list[Clause]) -> set[str]:
    return {kind for one in found if one.how == ASKED for kind in one.kinds}


def _clauses(said: list[Word], sentence: str, asks: bool) -> list[Clause]:
    found: list[Clause] = []
    end = 0
    for at, one in enumerate(said):
        kept = [] if asks else _kept(said, at)
        kinds = kept or _kinds(said, at)
        how = FORBIDDEN if kept else _how(said, at, asks) if kinds else ""
        if not how or at < end:
            continue
        kinds, end = _listed(said, at, kinds)
        objects, stop = _objects(said, end)
        ended = [word.word for word in said[stop:stop + 6]]
        when = not UNTIL.isdisjoint(ended[:1])
        person = when and not PERSON.isdisjoint(ended)
        if (how == FORBIDDEN and ((when and not person) or not TELLS_ME.isdisjoint(_words(said, at + 1, at + 2)))) or (
                one.word == "touch" and "+" not in "".join(objects)):
            continue
        found.append(Clause(how, kinds, objects, sentence, person))
    return found


def _words(said: list[Word], start: int, end: int) -> list[str]:
    return [one.word for one in said[max(start, 0):end]]


def _kept(said: list[Word], at: int) -> list[str]:
    """The kinds that a person keeps for himself: "ask me before pushing", "leave it uncommitted", "I push myself"."""
    word, before, behind = said[at].word, _words(said, 0, at), _words(said, at + 1, len(said))
    if word[:2] == "un":
        return ENDED.get(word[2:], []) if not {"leave", "keep"}.isdisjoint(before) else []
    first = (before[-1:] == ["before"] and word[-3:] == "ing") or before[-2:] == ["before", "you"]
    if (first and not {"me", "my"}.isdisjoint(before)) or before[-3:] == ["stop", "before", "the"] or (
            before[-1:] == ["i"] and "myself" in behind[:3]) or (
            before[-1:] == ["only"] and not UNTIL.isdisjoint(behind[:2]) and not PERSON.isdisjoint(behind)):
        return VERBS.get(word, [])
    return []


def _kinds(said: list[Word], at: int) -> list[str]:
    """The kinds that a word tells: a verb; "be" and what is done; a verb that makes and its thing; "no" and a thing."""
    word, thing = said[at].word, _made(said, at)
    before = "" if said[at].opens or not at else said[at - 1].word
    if word in RUNS and not PRONOUNS.isdisjoint(_words(said, at + 1, at + 2)):       # "plan the deploy, don't run it"
        named = [kind for one in said[:at] for kind in THINGS.get(one.word, ()) if kind in RUN]
        if named:
            return named
    if thing:
        return THINGS[said[thing].word]
    if before in ("be", "get", "gets", "it", "them") and word in ENDED:
        return ENDED[word]
    none = _none(said, at)
    if none == "no" and said[at + 1:] and said[at + 1].word in THINGS and not said[at + 1].opens:
        return []           # "no merge commits"
    if word in VERBS and before not in ("the", "a", "an", "force"):
        return VERBS[word]
    of_code = word in COMMENTS and (not CODES.isdisjoint(_words(said, 0, len(said))) or len(said) < 4)
    return THINGS.get(word, []) if none in ("no", "without", "skip") and not of_code else []


RUN, COMMENTS = (DEPLOY, PUBLISH, MERGE, PUSH), ("comment", "comments")


def _none(said: list[Word], at: int) -> str:
    """The word before a thing and what only tells of it: "no new commits"."""
    while at and said[at - 1].word in EXTRA and not said[at].opens:
        at -= 1
    return said[at - 1].word if at and not said[at].opens else ""


def _made(said: list[Word], at: int) -> int:
    """Where the thing stands that a verb makes: "open a PR", "leave no comment"; 0 for none."""
    for place in range(at + 1, min(len(said), at + 5)) if said[at].word in MAKES else ():
        word = said[place].word
        if said[place].opens or word in SHORT or word in NEVER or word in APART:
            return 0
        if word in THINGS:
            return place
    return 0


def _how(said: list[Word], at: int, asks: bool) -> str:
    """ASKED, FORBIDDEN or WONDERED, as the words before a verb have it; "" for neither."""
    if said[0].word in WHY and not (asks and not ABLE.isdisjoint(_words(said, 0, 3))):
        return ""
    start = next((back for back in range(at, 0, -1) if said[back].opens and said[back - 1].word != "please"), 0)
    near = next((back for back in range(at - 1, start - 1, -1) if not _passed(said, back)), start)
    denies = next((back for back in range(at - 1, near - 1, -1) if _denies(said, back, at, asks)), -1)
    if denies >= 0:
        told = not MERELY.intersection(_words(said, denies, at)) and _told(said, start, denies, asks)
        return FORBIDDEN if told else ""
    if asks and _wonders(said, at):
        return WONDERED
    word = said[at].word
    return ASKED if word in VERBS.keys() | MAKES | RUNS and word[-3:] != "ing" and order(said, at, asks) == "o" else ""


def _passed(said: list[Word], at: int) -> bool:
    """Does a word only stand between what denies and the verb?"""
    word, before = said[at].word, said[at - 1].word if at else ""
    return (word in PASSED and before not in ("i",)) or word.endswith("ly") or (word in VERBS and (
        said[at + 1].word in ("or", "nor")))


def _denies(said: list[Word], at: int, verb: int, asks: bool) -> bool:
    """Does a word deny what follows it, or leave it to the person himself?"""
    word, before = said[at].word, said[at - 1].word if at else ""
    return word in SHORT or word in NEVER or (word == "no" and not asks) or before in INSTEAD.get(word, ()) or (
        word in MYSELF or (before, word) == ("i", "will")) or (
        word in MODALS and before == "nothing" and said[verb].word in ENDED)


def _told(said: list[Word], start: int, at: int, asks: bool) -> bool:
    """Is somebody told what is denied at a place, and it does not stand behind a subject: "the tests don't"?"""
    word, before = said[at].word, _words(said, start, at)
    if asks and (not at or word == "no"):
        return False
    ahead = [one.word for one in piece(said, at)] if word == "no" else []
    if not IS.union(OTHERWISE).isdisjoint(ahead[:4]) and PUT_OFF.isdisjoint(ahead):
        return False        # "no push is done", "no let's commit"
    if word == "without":
        return not at or (not SHORT.intersection(before) and said[0].word not in (
            "it", "the", "this", "that", "they", "there", "why"))
    behind = next((n for n in range(len(before) - 1, -1, -1) if before[n] in JOINS or before[n] not in LEADS), -1)
    return behind < 0 or before[behind] in JOINS or before[behind] in ("instead", "hold", "off", "nothing") or (
        not {"i", "will"}.isdisjoint(before[-1:])) or (
        (before[0] in VERBS or before[0] in WORKS) and (UNTIL | WHY | {"that", "whether"}).isdisjoint(before))


def _wonders(said: list[Word], at: int) -> bool:
    """Does a question ask whether an act may be done: "ready to merge?", "can it be closed?", "should I push?"?"""
    words = _words(said, 0, at)
    should = words[:1] and words[0] in ("should", "what", "how", "when") and "you" not in words
    near = {"to", "be", "i", "we", "this", "it", "that", "get"}.intersection(words[-2:]) or said[at].word in ENDED
    return not ABLE.isdisjoint(words) and bool(near) and (bool(should) or TO_AGENT.isdisjoint(words))


def _listed(said: list[Word], at: int, kinds: list[str]) -> tuple[list[str], int]:
    """"Commit or push", "push, commit or deploy": all of them, and where the list ends."""
    kinds, end = list(kinds), (_made(said, at) or at) + 1       # its thing is a word of it
    while end < len(said):
        step = int(said[end].word in ("or", "nor", "and"))
        here = said[end + step].word if end + step < len(said) else ""
        more = VERBS.get(here) or THINGS.get(here)
        if not more or not (step or (said[end].opens and not {"or", "nor", "and"}.isdisjoint(
                _words(said, end, end + 3)))):
            break
        kinds += more
        end += step + 1
    return list(dict.fromkeys(kinds)), end


def _objects(said: list[Word], at: int) -> tuple[list[str], int]:
    """The words behind a verb that narrow it, and where they end: at a condition, a mark, another clause."""
    found: list[str] = []
    stop = at
    while stop < len(said):
        word = said[stop].word
        if said[stop].opens or word in UNTIL or word in ("but", "then") or (
                word == "and" and not LITTLE.issuperset(_words(said, stop + 1, stop + 2))):
            break
        if word not in LITTLE:
            found.append(word)
        elif word in TICKETS:
            found.append(f"+{word}")
        stop += 1
    plain = [word for word in found if word[0] != "+"]
    return (plain or found)[:QUOTED], stop


def _only(text: str, found: list[Clause]) -> list[Clause]:
    """A prompt that wants a draft of a message asks to send none; one that wants it here, to push none."""
    wanted = _wanted(found)
    only: list[Clause] = []
    for sentence, asks in sentences(text):
        low = sentence.lower()
        if within(HERE, low) and wanted.isdisjoint((PUSH, PR)):
            only.append(Clause(FORBIDDEN, [PUSH, PR], [], sentence))
        said = tokens(low)
        if not asks and within(DRAFTS, low) and wanted.isdisjoint((SEND, COMMENT)) and (
                not LETTERS.isdisjoint(said)) and {"pr", "commit", "release"}.isdisjoint(said):
            only.append(Clause(FORBIDDEN, [SEND, COMMENT], [], sentence))
    return only
