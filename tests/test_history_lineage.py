"""What is known of an id, and the tree of who launched whom."""
import doctest

import pytest

from guards._history import lineage
from guards._history.lineage import FIELDS, clean_id, make_row, resolve, tree


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
    ("a1", [A], ["a1"], ("a1", False, ())), ("m", [], [], ("me", False, ()))])
def test_resolve(id, rows, others, found):
    got = resolve(id, "me", rows, others)
    assert (got.id, got.layer3, got.candidates) == found


def test_the_latest_row_counts():
    assert resolve("a", "me", [{"session_id": "a", "n": 2}, {"session_id": "a", "n": 1}]).row["n"] == 2


def test_a_row_has_its_seven_fields_first():
    row = make_row("s", "c", "t", kind="fork", recipe_name="r", empty="", none=None)
    assert tuple(row)[:7] == FIELDS and row["recipe_name"] == "r" and set(row) == {*FIELDS, "kind"}


def test_the_tree_hangs_sessions_under_their_launchers():
    rows = [make_row("t1", "boss", "", kind="dispatch"), make_row("a1", "t1", "", kind="subagent"),
            make_row("a2", "t1", "", kind="subagent", parent_agent_id="a1"), make_row("f", "boss", "", parent_session_id="t1")]
    assert [(depth, id) for depth, id, _ in tree(rows, ["top"])] == [
        (0, "top"), (0, "boss"), (1, "t1"), (2, "a1"), (3, "a2"), (2, "f")]


def test_a_circle_ends():
    assert [id for _, id, _ in tree([make_row("a", "b", ""), make_row("b", "a", "")])] == ["b", "a"]
