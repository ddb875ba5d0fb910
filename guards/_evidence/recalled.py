"""What the kept rows of a session say when read back: its records, the requests in them, the user's words.

`Memory(rows)` reads them in order: a sentence that the user or the agent wrote before it stood in a result is nobody's
request.  What a prompt names stays the person's for the session; the kinds of act that it asks for count while it is
one of the LATER newest requests, with what carries it on; whether all that is wanted is to be told, the newest says.
Rows come as written, or as the heads of an index (_evidence/packed.py): of these only what a call meets is made.
"""
from __future__ import annotations

from guards._call.tags import BUILT_IN
from guards._evidence.evidence import hasher
from guards._evidence.opened import asks, keys, opened, said_in
from guards._evidence.packed import AROUND, DATA, HEX, PROSE, SAID, Held, Words, by_pack, ends, unpack, wide
from guards._text import words as _words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from guards import Facts
    from guards._evidence.opened import Passages, Sentences
    from guards._evidence.packed import Block, Pack, Places
    from guards._types import Stored

ASSENTS, REFUSES = "assents", "refuses"     # see _evidence/evidence.py, _intent/proposed.py
READS, TELLS = "reads", frozenset(("reads", "makes"))   # see _intent/lexicon.py
THIRD_PARTIES = 2   # see FOREIGN in _evidence/evidence.py
BEFORE = 2          # sentences before a request in which its tone shows
LATER = 2           # requests whose kinds of act count; one alone: 4 of 76 honest sessions are asked something
MOST_RECORDS, MOST_REQUESTS = 2500, 1500
FEW = 16            # keys that are looked for in a text of them, and not among all that it holds
OVERRIDES = frozenset(_words.stem(v) + "2" for v in ("ignore", "disregard", "forget", "override"))


def joined(facts: Facts) -> list[Stored]:
    """The rows kept of prompts and of results, in the order in which they came."""
    said = facts.stored("said")
    rows = sorted([*said, *facts.stored("origin")], key=lambda row: float(row.get("at") or 0))
    if not any(row.get("k") == "p" for row in said):
        return rows
    from guards._intent.proposed import answered
    return list(answered(rows))


def standing(rows: Sequence[Stored]) -> tuple[int, int]:
    """The places of the first prompt whose kinds of act count, and of the newest request.  What carries a request on,
    "yes", "and the same on db2", belongs to it; a question is one of its own.

    >>> standing([{"k": "u"}, {"k": "r"}, {"k": "u", "j": 3}]), standing([{"k": "u"}] * 5), standing([])
    ((0, 0), (3, 4), (0, 0))
    >>> standing([{"k": "u"}, {"k": "u"}, {"k": "u", "j": 1, "q": 1}])
    (1, 2)
    """
    prompts = [(at, row) for at, row in enumerate(rows) if row.get("k") == "u" and row.get("h") != [REFUSES]]
    begins = [at for at, row in prompts if row.get("q") or not row.get("j")] or [at for at, _ in prompts[:1]] or [0]
    return begins[-LATER:][0], begins[-1]


class Record:
    """One thing of a result: hashes of its data, its prose, its titles, and of what the reading call asked for.

    card    it is a few short fields, and no text
    site    the names of the hosts that the call opened
    web     it is a page, or what a search found
    """

    __slots__ = tuple("card commits data home instructs prose query server site titles trust web".split())

    def __init__(self, data: Words | Held, prose: Words | Held, titles: str, query: frozenset[str],
                 row: Stored, at: int = 0) -> None:
        self.data, self.prose = data, prose
        self.card = at in row["f"] if "f" in row else False
        self.site = frozenset(unpack(row["z"]) if "z" in row else ())
        self.titles, self.query, self.trust = frozenset(unpack(titles)), query, int(row["s"])
        self.server, self.home = str(row.get("m", "")), frozenset(unpack(row.get("b", "")))
        self.instructs = bool(row.get("i"))     # a text by which an agent is told its work: a skill, AGENTS.md
        self.web = row.get("n") in BUILT_IN
        self.commits = bool(row.get("c"))       # messages of commits: they tell everybody how to work on a project


class Reading:
    """One kept row of a result: its records and requests, each made when it is needed."""

    __slots__ = ("_asks", "_records", "_sentences", "row")

    def __init__(self, row: Stored) -> None:
        self.row = opened(row)
        self._asks: list[tuple[str, int, int, int]] | None = None
        self._records: list[Record] = []
        self._sentences: Passages | None = None

    @property
    def packed(self) -> bool:
        """Do the row's records lie in an index?"""
        return "pack" in self.row

    @property
    def count(self) -> int:
        """How many records it has."""
        return int(self.row["count"]) if self.packed else len(self.row["r"])

    @property
    def records(self) -> list[Record]:
        """The row's records, made once."""
        if not self._records:
            row, query = self.row, frozenset(unpack(self.row["q"]))
            if self.packed:
                pack, first = row["pack"], row["first"]
                self._records = [Record(Held(pack, first + at, DATA), Held(pack, first + at, PROSE),
                                        row["titles"].get(at, ""), query, row, at) for at in range(self.count)]
            else:
                self._records = [Record(Words(data), Words(prose), titles, query, row, at)
                                 for at, (data, prose, titles) in enumerate(row["r"])]
        return self._records

    @property
    def sentences(self) -> Passages:
        """[(number of a record, sentences in a row)]"""
        if self._sentences is None:
            self._sentences = self.row["pack"].passages(self.row) if self.packed else self.row["p"]
        return self._sentences

    @property
    def keys(self) -> list[str]:
        """What each sentence that asks is known by."""
        return unpack(self.row["keys"] if self.packed else keys(self.sentences))

    def heard(self, own: set[str]) -> Sequence[int]:
        """The numbers of the sentences that ask, without those that are known by one of these."""
        if self.packed and len(own) <= FEW:
            packed = self.row["keys"]
            if not any(key in packed for key in own):
                return range(len(packed) // HEX)
        elif not own and not self.packed:
            return range(len(self.asks))
        keys = self.keys
        return range(len(keys)) if own.isdisjoint(keys) else [at for at, key in enumerate(keys) if key not in own]

    @property
    def asks(self) -> list[tuple[str, int, int, int]]:
        """(verbs, group of sentences, which of them, record) of each sentence that asks."""
        if self._asks is None and self.packed:
            where, verbs = wide(self.row["where"]).tolist(), self.row["pack"].verbs
            self._asks = [(verbs[verb], *place) for verb, place in zip(
                wide(self.row["verbs"]), zip(where[::3], where[1::3], where[2::3]))]
        elif self._asks is None:
            self._asks = asks(self.sentences)
        return self._asks


class Request:
    """One sentence that asks, with the sentence before and the one after it; its words are looked up when needed."""

    __slots__ = tuple("_group _number _said _words at reading record tool trust unit verbs".split())

    def __init__(self, reading: Reading, number: int) -> None:
        verbs, self._group, self.at, record = reading.asks[number]
        self.reading, self._number = reading, number
        self.record, self.tool = reading.records[record], reading.row["n"]
        self.trust = self.record.trust
        self.verbs = {v[:-1]: int(v[-1]) for v in verbs.split()}
        self.unit = -1
        self._said: frozenset[str] | Held = frozenset()
        self._words: frozenset[str] | Held = frozenset()
        if reading.packed:
            pack = reading.row["pack"]
            self.unit = pack.records + reading.row["ask"] + number
            self._said, self._words = Held(pack, self.unit, SAID), Held(pack, self.unit, AROUND)

    @property
    def words(self) -> frozenset[str] | Held:
        """The words of the sentence and its neighbours."""
        if not self._words and self.unit < 0:
            self._words = self.every()
        return self._words

    @property
    def said(self) -> frozenset[str] | Held:
        """The words of the sentence."""
        if not self._said and self.unit < 0:
            self._said = said_in(self._run, self.at)
        return self._said

    @property
    def _run(self) -> Sentences:
        return self.reading.sentences[self._group][1]

    def every(self) -> frozenset[str]:
        """`words` as a set."""
        run, at = self._run, self.at
        return frozenset[str]().union(*(said_in(run, one) for one in range(max(0, at - 1), min(len(run), at + 2))))

    @property
    def excerpt(self) -> str:
        """The sentence that asks, as it may be shown."""
        return str(self._run[self.at][8])

    def quoted(self, what: frozenset[str], how: frozenset[str]) -> str:
        """Of what may be shown of its text the sentence that holds most of these words, of `what` before `how`; its own
        where none holds more: a person reads what the text says of this very act."""
        best, most = self.excerpt, (len(what & self.said), len(how & self.said))
        record = self.reading.asks[self._number][3]
        for run in [run for of, run in self.reading.sentences if of == record]:
            for at in [at for at in range(len(run)) if run[at][8]]:
                said = said_in(run, at)
                held = len(what & said), len(how & said)
                best, most = (str(run[at][8]), held) if held > most else (best, most)
        return best

    @property
    def overrides(self) -> bool:
        """Does it, or what stands just before it, tell the reader to leave what he was told?"""
        return any(row[0] and not OVERRIDES.isdisjoint(row[0].split()) for row in self._lead())

    def _lead(self) -> Sentences:
        """The sentence, and what stands just before it."""
        return self._run[max(0, self.at - BEFORE):self.at + 1]

    def tone(self) -> tuple[list[str], list[str], int, int]:
        """(words for the reader's job, words for the reader, order words, times it says you), before and in it."""
        lead = self._lead()
        return ([w for row in lead for w in unpack(row[4])], [w for row in lead for w in unpack(row[5])],
                sum(row[6] for row in lead), sum(row[7] for row in lead))


class Memory:
    """What the kept rows say.  `key`: theirs, of which `word`, `spoke`, `any`, `marks` make the hashes of a text."""

    def __init__(self, rows: Iterable[Stored], key: bytes = b"") -> None:
        self.h = hasher(key)
        (self.words,
         self.said,     # words, tokens and entities of the prompts
         self.pointed,  # addresses, ids and numbers of things that the prompts name
         self.handed,   # words of prompts that say so, or to do what a text says
         self.vague,    # words of prompts that are unclear
         self.carried,  # forms of what such a prompt names
         self.numbers,
         self.things,   # words by which a prompt may name a product
         # Of the newest requests alone:
         self.newly,    # of `said`
         self.verbs,    # in any form
         self.asked,    # as verbs: not "the emails", "my order"
         self.heard,    # the kinds of act that they speak of (_intent/kinds.py)
         self.latest,   # of `heard`, those of the very newest
         self.urged,    # words of those that are no mere questions
         self._before) = (set[str]() for _ in range(15))
        self.told = False       # the very newest only asks to be told, or sent, something
        self.mailed = False     # of the newest requests one names a mailbox
        self.unclear = False    # one is in another language than English: its verbs tell only some of it
        self.delegates = 0      # does a prompt say to go by a text, 1, or to do what it says, 2?
        self.foreign = False        # was any text of third parties read, even one of which nothing is kept?
        self.owners: frozenset[str] = frozenset()   # of the project's remotes
        self.gains = False      # what is weighed gives somebody what no work that is handed over covers
        self.acts = False       # a prompt says to do what such a thing says
        self.unread = False     # something was read only in part, or forgotten
        self._df: dict[str, int] = {}
        self._made: dict[int, Request] = {}
        self._placed: Places | None = None
        self._asking: Places | None = None
        self._spoken: frozenset[str] | None = None      # words of requests that no pack holds
        own: set[str] = set()
        foreign: set[str] = set()
        records: list[Block] = []
        asked: list[Block] = []
        known = 0       # of how many of them `foreign` holds the keys
        rows = list(rows)
        since, newest = standing(rows)
        for place, row in enumerate(rows):
            if row.get("o"):
                for reading, heard in asked[known:]:    # nearly always no row says something of its own
                    keys = reading.keys
                    foreign.update(keys if len(heard) == len(keys) else [keys[at] for at in heard])
                known = len(asked)
                own.update(k for k in unpack(row["o"]) if k not in foreign)
            if row.get("k") == "u":
                self._prompt(row, place >= since, place == newest)
            elif row.get("k") == "m":       # places that are the project's own
                self.said.update(unpack(row["e"]))
            if row.get("k") != "r":
                continue
            self.unread = self.unread or bool(row.get("u"))
            reading = Reading(row)
            records.append((reading, range(reading.count)))
            asked.append((reading, reading.heard(own)))
        self._records, cut = ends(records, MOST_RECORDS)
        self._requests, short = ends(asked, MOST_REQUESTS)
        self.unread = self.unread or cut or short

    @property
    def count(self) -> int:
        """How many records it has."""
        return len(self._records)

    @property
    def records(self) -> list[Record]:
        """All records that may account for a call."""
        return [reading.records[at] for reading, numbers in self._records.blocks for at in numbers]

    @property
    def requests(self) -> list[Request]:
        """All sentences that ask for something."""
        return [self._request(at) for at in range(len(self._requests))]

    @property
    def early(self) -> list[frozenset[str]]:
        """What the calls named that ran before the first text of third parties was read: only the person, and what is
        theirs, can have said it."""
        found: list[frozenset[str]] = []
        for reading, _ in self._records.blocks:
            found.append(frozenset(unpack(reading.row["q"])))
            if int(reading.row["s"]) >= THIRD_PARTIES:
                break       # what the call itself named was said before its answer was read
        return found

    def _record(self, place: int) -> Record:
        reading, at = self._records[place]
        record: Record = reading.records[at]
        return record

    def _request(self, place: int) -> Request:
        if place not in self._made:
            self._made[place] = Request(*self._requests[place])
        return self._made[place]

    def _prompt(self, row: Stored, stands: bool, begins: bool) -> None:
        kinds = row.get("h") or [""]
        if kinds == [REFUSES]:
            return
        words = unpack(row["w"])
        self.words.update(words)
        named = unpack(row["e"])
        said = {*words, *unpack(row["t"]), *unpack(row.get("n", "")), *named}
        self.said |= said
        self.pointed.update(named)
        if int(row["d"]) > 1 or row.get("a"):
            # "do what it says": what that is the prompt before tells
            self.handed |= (said | self._before) - set(unpack(row.get("b", "")))
        self._before = said | self._before if row.get("j") else said
        if stands:
            self.heard.discard(ASSENTS)     # a "yes" answers what was asked then
            self.heard.update(kinds)
            self.latest = {*kinds, *(() if begins else self.latest)}
            self.newly |= said
            self.verbs.update(row["v"])
            self.asked.update(row["r"] if "r" in row else row["v"])
            self.urged.update(() if row.get("q") else words)
            self.unclear = self.unclear or not row.get("l", 1)
            self.mailed = self.mailed or bool(row.get("y"))
        self.told = TELLS.issuperset(kinds) and READS in kinds and (self.told or begins)
        self.delegates = max(self.delegates, int(row["d"]))
        self.acts = self.acts or bool(row.get("a"))
        if not row.get("l", 1):
            self.vague |= said
        self.carried.update(unpack(row["c"]) if "c" in row else ())
        self.numbers.update(unpack(row["#"]) if "#" in row else ())
        self.things.update(unpack(row["z"]) if "z" in row else ())

    def word(self, word: str) -> bool:
        """Did the person say this word, in this form or in another?"""
        return self.h(word) in self.said or self.h(_words.stem(word)) in self.words

    def spoke(self, text: str) -> bool:
        """Did the person say it: each of its words, or its address as a whole?"""
        said = _words.tokens(text)
        return bool(said) and (all(map(self.word, said)) or any(self.h(e) in self.said for e in _words.entities(text)))

    def marks(self, text: str) -> frozenset[str]:
        """The hashes of a text's words, without those that say nothing."""
        return frozenset(self.h(_words.stem(w)) for w in _words.tokens(text) if w not in _words.STOP)

    def owns(self, record: Record) -> bool:
        """Is it a page of a thing that the person named?"""
        return not self.things.isdisjoint(record.site)

    def holding(self, marks: frozenset[str]) -> list[Record]:
        """The records that hold all of these words, in a request or beside it, too."""
        found = [r for r in self.holders(marks) if marks <= r.data | r.prose | r.titles] if marks else []
        found += [p.record for p in self.asking(marks) if marks <= p.words] if marks else []
        return list(dict.fromkeys(found))

    def lately(self, words: Iterable[str]) -> bool:
        """Did one of the newest requests say one of these words?"""
        return any(self.h(word) in self.newly or self.h(_words.stem(word)) in self.newly for word in words)

    def hands(self, record: Record) -> bool:
        """Does a prompt that hands the lead over hold a word of where it comes from?"""
        return not self.handed.isdisjoint(record.query | record.titles | record.home)

    def df(self, word: str) -> int:
        """In how many records the word stands; the prompts' words are counted together, as they are asked for often."""
        packs, rest = self._held()
        if not self._df:
            self._df = dict.fromkeys(self.words, 0)
            for r in (self._record(at) for at in rest):
                for w in self.words & (r.data | r.prose):
                    self._df[w] += 1
            for w in self.words if packs else ():
                self._df[w] += self._holding(w, packs)
        n = self._df.get(word)
        if n is None:
            n = sum(word in r.data or word in r.prose for r in (self._record(at) for at in rest))
            n = self._df[word] = n + self._holding(word, packs)
        return n

    def holders(self, *groups: Iterable[str]) -> list[Record]:
        """The records that can hold all words of one of these groups, in their order; no other does."""
        return [self._record(at) for at in self._all(groups, *self._held())]

    def asking(self, *groups: Iterable[str]) -> list[Request]:
        """The requests that can hold all words of one of these groups, in their order."""
        return [self._request(at) for at in self._all(groups, *self._asked())]

    def asked_for(self, word: str) -> bool:
        """Does it stand in a request or beside one?"""
        packs, rest = self._asked()
        if self._spoken is None:
            self._spoken = frozenset[str]().union(*(self._request(at).every() for at in rest))
        return word in self._spoken or bool(packs and self._met(word, packs))

    def _held(self) -> Places:
        if self._placed is None:
            self._placed = by_pack(self._records, "first")
        return self._placed

    def _asked(self) -> Places:
        if self._asking is None:
            self._asking = by_pack(self._requests, "ask")
        return self._asking

    def _all(self, groups: Iterable[Iterable[str]], packs: dict[Pack, dict[int, int]], rest: list[int]) -> list[int]:
        found = set(rest)
        for group in groups if packs else ():
            met = [set(self._met(word, packs)) for word in group]
            found |= set.intersection(*met) if met else {at for units in packs.values() for at in units.values()}
        return sorted(found)

    def _met(self, word: str, packs: dict[Pack, dict[int, int]]) -> list[int]:
        """The places among `records`, or among `requests`, of those packed ones in which a word stands."""
        return [units[unit] for pack, units in packs.items() for unit in pack.units(word) if unit in units]

    def _holding(self, word: str, packs: dict[Pack, dict[int, int]]) -> int:
        """How many packed records hold a word: of a pack that counts whole, its own number of them."""
        return sum(pack.count(word) if len(units) == pack.records else sum(unit in units for unit in pack.units(word))
                   for pack, units in packs.items())

    def idf(self, word: str) -> float:
        """How much a word says: 1 for one that stands in a single record, less with each further one."""
        from math import log
        return 1 / (1 + log(1 + self.df(word)))
