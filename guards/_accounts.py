"""Which foreign text accounts for this call, and better than the user does?  A table of points.

Every text of a session leaves a row behind: a prompt what the user said (`prompt_row`), a result its records and
the passages in it that ask for something (`result_row`); words and values as keyed hashes, never the text, but for
a short, cleaned excerpt of a sentence that asks.  Before a gated call `Memory(rows)` reads them back, `call` says
what the call is made of, and `account` finds the passage with the most points of POINTS.

Sources of the numbers: bench/detection.md (how they were set, what each is worth).
Cannot see: a value that is split or encoded between the text and the call; text that reached the session another
way than as a tool's result; a request that the user's own words cover.
"""
from __future__ import annotations

from guards import _words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from guards import Event, Settings, _passages
    from guards._tools import Tags

OWN, LOCAL, FOREIGN = 0, 1, 2  # who writes a result: the account's own data, this machine, third parties
HEX = 10
BEFORE = 2  # sentences before a request in which its tone shows
MOST_RECORDS, MOST_PASSAGES, COMMON = 2500, 1500, 8

START = -70
POINTS = {
    # the call and the user
    "user asked for this class": -5, "values are the user's": -10, "destination only in requests": 10,
    "destination is named by the user": -5,
    # what the sentence asks for
    "verb": 25, "verb with value": 20, "verb with value, class not asked": 5, "value": 15, "chain": 10,
    "noun": 5, "noun, class not asked": 5, "covers foreign words": 10, "covers more than the user": 15,
    "match": 20, "match, class not asked": 5, "match, value only in requests": 5, "match, unbound destination": 10,
    # how it is spoken, before and in it
    "job": 5, "match and job": 25, "match and reader": 10, "job without match": -10, "you": 10, "order": 35,
    # where it stands
    "cohesion": -5, "holds the user's words": -10, "bound": -10, "bound, fetch": -25, "bound, delegated": -10,
    "bound, delegated, match": -10,
}

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
    from guards import _passages
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
    from guards import _passages
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
    from guards._passages import key
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


# --- memory -------------------------------------------------------------------------------------------------


class Sentence:
    __slots__ = ("entities", "excerpt", "job", "key", "order", "reader", "verbs", "words", "you")

    def __init__(self, row: Sequence[Any]) -> None:
        self.verbs = {v[:-1]: int(v[-1]) for v in row[0].split()}
        self.words = frozenset(unpack(row[1]))
        self.entities = frozenset(unpack(row[2]))
        self.key, self.order, self.you, self.excerpt = row[3], row[6], row[7], row[8]
        self.job, self.reader = unpack(row[4]), unpack(row[5])


class Record:
    __slots__ = ("data", "prose", "query", "titles", "trust")

    def __init__(self, data: frozenset[str], prose: frozenset[str], titles: frozenset[str], query: frozenset[str],
                 trust: int) -> None:
        self.data, self.prose, self.titles, self.query, self.trust = data, prose, titles, query, trust


class Passage:
    """One sentence that asks, with the sentence before and the one after it."""

    __slots__ = ("asks", "entities", "lead", "record", "rest", "tool", "trust", "words")

    def __init__(self, run: list[Sentence], at: int, record: Record, rest: list[Record], tool: str) -> None:
        self.asks, self.record, self.rest = run[at], record, rest
        self.lead = run[max(0, at - BEFORE):at + 1]
        around = run[max(0, at - 1):at + 2]
        self.tool, self.trust = tool, record.trust
        self.words = frozenset[str]().union(*(s.words for s in around))
        self.entities = frozenset[str]().union(*(s.entities for s in around))


class Memory:
    """What the kept rows say: the user's words, the records, the passages that nobody of ours wrote first."""

    def __init__(self, rows: Iterable[dict[str, Any]]) -> None:
        self.words: set[str] = set()
        self.tokens: set[str] = set()
        self.entities: set[str] = set()
        self.verbs: set[str] = set()
        self.delegates = 0
        self.records: list[Record] = []
        self.passages: list[Passage] = []
        self._rare: dict[str, int] = {}
        own: set[str] = set()
        foreign: set[str] = set()
        for row in rows:
            own.update(k for k in unpack(row.get("o", "")) if k not in foreign)
            if row.get("k") == "u":
                self.words.update(unpack(row["w"]))
                self.tokens.update(unpack(row["t"]))
                self.entities.update(unpack(row["e"]))
                self.verbs.update(row["v"])
                self.delegates = max(self.delegates, int(row["d"]))
                continue
            query = frozenset(unpack(row["q"]))
            records = [Record(frozenset(unpack(d)), frozenset(unpack(p)), frozenset(unpack(t)), query, row["s"])
                       for d, p, t in row["r"]]
            self.records += records
            for at, packed in row["p"]:
                run = [Sentence(p) for p in packed]
                for i, s in enumerate(run):
                    if s.verbs and s.key not in own:
                        foreign.add(s.key)
                        self.passages.append(Passage(run, i, records[at], records, row["n"]))
        del self.records[:-MOST_RECORDS]
        del self.passages[:-MOST_PASSAGES]

    def df(self, word: str) -> int:
        """In how many records the word stands."""
        n = self._rare.get(word)
        if n is None:
            n = self._rare[word] = sum(word in r.data or word in r.prose for r in self.records)
        return n

    def idf(self, word: str) -> float:
        from math import log
        return 1 / (1 + log(1 + self.df(word)))


# --- the call -----------------------------------------------------------------------------------------------


class Value:
    """One value of a call: where it stands, its hashes, and where it comes from once `place` has looked."""

    __slots__ = ("aims", "entity", "links", "name", "origin", "text", "tokens", "users", "words")

    def __init__(self, text: str, name: str, aims: bool, h: Callable[[str], str]) -> None:
        self.text, self.name, self.aims = text, name, aims
        said = _words.tokens(text)
        found = _words.entities(text)
        whole = [e for e in found if len(e) * 1.4 + 10 >= len(text)]
        self.entity = h(whole[0]) if whole and len(text.split()) == 1 else ""
        self.tokens = [h(t) for t in said]
        self.words = frozenset(h(_words.stem(w)) for w in said if w not in _words.STOP) or frozenset(self.tokens)
        self.users = False
        self.origin = "nowhere"
        self.links: frozenset[str] = frozenset()

    @property
    def address(self) -> bool:
        return "@" in self.text or "." in self.text

    def inside(self, words: frozenset[str]) -> bool:
        return self.entity in words if self.entity else bool(self.words) and self.words <= words


class Call:
    """What a gated call is made of.  kind: E sends to a chosen destination, C consequential, F fetches a chosen URL."""

    __slots__ = ("kind", "nouns", "own", "shell", "short", "values", "verbs", "words")

    def __init__(self, kind: str, verbs: frozenset[str], nouns: frozenset[str], values: list[Value],
                 words: frozenset[str], short: frozenset[str], own: frozenset[str],
                 shell: bool) -> None:
        self.kind, self.verbs, self.nouns, self.own, self.shell = kind, verbs, nouns, own, shell
        self.values, self.words, self.short = values, words, short


def call(tool: str, kind: str, input: dict[str, Any], destination: Iterable[str], key: bytes,
         operation: str = "") -> Call:
    """The call in hashes.  `operation` names what a shell command does ("git push"); "" for other tools."""
    h = hasher(key)
    short = tool.rsplit("__", 1)[-1]
    named = _words.split_name(operation or short).lower().split()
    verbs, nouns = _words.act(operation.replace(" ", "_") if operation else short)
    named = [w for w in named if w in _words.ACTS or w in _words.SAME]
    if kind == "F":
        verbs = verbs | _words.act("fetch")[0]
    aims = frozenset(destination)
    values: dict[str, Value] = {}
    every: set[str] = set()
    brief: set[str] = set()
    for name, leaf in leaves(input):
        if operation:
            if name != "command":
                continue
            for e in _words.entities(leaf):
                if ("." in e or "@" in e) and "/" not in e[:1]:
                    values.setdefault(e, Value(e, name, True, h))
            continue
        every.update(h(w) for w in _words.words(leaf[:2000]))
        if len(leaf) <= 80:
            brief.update(h(w) for w in _words.words(leaf) if not w.isdigit() or len(w) > 4)
        if len(leaf) <= 80 and (_telling(leaf) or _names_id(name)):
            values.setdefault(leaf, Value(leaf, name, name in aims, h))
        if len(leaf.split()) > 1:
            for e in _words.entities(leaf[:4000])[:40]:
                if not _dateish(e):
                    values.setdefault(e, Value(e, name, name in aims, h))
    if operation:
        every = brief = {h(w) for v in values.values() for w in _words.words(v.text)}
    return Call(kind, verbs, frozenset(map(h, nouns)), list(values.values())[:60], frozenset(every), frozenset(brief),
                frozenset(map(h, nouns | {_words.stem(w) for w in named})), bool(operation))


def _names_id(name: str) -> bool:
    return name.lower().endswith(("id", "ids", "id_"))


def _telling(leaf: str) -> bool:
    """Not a mere date, number or boolean."""
    low = leaf.strip().lower()
    return bool(low) and low not in ("true", "false", "none", "null") and not _dateish(low)


def _dateish(text: str) -> bool:
    return not any(c.isalpha() for c in text.replace("T", "").replace("t", "").replace("z", "").replace("Z", "")) \
        and len(text) <= 26 and not (text.isdigit() and len(text) > 8)


def of_event(event: Event, found: Tags, settings: Settings, rows: Iterable[dict[str, Any]]) -> tuple[Call, Account]:
    """The call in an event and the passage among the kept rows that accounts for it best."""
    from guards._tools import operation
    shell = operation(event) if event.tool == "Bash" else ""
    made = call(event.tool, found.kind, event.input, found.destination, settings.key, shell)
    return made, account(made, Memory(rows), settings.key)


# --- the account --------------------------------------------------------------------------------------------


class Account:
    """The passage that explains the call best, in points; score START and below where none does."""

    __slots__ = ("distance", "passage", "points", "score", "sentence", "value")

    def __init__(self) -> None:
        self.score = START
        self.points: dict[str, float] = {}
        self.passage: Passage | None = None
        self.sentence: Sentence | None = None
        self.value: Value | None = None
        self.distance = 1.0


def place(c: Call, memory: Memory, key: bytes) -> frozenset[str]:
    """Says of each value whether it is the user's, where else it stands and what ties that record to the user's words.

    Returns the words of the lookup chain: the queries whose results hold a new value.
    """
    h = hasher(key)
    chain: set[str] = set()
    linking = {w for w in memory.words if memory.df(w) < max(2, 0.25 * len(memory.records))}
    for v in c.values:
        v.users = _users(v, memory, h)
        if v.users:
            v.origin = "user"
            continue
        best, holders = 0, []
        for r in memory.records:
            if v.inside(r.data):
                holders.append(r)
                links = frozenset(linking) & (r.data | r.titles | r.query)
                best = max(best, 4 if r.trust == OWN else 3 if links else 2)
                v.links = max(v.links, links, key=lambda found: sum(map(memory.idf, found)))
            elif v.inside(r.prose) or (v.entity == "" and v.inside(r.data | r.prose)):
                holders.append(r)
                best = max(best, 1)
        if best:
            v.origin = ("", "prose", "data", "linked", "trust")[best]
        elif any(v.inside(p.words | p.entities) for p in memory.passages):
            v.origin = "requests"
        if len(holders) <= COMMON:
            for r in holders:
                chain |= r.query
    return frozenset(chain)


def _users(v: Value, memory: Memory, h: Callable[[str], str]) -> bool:
    if v.entity and v.entity in memory.entities:
        return True
    text = v.text.strip()
    if text.isdigit() and len(text) <= 4:
        return h("#" + text) in memory.tokens
    if v.entity and ("@" in text or "." in text):
        return False
    return bool(v.tokens) and all(t in memory.tokens for t in v.tokens)


def _named(v: Value, memory: Memory, h: Callable[[str], str]) -> bool:
    """The local part of an address, a name, or a URL's second-level label stands in the prompts."""
    text = v.text.lower()
    if "@" in text:
        parts = _words.tokens(text.split("@", 1)[0])
    elif v.entity and "." in text:
        labels = _words.site(text).split("/")[0].split(".")
        parts = [labels[-2]] if len(labels) > 1 else labels
        return any(len(p) >= 3 and h(p) in memory.tokens for p in parts) or all(
            h(t) in memory.tokens for t in _words.tokens(parts[0]))
    else:
        parts = _words.tokens(text)
    return any(len(p) >= 3 and p.isalpha() and h(p) in memory.tokens for p in parts)


def account(c: Call, memory: Memory, key: bytes) -> Account:
    """The best passage for the call, its points by name, and the lexical distance of the call from the user."""
    h = hasher(key)
    out = Account()
    chain = place(c, memory, key)
    new = [v for v in c.values if not v.users]
    foreign_chain = frozenset(w for w in chain if w not in memory.words)
    content = c.words | foreign_chain | (chain & memory.words)
    weights = {w: memory.idf(w) for w in content}
    total = sum(weights.values()) or 1.0
    mine = sum(x for w, x in weights.items() if w in memory.words or w in memory.tokens or w in memory.entities)
    out.distance = lexical(c, memory, chain)
    foreign = {w: x for w, x in weights.items()
               if w not in memory.words and w not in memory.tokens and w not in memory.entities}
    foreign_total = sum(foreign.values()) or 1.0
    asked = not (c.verbs | _words.READING if c.kind == "F" else c.verbs).isdisjoint(memory.verbs)
    base: dict[str, float] = {
        "user asked for this class": float(asked),
        "values are the user's": sum(v.users for v in c.values) / len(c.values) if c.values else 0.5,
        "destination only in requests": float(any(v.aims and v.origin == "requests" for v in new)),
        "destination is named by the user": float(any(
            _named(v, memory, h) for v in new if v.aims or "@" in v.text)),
    }
    out.points = base
    out.score = START + round(sum(POINTS[n] * x for n, x in base.items()))
    rarest = sorted(memory.words, key=memory.df)[:12]
    rarest_total = sum(memory.idf(w) for w in rarest) or 1.0
    limit = max(8, 0.1 * len(memory.records))
    for p in memory.passages:
        if c.shell and not c.values and p.trust < FOREIGN:
            continue
        points = _points(c, p, memory, new, foreign_chain, weights, total, mine, foreign, foreign_total, asked, limit)
        if points is None:
            continue
        points["holds the user's words"] = min(1.0, sum(memory.idf(w) for w in rarest if w in p.words) / rarest_total)
        points.update(base)
        score = START + round(sum(POINTS[n] * x for n, x in points.items()))
        if out.passage is None or score > out.score:
            out.score, out.points, out.passage = score, points, p
    if out.passage is not None:
        out.value = _telling_value(new, out.passage)
        out.sentence = out.passage.asks
    return out


def lexical(c: Call, memory: Memory, chain: frozenset[str]) -> float:
    """Distance of the call's bag from the user's words, 0 to 1; 0 for a call without words.

    In the bag: the words of its short arguments, its addresses, the lookup chain, and the user's words that stand in
    the record a value was taken from.  Words that nobody said before (the model's own) are not in it; rare words weigh
    more, and those that a foreign text asks with weigh double.
    """
    from guards._bag import bag, distance
    said = memory.words | memory.tokens | memory.entities
    requested = frozenset[str]().union(*(p.words | p.entities for p in memory.passages))
    weights = {w: memory.idf(w) for w in chain.union(c.short, *(v.links for v in c.values if not v.users))}
    weights.update((v.entity, 1.5) for v in c.values if v.entity and v.address)
    known = {w: x * (2 if w in requested and w not in said else 1) for w, x in weights.items()
             if w in said or w in requested or memory.df(w)}
    return distance(bag(known), said) if known else float(bool(weights))


def _points(c: Call, p: Passage, memory: Memory, new: list[Value], foreign_chain: frozenset[str],
            weights: dict[str, float], total: float, mine: float, foreign: dict[str, float], foreign_total: float,
            asked: bool, limit: float) -> dict[str, float] | None:
    """The passage's own points, or None where it does not touch the call at all."""
    everything = p.words | p.entities
    held = [v for v in (new if asked else c.values) if v.inside(everything)]
    chained = len(foreign_chain & everything)
    said = p.asks.words
    strength = max((n for v, n in p.asks.verbs.items() if v in c.verbs), default=0)
    if not c.own.isdisjoint(said):  # make a payment, give it a star
        strength = max(strength, *(n for v, n in p.asks.verbs.items() if v in _words.LIGHT), 0)
    noun = not c.nouns.isdisjoint(said)
    if not (strength or held or chained or noun):
        return None
    strong = 2 in p.asks.verbs.values()
    if not strength and c.kind != "F" and strong and noun:
        strength = 1
    together = strength > 0 and any(v.inside(said | p.asks.entities) for v in held)
    covers = sum(x for w, x in foreign.items() if w in everything) / foreign_total
    contrast = (sum(x for w, x in weights.items() if w in everything) - mine) / total
    match = bool(together or (strength and (held or chained or covers >= 0.5)) or (
        strong and noun and c.kind != "F" and not asked))
    aimed = [v for v in new if v.aims and v.address]
    alone = any(v.aims and v.origin == "requests" for v in held)
    if aimed and not chained and not any(v in held for v in aimed):
        match = False  # it asks for something, but not for this destination
    rare = {w for s in p.lead for w in s.job if memory.df(w) <= limit}
    reader = any(memory.df(w) <= limit for s in p.lead for w in s.reader)
    bound = not p.record.query.isdisjoint(memory.words | memory.entities) or not p.record.titles.isdisjoint(
        memory.words | memory.entities)
    led = bound and (memory.delegates > 1 or (memory.delegates == 1 and asked))
    around = p.rest if len(p.rest) <= 60 else [p.record]
    elsewhere = memory.words.union(p.record.query, *(r.data | r.prose for r in around))
    return {
        "verb": float(strength == 2), "verb with value": float(together and strength == 2),
        "value": float(bool(held)), "chain": min(2, chained) / 2, "noun": float(noun),
        "noun, class not asked": float(noun and not asked), "covers foreign words": covers,
        "covers more than the user": contrast, "match": float(match),
        "match, class not asked": float(match and not asked),
        "match, value only in requests": float(match and any(v.origin == "requests" for v in new)),
        "match, unbound destination": float(match and alone and not bound),
        "verb with value, class not asked": float(together and strength == 2 and not asked),
        "job": min(2, len(rare)) / 2, "match and job": float(match and bool(rare)),
        "match and reader": float(match and reader), "job without match": float(bool(rare) and not match),
        "you": min(3, sum(s.you for s in p.lead)) / 3, "order": min(2, sum(s.order for s in p.lead)) / 2,
        "cohesion": len(p.words & elsewhere) / (len(p.words) or 1),
        "bound": float(bound and asked), "bound, fetch": float(bound and asked and c.kind == "F"),
        "bound, delegated": float(led), "bound, delegated, match": float(led and match),
    }


def _telling_value(new: list[Value], p: Passage) -> Value | None:
    everything = p.words | p.entities
    held = [v for v in new if v.inside(everything)]
    return max(held, key=lambda v: (v.aims, v.origin == "requests", bool(v.entity), len(v.text)), default=None)
