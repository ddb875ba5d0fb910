"""What changed between two JSON values, small enough for a ledger row.

Law: patch(old, diff(old, new)) == new, to the type.

A delta is null (no change), ["=", value], ["d", {key: delta}, [removed keys]] or
["l", number dropped at the front, [appended]].
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def same(a: Any, b: Any) -> bool:
    """Equal as JSON: 1, 1.0 and true are three values."""
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return len(a) == len(b) and all(k in b and same(v, b[k]) for k, v in a.items())
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)


def diff(old: object, new: object) -> list[object] | None:
    """The delta that makes `new` of `old`; unchanged parts are recognised by identity first."""
    if old is new:
        return None
    if isinstance(old, dict) and isinstance(new, dict):
        changed: dict[str, object] = {}
        for key, value in new.items():
            if key not in old:
                changed[key] = ["=", value]
            else:
                inner = diff(old[key], value)
                if inner is not None:
                    changed[key] = inner
        removed = [key for key in old if key not in new]
        return ["d", changed, removed] if changed or removed else None
    if isinstance(old, list) and isinstance(new, list):
        return _list_diff(old, new)
    return None if same(old, new) else ["=", new]


def _list_diff(old: list[object], new: list[object]) -> list[object] | None:
    if old and new:
        for drop in range(min(len(old), 256)):
            kept = len(old) - drop
            if kept <= len(new) and same(old[drop], new[0]) and all(map(same, old[drop:], new)):
                return None if drop == 0 and kept == len(new) else ["l", drop, new[kept:]]
    elif not old and not new:
        return None
    return ["=", new]


def patch(old: object, delta: list[Any] | None) -> object:
    """The value after the delta; `old` is left as it is.  Raises ValueError for a delta that is none."""
    if delta is None:
        return old
    if not isinstance(delta, list) or not delta:
        raise ValueError("not a delta")
    if delta[0] == "=" and len(delta) == 2:
        return delta[1]
    if delta[0] == "d" and len(delta) == 3 and isinstance(delta[1], dict):
        base = dict(old) if isinstance(old, dict) else {}
        for key in delta[2]:
            base.pop(key, None)
        for key, inner in delta[1].items():
            base[key] = patch(base.get(key), inner)
        return base
    if delta[0] == "l" and len(delta) == 3 and isinstance(old, list):
        return old[delta[1]:] + delta[2]
    raise ValueError("not a delta")
