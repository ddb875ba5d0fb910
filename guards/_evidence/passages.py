"""A tool result is records of fields; a long field in which somebody asks for something is a passage.

Where a value stands matters more than that it stands there: an address in a `participants:` list is data,
the same address in "send it to x" is a request.  So the text is first taken apart as what it is (JSON or
Python literals, YAML-like lines, HTML, plain text); short fields are data, and long ones are cut into
sentences, of which those that hold a verb in request position are kept as passages, each with its neighbours.

    read(result) -> list[Record]   Record.data, Record.prose: sets of words and entities
                                   Record.passages: runs of sentences around those that ask for something

Pure text in, plain values out; hashing and storing is _evidence's business.

Limitations: what lies between the head and the tail of a text of more than LIMIT characters (it says how much);
requests in images or in code (a sentence with more than 6 % of code characters is prose), or in languages of which no
verb is known (guards/_intent/languages.py), of whose addresses provenance takes care.
"""
from __future__ import annotations

from guards._intent.literals import DEPTH, literal, opens_literal, scalar_end, unfold
from guards._intent.sentences import blocks, requests, sentences, wide
from guards._text import orders, words

LIMIT = 120_000         # characters of one text that are read, from its head and its tail
MOST_REQUESTS = 120     # sentences of one result that ask for something
RESERVED = 50           # of these, for those that name an address or an id, or set an order
ROOM = 80               # of these, for verbs that stand in the tables of words
SAME = 4                # of these, that have verbs and addresses in common
MOST_RECORDS = 150      # records of one result; further fields go to the last
DATA, PROSE, BOTH = 0, 1, 2
AT_ONCE = 300           # sentences whose words are held at once
NO_WIDTH = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_INSIDE = 4             # levels of texts within texts

JOB = frozenset("instruction instructions task tasks prompt prompts system command commands tool tools context "
                "conversation guidelines".split())
READER = frozenset("ai assistant assistants model llm chatbot agent gpt claude gemini llama language bot "
                   "copilot".split())
ADDRESSED = JOB | READER
ORDER = frozenset("before after first instead previous above immediately now then important urgent".split())
# How a text says that the system speaks.
ROLES = tuple("(system_message) (system) [system] [SYSTEM] <system> <SYSTEM> SYSTEM: <|system|> <<SYS>>".split())
DESCRIBES = "tool_description"
_STARTS, _OPENS, _QUOTES = frozenset("-{["), frozenset("{["), frozenset("'\"")
_NEVER = 1 << 30
_INSIDE_NAMES = frozenset("-/.@")
_EDGES = "\"'`()[]{}<>,;:!?.*|#=-"
_BODIES = frozenset("text content stdout stderr output result results message response".split())
_TITLES = frozenset("sender from subject title filename file_name name author owner path url recipient channel".split())


class Sentence:
    """One sentence: verbs in request position {stem: strength}, words, entities, cue words, its text and key."""

    __slots__ = tuple("entities job key order reader text verbs words you".split())

    def __init__(self, text: str, said: list[str], verbs: dict[str, int], reader: _Reader) -> None:
        self.text, self.verbs = text, verbs
        self.key = " ".join(said[:12]) if verbs else ""
        self.words = list(filter(None, dict.fromkeys([reader.stems[word] for word in [*said, *words.amounts(text)]])))
        self.entities = reader.named[text] if any(verbs.values()) else words.entities(text, reader.known)
        low = text.lower()
        spoken = [] if ADDRESSED.isdisjoint(said) else [
            word for found in [reader.spoken[chunk] for chunk in text.split()] for word in found]
        self.job = [w for w in spoken if w in JOB] + (["user"] if "the user" in low else [])
        self.reader = [w for w in spoken if w in READER]
        self.order = len(ORDER.intersection(said)) + ("sys" in low and any(role in text for role in ROLES))
        self.you = said.count("you") + said.count("your") + said.count("yourself")


class Spoken(dict[str, "list[str]"]):
    """A chunk between blanks -> what is said in it of jobs and readers, unless it is a name such as `data-tools` or
    `a/b`."""

    def __missing__(self, chunk: str) -> list[str]:
        core = chunk.strip(_EDGES)
        said = words.tokens(core) if _INSIDE_NAMES.isdisjoint(core) else ()
        found = self[chunk] = [word for word in said if word in ADDRESSED]
        return found


class Record:
    """One thing of a result: what its short fields say, what its prose says, who asks for what in it."""

    __slots__ = tuple("data later passages prose texts titles".split())

    def __init__(self) -> None:
        self.data: dict[str, None] = {}
        self.prose: dict[str, None] = {}
        self.titles: dict[str, None] = {}
        self.passages: list[list[Sentence]] = []
        # Texts of data, of prose, of both, and their words.
        self.texts: tuple[list[str], list[str], list[str]] = ([], [], [])
        self.later: tuple[dict[str, None], dict[str, None], dict[str, None]] = ({}, {}, {})

    def put(self, kind: int, texts: list[str], said: list[str]) -> None:
        """Sets texts of a kind aside, with their words."""
        self.texts[kind].extend(texts)
        self.later[kind].update(dict.fromkeys(said))

    def settle(self, stems: words.Stems, known: words.Named) -> None:
        """Takes all texts that were set aside apart at once: a word that stands in many costs no more than one."""
        kinds = (self.data,), (self.prose,), (self.prose, self.data)
        for texts, said, into in zip(self.texts, self.later, kinds):
            if texts:
                found = dict.fromkeys(filter(None, [stems[word] for word in said]))
                found.update(dict.fromkeys(words.entities("\n".join(texts), known)))
                for one in into:
                    one.update(found)
                texts.clear()
                said.clear()

    def __bool__(self) -> bool:
        return bool(self.data or self.prose or self.passages)


def said(text: str, stems: words.Stems, known: words.Named) -> dict[str, None]:
    """A text's words and what it names, each once."""
    found = dict.fromkeys(filter(None, [stems[word] for word in dict.fromkeys(words.tokens(text))]))
    found.update(dict.fromkeys(words.entities(text, known)))
    return found


def revealed(text: str) -> str:
    """A text without letters that have no width: what a model reads in it.

    >>> revealed("s\\u200be\\u200bnd it")
    'send it'
    """
    for sign in () if text.isascii() else NO_WIDTH:
        text = text.replace(sign, "")
    return text


def chosen(text: str, limit: int) -> tuple[str, int]:
    """Two thirds of the limit from its beginning, the rest from its end; how much of it that leaves out.

    >>> chosen("abcdefghij", 6), chosen("abc", 6)
    (('abcd\\nij', 4), ('abc', 0))
    """
    if len(text) <= limit:
        return text, 0
    head = limit * 2 // 3
    return text[:head] + "\n" + text[head - limit:], len(text) - limit


def key(sentence: str) -> str:
    """What two copies of a sentence have in common: its first twelve words."""
    return " ".join(words.tokens(sentence)[:12])


def read(result: object) -> list[Record]:
    """The records of a result, in order: a text, a client's content blocks, or structured output."""
    return read_all(result)[0]


def read_all(result: object) -> tuple[list[Record], int]:
    """(the records of a result, how much was left unread: characters, and requests for which there was no room)."""
    reader = _Reader()
    if isinstance(result, list) and result and all(isinstance(b, dict) and "type" in b for b in result):
        result = "\n".join(b["text"] for b in result if isinstance(b.get("text"), str))
    if isinstance(result, str):
        reader.document(reader.head_and_tail(result))
    else:
        reader.walk(result, reader.new(), "", 0)
    for record in reader.records:
        record.settle(reader.stems, reader.known)
    return [r for r in reader.records if r], reader.unread


def asking(text: str) -> list[str]:
    """Keys of the sentences of a plain text that hold a request, for texts that the user or the agent wrote."""
    return [key(raw) for raw in sentences(text[:LIMIT]) if requests(raw)]


# --- the document ------------------------------------------------------------------------------------------------


class _Reader:
    """Walks one text and fills records."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.stems, self.known, self.kinds, self.spoken = words.Stems(), words.Named(), orders.Kinds(), Spoken()
        self.left = MOST_REQUESTS
        self.asked_for: dict[tuple[str, ...], int] = {}     # verbs and what they aim at -> requests that ask for it
        self.named: dict[str, list[str]] = {}       # of sentences that ask: what they name
        self.unread = 0
        self.inside = 0     # how many texts within texts we are in

    def new(self) -> Record:
        if len(self.records) >= MOST_RECORDS:
            return self.records[-1]
        self.records.append(Record())
        return self.records[-1]

    def head_and_tail(self, text: str) -> str:
        text, left = chosen(text, LIMIT)
        self.unread += left
        return text

    def document(self, text: str) -> None:
        text = revealed(text)
        start = len(text) - len(text.lstrip())
        if text[start:start + 1] in ("{", "[") and opens_literal(text, start):
            value, end = literal(text, start)
            self.walk(value, self.new(), "", 0)
            text = text[end:]
        if text.strip():
            self.lines(text)

    def walk(self, value: object, record: Record, name: str, depth: int) -> None:
        """A dict with leaves is a record; a dict of dicts names records by its keys."""
        if depth > DEPTH:
            return
        if isinstance(value, dict):
            flat = any(not isinstance(v, (dict, list)) for v in value.values())
            if flat:
                record.settle(self.stems, self.known)
            inner = self.new() if flat and (record.data or record.prose) else record
            if name:
                self.field(inner, "", name)
            tool = any(str(k).lower().replace("_", "") == "inputschema" for k in value)
            called = {"description": DESCRIBES} if tool else {}
            for k, v in value.items():
                k = called.get(k, k)
                if isinstance(v, dict) and not flat:
                    self.walk(v, self.new(), str(k), depth + 1)
                else:
                    if isinstance(v, dict):
                        self.field(inner, "", str(k))
                    self.walk(v, inner, "" if isinstance(v, dict) else str(k), depth + 1)
        elif isinstance(value, list):
            for item in value:
                thing = isinstance(item, dict)
                self.walk(item, self.new() if thing else record, "" if thing else name, depth + 1)
        elif isinstance(value, str) and name in _BODIES and "\n" in value and self.inside < _INSIDE:
            self.inside += 1
            self.document(self.head_and_tail(value))
            self.inside -= 1
        elif isinstance(value, str):
            self.field(record, name, revealed(self.head_and_tail(value)))
        elif value is not None:
            self.field(record, name, str(value))

    def lines(self, text: str) -> None:
        """YAML-like lines, messages, plain text: `key: value` opens a field, `- ` in the first column a record."""
        text = text.replace("\r\n", "\n")
        if text.count("\\n") > text.count("\n"):
            text = text.replace("\\n", "\n")
        record = self.new()
        name, margin, least = "", _NEVER, _NEVER    # indented as far as `least`, a line belongs to the one before it
        part: list[str] = []    # the lines of the field, each behind what parts it from the last: a line's end, a blank
        lines = text.removesuffix("\n").split("\n")
        begins = seen = 0       # where line number `seen` begins
        numbered = "→" in text
        rest = enumerate(lines)
        for number, line in rest:
            body = line.lstrip(" ")
            if numbered:
                arrow = body.find("→", 0, 8)
                if body[:max(arrow, 0)].isdigit():  # a numbered line of a file
                    line, body = line[:-len(body)] + body[arrow + 1:], body[arrow + 1:]
            first = body[:1]
            if ":" in body or first in _STARTS:     # few lines of code and prose
                indent = len(line) - len(body)
                item = first == "-" and body[1:2] in " "
                if item:
                    body = body[2:].lstrip(" ")
                opened = _key(body)
                starts = item or (opened != "" and (indent <= margin or not part))
                if starts:
                    self.field(record, name, "".join(part))
                    name, part = opened, []
                    if item and indent == 0:
                        record = self.new()
                    margin = indent + 2 * item
                    least = max(margin, 1)
                    if opened:
                        body = body[len(opened) + 1:].lstrip(" ")
                    first = body[:1]
                value = first in _OPENS and opens_literal(body, 0)
                if value or (starts and first in _QUOTES):
                    begins += sum(map(len, lines[seen:number])) + number - seen
                    seen = number
                    at = begins + len(lines[number]) - len(body)
                    stop = self.value(record, name, "".join(part), text, at, starts)
                    if stop:
                        name, part = "", []
                        after = self.behind(record, text, stop)
                        list(zip(range(     # the next lines belong to the value
                            text.count("\n", begins, after) - (after <= len(text))), rest))
                        continue
                if starts:
                    if body:
                        part.append(body)
                    continue
            # A folded scalar or item; or a line of its own.
            part.append(" " + body if len(line) - len(body) >= least and part and body else "\n" + body)
        self.field(record, name, "".join(part))

    def value(self, record: Record, name: str, before: str, text: str, at: int, starts: bool) -> int:
        """Reads the literal or the quoted scalar that begins at a place; where it ends, 0 where it is none.

        name, before    of the field that is open: it is this value's where a line `starts` one
        """
        if text[at] in _QUOTES:
            stop = scalar_end(text, at)
            if stop:
                self.field(record, name, unfold(text[at:stop]))
            return stop
        self.field(record, name, before)
        found, stop = literal(text, at)
        self.walk(found, record if starts else self.new(), name * starts, 1)
        return stop

    def behind(self, record: Record, text: str, stop: int) -> int:
        """Reads what stands behind a value on its line, `[ ] close WEB-88`; where the next line begins."""
        end = text.find("\n", stop)
        end = len(text) if end < 0 else end
        rest = text[stop:end].strip(" \t\r,;]})")
        if rest:
            self.field(record, "", rest)
        return end + 1

    def field(self, record: Record, name: str, text: str) -> None:
        """Up to three words are data; otherwise sentences, of which the asking ones make passages."""
        text = text.strip()
        if not text or text in ("null", "None", "[]", "{}", "''"):
            return
        short = len(text) < 200 and len(text.split()) + wide(text) <= 3
        if not short and text[0] in "{[" and self.inside < _INSIDE and opens_literal(text, 0):
            value, end = literal(text, 0)
            self.inside += 1
            self.walk(value, record, name, 2)
            self.inside -= 1
            text = text[end:].strip()
            if not text:
                return
        if name and name.lower().strip("_ ") in _TITLES:
            record.titles.update(said(text[:300], self.stems, self.known))
        if short:
            record.put(DATA, [text], words.tokens(text))
            return
        if name and not name.replace("_", "").islower():
            text = name + ": " + text
        if name.lower() == DESCRIBES and (READER | ORDER).isdisjoint(words.tokens(text)):
            record.put(PROSE, [text], words.tokens(text))  # what a list of tools says of one asks for nothing
            return
        for block in blocks(text):
            self.block(record, block)

    def block(self, record: Record, text: str) -> None:
        if len(text.split(None, 4)) + wide(text) <= 3:
            record.put(DATA, [text], words.tokens(text))
            return
        raws = sentences(text)
        asking: dict[int, dict[str, int]] = {}
        said: dict[int, list[str]] = {}
        self.leads, self.code = 0, False    # does the last order lead to a command; are we in a block of code?
        for first in range(0, len(raws), AT_ONCE):
            self.told(record, raws, first, asking, said)
        run: list[Sentence] = []
        near = {at for place in asking for at in (place - 1, place, place + 1)}     # and those beside them
        for i in sorted(near):
            if 0 <= i < len(raws):
                run.append(Sentence(raws[i], said[i] if i in said else words.tokens(raws[i]), asking.get(i, {}), self))
                if i + 1 not in near:
                    record.passages.append(run)
                    run = []
        if run:
            record.passages.append(run)

    def told(self, record: Record, raws: list[str], first: int, asking: dict[int, dict[str, int]],
             near: dict[int, list[str]]) -> None:
        """Goes over some sentences of a block, from a place on: sets aside those that do not ask.

        asking   takes the verbs of those that ask; near: the words of these and of their neighbours among them
        """
        some = raws[first:first + AT_ONCE]
        said = words.tokens_of(some)
        every = set().union(*said)
        other, numbered = words.ELSEWHERE.intersection(every), {word for word in every if not word.isalpha()}
        sure = False
        if other:
            from guards._intent.languages import elsewhere
            sure = elsewhere(" ".join(some))
        texts: tuple[list[str], list[str]] = [], []
        words_of: tuple[list[str], list[str]] = [], []
        for number, (raw, its) in enumerate(zip(some, said)):
            if self.unread and self.left <= RESERVED and (self.left <= 0 or not (
                    "@" in raw or "://" in raw or "." in raw[:-1] or not numbered.isdisjoint(its)
                    or not ORDER.isdisjoint(its))):
                asks = {}   # there is no room for it whatever it asks, and that something was left out is known
            else:
                asks = self.led(raw, its, self.asked(raw, its, other, sure))
            if asks:
                asking[first + number] = asks
                near.update({first + at: said[at] for at in (number - 1, number, number + 1) if 0 <= at < len(said)})
                continue
            long = len(raw) > 16 and len(raw.split(None, 8)) > 8
            texts[long].append(raw)
            words_of[long].extend(its)
        record.put(BOTH, texts[0], words_of[0])
        record.put(PROSE, texts[1], words_of[1])

    def led(self, raw: str, said: list[str], asks: dict[str, int]) -> dict[str, int]:
        """What it asks for; of a command to which an order leads, "Run this:" and code or "$ x": its program."""
        if "```" in raw:
            self.code = not self.code
        elif asks and not self.code:
            self.leads = 1 + (raw[-1] == ":")
        elif not asks and len(raw) > 3:
            self.leads = int(self.left > ROOM and self.leads > (not self.code and raw[0] not in "$`"))
            if self.leads:
                self.left -= 1
                return dict.fromkeys(map(words.stem, said[:1]), 0)
        return asks

    def asked(self, raw: str, said: list[str], other: frozenset[str], sure: bool) -> dict[str, int]:
        """Its verbs, while there is room; the last places are for requests that name something or set an order.

        Of those that ask for the same, SAME are kept; one for which there is no room counts as unread.
        """
        verbs = requests(raw, other, said, self.kinds, sure)
        if not verbs or (self.left <= ROOM and words.ASKED_FOR.isdisjoint(verbs)):
            return {}       # a verb of no table: prose, where there is little room
        named = self.named[raw] = words.entities(raw, self.known)
        what = (*verbs, *named)
        if named and self.asked_for.get(what, 0) >= SAME:
            return {}
        if self.left <= 0 or (self.left <= RESERVED and not named and ORDER.isdisjoint(said)):
            self.unread += 1
            return {}
        self.asked_for[what] = self.asked_for.get(what, 0) + 1
        self.left -= 1
        return verbs


def _key(line: str) -> str:
    """The `key` of a `key: value` line: at most three words, nothing odd in it; not of "Run: x", which is an order."""
    colon = line.find(":")
    if not 0 < colon <= 40 or (len(line) > colon + 1 and line[colon + 1] != " ") or line.startswith(
            ("Do ", "Run ", "Run:", "Step ", "Then:")):
        return ""
    name = line[:colon]
    if len(name.split()) > 3 or not name.replace("_", "").replace("-", "").replace(" ", "").isalnum():
        return ""
    return name
