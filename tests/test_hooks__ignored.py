"""hooks/_ignored.py: what a builder leaves out."""
import doctest

import pytest

from hooks import _ignored


@pytest.mark.parametrize(("rules", "name", "out"), [
    ("", ".env", False), ("# .env", ".env", False), ("!.env", ".env", False), (".env\n!.env", ".env", False),
    ("*.pem", "a/b.pem", False), ("**/*.pem", "a/b.pem", True), ("*.pem", "b.pem", True), ("/ops", "ops/key.pem", True),
    ("ops/", "ops/key.pem", True), ("**", "a/b", True), (".", "a", True), ("a/*/c", "a/b/c", True)])
def test_a_rule(rules, name, out):
    assert _ignored.ignored(name, rules) == out


def test_its_examples():
    assert doctest.testmod(_ignored).failed == 0
