"""A value with every sensitive span in its texts replaced by kind and keyed fingerprint; all else as it was."""
from __future__ import annotations

from guards._sensitive.scan import redact_spans, scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Settings


def redact_tree(value: object, settings: Settings, key: str = "") -> tuple[Any, int]:
    """(the value with every sensitive span replaced, how many there were)."""
    if isinstance(value, str):
        found = scan(value, settings)
        if not found and key:       # "password": "x" shows only with its name
            named = [f for f in scan(f"{key}: {value}", settings) if f.start >= len(key) + 2]
            if named:
                return redact_spans(f"{key}: {value}", named, settings.key)[len(key) + 2:], len(named)
        return (redact_spans(value, found, settings.key), len(found)) if found else (value, 0)
    if isinstance(value, dict):
        pairs = {k: redact_tree(v, settings, str(k)) for k, v in value.items()}
        return {k: v for k, (v, _) in pairs.items()}, sum(n for _, n in pairs.values())
    if isinstance(value, list):
        items = [redact_tree(v, settings, key) for v in value]
        return [v for v, _ in items], sum(n for _, n in items)
    return value, 0
