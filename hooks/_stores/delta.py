"""What changed between two JSON values, small enough for a ledger row.

Law: patch(old, diff(old, new)) == new, to the type.

A delta is null (no change), ["=", value], ["d", {key: delta}, [removed keys]], ["l", number dropped at the front,
[appended]] or ["i", {place in a list: delta}].

`short` is a delta as a state row holds it, `full` undoes that: a number, a truth, a text, or a list that begins with
none of these four signs stands for ["=", it], an object for a "d" that removes nothing; "@id", "@tool", "@op", "@time"
and "@ms" for what the ledger row says itself (OWN); a text that begins with "@" has one more.  Ledgers of earlier
releases, which held it themselves, say "@0" to "@4" for these and a letter for a field's name (WORDS).
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Json = Any
    Own = tuple[str | float | None, ...]

# Words of a ledger row that what it teaches may name: the call's id, tool, operation, time, that to the millisecond.
OWN = ("id", "tool", "op", "time", "ms")
NAMES = tuple([f"@{name}" for name in OWN])
# What one letter meant in the ledgers of earlier releases.
WORDS = {"a": "actions", "c": "count", "d": "done", "e": "ended", "f": "families", "h": "chain", "i": "intent",
         "j": "judged", "l": "last", "n": "entities", "o": "open", "p": "pace", "q": "chain_length_exceeded",
         "r": "requests", "s": "signals", "t": "tools", "u": "chain_length_warning", "v": "levels", "w": "there",
         "x": "here", "y": "place", "z": "prompt_id"}
SIGNS = ("=", "d", "l", "i")        # what a delta begins with


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
    if len(old) == len(new):
        changed = {str(at): inner for at, pair in enumerate(zip(old, new)) if (inner := diff(*pair)) is not None}
        if 2 * len(changed) < len(new):
            return ["i", changed]
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
    if delta[0] == "i" and len(delta) == 2 and isinstance(old, list) and isinstance(delta[1], dict):
        changed = list(old)
        for key, inner in delta[1].items():
            if not key.isdecimal() or int(key) >= len(changed):
                raise ValueError("not a delta")
            changed[int(key)] = patch(changed[int(key)], inner)
        return changed
    raise ValueError("not a delta")


def short(delta: Json, own: Own) -> Json:
    """A delta with less around it; `own` are the words of its row that may be named by their place."""
    if not isinstance(delta, list) or not delta:
        return delta
    if delta[0] == "=":
        value = _words(delta[1], own, _named)
        plain = isinstance(value, (int, float, str)) or (isinstance(value, list) and value and value[0] not in SIGNS)
        return value if plain else ["=", value]
    if delta[0] == "d":
        inner = {_named(key, own): short(value, own) for key, value in delta[1].items()}
        return ["d", inner, _words(delta[2], own, _named)] if delta[2] else inner
    if delta[0] == "i":
        return ["i", {key: short(value, own) for key, value in delta[1].items()}]
    return [*delta[:2], _words(delta[2], own, _named)]


def full(delta: Json, own: Own) -> Json:
    """The delta of which `short` made this; what is none stays none."""
    if delta is None:
        return None
    if isinstance(delta, dict):
        return ["d", {_key(key, own): full(value, own) for key, value in delta.items()}, []]
    if not isinstance(delta, list):
        return ["=", _words(delta, own, _meant)]
    if delta and delta[0] not in SIGNS:
        return ["=", _words(delta, own, _meant)]
    if len(delta) == 3 and delta[0] == "d" and isinstance(delta[1], dict):
        return ["d", full(delta[1], own)[1], _words(delta[2], own, _meant)]
    if len(delta) == 2 and delta[0] == "i" and isinstance(delta[1], dict):
        return ["i", {key: full(value, own) for key, value in delta[1].items()}]
    return [*delta[:1], *_words(delta[1:], own, _meant)]


def _words(value: Json, own: Own, as_it: Callable[[str, Own], Json]) -> Json:
    """A JSON value with each text and time in it, keys too, spelled the other way."""
    if isinstance(value, str):
        return as_it(value, own)
    if isinstance(value, float):
        return NAMES[own.index(value)] if value in own and as_it is _named else value
    if isinstance(value, list):
        return [_words(one, own, as_it) for one in value]
    if isinstance(value, dict):
        return {as_it(key, own) if as_it is _named else _key(key, own): _words(one, own, as_it)
                for key, one in value.items()}
    return value


def _named(text: str, own: Own) -> str:
    if text in own and len(text) > 2:
        return NAMES[own.index(text)]
    return "@" + text if text[:1] == "@" else text


def _meant(text: str, own: Own) -> Json:
    if text[:1] != "@":
        return text
    place = OWN.index(text[1:]) if text[1:] in OWN else int(text[1]) if text[1:2].isdecimal() else -1
    if place >= 0:
        meant = own[place] if place < len(own) else None
        return text if meant is None else meant
    return WORDS.get(text[1:]) or text[1:]


def _key(text: str, own: Own) -> str:
    meant = _meant(text, own)
    return meant if isinstance(meant, str) else text
