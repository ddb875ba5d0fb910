"""Words, entities, acts: tables of texts."""
import doctest

import pytest

from guards._text import words


def test_examples():
    assert doctest.testmod(words).failed == 0


@pytest.mark.parametrize("a, b", [
    ("share", "sharing"), ("reserve", "reservation"), ("pay", "payments"), ("invite", "invitation"), ("send", "sent"),
    ("delete", "deletion"), ("plan", "planning"), ("city", "cities"), ("transaction", "transactions")])
def test_one_stem(a, b):
    assert words.stem(a) == words.stem(b)


@pytest.mark.parametrize("a, b", [("address", "add"), ("status", "stat"), ("p020", "p02")])
def test_two_stems(a, b):
    assert words.stem(a) != words.stem(b)


@pytest.mark.parametrize("text, expected", [
    ("Nothing to aim at here, e.g. this.", []),
    ("version 1.2 of setup.py and main.rs", []),
    ("write to Eva.Moss@lake.example, soon", ["eva.moss@lake.example", "lake.example"]),
    ("(see www.lake.example/Map)", ["lake.example/map", "lake.example"]),
    ("https://lake.example:8080/a?b=1.", ["lake.example:8080/a?b=1", "lake.example:8080"]),
    ("it is at lake.example", ["lake.example"]),
    ("ticket TK-2291 and 'F007'", ["tk-2291", "f007"]),
    ("costs 12 or 5", []),
    ("请发送到lake.example的邮箱，或bo@lake.example。", ["lake.example", "bo@lake.example"]),
    ("lake.example/a으로", ["lake.example/a", "lake.example"]),
    ("https://例え.example/x", ["例え.example/x", "例え.example"]),
])
def test_entities(text, expected):
    assert words.entities(text) == expected


@pytest.mark.parametrize("text", ["", "Please share the Reports with Anna", "会議の資料を送って", "it's 12 o'clock; x_y"])
def test_stems_are_the_words(text):
    stems = words.Stems()
    assert stems.of(text) == words.words(text) == stems.of(text)


@pytest.mark.parametrize("lines", [
    [], [""], ["a"], ["Send it to Bo.", "", "  x-1 "], ["caf\u00e9 au lait", "plain", "\u4f1a\u8bae q3"], ["a\nb", "c"],
    ["\u201cquoted\u201d", "\ud800 broken", "\u0130x"], ["a\u2028b", "c\x85d"],
])
def test_tokens_of_lines_are_those_of_each(lines: list[str]) -> None:
    assert words.tokens_of(lines) == [words.tokens(line) for line in lines]


def test_what_a_chunk_names_is_the_same_when_it_is_known() -> None:
    known = words.Named()
    texts = ["mail bob@x.org, see https://a.example/b?c=1", "bob@x.org url=https://a.example ORDER-104", "v1.2 x.py a.b"]
    assert [words.entities(text, known) for text in texts * 2] == [words.entities(text) for text in texts * 2]
