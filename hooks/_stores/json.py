"""JSON through the C scanner and encoder that the standard library's `json` is built on.

`import json` costs more than all the rest of a silent hook (it brings `re`, `enum` and `functools`);
these two functions cost a millisecond.  Where the C module is missing, `json` itself is used.
"""
from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _none(name: str) -> None:
    """NaN and the infinities are not JSON: they read as null."""


# What the C scanner reads of a JSONDecoder; a class of its own takes longer to make than a call to read.
_OPTIONS: Any = type(sys.implementation)(  # type: ignore[call-arg]
    strict=False, object_hook=None, object_pairs_hook=None, parse_float=float, parse_int=int, parse_constant=_none)
BLANK = " \t\n\r"

try:
    import _json

    _scan: Callable[[str, int], tuple[object, int]] = _json.make_scanner(_OPTIONS)

    def _encoder(quote: Any, sort: bool) -> Callable[[object], str]:
        # markers {}: a cycle is an error, not a crash.
        make = _json.make_encoder({}, _text, quote, None, ":", ",", sort, False, True)
        return lambda value: "".join(make(value, 0))

    def _text(value: object) -> str:
        return str(value)

    _plain = _encoder(_json.encode_basestring, False)
    _ascii = _encoder(_json.encode_basestring_ascii, False)
    _sorted = _encoder(_json.encode_basestring_ascii, True)
except (ImportError, AttributeError):  # another interpreter than CPython
    import json

    _decoder = json.JSONDecoder(strict=False, parse_constant=lambda name: None)
    _scan = _decoder.raw_decode

    def _plain(value: object) -> str:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False, default=str)

    def _ascii(value: object) -> str:
        return json.dumps(value, separators=(",", ":"), default=str)

    def _sorted(value: object) -> str:
        return json.dumps(value, separators=(",", ":"), sort_keys=True, default=str)


def loads(text: str | bytes) -> Any:
    """The value of a JSON text.  Raises ValueError for anything else, RecursionError for too deep a nesting."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    start = len(text) - len(text.lstrip(BLANK))
    if start == 0 and text.startswith("\ufeff"):
        start = 1
    try:
        value, end = _scan(text, start)
    except (StopIteration, SystemError):    # SystemError: it looks for json.decoder's exception among loaded modules
        raise ValueError("not JSON") from None
    if text[end:].strip(BLANK):
        raise ValueError(f"not JSON: text after the value at character {end}")
    return value


def dumps(value: object) -> str:
    """One line, readable in any language; ASCII escapes where a lone surrogate could not be written as UTF-8."""
    text = _plain(value)
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return _ascii(value)
    return text


def canonical(value: object) -> str:
    """One spelling a value: sorted keys, no blanks, ASCII.  What hashes and signatures are made of."""
    return _sorted(value)
