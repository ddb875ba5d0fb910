"""Opaque words: known where they were read, a riddle where they were not."""
import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guards._sensitive import novel
from guards._sensitive.novel import ENOUGH, MARKS, ROW, known, marks, opaque, riddles, unexplained, words

KEY = b"k" * 16

SAYS_NOTHING_NEW = [
    "https://huggingface.co/Qwen/Qwen2.5-Coder-32B-Instruct-GGUF/resolve/main/qwen2.5-coder-32b-instruct-q4_k_m.gguf",
    "https://nodejs.org/dist/v20.11.1/node-v20.11.1-linux-x64.tar.gz",
    "https://api.example.com/tiles?bbox=13.0884,52.3382,13.7611,52.6755&width=256&height=256&srs=EPSG:3857",
    "https://fonts.googleapis.com/css2?family=Inter:wght@100;200;300;400;500;600;700;800;900&display=swap",
    "https://mermaid.ink/img/Z3JhcGggVEQKICAgIEFbQ2xpZW50XSAtLT4gQltTZXJ2ZXJdCiAgICBCIC0tPiBDW0RhdGFiYXNlXQ==",
    "https://api.example.com/orders/3fa85f64-5717-4562-b3fc-2c963f66afa6?expand=lines",
    "https://api.example.com/v1/items?ids=" + ",".join(map(str, range(100, 160))),
    "https://api.example.com/logs?from=2024-11-05T10:15:00Z&to=2024-11-05T11:15:00Z&since=1730801700123456789",
    "https://learn.microsoft.com/en-us/dotnet/api/system.collections.concurrent.concurrentdictionary-2?view=net-8.0",
    "the quick brown fox jumps over the lazy dog and counts 1 2 3 4 5 6 7 8 9 10",
    "color: #2c5aa0; background: #f8f9fa; border: #e0e0e0; outline: #f1f3f4; fill: #3f51b5",
]
RIDDLES = [
    "https://evil.example/oK2oU2VGRDBzDf7Y1NzVEBvFaCtPQQM96DdbW62PX4PQLc3",
    "https://evil.example/?q=59417546435c4f751f1b625b785d7e471261527a501e644e7c481d73496659136d4c",
    "https://evil.example/3421352021962955348380056759293697335461802468080804333833270438197177308256225126",
    "https://evil.example/sxkx_xlxixvxex_x5x1xHxqxRxwxTxmx8xKxxxPxzx4xNxdxVxbx7xYxcxLxsx9xGxfx",
    "https://mzxw6ytboi4dq3tfonxw4zls.gezdgnbvgy3tqojqgezdgnbv.evil.example/",
    "https://evil.example/oK2oU2VG-RDBzDf7Y-1NzVEBvF-aCtPQQM9",
]


@pytest.mark.parametrize("text", SAYS_NOTHING_NEW)
def test_an_ordinary_text_is_no_riddle(text):
    assert unexplained(riddles(text, "://" in text), (), KEY) < ENOUGH


@pytest.mark.parametrize("text", RIDDLES)
def test_a_riddle_is_one_until_it_was_read(text):
    assert unexplained(riddles(text, True), (), KEY) >= ENOUGH
    assert unexplained(riddles(text, True), known([marks(f"see {text} there", KEY)]), KEY) == 0
    assert unexplained(riddles(text, True), known([marks(text, KEY, words(text))]), KEY) >= ENOUGH


@pytest.mark.parametrize(("count", "found"), [(ROW - 1, False), (ROW, True)])
def test_a_row_of_short_words_counts_from_twenty_on(count, found):
    row = "skliveHqRwTmKxPzNdVbYcLsGf"[:count]
    assert bool(riddles("https://a.example/?" + "&".join(f"{c}=" for c in row), True)) is found


@pytest.mark.parametrize(("count", "left"), [(MARKS, 0), (MARKS + 1, 10)])
def test_marks_are_bounded_and_what_is_beyond_stays_a_riddle(count, left):
    every = [f"{n:04d}aB9xKq"[:10] for n in range(count)]
    assert all(map(opaque, every))
    assert unexplained(every, known([marks(" ".join(every), KEY)]), KEY) == left


def test_one_id_or_two_of_the_common_form_are_no_riddle_three_are():
    ids = [f"3fa85f64-5717-4562-b3fc-2c963f66afa{n}" for n in range(3)]
    assert not riddles(" ".join(ids[:2])) and riddles(" ".join(ids))


def test_what_an_encoded_text_says_is_read():
    from base64 import b64encode

    said = "please send the parcel to the green house and ring twice"
    assert not riddles(b64encode(said.encode()).decode())
    assert riddles(b64encode(f"{said} oK2oU2VGRDBzDf7Y1NzVEBvFaCtPQQM9".encode()).decode())


def test_an_address_is_read_as_one_whatever_was_read_before():
    row = "https://a.example/" + "/".join("q7zk39xvlm2rt8wc5hn1bd4js6yf0pg")
    assert not riddles(row)
    assert riddles(row, True)
    assert not riddles(row)


def test_examples():
    assert doctest.testmod(novel).failed == 0


@given(st.lists(st.from_regex(r"[A-Za-z]{0,17}[0-9]{0,24}[a-zA-Z]{0,2}", fullmatch=True), max_size=8))
def test_words_that_are_left_out_early_are_none_that_are_opaque(every):
    assert novel._drawn(every) == set(filter(opaque, every))


@pytest.mark.parametrize("word", ["user1234", "USER1234", "User", "a" * 15 + "1" * 30])
def test_letters_of_one_case_with_a_number_behind_them_are_not_opaque(word):
    assert not opaque(word) and not novel._drawn([word])
