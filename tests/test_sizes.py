"""A room of the product may become smaller, and not larger: bench/size.py, tests/sizes.json."""
from __future__ import annotations

import doctest
from collections import Counter
from pathlib import Path

import pytest

from bench import size

ROWS = {"guards/_a": Counter(tokens=10, words=5, dense=1), "hooks": Counter(tokens=7, words=2)}
TABLE = {"guards/_a": {"tokens": 10, "words": 5, "dense": 1}, "hooks": {"tokens": 9, "words": 2, "dense": 0}}
WHY = ("who lets a room grow says why in the same commit (python3 bench/size.py --raise ROOM \"why\"), and shows an ablation "
       "line (bench/ablate.py) from a set that its author did not see; a rule for one row does not land")


@pytest.mark.skipif(not size.TABLE.exists(), reason="the ratchet has no start yet")
def test_no_room_grew() -> None:
    assert size.risen(size.sizes(), size.allowed()) == [], WHY


def test_the_examples() -> None:
    assert doctest.testmod(size).failed == 0


def test_what_rose_is_told_and_a_new_room_counts_from_nothing() -> None:
    assert size.risen(ROWS, TABLE) == []
    assert size.risen({**ROWS, "guards/_b": Counter(tokens=1)}, TABLE) == ["guards/_b: 1 tokens, 0 are allowed"]
    assert size.risen({**ROWS, "hooks": Counter(tokens=10, dense=1)}, TABLE) == [
        "hooks: 10 tokens, 9 are allowed", "hooks: 1 dense, 0 are allowed"]


def test_the_table_falls_and_rises_where_it_is_told() -> None:
    more = {**ROWS, "guards/_a": Counter(tokens=12, words=4), "guards/_b": Counter(tokens=1)}
    assert size.lowered(more, TABLE) == {"guards/_a": {"tokens": 10, "words": 4, "dense": 0}, "hooks": {"tokens": 7, "words": 2, "dense": 0}}
    assert size.lowered(more, TABLE, "guards/_b")["guards/_b"] == {"tokens": 1, "words": 0, "dense": 0}
    assert size.lowered(more, {})["guards/_a"]["tokens"] == 12


def test_layout_and_words_for_people_weigh_nothing() -> None:
    short = "def f(a, b):\n    return {'x': [a, 'big word']}\n"
    long = '"""All of it."""\n\n\n# why\ndef f(\n    a,\n    b):\n    """Says what."""\n    return {\n        "x": [a, "big word"]}\n'
    assert {**size.of_source(long), "lines": 0} == {**size.of_source(short), "lines": 0}
    assert size.of_source(short)["words"] == 2      # a name of one letter is no word


def test_a_dense_function_is_found(tmp_path: Path) -> None:
    tests = " and ".join(f"a{n}" for n in range(size.DENSE + 1))
    for count, more in ((0, ""), (1, " or b")):
        (tmp_path / "guards").mkdir(exist_ok=True)
        (tmp_path / "guards/a.py").write_text(f"def f():\n    return {tests}{more}\n")
        assert size.sizes(tmp_path)["guards"]["dense"] == count
