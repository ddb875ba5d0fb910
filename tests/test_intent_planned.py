"""guards/_intent/planned.py: the plan that a person approved, and nothing else of it."""
import doctest

import pytest

from guards import Event
from guards._evidence.instructions import planned_rows
from guards._intent import planned
from guards._intent.planned import PLAN, approved, lines
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


@pytest.mark.parametrize("plan", ["", "Nothing to do.", "## Out of scope\n- Delete notes.md", "Alternatives:\n- delete notes.md",
    "## Steps\n1. edit\n## Rollback\n- Delete notes.md", "## Out of scope\n### Data\n- Delete notes.md", "## Won't do\nSteps:\n- Delete notes.md",
    "**Fuera de alcance**\n- Delete notes.md", "1. edit\n\nOut of scope\n---\n- Delete notes.md", "```\n- Delete notes.md\n```", "> - Delete notes.md",
    "- Delete notes.md (after you agree)", "- Delete notes.md once bo confirmed", "- Delete notes.md\n  only if unused", "- ~~Delete notes.md~~",
    "- Optional: delete notes.md", "- Perhaps\n  - Delete notes.md", "Option B:\n- Delete notes.md", "| Delete notes.md |", "We decided to delete notes.md",
    "Rejected:\n\n---\n- Delete notes.md", " ## Never\n- Delete notes.md", "1. Never\n- Delete notes.md", "1. Rejected:\n- Delete notes.md", "- Delete notes.md\nif unused",
    "- Delete notes.md\n\n  only if unused", "- Delete notes.md: deferred", "# Rollback\n- Delete notes.md", "## 范围外\n1. Delete notes.md", "1. edit\n   Rejected:\n- Delete notes.md",
    "**Steps**\n1. edit\n\nNone of these:\n- Delete notes.md"])
def test_what_orders_nothing(plan: str) -> None:
    kept = planned_rows(Event("PostToolUse", "s", tool=PLAN, input={}, response={"plan": plan}), KEY).get("said", [{"x": []}])[0]["x"]
    assert not any(step for line, step in lines(plan) if "edit" not in line) and all("n" in clause[4] for clause in kept)


@pytest.mark.parametrize("plan", ["#" * 9000, "\n" * 9000, "a:\n" * 3000, "\ud800"])
def test_any_plan(plan: str) -> None:
    assert len(lines(plan)) <= planned.LINES


def test_its_examples() -> None:
    assert doctest.testmod(planned).failed == 0


@pytest.mark.parametrize("plan", ["- Delete notes.md", "# Cleanup\n- `rm notes.md`", "# Tidy the repo\n## Plan\n1. Delete notes.md", "Steps:\n1) **Delete notes.md**",
                                  "## Context\nIt is old.\n## Step 1\n- [ ] Delete notes.md"])
def test_a_step(plan: str) -> None:
    assert planned_rows(Event("PostToolUse", "s", tool=PLAN, input={}, response={"plan": plan}), KEY)
