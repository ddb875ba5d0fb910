"""A value is known again by keyed hashes of its parts, through the spellings in which it may leave.

A held value is kept as hashes of windows of twelve characters, one every six, without case and signs; a text is read
plain, URL-decoded, out of base64 and hex, reversed and without separators, and every window of it is hashed with the
project's key.  Passages are runs of five words, of every three the least hash.

Cannot see: ciphers, images, paraphrase; a value handed out in pieces below eighteen characters.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator

SIZE, STEP = 12, 6  # characters of a window, from one to the next of a held value
SHORTEST = 6  # letters and digits of a value that is held
LIMIT = 200_000  # characters of a text and of all its spellings that are read
RUN, PICK = 5, 3  # words of a passage, of how many in a row one is kept
PASSAGES = 400  # of one text
ALNUM = b"abcdefghijklmnopqrstuvwxyz0123456789"
OTHERS = bytes([b for b in range(256) if b not in ALNUM])
BLANKED = bytes([b if b in ALNUM else 32 for b in range(256)])
CODED = bytes([b if (chr(b).isalnum() and b < 128) or b in b"+/-_=%" else 32 for b in range(256)])


def begin_hash(key: bytes, size: int = 6) -> Callable[[bytes], str]:
    """A function that hashes bytes with the project's key: 12 hex digits."""
    from _blake2 import blake2b

    base = blake2b(digest_size=size, key=key[:64])

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
    """The hashes by which a secret or a number of a person is known again, at most 40; none for what is too short or plain.

    A value shorter than a window is one hash, and its length stands before it, so that a text is read at that length.
    """
    flat, finish = squeeze(value), begin_hash(key)
    if len(flat) < SHORTEST or len(set(flat)) < 4:
        return []
    if len(flat) < SIZE + STEP or flat.isalpha():
        size = min(len(flat), 24)
        return [f"{size:02d}{finish(flat[:size])}"]
    places = [*[*range(0, len(flat) - SIZE + 1, STEP)][:38], len(flat) - SIZE]
    return [f"{SIZE:02d}{finish(flat[at : at + SIZE])}" for at in dict.fromkeys(places)]


def find_held(text: str, held: Iterable[str], key: bytes) -> set[str]:
    """Which of these hashes stand in a text, in any spelling.  `held`: hashes as `fingerprints` gives them."""
    known = frozenset(held)
    sizes = sorted({int(one[:2]) for one in known if one[:2].isdigit()})
    found: set[str] = set()
    finish = begin_hash(key)
    for flat in dict.fromkeys(map(squeeze, list_spellings(text))) if sizes else ():
        for size in sizes:
            for at in range(len(flat) - size + 1):
                one = f"{size:02d}{finish(flat[at : at + size])}"
                if one in known:
                    found.add(one)
    return found


def select_held(values: Iterable[str], text: str) -> list[str]:
    """Which of these values stand in a text, plain or in another spelling."""
    flats: list[bytes] | None = None
    found = []
    for value in values:
        if value in text:
            found.append(value)
            continue
        flats = [squeeze(one) for one in list_spellings(text)] if flats is None else flats
        flat = squeeze(value)
        if len(flat) >= SHORTEST + 2 and any([flat in one for one in flats]):
            found.append(value)
    return found


def list_spellings(text: str) -> Iterator[str]:
    """The text, and what it says when it is decoded or turned; LIMIT characters together."""
    left = LIMIT - len(text)
    yield text[:LIMIT]
    part = text[: LIMIT // 4]
    for make in (read_escapes, read_runs, read_numbers, read_turned, read_items):
        for one in make(part):
            left -= len(one)
            if left < 0:
                return
            yield one


def read_escapes(text: str) -> Iterator[str]:
    """URL, HTML and backslash escapes undone."""
    if "%" in text:
        head, *rest = text.split("%")
        yield head + "".join(
            [chr(int(one[:2], 16)) + one[2:] if is_byte(one[:2]) else one for one in rest]
        )
    for mark in ("\\x", "\\u00", "0x"):
        if text.count(mark) > 5:
            yield "".join(
                [chr(int(one[:2], 16)) for one in text.split(mark)[1:] if is_byte(one[:2])]
            )


def is_byte(text: str) -> bool:
    return len(text) == 2 and not text.strip("0123456789abcdefABCDEF")


def read_runs(text: str) -> Iterator[str]:
    """What long runs say in base64, base32 or hex; twice coded ones are read again."""
    queue = [text]
    for depth in (0, 1):
        found = []
        for one in queue:
            for run in one.encode("ascii", "replace").translate(CODED).decode().split():
                found += [said for said in decode_run(run)] if len(run) > 11 else []
        yield from found
        queue = found[:20] if depth == 0 else []
    if "\n" in text:  # wrapped lines of one code
        joined = text.replace("\n", "").replace("\\", "")
        for run in joined.encode("ascii", "replace").translate(CODED).decode().split():
            yield from decode_run(run) if len(run) > 60 else ()


def decode_run(run: str) -> Iterator[str]:
    from binascii import Error, a2b_base64

    for one in (run, run.partition("=")[2]) if "=" in run[:-2] else (run,):
        bare = one.rstrip("=").replace("-", "+").replace("_", "/").replace("%", "")
        if len(bare) < 12:
            continue
        if not bare.strip("0123456789abcdefABCDEF"):
            yield bytes.fromhex(bare[: len(bare) // 2 * 2]).decode("latin-1")
        if bare.isupper() and not bare.strip("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"):
            bits = int(
                "".join(
                    [
                        f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.index(letter):05b}"
                        for letter in bare[:4000]
                    ]
                ),
                2,
            )
            extra = 5 * len(bare[:4000]) % 8
            yield (bits >> extra).to_bytes(5 * len(bare[:4000]) // 8, "big").decode("latin-1")
        try:
            yield a2b_base64(
                bare[: len(bare) - (len(bare) % 4 == 1)] + "=" * (-len(bare) % 4)
            ).decode("latin-1")
        except Error:
            continue


def read_numbers(text: str) -> Iterator[str]:
    """Codes of characters in a row: `[103, 104, 112]`."""
    codes = [
        int(one)
        for one in text.encode("ascii", "replace").translate(DIGITS_ONLY).split()
        if len(one) < 4
    ]
    if len(codes) > 11:
        yield "".join([chr(one) for one in codes if 32 < one < 127])


DIGITS_ONLY = bytes([b if 48 <= b <= 57 else 32 for b in range(256)])


def read_turned(text: str) -> Iterator[str]:
    """Backwards, and each letter thirteen on."""
    yield text[::-1]
    turned = {a: (a - 97 + 13) % 26 + 97 for a in range(97, 123)} | {
        a: (a - 65 + 13) % 26 + 65 for a in range(65, 91)
    }
    yield text.translate(turned)


def read_items(text: str) -> Iterator[str]:
    """The values of the parts of a query or object alone, and its quoted strings: `a=gh&b=p_`, `"gh" + "p_"`."""
    if text.count("=") > 1:
        yield "".join([one.partition("&")[0].partition(" ")[0] for one in text.split("=")[1:]])
    for quote in "\"'":
        if text.count(quote) > 3:
            pieces = text.split(quote)
            yield "".join(pieces[1::2])
            yield "".join(
                [one for one, after in zip(pieces[1::2], pieces[2::2]) if after.lstrip()[:1] != ":"]
            )


def fingerprint_passages(key: bytes, text: str) -> list[str]:
    """Hashes of the passages of a text, at most PASSAGES; none for a text below RUN words."""
    marks = hash_runs(key, text[:100_000])
    picked = (
        {min(marks[at : at + PICK]) for at in range(max(1, len(marks) - PICK + 1))}
        if marks
        else set()
    )
    return sorted(picked)[:PASSAGES]


def find_passages(text: str, held: Container[str], key: bytes) -> set[str]:
    """Which of the held passages stand in a text."""
    return {one for one in hash_runs(key, text[:100_000]) if one in held}


def hash_runs(key: bytes, text: str) -> list[str]:
    words = text.encode("ascii", "replace").lower().translate(BLANKED).split()
    finish = begin_hash(key)
    return [finish(b" ".join(words[at : at + RUN])) for at in range(len(words) - RUN + 1)]
