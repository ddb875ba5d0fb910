"""`guardctl handover`: one row moves a session, and the guard believes it."""
from __future__ import annotations

import json

import pytest

from tests.people import main
from tests.scripts import Scripts

DISPATCH = "mcp__kitchen__dispatch_food_truck"


@pytest.fixture
def scripts(project):
    made = Scripts(project)
    made.call(DISPATCH, {"recipe": "implement"}, {"dispatched_session_id": "truck-1"}, session="boss")
    return made


def hand(scripts, *words):
    return main(["--project", str(scripts.project), "handover", *words])


def resume(scripts, session, **env):
    scripts.env.update(env)
    return scripts.call(DISPATCH, {"recipe": "implement", "resume_session_id": "truck-1"}, session=session).decision


def test_to_a_session(scripts, capsys):
    assert resume(scripts, "next") == "deny"
    assert hand(scripts, "truck-1", "--to", "next", "--reason", "boss is gone") == 0
    assert "truck-1 now belongs to session next" in capsys.readouterr().out
    assert resume(scripts, "next") == "pass" and resume(scripts, "boss") == "deny"
    row = json.loads((scripts.state / "session_provenance.jsonl").read_text().splitlines()[-1])
    assert (row["kind"], row["reason"], row["recipe_name"]) == ("handover", "boss is gone", "implement")


def test_to_a_kitchen_by_the_beginning_of_its_id(scripts):
    assert hand(scripts, "truck", "--kitchen", "k9", "--reason", "r") == 0
    assert resume(scripts, "boss") == "deny"
    assert resume(scripts, "anyone", AUTOSKILLIT_KITCHEN_SESSION_ID="k9") == "pass"


def test_a_session_that_nothing_is_known_of_can_be_given_its_recipe(scripts, capsys):
    scripts.fire("SessionStart", session_id="next")
    assert hand(scripts, "lost", "--to", "next", "--reason", "r") == 1      # a slip of the finger is no hand-over
    assert hand(scripts, "lost", "--to", "nowhere", "--reason", "r", "--recipe", "implement") == 1
    capsys.readouterr()
    assert hand(scripts, "lost", "--to", "next", "--reason", "r", "--recipe", "implement", "--json") == 0
    assert scripts.call(DISPATCH, {"resume_session_id": "lost"}, session="next").decision == "pass"


@pytest.mark.parametrize("words", [("", "--to", "a", "--reason", "r"), ("x", "--to", " ", "--reason", "r"),
                                   ("x", "--to", "a", "--reason", "  "), ("truck", "--to", "a", "--reason", "r")])
def test_refusals(scripts, words):
    scripts.call(DISPATCH, {"recipe": "implement"}, {"dispatched_session_id": "truck-2"}, session="boss")
    assert hand(scripts, *words) == 1
