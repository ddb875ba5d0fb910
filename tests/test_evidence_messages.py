"""Another session speaks: its text is as foreign as what it has read."""
import doctest

import pytest

from guards import Event, Facts
from guards._evidence import messages
from guards._evidence.evidence import FOREIGN, LOCAL

CROSS = '<cross-session-message from="one">\nhello\n</cross-session-message>'


def test_examples():
    assert doctest.testmod(messages).failed == 0


def heard(prompt, known=None):
    found = {("sender", "one"): known} if known else {}
    return Event("UserPromptSubmit", "two", prompt=prompt, time=0.0, facts=Facts(prompt, found=found))


@pytest.mark.parametrize(("event", "state", "whose"), [
    (heard(CROSS, {"foreign": False, "level": "none"}), {}, LOCAL),
    (heard("<task-notification><task-id>a7</task-id>done</task-notification>"), {}, LOCAL),
    (heard("<task-notification><task-id>a7</task-id>done</task-notification>"), {"foreign": [""]}, LOCAL),
    (Event("PostToolUse", "s", tool="Agent", response={"agentId": "a7"}), {"foreign": ["", "b8"]}, LOCAL),
    (heard(CROSS, {"foreign": True, "level": "none"}), {}, FOREIGN),
    (heard(CROSS), {}, FOREIGN),        # a session that nobody here knows
    (heard("<agent-message>\nhello"), {}, FOREIGN),
    (heard("<task-notification><task-id>a7</task-id>done</task-notification>"), {"foreign": ["a7"]}, FOREIGN),
    (Event("PostToolUse", "s", tool="Agent", response={"agentId": "a7"}), {"foreign": ["a7"]}, FOREIGN)])
def test_whose_words_they_are(event, state, whose):
    assert messages.wrote(event, state) == whose


@pytest.mark.parametrize(("event", "row"), [
    (Event("PostToolUse", "s", tool="Read", input={"file_path": "a"}, response={}), None),
    (Event("UserPromptSubmit", "s", prompt="hello"), None),
    (Event("PostToolUse", "s", tool="SendMessage", input={"to": "b", "message": "x"}, response={}), ("s", "b", True, "pii")),
    (Event("PostToolUse", "s", tool="SendMessage", agent_id="a", input={"to": "b", "message": "x"}, response={}),
     ("a", "b", False, "none")),
    (Event("PostToolUse", "s", tool="Agent", response={"agentId": "a"}), ("a", "s", False, "none")),
    (heard(CROSS), ("one", "two", True, "none")),
    (heard(CROSS, {"foreign": False, "level": "internal"}), ("one", "two", False, "internal"))])
def test_an_edge_for_each_message(event, row):
    found = messages.edges(event, {"foreign": [""]}, lambda agent: "none" if agent else "pii")
    assert [(one["from"], one["to"], one["foreign"], one["level"]) for one in found] == ([row] if row else [])
