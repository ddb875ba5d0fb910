# ruff: noqa: E501  (tables: one row, one line)
"""Does what leaves carry what was read?  Matched by keyed fingerprints, through the usual disguises.

`seen_rows` makes the rows that a response leaves behind: never text, only lengths and fingerprints.
`carried` decodes an outbound payload (base64, base32, hex, URL, JSON, shell and HTML escapes, gzip,
reversed, spaced, rot13, split over arguments; two disguises in each other) and
looks for those fingerprints in every reading.

A value is compared without case, blanks and punctuation, so `SK-12 34` is `sk1234`; a short one
made of letters only, exactly and between word boundaries.  Prose of a sensitive source is known by
shingles of eight words, two of which must reappear.

All work is bounded: PLAIN characters of the payload as it stands, LIMIT of its other readings.  Limitations: ciphers, paraphrase, images, less than
half of a value, a value handed out in several calls, its beginning last or cut below twelve characters.
"""
from __future__ import annotations

from guards import CREDENTIALS, INTERNAL, NONE
from guards._sensitive.folded import FOLDED, unfolded
from guards._text.fingerprint import begun, fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any, Literal

    from guards import Finding, Settings

    Row = list[Any]  # [level, kind, rule, view, length, anchor, fingerprint or list of them]

PLAIN = 1 << 20        # characters of a payload, as it stands
SHORT, FEW = 20_000, 200    # characters of a payload of whose rows, from so many on, those are chosen that can be in it
LIMIT, READINGS = 400_000, 48   # characters of all its other readings together; how many of these are made
VALUES = 2000          # rows of values that one response leaves
PROSE = 60_000         # characters of a sensitive response whose passages are remembered
SHINGLES, WORDS = 400, 8    # fingerprints of passages that one response leaves; words of each
WHOLE, HEAD = 20, 12        # of a value this long its beginning is remembered, too: it may leave in pieces
LONG, PIECE = 48, 24   # a value this long also leaves fingerprints of pieces this long
NAMED = ("url-password", "value")      # rules whose value may be a name, a colon and a password
PASSWORD = 8           # characters from which a password alone is known again
SAID = 8               # characters in a row of decoded bytes that are no accident
ANCHOR = 5             # bytes at the start of a value, whose 16-bit sum says where to look closer

_ALNUM = b"abcdefghijklmnopqrstuvwxyz0123456789"
_OTHERS = bytes(b for b in range(256) if b not in _ALNUM)
_TO_BLANK = bytes(b if b in _ALNUM else 32 for b in range(256))


class Hit:
    """One thing that was read and now leaves: its level, kind and rule, and the disguise it wears ("" for none)."""
    __slots__ = tuple("encoding fingerprint kind level rule".split())

    def __init__(self, level: int, kind: str, rule: str, encoding: str, fingerprint: str) -> None:
        self.level, self.kind, self.rule = level, kind, rule
        self.encoding, self.fingerprint = encoding, fingerprint


def seen_rows(text: str, findings: Sequence[Finding], settings: Settings, source_level: int = NONE,
              internal: bool = False) -> list[Row]:
    """What to remember of a response: rows of fingerprints for its sensitive spans, the gravest first.

    `source_level` is what the source itself is worth (a sensitive path); where it is more than what is found in the
    text, or the tool is `internal`, the passages of the text are remembered too.
    """
    rows: dict[str, Row] = {}
    seed = _seed(settings.key)
    for f in sorted(findings, key=lambda f: -f.level):
        if len(rows) >= VALUES:
            break
        if f.start == f.end:
            continue
        for value in parts_of(text[f.start:f.end], f.rule):
            for row in _value_rows(value, f, settings.key, seed):
                rows.setdefault(row[6], row)
    kept = list(rows.values())[:VALUES]
    found = max((f.level for f in findings), default=NONE)
    if source_level >= CREDENTIALS > found:
        from guards import Finding
        from guards._sensitive.entropy import phrases

        shown = Finding(source_level, "credentials", "shown", 0, 0)
        kept += [row for word in phrases(text, PASSWORD) if word.lower() != word or any(map(str.isdigit, word))
                 for row in _value_rows(word, shown, settings.key, seed)]       # a name in small letters is what it is for
    level = source_level if source_level > found else INTERNAL if internal else NONE
    if level >= INTERNAL:
        shingles = _winnowed(text, settings.key)
        if shingles:
            kept.append([level, "passage", "words", "w", WORDS, 0, shingles])
    return kept


def parts_of(value: str, rule: str) -> list[str]:
    """A value, and what of it is a secret by itself: the password behind a name.

    >>> parts_of("shop:Vr4kuM9zeLtq72", "url-password"), parts_of("a:b", "key")
    (['shop:Vr4kuM9zeLtq72', 'Vr4kuM9zeLtq72'], ['a:b'])
    """
    password = value.partition(":")[2] if rule in NAMED else ""
    return [value, password] if len(password) >= PASSWORD and password[:2] != "//" else [value]


def carried(payload: str, rows: Iterable[Row], settings: Settings) -> list[Hit]:
    """What of the rows a payload carries, the gravest first; each thing once, in its plainest disguise."""
    every, met = list(rows), _WEIGHED.setdefault(payload, [])
    for known, key, hits in met:
        if key == settings.key and known == every:
            return hits
    met.append((every, settings.key, _carried(payload, every, settings.key)))
    if len(_WEIGHED) > WEIGHED:
        _WEIGHED.clear()
    return met[-1][2]


# Text -> (rows, key, hits) of this process: a call sends one text to many places, and several guards weigh it.
_WEIGHED: dict[str, list[tuple[list[Row], bytes, list[Hit]]]] = {}
WEIGHED = 1000


def _carried(payload: str, every: list[Row], key: bytes) -> list[Hit]:
    texts: Iterable[tuple[str, str]] = (one for ways in ([("", payload[:PLAIN])], _others(payload)) for one in ways)
    many = len(every) >= FEW or any(row[5] == FOLDED for row in every)
    if many and len(payload) <= SHORT:
        texts = list(texts)
        every = near(every, [text for _, text in texts], key)
    elif many:
        every = unfolded(every)
    index = Index(every, key)
    if not index.anchors and not index.shingles:
        return []
    hits: dict[str, Hit] = {}
    for encoding, text in texts:
        for hit in index.find(text, encoding):
            hits.setdefault(hit.fingerprint, hit)
    return sorted(hits.values(), key=lambda hit: -hit.level)


def near(rows: Sequence[Row], texts: Iterable[str], key: bytes) -> list[Row]:
    """The rows that these texts can carry: those of whose beginnings one stands in them, and of whose passages."""
    from binascii import crc32

    views = {row[3] for row in rows}
    seed, sums, shingles = _seed(key), {"s": set[int](), "x": set[int]()}, set[str]()
    for text in texts:
        for view, data in (("s", _squeezed(text)), ("x", text.encode("ascii", "replace"))):
            if view in views:
                sums[view].update([crc32(data[at:at + ANCHOR], seed) & 0xFFFF for at in range(len(data) - ANCHOR + 1)])
        if "w" in views:
            shingles.update(_shingles(text, key))
    return unfolded([row for row in rows if (
        row[5] == FOLDED or row[5] in sums[row[3]] if row[3] != "w" else not shingles.isdisjoint(row[6]))], sums)


def _others(payload: str) -> Iterator[tuple[str, str]]:
    """(the disguise, what is under it) of all readings of a payload but the plain one, LIMIT characters together."""
    budget = LIMIT
    part = payload[:LIMIT // 3]
    if not part.isascii():      # letters in another width or face are still those letters
        from unicodedata import normalize

        part = normalize("NFKC", part)
    wide = [("other letters", part)] if not part.isascii() or not payload[:len(part)].isascii() else []
    for encoding, text in (one for ways in (wide, _reassembled(part), _readings(part)) for one in ways):
        budget -= len(text)
        if budget < 0:
            break
        yield encoding, text


def _squeezed(text: str) -> bytes:
    return text.encode("ascii", "replace").lower().translate(None, _OTHERS)


def _sum(data: bytes, seed: int) -> int:
    from binascii import crc32
    return crc32(data, seed) & 0xFFFF


def _seed(key: bytes) -> int:
    from binascii import crc32
    return crc32(key)


def _value_rows(value: str, f: Finding, key: bytes, seed: int) -> Iterator[Row]:
    squeezed = _squeezed(value)
    if len(squeezed) >= 8 and not (squeezed.isalpha() and len(squeezed) < 12):
        yield [f.level, f.kind, f.rule, "s", len(squeezed), _sum(squeezed[:ANCHOR], seed), fingerprint(squeezed.decode(), key)]
        head = squeezed[:HEAD]
        if len(squeezed) >= WHOLE and f.level >= CREDENTIALS and len(set(head)) > 6 and sum(48 <= b <= 57 for b in head) > 1:
            yield [f.level, f.kind, f.rule, "s", HEAD, _sum(head[:ANCHOR], seed), fingerprint(head.decode(), key)]
        if len(squeezed) >= LONG:
            for at in range(0, min(len(squeezed), 40 * PIECE) - PIECE + 1, PIECE):
                piece = squeezed[at:at + PIECE]
                if len(set(piece)) > 6:
                    yield [f.level, f.kind, f.rule, "s", PIECE, _sum(piece[:ANCHOR], seed), fingerprint(piece.decode(), key)]
        return
    exact = value.encode("ascii", "replace")
    from guards._sensitive.entropy import wordy
    if len(exact) >= ANCHOR and not (f.level >= CREDENTIALS and exact.isalpha() and wordy(exact)):     # a mere word
        yield [f.level, f.kind, f.rule, "x", len(exact), _sum(exact[:ANCHOR], seed), fingerprint(exact.decode(), key)]


def _shingles(text: str, key: bytes) -> Iterator[str]:
    words = text.encode("ascii", "replace").lower().translate(_TO_BLANK).split()
    told, whole, start = begun(key), b" ".join(words), 0
    size = len(b" ".join(words[:WORDS - 1]))
    for first, last in zip(words, words[WORDS - 1:]):
        size += 1 + len(last)       # from `start`, these words and the blanks between them
        one = told.copy()
        one.update(whole[start:start + size])
        yield one.hexdigest()[:8]
        start += len(first) + 1
        size -= len(first) + 1


def _winnowed(text: str, key: bytes) -> list[str]:
    """One shingle of every four in a row, of a long text some of all: chosen by cheap keyed sums, and then hashed."""
    words = text[:PROSE].encode("ascii", "replace").lower().translate(_TO_BLANK).split()
    if len(words) < WORDS:
        return []
    sums = _sums(words, key)
    many = len(set(sums))
    if many > 8 * SHINGLES:
        least = 3 * SHINGLES * _SUM // (2 * many)       # below it stand as many as are wanted, and half as many
        chosen = {one for one in sums if one < least}
    else:
        chosen = {min(sums)} if len(sums) < 4 else set(map(min, sums, sums[1:], sums[2:], sums[3:]))
    places = {one: at for at, one in enumerate(sums) if one in chosen}      # of a shingle that comes again, one
    told, found = begun(key), set()
    for one in sorted(chosen)[:SHINGLES]:
        made = told.copy()
        made.update(b" ".join(words[places[one]:places[one] + WORDS]))
        found.add(made.hexdigest()[:8])
    return sorted(found)


def _sums(words: list[bytes], key: bytes) -> list[int]:
    """A number of 20 bits for every eight words in a row, scattered evenly; in another order they make another one.

    >>> once, again, turned = _sums([b"a", b"b"] * 4 + [b"a", b"b"], b"k")
    >>> once == turned, once == again
    (True, False)
    """
    from binascii import crc32
    seed, wanted = _seed(key), len(words) - WORDS + 1
    known = {word: (crc32(word, seed) & _SUM).to_bytes(_LANE, "little") for word in set(words)}
    # All sums at once, each in a lane of one long number: a word counts twice what the one before it does.
    one = int.from_bytes(b"".join([known[word] for word in words]), "little")
    two = one + (one >> 8 * _LANE - 1)
    four = two + (two >> 16 * _LANE - 2)
    eight = four + (four >> 32 * _LANE - 4) & int.from_bytes(_SUM.to_bytes(_LANE, "little") * wanted, "little")
    found = memoryview(eight.to_bytes(_LANE * wanted, _ORDER)).cast("I").tolist()
    return found if _ORDER == "little" else found[::-1]


_SUM, _LANE = (1 << 20) - 1, 4      # 255 of these sums still fit into a lane of so many bytes
_ORDER: Literal["little", "big"] = "little" if memoryview(b"\1\0\0\0").cast("I")[0] == 1 else "big"    # of numbers in memory


class Index:
    """The rows, ready to be looked for."""

    __slots__ = ("anchors", "key", "seed", "shingles")

    def __init__(self, rows: Iterable[Row], key: bytes) -> None:
        self.key, self.seed = key, _seed(key)
        self.anchors: dict[str, dict[int, dict[int, dict[str, Row]]]] = {}  # view -> anchor -> length -> fingerprint
        self.shingles: dict[str, Row] = {}
        for row in rows:
            if row[3] == "w":
                for one in row[6]:
                    if one not in self.shingles or self.shingles[one][0] < row[0]:
                        self.shingles[one] = row
            else:
                self.anchors.setdefault(row[3], {}).setdefault(row[5], {}).setdefault(row[4], {})[row[6]] = row

    def find(self, text: str, encoding: str) -> Iterator[Hit]:
        """What of the rows stands in a text, read through this disguise."""
        for _, _, row in self.places(text):
            yield Hit(row[0], row[1], row[2], encoding, row[6])
        if self.shingles:
            yield from self._passages(text, encoding)

    def places(self, text: str) -> Iterator[tuple[int, int, Row]]:
        """(where it begins, its length, its row) of each value, as its view reads the text."""
        from binascii import crc32
        for view, anchors in self.anchors.items():
            data = _squeezed(text) if view == "s" else text.encode("ascii", "replace")
            places = [at for at in range(len(data) - ANCHOR + 1) if crc32(data[at:at + ANCHOR], self.seed) & 0xFFFF in anchors]
            for at in places:
                for length, known in anchors[crc32(data[at:at + ANCHOR], self.seed) & 0xFFFF].items():
                    if at + length > len(data) or (view == "x" and (
                            data[at - 1:at].isalnum() or data[at + length:at + length + 1].isalnum())):
                        continue
                    row = known.get(fingerprint(data[at:at + length].decode(), self.key))
                    if row:
                        yield at, length, row

    def _passages(self, text: str, encoding: str) -> Iterator[Hit]:
        found = [self.shingles[one] for one in set(_shingles(text, self.key)) if one in self.shingles]
        if len(found) > 1:
            gravest = max(found, key=lambda row: int(row[0]))
            yield Hit(gravest[0], gravest[1], gravest[2], encoding, f"passage-{gravest[0]}")


# ---- readings

_UNDO: tuple[tuple[str, str], ...] = (
    ("url", "%"), ("escaped", "\\&"), ("base64", ""), ("hex", ""), ("reversed", ""),
)


def _readings(payload: str) -> Iterator[tuple[str, str]]:
    """Each other way to read the payload, then those ways again on the results."""
    known = {payload}
    front: list[tuple[tuple[str, ...], str]] = [((), payload)]
    for _ in range(3):
        following: list[tuple[tuple[str, ...], str]] = []
        for chain, text in front:
            for name, marks in _UNDO:
                if marks and not any(mark in text for mark in marks):
                    continue
                for read in _undo(name, text) if name != "reversed" or name not in chain else ():
                    if read and read not in known:
                        known.add(read)
                        following.append(((*chain, name), read))
                        yield "+".join((*chain, name)), read
                        if len(known) > READINGS:
                            return
        front = following


def _undo(name: str, text: str) -> Iterator[str]:
    from guards._text.regex import pattern
    if name == "url":
        yield pattern(r"(?:%[0-9A-Fa-f]{2})+").sub(lambda m: bytes.fromhex(m.group().replace("%", "")).decode("utf-8", "replace"), text)
    elif name == "escaped":
        yield pattern(r"\\(?:x([0-9a-fA-F]{2})|u\{?([0-9a-fA-F]{4,6})\}?|([0-7]{3})|([nrtbfv0\"'\\/$`]))|&#(?:x([0-9a-fA-F]{1,5})|(\d{1,6}));").sub(_unescaped, text)
    elif name == "base64":
        for offset in range(4):
            read = pattern(r"[A-Za-z0-9+/_\-]{8,}(?:\\?[\s.]{1,2}[A-Za-z0-9+/_\-]{4,})*={0,2}").sub(lambda m, skip=offset: _base64(m.group(), skip), text)  # type: ignore[misc]
            if read != text:
                yield read
    elif name == "hex":
        for offset in range(2):
            read = pattern(r"(?:(?:0x|\\x)?[0-9a-fA-F]{2}[\s:.,\-]{0,2}){6,}").sub(lambda m, skip=offset: _hex(m.group(), skip), text)  # type: ignore[misc]
            if read != text:
                yield read
    else:
        yield text[::-1]


_PLAIN = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}


def _unescaped(match: Any) -> str:
    two, four, octal, one, entity, decimal = match.groups()
    if one:
        return _PLAIN.get(str(one), str(one))
    number = int(two or four or entity, 16) if two or four or entity else int(octal, 8) if octal else int(decimal)
    return chr(number) if number < 0xD800 or 0xDFFF < number < 0x110000 else " "


def _text(data: bytes) -> str:
    """What bytes say if they say anything: unpacked where they are packed, "" where they are no text."""
    if data[:2] in (b"\x1f\x8b", b"\x78\x9c", b"\x78\xda", b"\x78\x01"):
        import zlib
        try:
            data = zlib.decompressobj(47).decompress(data, PLAIN // 4)
        except zlib.error:
            return ""
    printable = len(data) - len(data.translate(None, _PRINTABLE))
    return data.decode("utf-8", "replace") if data and printable >= 0.85 * len(data) else ""


_PRINTABLE = bytes(range(32, 127)) + b"\t\n\r"
_TO_LINES = bytes(b if b in _PRINTABLE else 10 for b in range(256))


def _base64(run: str, skip: int) -> str:
    from binascii import Error, a2b_base64
    body = "".join(c for c in run if c.isalnum() or c in "+/_-").replace("-", "+").replace("_", "/")[skip:]
    body = body[:len(body) - (len(body) % 4 == 1)]
    try:
        data = a2b_base64(body + "=" * (-len(body) % 4))
        said = data.translate(_TO_LINES).split(b"\n")     # a host or a folder stood before the rest
        return _text(data) or "\n".join([one.decode() for one in said if len(one) >= SAID]) or run
    except Error:
        return run


def _hex(run: str, skip: int) -> str:
    digits = run.replace("0x", "").replace("\\x", "")
    digits = "".join(c for c in digits if c in "0123456789abcdefABCDEF")[skip:]
    return _text(bytes.fromhex(digits[:len(digits) - len(digits) % 2])) or run


def _reassembled(payload: str) -> Iterator[tuple[str, str]]:
    """Pieces that do not look like words, put together again: all in order, and each pair both ways."""
    from guards._text.regex import pattern
    pieces = [p for p in pattern(r"[^\s\"'`<>,;()&|=?{}\[\]]{3,}={0,2}").findall(payload[:20_000])
              if any(c.isdigit() for c in p) or (p.lower() != p and p.upper() != p and not p.istitle()) or len(p) > 15
              or ("_" in p and p.upper() == p)]
    if len(pieces) < 2:
        return
    yield "split", "".join(pieces)
    if len(pieces) <= 14:
        yield from (("split", first + second) for first in pieces for second in pieces if first is not second)
