"""What in an outgoing text came from nowhere: opaque characters that stand in nothing read or typed.

A cipher, base58, a number made of a secret, its characters one a parameter: no table of encodings finds them all.  But
each is a run without meaning that the session has never seen.  `marks` are the fingerprints of the opaque words of a
text that was read; `unexplained` counts the opaque characters of an outgoing text that bear no such mark.  What decodes
to plain words is no riddle (a diagram, a query in base64): it is read as what it says.
Limitations: a secret retold in words, or handed out a few characters a call.
"""
from __future__ import annotations

from guards._sensitive.entropy import wordy
from guards._text.fingerprint import fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

ENOUGH = 24         # opaque characters that could be a key
SHORTEST = 6        # characters of an opaque word
TIME = 20           # digits of a number that is no time and no id (a snowflake has 19)
ROW = 20            # short words in a row that could be one word taken apart
MARKS = 4000        # fingerprints that one response leaves
MARK = 8            # hex digits of one
PART = 64 * 1024    # characters of a text whose words are held at once
LONG = 2048         # characters of a word that are weighed: at its beginning, in its middle, at its end
BLOCK = 4096        # characters of encoded text that are decoded as one

_ALNUM = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_PARTED = bytes(b if b in _ALNUM else 32 for b in range(256))
# What a character is: a digit, a capital, a small letter, or none of a word.
_SHAPE = bytes(48 if 48 <= b <= 57 else 65 if 65 <= b <= 90 else 97 if b in _ALNUM else 32 for b in range(256))
_CHANGES = tuple(b"aA Aa a0 0a A0 0A".split())
_ANY = bytes(119 if b in _ALNUM else 32 for b in range(256))
_LEAST = 16         # letters of an opaque word without digits and inner capitals
_HEX = frozenset("0123456789abcdefABCDEF")


def opaque(word: str) -> bool:
    """Is a word of letters and digits drawn rather than written?

    >>> [opaque(w) for w in ("9xKq27LmTz", "sha256", "DataGetTopLong", "20241105T101500Z", "qzkfjwpxvmrtgbnd")]
    [True, False, False, False, True]
    """
    size = len(word)
    if size < SHORTEST:
        return False
    if size > LONG:
        parts = (word[:LONG], word[(size - LONG) // 2:(size + LONG) // 2], word[-LONG:])
        return any(map(opaque, parts))
    if word.isalpha():
        if size < 16 and (word.islower() or word[1:].islower() or word.isupper()):
            return False
        if word.islower() or word[1:].islower() or word.isupper():
            return size >= 16 and not wordy(word.encode())
        return 3 * _turns(word) >= size and not wordy(word.encode())
    if word.isdigit():
        return size >= TIME
    letters = "".join(c for c in word if c.isalpha())
    if len(letters) < 3 and size < ENOUGH:
        return False
    if len(letters) >= 16 and not wordy(letters.encode()):      # base32 has few digits
        return True
    return (4 if size > 7 else 2) * _turns(word) >= size and not wordy(letters.encode())


def _turns(word: str) -> int:
    """How often the kind of character changes in a word of ASCII: small, capital, digit."""
    return sum(map(word.encode().translate(_SHAPE).count, _CHANGES))


def words(text: str) -> list[str]:
    """The words of letters and digits in a text, in order; escapes part them.

    >>> words("a%2Fb\\\\nc-d_1")
    ['a', 'b', 'c', 'd', '1']
    """
    if "%" in text:
        head, *rest = text.split("%")
        text = head + " ".join(("", *(one[2:] if _HEX.issuperset(one[:2]) else one for one in rest)))
    if "\\" in text:
        head, *rest = text.split("\\")
        text = head + " ".join(("", *(one[5:] if one[:1] == "u" else one[1:] for one in rest)))
    return text.encode("ascii", "replace").translate(_PARTED).decode("ascii").split()


def marks(text: str, key: bytes, but: Container[str] = ()) -> str:
    """The fingerprints of a text's opaque words, those of `but` left out, one behind the other."""
    found: set[str] = set()
    for part in _parts(text):
        found.update(_opaque_ones(part))
        found.update(filter(opaque, _rows_in(part)))
    return "".join(mark(one, key) for one in sorted([one for one in found if one not in but])[:MARKS])


def _opaque_ones(text: str) -> set[str]:
    """Its opaque words; lines with escapes are read without them."""
    plain, escaped = _escaped(text)
    return _drawn(_odd(plain)).union(_drawn(words(escaped)) if escaped else ())


def _escaped(text: str) -> tuple[str, str]:
    """(its lines without escapes, those with)

    >>> _escaped("a\\n50% b\\nc")
    ('a\\n\\nc', '50% b')
    """
    plain, escaped, begin = [], [], 0
    percent, slash = text.find("%"), text.find("\\")
    while percent >= 0 or slash >= 0:
        at = min(percent, slash) if percent >= 0 <= slash else max(percent, slash)
        start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        end = len(text) if end < 0 else end
        plain.append(text[begin:start])
        escaped.append(text[start:end])
        begin = end
        percent = text.find("%", end) if 0 <= percent < end else percent
        slash = text.find("\\", end) if 0 <= slash < end else slash
    return "".join((*plain, text[begin:])), "\n".join(escaped)


def _odd(text: str) -> set[str]:
    """Its words with a digit, a capital behind a small letter, two before one, or many letters: others are not made."""
    raw = text.encode("ascii", "replace")
    shape, found = raw.translate(_SHAPE), set()
    for mask, sign in ((shape, b"0"), (shape, b"aA"), (shape, b"AAa"), (raw.translate(_ANY), b"w" * _LEAST)):
        at = mask.find(sign)
        while at >= 0:
            end = mask.find(b" ", at)
            end = len(raw) if end < 0 else end
            found.add(raw[mask.rfind(b" ", 0, at) + 1:end].decode())
            at = mask.find(sign, end)
    return found


def _drawn(every: Iterable[str]) -> set[str]:
    """The opaque ones of these words; letters of one case are none, whatever they say, if they are few: `user1234`."""
    found = []
    for one in every:
        if SHORTEST <= len(one) <= LONG:
            letters = one.rstrip("0123456789")
            if len(letters) < _LEAST and letters.isalpha() and (
                    letters.islower() or letters.isupper() or (len(letters) == len(one) and one[1:].islower())):
                continue
        if len(one) >= SHORTEST:
            found.append(one)
    return set(filter(opaque, found))


def candidates(text: str) -> set[str]:
    """The words of a text that could be opaque ones, and the rows of short ones in its addresses."""
    found: set[str] = set()
    for part in _parts(text):
        found.update([one for one in set(words(part)) if len(one) >= SHORTEST], _rows_in(part))
    return found


def _rows_in(text: str) -> set[str]:
    """The rows of short words in its addresses."""
    if "://" not in text:
        return set()
    found: set[str] = set()
    at = text.find("://")
    while at >= 0:
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        for one in text[text.rfind("\n", 0, at) + 1:end].split():
            if "://" in one and len(one) > 2 * ROW:
                found.update(_rows(words(one)))
        at = text.find("://", end)
    return found


def _parts(text: str) -> Iterator[str]:
    """The text in pieces of PART characters and more, each to a line's end: all its words at once take much memory."""
    at = 0
    while at < len(text):
        end = text.find("\n", at + PART)
        yield text[at:end] if end >= 0 else text[at:]
        at = end if end >= 0 else len(text)


def mark(word: str, key: bytes) -> str:
    """The fingerprint of one word, whatever its case."""
    return fingerprint(word.lower(), key)[:MARK]


def known(rows: Iterable[str]) -> frozenset[str]:
    """The marks in rows of them."""
    return frozenset(row[at:at + MARK] for row in rows for at in range(0, len(row), MARK))


def riddles(text: str, address: bool = False) -> list[str]:
    """The opaque words of an outgoing text; what decodes to plain words, one id of the common form and the
    whole id of a git object under its name are left out.

    address  the text is an address: many short words in a row count, too
    """
    from guards._text.regex import pattern

    met = (text, address)
    if met in _RIDDLES:
        return _RIDDLES[met]
    if len(_RIDDLES) > 1000:
        _RIDDLES.clear()
    ids = pattern(UUID).findall(text) if "-" in text else []
    if ids and len(set(ids)) < 3:
        text = pattern(UUID).sub(" ", text)
    if "sha" in text or "ref" in text or "commit" in text or "oid" in text:
        text = pattern(GIT_OBJECT).sub(" ", text, count=2)
    every = words(pattern(r"[A-Za-z0-9+/_-]{16,}={0,2}").sub(lambda match: _undone(match.group()), text))
    found = [one for one in every if opaque(one) and (address or len(one) > 7)]     # a colour has 6
    _RIDDLES[met] = found + (_rows(every) if address else [])
    return _RIDDLES[met]


_RIDDLES: dict[tuple[str, bool], list[str]] = {}        # of this process: one text goes to many places


# An argument that names one object of a repository by its whole id, which the client's own status may have told.
GIT_OBJECT = r"(?m)^(?:\w+_)?(?:sha|commit|ref|oid)(?:_?(?:id|sha))?: (?:[0-9a-f]{40}|[0-9a-f]{64})$"
UUID = r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b"


def unexplained(found: Iterable[str], seen: Container[str], key: bytes) -> int:
    """How many characters of these words stand in nothing that was seen."""
    return sum(len(one) for one in dict.fromkeys(found) if mark(one, key) not in seen)


def _rows(every: list[str]) -> list[str]:
    """The short words, each without a meaning of its own, of which there are many in a row."""
    found: list[str] = []
    row: list[str] = []
    for one in [*every, "-" * SHORTEST]:
        if len(one) == 1 or (len(one) < SHORTEST and not one.islower() and not one.isupper() and not one.istitle()):
            row.append(one)
            continue
        told = _uncounted(row)
        if len(told) >= ROW and len(set(told)) > 8:
            found.append("".join(told))
        row = []
    return found


def _uncounted(row: list[str]) -> list[str]:
    """A row without its numbers where they only go up: counting says nothing."""
    numbers = [int(one) for one in row if one.isdecimal()]
    return row if numbers != sorted(numbers) else [one for one in row if not one.isdecimal()]


def _undone(run: str) -> str:
    """An encoded run: what it says where it says something in words, itself where it stays a riddle."""
    from guards._sensitive.overlap import decoded

    return next((f" {text} " for text in decoded(run) if _says(text)), run) if len(run) <= BLOCK else run


def _says(text: str) -> bool:
    """Do these characters say something?  Most of it words of one case, with blanks or marks between."""
    said = [w for w in words(text) if len(w) > 2 and w.isalpha() and (w.islower() or w[1:].islower() or w.isupper())]
    plain = sum(len(w) for w in said if len(w) < 6 or wordy(w.encode()))
    return len(said) > 1 and plain >= 0.4 * len("".join(text.split()))
