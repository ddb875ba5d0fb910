"""A secret in disguise: what says one backwards, in base64, hex or percent signs, whose format is known.

Limitations: a secret spelt out in words, or split into short pieces.
"""
from __future__ import annotations

from guards._sensitive.secrets import secrets
from guards._text.fingerprint import fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SHORTEST = 16       # characters of a run; the shortest keys that providers give out have 16 to 20
LONGEST = 4096      # characters of a word that are decoded
FEWEST = 6          # percent signs of a run that is spelt in them
WITHIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_-%")
HEX = frozenset("0123456789abcdefABCDEF")


def disguised(text: str, key: bytes) -> str:
    """The text without the words that say a secret of a known format in another spelling."""
    for word in dict.fromkeys(text.split()):
        if len(word) >= SHORTEST and any(c.isdigit() or c == "%" for c in word) and _says_a_secret(word):
            text = text.replace(word, f"[opaque:{fingerprint(word, key)[:8]}]")
    return text


def _says_a_secret(word: str) -> bool:
    bare = word.strip(".,;:!?()[]{}<>'\"`")
    parts = [bare, *(bare[at + 1:] for at, c in enumerate(bare) if c == "/")]
    backwards = [one.encode("ascii", "replace")[::-1] for one in parts[:9] if len(one) >= SHORTEST]
    spoken = [said for _, said in runs(word[:LONGEST], SHORTEST)]
    return any(True for said in (*backwards, *spoken) for _ in secrets(said))


def runs(word: str, least: int) -> Iterator[tuple[str, bytes]]:
    """(a long run in a word, what it says in base64, hex or percent signs); the parts of a path come before it."""
    from binascii import Error, a2b_base64

    for whole in "".join(c if c in WITHIN else " " for c in word).split():
        for run in (*(whole.split("/") if "/" in whole else ()), whole):
            if run.count("%") >= FEWEST:
                yield run, percent(run)
            bare = run.partition("=")[2] if "=" in run[:-2] else run
            if len(bare) < least:
                continue
            if HEX.issuperset(bare):
                yield bare, bytes.fromhex(bare[:len(bare) - len(bare) % 2])
            body = bare.rstrip("=").replace("-", "+").replace("_", "/")
            try:
                yield bare.rstrip("="), a2b_base64(body[:len(body) - (len(body) % 4 == 1)] + "=" * (-len(body) % 4))
            except Error:
                continue


def percent(run: str) -> bytes:
    """The bytes that percent signs and hex digits stand for; a sign before anything else is itself.

    >>> percent("q=M%C3%BCller&x=100%&y=%zz").decode()
    'q=M\xfcller&x=100%&y=%zz'
    """
    first, *rest = run.split("%")
    out = [first.encode("utf-8", "replace")]
    for part in rest:
        pair = part[:2]
        spelt = len(pair) == 2 and HEX.issuperset(pair)
        out += (bytes.fromhex(pair), part[2:].encode("utf-8", "replace")) if spelt else (
            b"%", part.encode("utf-8", "replace"))
    return b"".join(out)
