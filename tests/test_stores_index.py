"""The index at a session's end: one row, one summary."""
import json

import pytest

from tests.scripts import Scripts

DISPATCH = "mcp__kitchen__dispatch_food_truck"


@pytest.fixture
def scripts(project):
    return Scripts(project)


def indexed(scripts, folder=""):
    path = scripts.state / folder / "sessions.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_session_ends(scripts):
    scripts.env.update(AUTOSKILLIT_PARENT_SESSION_ID="boss", AUTOSKILLIT_ORDER_ID="o1")
    scripts.fire("SessionStart", source="startup")
    scripts.call("Bash", {"command": "ls"}, {"stdout": "a"})
    scripts.call(DISPATCH, {"resume_session_id": "s"})
    scripts.fire("SessionEnd", reason="other")
    [row] = indexed(scripts)
    assert (row["session_id"], row["caller_session_id"], row["kind"], row["order_id"]) == ("s", "boss", "nested", "o1")
    assert row["verdicts"]["deny"] == 1 and row["verdicts"]["ask"] == 0 and row["verdicts"]["pass"] >= 2
    assert row["highest_level"] == "none" and row["reason"] == "other" and row["started_at"] <= row["ended_at"]
    assert json.loads((scripts.state / "sessions/s/summary.json").read_text()) == row


def test_a_campaigns_index_lies_beside_its_store(scripts):
    scripts.env["AUTOSKILLIT_CAMPAIGN_ID"] = "camp"
    scripts.call(DISPATCH, {"recipe": "implement"}, {"dispatched_session_id": "truck"})
    scripts.fire("SessionEnd", session_id="truck", reason="other")
    [row] = indexed(scripts, "camp")
    assert (row["campaign_id"], row["kitchen_id"], row["recipe_name"]) == ("camp", "camp", "implement")


def test_the_highest_level_is_kept(scripts):
    secret = "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPLEKX"
    scripts.call("Read", {"file_path": "/x"}, {"file": {"content": secret}})
    scripts.fire("SessionEnd", reason="other")
    assert indexed(scripts)[0]["highest_level"] in ("none", "credentials")


def test_a_session_that_nothing_is_known_of(scripts):
    answer = scripts.fire("SessionEnd", session_id="x/../y", reason="other")
    assert answer.stdout == "" and indexed(scripts)[0]["session_id"] == "x/../y"
    assert len(list((scripts.state / "sessions").iterdir())) == 1
