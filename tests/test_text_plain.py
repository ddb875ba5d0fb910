"""guards/_text/plain.py: all the text there is, and no more of it in a row than a person reads."""
from __future__ import annotations

from typing import Any

import pytest

from guards._text.plain import cut, flatten, one_line


@pytest.mark.parametrize(("value", "expected"), [
    (None, ""), ("", ""), ("a", "a"), ([{"type": "text", "text": "a"}], "a"), ({"stdout": "a\nb", "stderr": ""}, "a\nb"),
    ({"api_key": "k"}, "api_key: k"), ({"a": {"password": ["x", "y"]}}, "x\ny"), ({"n": 1, "b": True}, "n: 1"),
    ({"file": {"base64": "AAAA"}}, ""), ({"type": "refund"}, "refund"),
])
def test_flatten(value: Any, expected: str) -> None:
    assert flatten(value) == (expected, 0)


@pytest.mark.parametrize("depth", [31, 32, 33, 600])
def test_no_text_stands_too_deep(depth: int) -> None:
    value: Any = "x"
    for n in range(depth):
        value = [value] if n % 2 else {"a": value}
    assert "x" in flatten(value)[0]


def test_what_a_call_sends_is_never_the_clients_bulk() -> None:
    assert flatten({"base64": "x", "usage": {"a": "y"}}, whole=True)[0].split() == ["base64:", "x", "a:", "y"]


def test_what_is_left_out_is_counted() -> None:
    assert flatten("abcdef", 4) == ("abcd", 2)


@pytest.mark.parametrize(("text", "shown"), [
    ("a\nb\tc", "a b c"), ("\x1b[31mred\x07", "[31mred"), ("a\u2028b\u202ec", "a b c"), ("  x  ", "x"),
])
def test_nothing_untrusted_starts_a_line(text: str, shown: str) -> None:
    assert one_line(text) == shown


def test_cut() -> None:
    assert cut("abc", 3) == "abc" and cut("abcd", 3) == "abc... [+1]"
