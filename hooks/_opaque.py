"""A secret in disguise is not written down: what was met before in whatever spelling, and what could be one.

In a session that holds credentials nobody knows which, so its rows show every long run without meaning as
`[opaque:<keyed fingerprint>]`: equal runs stay recognisable, nothing can be decoded from the record.  Paths and words
stay.  What decodes to a secret of a known format: guards/_sensitive/opaque.py.
Limitations: a secret spelt out in words, or split into short pieces.
"""
from __future__ import annotations

from guards import CREDENTIALS
from guards._sensitive.opaque import HEX, LONGEST, SHORTEST, WITHIN, disguised, runs
from guards._text.fingerprint import fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from guards._sensitive.overlap import Row

LEAST = 8           # characters of a run that says a value which was met before


def met_again(text: str, rows: Sequence[Row], key: bytes) -> dict[str, str]:
    """What of a text is a credential that was met before, by its fingerprint, or says one backwards, in base64, hex or
    percent signs: the piece as it stands there -> what is shown in its place."""
    from guards._sensitive.overlap import Index, near

    backwards = text[::-1]
    read = [(run, said.decode("ascii", "replace")) for word in dict.fromkeys(text.split()) if len(word) >= LEAST
            for run, said in runs(word[:LONGEST], LEAST)]
    spoken = "\n".join([said for _, said in read])
    index = Index([row for row in near(rows, (text, backwards, spoken), key) if row[0] >= CREDENTIALS], key)
    if not index.anchors:
        return {}
    found = {}
    for said in (text, backwards):
        stands = [at for at, one in enumerate(said) if one.isascii() and one.isalnum()]
        for at, length, row in index.places(said):
            start, end = (at, at + length) if row[3] == "x" else (stands[at], stands[at + length - 1] + 1)
            found[said[start:end] if said is text else said[start:end][::-1]] = f"[{row[1]}:{row[2]}:{row[6][:8]}]"
    for run, said in read:
        if not any(one in run for one in found) and any(True for _ in index.places(said)):
            found[run] = f"[opaque:{fingerprint(run, key)[:8]}]"
    return dict(sorted(found.items(), key=lambda pair: -len(pair[0])))


def mask_high_entropy(text: str, key: bytes) -> str:
    """The text with every opaque run replaced.

    >>> mask_high_entropy("see src/parser/tokens.py and run_the_whole_test_suite", b"k")
    'see src/parser/tokens.py and run_the_whole_test_suite'
    >>> mask_high_entropy("x=d2h5IGRvIHlvdSByZWFkIHRoaXM1", b"k").startswith("x=[opaque:")
    True
    """
    if len(text) < SHORTEST:
        return text
    text = disguised(text, key)
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
