"""JSON through the C scanner and encoder that the standard library's `json` is built on.

`import json` costs more than the rest of a silent hook (it brings `re`, `enum`, `functools`).

Cannot see: an interpreter other than CPython; duplicate keys (the last one counts) and numbers that JSON does not have (NaN reads as null).
"""

from __future__ import annotations

import _json
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

BLANK = " \t\n\r"


def _ignore_constant(name: str) -> None:
    """NaN and the infinities are no JSON: they read as null."""


def _parse_float(text: str) -> float | None:
    """A number too large for a float reads as null, too: written, it would be no JSON."""
    number = float(text)
    return number if number - number == 0 else None


# What the C scanner reads of a JSONDecoder; a class of its own takes longer to make than a call to read.
_namespace: Any = type(sys.implementation)
_options = _namespace(
    strict=False,
    object_hook=None,
    object_pairs_hook=None,
    parse_float=_parse_float,
    parse_int=int,
    parse_constant=_ignore_constant,
)
_scan: Callable[[str, int], tuple[Any, int]] = _json.make_scanner(_options)


def _build_encoder(quote: Any, sort: bool) -> Callable[[object], str]:
    make = _json.make_encoder({}, str, quote, None, ":", ",", sort, False, True)
    return lambda value: "".join(make(value, 0))


_write_plain = _build_encoder(_json.encode_basestring, False)
_write_ascii = _build_encoder(_json.encode_basestring_ascii, False)
_write_sorted = _build_encoder(_json.encode_basestring_ascii, True)


def scan_json(text: str, start: int = 0) -> tuple[Any, int]:
    """The JSON value that begins at `start` and the index behind it.

    ValueError for anything else (also for what is cut off), RecursionError for too deep a nesting.
    """
    try:
        return _scan(text, start)
    except (StopIteration, SystemError):  # SystemError: it looks for json.decoder's exception class
        raise ValueError("not JSON") from None


def parse_json(text: str | bytes) -> Any:
    """The value of a JSON text.  ValueError for anything else, RecursionError for too deep a nesting."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    start = len(text) - len(text.lstrip(BLANK + "\ufeff"))
    value, end = scan_json(text, start)
    if text[end:].strip(BLANK):
        raise ValueError(f"text after the JSON value at character {end}")
    return value


def write_json(value: object) -> str:
    """One line, readable in any language; ASCII escapes where a lone surrogate could not be written as UTF-8."""
    text = _write_plain(value)
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return _write_ascii(value)
    return text


def write_canonical(value: object) -> str:
    """One spelling a value: sorted keys, no blanks, ASCII.  What digests and signatures are made of."""
    return _write_sorted(value)
