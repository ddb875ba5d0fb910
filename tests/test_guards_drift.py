"""The numbers on gated calls, and the window's turns."""
import pytest

from guards import ASK, PASS, Event, Session, Settings, Verdict
from guards.drift import ENTER, judge, learn, needs, score, turn
from tests.test_guards_request_origin import INJECTED, TOOLS, mailbox


def settings():
    given = Settings()
    given.key = b"k" * 16
    given.tools = list(TOOLS.items())
    return given


def verdict(story, tool, state=None, **given):
    event = Event("PreToolUse", "s", tool=tool, input=given, facts={"kept:origin": story.rows})
    return judge(event, Session("s", {"drift": state or {}}), settings())


def test_silent_where_nothing_is_gated():
    story = mailbox(INJECTED, "What did Bo write?")
    for tool in ("Read", "Edit", "mcp__post__read_mail"):
        said = verdict(story, tool, file_path="x")
        assert (said.effect, dict(said.details)) == (PASS, {})
    assert needs(Event("PreToolUse", "s", tool="Edit"), Session("s", {}), settings()) == ()


def test_near_and_far():
    story = mailbox("It was expensive.", "Send Eva at eva@lake.example a note about the roof")
    near = verdict(story, "mcp__post__send_mail", to="eva@lake.example", text="a note about the roof")
    far = verdict(story, "mcp__post__send_mail", to="zed@elsewhere.test", text="account statements")
    assert near.details["semantic_distance"] < 0.2 < 0.8 < far.details["semantic_distance"]
    assert near.details["drift_score"] < 0.1


def test_foreign_requests_raise_the_score():
    story = mailbox(INJECTED, "What did Bo write about the roof?")
    said = verdict(story, "mcp__post__send_mail", to="zed@elsewhere.example", text="guests")
    assert said.details["drift_score"] > 0.8 and said.effect == PASS


def test_score_is_between_zero_and_one_and_rises():
    grid = [score(p, d) for p in (-70, 0, 15, 60) for d in (0.0, 0.5, 1.0)]
    assert (all(0 <= x <= 1 for x in grid) and grid == sorted(grid)) or score(60, 0.5) > score(0, 0.5)


@pytest.mark.parametrize("scores, turns", [
    ([0.1, 0.2, 0.1], ["", "", ""]),
    ([0.9], [""]),
    ([0.9, 0.1, 0.1], ["", "", ""]),
    ([0.9, 0.9, 0.1, 0.1, 0.1], ["", "entered", "", "", "recovered"]),
    ([0.1, 0.9, 0.9, 0.9], ["", "entered", "", ""]),
])
def test_window(scores, turns):
    state, got = {}, []
    for now in scores:
        got.append(turn(state, now))
        event = Event("PreToolUse", "s", tool="t", verdict=Verdict(details={"drift_score": now}))
        state = learn(event, Session("s", {"drift": state}), settings())
    assert got == turns


def test_a_substantial_prompt_moves_the_baseline():
    state = {"window": [0.9, 0.9], "drifted": True}
    more = learn(Event("UserPromptSubmit", "s", prompt="go on"), Session("s", {"drift": state}), settings())
    new = learn(Event("UserPromptSubmit", "s", prompt="now please write the minutes of the meeting"),
                Session("s", {"drift": state}), settings())
    told = learn(Event("UserPromptSubmit", "s", prompt="<task-notification> now please write the minutes"),
                 Session("s", {"drift": state}), settings())
    assert more == told == state and not new["drifted"] and new["window"] == []


def test_asks_only_inside_and_never_denies():
    story = mailbox(INJECTED, "What did Bo write about the roof?")
    given = {"to": "zed@elsewhere.example", "text": "guests"}
    outside = verdict(story, "mcp__post__send_mail", {"window": [0.0, 0.0]}, **given)
    inside = verdict(story, "mcp__post__send_mail", {"window": [0.9, 0.9], "drifted": True}, **given)
    assert outside.effect == PASS and inside.effect == ASK and inside.reason.startswith("drift: ")
    assert 0 < ENTER <= 1


@pytest.mark.parametrize(("watching", "signals"), [(True, ("drift_detected",)), (False, ())])
def test_the_signal_can_be_turned_off_and_the_numbers_stay(watching, signals):
    story = mailbox(INJECTED, "What did Bo write about the roof?")
    event = Event("PreToolUse", "s", tool="mcp__post__send_mail", facts={"kept:origin": story.rows},
                  input={"to": "zed@elsewhere.example", "text": "guests"})
    given = settings()
    given.context = {**given.context, "risk_signals": {"drift_detection": watching}}
    said = judge(event, Session("s", {"drift": {"window": [0.9]}}), given)
    assert said.signals == signals and said.details["drift_score"] > 0.8
    assert (said.effect == PASS) or watching
