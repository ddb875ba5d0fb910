"""A value of texts, objects and lists with each text changed; and one with every sensitive span replaced."""
from __future__ import annotations

from guards._sensitive.scan import redact_spans, scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from guards import Settings


def mapped(value: object, change: Callable[[str, str], str], key: str = "", depth: int = 0) -> Any:
    """The value with each text as `change(text, name of the innermost field)` gives it; all else as it was.

    >>> mapped({"a": ["x", 1], "b": "y"}, lambda text, key: key + text)
    {'a': ['ax', 1], 'b': 'by'}
    """
    if isinstance(value, str):
        return change(value, key)
    if depth > 64:
        return value
    if isinstance(value, dict):
        return {name: mapped(inner, change, str(name), depth + 1) for name, inner in value.items()}
    return [mapped(inner, change, key, depth + 1) for inner in value] if isinstance(value, list) else value


def redact_tree(value: object, settings: Settings) -> tuple[Any, int]:
    """(the value with every sensitive span replaced by kind and keyed fingerprint, how many there were)."""
    count = [0]

    def change(text: str, key: str) -> str:
        found, lead = scan(text, settings), 0
        if not found and key:       # "password": "x" shows only with its name
            lead = len(key) + 2
            text = f"{key}: {text}"
            found = [f for f in scan(text, settings) if f.start >= lead]
        count[0] += len(found)
        return redact_spans(text, found, settings.key)[lead:]

    return mapped(value, change), count[0]
