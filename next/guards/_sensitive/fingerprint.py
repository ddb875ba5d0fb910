"""A value is known again by keyed hashes of its parts, through the spellings in which it may leave.

A held value is kept as hashes of windows of twelve characters, one every six, without case and signs; a text is read
plain, unescaped, out of base64 and hex, reversed and without separators, and every window of it is hashed with the
project's key.  Passages are runs of five words, of every three the least hash.

Cannot see: ciphers, images, paraphrase; a value handed out in pieces below eighteen characters.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator

SIZE, STEP = 12, 6  # characters of a window, from one to the next of a held value
SHORTEST, MOST = 6, 38  # letters and digits of a value that is held, windows of one
LIMIT = 200_000  # characters of a text and of all its spellings that are read
# Words of a passage, of how many in a row one is kept, of one text at most.
RUN, PICK, PASSAGES = 5, 3, 400
ALNUM = b"abcdefghijklmnopqrstuvwxyz0123456789"
BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
OTHERS = bytes([b for b in range(256) if b not in ALNUM])
BLANKED = bytes([b if b in ALNUM else 32 for b in range(256)])
CODED = bytes([{45: 43, 95: 47}.get(b, b if chr(b) in BASE64 else 32) for b in range(256)])
ESCAPE = r"(?:%|\\x|\\u00|0x)([0-9a-fA-F]{2})"
HEX = "0123456789abcdefABCDEF"


def begin_hash(key: bytes) -> Callable[[bytes], str]:
    """A function that hashes bytes with the project's key: 12 hex digits."""
    from _blake2 import blake2b

    base = blake2b(digest_size=6, key=key[:64])

    def finish(data: bytes) -> str:
        one = base.copy()
        one.update(data)
        return one.hexdigest()

    return finish


def hash_value(key: bytes, text: str) -> str:
    """The keyed hash of a text, 12 hex digits; the same text has the same in one project."""
    return begin_hash(key)(text.encode("utf-8", "replace"))


def squeeze(text: str) -> bytes:
    """Its letters and digits alone, small."""
    return text.encode("ascii", "replace").lower().translate(None, OTHERS)


def fingerprints(key: bytes, value: str) -> list[str]:
    """The hashes by which a secret or a number of a person is known again; none for what is too short or plain.

    The length of what is hashed stands before each; a value shorter than two windows is one hash.
    """
    flat, finish = squeeze(value), begin_hash(key)
    if len(flat) < SHORTEST or len(set(flat)) < (2 if flat.isdigit() else 4):
        return []
    size = min(len(flat), 24) if len(flat) < SIZE + STEP or flat.isalpha() else SIZE
    places = [*range(0, len(flat) - size + 1, STEP)][:MOST] if size == SIZE else [0]
    return [f"{size:02d}{finish(flat[at : at + size])}" for at in places]


def find_held(text: str, held: Iterable[str], key: bytes) -> set[str]:
    """Which of these hashes stand in a text, in any spelling.  `held`: hashes as `fingerprints` gives them."""
    known, finish = frozenset(held), begin_hash(key)
    sizes = {int(one[:2]) for one in known if one[:2].isdigit()}
    found: set[str] = set()
    for flat in dict.fromkeys(map(squeeze, list_spellings(text))) if sizes else ():
        for size in sizes:
            marks = [
                f"{size:02d}{finish(flat[at : at + size])}" for at in range(len(flat) - size + 1)
            ]
            found.update(known.intersection(marks))
    return found


def select_held(values: Iterable[str], text: str) -> list[str]:
    """Which of these values stand in a text, plain or in another spelling."""
    values = [*values]
    flats = [squeeze(one) for one in list_spellings(text)] if values else []
    found = []
    for value in values:
        flat = squeeze(value)
        if value in text or (len(flat) > SHORTEST + 1 and any([flat in one for one in flats])):
            found.append(value)
    return found


def list_spellings(text: str) -> Iterator[str]:
    """The text, and what it says backwards, without escapes, out of base64 and hex; LIMIT characters together."""
    part, left = text[: LIMIT // 4], LIMIT - len(text)
    yield text[:LIMIT]
    yield part[::-1]
    if "%" in part or "\\" in part or "0x" in part:
        from guards._sensitive.formats import compile_once

        yield compile_once(ESCAPE).sub(lambda match: chr(int(match[1], 16)), part)
    for one in decode_runs(part):
        left -= len(one)
        if left > 0:
            yield one


def decode_runs(text: str, depth: int = 0) -> Iterator[str]:
    """What long runs say in base64 or hex, read twice; lines that a tool wrapped are joined."""
    from binascii import a2b_base64

    for whole in (text, text.replace("\n", "")) if "\n" in text.strip() and not depth else (text,):
        for run in whole.encode("ascii", "replace").translate(CODED).decode().split():
            says = [bytes.fromhex(run[: len(run) // 2 * 2])] if not run.strip(HEX) else []
            if len(run) % 4 != 1:
                says.append(a2b_base64(run + "=" * (-len(run) % 4)))
            for one in [one.decode("latin-1") for one in says if len(one) > 5]:
                yield one
                if depth == 0 and one.isprintable():
                    yield from decode_runs(one, 1)


def fingerprint_passages(key: bytes, text: str) -> list[str]:
    """Hashes of the passages of a text, at most PASSAGES; none for a text below RUN words."""
    marks = hash_runs(key, text)
    return sorted(
        {min(marks[at : at + PICK]) for at in range(max(1, len(marks) - PICK + 1))} if marks else ()
    )[:PASSAGES]


def find_passages(text: str, held: Container[str], key: bytes) -> set[str]:
    """Which of the held passages stand in a text."""
    return {one for one in hash_runs(key, text) if one in held}


def hash_runs(key: bytes, text: str) -> list[str]:
    words = text[:LIMIT].encode("ascii", "replace").lower().translate(BLANKED).split()
    finish = begin_hash(key)
    return [finish(b" ".join(words[at : at + RUN])) for at in range(len(words) - RUN + 1)]
