"""guards/_intent/mentions.py: what ends a hold, and what only sounds like it."""
import pytest

from guards._intent.excluding import said_of
from guards._intent.mentions import is_code, mentioned, spoken


@pytest.mark.parametrize(("text", "kind"), [
    ("commit+push", "push"), ("pushing is ok now", "push"), ("let's get it pushed", "push"), ("time to push", "push"), ("pr please", "pr"),
    ("the tests pass? then pushing is fine", "push"), ("commit auth.py", "commit"), ("push the login branch", "push"), ("deploy the api to prod", "deploy"),
    ("merge PR 7", "merge")])
def test_a_word_of_a_kind_in_any_form_speaks_of_it(text, kind):
    assert kind in mentioned(text)


@pytest.mark.parametrize("text", [
    "push the error into the array", "add a push button to the ui", "implement push notifications", "write a deploy script", "rename push() to append()",
    "commit the transaction after each batch", "merge the two helper functions", "do not push", "why did the push fail?", "the last push failed"])
def test_a_word_of_code_does_not(text):
    assert not {"push", "commit", "deploy", "merge"} & mentioned(text)


def test_what_the_agent_denies_is_not_spoken_of():
    assert spoken("I have not pushed yet.") == {"push"} and not spoken("I did not push.")
    assert is_code(said_of("a push button"), 1)
