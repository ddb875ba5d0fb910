"""No text makes the classifier's work grow faster than the text: 1 MiB of what each rule likes least."""
from __future__ import annotations

import time

import pytest

from guards import Settings
from guards._sensitive.assignments import KEYWORDS
from guards._sensitive.formats import FORMATS
from guards._sensitive.scan import scan
from guards._sensitive.shapes import SHAPES
from tests.examples import fill

SMALL, LARGE = 1 << 16, 1 << 20
SETTINGS = Settings()


def hostile(rule: str, begins: tuple[str, ...], example: str) -> list[str]:
    """Beginnings without an end, beginnings in a row, and all but the last character of what matches."""
    almost = fill(example)[:-1]
    return [f"{begins[0]} ", begins[0] + "A1" * 400 + " ", almost]


TEXTS = [(row[0], text) for row in FORMATS for text in hostile(row[0], row[1], row[3][0])]
TEXTS += [(row[0], text) for row in SHAPES for text in hostile(row[0], row[1], row[-2][0])]
TEXTS += [(word.decode(), text) for word in KEYWORDS for text in (
    word.decode(), f"{word.decode()}=", f"{word.decode()}='", f"api_{word.decode()}: \"abc", f"{word.decode()} = a1b2c3d4", f"{word.decode()}_" * 9)]
TEXTS += [("person", text) for text in (
    "@", "a@", "a@b.", "a.b@c.d@", "1", "12 ", "+1 ", "(1", "1-", "4012 8888 ", "4012888888881881 ", "0.123456789012 ", "GB82", "GB82 WEST 1234 ", "AA00",
    "1.2.3.", "10.20.30.40 ", "::", "a::b ", "fe80::1:", "[email:email:01234567] ", "[credentials:", "\\n", "%3D", "é", "://", "://a:", "$", "$6$", " -p", "mysql -p", "data:\n a: b")]


def cost(text: str, runs: int) -> float:
    """The least CPU time of some runs, in seconds."""
    took = []
    for _ in range(runs):
        start = time.process_time()
        scan(text, SETTINGS)
        took.append(time.process_time() - start)
    return min(took)


def grown(part: str, size: int) -> str:
    return (part * (size // len(part) + 1))[:size]


@pytest.mark.slow
@pytest.mark.parametrize(("rule", "part"), TEXTS)
def test_sixteen_times_the_text_is_about_sixteen_times_the_work(rule: str, part: str) -> None:
    small, large = cost(grown(part, SMALL), 3), cost(grown(part, LARGE), 1)
    assert large < 48 * small + 0.1, f"{small:.3f} s, then {large:.3f} s"   # quadratic work would be 256 times
    assert large < 30
