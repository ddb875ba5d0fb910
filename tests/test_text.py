"""Addresses, globs, words and bags: one spelling for equal things."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from guards import _text, _words

ROOT = Path(__file__).resolve().parent.parent
PLACES = [  # as it is written, the one spelling, its host
    ("general", "general", ""),
    ("./a/b.py", "./a/b.py", ""),
    ("https://u:p@WWW.A.Example:8080/x/?q=1#y", "a.example/x", "a.example"),
    ("git@github.com:acme/x.git", "github.com/acme/x", "github.com"),
    ("ssh://git@host.example:22/acme/x.git", "host.example/acme/x", "host.example"),
    ("mailto:Bob@B.Example", "bob@b.example", "b.example"),
    ("<Bob@B.Example>,", "bob@b.example", "b.example"),
    ("deploy@web1.example:/srv/app", "web1.example/srv/app", "web1.example"),
    ("web1.example:8080/x", "web1.example/x", "web1.example"),
    ("web1.example:/srv", "web1.example/srv", "web1.example"),
    ("s3://Bucket/key", "s3://bucket", ""),
    ("localhost:3000", "localhost:3000", ""),
    ("http://[::1]:80/x", "[::1]/x", "[::1]"),
    ("EVIL.example.", "evil.example", "evil.example"),
    ("run the tests.", "run the tests", ""),
    ("Ch-12", "ch-12", ""),
]


@pytest.mark.parametrize(("raw", "place", "host"), PLACES)
def test_place(raw: str, place: str, host: str) -> None:
    assert _text.normalize_place(raw) == place
    assert _text.extract_host(place) == host


@pytest.mark.parametrize(
    ("host", "owned"),
    [
        ("github.com", "github.com"),
        ("api.github.com", "github.com"),
        ("a.b.co.uk", "b.co.uk"),
        ("evil.github.io", "evil.github.io"),
        ("x.evil.github.io", "evil.github.io"),
        ("10.0.0.1", "10.0.0.1"),
        ("b.s3.amazonaws.com", "b.s3.amazonaws.com"),
        ("", ""),
    ],
)
def test_registered(host: str, owned: str) -> None:
    assert _text.find_registered(host) == owned


@pytest.mark.parametrize(
    ("place", "local", "private"),
    [
        ("evil.example", False, False),
        ("localhost.evil.example", False, False),
        ("127.evil.example", False, False),
        ("10.evil.example", False, False),
        ("localhost", True, False),
        ("127.0.0.1/x", True, False),
        ("[::1]", True, False),
        ("app.localhost", True, False),
        ("10.1.2.3", False, True),
        ("hub.local", False, True),
    ],
)
def test_near(place: str, local: bool, private: bool) -> None:
    assert _text.is_local_place(place) is local
    assert _text.is_private_host(_text.extract_host(place)) is private


def test_shared_hosts_belong_to_nobody() -> None:
    assert "github.com" in _text.SHARED and "acme.example" not in _text.SHARED


@pytest.mark.parametrize(
    ("pattern", "text", "fits"),
    [
        ("Bash", "BashOutput", False),
        ("mcp__*__send_*", "mcp__mail__send_email", True),
        ("a?c", "abc", True),
        ("a?c", "ac", False),
        ("*", "", True),
        ("**a", "bba", True),
        ("", "", True),
    ],
)
def test_glob(pattern: str, text: str, fits: bool) -> None:
    assert _text.match_glob(pattern, text) is fits


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("*", ".env", False),
        ("a/*", "a/b/c", False),
        ("*.pem", "a.pem", True),
        (".e*", ".env", True),
        (".[ae]nv", ".env", True),
        ("**", "a/.env", True),
        ("a/**/*.key", "a/b/c.key", True),
        ("a/*/**", "a/b/c/d", True),
        ("/".join("a" * 50), "b", True),
    ],
)
def test_path_glob(pattern: str, path: str, fits: bool) -> None:
    assert _text.fits_path(pattern, path) is fits


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("src/UserSessionStore.java", ["src", "user", "session", "store", "java"]),
        ("SEND the e-mail_now", ["send", "the", "e", "mail", "now"]),
        ("Zürich 12", ["zürich", "12"]),
    ],
)
def test_words(text: str, words: list[str]) -> None:
    assert _text.split_words(text) == words


def test_bags() -> None:
    assert _text.hash_bag(["alpha bravo"]) == _text.hash_bag(["Alpha, bravo!"])
    assert _text.hash_bag(["12345 ab 4111"]) == {}  # numbers may be secrets
    code = "from guards._text import hash_bag; print(sorted(hash_bag(['alpha bravo'])))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == str(sorted(_text.hash_bag(["alpha bravo"])))


def test_bags_import_little() -> None:
    code = "import sys; import guards._text; print(sorted({'re','json','hashlib','enum'} & set(sys.modules)))"
    done = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}",
        ],
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == "[]", done.stderr


def test_leaves() -> None:
    deep: object = "x"
    for _ in range(5_000):
        deep = [deep]
    assert _text.list_leaves(deep) == [("", "x")]
    assert _text.list_leaves({"a": [1, None, True, {"b": "c"}]}) == [("a", "1"), ("b", "c")]
    assert len(_text.list_leaves(["x"] * 9_999)) == 400


def test_english() -> None:
    groups = [one for name, one in vars(_words).items() if name.isupper() and name != "ENDS"]
    assert len(set().union(*groups)) <= 300
    score = (
        _words.OVERRIDES
        | _words.OVERRIDDEN
        | _words.SECRETLY
        | _words.SILENCE
        | _words.AGENTS
        | _words.CALLED
        | _words.CLAIMS
    )  # a text that addresses the agent
    assert len(score) <= 60


@given(st.text(max_size=200))
@settings(max_examples=300, deadline=None)
def test_spelling_is_stable(raw: str) -> None:
    place = _text.normalize_place(raw)
    again = _text.normalize_place(place)
    assert _text.normalize_place(again) == again or len(again) < len(place)
    _text.extract_host(place)
    _text.find_registered(raw)
    _text.match_glob(raw, raw)
    _text.fits_path(raw, place)
