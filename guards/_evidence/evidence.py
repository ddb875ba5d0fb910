"""What a session's texts leave behind: records, requests, the user's words.

A prompt leaves what the user said (`prompt_row`), a result its records and the requests in it (`result_row`): words and
values as keyed hashes, never the text, but for a short, cleaned excerpt of a sentence that asks, or of a line
beside it that fetches.  _evidence/recalled.py reads them back.
"""
from __future__ import annotations

from guards._text import orders
from guards._text import words as _words
from guards._text.plain import leaves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from guards import Settings
    from guards._evidence import passages as _passages

CARD, CARDS = 40, 20           # words of a record that is a card and no text; cards of one result
ASSENTS = "assents"     # beside the kinds of _intent/kinds.py: a prompt that means what was said before it
EXCERPT = 160       # characters of a sentence that are kept
APART = "\n" + 80 * " " + "\n"
HEX = 10            # digits of a hash
RANGE = 50          # names that a prompt counts off in one word
OWN, LOCAL, FOREIGN = 0, 1, 2  # who writes a result: the account's own data, this machine, third parties

_DELEGATES = frozenset("""do follow complete perform execute fulfil fulfill carry act handle
    address care deal finish process implement resolve work fix tackle apply answer""".split())
_DELEGATED = frozenset("""tasks instructions todo todos requests request actions steps guide checklist them things
    everything runbook playbook tickets""".split())
_REFERS = ("according to", "as described", "as instructed", "based on", "follow the", "in accordance with",
           "what they ask", "what they want", "what it says")
# "Like the readme says"; the same in other languages, where the prompt asks for more than to be told something.
_LIKE = frozenset("as how like per way".split())
_SAYS = frozenset("asks describes described documents explains recommends says suggests tells wants".split())
_ACCORDING = frozenset("""gemäß selon según conforme secondo volgens zgodnie согласно enligt ifølge podle szerint mukaan
    mukaisesti sesuai uyarınca""".split())
_ACCORDING_INSIDE = ("通りに", "従って", "按照", "依照", "照着", "대로")
_NUMBERED = frozenset("id number no file order item account ticket issue pr pull page invoice room card zip".split())


def hasher(key: bytes) -> Callable[[str], str]:
    """word -> 10 hex digits, keyed; the same for the same word and key, meaningless without the key."""
    try:
        from _blake2 import blake2b
    except ImportError:  # another interpreter than CPython
        from hashlib import blake2b
    begun = blake2b(key=key[:64], digest_size=HEX // 2)

    known: dict[str, str] = {}

    def fingerprint(word: str) -> str:
        found = known.get(word)
        if found is None:
            made = begun.copy()
            made.update(word.encode("utf-8", "replace"))
            found = known[word] = made.hexdigest()
        return found

    return fingerprint


def own_row(places: Iterable[str], key: bytes) -> dict[str, object]:
    """Repositories of the project itself, as a call may name them: the user's own, though no prompt named them."""
    h = hasher(key)
    names: dict[str, None] = {}
    for place in places:
        parts = [p for p in place.lower().split("/") if p]
        names.update(dict.fromkeys([place.lower(), "/".join(parts[1:]), *parts[1:], *_words.entities(place)]))
        for part in parts[1:]:
            names.update(dict.fromkeys(_words.tokens(part)))
    return {"k": "m", "e": "".join(map(h, names))}


# --- rows ---------------------------------------------------------------------------------------------------


def dateish(text: str) -> bool:
    """A number of up to eight digits, a date or a time: what a call needs to be told, not what it is aimed at.

    >>> [dateish(t) for t in ("12.50", "2024-05-01T10:20", "555-0199", "1234567890")]
    [True, True, False, False]
    """
    if text.replace(".", "", 1).replace(",", "").lstrip("-$€£ ").isdigit():
        return len(text) <= 8 or "." in text
    for mark in "-/:.,TtZz+ ":
        text = text.replace(mark, " ")
    pieces = text.split()
    return bool(pieces) and all(p.isdigit() and (len(p) <= 2 or (p[:2] in ("19", "20") and len(p) in (4, 8)) or (
        len(pieces) > 4)) for p in pieces)


def asked_in(text: str) -> set[str]:
    """Stems of the verbs that a prompt uses as verbs; a word that is a noun as often counts where an order puts it.

    >>> sorted(asked_in("Summarise the emails, send the post to Bo and tell me what is new"))
    ['send', 'summaris']
    """
    found: set[str] = set()
    for sentence in text[:8000].replace("\n", ". ").split(". "):
        verbs = set(orders.requests(sentence))
        verbs.update(s for s in _words.words(sentence) if s in _words.ASKED_FOR and s not in _words.NOUNS)
        low = f" {' '.join(_words.tokens(sentence))} "
        found |= verbs - {_words.stem(v) for v in ("tell", "report", "give", "write") if f" {v} me " in low
                          or f" {v} us " in low}
    return found


def is_question(text: str) -> bool:
    """Does every sentence of a prompt only ask something?

    >>> [is_question(t) for t in ("How do I set up x of https://a.example?", "Why does it fail?", "Can you fix it?",
    ...     "What fails? Fix it.", "Fix it?")]
    [True, True, False, False, False]
    """
    from guards._intent.kinds import only_asks
    from guards._intent.languages import WONDERS

    return only_asks(text, WONDERS)


def _as_told(said: list[str]) -> bool:
    """Is it to be done as something else says: "set it up like the readme says"?

    >>> [_as_told(t.split()) for t in ("set it up like the readme says", "do it as i said", "do what lin-12 says",
    ...                                    "undo what lin-12 says")]
    [True, False, True, False]
    """
    return any(word in _SAYS and (not _LIKE.isdisjoint(said[max(0, at - 5):at])
                                  or " do what" in " ".join(["", *said[max(0, at - 6):at]]))
               for at, word in enumerate([one.strip(",.") for one in said]))


def _according(text: str, said: list[str]) -> bool:
    return not _ACCORDING.isdisjoint(said) or any(mark in text for mark in _ACCORDING_INSIDE)


def counted(text: str) -> list[str]:
    """The names that a prompt counts off: `web1-3` is web1, web2 and web3; none of more than RANGE.

    >>> counted("the boxes (web1-3), db-08..10, node[1-2].rack and 2024-11"), counted("web1-web3")
    (['web1', 'web2', 'web3', 'db-08', 'db-09', 'db-10', 'node1', 'node2'], ['web1', 'web2', 'web3'])
    """
    found: list[str] = []
    for mark in ("..", "\u2013", ":"):
        text = text.replace(mark, "-")
    for word in text.lower().split():
        name, _, last = word.strip("\"'`.,;:!?()").replace("[", "").replace("{", "").replace("]", ".").replace(
            "}", ".").split(".")[0].rpartition("-")
        stem = name.rstrip("0123456789")
        first, last = name[len(stem):], last.removeprefix(stem)
        if stem.strip("-") and first.isdecimal() and last.isdecimal() and len(last) < 6 and 0 < int(last) - int(
                first) < RANGE:
            found += [f"{stem}{number:0{len(first)}}" for number in range(int(first), int(last) + 1)]
    return found


CLAUSES = 40        # of a prompt that are told apart


def _beside(text: str) -> list[str]:
    """What a prompt names beside the work that it hands over, where that has a place of its own.

    >>> _beside("Summarise acme.example/post and fix the typo in a.py"), _beside("Read acme.example/post and fix it")
    (['acme.example/post', 'acme.example'], [])
    """
    for mark in ("; ", ". ", "! ", "\n", " and ", " then "):
        text = text.replace(mark, ", ")
    clauses = text.split(", ", CLAUSES)
    work = [one for one in clauses if not _DELEGATES.isdisjoint(_words.tokens(one))]
    if not all(any(not set("./").isdisjoint(word.strip(".,:;!?")) for word in one.split()) for one in work):
        return []
    return [name for one in clauses if one not in work for name in _words.entities(one) if name not in "".join(work)]


def _numbered(name: str) -> str:
    """The number by which a service may know a thing that people call by its project's letters, too; "" for none.

    >>> _numbered("zd-88213"), _numbered("utf-8"), _numbered("v2-beta")
    ('#88213', '#8', '')
    """
    letters, _, digits = name.partition("-")
    return f"#{digits}" if letters.isalpha() and len(letters) < 9 and digits.isdecimal() else ""


def _numbers(text: str, said: list[str], named: list[str]) -> set[str]:
    """The numbers of things that a prompt names: issue 12, #12, ZD-12."""
    marks = {"#" + w for before, w in zip(["", *said], said) if w.isdigit() and before in _NUMBERED}
    marks.update("#" + chunk[1:].rstrip(".,;:!?)") for chunk in text.split() if chunk[0] == "#")
    return marks.union(filter(None, map(_numbered, named)))


def _leads(text: str, said: list[str], works: bool, kinds: list[str]) -> tuple[bool, int]:
    """(does a prompt say to do something; 2 where it says to do what a text says, 1 to go by one, 0)."""
    if _as_told(said) or (kinds != ["reads"] and _according(text, said)):
        return True, 2
    acts = works or not _DELEGATES.isdisjoint(said)
    if acts and any(w in _DELEGATED and before != "following" for before, w in zip(["", *said], said)):
        return True, 2
    low = " ".join(said)
    return acts, int(any(way in low for way in _REFERS))


def _wanted(head: str) -> list[str]:
    """The words that may be verbs.  No word of an address is one: "implement https://a.example/post" asks for none."""
    return _words.tokens(" ".join(one for one in head.split() if "://" not in one))


def prompt_row(text: str, key: bytes, answers: bool = False) -> dict[str, object]:
    """What a prompt leaves behind: words, tokens, entities, verbs, whether it hands the lead to a text it names.

    answers     it is the answer to the agent's own question: unless it is a "no", it carries on what was asked for
    """
    from guards._evidence import passages as _passages
    from guards._evidence import vendor_pages
    from guards._intent import intents
    from guards._intent.answers import REFUSES, answer
    from guards._intent.carries import carries
    from guards._intent.kinds import heard, names_nothing
    from guards._intent.languages import english, like_english, spoken, understood
    h = hasher(key)

    def hashed(some: Iterable[str]) -> str:
        return "".join(map(h, some))

    text = text[:_passages.LIMIT]
    head = text[:4000]
    said = _words.tokens(text) + _words.tokens(" ".join(counted(head)))
    stems = list(dict.fromkeys(_words.stem(w) for w in said if w not in _words.STOP))
    named = _words.entities(text)[:500]
    kinds, chosen = heard(text), answer(text)
    foreign = () if english(head) else tuple(kinds)     # kinds that words of another language tell
    other = {*map(_words.stem, spoken(head)), *(("read",) if "reads" in foreign else ())}
    kinds = _meant(text, kinds, chosen)
    clear = kinds == ["reads"] or ASSENTS in kinds or understood(head)
    asks = is_question(text[:2000])     # it wants to know: it names a source, and hands nothing over
    acts, lead, verbs = False, 0, frozenset[str]()
    pointed = sorted(_numbers(text, said, named)) + [e for e in named if not dateish(e)]
    more: dict[str, object] = {}
    if not asks:
        acts, lead = _leads(head, said, "works" in foreign, kinds)
        verbs = _words.ASKED_FOR.intersection(stems, map(_words.stem, _wanted(text))).union(other)
    elif kinds == ["reads"]:
        more["q"] = 1
    if not clear:
        from guards._intent import carried
        more.update({"c": hashed(carried.keys(text)), "#": hashed(carried.numbers(text))})
    clauses = intents.kept(text, h, like_english(text, clear))
    how = carries(text, chosen, clauses, asks)
    if how or (answers and kinds != [REFUSES]) or not (kinds or clauses or not names_nothing(text)):
        more["j"] = how or intents.ALSO
    if clauses:
        more["x"] = clauses
    if chosen is not None:
        more["p"] = chosen
    if lead < 2 and acts:
        more["b"] = hashed(_beside(head))
    return {**more, "k": "u", "h": kinds, "w": hashed(stems[:2000]), "t": hashed(list(dict.fromkeys(said))[:3000]),
            "r": sorted(asked_in(text) | other), "e": hashed(pointed), "n": hashed(named),
            "v": sorted(verbs), "d": lead, "a": int(acts and bool(pointed)), "l": int(clear),
            "o": hashed(_passages.asking(text)[:200]), "z": hashed(vendor_pages.things(text))}


def _meant(text: str, kinds: list[str], chosen: list[str] | None) -> list[str]:
    """The kinds of act that a prompt speaks of; of a mere yes or no, that it is one."""
    from guards._intent.answers import REFUSES, names_thing, refuses
    from guards._intent.kinds import names_nothing
    if {"", "works"}.issuperset(kinds):
        if chosen is not None and names_nothing(text) and not names_thing(text):
            return [*kinds, ASSENTS]
        if refuses(text):
            return [REFUSES]
    return kinds


def proposed_rows(message: str, key: bytes, at: float) -> dict[str, list[dict[str, object]]]:
    """What the agent's own question proposes, and what it told it would do: nobody's wish, until a prompt answers it
    (_intent/proposed.py).  "It" is what the sentences before the question name."""
    from guards._intent import intents
    from guards._intent.clause import VAGUE
    from guards._intent.languages import like_english
    from guards._intent.proposed import END, affirmed, before, every, points, proposals
    h = hasher(key)
    it = "".join(map(h, dict.fromkeys(_words.tokens(before(message)))))
    rows = [(number, text, prompt_row(text, key)) for number, text in proposals(message)]
    found: list[dict[str, object]] = [
        {**row, "k": "p", "p": number, "at": at, "j": intents.ALSO, "x": _clauses(row, text),
         "h": [one for one in kinds_of(row) if one != ASSENTS],
         **({"vague": 1} if not number and points(row, text) else {}),
         **({"every": 1} if not number and every(row, text) else {}),
         **({"i": it} if not number and it else {})} for number, text, row in rows]
    end = affirmed(message[-END:])
    told = [one for one in intents.kept(end, h, like_english(end), told=True)
            if VAGUE not in str(one[0]).split()]
    if end.strip() and (told or len(rows) != 1 or rows[0][1] not in end.strip(" ?")):
        found.append({"k": intents.TOLD, "at": at, "x": told, **({"i": it} if it else {})})
    return {"said": found} if found else {}


def _clauses(row: dict[str, object], text: str) -> list[list[str]]:
    """Of a question: what names no kind of act is left out, and one of few words without a name only points."""
    from guards._intent.answers import named
    from guards._intent.clause import VAGUE
    from guards._intent.proposed import unknown
    kept = row.get("x")
    found = [[str(part) for part in one] for one in kept] if isinstance(kept, list) else []
    short = not named(text) and len(_words.tokens(text)) < 5
    return [[*one[:4], one[4] + "p" * (short and not set("ep") & set(one[4]))] for one in found
            if VAGUE not in one[0].split() or not unknown(text)]


def kinds_of(row: dict[str, object]) -> list[str]:
    """The kinds of act that a prompt asks for (_intent/kinds.py)."""
    kinds = row["h"]
    return kinds if isinstance(kinds, list) else []


def redact_excerpts(texts: list[str], settings: Settings) -> list[str]:
    """Excerpts as they may be stored, looked through together: so far apart that none says what another is."""
    from guards._sensitive.scan import redact, scan, without_named
    parts = [text[:2 * EXCERPT] for text in texts]
    starts, at = [], 0
    for part in parts:
        starts.append(at)
        at += len(part) + len(APART)
    found = scan(APART.join(parts), settings)
    return [(redact(part, settings) if any(one.start < start + len(part) and one.end > start for one in found)
             else without_named(part, (), settings.key))[:EXCERPT] for part, start in zip(parts, starts)]


def result_row(tool: str, trust: int, query: dict[str, object], result: object, key: bytes,
               redacted: Callable[[list[str]], list[str]], server: str = "") -> dict[str, object]:
    """What a result leaves behind.  `redacted` turns excerpts into such as may be stored and shown."""
    from guards._evidence import passages as _passages
    from guards._evidence import vendor_pages
    h = hasher(key)
    asked: dict[str, None] = {}
    own: dict[str, None] = {}
    for _, leaf in said_in(query):
        asked.update(dict.fromkeys(_words.entities(leaf[:2000])))       # first: a long command is kept in part
        for w in _words.words(leaf[:2000]):
            asked[w] = None
            if w.isdigit() and len(w) < 8:
                asked["#" + w] = None       # as a prompt names it: issue 15
        if len(leaf) > 20:
            own.update(dict.fromkeys(_passages.asking(leaf)))
    records: list[list[str]] = []
    passages: list[tuple[int, list[list[object]]]] = []
    found, unread = _passages.read_all(result)
    for record in found:
        records.append(["".join(map(h, record.data)), "".join(map(h, record.prose)), "".join(map(h, record.titles))])
        for passage in record.passages:
            passages.append((len(records) - 1, [_packed(s, h) for s in passage]))
    asking = [(row, s.text) for (_, rows), said in zip(passages, [p for r in found for p in r.passages])
              for row, s in zip(rows, said) if s.verbs or _fetches(s.text)]
    for (row, _), excerpt in zip(asking, redacted([text for _, text in asking])):
        row[8] = excerpt
    site = "".join(map(h, vendor_pages.labels(leaf for _, leaf in said_in(query))))
    cards = [at for at, one in enumerate(found) if not one.prose and not one.passages and len(one.data) <= CARD]
    home = "".join(map(h, _words.words(_words.split_name(server))))
    return {"k": "r", "n": tool, "m": server, "b": home, "s": trust, "u": unread,
            "q": "".join(map(h, list(asked)[:60])), "o": "".join(map(h, list(own)[:100])), "r": records, "p": passages,
            **({"f": cards[:CARDS]} if cards else {}), **({"z": site} if site else {})}


def planned(text: str) -> int:
    """How much a plan of infrastructure says that it will take away; 0 for a plan that takes nothing, -1 for no plan.

    >>> [planned(t) for t in ("Plan: 1 to add, 0 to change, 14 to destroy.", "    - 2 to delete", "ls", "No changes.",
    ...                       "Apply complete! Resources: 1 added, 0 changed, 14 destroyed.", "0 to destroy")]
    [14, 2, -1, 0, 0, 0]
    >>> planned("\\x1b[1mPlan:\\x1b[0m \\x1b[31m1 to destroy\\x1b[0m."), planned("\\x1b[9m- 2 to delete\\x1b[0m")
    (1, 2)
    """
    if any(mark in text for mark in ("No changes.", "Apply complete!", "Destroy complete!")):
        return 0
    if " to destroy" not in text and " to delete" not in text:
        return -1
    from guards._text.regex import pattern

    said = pattern(r"\x1b\[[\d;]*m").sub("", text).split()
    return next((int(count) for count, to, verb in zip(said[-3::-1], said[-2::-1], said[::-1])
                 if to == "to" and verb.rstrip(".,") in ("destroy", "delete") and count.isdigit()), -1)


# What a line begins with that fetches code; beside a sentence that asks it is what is asked for.
FETCHERS = tuple(f"{one} " for one in "bash curl iex irm iwr sh sudo wget".split())


def _fetches(text: str) -> bool:
    return "://" in text and text.lstrip("$`> -*").startswith(FETCHERS)


def _packed(s: _passages.Sentence, h: Callable[[str], str]) -> list[object]:
    return [" ".join(f"{v}{n}" for v, n in s.verbs.items()), "".join(map(h, s.words)), "".join(map(h, s.entities)),
            h(s.key) if s.verbs else "", "".join(h(_words.stem(w)) for w in s.job),
            "".join(h(_words.stem(w)) for w in s.reader), s.order, s.you, ""]


def said_in(value: object) -> list[tuple[str, str]]:
    """(name of the argument, text) of every leaf that is not empty, eight deep."""
    return [(name, str(one)) for name, one in leaves(value, depth=8)
            if one is not None and not isinstance(one, bool) and one != ""]
