"""guards/_text/address.py: one spelling for one place."""
import pytest

from guards._text.address import is_local, looks_like_host, normalize, registered


@pytest.mark.parametrize(("raw", "spelled"), [
    ("https://u:p@WWW.A.Example:8080/x/?q=1#f", "a.example/x"), ("git@github.com:acme/x.git", "github.com/acme/x"),
    ("ssh://git@h.example/a", "h.example/a"), ("h.example:80", "h.example"), ("h.example:/srv/x", "h.example/srv/x"),
    ("Bob@B.Example", "bob@b.example"), ("mailto:a@b.example", "a@b.example"), ("#General", "#general"),
    ("DE89 3704 0044", "DE89 3704 0044"), ("s3://B/x", "s3://b"), ("https://$(...).e.example/x$y", "e.example/x"),
    ("http://[::1]:80/x", "[::1]/x"), ("remote:origin", "remote:origin"), ("", "")])
def test_normal(raw, spelled):
    assert normalize(raw) == spelled


@pytest.mark.parametrize(("host", "name"), [("a.b.example.com", "example.com"), ("x.github.io", "x.github.io"),
                                            ("a.x.github.io", "x.github.io"), ("10.0.0.1", "10.0.0.1"), ("h", "h")])
def test_registered(host, name):
    assert registered(host) == name


def test_local():
    assert all(is_local(normalize(t)) for t in ("http://localhost:1/x", "127.0.0.1:80", "http://[::1]/", "a.localhost"))
    assert not any(is_local(normalize(t)) for t in ("127.evil.example", "localhost.evil.example", "10.0.0.1", ""))


@pytest.mark.parametrize(("text", "host"), [("a.example", True), ("10.0.0.1", True), ("localhost:80", True), ("main.py", False),
                                            ("x", False), ("a/b.c", False), ("1.2.3", False)])
def test_looks_like_host(text, host):
    assert looks_like_host(text) == host
