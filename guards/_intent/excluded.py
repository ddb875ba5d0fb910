"""What kinds of act a prompt excludes, only asks about, or asks for: "fix it, but don't push".

    spoken_of(text)     the clauses that speak of such a kind, in order: each a `Clause`

Law: a word counts in the clause where it stands.  Who tells what happens ("the tests don't commit"), or under which
condition something may be done ("not until the tests pass"), forbids nothing; "not until I say so" does.  An object
behind the verb narrows it: "don't push to main" is a word about main.
Limitations: a verb that is in no row; of other languages than English an object counts only where it is a name.
"""
from __future__ import annotations

from guards._intent.bounds import sentences
from guards._intent.clause import SOFT, within
from guards._intent.excluded_abroad import ENGLISH, NOT_ABROAD, PERSON, elsewhere
from guards._intent.excluding import (
    ASKED,
    COMMENT,
    DEPLOY,
    ENDED,
    FORBIDDEN,
    KINDS,
    LONGEST,
    MAKES,
    MERGE,
    MOST,
    PR,
    PUBLISH,
    PUSH,
    QUOTED,
    RUNS,
    SEND,
    THINGS,
    TOUCH,
    VERBS,
    WONDERED,
    Clause,
)
from guards._intent.intents import FORBIDS, IS, JOINS, MODALS, SUBJECTS
from guards._text.words import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

SHORT = FORBIDS | frozenset("shouldn't shouldnt mustn't mustnt needn't neednt cannot".split()) - {"cannot"}
NEVER = frozenset("avoid stop without skip".split())        # "without pushing"
MERELY = frozenset("just only simply blindly immediately directly always".split())       # "don't just push it"
LEADS = frozenset("""please to sure careful prefer rather better want told need have there's there that's this is time
    supposed make be do we're also and but so then or nor yet""".split())
EXTRA = frozenset("new further more other additional extra git any code direct".split())   # "no new commits"
# Behind a verb: what narrows nothing.
LITTLE = frozenset("""a an the it its this that these those them they my your our his her their him me us one any all
    anything everything something either at for now yet so far today still again already ever please pls thanks just
    also too though myself yourself anywhere to on in of into with up out off and or nor here there back
    changes change code work fix fixes stuff result results
    remote origin upstream github gitlab git repo repository commit commits branch
    mail mails email emails message messages reply answer response draft letter note post tweet
    later tomorrow first soon then next
    anyone anybody someone everyone customer client team channel author reviewer status state title description
    comment comments ticket issue pr prs mr mrs pull request requests bug story task merge approval
    package packages dependency dependencies release releases version versions deploy deployment cluster
    server environment env new more further other additional single own final actual actually automatically
    under no circumstances myself directly straight away right""".split())
APART = frozenset("sure draft to for on in of with without".split())
PRONOUNS = frozenset("it this that them".split())
TICKETS = frozenset("ticket issue pr mr story task card bug tickets issues prs mrs".split())
TELLS_ME = frozenset("me you us".split())       # "don't send me the whole file"
UNTIL = frozenset("""until till unless before without if when while after once because since as till than where who
    which
    that's""".split())
MYSELF = frozenset("i'll ill".split())
WHY = frozenset("why how what's".split())
ABLE = frozenset("can could may should must ready safe ok okay fine time would possible worth".split())
IF_SO = ("if so", "if yes", "go ahead", "do it", "if it is", "if not", "wenn ja", "falls ja", "si oui", "en ese caso",
         "si es así", "mach das", "hazlo", "fais-le", "如果可以", "可以的话")
NOT_YET = ("not yet", "no,", "no.", "don't", "nein", "noch nicht", "todavía no", "aún no", "pas encore", "还没", "先别")
# Nothing but a draft, nothing but here.
DRAFTS = ("draft", "sketch", "prepare", "entwirf", "entwurf", "entwerfe", "borrador", "brouillon", "bozza", "rascunho",
          "черновик", "草稿", "起草", "下書き", "초안")
LETTERS = frozenset(word for kind in (SEND, COMMENT) for word in KINDS[kind].split("|")[1].split()) | frozenset(
    """response answer letter announcement note antwort nachricht mail e-mail kommentar respuesta correo mensaje
    comentario réponse message courriel commentaire risposta messaggio commento resposta mensagem""".split())
HERE = ("locally only", "only locally", "local only", "keep it local", "nur lokal", "solo en local", "solo localmente",
        "seulement en local", "uniquement en local", "只在本地", "仅本地")


def spoken_of(text: str) -> list[Clause]:
    """The clauses of a prompt that speak of kinds of act.

    >>> def told(text): return [(one.how, one.kinds[0], *one.objects) for one in spoken_of(text)]
    >>> told("fix issue 44 but don't push"), told("don't push directly to main, open a PR")
    ([('n', 'push')], [('n', 'push', 'main'), ('o', 'pr')])
    >>> told("don't commit until tests pass"), told("don't commit until I say so"), told("the tests don't commit")
    ([], [('n', 'commit')], [])
    >>> told("is PR 7 ready to merge?"), told("can you merge PR 7?"), told("mach es fertig, aber nicht pushen")
    ([('q', 'merge')], [('o', 'merge', '7')], [('n', 'push')])
    """
    from guards._intent.kinds import bare
    from guards._intent.languages import english, like_english

    text = bare(text[:MOST].replace("`", " ").replace("\u2019", "'"))
    found: list[Clause] = []
    foreign = not like_english(text)
    doubtful = not foreign and not english(text) and ENGLISH.isdisjoint(tokens(text))
    asked: list[Clause] = []
    for sentence, asks in sentences(text):
        low = sentence.strip(" -*#>.").lower()
        if asked and low.startswith(NOT_YET):       # "reply to bo? not yet"
            found = [one for one in found if one not in asked] + [
                Clause(FORBIDDEN, one.kinds, one.objects, f"{one.sentence} {sentence}") for one in asked]
        mine = _english(sentence, asks)
        words, plain = tokens(low), low.isascii()
        english_only = mine and not ENGLISH.isdisjoint(words) and plain
        if not english_only and (foreign or (doubtful and not mine) or not (NOT_ABROAD.isdisjoint(words) and plain)):
            denied = _kinds_that(FORBIDDEN, found)
            mine += [one for one in elsewhere(sentence, asks, foreign, foreign or doubtful)
                     if one.how != ASKED or denied.isdisjoint(one.kinds)]
        found += mine
        asked = [one for one in mine if asks and one.how == ASKED]
    found += _only(text, found)
    return _settled(text.lower(), found)


def _kinds_that(how: str, found: list[Clause]) -> set[str]:
    return {kind for one in found if one.how == how for kind in one.kinds}


def _settled(low: str, found: list[Clause]) -> list[Clause]:
    """Without questions that the prompt answers itself, and what it only pointed at made plain."""
    wanted = _kinds_that(ASKED, found)
    so = within(IF_SO, low)
    return [one for one in found if one.kinds and (
        one.how != WONDERED or not (so or wanted.intersection(one.kinds)))]


# --- English --------------------------------------------------------------------------------------------------

EDGE = "\"'()[]{}<>,;:!?*|\u201c\u201d\u2018\u2019."


class Word:
    """A word of a sentence as it is compared; does a part of the sentence begin with it?"""

    __slots__ = ("opens", "word")

    def __init__(self, word: str, opens: bool) -> None:
        self.word, self.opens = word, opens


def _apart(low: str) -> str:
    """"Push/commit" are two words, a path is one."""
    low = low.replace("w/o ", "without ")
    return low.replace("/", " or ") if "/" in low and all(
        part.strip(EDGE) in VERBS or part.strip(EDGE) in THINGS for chunk in low.split() if "/" in chunk
        for part in chunk.split("/")) else low


def said_of(sentence: str) -> list[Word]:
    """The words of a sentence, each with whether a part of it begins there."""
    found: list[Word] = []
    opens = True
    for chunk in _apart(sentence.lower()).split():
        word = chunk.rstrip(EDGE).lstrip(EDGE.replace(".", ""))
        if not word.strip("-\u2013\u2014"):
            opens = True
            continue
        found.append(Word(word, opens or chunk[0] in "("))
        opens = chunk[-1] in ",:;)\u2014!"
    return found


def _among(said: list[Word], words: Container[str]) -> bool:
    return any(one.word in words for one in said)


def _at(said: list[Word], place: int) -> str:
    """The word at a place; "" before the first and behind the last."""
    return said[place].word if 0 <= place < len(said) else ""


def _english(sentence: str, asks: bool) -> list[Clause]:
    said = said_of(sentence)[:LONGEST]
    found: list[Clause] = []
    done: set[int] = set()
    for at, one in enumerate(said):
        if at in done:
            continue
        kinds = _kinds(said, at)
        how = _how(said, at, asks) if kinds else ""
        if not how:
            continue
        kinds, end = _listed(said, at, kinds)
        done.update(range(at, end))
        objects, stop = _objects(said, end)
        ended = said[stop:stop + 6]
        when = bool(ended) and ended[0].word in UNTIL
        person = when and not PERSON.isdisjoint(word.word for word in ended[1:])
        if how == FORBIDDEN and ((when and not person) or (said[at + 1:] and said[at + 1].word in TELLS_ME)):
            continue
        if TOUCH in kinds and how == FORBIDDEN and not _named(objects, one.word == "touch"):
            kinds = [kind for kind in kinds if kind != TOUCH]
        found.append(Clause(how, kinds, objects, sentence, person))
    return found


def _named(objects: list[str], leave: bool) -> bool:
    """Are they files or things by their names: "don't change the API" is no word about a folder of that name."""
    return bool(objects) and (leave or objects[0][0] == "+" or all(
        any(c in "./" or c.isdigit() for c in word) for word in objects))


def _kinds(said: list[Word], at: int) -> list[str]:
    """The kinds that a word tells: a verb; "be" and what is done; a verb that makes and its thing; "no" and a thing."""
    word = said[at].word
    before = "" if said[at].opens else _at(said, at - 1)
    named = _run_of(said, at)
    if named:
        return named
    thing = _made(said, at)
    if thing:
        return THINGS[said[thing].word]
    if before in ("be", "get", "gets", "it", "them") and word in ENDED:
        return ENDED[word]
    back = at
    while back and said[back - 1].word in EXTRA and not said[back].opens:
        back -= 1
    if _at(said, back - 1) == "no" and _at(said, at + 1) in THINGS and not said[at + 1].opens:
        return []           # "no merge commits"
    if word in VERBS and before not in ("the", "a", "an", "force"):
        return VERBS[word]
    ahead = [one.word for one in said[max(0, back - 2):back]]
    none = ahead[-1:] in (["no"], ["without"], ["skip"]) or (ahead[:1] == ["without"] and ahead[1:] in (["a"], ["any"]))
    return THINGS[word] if word in THINGS and none else []


def _run_of(said: list[Word], at: int) -> list[str]:
    """The kinds that stand before a verb that runs "it": "the deployment is ready, start it"."""
    if said[at].word not in RUNS or _at(said, at + 1) not in PRONOUNS:
        return []
    return [kind for one in said[:at] for kind in THINGS.get(one.word, ()) if kind in (DEPLOY, PUBLISH, MERGE, PUSH)]


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
    if said[0].word in WHY and not (asks and _among(said[:3], ABLE)):
        return ""
    back, merely = at, False
    while back and (not said[back].opens or said[back - 1].word == "please"):
        before, first = said[back - 1].word, _at(said, back - 2)
        denied = _denied(said, at, back, asks)
        if denied is not None:
            return FORBIDDEN if denied and not merely else ""
        if before in ("or", "nor") and first in VERBS:
            return _how(said, back - 2, asks)
        if not (before in PASSED or before in SOFT or before in EXTRA or before.endswith("ly") or (
                before == "you" and said[back].word in ("dare", "not", "to"))):
            break
        merely = merely or before in MERELY
        back -= 1
    if asks and _wonders(said, at):
        return WONDERED
    return ASKED if _ordered(said, at, back, asks) else ""


PASSED = frozenset("under circumstances dare ever be get to yet a any".split())       # between what denies and the verb
# "Instead of pushing", "refrain from pushing", "hold off on pushing".
INSTEAD = {"of": ("instead",), "from": ("refrain",), "off": ("hold",), "on": ("off", "hold")}


def _denied(said: list[Word], at: int, back: int, asks: bool) -> bool | None:
    """Do the words that end at a place deny the verb, or leave it to the person himself?  None: they say neither."""
    before, first = said[back - 1].word, _at(said, back - 2)
    own = 1 if before in MYSELF else 2 if (first, before) == ("i", "will") else 0
    if own:
        return said[back - own].opens or (back > own and said[back - own - 1].word in JOINS)
    if before in MODALS and said[at].word in ENDED and first == "nothing":
        return said[back - 2].opens
    if before == "no" and not asks and _among(_piece(said, at)[:3], IS | {"needed"}):
        return False
    if before in SHORT or before in NEVER or (before == "no" and not asks):
        return not (asks and back == 1) and _told(said, back - 1)
    if first in INSTEAD.get(before, ()):
        return True
    place = _not_to(said, back - 1) if before == "to" else 0
    return _told(said, place - 1) if place else None


NO_ORDER = frozenset("they who cannot can't".split())
BEGS = frozenset("you u please we let's pls".split())
NONE = SHORT | frozenset("no nothing nobody none can't won't".split())
ORDERS_TO = frozenset("want you need like go sure remember free forget hesitate try love us".split())


def _ordered(said: list[Word], at: int, back: int, asks: bool) -> bool:
    """Is a verb ordered before which, but for words that only colour it, this place lies?"""
    word = said[at].word
    before, first = _at(said, back - 1), _at(said, back - 2)
    if word.endswith("ing") or word not in VERBS.keys() | MAKES | RUNS:
        return word in ENDED and not asks and _among(said[max(0, at - 3):at], MODALS) and not _among(said[:at], NONE)
    begged, to = not asks or _among(said[:at + 1], BEGS), _among(said[back:at], ("to",))
    if not back or said[back].opens or before in JOINS:
        return begged and _among(said[back:at], ORDERS_TO) if to else begged or not at
    if to:
        return begged and before in ORDERS_TO
    spoken = (before in MODALS and first in ("you", "we")) or (before in SUBJECTS - {"i"} and first in MODALS)
    it = _at(said, at + 1) in PRONOUNS and before not in SUBJECTS | NO_ORDER
    return begged and (spoken or (it and not asks))


TOWARDS = frozenset("need want you have try going like reason ready it".split())


def _piece(said: list[Word], at: int) -> list[Word]:
    """The words behind a place, in the same part of the sentence."""
    return said[at + 1:next((n for n in range(at + 1, len(said)) if said[n].opens), len(said))]


def _not_to(said: list[Word], at: int) -> int:
    """Where before "to" it is denied: "not to push", "no need to push"; one more than that, 0 for nowhere."""
    for back in range(at - 1, max(-1, at - 6), -1):
        word = said[back].word
        if word in SHORT or word in ("no", "didn't"):
            return back + 1 if word != "didn't" else 0
        if said[back].opens or word not in TOWARDS:
            return 0
    return 0


def _told(said: list[Word], at: int) -> bool:
    """Does what denies stand where somebody is told something, and not behind a subject: "the tests don't"?"""
    if said[at].word == "without":
        return said[0].word not in ("it", "the", "this", "that", "they", "there", "never", "don't", "do", "why") or (
            said[0].word == "do" and said[1:2] != [] and said[1].word not in SHORT)
    back = at
    while back and not said[back].opens:
        before = said[back - 1].word
        if before in JOINS:
            return True
        if before in ("if", "when", "because") or before not in SUBJECTS | MODALS | SOFT | LEADS:
            return before == "not" or _plain_list(said, back)
        back -= 1
    return True


def _plain_list(said: list[Word], at: int) -> bool:
    """"Commit do not push", "review PR 7 don't approve it": an order before it, without a mark between."""
    first = next((one for one in range(at, -1, -1) if said[one].opens), 0)
    return (said[first].word in VERBS or said[first].word in WORKS) and (UNTIL | WHY | {"that", "whether"}).isdisjoint(
        one.word for one in said[first:at + 1])


WORKS = frozenset("check draft explain fix look plan prepare read review summarise summarize write".split())


def _wonders(said: list[Word], at: int) -> bool:
    """Does a question ask whether an act may be done: "ready to merge?", "can it be closed?", "should I push?"?"""
    words = [one.word for one in said[:at]]
    if not words or ABLE.isdisjoint(words):
        return False
    should = words[0] in ("should", "what", "how", "when") and "you" not in words
    near = {"to", "be", "i", "we", "this", "it", "that", "get"}.intersection(words[-2:]) or said[at].word in ENDED
    return bool(near) and (should or BEGS.isdisjoint(words))


def _listed(said: list[Word], at: int, kinds: list[str]) -> tuple[list[str], int]:
    """"Commit or push", "push, commit or deploy": all of them, and where the list ends."""
    kinds, end = list(kinds), at + 1
    end = _made(said, at) + 1 if _made(said, at) else end       # its thing is a word of it
    while end < len(said):
        step = 1 if said[end].word in ("or", "nor", "and", "/") else 0
        here = _at(said, end + step)
        more = VERBS.get(here) or THINGS.get(here)
        later = _among(said[end:end + 3], ("or", "nor", "and"))
        if not more or not (step or (said[end].opens and later)):
            break
        kinds += more
        end += step + 1
    return list(dict.fromkeys(kinds)), end


def _objects(said: list[Word], at: int) -> tuple[list[str], int]:
    """The words behind a verb that narrow it, and where they end: at a condition, a mark, another clause."""
    found: list[str] = []
    stop = at
    while stop < len(said):
        one = said[stop]
        if (one.opens and stop > at and one.word not in UNTIL) or (one.opens and stop == at and one.word in VERBS) or (
                one.word in UNTIL or one.word in ("but", "then")) or (one.word == "and" and stop + 1 < len(said) and (
                    said[stop + 1].word not in LITTLE)):
            break
        if one.opens and stop == at and one.word not in UNTIL:
            break
        if one.word and one.word not in LITTLE:
            found.append(one.word)
        elif one.word in TICKETS:
            found.append(f"+{one.word}")
        stop += 1
    plain = [word for word in found if word[0] != "+"]
    return (plain or found)[:QUOTED], stop


# --- nothing but … --------------------------------------------------------------------------------------------


def _only(text: str, found: list[Clause]) -> list[Clause]:
    """A prompt that wants a draft of a message asks to send none; one that wants it here, to push none."""
    wanted = _kinds_that(ASKED, found)
    only: list[Clause] = []
    for sentence, asks in sentences(text):
        low = sentence.lower()
        if within(HERE, low) and wanted.isdisjoint((PUSH, PR)):
            only.append(Clause(FORBIDDEN, [PUSH, PR], [], sentence))
        said = tokens(low)
        if not asks and within(DRAFTS, low) and wanted.isdisjoint((SEND, COMMENT)) and (
                not LETTERS.isdisjoint(said) or not low.isascii()) and not {"pr", "commit", "release"} & set(said):
            only.append(Clause(FORBIDDEN, [SEND, COMMENT], [], sentence))
    return only
