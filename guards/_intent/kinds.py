"""What kinds of act a prompt speaks of, in any language: to be told, to take away, to let, to pay, to set, to work.

    heard(text) -> the groups of guards/_intent/lexicon.py, in order; [READS] alone for a prompt that only wants to know

The language is the one whose words it has most of; of all others only long words count, and those only lower suspicion.
Limitations: a verb that is in no table; what "that one too" means.
"""
from __future__ import annotations

from guards._intent.carried import fold
from guards._intent.lexicon import AWAY, GROUPS, READS, SETS, WORKS, Met, dense, row_of, table
from guards._text import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

MOST, LONGEST, LONG = 1000, 12, 6      # characters of a prompt; letters of a beginning; letters that prove a word
_QUOTES = (("\u201c", "\u201d"), ("\u201e", "\u201c"), ("\u00ab", "\u00bb"), ("\u300c", "\u300d"), ("\u300e", "\u300f"),
           ('"', '"'), (" '", "'"), ("`", "`"))
_APART = str.maketrans(dict.fromkeys(",;:!?()[]{}<>*/|=+.¿¡。、，！？：；「」『』（）《》…·،؟।՞՜؛“”„«»\"'’`~–—-", " "))
_PIECES = str.maketrans(dict.fromkeys(",;:!?()\u060c\u061b\u061f\u06d4\u0964", "\n"))

def heard(text: str) -> list[str]:
    """The groups that a prompt speaks of.

    >>> heard("Lies die neuen Mails"), heard("Lösch den Ordner 'Alte Berichte'"), heard("Futa folda 'Ripoti za zamani'")
    (['reads'], ['away', 'works'], [])
    >>> heard("Summarise my inbox"), heard("Clean up my inbox"), heard("请总结这个页面")
    (['reads'], ['away'], ['reads'])
    """
    from guards._intent.languages import english, understood
    low = _plain(bare(text[:MOST]))
    first = low.split()[:1]
    low = _shown(low)
    plain = understood(text[:MOST]) or (low.isascii() and first and first[0] in _first())
    hits = _english(low) if plain else []
    if not hits and not english(text[:MOST]):       # two words are understood, and may be another language's
        hits, plain = _hits(low), False
    if not hits:
        return [READS] if _wants_an_answer(text[:MOST], low) else []
    found = _groups(hits)
    if READS in found and (not _wonders(low) if plain else max(low) < "\u0250" and not low.endswith("?") and max(
            len(word) for word, *_ in hits) < 4):
        found.add("")       # it asks for something that no group holds
    if READS in found and only_asks(text[:MOST], {word for word, _, group in hits if group == READS}, 2):
        found &= {READS, ""}    # what stands in a question names things: merge requests, orders
    return [group for group in ("", *GROUPS) if group in found]


def only_asks(text: str, wonders: Container[str], begins: int = 1) -> bool:
    """Does every sentence end as a question, and is one of its first words, as many as `begins`, one that asks?"""
    for mark, end in (("\u061f", "?"), ("?", "?\n"), ("!", "\n"), (". ", "\n")):
        text = text.replace(mark, end)
    said = [one.strip() for one in text.split("\n") if any(c.isalpha() for c in one)]
    return bool(said) and all(one.endswith("?") and any(
        word in wonders for word in one.lower().translate(_APART).split()[:begins]) for one in said)


# By which a question begins that is a request: "can you …".
MODALS = frozenset("""
    bisa bisakah boleh can consegue could kan kannst kannste kun kunt may might must peut peux please podes pode
    poderia potresti pourrais pourriez pouvez puede puedes puoi shall should voisitko voitko wil will wilt would
    """.split())


def _wants_an_answer(text: str, low: str) -> bool:
    """Is a prompt in plain letters, of which no word is known, one question that is no request?

    >>> [_wants_an_answer(t, t.lower()) for t in ("anything urgent in #ops?", "can't you frob it?", "ok? frob it")]
    [True, False, False]
    """
    first = low.translate(_APART).split()[:1]
    return low.isascii() and text.rstrip().endswith("?") and text.count("?") == 1 and "." not in text.rstrip(
        "?. ") and bool(first) and MODALS.isdisjoint((first[0], first[0].removesuffix("n")))


def names_nothing(text: str) -> bool:
    """Is a prompt so short that it must mean what was said before: "yes, do it"?

    >>> [names_nothing(t) for t in ("ok, go ahead", "ja mach das", "はい、お願いします", "fix the page of a shop")]
    [True, True, True, False]
    """
    low = _plain(text[:MOST])
    if dense(max(low, default=" ")):
        return len(low) <= 12
    said = _tokens(low)
    return len(said) <= 4


def bare(text: str) -> str:
    """The text without what it quotes: a title, a message, lines behind a `>`."""
    text = "\n".join(line for line in text.split("\n") if not line.lstrip().startswith(">"))
    for opens, closes in _QUOTES:
        start = text.find(opens)
        while start >= 0:
            end = text.find(closes, start + len(opens))
            if end < 0:
                break
            text = f"{text[:start]} {text[end + len(closes):]}"
            start = text.find(opens, start)
    return text


def _plain(text: str) -> str:
    """In small letters, without addresses, paths, names of channels, and the signs that Arabic and Hebrew may leave."""
    low = " ".join("," * (word[-1] == ",") if word[0] == "#" or "@" in word or "/" in word or "." in word.rstrip(
        ".,;:!?)") else word for word in text.lower().split())
    return low if low.isascii() else "".join(c for c in low if not ("\u0591" <= c <= "\u05c7" or
                                                                    "\u064b" <= c <= "\u0652"))


# English words that name a thing as often as an act: they count behind one of LEADS, or where a sentence begins.
NOUNS = frozenset("""act address again change charge clear close complete deal do end follow go move open order pause
    process public purchase release return run set share ship sign sort stop submit sure take transfer update work
    """.split())
LEADS = frozenset("""also and but can could first it just kindly let's lets must next now ok okay or please should so
    them then they to we will would yes you""".split())


# By which a sentence may begin before it comes to what it wants; what follows a verb.
OPENINGS = LEADS | frozenset(
    "a see give have hello hey hi i i'd i'm in is are like me need of quick short thanks want".split())
DETERMINERS = frozenset(
    "a all an any each every her his it its my our that the their them these this those your".split())


# What one is given by being told it; "get me the early flight" wants another thing.
TOLD = frozenset("""cause count data details diff email emails error errors facts history info information issues list
    log logs mail mails message messages name names note notes numbers output overview profile reason reasons report
    result results review reviews status summary text tweet tweets""".split())
GIVES = ("give me", "fetch me", "get me")


def _shown(low: str) -> str:
    """The text, where it asks to be given what one is only told, as one that asks to be shown it.

    >>> _shown("can you give me the last mails"), _shown("get me the early flight to see the mails")
    ('can you show me the last mails', 'get me the early flight to see the mails')
    """
    for gives in GIVES:
        before, found, rest = low.partition(f"{gives} ")
        if found and before[-1:] in (" ", "") and not TOLD.isdisjoint(_tokens(rest)[:3]) and " into " not in rest:
            low = f"{before}show me {rest}"
    return low


def _wonders(low: str) -> bool:
    """Does every sentence of an English prompt begin as one that only wants to know?

    >>> [_wonders(t) for t in ("can you list the mails and summarise them?", "upgrade vite and check the build",
    ...                        "check the build and upgrade the image", "compare a and b, add what b lacks")]
    [True, False, False, False]
    """
    reads = frozenset(word for word, group, _ in row_of("en") if group == READS)
    for mark in ".!?;:\n":
        low = low.replace(mark, "\n")
    return all(_only_wonders(sentence.split(), reads) for sentence in low.split("\n"))


def _only_wonders(written: list[str], reads: frozenset[str]) -> bool:
    """As `_wonders`, of one sentence."""
    said = [word.strip(",()\"'") for word in written]
    first = next((word for word in said if word and word not in OPENINGS), "")
    if (first and first not in reads) or (first == "retrieve" and "into" in said):       # put where others find it
        return False
    for before, word, after in zip(said, said[1:], said[2:]):
        if before in ("and", "then", "to") and after in DETERMINERS and word not in reads and word not in OPENINGS:
            return False
    return not any(before[-1:] == "," and word not in reads and words.stem(word) in words.ASKED_FOR - words.NOUNS
                   for before, word in zip(written, said[1:]))


OWNERS = frozenset("a an his my our s the their your".split())      # behind them "shared" tells what a calendar is
ENDINGS = ("", "s", "d")      # of a short English verb; "doc" is none of "do"


def _english(low: str) -> list[tuple[str, str, str]]:
    stems, found, before = _first(), [], ""
    for word in low.replace(". ", " ; ").replace(", ", " ; ").replace("\n", " ; ").replace(": ", " ; ").split():
        for part in word.translate(_APART).split():
            if (part not in NOUNS or not before or before in LEADS) and not (
                    part[-2:] == "ed" and before in OWNERS):
                found += [(part, "en", group) for end in range(2, min(len(part), LONGEST) + 1)
                          for group in [stems.get(part[:end])] if group and (end >= 5 or part[end:] in ENDINGS)]
            before = part
        if word == ";":
            before = ""
    return found


def _tokens(low: str) -> list[str]:
    return low.translate(_APART).split()


def _first() -> dict[str, str]:
    """The words of English by which one asks, and their kinds."""
    return {word: group for word, group, _ in row_of("en")}


def _groups(hits: list[tuple[str, str, str]]) -> set[str]:
    """The groups of the language that has most of the words; of all others only long words count."""
    known: dict[str, set[str]] = {}
    for word, name, _ in hits:
        known.setdefault(name, set()).add(word)
    best = max(map(len, known.values()))
    mine = {name for name, words in known.items() if len(words) == best}
    most = max(sum(map(len, known[name])) for name in mine)     # a short word may be one of many languages
    return {group for word, name, group in hits if (len(word) >= LONG and group != READS) or (
        name in mine and (group != READS or sum(map(len, known[name])) == most))}


def _hits(low: str) -> list[tuple[str, str, str]]:
    """(stem, language, group) of each word that a row holds, piece by piece of a sentence."""
    rows = table()
    spaced = f" {' '.join(_tokens(low))} "
    found = [one[:3] for one in rows.several if f" {one[0]}" in spaced]
    within = {part for stem, _, _ in found for part in stem.split()}
    for piece in low.translate(_PIECES).split("\n"):
        asks: frozenset[str] = frozenset()
        for at, word in enumerate(_tokens(piece)):
            hits = [] if word in within else _word_hits(word, rows.beginnings)
            # "what does it", "who deleted", "a summary make": the verb belongs to what is to be told; "да", "ja" say
            # yes where they begin.
            found += [(stem, name, group) for stem, name, group in hits if group == READS or not (
                (name in asks and word.startswith(stem)) or (group == WORKS and at and len(stem) < 3))]
            that = at and word in ("que", "che")
            asks = frozenset(name for _, name, group in hits if group == READS and not that)
    kana = any("\u3040" <= c <= "\u30ff" for c in low)      # 参加者 is no Chinese verb
    return found + [(stem * 3, name, group) for stem, name, group, _ in rows.inside if group and stem in low and not (
        kana and name == "zh" and len(stem) == 1)]


def languages_of(word: str) -> set[str]:
    """The languages in which a word begins as one by which people ask to take away, or to set anew."""
    hits = _word_hits(word, table().beginnings) if word else ()
    return {name for _, name, group in hits if group in (AWAY, SETS)}


def _word_hits(word: str, beginnings: dict[str, list[Met]]) -> list[tuple[str, str, str]]:
    """What a word begins with; where an accent moves ("aplícalos"), without it."""
    if dense(word):
        return []
    forms = [(word, 1), (fold(word), 4)] if not word.isascii() and "\u00c0" <= max(word) < "\u0250" else [(word, 1)]
    # Of English only acts, which other languages borrow.
    return [(form[:end], name, group) for form, least in forms for end in range(least, min(len(form), LONGEST) + 1)
            if end >= 4 or end == len(form) for _, name, group, _ in beginnings.get(form[:end], ())
            if group and (group != READS or least == 1) and (name != "en" or (end > 4 and group not in (READS, WORKS)))]
