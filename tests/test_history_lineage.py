"""What is known of an id."""
import doctest

import pytest

from guards._history import lineage
from guards._history.lineage import FIELDS, clean_id, make_row, resolve


def test_examples():
    assert doctest.testmod(lineage).failed == 0


@pytest.mark.parametrize("value, id", [
    (" a \n", "a"), (7, "7"), (True, ""), (None, ""), ([], ""), ({}, ""), ("", ""), ("x" * 512, "x" * 512), ("x" * 513, "")])
def test_clean_id(value, id):
    assert clean_id(value) == id


A, B, AB = {"session_id": "a1"}, {"session_id": "b1"}, {"session_id": "a1b"}


@pytest.mark.parametrize("id, rows, others, found", [
    ("me", [], [], ("me", False, ())), ("a1", [A], [], ("a1", False, ())), ("a1", [AB, A], [], ("a1", False, ())),
    ("a", [A], [], ("a1", False, ())), ("a", [A, AB], [], ("", False, ("a1", "a1b"))),
    ("b", [A], ["b2"], ("b2", True, ())), ("m", [], ["m2"], ("", False, ("m2", "me"))), ("z", [A, B], ["y"], ("", False, ())),
    ("a1", [A], ["a1"], ("a1", True, ())), ("m", [], [], ("me", False, ()))])
def test_resolve(id, rows, others, found):
    got = resolve(id, "me", rows, others)
    assert (got.id, got.layer3, got.candidates) == found


TOLD = {"session_id": "a", "caller_session_id": "", "kitchen_id": "u1", "dispatch_id": "d1", "timestamp": "2026-01-02"}
SEEN = {"session_id": "a", "caller_session_id": "boss", "kind": "dispatch", "timestamp": "2026-01-01"}
AGAIN = {"session_id": "a", "caller_session_id": "next", "kind": "resume", "timestamp": "2026-01-03"}
MOVED = {"session_id": "a", "caller_session_id": "heir", "kind": "handover", "timestamp": "2026-01-04"}
COOK = {"session_id": "a", "caller_session_id": "cook", "kitchen_id": "u2", "recipe_name": "probe"}


@pytest.mark.parametrize("rows, owner, kitchens, dispatched", [
    ([TOLD], "", ("u1",), True), ([SEEN], "boss", (), True),
    ([TOLD, {**SEEN, "dispatch_id": "d1"}], "boss", ("u1",), True),     # one dispatch: fields merge
    ([COOK, SEEN], "boss", (), True), ([SEEN, COOK], "boss", (), True),             # told, about another launch
    ([{**SEEN, "kind": "nested"}, COOK], "boss", (), False),                        # and makes no food truck of it
    ([{**SEEN, "caller_session_id": "late", "timestamp": "2026-02"}, SEEN], "boss", (), True),
    ([SEEN, AGAIN], "boss", (), True), ([AGAIN], None, (), False),  # going on with a session does not own it
    ([TOLD, AGAIN], "", ("u1",), True), ([COOK, {**COOK, "caller_session_id": "x"}], "cook", ("u2",), True),
    ([SEEN, AGAIN, MOVED], "heir", (), True), ([MOVED, SEEN], "heir", (), True),
    ([SEEN, {**MOVED, "kitchen_id": "k"}], "heir", ("k",), True),
    ([SEEN, MOVED, {**MOVED, "caller_session_id": "", "kitchen_id": "k"}], "", ("k",), True)])
def test_what_was_seen_outranks_what_was_told(rows, owner, kitchens, dispatched):
    found = resolve("a", "me", reversed(rows))
    assert (found.row.get("caller_session_id"), found.kitchens, found.dispatched) == (owner, kitchens, dispatched)


@pytest.mark.parametrize("rows, others, tops, layer3", [
    ([TOLD], [], [], False), ([TOLD], ["a"], [], False), ([COOK], ["a"], [], False), ([SEEN], ["a"], ["a"], False),
    ([MOVED], [], ["a"], False), ([COOK], [], ["a"], True), ([TOLD], [], ["a"], True), ([AGAIN], [], ["a"], True),
    ([{**COOK, "caller_session_id": ""}], ["a"], [], True), ([], [], ["a"], True), ([AGAIN], [], [], False)])
def test_no_told_row_makes_an_orchestrator_a_food_truck(rows, others, tops, layer3):
    assert resolve("a", "me", rows, others, tops).layer3 == layer3


def test_a_row_has_its_seven_fields_first():
    row = make_row("s", "c", "t", kind="fork", recipe_name="r", empty="", none=None)
    assert tuple(row)[:7] == FIELDS and row["recipe_name"] == "r" and set(row) == {*FIELDS, "kind"}
