"""What a prompt says in every language: its verbs need a table, but names and numbers carry over.

A name is kept under the forms that it may have elsewhere, since a grammar bends it: `Inesille` is Ines, `Nováka` Novák.
Limitations: a name whose forms have no letters in common, or that is written in two scripts other than Cyrillic, Greek
and Latin.
"""
from __future__ import annotations

from guards._text import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MOST, LONGEST = 30, 24      # words of a prompt that may be names; letters of one
# Endings that the other forms of a name may have in the place of its own.
ENDINGS = ("", "a", "e", "i", "o", "s", "y", "is", "as", "us", "а", "я", "е", "и", "й", "о", "ь", "α", "η", "ς", "ος")
# Names of things that every language borrowed: they name nobody.
BORROWED = frozenset("""admin api app chat csv doc docs e email excel file github gitlab html http https info inbox jira
    json link login mail notion pdf readme report server slack sms team ticket url web wiki word www""".split())
_EDGE = "\"'`.,;:!?()[]{}<>*_-«»„“”‚‘’¿¡。、，！？：；「」『』（）《》…·،؟।"
_JOINS = "'’ʼ:-–_,/()[]\"“”„«»、。，・「」"
_APART = str.maketrans(dict.fromkeys(_JOINS, " "))
_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th"})
_LATIN = str.maketrans(dict(zip(
    "абвгґдеєжзиіїйклмнопрстуфхцчшщъыьэюяλαβγδεζηθικμνξοπρσςτυφχψω",
    "a b v g g d e ie zh z i i i i k l m n o p r s t u f kh ts ch sh shch  y  e yu ya "
    "l a v g d e z i th i k m n x o p r s s t y f ch ps o".split(" "))))


def fold(word: str) -> str:
    """A word in plain small letters: without accents, Cyrillic and Greek as they are written in Latin.

    >>> fold("Nováka"), fold("Марина"), fold("Łukasz"), fold("Δήμου")
    ('novaka', 'marina', 'lukasz', 'dimoy')
    """
    if word.isascii():
        return word.lower()
    from unicodedata import combining, normalize

    low = "".join(c for c in normalize("NFKD", word.lower()) if not combining(c))
    return low.translate(_PLAIN).translate(_LATIN)


def keys(text: str) -> list[str]:
    """The forms under which what a prompt names may stand elsewhere.

    >>> "ines" in keys("Lähetä raportti Inesille"), "novak" in keys("Zaplať fakturu od Nováka")
    (True, True)
    >>> "марина" in keys("Надішли звіт Марині"), "bo" in keys("Boさんに送って"), "אינס" in keys("שלח לאינס")
    (True, True, True)
    """
    found: dict[str, None] = {}
    for word, least in list(_names(text))[:MOST]:
        found.update(dict.fromkeys(_forms(word[:LONGEST], least)))
    return list(found)


def _names(text: str) -> Iterator[tuple[str, int]]:
    """(word, the fewest letters by which it may be known) of each word that may be a name."""
    chunks = [chunk for chunk in text[:4000].split() if not any(c in chunk.strip(_EDGE) for c in "@/\\.")]
    parts = [(part, at == 0 and inner == 0) for at, chunk in enumerate(chunks)
             for inner, part in enumerate(word for whole in chunk.translate(_APART).split() for word in _runs(whole))]
    foreign = any(not part.isascii() and part.lower() == part.upper() for part, _ in parts)
    capitals = any(part[:1].isupper() for part, first in parts if not first)
    for part, first in parts:
        word = part.strip(_EDGE)
        if len(word) < 2 or not _letters(word) or fold(word) in BORROWED:
            continue
        cased = word.lower() != word.upper()
        if not cased:
            yield word, 2
        elif (word[0].isupper() and not first) or (foreign and word.isascii()):
            yield word, 2 if len(word) < 4 else 3
        elif first or not capitals:
            yield word, 4


def _letters(word: str) -> bool:
    """Letters only, with the signs that some scripts write above and below them."""
    return word.isalpha() or (word[0].isalpha() and all(c.isalpha() or c > "\u02ff" for c in word))


def _runs(chunk: str) -> list[str]:
    """A chunk of two scripts as its parts: `Boさんに` as `Bo` and the rest."""
    if chunk.isascii():
        return [chunk]
    runs: list[str] = []
    for i, c in enumerate(chunk):
        if runs and (c.lower() != c.upper()) == (chunk[i - 1].lower() != chunk[i - 1].upper()):
            runs[-1] += c
        else:
            runs.append(c)
    return runs if any(run.isascii() and run.isalpha() for run in runs) else [chunk]


def _forms(word: str, least: int) -> Iterator[str]:
    low = word.lower()
    first = low[0]
    if "\u0e00" <= first <= "\u0eff" or "\u1000" <= first <= "\u109f" or "\u1780" <= first <= "\u17ff":
        for size in range(3, 9):        # no blanks between words: every part of it may be one
            yield from (low[at:at + size] for at in range(len(low) - size + 1))
        return
    if first >= "\u2e80":       # pairs of neighbours
        yield from words.tokens(low)
        return
    if "\u0590" <= first <= "\u08ff":       # what is joined to the beginning of a name: to, in, and, the
        yield from (low[cut:] for cut in range(min(3, len(low) - 1)))
    for base in dict.fromkeys((low, fold(low))):
        least_here = max(least, (len(base) + 1) // 2)
        for end in range(min(least_here, len(base)), len(base) + 1):
            part = base[:end]
            for ending in ENDINGS if end >= len(base) - 2 and end > 2 else ("",):
                yield part + ending
                yield words.stem(part + ending)


def numbers(text: str) -> list[str]:
    """The numbers of two digits and more that stand for themselves.

    >>> numbers("Maksa 480,50 e laskusta R-19 (12 kpl)")
    ['480', '12']
    """
    found = []
    for chunk in text[:4000].split():
        bare = chunk.strip(_EDGE + "€$£¥₹")
        head = bare.replace(",", ".").split(".")[0]
        if head.isdigit() and len(head) > 1:
            found.append(head)
    return found[:20]
