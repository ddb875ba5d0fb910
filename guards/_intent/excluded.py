"""What kinds of act a prompt excludes, only asks about, or asks for: "fix it, but don't push".

    spoken_of(text)     the clauses that speak of such a kind, in order: each a `Clause`

Law: a word counts in the clause where it stands.  Who tells what happens ("the tests don't commit"), or under which
condition something may be done ("not until the tests pass"), forbids nothing; "not until I say so" does.  An object
behind the verb narrows it: "don't push to main" is a word about main.
Limitations: a verb that is in no row; of other languages than English an object counts only where it is a name.
"""
from __future__ import annotations

from guards._intent.bounds import sentences
from guards._intent.clause import SOFT
from guards._intent.excluded_abroad import ENGLISH, NOT_ABROAD, PERSON, elsewhere
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
    Word,
    piece,
    said_of,
)
from guards._intent.intents import IS, JOINS, MODALS, SUBJECTS
from guards._intent.mentions import any_form, is_code
from guards._text.words import tokens

MERELY = frozenset("just only simply blindly immediately directly always".split())       # "don't just push it"
LEADS = frozenset("""please to sure careful prefer rather better want told need have there's there that's this is time
    supposed make be do we're also and but so then or nor yet""".split())
EXTRA = frozenset("new further more other additional extra git any code direct".split())   # "no new commits"
APART = frozenset("sure draft to for on in of with without".split())
TICKETS = frozenset("ticket issue pr mr story task card bug tickets issues prs mrs".split())
TELLS_ME = frozenset("me you us".split())       # "don't send me the whole file"
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
        if mine and not ENGLISH.isdisjoint(tokens(low)) and low.isascii():
            pass
        elif foreign or (doubtful and not mine) or not (NOT_ABROAD.isdisjoint(tokens(low)) and low.isascii()):
            denied = {kind for one in found if one.how == FORBIDDEN for kind in one.kinds}
            mine += [one for one in elsewhere(sentence, asks, foreign, foreign or doubtful)
                     if one.how != ASKED or denied.isdisjoint(one.kinds)]
        if not foreign and any(any_form(one.word) and is_code(said, at) for said in [said_of(sentence)]
                               for at, one in enumerate(said)):
            mine = [one for one in mine if one.how != ASKED]
        found += mine
        asked = [one for one in mine if asks and one.how == ASKED]
    found += _only(text, found)
    return _settled(text.lower(), found)


def _settled(low: str, found: list[Clause]) -> list[Clause]:
    """Without questions that the prompt answers itself, and what it only pointed at made plain."""
    wanted = {kind for one in found if one.how == ASKED for kind in one.kinds}
    so = any(mark in low for mark in IF_SO)
    return [one for one in found if one.kinds and (
        one.how != WONDERED or not (so or wanted.intersection(one.kinds)))]


# --- English --------------------------------------------------------------------------------------------------

def _english(sentence: str, asks: bool) -> list[Clause]:
    said = said_of(sentence)[:LONGEST]
    found: list[Clause] = []
    done: set[int] = set()
    for at, one in enumerate(said):
        if at in done:
            continue
        kept = [] if asks else _kept(said, at)
        kinds = kept or _kinds(said, at)
        how = FORBIDDEN if kept else _how(said, at, asks) if kinds else ""
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
        if one.word == "touch" and "+" not in "".join(objects):
            continue
        found.append(Clause(how, kinds, objects, sentence, person))
    return found


def _kept(said: list[Word], at: int) -> list[str]:
    """The kinds that a person keeps for himself: "ask me before pushing", "leave it uncommitted", "I push myself"."""
    word, words = said[at].word, [one.word for one in said]
    before, behind = words[:at], words[at + 1:]
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
    word = said[at].word
    before = said[at - 1].word if at and not said[at].opens else ""
    if word in RUNS and any(one.word in PRONOUNS for one in said[at + 1:at + 2]):
        named = [kind for one in said[:at] for kind in THINGS.get(one.word, ())
                 if kind in (DEPLOY, PUBLISH, MERGE, PUSH)]
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
    if back and said[back - 1].word == "no" and at + 1 < len(said) and said[at + 1].word in THINGS and not (
            said[at + 1].opens):
        return []           # "no merge commits"
    if word in VERBS and before not in ("the", "a", "an", "force"):
        return VERBS[word]
    ahead = [one.word for one in said[max(0, back - 2):back]]
    none = ahead[-1:] in (["no"], ["without"], ["skip"]) or (ahead[:1] == ["without"] and ahead[1:] in (["a"], ["any"]))
    if word in ("comment", "comments") and (not CODES.isdisjoint(one.word for one in said) or len(said) < 4):
        return []           # of code
    return THINGS[word] if word in THINGS and none else []


CODES = frozenset("fix implement write add refactor code".split())


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
    if said[0].word in WHY and not (asks and any(one.word in ABLE for one in said[:3])):
        return ""
    back, merely = at, False
    while back and (not said[back].opens or said[back - 1].word == "please"):
        before, first = said[back - 1].word, said[back - 2].word if back > 1 else ""
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
    before, first = said[back - 1].word, said[back - 2].word if back > 1 else ""
    own = 1 if before in MYSELF else 2 if (first, before) == ("i", "will") else 0
    if own:
        return said[back - own].opens or (back > own and said[back - own - 1].word in JOINS)
    if before in MODALS and said[at].word in ENDED and first == "nothing":
        return said[back - 2].opens
    if before == "no" and not asks and any(
            one.word in IS or one.word == "needed" for one in piece(said, at)[:3]):
        return False
    if before in SHORT or before in NEVER or (before == "no" and not asks):
        return not (asks and back == 1) and _told(said, back - 1)
    if first in INSTEAD.get(before, ()):
        return True
    place = _not_to(said, back - 1) if before == "to" else 0
    return _told(said, place - 1) if place else None


NO_ORDER = frozenset("they who cannot can't".split())
ORDERS_TO = frozenset("want you need like go sure remember free forget hesitate try love us".split())


def _ordered(said: list[Word], at: int, back: int, asks: bool) -> bool:
    """Is a verb ordered before which, but for words that only colour it, this place lies?"""
    word = said[at].word
    before, first = (said[back - 1].word if back else "", said[back - 2].word if back > 1 else "")
    if word.endswith("ing") or word not in VERBS.keys() | MAKES | RUNS:
        return word in ENDED and not asks and any(one.word in MODALS for one in said[max(0, at - 3):at]) and not any(
            one.word in SHORT or one.word in ("no", "nothing", "nobody", "none", "can't", "won't") for one in said[:at])
    begged = not asks or any(one.word in ("you", "u", "please", "we", "let's", "pls") for one in said[:at + 1])
    if not back or said[back].opens or before in JOINS:
        if any(one.word == "to" for one in said[back:at]):
            return begged and any(one.word in ORDERS_TO for one in said[back:at])
        return begged or not at
    if any(one.word == "to" for one in said[back:at]):
        return begged and before in ORDERS_TO
    spoken = (before in MODALS and first in ("you", "we")) or (before in SUBJECTS - {"i"} and first in MODALS)
    it = at + 1 < len(said) and said[at + 1].word in PRONOUNS and before not in SUBJECTS | NO_ORDER
    return begged and (spoken or (it and not asks))


TOWARDS = frozenset("need want you have try going like reason ready it".split())


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
    return bool(near) and (should or not {"you", "u", "please", "we", "let's", "pls"}.intersection(words))


def _listed(said: list[Word], at: int, kinds: list[str]) -> tuple[list[str], int]:
    """"Commit or push", "push, commit or deploy": all of them, and where the list ends."""
    kinds, end = list(kinds), at + 1
    end = _made(said, at) + 1 if _made(said, at) else end       # its thing is a word of it
    while end < len(said):
        step = 1 if said[end].word in ("or", "nor", "and", "/") else 0
        here = said[end + step].word if end + step < len(said) else ""
        more = VERBS.get(here) or THINGS.get(here)
        later = any(one.word in ("or", "nor", "and") for one in said[end:end + 3])
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
    wanted = {kind for one in found if one.how == ASKED for kind in one.kinds}
    only: list[Clause] = []
    for sentence, asks in sentences(text):
        low = sentence.lower()
        if any(mark in low for mark in HERE) and wanted.isdisjoint((PUSH, PR)):
            only.append(Clause(FORBIDDEN, [PUSH, PR], [], sentence))
        said = tokens(low)
        if not asks and any(mark in low for mark in DRAFTS) and wanted.isdisjoint((SEND, COMMENT)) and (
                not LETTERS.isdisjoint(said) or not low.isascii()) and not {"pr", "commit", "release"} & set(said):
            only.append(Clause(FORBIDDEN, [SEND, COMMENT], [], sentence))
    return only
