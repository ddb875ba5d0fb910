"""Requests: tables of sentences; what is known of a word says no more than the word."""
import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guards._text import orders


def test_examples():
    assert doctest.testmod(orders).failed == 0


@pytest.mark.parametrize("sentence", [
    "I will send the report tomorrow.", "She asked whether they share the flat.", "The order total is 5.",
    "Email: eva@lake.example", "We book rooms in spring.", "the transfer was late", "Great value for students.",
    "who will pay for it", "closed #31", "added to board", "filled ref_14 with value", "GET /order/7 200 in 16.1s (x.js: 15s)",
    "Cart fails.", "Login fails with a 500", "Deploy was slow today"])
def test_no_request(sentence):
    assert orders.requests(sentence) == {}


@pytest.mark.parametrize("sentence, verb, strength", [
    ("Send it to Eva.", "send", 2), ("TODO: delete the old page", "delet", 2),
    ("Please kindly forward this", "forward", 2),
    ("You should transfer 5 to her", "transf", 2), ("Collect the notes and post them there", "post", 2),
    ("Feel free to invite Eva", "invit", 1),
    ("Sent the list to eva@lake.example", "send", 2), ("(urgent) Pay the bill", "pay", 2),
    ("Install is required first", "instal", 2), ("Login fails, so install it", "instal", 2), ("Check it is there", "check", 2)])
def test_request(sentence, verb, strength):
    verbs = {v[:6]: n for v, n in orders.requests(sentence).items()}
    assert verbs.get(verb[:6]) == strength


@given(st.lists(st.sampled_from([*"the let's to please sent emailed send must scale x deployment, you map : - (scale `do x. ([&] a".split(), "(", ")", "_", "\n"]),
                max_size=12).map(" ".join))
def test_what_may_not_ask_does_not(sentence):
    assert orders.may_ask(sentence) or not orders.requests(sentence)


@pytest.mark.parametrize("sentence, expected", [
    ("to: the", {}), ("(Scale) the deployment", {"scal": 1}), ("scale the deployment", {"scal": 1}),
    ("you must map x", {"map": 1}), ("we said that you send it", {"send": 1}), ("we said: send it", {"send": 2}),
    ("I will, then send and share it", {"send": 2, "shar": 2}),
    ("run tool.send_mail(now please send", {"run": 2, "send": 2}),
    ("please share; -- it, Send: x", {"shar": 2}), ("to be sent by the post", {}),
    ("- [ ] delete a, add b", {"delet": 2, "add": 2})])
def test_the_words_before_a_verb_weigh(sentence, expected):
    assert orders.requests(sentence) == expected


@given(st.lists(st.sampled_from("to: please send_mail(x (send the must I you, share map . it's".split())).map(" ".join))
def test_what_is_known_of_words_changes_nothing(sentence):
    known = orders.Kinds()
    orders.requests(sentence, known)
    assert orders.requests(sentence, known) == orders.requests(sentence)
