"""Hashed bags of words and their cosine; the same on every machine and in every run.

Two measures, two names.  `apart` is the distance of an action from what was asked: one minus the cosine of the bags of
their words, each word once (`words`).  `distance` lays what the user said over the action's own weighted words: one
minus the cosine of the action and its covered part, so that a long request is no further from a short action than a
short one, and 0 means that every word of the action is the user's.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

BUCKETS = 1 << 20       # two words of a session hardly ever share one, whatever the project's key
PRIME = 1_048_573       # the greatest below BUCKETS: a word's letters, read as a number, modulo this are its bucket
HEAD = 5                # letters of a word that count: an ending tells no two words apart, in no language
DIGITS = 5              # of a bucket in hex
LETTERS, LEAVES = 4000, 64      # characters that are looked at; texts of one call
# Words that say nothing of what an action is about.
EMPTY = frozenset("all and any are but can for from has have her his into its not our that the their them this was "
                  "were will with you your".split())
# Letters and digits as they are, all signs of ASCII as blanks.
_APART = (b" " * 48 + b"0123456789" + b" " * 7 + bytes(range(65, 91)) + b" " * 6 + bytes(range(97, 123)) + b" " * 5
          + bytes(range(128, 256)))


def words(texts: Iterable[str]) -> set[str]:
    """The buckets of all words of some texts, in hex; names and paths are taken apart.

    >>> words(["src/UserSessionStore.java"]) == words(["src java the user session store"])
    True
    >>> sorted(words(["Renamed it"])) == sorted(words(["rename"])), len(words(["会議の資料"]))
    (True, 4)
    """
    found = set()
    text = " ".join(texts)[:LETTERS]
    for token in set(text.encode("utf-8", "replace").translate(_APART).decode("utf-8", "replace").split()):
        for word in (token,) if token.islower() or token.isupper() or token.istitle() else _parts(token):
            low = word.lower()
            if len(low) > 2 and low not in EMPTY:
                found.add(f"{int.from_bytes(low[:HEAD].encode(), 'big') % PRIME:05x}")
    return found


def _parts(token: str) -> list[str]:
    """`UserSessionStore` -> its three words; of a script that knows no blanks the pairs of neighbours.

    >>> _parts("UserSessionStore"), _parts("parseXML2"), _parts("会議の")
    (['User', 'Session', 'Store'], ['parse', 'XML2'], ['会議 ', '議の '])
    """
    if token[0] >= "\u2e80":
        return [f"{token[at:at + 2]} " for at in range(len(token) - 1)]
    ends = [at for at in range(1, len(token)) if token[at].isupper() and not token[at - 1].isupper()]
    return [token[begin:end] for begin, end in zip([0, *ends], [*ends, len(token)])]


def packed(found: Iterable[str]) -> str:
    """Buckets as one text; `apart` takes them so."""
    return "".join(sorted(found))


def apart(action: set[str], said: Iterable[str]) -> float:
    """1 - cosine of an action's words and those that were said (packed), each once; 1 where one is empty.

    >>> apart(words(["fix it fast"]), [packed(words(["fix the parser"]))]), apart(words(["fix"]), [])
    (0.5, 1.0)
    """
    asked = {one[at:at + DIGITS] for one in said for at in range(0, len(one), DIGITS)}
    both = len(action & asked)
    return 1.0 - both / (len(action) * len(asked)) ** 0.5 if both else 1.0


def leaves(value: object) -> Iterator[str]:
    """The texts in what a call was given, bounded."""
    waiting, given = [value], 0
    while waiting and given < LEAVES:
        one = waiting.pop(0)
        if isinstance(one, str):
            given += 1
            yield one
        elif isinstance(one, (dict, list)) and len(waiting) < LEAVES:
            waiting += list(one.values() if isinstance(one, dict) else one)[:LEAVES]


def bucket(fingerprint: str) -> int:
    """The bucket of a word's hash, given in hex."""
    return int(fingerprint[:8], 16) % BUCKETS


def bag(weights: Mapping[str, float]) -> dict[int, float]:
    """{bucket: weight} of {hash of a word: weight}; words that fall into one bucket add up."""
    out: dict[int, float] = {}
    for word, weight in weights.items():
        b = bucket(word)
        out[b] = out.get(b, 0.0) + weight
    return out


def cosine(a: Mapping[int, float], b: Mapping[int, float]) -> float:
    """Cosine of two bags, 0 to 1; 0 where one is empty."""
    dot = sum(weight * b[i] for i, weight in a.items() if i in b)
    norms = sum(w * w for w in a.values()) * sum(w * w for w in b.values())
    return float(min(1.0, dot / norms ** 0.5)) if norms > 0 else 0.0


def distance(action: Mapping[int, float], said: Iterable[str]) -> float:
    """1 - cosine of the action and its part that the user's words (hashes) cover; 1 where they share nothing.

    >>> round(distance({1: 1.0, 2: 1.0}, []), 2), distance({1: 1.0}, ["00000001"])
    (1.0, 0.0)
    """
    buckets = {bucket(word) for word in said}
    return 1.0 - cosine(action, {i: w for i, w in action.items() if i in buckets})
