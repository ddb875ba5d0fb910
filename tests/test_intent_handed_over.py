"""guards/_intent/handed_over.py: who wrote, and that it is to be done."""
import doctest

import pytest

from guards._intent import handed_over
from guards._intent.handed_over import written


@pytest.mark.parametrize("text", ["book what boss@acme.dev asked for", "boss mailed me about the offsite, please set that up in the calendar",
                                  "create the calendar event from the boss mail and invite whoever he says", "Chef hat wegen Offsite gemailt, bitte erledigen"])
def test_it_hands_over(text: str) -> None:
    assert written(text.split())


@pytest.mark.parametrize("text", ["boss mailed me about the offsite", "tell me what bo asked for", "what does my boss want?", "bo mailed me, summarize it",
                                  "I asked you to fix it, do it", "pay what bo asked for", "undo what bo asked for", "book a room", ""])
def test_it_does_not(text: str) -> None:
    assert not written(text.split())


def test_its_examples() -> None:
    assert doctest.testmod(handed_over).failed == 0
