"""What a builder leaves out of its folder, and what an image copies of the rest."""
import doctest

import pytest

from guards._shell import ignores


def test_examples():
    assert doctest.testmod(ignores).failed == 0


@pytest.mark.parametrize(("rules", "name", "out"), [
    ("", ".env", False), ("# .env", ".env", False), ("!.env", ".env", False), (".env\n!.env", ".env", False),
    ("*.pem", "a/b.pem", False), ("**/*.pem", "a/b.pem", True), ("*.pem", "b.pem", True), ("/ops", "ops/key.pem", True),
    ("ops/", "ops/key.pem", True), ("**", "a/b", True), (".", "a", True), ("a/*/c", "a/b/c", True)])
def test_a_rule(rules, name, out):
    assert ignores.ignored(name, rules) == out
