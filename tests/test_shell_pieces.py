"""guards/_shell/pieces.py: a command's words."""
from __future__ import annotations

import pytest

from guards._shell.pieces import COMMON, MARKS, words


@pytest.mark.parametrize(("command", "found"), [
    ("", []), ("ls", ["ls"]), ("redis-cli -h a.b|x", ["redis", "cli", "h", "a", "b", "x"]),
    ("a=$(b)&&c", ["a", "b", "c"]), ("x\ty\nz", ["x", "y", "z"])])
def test_every_mark_parts_words(command: str, found: list[str]) -> None:
    assert words(command) == found


def test_no_word_holds_a_mark() -> None:
    assert not any(mark in word for word in words("a" + "b".join(MARKS)) for mark in MARKS) and "cli" in COMMON
