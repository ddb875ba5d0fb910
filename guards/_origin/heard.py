"""What kinds of act a prompt speaks of, in any language: to be told, to take away, to let, to pay, to set, to work.

    heard(text) -> the groups of guards/_origin/tongues.py, in order; [READS] alone for a prompt that only wants to know

The language is the one whose words it has most of; of all others only long words count, and those only lower suspicion.
Cannot see: a verb that is in no table; what "that one too" means.
"""
from __future__ import annotations

from guards._origin.carried import fold
from guards._origin.tongues import GROUPS, READS, ROWS, WORKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MOST, LONGEST, LONG = 1000, 12, 6      # characters of a prompt; letters of a beginning; letters that prove a word
_QUOTES = (("\u201c", "\u201d"), ("\u201e", "\u201c"), ("\u00ab", "\u00bb"), ("\u300c", "\u300d"), ("\u300e", "\u300f"),
           ('"', '"'), (" '", "'"), ("`", "`"))
_APART = str.maketrans(dict.fromkeys(",;:!?()[]{}<>*/|=+.¿¡。、，！？：；「」『』（）《》…·،؟।՞՜؛“”„«»\"'’`~–—-", " "))
_PIECES = str.maketrans(dict.fromkeys(",;:!?()\u060c\u061b\u061f\u06d4\u0964", "\n"))
# What stands before a verb's own beginning in German and Dutch, the longest first.
_APART_FROM = ("durch", "nach", "door", "vor", "ver", "uit", "mit", "ein", "auf", "aus", "an", "na", "op", "ab", "um")
# Scripts whose words are not told apart by blanks; such where a word's beginning may be another one; such where a few
# signs are a word.
_DENSE = ((0x0e00, 0x0eff), (0x1000, 0x109f), (0x1780, 0x17ff), (0x3040, 0x30ff), (0x3400, 0x9fff), (0xac00, 0xd7af))
_JOINED = ((0x0590, 0x08ff),)
_SIGNS = ((0x0900, 0x0dff), (0x1200, 0x137f), (0x10a0, 0x10ff))
_PREFIXED = frozenset(("fil", "id", "ms", "sw", "zu"))      # what is done to what stands before the verb


def heard(text: str) -> list[str]:
    """The groups that a prompt speaks of.

    >>> heard("Lies die neuen Mails"), heard("Lösch den Ordner 'Alte Berichte'"), heard("Futa folda 'Ripoti za zamani'")
    (['reads'], ['away', 'works'], [])
    >>> heard("Summarise my inbox"), heard("Clean up my inbox"), heard("请总结这个页面")
    (['reads'], ['away'], ['reads'])
    """
    from guards._origin.languages import understood
    low = _plain(_bare(text[:MOST]))
    first = low.split()[:1]
    plain = understood(text[:MOST]) or (low.isascii() and first and first[0] in dict(_stems("en")))
    hits = _english(low) if plain else _hits(low)
    if not hits:
        return [READS] if _wants_an_answer(text[:MOST], low) else []
    known = _words_of(hits)
    best = max(map(len, known.values()))
    mine = {name for name, words in known.items() if len(words) == best}
    most = max(sum(map(len, known[name])) for name in mine)     # a short word may be one of many languages
    found = {group for word, name, group in hits if (len(word) >= LONG and group != READS) or (
        name in mine and (group != READS or sum(map(len, known[name])) == most))}
    if plain and READS in found and not _wonders(low) and not (found == {READS} and _ends_asking(text[:MOST])):
        found.add("")       # it asks for something that no group holds
    if not found - {""} and _wants_an_answer(text[:MOST], low):
        found = {READS}
    if not plain and READS in found and (_unread(_bare(text[:MOST])) or (
            max(low) < "\u0250" and all(len(word) < 4 for word, _, _ in hits) and not _leads(low, hits))):
        found.add("")
    if READS in found and _asks_only(text[:MOST], {word for word, _, group in hits if group == READS}):
        found &= {READS, ""}    # what stands in a question names things: merge requests, orders
    return [group for group in ("", *GROUPS) if group in found]


def _asks_only(text: str, reads: set[str]) -> bool:
    """Does every sentence end as a question, and begin with a word that asks?"""
    for mark, end in (("\u061f", "?"), ("?", "?\n"), ("!", "\n"), (". ", "\n")):
        text = text.replace(mark, end)
    said = [one.strip() for one in text.split("\n") if any(c.isalpha() for c in one)]
    return bool(said) and all(one.endswith("?") and any(
        word in reads for word in one.lower().translate(_APART).split()[:2]) for one in said)


# By which a question begins that is a request: "can you …".
MODALS = frozenset("""
    bisa bisakah boleh can consegue could kan kannst kannste kun kunt may might must peut peux please podes pode
    poderia potresti pourrais pourriez pouvez puede puedes puoi shall should voisitko voitko wil will wilt would
    """.split())


def _wants_an_answer(text: str, low: str) -> bool:
    """Is a prompt in plain letters, of which no word is known, one question that is no request?

    >>> [_wants_an_answer(t, t.lower()) for t in ("anything urgent in #ops?", "can you frob it?", "ok? frob it")]
    [True, False, False]
    """
    first = low.translate(_APART).split()[:1]
    return low.isascii() and text.rstrip().endswith("?") and text.count("?") == 1 and "." not in text.rstrip(
        "?. ") and bool(first) and first[0] not in MODALS


def _ends_asking(text: str) -> bool:
    """Is its last sentence a question that begins with a word that asks: "opened the ticket - what do they need?" """
    for mark in (". ", "! ", "; ", " - ", " \u2013 ", ": ", ", "):
        text = text.replace(mark, "\n")
    last = text.strip().split("\n")[-1].lower()
    reads = {stem for stem, group in _stems("en") if group == READS}
    return last.endswith("?") and any(word in reads for word in last.translate(_APART).split()[:1])


def names_nothing(text: str) -> bool:
    """Is a prompt so short that it must mean what was said before: "yes, do it"?

    >>> [names_nothing(t) for t in ("ok, go ahead", "ja mach das", "はい、お願いします", "fix the page of a shop")]
    [True, True, True, False]
    """
    low = _plain(text[:MOST])
    if _in(max(low, default=" "), _DENSE):
        return len(low) <= 12
    said = _tokens(low)
    return len(said) <= 4


def _bare(text: str) -> str:
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
    low = " ".join(word for word in text.lower().split() if word[0] != "#" and "@" not in word and "/" not in word
                   and "." not in word.rstrip(".,;:!?)"))
    return low if low.isascii() else "".join(c for c in low if not ("\u0591" <= c <= "\u05c7" or
                                                                    "\u064b" <= c <= "\u0652"))


# English words that name a thing as often as an act: they count behind one of LEADS, or where a sentence begins.
NOUNS = frozenset("""act address again change charge clear close complete deal do end follow go move open order pause
    process public purchase release return run set share ship sign sort stop submit sure take transfer update work
    """.split())
LEADS = frozenset("""also and but can could first it just kindly let's lets must next now ok okay or please should so
    them then they to we will would yes you""".split())


# By which a person speaks of what he himself has to do: "tell me which settings I have to change" names what he wants
# to know.  In scripts without blanks: what stands before the verb, and what behind it.
NEEDS = frozenset("""must need needs should
    muss müssen müsste sollen sollte sollten moet moeten måste bör skal faut faudrait dois doit devons devrais tengo
    tenemos debo debemos debería deberíamos hay preciso precisamos devo devemos tenho dobbiamo dovrei bisogna
    надо нужно должен должна должны следует треба потрібно слід muszę musimy trzeba należy powinienem powinniśmy
    musím musíme gerek gerekiyor gerektiğini gerekenleri lazım cần phải harus perlu trebuie kell pitää täytyy
    πρέπει يجب چاہیے צריך चाहिए""".split())
_NEED_BEFORE, _NEED_BEHIND, _WHICH = "要该需须應该該", ("べき", "必要", "なければ", "야"), ("哪", "什么", "什麼")
_PARTICLES = ("を", "が", "の", "을", "를", "이", "의")      # behind a noun; but "削除をお願いします"
_DONE = ("お願", "し", "行", "頼", "해", "하", "부탁", "진행")
NEAR = 2            # words between a verb and such a word


# By which a sentence may begin before it comes to what it wants; what follows a verb.
OPENINGS = LEADS | frozenset(
    "a see give have hello hey hi i i'd i'm in is are like me need of quick short thanks want".split())
DETERMINERS = frozenset(
    "a all an any each every her his it its my our that the their them these this those your".split())


def _wonders(low: str) -> bool:
    """Does every sentence of an English prompt begin as one that only wants to know?

    >>> [_wonders(t) for t in ("can you list the mails and summarise them?", "upgrade vite and check the build",
    ...                        "check the build and upgrade the image", "what failed? thanks")]
    [True, False, False, True]
    """
    reads = frozenset(stem for stem, group in _stems("en") if group == READS)
    for mark in ".!?;:\n":
        low = low.replace(mark, "\n")
    for sentence in low.split("\n"):
        said = [word.strip(",()\"'") for word in sentence.split()]
        first = next((word for word in said if word and word not in OPENINGS), "")
        if first and first not in reads:
            return False
        for before, word, after in zip(said, said[1:], said[2:]):
            if before in ("and", "then", "to") and after in DETERMINERS and word not in reads and word not in OPENINGS:
                return False
    return True


_WONDERS = frozenset(("what", "which", "who", "where", "when", "how", "whether"))
_TELL = frozenset(("describe", "explain", "list", "say", "show", "summarise", "summarize", "tell"))


def _told_of(before: list[str]) -> bool:
    """Does a verb behind these words stand in what he wants to be told: "tell me what to …", "which I must …"?"""
    if before[-1:] != ["to"]:
        return before[-1:] in (["must"], ["should"]) and not _WONDERS.isdisjoint(before)
    if not _WONDERS.isdisjoint(before[-5:]) and not _TELL.isdisjoint(before):
        return True
    return before[-2:-1] in (["have"], ["need"], ["needs"]) and not _WONDERS.isdisjoint(before)


ENDINGS = ("", "s", "d")      # of a short English verb; "doc" is none of "do"


def _english(low: str) -> list[tuple[str, str, str]]:
    stems, found, before = dict(_stems("en")), [], ""
    last: list[str] = []        # the words of the sentence before this one
    for word in low.replace(". ", " ; ").replace(", ", " ; ").replace("\n", " ; ").replace(": ", " ; ").split():
        for part in word.translate(_APART).split():
            needed = _told_of(last)
            last.append(part)
            if not needed and (part not in NOUNS or not before or before in LEADS):
                found += [(part, "en", group) for end in range(2, min(len(part), LONGEST) + 1)
                          for group in [stems.get(part[:end])] if group and (end >= 5 or part[end:] in ENDINGS)]
            before = part
        if word == ";":
            before, last = "", []
    return found


def _tokens(low: str) -> list[str]:
    return low.translate(_APART).split()


def _stems(name: str) -> Iterator[tuple[str, str]]:
    for group, row in zip(GROUPS, ROWS[name].split("|")):
        for stem in row.split():
            yield stem, group


def _words_of(hits: list[tuple[str, str, str]]) -> dict[str, set[str]]:
    words: dict[str, set[str]] = {}
    for word, name, _ in hits:
        words.setdefault(name, set()).add(word)
    return words


def _in(c: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(low <= ord(c) <= high for low, high in ranges)


def _hits(low: str) -> list[tuple[str, str, str]]:
    """(stem, language, group) of each word that a row holds, piece by piece of a sentence."""
    table, dense, several = _table()
    found: list[tuple[str, str, str]] = []
    spaced = f" {' '.join(_tokens(low))} "
    whole = [(stem, name, group) for stem, name, group in several if f" {stem}" in spaced]
    within = {part for stem, _, _ in whole for part in stem.split()}
    for piece in low.translate(_PIECES).split("\n"):
        asks: frozenset[str] = frozenset()
        said, wonders = _tokens(piece), False
        for at, word in enumerate(said):
            hits = [] if word in within else _word_hits(word, table)
            if wonders and not NEEDS.isdisjoint(said[max(0, at - NEAR):at + NEAR + 1]):
                hits = [hit for hit in hits if hit[2] == READS]
            wonders = wonders or any(group == READS for _, _, group in hits)
            # "what does it", "who deleted", "a summary make": the verb belongs to what is to be told; "да", "ja" say
            # yes where they begin.
            found += [(stem, name, group) for stem, name, group in hits if group == READS or not (
                (name in asks and word.startswith(stem)) or (group == WORKS and at and len(stem) < 3))]
            that = at and word in ("que", "che")
            asks = frozenset(name for _, name, group in hits if group == READS and not that)
    found += whole
    if low and max(low) >= "\u0e00":
        kana = any("\u3040" <= c <= "\u30ff" for c in low)      # 参加者 is no Chinese verb
        found += [(stem * 3, name, group) for stem, name, group in dense if stem in low and not (
            kana and name == "zh" and len(stem) == 1) and (group == READS or not _needed(stem, low))]
    return found


def _needed(stem: str, low: str) -> bool:
    """Does a verb of a script without blanks name a thing, or what the person wants to know he has to do, and nothing
    else?

    >>> _needed("改", "告诉我要改哪些配置"), _needed("改", "然后改配置"), _needed("設定", "変更すべき設定を教えて")
    (True, False, True)
    """
    for piece in low.translate(_PIECES).replace("。", "\n").replace("，", "\n").replace("、", "\n").split("\n"):
        at = piece.find(stem)
        while at >= 0:
            behind = piece[at + len(stem):at + len(stem) + 6]
            before = piece[at - 1:at] in _NEED_BEFORE and at > 0 and any(one in piece for one in _WHICH)
            noun = behind.startswith(_PARTICLES) and not behind[1:].strip().startswith(_DONE) and any(
                one in low for one in _NEED_BEHIND)
            if not before and not noun and not any(one in behind for one in _NEED_BEHIND):
                return False
            at = piece.find(stem, at + 1)
    return True


def _leads(low: str, hits: list[tuple[str, str, str]]) -> bool:
    """Does a piece begin with one of the words?  "mit" in the middle is "with" as well as "what"."""
    known = {word for word, _, _ in hits}
    return low.rstrip().endswith("?") or any(
        piece.split()[:1] and piece.split()[0] in known for piece in low.translate(_PIECES).split("\n"))


def _word_hits(word: str, table: dict[str, list[tuple[str, str]]]) -> list[tuple[str, str, str]]:
    if _in(word[0], _DENSE):
        return []
    found: list[tuple[str, str, str]] = []
    least = 2 if _in(word[0], _SIGNS) else 3 if _in(word[0], _JOINED) else 4
    for start in range(3 if least == 3 else 5):
        part = word[start:]
        for end in range(1, min(len(part), LONGEST) + 1):
            if end < least and end != len(part):
                continue
            found += [(part[:end], name, group) for name, group in table.get(part[:end], ())
                      if not start or least == 3 or (end >= 4 and name in _PREFIXED)]
    if not word.isascii() and "\u00c0" <= max(word) < "\u0250":     # an accent moves: aplica, aplícalos
        plain = fold(word)
        found += [(plain[:end], name, group) for end in range(4, min(len(plain), LONGEST) + 1)
                  for name, group in table.get(plain[:end], ()) if group != READS]
    if not found and word.isascii():
        rest = next((word[len(one):] for one in _APART_FROM if word.startswith(one)), "")   # nalezen, abarbeiten
        verb = word.endswith(("en", "ern", "eln")) and not word.endswith("ungen")
        found += [(rest[:end], name, group) for end in range(4, min(len(rest), LONGEST) + 1)
                  for name, group in table.get(rest[:end], ()) if name in ("de", "nl") and (verb or group == READS)]
    return found


# By which what is to be done next is put behind what is to be read.
THEN = """a akkor alors and apoi aztán azután danach dann daarna dar därefter derefter después dopo e ensuite et ir ja
    kisha lalu luego medan och oder og poi potem potom puis pas rồi sedan sen siis sonra și tada tad tapos then toen un
    und utána ve vervolgens va y затем затим затоа потем потім потом после и і та й και μετά
    ثم واز و پھر اور سپس بعد फिर और তারপর এবং আর மற்றும்""".split()


def _unread(text: str) -> bool:
    """Is there a sentence of some words, no question, of which no word is known?"""
    for mark in ("\u061f", "\uff1f"):
        text = text.replace(mark, "?\n")
    for word in THEN:
        text = text.replace(f" {word} ", "\n")
    for mark in ("\u3002", "\uff01", "\u06d4", "\u0964", "! ", ". ", "? "):
        text = text.replace(mark, f"{mark.strip()}\n")
    return any(len(_tokens(_plain(one))) >= 3 and not one.rstrip().endswith("?") and not _hits(_plain(one))
               for one in text.split("\n"))


def _table() -> tuple[dict[str, list[tuple[str, str]]], list[tuple[str, str, str]], list[tuple[str, str, str]]]:
    """(stem -> its languages and groups, stems that stand anywhere, stems of several words)."""
    table: dict[str, list[tuple[str, str]]] = {}
    dense: list[tuple[str, str, str]] = []
    several: list[tuple[str, str, str]] = []
    for name in ROWS:
        for stem, group in _stems(name):
            if name == "en" and (group in (READS, GROUPS[-1]) or len(stem) < 5):
                continue        # what other languages borrow are acts
            if _in(stem[0], _DENSE):
                dense.append((stem, name, group))
            elif "_" in stem:
                several.append((stem.replace("_", " "), name, group))
            else:
                table.setdefault(stem, []).append((name, group))
    return table, dense, several
