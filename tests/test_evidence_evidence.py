"""What a text leaves behind, and what is read back from it."""
import json

import pytest

from guards._evidence.evidence import FOREIGN, hasher, prompt_row, result_row, said_in
from guards._evidence.packed import unpack

KEY = b"k" * 16


def same(texts):
    return [text[:160] for text in texts]



def result(text, tool="read_mail", trust=FOREIGN, **query):
    return result_row(tool, trust, query, text, KEY, same)


def test_hashes_are_keyed_and_reversed_by_nobody():
    h = hasher(KEY)
    assert h("pencil") == hasher(KEY)("pencil") != hasher(b"other")("pencil") and len(h("pencil")) == 10
    assert unpack(h("a") + h("b")) == [h("a"), h("b")]
    kept = json.dumps([prompt_row("my code is xylophone77", KEY), result("the vault is behind the heron", where="vault")])
    for word in ("xylophone", "vault", "heron"):
        assert word not in kept


@pytest.mark.parametrize("value, expected", [
    ({}, []), ({"a": None, "b": "", "c": True}, []), ({"a": "x", "b": ["y", 3]}, [("a", "x"), ("b", "y"), ("b", "3")]),
    ({"a": {"b": {"c": 1.5}}}, [("c", "1.5")])])
def test_leaves(value, expected):
    assert said_in(value) == expected


def test_leaves_of_a_deep_value_end():
    deep = "x"
    for _ in range(50):
        deep = [deep]
    assert said_in(deep) == []


@pytest.mark.parametrize("prompt, lead", [
    ("What did Bo write?", 0), ("Do the following tasks: pay the rent", 0), ("Pay according to the notice", 1),
    ("Please do all the tasks on the list at lake.example", 2), ("Read his mail and handle his requests", 2)])
def test_whether_the_prompt_hands_the_lead_to_a_text(prompt, lead):
    assert prompt_row(prompt, KEY)["d"] == lead
