"""The bag's laws."""
import doctest

import pytest

from guards._text import bag


def test_examples():
    assert doctest.testmod(bag).failed == 0


def test_enough_buckets():
    assert bag.BUCKETS >= 1 << 20      # 10 words of a call, 500 of the user's: fewer than one call in 200 meets a foreign one


def test_stable():
    assert bag.bucket("00100001ff") == 1 and bag.bag({"00100001ff": 2.0, "0000000100": 1.0}) == {1: 3.0}


@pytest.mark.parametrize("a, b, expected", [
    ({}, {}, 0.0), ({1: 1.0}, {}, 0.0), ({1: 2.0}, {1: 5.0}, 1.0), ({1: 1.0, 2: 1.0}, {1: 1.0, 3: 1.0}, 0.5)])
def test_cosine(a, b, expected):
    assert bag.cosine(a, b) == pytest.approx(expected) and bag.cosine(b, a) == pytest.approx(expected)


def test_a_longer_request_is_no_further():
    action = {1: 1.0, 2: 0.5}
    short = bag.distance(action, ["00000001"])
    assert bag.distance(action, ["00000001", *(f"{i:08x}" for i in range(10, 300))]) == pytest.approx(short)


def test_rare_words_weigh_more():
    assert bag.distance({1: 1.0, 2: 0.2}, ["00000001"]) < bag.distance({1: 1.0, 2: 0.2}, ["00000002"])
