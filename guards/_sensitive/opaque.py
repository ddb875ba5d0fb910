"""Once a session holds credentials, a run of characters that could be one in disguise is not written down.

A secret's formats are known; its base64, hex or reversed forms are not looked for in every text that is recorded.  So a
ledger row of such a session shows long runs without meaning as `[opaque:<keyed fingerprint>]`: equal runs stay
recognisable, and nothing can be decoded from the record.  Paths and words stay.
Cannot see: a secret spelt out in words, or split into short pieces.
"""
from __future__ import annotations

from guards._text.fingerprint import fingerprint

SHORTEST = 16       # characters of a run; the shortest keys that providers give out have 16 to 20
WITHIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_-%")
HEX = frozenset("0123456789abcdefABCDEF")


def veiled(text: str, key: bytes) -> str:
    """The text with every opaque run replaced.

    >>> veiled("see src/parser/tokens.py and run_the_whole_test_suite", b"k")
    'see src/parser/tokens.py and run_the_whole_test_suite'
    >>> veiled("x=d2h5IGRvIHlvdSByZWFkIHRoaXM1", b"k").startswith("x=[opaque:")
    True
    """
    if len(text) < SHORTEST:
        return text
    out, start = [], 0
    for at, char in enumerate(text + " "):
        if char in WITHIN and at < len(text):
            continue
        if at - start >= SHORTEST:
            out.append(_run(text[start:at], key))
        else:
            out.append(text[start:at])
        out.append(char)
        start = at + 1
    return "".join(out)[:-1]


def _run(run: str, key: bytes) -> str:
    """One run: itself where it is a path or made of words."""
    head = ""
    if "=" in run[:-2]:
        name, _, rest = run.partition("=")
        if len(name) < SHORTEST and rest:
            head, run = name + "=", rest
    if not any(_opaque(part) for part in (run, *run.split("/")) if "/" not in part or not _path(part)):
        return head + run
    return f"{head}[opaque:{fingerprint(run, key)[:8]}]"


def _path(run: str) -> bool:
    return run.count("/") >= 2 and max(map(len, run.split("/"))) < SHORTEST


def _opaque(part: str) -> bool:
    """Long enough, and mixed as no word or name is: hex with digits, or cases mixed with digits or at every turn."""
    bare = part.strip("=")
    if len(bare) < SHORTEST:
        return False
    digits = any(c.isdigit() for c in bare)
    if digits and HEX.issuperset(bare):
        return True
    turns = sum(a.islower() != b.islower() for a, b in zip(bare, bare[1:]) if a.isalpha() and b.isalpha())
    mixed = any(c.islower() for c in bare) and any(c.isupper() for c in bare)
    return mixed and (digits or 4 * turns >= len(bare))
