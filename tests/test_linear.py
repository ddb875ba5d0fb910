"""No text makes the classifier's work grow faster than the text.

Work is counted, not timed: every call that Python sees, every byte that a method of the text looks at.  What an
expression does at one place is bounded by the expression itself (the second test), and places are calls.
"""
from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

if sys.version_info >= (3, 11):
    from re import _constants, _parser
else:
    import sre_constants as _constants
    import sre_parse as _parser

from guards._sensitive.addresses import addresses
from guards._sensitive.assignments import KEYWORDS
from guards._sensitive.formats import FORMATS
from guards._sensitive.personal import persons
from guards._sensitive.scan import readable
from guards._sensitive.secrets import secrets
from guards._sensitive.shapes import SHAPES
from tests.examples import fill

SMALL, LARGE = 1 << 10, 1 << 14     # no rule looks at more than 600 characters at one place by itself
GROWTH = LARGE // SMALL
SLACK, SPARE = 2.5, 20_000          # a window that the smaller text cuts off makes its work look less than it is
WIDEST = 130_000                    # characters that one expression can take at one place
NESTED = 120_000                    # turns of a repetition inside a repetition


class Counted(bytes):
    """Bytes that count how many of them were looked at, and whose parts count on."""

    seen: ClassVar[list[int]] = [0]

    def find(self, sub: Any, start: int = 0, end: int = sys.maxsize) -> int:
        at = bytes.find(self, sub, start, end)
        stop = at if at >= 0 else min(end, len(self))
        self.seen[0] += max(1, stop - max(0, start))
        return at

    def rfind(self, sub: Any, start: int = 0, end: int = sys.maxsize) -> int:
        at = bytes.rfind(self, sub, start, end)
        self.seen[0] += max(1, min(end, len(self)) - (at if at >= 0 else max(0, start)))
        return at

    def __contains__(self, sub: Any) -> bool:
        return self.find(sub) >= 0 if isinstance(sub, bytes) else bytes.__contains__(self, sub)

    def __getitem__(self, key: Any) -> Any:
        part = bytes.__getitem__(self, key)
        return self._of(part) if isinstance(part, bytes) else part

    def __iter__(self) -> Iterator[int]:
        self.seen[0] += len(self)
        return bytes.__iter__(self)

    def _of(self, part: Any) -> Any:
        if isinstance(part, bytes):
            self.seen[0] += len(part)
            return Counted(part)
        return part


def _counting(name: str) -> Any:
    """A method of bytes that looks at all of them."""
    original = getattr(bytes, name)

    def method(self: Counted, *given: Any, **named: Any) -> Any:
        self.seen[0] += len(self) + 1
        found = original(self, *given, **named)
        if isinstance(found, (list, tuple)):
            return type(found)(Counted(one) for one in found)
        return Counted(found) if isinstance(found, bytes) else found

    return method


for _name in ("count", "decode", "isalnum", "isalpha", "isdigit", "islower", "isupper", "lower", "lstrip", "partition",
              "replace", "rpartition", "rsplit", "rstrip", "split", "splitlines", "strip", "translate", "upper"):
    setattr(Counted, _name, _counting(_name))


def work(text: str) -> int:
    """How much the rules do with a text: calls and bytes."""
    raw, calls = Counted(readable(text)), 0
    Counted.seen[0] = 0

    def called(frame: Any, event: str, _: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        for rules in (secrets, persons, addresses):
            list(rules(raw))
    finally:
        sys.setprofile(None)
    return calls + Counted.seen[0]


def hostile(rule: str, begins: tuple[str, ...], example: str) -> list[str]:
    """Beginnings without an end, beginnings in a row, and all but the last character of what matches."""
    return [f"{begins[0]} ", begins[0] + "A1" * 400 + " ", fill(example)[:-1]]


TEXTS = [(row[0], text) for row in FORMATS for text in hostile(row[0], row[1], row[3][0])]
TEXTS += [(row[0], text) for row in SHAPES for text in hostile(row[0], row[1], row[-2][0])]
TEXTS += [(word.decode(), text) for word in KEYWORDS for text in (
    word.decode(), f"{word.decode()}=", f"{word.decode()}='", f"api_{word.decode()}: \"abc", f"{word.decode()} = a1b2c3d4", f"{word.decode()}_" * 9)]
TEXTS += [("person", text) for text in (
    "@", "a@", "a@b.", "a.b@c.d@", "1", "12 ", "+1 ", "(1", "1-", "4012 8888 ", "4012888888881881 ", "0.123456789012 ", "GB82", "GB82 WEST 1234 ", "AA00",
    "1.2.3.", "10.20.30.40 ", "::", "a::b ", "fe80::1:", "[email:email:01234567] ", "[credentials:", "\\n", "%3D", "é", "://", "://a:", "$", "$6$", " -p", "mysql -p", "data:\n a: b")]


def grown(part: str, size: int) -> str:
    return (part * (size // len(part) + 1))[:size]


@pytest.mark.parametrize(("rule", "part"), TEXTS)
def test_sixteen_times_the_text_is_about_sixteen_times_the_work(rule: str, part: str) -> None:
    small, large = work(grown(part, SMALL)), work(grown(part, LARGE))
    assert large < SLACK * GROWTH * small + SPARE     # quadratic work would be 256 times


def turns(parsed: Any, around: int = 1) -> int:
    """The most often that a repetition inside a repetition is repeated; 1 where there is none."""
    most = 1
    for code, value in parsed:
        if code in (_constants.MAX_REPEAT, _constants.MIN_REPEAT) or str(code) == "POSSESSIVE_REPEAT":
            low, high, inner = value
            repeated = int(high) if high != low else 1
            most = max(most, around * repeated if around > 1 else 1, turns(inner, around * repeated))
        elif code is _constants.SUBPATTERN:
            most = max(most, turns(value[-1], around))
        elif code is _constants.BRANCH:
            most = max(most, *(turns(one, around) for one in value[1]))
        elif code in (_constants.ASSERT, _constants.ASSERT_NOT):
            most = max(most, turns(value[1], around))
    return most


@pytest.mark.parametrize(("rule", "expression"), [(row[0], row[2]) for row in FORMATS] + [(row[0], row[-3]) for row in SHAPES])
def test_an_expression_ends_by_itself(rule: str, expression: str) -> None:
    parsed = _parser.parse(expression)
    assert parsed.getwidth()[1] <= WIDEST and turns(parsed) <= NESTED


@pytest.mark.parametrize("expression", ["a+b", "a*", "(?:a{1,400}b?){0,400}c", "(?:x|[^y]+)z"])
def test_an_expression_without_an_end_is_found(expression: str) -> None:
    parsed = _parser.parse(expression)
    assert parsed.getwidth()[1] > WIDEST or turns(parsed) > NESTED


def test_quadratic_work_is_found() -> None:
    def worked(size: int) -> int:
        raw = Counted(b"x=" * (size // 2))
        Counted.seen[0] = 0
        at = raw.find(b"=")
        while at >= 0:
            raw.find(b"never", at)      # looks to the end of the text from every place
            at = raw.find(b"=", at + 1)
        return Counted.seen[0]

    assert worked(LARGE) > SLACK * GROWTH * worked(SMALL) + SPARE
