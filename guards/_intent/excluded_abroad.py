"""What other languages than English exclude: a word that denies and one that tells a kind of act, in one clause.

    elsewhere(sentence, asks, foreign, may_ask)     the clauses of a sentence that speak of a kind of act
    ENGLISH, NOT_ABROAD                             words of English that are no other language's; words that deny

Limitations: an object counts only where it is a name; a verb by its beginning.
"""
from __future__ import annotations

from guards._intent.clause import within
from guards._intent.elsewhere import NOT
from guards._intent.excluding import (
    ABROAD,
    ASKED,
    COMMENT,
    FORBIDDEN,
    PR,
    QUOTED,
    SEND,
    THINGS,
    VERBS,
    WONDERED,
    Clause,
)
from guards._text.words import tokens

ENGLISH = frozenset("t dont not never without the to for and it this if when can will i you we my is are".split())
ENGLISH_NOT = frozenset("not don dont never without keep except unless no".split())
PERSON = frozenset("""i me my i'm i've ich mir mich meine meiner je j moi ma mon yo mi mí eu io ik mij ja я мне mnie
    diga
    ok""".split())
SELF = tuple(" selbst | selber | moi-même | moi même | mí mismo | yo mismo | io stesso | zelf | сам | 自己 ".split("|"))
NOT_ABROAD = NOT - ENGLISH_NOT
NO = frozenset(("no",))         # is English, too
DENSE_NOT = ("不要", "不用", "不必", "无需", "勿", "别", "別", "先不", "暂不", "しない", "せず", "ないで", "なしで",
             "하지 마", "하지마",
             "지 마", "지마", "말고", "말아")
FORGETS = ("vergiss", "vergess", "olvid", "oubli", "dimentic", "esque", "vergeet", "забуд", "zapom", "忘", "잊")
SUBJECT = frozenset("""es er der das die sie el la los las il lo le les elle ils un une una ein eine o os de het hij
    wird werden wurde wurden sind ist hat está están fue es est sont été era foi são czy się se warum wieso por
    pourquoi perché porque 为什么 怎么 なぜ 왜 wenn falls si se jeśli если""".split())
MUST = frozenset("soll sollst sollte darf darfst bitte que lass puedes debes il faut ne".split())
INFINITE = ("en", "ern", "eln", "ar", "er", "ir", "re", "ть", "ć")
BUTS = (" aber ", " jedoch ", " sondern ", " pero ", " sino ", " mais ", " ma ", " però ", " mas ", " maar ", " ale ",
        " но ", " und dann ", " y luego ", " but ", "但是", "但", "でも", "けど", "지만")
WHEN_ABROAD = frozenset("""bis bevor ehe wenn ohne hasta antes sin salvo jusqu'à jusqu avant sans tant finché prima
    senza
    até sem tot voordat zonder dopóki zanim bez пока без если falls""".split())
PRIVATIVE = frozenset("ohne sin sans senza sem zonder bez без".split())
DENSE_WHEN = ("之前", "直到", "除非", "如果", "的话", "まで", "前に", "전에", "까지")
# A question whether an act may be done; whom it asks to do it.
MAY = (" bereit ", " fertig zum ", " kann ", " können ", " darf ", " dürfen ", " soll ", " sollen ", " sollte ",
       " muss ",
       "se puede", " puedo ", "se debe", " debería", " listo", " lista ", "conviene", "peut-on", "peut on", "puis-je",
       "prêt", "faut-il", "doit-on", "si può", " posso ", " pronto ", " pronta ", " dovrei ", " klaar ", " kan ",
       " mag ",
       "można", "mogę", "gotow", "можно", "готов", "стоит ли", "可以", "能", "准备好", "是否", "应该", "できます",
       "べき",
       "準備", "될까", "되나", "준비")
YOU = (" du ", " ihr ", " kannst ", " könntest ", " bitte ", " tú ", " tu ", " usted ", " puedes ", " vous ", " toi ",
       " você ", " potresti ", " puoi ", " je ", " kun ", " możesz ", " можешь ", " вы ", "你", "您", "帮", "请",
       "ください",
       "もらえ", "くれ", "주세요", "줄래", "por favor", "s'il te", "s'il vous", " per favore ", " you ")


def elsewhere(sentence: str, asks: bool, foreign: bool, may_ask: bool) -> list[Clause]:
    """The clauses of a sentence in another language: a word that denies and one that tells a kind, in one clause."""
    found: list[Clause] = []
    off: set[str] = set()
    for clause in _parts(sentence.lower()):
        words = tokens(clause)
        kinds, verb = _abroad(words, clause)
        if not kinds or within(FORGETS, clause):
            continue
        spaced = f" {clause.strip(' ¿¡?？')} "
        if asks:
            how = _asked(spaced) if foreign else ""
            if how:
                found.append(Clause(how, kinds, _names(clause), sentence))
            continue
        no = "no" in words and (foreign or (may_ask and verb not in VERBS and verb not in THINGS))
        himself = within(SELF, spaced) and not PERSON.isdisjoint(words)
        if not (no or himself or _denies(words, clause)):
            if may_ask and off.isdisjoint(kinds) and words[0] not in SUBJECT and not verb.startswith("ge"):
                found.append(Clause(ASKED, kinds, _names(clause), sentence))
            continue
        if _merely_told(words, verb):
            continue
        until = _condition(words, clause)
        if until is None:
            continue
        names = _names(clause)
        kinds = [*dict.fromkeys([*kinds, *_more(words, verb, clause)])]
        off.update(kinds)
        found.append(Clause(FORBIDDEN, kinds, names, sentence, until))
    return found


CONJUNCTIONS = (" und ", " oder ", " y ", " e ", " et ", " en ", " i ", " и ", " ni ", "也", "并且", "，")


OR = frozenset("oder noch und o y ni ou et e of en i и".split())


def _asked(spaced: str) -> str:
    """What a question is: "can you ...?", "may it ...?"; "" for neither."""
    if within(YOU, spaced) or spaced[1:].startswith(("可以", "能")):
        return ASKED
    return WONDERED if within(MAY, spaced) else ""


def _denies(words: list[str], clause: str) -> bool:
    return not NOT_ABROAD.isdisjoint(words) or within(DENSE_NOT, clause)


def _parts(low: str) -> list[str]:
    """The clauses, apart where both sides of an "and" deny something."""
    for when in WHEN_ABROAD - PRIVATIVE:
        low = low.replace(f", {when} ", f" {when} ")
    low = low.replace("、", " ")
    for mark in ("，", ", ", ": ", "：", "（", "(", ")", *BUTS):
        low = low.replace(mark, "\n")
    found: list[str] = []
    for clause in low.split("\n"):
        for mark in CONJUNCTIONS:
            sides = clause.split(mark)
            if len(sides) > 1 and all(_denies(tokens(one), one) or "no" in tokens(one) for one in sides):
                found += sides
                break
        else:
            found.append(clause)
    return [one for one in found if tokens(one)]


def _more(words: list[str], verb: str, clause: str) -> list[str]:
    """What else is denied behind one word that denies: "nicht committen oder pushen"."""
    if verb not in words:
        return [kind for begun, kinds in ABROAD.items() if begun[0] >= "\u0e00" and len(begun) > 1 and begun in clause
                for kind in kinds]
    at = words.index(verb)
    if at + 2 < len(words) and words[at + 1] in OR:
        return _abroad(words[at + 2:], "")[0] if not {*words[:at]}.isdisjoint(NOT_ABROAD | NO) else []
    return []


def _abroad(words: list[str], clause: str) -> tuple[list[str], str]:
    """(the kinds of the first word that tells some, that word); the longest beginning counts."""
    for only in (False, True):      # of "einen PR mergen" the verb counts
        for word in words:
            kinds = [kind for begun, some in ABROAD.items() if begun[0] < "\u0e00" and word.startswith(begun) and (
                len(begun) > 3 or len(word) < len(begun) + 4) for kind in some]
            if kinds and word not in ("public", "público", "pública") and (only or PR not in kinds):
                return [*dict.fromkeys([*kinds, *([COMMENT] if SEND in kinds else ())])], word
        best = max((begun for begun in ABROAD if begun[0] >= "\u0e00" and begun in clause), key=len, default="")
        if best:
            return list(ABROAD[best]), best
    return [], ""


def _merely_told(words: list[str], verb: str) -> bool:
    """Does a clause tell what does not happen: "der Button sendet nicht", "die Mail wird nicht gesendet"?"""
    if f" se {verb} " in f" {' '.join(words)} " and not verb.endswith(INFINITE):
        return True
    if not MUST.isdisjoint(words[:2]) or words[0] in ("ich", "je", "yo", "я", "我"):
        return False
    return not SUBJECT.isdisjoint(words[:-1]) and not (
        SUBJECT.intersection(words) <= ARTICLES and (verb.endswith(INFINITE) or words[0] not in SUBJECT))


ARTICLES = frozenset("der die das el la los las le les il lo un una une o os de het den es ein eine se si".split())


def _condition(words: list[str], clause: str) -> bool | None:
    """Is it forbidden until the person speaks of it: True; only under a condition: None; else False."""
    at = next((n for n, word in enumerate(words) if n and word in WHEN_ABROAD), 0)
    if at and words[at] in PRIVATIVE and (NOT_ABROAD | NO).isdisjoint(words[:at]):
        return False        # it is what denies
    if not at and not within(DENSE_WHEN, clause):
        return False
    return True if not PERSON.isdisjoint(words[at + 1:]) or "我" in clause or "私" in clause else None


PLACES = frozenset("main master prod production staging develop dev produktion producción".split())


def _names(clause: str) -> list[str]:
    """What narrows a clause of another language: files, ids, branches."""
    found = [word.strip(".,;:!?()\"'") for word in clause.split()]
    return [word for word in found if word in PLACES or (any(c.isdigit() for c in word) and word.isascii()) or (
        "." in word.strip(".") or "/" in word)][:QUOTED]
