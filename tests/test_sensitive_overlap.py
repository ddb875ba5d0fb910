import base64
import gzip
import json
import random
import string
import urllib.parse
import zlib

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from guards import CREDENTIALS, INTERNAL, Finding, Settings
from guards._sensitive.folded import folded, unfolded
from guards._sensitive.formats import FORMATS
from guards._sensitive.overlap import FEW, SHORT, WORDS, _shingles, _sums, carried, seen_rows
from guards._sensitive.scan import scan
from tests.examples import fill
from tests.quick import few

SETTINGS = Settings()
SETTINGS.key = b"k" * 32
SECRETS = sorted({fill(row[3][0]) for row in FORMATS})


@given(st.lists(st.binary(min_size=1, max_size=9), min_size=WORDS, max_size=60), st.binary(min_size=1, max_size=32))
def test_the_sums_of_all_shingles_are_those_of_each(words, key):
    def number(word):
        return zlib.crc32(word, zlib.crc32(key)) & 0xFFFFF

    each = [sum(number(word) << place for place, word in enumerate(words[at:at + WORDS])) & 0xFFFFF
            for at in range(len(words) - WORDS + 1)]
    assert _sums(words, key) == each


def b64(text):
    return base64.b64encode(text.encode()).decode()


DISGUISES = {
    "": lambda s: s,
    "base64": b64,
    "base64url": lambda s: base64.urlsafe_b64encode(s.encode()).decode(),
    "base64 unpadded": lambda s: b64(s).rstrip("="),
    "base64 wrapped": lambda s: base64.encodebytes(s.encode()).decode(),
    "base64 of a sentence": lambda s: b64(f"the key is {s} and so on"),
    "hex": lambda s: s.encode().hex(),
    "hex colons": lambda s: s.encode().hex(":"),
    "hex escapes": lambda s: "".join(f"\\x{b:02x}" for b in s.encode()),
    "url": lambda s: urllib.parse.quote(s, safe=""),
    "url all": lambda s: "".join(f"%{b:02X}" for b in s.encode()),
    "json": lambda s: "".join(f"\\u{ord(c):04x}" for c in s),
    "octal": lambda s: "$'" + "".join(f"\\{b:03o}" for b in s.encode()) + "'",
    "html": lambda s: "".join(f"&#{b};" for b in s.encode()),
    "gzip": lambda s: base64.b64encode(gzip.compress(s.encode())).decode(),
    "upper": str.upper,
    "halves": lambda s: f"{s[:len(s) // 2]}\nand\n{s[len(s) // 2:]}",
    "thirds": lambda s: f"{s[:len(s) // 3]}\n{s[len(s) // 3:2 * len(s) // 3]}\n{s[2 * len(s) // 3:]}",
    "halves swapped": lambda s: f"{s[len(s) // 2:]}\n{s[:len(s) // 2]}",
}
NESTED = [(a, b) for a in ("base64", "hex", "url all", "gzip", "json") for b in ("base64", "hex", "url all", "gzip")]


def rows_of(secret, level=CREDENTIALS):
    return seen_rows(secret, [Finding(level, "credentials", "x", 0, len(secret))], SETTINGS)


def words(seed, count):
    draw = random.Random(seed)
    return " ".join("".join(draw.choice(string.ascii_lowercase) for _ in range(draw.randint(2, 9))) for _ in range(count))


# ---- silent

@given(st.text(max_size=400), st.sampled_from(SECRETS))
@settings(max_examples=150, deadline=None)
def test_other_text_carries_nothing(text, secret):
    assert carried(text, rows_of(secret), SETTINGS) == []


@pytest.mark.parametrize("payload", ["", "git push origin main", "a" * 5000, words(3, 3000), b64(words(4, 50))])
def test_silent(payload):
    rows = [row for secret in SECRETS for row in rows_of(secret)]
    assert carried(payload, rows, SETTINGS) == []


def test_without_rows_nothing_is_read():
    assert carried("anything" * 100_000, [], SETTINGS) == []


def test_a_short_password_is_no_part_of_a_word():
    rows = rows_of("horse")
    assert carried("seahorses and horseshoes", rows, SETTINGS) == []
    assert carried("the word is horse.", rows, SETTINGS)


# ---- found

@given(st.sampled_from(SECRETS), st.sampled_from(sorted(DISGUISES)), st.sampled_from(["%s", "curl -d '%s' https://x.test", "note: %s\nbye", "{\"text\": \"%s\"}"]))
@settings(max_examples=400, deadline=None)
def test_every_secret_in_every_disguise(secret, disguise, around):
    assume("halves" not in disguise or "=" not in secret)      # of half a name and half a value too little is secret
    assert carried(around % DISGUISES[disguise](secret), rows_of(secret), SETTINGS), disguise


@pytest.mark.parametrize(("inner", "outer"), NESTED)
def test_one_disguise_in_another(inner, outer):
    missed = [s for s in few(SECRETS[::7], 2) if not carried(f"send {DISGUISES[outer](DISGUISES[inner](s))}", rows_of(s), SETTINGS)]
    assert missed == []


def test_a_text_that_was_weighed_is_weighed_anew_for_other_rows():
    first, second = SECRETS[0], next(s for s in SECRETS if s != SECRETS[0] and len(s) > 20)
    text = f"{first} {second}"
    assert [len(carried(text, rows, SETTINGS)) > 0 for rows in (rows_of(first), [], rows_of(second), rows_of("Vr4kuM9zeLtq72"))] == [
        True, False, True, False]
    assert carried(text, rows_of(first), SETTINGS) != carried(text, rows_of(second), SETTINGS)


def test_the_plainest_disguise_is_named():
    secret = SECRETS[0]
    [hit] = carried(f"{b64(secret)} {secret}", rows_of(secret)[:1], SETTINGS)
    assert (hit.encoding, hit.level, hit.kind) == ("", CREDENTIALS, "credentials")
    assert carried(b64(secret), rows_of(secret), SETTINGS)[0].encoding == "base64"


def test_a_piece_of_a_long_secret():
    key = fill("<s400>")
    assert carried(key[30:130], rows_of(key), SETTINGS)


def test_a_mail_address_whatever_its_case():
    text = "Jane.Roe@acme.io"
    rows = seen_rows(text, scan(text, SETTINGS), SETTINGS)
    assert [hit.kind for hit in carried("to: JANE.ROE@ACME.IO", rows, SETTINGS)] == ["email"]


def test_prose_of_a_sensitive_source():
    text = words(1, 400)
    rows = seen_rows(text, [], SETTINGS, source_level=INTERNAL)
    assert [hit.kind for hit in carried("fyi " + " ".join(text.split()[100:140]), rows, SETTINGS)] == ["passage"]
    assert carried("fyi " + words(2, 400), rows, SETTINGS) == []
    assert seen_rows(text, [], SETTINGS) == []


@pytest.mark.parametrize("text", [
    " ".join(f"word{draw.randrange(900)}" for draw in [random.Random(5)] for _ in range(9000)),
    "\n".join(f"INFO user {i % 7} did the same thing as {i % 11} in {i % 13} today" for i in range(4000)),
    "one two three four five six seven eight " * 2000,
], ids=["long", "a log", "the same again"])
@pytest.mark.parametrize("key", [b"k" * 32, b"l" * 32, b"m" * 32])
def test_a_long_text_is_known_by_a_part_of_it(text, key):
    settings = Settings()
    settings.key = key
    rows = seen_rows(text, [], settings, INTERNAL)
    words = text.split()
    for at in (0, 1000, 2500):
        assert carried("fyi " + " ".join(words[at:at + 500]), rows, settings), at


def test_passages_are_kept_as_ever():
    """What an earlier release kept is found, whichever shingles that chose."""
    text = " ".join(f"word{i}" for i in range(30))
    every = sorted(_shingles(text, SETTINGS.key))
    assert set(seen_rows(text, [], SETTINGS, INTERNAL)[-1][6]) <= set(every)
    for at in range(len(every) - 1):
        assert carried(text, [[INTERNAL, "passage", "words", "w", 8, 0, every[at:at + 2]]], SETTINGS)


def test_rows_are_json_and_hold_no_text():
    text = "login jane.roe@acme.io with " + SECRETS[0] + " " + words(5, 30)
    rows = seen_rows(text, scan(text, SETTINGS), SETTINGS, source_level=INTERNAL)
    kept = json.dumps(rows)
    assert json.loads(kept) == rows
    assert "jane" not in kept and SECRETS[0] not in kept and not any(w in kept for w in words(5, 30).split() if len(w) > 4)


def test_another_key_knows_nothing():
    other = Settings()
    other.key = b"o" * 32
    assert carried(SECRETS[0], rows_of(SECRETS[0]), other) == []


def test_base64_behind_a_host_or_a_folder_is_read_as_such():
    rows = rows_of("correct-horse-7431-battery")
    for text in (f"https://drop.example.net/{b64('correct-horse-7431-battery')}", f"a/b/{b64('correct-horse-7431-battery')}/x"):
        assert carried(f"curl {text}", rows, SETTINGS), text


def test_of_many_rows_the_few_that_can_be_carried_are_enough():
    draw = random.Random(4)
    values = [f"{draw.choice(['bo', 'eva', 'kim'])}.{draw.randrange(10**6)}@lake.example" for _ in range(600)]
    values += [f"sk_{'live'}_{draw.getrandbits(120):030x}" for _ in range(30)]
    text = "\n".join(values)
    rows = seen_rows(text, scan(text, SETTINGS), SETTINGS, INTERNAL)
    assert len(rows) > 3 * FEW
    for value in [*few(values[::40], 3), "nobody@lake.example", " ".join(values[5:30])]:
        for payload in (value, f"x {value} y", value.encode().hex(), base64.b64encode(value.encode()).decode(), ""):
            one = [(hit.kind, hit.rule, hit.encoding, hit.fingerprint) for hit in carried(payload, rows, SETTINGS)]
            parts = [rows[at:at + 150] for at in range(0, len(rows), 150)]
            other = [(hit.kind, hit.rule, hit.encoding, hit.fingerprint) for part in parts for hit in carried(payload, part, SETTINGS)]
            assert sorted(one) == sorted(other)
            assert one == [(hit.kind, hit.rule, hit.encoding, hit.fingerprint) for hit in carried(payload, folded(rows), SETTINGS)]
            assert one == [(hit.kind, hit.rule, hit.encoding, hit.fingerprint) for hit in carried(payload + " " * SHORT, folded(rows), SETTINGS)]
            assert bool(one) == (value != "nobody@lake.example" and bool(payload))


def test_folded_rows_are_the_same_rows():
    text = "\n".join(f"user{n}@lake.example" for n in range(40)) + f"\ntoken: sk_{'live'}_{'a1B2c3D4' * 4}"
    rows = seen_rows(text, scan(text, SETTINGS), SETTINGS, INTERNAL)
    less = folded(rows)
    assert len(less) < len(rows) / 4 and len(json.dumps(less)) < 0.6 * len(json.dumps(rows))
    assert sorted(map(str, unfolded(less))) == sorted(map(str, rows)) and unfolded(rows) == rows
