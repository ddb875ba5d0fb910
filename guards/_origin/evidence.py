"""What a session's texts leave behind, and what they say when read back: records, requests, the user's words.

A prompt leaves what the user said (`prompt_row`), a result its records and the requests in it (`result_row`): words and
values as keyed hashes, never the text, but for a short, cleaned excerpt of a sentence that asks.  `Memory(rows)` reads
them back, in order: a sentence that the user or the agent wrote before it stood in a result is nobody's request.
"""
from __future__ import annotations

from guards._text import words as _words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from guards._origin import passages as _passages

OWN, LOCAL, FOREIGN = 0, 1, 2  # who writes a result: the account's own data, this machine, third parties
HEX = 10            # digits of a hash
BEFORE = 2          # sentences before a request in which its tone shows
MOST_RECORDS, MOST_REQUESTS = 2500, 1500

_DELEGATES = frozenset("""do follow complete perform execute fulfil fulfill carry act handle
    address care deal finish process implement resolve""".split())
_DELEGATED = frozenset("""tasks instructions todo todos requests request actions steps guide checklist them things
    everything""".split())
_REFERS = ("according to", "as described", "as instructed", "based on", "follow the", "in accordance with")
_NUMBERED = frozenset("id number no file order item account ticket issue pr pull page invoice room card zip".split())


def hasher(key: bytes) -> Callable[[str], str]:
    """word -> 10 hex digits, keyed; the same for the same word and key, meaningless without the key."""
    try:
        from _blake2 import blake2b
    except ImportError:  # another interpreter than CPython
        from hashlib import blake2b
    known: dict[str, str] = {}

    def fingerprint(word: str) -> str:
        found = known.get(word)
        if found is None:
            data = word.encode("utf-8", "replace")
            found = known[word] = blake2b(data, key=key[:64], digest_size=HEX // 2).hexdigest()
        return found

    return fingerprint


def unpack(packed: str) -> list[str]:
    return [packed[i:i + HEX] for i in range(0, len(packed), HEX)]


# --- rows ---------------------------------------------------------------------------------------------------


def prompt_row(text: str, key: bytes) -> dict[str, Any]:
    """What a prompt leaves behind: words, tokens, entities, verbs, whether it hands the lead to a text it names."""
    from guards._origin import passages as _passages
    h = hasher(key)
    text = text[:_passages.LIMIT]
    said = _words.tokens(text)
    stems = list(dict.fromkeys(_words.stem(w) for w in said if w not in _words.STOP))
    marks = {"#" + w for before, w in zip(["", *said], said) if w.isdigit() and before in _NUMBERED}
    marks.update("#" + chunk[1:].rstrip(".,;:!?)") for chunk in text.split() if chunk[0] == "#")
    low = " ".join(said)
    handed = any(w in _DELEGATED and before != "following" for before, w in zip(["", *said], said))
    lead = 2 if handed and not _DELEGATES.isdisjoint(said) else int(any(way in low for way in _REFERS))
    return {"k": "u", "w": "".join(map(h, stems[:2000])),
            "t": "".join(map(h, list(dict.fromkeys(said))[:3000] + sorted(marks))),
            "e": "".join(map(h, _words.entities(text)[:500])),
            "v": sorted(s for s in stems if s in _words.ASKED_FOR), "d": lead,
            "o": "".join(map(h, _passages.asking(text)[:200]))}


def result_row(tool: str, trust: int, query: dict[str, Any], result: object, key: bytes,
               clean: Callable[[str], str]) -> dict[str, Any]:
    """What a result leaves behind.  `clean` turns an excerpt into one that may be stored and shown."""
    from guards._origin import passages as _passages
    h = hasher(key)
    asked: dict[str, None] = {}
    own: dict[str, None] = {}
    for _, leaf in leaves(query):
        for w in _words.words(leaf[:2000]):
            asked[w] = None
        for e in _words.entities(leaf[:2000]):
            asked[e] = None
        if len(leaf) > 20:
            own.update(dict.fromkeys(_passages.asking(leaf)))
    records, passages = [], []
    for record in _passages.read(result):
        records.append(["".join(map(h, record.data)), "".join(map(h, record.prose)), "".join(map(h, record.titles))])
        for passage in record.passages:
            passages.append([len(records) - 1, [_packed(s, h, clean) for s in passage]])
    return {"k": "r", "n": tool, "s": trust, "q": "".join(map(h, list(asked)[:60])),
            "o": "".join(map(h, list(own)[:100])), "r": records, "p": passages}


def _packed(s: _passages.Sentence, h: Callable[[str], str], clean: Callable[[str], str]) -> list[Any]:
    from guards._origin.passages import key
    return [" ".join(f"{v}{n}" for v, n in s.verbs.items()), "".join(map(h, s.words)), "".join(map(h, s.entities)),
            h(key(s.text)) if s.verbs else "", "".join(h(_words.stem(w)) for w in s.job),
            "".join(h(_words.stem(w)) for w in s.reader), s.order, s.you, clean(s.text) if s.verbs else ""]


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


class Record:
    """One thing of a result: hashes of its data, its prose, its titles, and of what the reading call asked for."""

    __slots__ = ("data", "prose", "query", "titles", "trust")

    def __init__(self, data: str, prose: str, titles: str, query: frozenset[str], trust: int) -> None:
        self.data, self.prose = frozenset(unpack(data)), frozenset(unpack(prose))
        self.titles, self.query, self.trust = frozenset(unpack(titles)), query, trust


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
        self.verbs: set[str] = set()
        self.delegates = 0
        self.records: list[Record] = []
        self.requests: list[Request] = []
        self._df: dict[str, int] = {}
        own: set[str] = set()
        foreign: set[str] = set()
        for row in rows:
            own.update(k for k in unpack(row.get("o", "")) if k not in foreign)
            if row.get("k") == "u":
                self._prompt(row)
            if row.get("k") != "r":
                continue
            query = frozenset(unpack(row["q"]))
            records = [Record(d, p, t, query, row["s"]) for d, p, t in row["r"]]
            self.records += records
            for at, run in row["p"]:
                for i, packed in enumerate(run):
                    if packed[0] and packed[3] not in own:
                        foreign.add(packed[3])
                        self.requests.append(Request(run, i, records[at], records, row["n"]))
        del self.records[:-MOST_RECORDS]
        del self.requests[:-MOST_REQUESTS]

    def _prompt(self, row: dict[str, Any]) -> None:
        words = unpack(row["w"])
        self.words.update(words)
        self.said.update(words, unpack(row["t"]), unpack(row["e"]))
        self.verbs.update(row["v"])
        self.delegates = max(self.delegates, int(row["d"]))

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
