"""guards/_intent/planned.py: the plan that a person approved, and nothing else of it."""
import doctest

import pytest

from guards import Event
from guards._evidence.instructions import planned_rows
from guards._intent import planned
from guards._intent.planned import PLAN, approved, orders
from tests.test_guards_request_origin import Story

KEY = b"k" * 32
GIVEN = {"plan": "1. Delete notes.md"}


@pytest.mark.parametrize(("response", "agent", "text"), [
    ({"plan": "1. Delete a.md", "isAgent": False}, "", "1. Delete a.md"), ("User has approved your plan. You can now start coding.", "", GIVEN["plan"]),
    ({"content": "User has approved your plan"}, "", GIVEN["plan"]), ("The user doesn't want to proceed with this tool use.", "", ""),
    ({"plan": "1. Delete a.md", "isAgent": True}, "", ""), ({"plan": "x", "awaitingLeaderApproval": True}, "", ""), ("approved", "a1", ""), (None, "", "")])
def test_what_was_approved(response: object, agent: str, text: str) -> None:
    assert approved(Event("PostToolUse", "s", tool=PLAN, input=GIVEN, response=response, agent_id=agent)) == text


def test_one_that_was_only_shown_is_nothing() -> None:
    assert approved(Event("PreToolUse", "s", tool=PLAN, input=GIVEN)) == ""
    assert approved(Event("PostToolUseFailure", "s", tool=PLAN, input=GIVEN, error="approved")) == ""


def test_its_lines_are_no_words_of_the_persons() -> None:
    told = Story("plan the cleanup")
    told.play(Event("PostToolUse", "s", tool=PLAN, input=GIVEN, response="User has approved your plan."))
    assert [sorted(row) for row in told.rows if row["k"] == "a"] == [["at", "k", "x"]]


@pytest.mark.parametrize("plan", ["", "Nothing to do.", "## Out of scope\n- Delete notes.md", "Alternatives:\n- delete notes.md"])
def test_what_orders_nothing(plan: str) -> None:
    assert not planned_rows(Event("PostToolUse", "s", tool=PLAN, input={}, response={"plan": plan}), KEY)


@pytest.mark.parametrize("plan", ["#" * 9000, "\n" * 9000, "a:\n" * 3000, "\ud800"])
def test_any_plan(plan: str) -> None:
    assert len(orders(plan)) <= planned.LINES


def test_its_examples() -> None:
    assert doctest.testmod(planned).failed == 0
