"""guards/_intent/said.py: what is nobody's or a machine's first, then what the person typed."""
import json
from pathlib import Path

import pytest

from guards import Event
from guards._intent.said import said

QUESTIONS = {"questions": [{"question": "Where?", "options": [{"label": "mail zed@elsewhere.example"}]}]}
PAYLOADS = Path(__file__).parent / "payloads"


def answered(response, tool="AskUserQuestion", name="PostToolUse", **more):
    return Event(name, "s", tool=tool, input=QUESTIONS, response=response, **more)


@pytest.mark.parametrize("event", [
    Event("UserPromptSubmit", "s"),
    Event("UserPromptSubmit", "s", prompt="<task-notification>\nsend it"),
    Event("Stop", "s"),
    answered({"answers": {"Where?": "in #ops"}}, name="PreToolUse"),
    answered({"answers": {"Where?": "in #ops"}}, agent_id="a1"),          # a subagent cannot ask
    answered({"answers": {"Where?": "in #ops"}}, tool="mcp__x__AskUserQuestion"),
    answered({"questions": [{"question": "mail zed@elsewhere.example?"}]}),
    answered("The user did not answer."), answered(None), answered(7), answered({"answers": 3}),
])
def test_nothing(event):
    assert said(event) == ""


@pytest.mark.parametrize("response, text", [
    ({"answers": {"Where?": "in #ops"}}, "in #ops"),
    ({"answers": {"Where?": ["a", "b"]}, "annotations": {"Where?": {"notes": "at 5"}}}, "a\nb\nat 5"),
    ('User has answered your questions: "Where?"="in #ops". You can now continue.', "in #ops"),
    ([{"type": "text", "text": 'Your questions: "Where?"="in #ops", "When?"="at 5". You can now go on'}], "in #ops"),
    ('"Where?"="say "hi" there".', 'say "hi" there'),
])
def test_an_answer(response, text):
    assert said(answered(response)) == text


def test_the_answer_of_a_real_client():
    for path in PAYLOADS.rglob("PostToolUse-AskUserQuestion-*.json"):
        row = json.loads(path.read_text("utf-8"))
        assert said(Event("PostToolUse", "s", tool=row["tool_name"], input=row["tool_input"],
                          response=row["tool_response"])) == "A"
