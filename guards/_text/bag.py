"""Hashed bags of words and their cosine; the same on every machine and in every run.

A bag is {bucket: weight}; a word's bucket is its stable hash modulo BUCKETS.  `distance` is one minus the cosine
between an action and the nearest point of what the user's words span: the user's bag laid over the action's own
buckets.  So a long request is no further from a short action than a short one, and 0 means that every word of the
action is the user's.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

BUCKETS = 1 << 20       # two words of a session hardly ever share one, whatever the project's key


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
