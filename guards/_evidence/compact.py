"""A kept row of a result as it lies on the disk: its hashes in one text of base64, each word of a record once.

Law: `opened(compact(row))` (_evidence/opened.py) says what `row` says: the same words of each record, the same
sentences.

`compact` puts the records ("r") and the sentences ("p") of a row (evidence.result_row) into one field, "x": how many
sentences have verbs, the hashes, four numbers for each record, the runs of sentences.  The hashes are what each of the
first is known by, those of the records, those of all sentences.  The four numbers say how many words stand in a
record's data and its prose, in its data alone, in its prose alone, in its titles.  A run is the number of its record,
how many hashes come before its own, how many sentences with verbs, and its sentences.  A sentence is how many hashes it
has, how many of them are entities, words for the reader's job and for the reader, its order words, how often it says
you, its verbs and its excerpt, without the empty ones at the end.  A row without "x" is one from before, and stays.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Fields = list[Any]      # of a sentence, or of a run of them

HEX = 10            # digits of a hash: see _evidence/evidence.py
LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".ljust(256)
# A digit in base 16 -> what it adds to the six bits of a letter: all of it or its upper half to the first of two
# letters, its lower half or all of it to the second.
DIGITS = b"0123456789abcdef"
ABOVE = bytes.maketrans(DIGITS, bytes(4 * one for one in range(16)))
UPPER = bytes.maketrans(DIGITS, bytes(one >> 2 for one in range(16)))
LOWER = bytes.maketrans(DIGITS, bytes((one & 3) << 4 for one in range(16)))
BELOW = bytes.maketrans(DIGITS, bytes(range(16)))


def compact(row: dict[str, object]) -> dict[str, object]:
    """A row of a result as it is kept."""
    records: Fields = row["r"]      # type: ignore[assignment]
    passages: Fields = row["p"]     # type: ignore[assignment]
    hashes = [one[3] for _, run in passages for one in run if one[0]]
    asking = len(hashes)
    sizes: list[int] = []
    for data, prose, titles in records:
        first, other = _each(data), _each(prose)
        both = [word for word in first if word in other]
        alone, rest = [word for word in first if word not in other], [word for word in other if word not in first]
        hashes += both
        hashes += alone
        hashes += rest
        hashes.append(titles)
        sizes += len(both), len(alone), len(rest), len(titles) // HEX
    size, asking = asking + sum(sizes), 0
    runs: list[Fields] = []
    for record, run in passages:
        said: Fields = [record, size, asking]
        for verbs, words, entities, _, job, reader, order, you, excerpt in run:
            found = words + entities + job + reader
            hashes.append(found)
            numbers: Fields = [len(found) // HEX]
            size += numbers[0]
            if verbs or job or reader or order or you or excerpt:
                numbers += len(entities) // HEX, len(job) // HEX, len(reader) // HEX, order, you, verbs, excerpt
                asking += bool(verbs)
                while not numbers[-1]:
                    numbers.pop()
            elif entities:
                numbers.append(len(entities) // HEX)
            said.append(numbers)
        runs.append(said)
    kept = {name: value for name, value in row.items() if name != "r" and name != "p"}
    kept["x"] = [asking, base64("".join(hashes)), sizes, runs]
    return kept


def base64(digits: str) -> str:
    """What the bytes of these digits are in base64: two letters for each three.  The module in C that would say it lies
    in a file of its own for many interpreters, and takes another with it.

    >>> base64("00ff10"), base64("ff"), base64("0123456789"), base64("")
    ('AP8Q', '/w==', 'ASNFZ4k=', '')
    """
    missing = -len(digits) % 6
    plain = (digits + missing * "0").encode()
    first, middle, last = plain[::3], plain[1::3], plain[2::3]
    made = bytearray(2 * len(first))
    made[::2] = _both(first.translate(ABOVE), middle.translate(UPPER))
    made[1::2] = _both(middle.translate(LOWER), last.translate(BELOW))
    text = made.translate(LETTERS).decode()
    return text[:len(text) - missing // 2] + missing // 2 * "="


def _both(one: bytes, other: bytes) -> bytes:
    """The bits of both."""
    return (int.from_bytes(one, "little") | int.from_bytes(other, "little")).to_bytes(len(one), "little")


def _each(words: str) -> dict[str, None]:
    return dict.fromkeys(unpack(words))


def unpack(packed: str) -> list[str]:
    """The hashes in a packed text, in order."""
    return [packed[at:at + HEX] for at in range(0, len(packed), HEX)]
