import pytest

from guards._sensitive.assignments import KEYWORDS, MORE
from guards._sensitive.formats import FORMATS
from guards._sensitive.scan import NAMED
from guards._sensitive.secrets import _CRYPT, COMMANDS, HEADS, INSIDE, LONG, MARKERS, NAMES, secrets
from guards._sensitive.shapes import SHAPES


def test_every_head_is_in_the_filter():
    assert {head[:3].encode() for row in FORMATS for head in row[1]} == HEADS


def test_every_marker_is_looked_for():
    looked_for = {m for _, markers in MARKERS + LONG for m in markers} | set(INSIDE) | set(COMMANDS) | {b"$" + c + b"$" for c in _CRYPT}
    assert {m.encode() for row in SHAPES for m in row[1]} == looked_for


def test_every_row_has_examples_of_both_kinds():
    assert [row[0] for row in SHAPES if not row[-2] or not row[-1]] == []


def test_every_keyword_is_in_the_filter():
    assert tuple(name.strip() for name in NAMES) == KEYWORDS
    assert tuple(one.encode() for one in NAMED) == KEYWORDS + MORE


@pytest.mark.parametrize(("text", "found"), [
    ("gravity machine north sort system female filter attitude volume fold club stay", True),
    ("\ngravity machine north sort system female filter attitude volume fold club stay\n", True),
    ("text\n/p/test/seed.txt\ngravity machine north sort system female filter attitude volume fold club stay\n", True),
    ("please look why the wallet test does not pass and mend what you find", False),
    ("gravity machine north sort system female filter attitude volume fold club", False),
    ("Gravity machine north sort system female filter attitude volume fold club stay", False),
    ("src docs tests bench hooks guards build dist tools assets pages styles", True),     # nothing tells it from one
])
def test_a_text_of_a_wallets_words_alone(text, found):
    assert [rule for rule, _, _ in secrets(text.encode())] == (["seed-phrase"] if found else [])
