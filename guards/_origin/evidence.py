"""What a session's texts leave behind, and what they say when read back: records, requests, the user's words.

A prompt leaves what the user said (`prompt_row`), a result its records and the requests in it (`result_row`): words and
values as keyed hashes, never the text, but for a short, cleaned excerpt of a sentence that asks.  `Memory(rows)` reads
them back, in order: a sentence that the user or the agent wrote before it stood in a result is nobody's request.
"""
from __future__ import annotations

from guards._text import words as _words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from guards import Facts
    from guards._origin import passages as _passages

OWN, LOCAL, FOREIGN = 0, 1, 2  # who writes a result: the account's own data, this machine, third parties
HEX = 10            # digits of a hash
BEFORE = 2          # sentences before a request in which its tone shows
MOST_RECORDS, MOST_REQUESTS = 2500, 1500
OVERRIDES = frozenset(_words.stem(v) + "2" for v in ("ignore", "disregard", "forget", "override"))

_DELEGATES = frozenset("""do follow complete perform execute fulfil fulfill carry act handle
    address care deal finish process implement resolve work fix tackle apply answer""".split())
_DELEGATED = frozenset("""tasks instructions todo todos requests request actions steps guide checklist them things
    everything runbook playbook tickets""".split())
_REFERS = ("according to", "as described", "as instructed", "based on", "follow the", "in accordance with",
           "what they ask", "what they want", "what it says")
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


def ends(items: list[Any], most: int) -> list[Any]:
    """All of them, or as many from the beginning as from the end: what came first cannot be pushed out.

    >>> ends([1, 2, 3, 4, 5], 4)
    [1, 2, 4, 5]
    """
    return items if len(items) <= most else [*items[:most // 2], *items[-(most - most // 2):]]


def unpack(packed: str) -> list[str]:
    return [packed[i:i + HEX] for i in range(0, len(packed), HEX)]


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
    ['send']
    """
    found: set[str] = set()
    for sentence in text[:8000].replace("\n", ". ").split(". "):
        verbs = set(_words.requests(sentence))
        verbs.update(s for s in _words.words(sentence) if s in _words.ASKED_FOR and s not in _words.NOUNS)
        low = f" {' '.join(_words.tokens(sentence))} "
        found |= verbs - {_words.stem(v) for v in ("tell", "report", "give", "write") if f" {v} me " in low
                          or f" {v} us " in low}
    return found


def prompt_row(text: str, key: bytes) -> dict[str, object]:
    """What a prompt leaves behind: words, tokens, entities, verbs, whether it hands the lead to a text it names."""
    from guards._origin import passages as _passages
    from guards._origin.languages import spoken, understood
    h = hasher(key)
    text = text[:_passages.LIMIT]
    said = _words.tokens(text)
    stems = list(dict.fromkeys(_words.stem(w) for w in said if w not in _words.STOP))
    marks = {"#" + w for before, w in zip(["", *said], said) if w.isdigit() and before in _NUMBERED}
    marks.update("#" + chunk[1:].rstrip(".,;:!?)") for chunk in text.split() if chunk[0] == "#")
    low = " ".join(said)
    handed = any(w in _DELEGATED and before != "following" for before, w in zip(["", *said], said))
    other = spoken(text[:4000])
    acts = "do" in other or not _DELEGATES.isdisjoint(said)
    lead = 2 if acts and handed else int(any(way in low for way in _REFERS))
    pointed = sorted(marks) + [e for e in _words.entities(text)[:500] if not dateish(e)]
    verbs = {s for s in stems if s in _words.ASKED_FOR} | {_words.stem(v) for v in other if v != "do"}
    return {"k": "u", "w": "".join(map(h, stems[:2000])), "t": "".join(map(h, list(dict.fromkeys(said))[:3000])),
            "r": sorted(asked_in(text) | {_words.stem(v) for v in other if v != "do"}),
            "e": "".join(map(h, pointed)), "n": "".join(map(h, _words.entities(text)[:500])),
            "v": sorted(verbs), "d": lead, "a": int(acts and bool(pointed)), "l": int(understood(text[:4000])),
            "o": "".join(map(h, _passages.asking(text)[:200]))}


def joined(facts: Facts) -> list[dict[str, Any]]:
    """The rows kept of prompts and of results, in the order in which they came."""
    rows = [*facts.kept("said"), *facts.kept("origin")]
    rows.sort(key=lambda row: float(row.get("at") or 0))
    return rows


def result_row(tool: str, trust: int, query: dict[str, object], result: object, key: bytes,
               clean: Callable[[list[str]], list[str]], server: str = "") -> dict[str, object]:
    """What a result leaves behind.  `clean` turns excerpts into such as may be stored and shown."""
    from guards._origin import passages as _passages
    h = hasher(key)
    asked: dict[str, None] = {}
    own: dict[str, None] = {}
    for _, leaf in leaves(query):
        for w in _words.words(leaf[:2000]):
            asked[w] = None
            if w.isdigit() and len(w) < 8:
                asked["#" + w] = None       # as a prompt names it: issue 15
        for e in _words.entities(leaf[:2000]):
            asked[e] = None
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
              for row, s in zip(rows, said) if s.verbs]
    for (row, _), excerpt in zip(asking, clean([text for _, text in asking])):
        row[8] = excerpt
    home = "".join(map(h, _words.words(_words.split_name(server))))
    return {"k": "r", "n": tool, "m": server, "b": home, "s": trust, "u": unread,
            "q": "".join(map(h, list(asked)[:60])), "o": "".join(map(h, list(own)[:100])), "r": records, "p": passages}


def _packed(s: _passages.Sentence, h: Callable[[str], str]) -> list[object]:
    return [" ".join(f"{v}{n}" for v, n in s.verbs.items()), "".join(map(h, s.words)), "".join(map(h, s.entities)),
            h(s.key) if s.verbs else "", "".join(h(_words.stem(w)) for w in s.job),
            "".join(h(_words.stem(w)) for w in s.reader), s.order, s.you, ""]


def leaves(value: object, name: str = "", depth: int = 0) -> list[tuple[str, str]]:
    """(name of the argument, text) of every leaf that is not empty."""
    if depth > 8:
        return []
    if isinstance(value, dict):
        return [x for k, v in value.items() for x in leaves(v, str(k), depth + 1)]
    if isinstance(value, (list, tuple)):
        return [x for v in value for x in leaves(v, name, depth + 1)]
    if value is None or isinstance(value, bool) or value == "":
        return []
    return [(name, value if isinstance(value, str) else str(value))]


# --- read back ----------------------------------------------------------------------------------------------


class Words:
    """A set of hashes as it was kept, one behind the other: searched as it is, taken apart where all are needed."""

    __slots__ = ("_every", "packed")

    def __init__(self, packed: str) -> None:
        self.packed = packed
        self._every: frozenset[str] | None = None

    @property
    def every(self) -> frozenset[str]:
        if self._every is None:
            self._every = frozenset(unpack(self.packed))
        return self._every

    def __contains__(self, word: object) -> bool:
        if self._every is not None:
            return word in self._every
        at = self.packed.find(word) if isinstance(word, str) and word else -1
        while at >= 0 and at % HEX:
            at = self.packed.find(str(word), at + 1)
        return at >= 0

    def __iter__(self) -> Iterator[str]:
        return iter(self.every)

    def __or__(self, other: Words | frozenset[str]) -> Words:
        return Words(self.packed + (other.packed if isinstance(other, Words) else "".join(other)))

    def __rand__(self, other: frozenset[str] | set[str]) -> frozenset[str]:
        return frozenset(other).intersection(self.every if self._every is not None else unpack(self.packed))

    def __ge__(self, other: Iterable[str]) -> bool:
        return all(word in self for word in other)


class Record:
    """One thing of a result: hashes of its data, its prose, its titles, and of what the reading call asked for."""

    __slots__ = ("data", "home", "instructs", "prose", "query", "server", "titles", "trust")

    def __init__(self, data: str, prose: str, titles: str, query: frozenset[str], row: Mapping[str, Any]) -> None:
        self.data, self.prose = Words(data), Words(prose)
        self.titles, self.query, self.trust = frozenset(unpack(titles)), query, int(row["s"])
        self.server, self.home = str(row.get("m", "")), frozenset(unpack(row.get("b", "")))
        self.instructs = bool(row.get("i"))     # a text by which an agent is told its work: a skill, AGENTS.md


class Request:
    """One sentence that asks, with the sentence before and the one after it; its words are unpacked when needed."""

    __slots__ = ("_run", "at", "record", "rest", "said", "tool", "trust", "verbs", "words")

    def __init__(self, run: Sequence[Sequence[Any]], at: int, record: Record, rest: list[Record], tool: str) -> None:
        self._run, self.at, self.record, self.rest = run, at, record, rest
        self.tool, self.trust = tool, record.trust
        self.verbs = {v[:-1]: int(v[-1]) for v in run[at][0].split()}
        self.said: frozenset[str] = frozenset()
        self.words: frozenset[str] = frozenset()

    def open(self) -> Request:
        """The same with its words: `said` in the sentence, `words` in it and its neighbours."""
        if not self.words:
            around = [frozenset(unpack(row[1] + row[2])) for row in self._run[max(0, self.at - 1):self.at + 2]]
            self.said = around[min(self.at, 1)]
            self.words = frozenset[str]().union(*around)
        return self

    @property
    def excerpt(self) -> str:
        return str(self._run[self.at][8])

    @property
    def overrides(self) -> bool:
        """Does it, or what stands just before it, tell the reader to leave what he was told?"""
        return any(row[0] and not OVERRIDES.isdisjoint(row[0].split()) for row in
                   self._run[max(0, self.at - BEFORE):self.at + 1])

    def tone(self) -> tuple[list[str], list[str], int, int]:
        """(words for the reader's job, words for the reader, order words, times it says you), before and in it."""
        lead = self._run[max(0, self.at - BEFORE):self.at + 1]
        return ([w for row in lead for w in unpack(row[4])], [w for row in lead for w in unpack(row[5])],
                sum(row[6] for row in lead), sum(row[7] for row in lead))


class Memory:
    """What the kept rows say."""

    def __init__(self, rows: Iterable[dict[str, Any]]) -> None:
        self.words: set[str] = set()
        self.said: set[str] = set()     # words, tokens and entities of the prompts
        self.verbs: set[str] = set()    # in any form
        self.asked: set[str] = set()    # as verbs: not "the emails", "my order"
        self.pointed: set[str] = set()  # addresses, ids and numbers of things that the prompts name
        self.delegates = 0
        self.acts = False       # a prompt says to do what such a thing says
        self.unread = False     # something was read only in part, or forgotten
        self.unclear = False    # a prompt is in a language of which no word is known
        self.records: list[Record] = []
        self.requests: list[Request] = []
        self._df: dict[str, int] = {}
        own: set[str] = set()
        foreign: set[str] = set()
        asked: list[tuple[Sequence[Sequence[Any]], int, Record, list[Record], str]] = []
        for row in rows:
            own.update(k for k in unpack(row.get("o", "")) if k not in foreign)
            if row.get("k") == "u":
                self._prompt(row)
            elif row.get("k") == "m":       # places that are the project's own
                self.said.update(unpack(row["e"]))
            if row.get("k") != "r":
                continue
            self.unread = self.unread or bool(row.get("u"))
            query = frozenset(unpack(row["q"]))
            records = [Record(d, p, t, query, row) for d, p, t in row["r"]]
            self.records += records
            for at, run in row["p"]:
                for i, packed in enumerate(run):
                    if packed[0] and packed[3] not in own:
                        foreign.add(packed[3])
                        asked.append((run, i, records[at], records, row["n"]))
        self.unread = self.unread or len(self.records) > MOST_RECORDS or len(asked) > MOST_REQUESTS
        self.records = ends(self.records, MOST_RECORDS)
        self.requests = [Request(*one) for one in ends(asked, MOST_REQUESTS)]     # made for these alone

    def _prompt(self, row: dict[str, Any]) -> None:
        words = unpack(row["w"])
        self.words.update(words)
        named = unpack(row["e"])
        self.said.update(words, unpack(row["t"]), unpack(row.get("n", "")), named)
        self.pointed.update(named)
        self.verbs.update(row["v"])
        self.asked.update(row.get("r", row["v"]))
        self.delegates = max(self.delegates, int(row["d"]))
        self.acts = self.acts or bool(row.get("a"))
        self.unclear = self.unclear or not row.get("l", 1)

    def df(self, word: str) -> int:
        """In how many records the word stands; the prompts' words are counted together, as they are asked for often."""
        if not self._df:
            self._df = dict.fromkeys(self.words, 0)
            for r in self.records:
                for w in self.words & (r.data | r.prose):
                    self._df[w] += 1
        n = self._df.get(word)
        if n is None:
            n = self._df[word] = sum(word in r.data or word in r.prose for r in self.records)
        return n

    def idf(self, word: str) -> float:
        from math import log
        return 1 / (1 + log(1 + self.df(word)))
