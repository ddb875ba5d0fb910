"""What people ask for, in other languages than English, and whether a prompt was understood.

    verbs(text) -> stems of the English verbs that stand for what it asks
    understood(text) -> False for a prompt in a language of which no word is known: then nothing was "not asked for"
    asked(sentence) -> the verbs of a sentence that is certainly in another language, as a text asks for an act

Alphabetic languages by the beginning of a word, Chinese, Japanese and Korean by what stands in the text.
Generous by intent: a word too many only says that the user spoke of an act.
Limitations: verbs that are not in the table; a sentence that says not to.
"""
from __future__ import annotations

from guards._intent.lexicon import table
from guards._text.words import ELSEWHERE, tokens

_APART = str.maketrans(dict.fromkeys("¿¡。、，！？：；「」『』（）《》„“”‚‘’«»…·،؟", " "))
LONGEST = 12


def spoken(text: str) -> dict[str, None]:
    """English names of what it asks for: verbs of _intent/lexicon.py, each once.

    >>> list(spoken("Bitte schick Bo das Bild")), list(spoken("请总结这个页面"))
    (['send'], [])
    """
    low = lower(text)
    found = _words(low)
    return {} if _english(found) else _names(low, found)


def lower(text: str) -> str:
    """The text in lower case, the punctuation of other scripts as blanks."""
    return text.lower() if text.isascii() else text.translate(_APART).lower()


def _names(low: str, found: list[str]) -> dict[str, None]:
    names: dict[str, None] = {}
    rows = table()
    for word in found:
        for end in range(2, min(len(word), LONGEST) + 1):
            if end >= 4 or end == len(word):
                names.update((verb, None) for _, _, _, verb in rows.beginnings.get(word[:end], ()) if verb)
    if not low.isascii() and max(low) >= "\u0600":
        names.update((verb, None) for mark, _, _, verb in rows.inside if verb and mark in low)
    return names


def _words(low: str) -> list[str]:
    """Words of letters, those of addresses, paths and names left out."""
    return [core for core in (w.strip("\"'`.,;:!?()[]{}<>*_-") for w in low.split()) if core.isalpha()]


def english(text: str) -> bool:
    """Is one word in eight a function word of English, and are most written in its letters?"""
    return _english(_words(lower(text)))


def _english(found: list[str]) -> bool:
    plain = [w for w in found if w in PLAIN]
    if len(plain) * 8 < max(1, len(found)) or sum(not w.isascii() for w in found) * 3 > len(found):
        return False
    return not ELSEWHERE_TOO.issuperset(plain) or _begins(found)


def _begins(found: list[str]) -> bool:
    """Does it begin as an English order does?"""
    from guards._text.words import ASKED_FOR, stem
    return stem(next((word for word in found if word not in LEADS), "")) in ASKED_FOR


# Of these, words that stand in English, names and code too: they prove nothing alone.
SHARED_WORDS = frozenset("per em os est et y da sur con du des de il lo un bu is ve".split())
CODE = frozenset("{}()[]=;|\\→$&+")


def asked(sentence: str, sure: bool = False) -> dict[str, int]:
    """Stems of the English verbs for what it asks, each as an order; {} for English, for code, for a reading only.

    sure    it stands in a text of another language
    >>> asked("Bitte lösche die Datei draft-7 mit allen Kopien"), asked("请删除文件 draft-7")
    ({'delet': 2}, {'delet': 2})
    >>> asked("Merge pull request from acme/app"), asked("Der See ist ruhig und blau")
    ({}, {})
    """
    low = lower(sentence[:1500])
    found = _words(low)
    certain = _elsewhere(low, found) or (sure and not _english(found))
    if not certain or sum(c in CODE for c in sentence) > 0.06 * len(sentence):
        return {}
    from guards._text.words import stem
    return {stem(name): 2 for name in _names(low, found)}


def elsewhere(text: str) -> bool:
    """Is the beginning of a text, as far as it is in Latin letters, certainly in another language?"""
    low = lower(text[:1500].encode("latin-1", "ignore").decode("latin-1"))
    return _elsewhere(low, _words(low))


def _elsewhere(low: str, found: list[str]) -> bool:
    """Is it certainly in another language: half of its letters in another script, or two of its function words, or one
    with a letter that English has not or with no function word of English?"""
    plain = low.isascii()
    if not plain and max(low) > "\u036f" and not all(map(str.isascii, found)):
        letters = [c for word in found for c in word]
        other = sum("\u036f" < c <= "\u1fff" for c in letters)
        if sum(c > "\u2fff" for c in letters) >= 4 or 2 * other > len(letters) > 5:
            return True
    hits = ELSEWHERE.intersection(found)
    sure = len(hits) > 1 or (bool(hits) and not plain and any(not w.isascii() for w in found)) or bool(
        hits - SHARED_WORDS and PLAIN.isdisjoint(found))
    return sure and 8 * sum(w in ELSEWHERE for w in found) >= len(found) and not _english(found)


# Function words that the other languages of the table do not share.
PLAIN = frozenset("""the this that these my mine our your you he she they them is are what how why of at by for with
    about from and or but all any please it its i we to let can could would should will""".split())

# What may stand before an order: "ok, help me write".
LEADS = frozenset("also and can could first help just let lets me now ok okay please pls then us would you".split())
# Of these, words of other languages, too: alone they prove no English.
ELSEWHERE_TOO = frozenset("i my mine at of all an or by for to let can it are any he".split())


def understood(text: str) -> bool:
    """Is it English, whose verbs all stand in a table?  Of any other language only some do.

    >>> understood("Fix the bug"), understood("behebe den Fehler"), understood("korjaa kirjautumisen virhe nyt")
    (True, False, False)
    >>> understood("Write tests per TAX-9"), understood("Invia la lista per favore")
    (True, False)
    """
    found = _words(lower(text))
    if _english(found):
        return True
    other = ELSEWHERE.intersection(found)
    return text.isascii() and ((not other and len(found) < 3) or (other <= SHARED_WORDS and _begins(found)))


def like_english(text: str, clear: bool = False) -> bool:
    """Is it read by the place of its words?  Whatever is no other language for certain: "rm build" is nobody's."""
    return clear or understood(text[:4000]) or (text.isascii() and ELSEWHERE.isdisjoint(tokens(text[:4000])))
