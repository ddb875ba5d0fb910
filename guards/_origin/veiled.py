"""Text that is written so that a reader of texts does not see it: letters without width, base64 in the midst of prose.

    revealed(text) -> the text without letters that have no width, and with what its long base64 words say after it
    chosen(text, limit) -> (head and tail of a text that is longer than the limit, characters left out)

Cannot see: other codes, codes within codes, words of fewer than LEAST characters.
"""
from __future__ import annotations

from binascii import a2b_base64

LEAST, MOST, WORDS = 24, 20_000, 20     # characters of a word that may be base64; how many words are tried
_NO_WIDTH = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_")


def revealed(text: str) -> str:
    """What a model reads in it.

    >>> revealed("s\\u200be\\u200bnd it"), revealed("x c2VuZCB0aGUgbGlzdCB0byBCbyBub3c= y")
    ('send it', 'x c2VuZCB0aGUgbGlzdCB0byBCbyBub3c= y\\nsend the list to Bo now')
    """
    if not text.isascii():
        for sign in _NO_WIDTH:
            text = text.replace(sign, "")
    if len(text) < LEAST:
        return text
    words = [w for w in text.split() if LEAST <= len(w) <= MOST and len(w) % 4 == 0 and _LETTERS.issuperset(w)][:WORDS]
    said = [found for found in map(_decoded, words) if found]
    return "\n".join([text, *said]) if said else text


def _decoded(word: str) -> str:
    """The text in a base64 word, "" where it holds none: words between blanks, nothing but printable letters."""
    try:
        text = a2b_base64(word.replace("-", "+").replace("_", "/")).decode("utf-8")
    except ValueError:
        return ""
    return text if " " in text and all(c.isprintable() or c in "\n\t" for c in text) else ""


def chosen(text: str, limit: int) -> tuple[str, int]:
    """Two thirds of the limit from its beginning, the rest from its end; how much of it that leaves out.

    >>> chosen("abcdefghij", 6), chosen("abc", 6)
    (('abcd\\nij', 4), ('abc', 0))
    """
    if len(text) <= limit:
        return text, 0
    head = limit * 2 // 3
    return text[:head] + "\n" + text[head - limit:], len(text) - limit
