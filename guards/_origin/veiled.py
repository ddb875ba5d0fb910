"""Text that is written so that a reader of texts does not see it: letters without width, base64 in the midst of prose.

    revealed(text) -> the text without letters that have no width, and with what its long base64 words say after it
    chosen(text, limit) -> (head and tail of a text that is longer than the limit, characters left out)

Cannot see: other codes, codes within codes, words of fewer than LEAST characters.
"""
from __future__ import annotations

LEAST, MOST, WORDS = 24, 20_000, 20     # characters of a word that may be base64; how many words are tried
_NO_WIDTH = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_")
_RUNS = bytes(119 if chr(b) in _LETTERS else 32 for b in range(256))
_LEAST = LEAST * b"w"


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
    said = [found for found in map(_decoded, _coded(text)) if found]
    return "\n".join([text, *said]) if said else text


def _coded(text: str) -> list[str]:
    """The first words that may be base64."""
    mask = text.encode("ascii", "replace").translate(_RUNS)
    found: list[str] = []
    at = mask.find(_LEAST)
    while at >= 0 and len(found) < WORDS:
        end = mask.find(b" ", at)
        word = text[at:] if end < 0 else text[at:end]
        if len(word) <= MOST and len(word) % 4 == 0 and not (text[at - 1:at] + text[at + len(word):at + len(
                word) + 1]).strip():
            found.append(word)
        at = mask.find(_LEAST, at + len(word))
    return found


def _decoded(word: str) -> str:
    """The text in a base64 word, "" where it holds none: words between blanks, nothing but printable letters."""
    from binascii import a2b_base64

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
