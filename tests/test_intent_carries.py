"""guards/_intent/carries.py: what goes on with the prompt before."""
from guards._intent.carries import carries
from guards._intent.intents import ALSO, YES


def test_how_a_prompt_carries_on():
    rows = {"yes": ([], YES), "go on": ([], ALSO), "and notes.md too": (None, ALSO), "also fix it": (None, ALSO), "fix the login": (None, 0)}
    assert {text: carries(text, chosen, []) for text, (chosen, _) in rows.items()} == {text: how for text, (_, how) in rows.items()}
