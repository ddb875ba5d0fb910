"""Words, addresses, globs, envelopes: plain text, and nothing of ours imported."""
from __future__ import annotations


def table(text: str) -> dict[str, str]:
    """A table that is written as lines, `key key: row`: each key -> its row.

    >>> table("a b: x y\\nc:")
    {'a': 'x y', 'b': 'x y', 'c': ''}
    """
    rows = [line.strip().partition(":") for line in text.split("\n") if ":" in line]
    return {key: row.strip() for keys, _, row in rows for key in keys.split()}
