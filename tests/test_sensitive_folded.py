"""guards/_sensitive/folded.py: many rows of fingerprints as one, and the few of them that are looked for."""
import doctest
import random

from guards._sensitive import folded as module
from guards._sensitive.folded import FOLD, FOLDED, folded, unfolded


def rows(draw, count):
    """Rows as overlap.seen_rows makes them, of few kinds, each a view and a length."""
    kinds = [(1, "email", "email", "s", 23), (3, "token", "x", "s", 24), (3, "password", "x", "x", 9)]
    found = [[*draw.choice(kinds), draw.randrange(1 << 16), f"{draw.getrandbits(64):016x}"] for _ in range(count)]
    return [*found, [2, "passage", "words", "w", 8, 0, ["00ff00ff"]]]


def test_its_examples():
    assert doctest.testmod(module).failed == 0


def test_what_is_chosen_is_what_all_of_them_hold():
    draw = random.Random(7)
    for count in (0, 1, 2, 40, 400):
        every = rows(draw, count)
        less = folded(every)
        assert sorted(map(str, unfolded(less))) == sorted(map(str, every))
        anchors = {view: {row[5] for row in every if row[3] == view and draw.random() < 0.1} | {17} for view in "sx"}
        wanted = [row for row in unfolded(less) if row[3] == "w" or row[5] in anchors[row[3]]]
        chosen = [row for row in unfolded(less, {**anchors, "w": set()}) if row[3] == "w" or row[5] in anchors[row[3]]]
        assert chosen == wanted


def test_what_is_cut_off_is_passed_over():
    whole = [3, "token", "x", "s", 24, FOLDED, "0007" + "a" * 16 + "01ff" + "b" * 16]
    cut = [*whole[:6], whole[6][:FOLD + 7]]
    assert [row[6] for row in unfolded([cut, whole], {"s": {7, 511}})] == ["a" * 16, "a" * 16, "b" * 16]
    assert unfolded([[*whole[:6], ""], [*whole[:6], "\u00fcber"]], {"s": {7}}) == []


def test_rows_asked_again_answer_as_at_first_and_others_for_themselves():
    draw = random.Random(8)
    first, second = rows(draw, 300), rows(draw, 300)
    for every in (first, first, second, first, first + second, first[:150]):
        among = {view: {row[5] for row in every if row[3] == view and draw.random() < 0.2} for view in "sx"}
        wanted = [row for row in unfolded(folded(every)) if row[3] != "w" and row[5] in among[row[3]]]
        chosen = [row for row in unfolded(folded(every), {**among, "w": set()}) if row[3] != "w"]
        assert [row for row in chosen if row[5] in among[row[3]]] == wanted
