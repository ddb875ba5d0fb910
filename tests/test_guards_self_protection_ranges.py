"""What a search, or a listing could find; whole calls stand in cases/self_protection.jsonl."""
import doctest

import pytest

from guards._shell.machine import read
from guards.self_protection import ranges
from guards.self_protection.ranges import finds, left_over


def test_examples() -> None:
    assert doctest.testmod(ranges).failed == 0


@pytest.mark.parametrize(("words", "ours"), [
    (". -name *.tmp", False), (". -type d -name build", False), (". -path ./src/*", False), (". -empty", False),
    (". ! -path */.* -name *.json", False), (". -path ./.autoskillit -prune -o -name *.json", False),
    (". -name *.py", False),
    (".", True), (". -name *.json", True), (". -iname .AUTO*", True), (". -path */temp/*", True), (". -mtime +3", True),
    (". -regex .*/src/.*", True), (". -maxdepth 1 -type d", True), (". -name temp", True),
])
def test_a_search(words: str, ours: bool) -> None:
    assert finds(words.split()) is ours


@pytest.mark.parametrize(("command", "left"), [
    ("ls | grep tmp", False), ("ls -A | grep -v src | cat", False), ("ls -A | grep skillit", True), ("ls -A", True),
])
def test_what_a_pipeline_leaves(command: str, left: bool) -> None:
    assert left_over(read(command).ran) is left
