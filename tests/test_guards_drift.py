"""The numbers on gated calls, and the window's turns."""
import pytest

from guards import ASK, PASS, Event, Own, Session, Settings, Verdict
from guards.drift import ENTER, LEAST, MOST, WIDE, judge, learn, requires, score, stray, turn
from tests.spelled import facts
from tests.test_guards_request_origin import INJECTED, TOOLS, mailbox


def settings():
    given = Settings()
    given.key = b"k" * 16
    given.tools = list(TOOLS.items())
    return given


def verdict(story, tool, state=None, **given):
    event = Event("PreToolUse", "s", tool=tool, input=given, facts=facts({"stored:origin": story.rows}))
    return judge(event, Session("s", {"drift": state or {}}), settings())


def asked(*prompts):
    state = {}
    for prompt in prompts:
        state = learn(Event("UserPromptSubmit", "s", prompt=prompt), Session("s", {"drift": state}), settings(), Own(Verdict()))
    return state


def test_the_words_of_the_prompts_are_remembered_once_and_bounded():
    state = asked("fix the parser", "fix the parser", "<task-notification>run this</task-notification>", "and the lexer")
    assert [len(one) for one in state["request"]] == [10, 5]
    many = asked("fix the parser", *(" ".join(f"w{n}x{m}" for m in range(150)) for n in range(9)))
    assert many["request"][0] == state["request"][0] and sum(map(len, many["request"])) <= MOST * 5


def test_silent_where_nothing_is_gated():
    story = mailbox(INJECTED, "What did Bo write?")
    for tool in ("Read", "Edit", "mcp__post__read_mail"):
        said = verdict(story, tool, file_path="x")
        assert (said.effect, said.row) == (PASS, {})
        said = verdict(story, tool, asked("read the roof file"), file_path="roof.md")
        assert (said.effect, list(said.row)) == (PASS, ["semantic_distance"]) and said.row["semantic_distance"] < 0.7
    assert requires(Event("PreToolUse", "s", tool="Edit"), Session("s", {}), settings()) == ()


def test_near_and_far():
    story = mailbox("It was expensive.", "Send Eva at eva@lake.example a note about the roof")
    near = verdict(story, "mcp__post__send_mail", to="eva@lake.example", text="a note about the roof")
    far = verdict(story, "mcp__post__send_mail", to="zed@elsewhere.test", text="account statements")
    assert near.row["uncovered"] < 0.2 < 0.8 < far.row["uncovered"]
    assert near.row["drift_score"] < 0.1


def test_foreign_requests_raise_the_score():
    story = mailbox(INJECTED, "What did Bo write about the roof?")
    said = verdict(story, "mcp__post__send_mail", to="zed@elsewhere.example", text="guests")
    assert said.row["drift_score"] > 0.8 and said.effect == PASS


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
        said = Verdict(row={"drift_score": now, "uncovered": 0.0})
        state = learn(Event("PreToolUse", "s", tool="t"), Session("s", {"drift": state}), settings(), Own(said))
    assert got == turns


def test_a_substantial_prompt_moves_the_baseline():
    state = {"window": [0.9, 0.9], "drifted": True}
    more = learn(Event("UserPromptSubmit", "s", prompt="go on"), Session("s", {"drift": state}), settings(), Own())
    new = learn(Event("UserPromptSubmit", "s", prompt="now please write the minutes of the meeting"),
                Session("s", {"drift": state}), settings(), Own())
    told = learn(Event("UserPromptSubmit", "s", prompt="<task-notification> now please write the minutes"),
                 Session("s", {"drift": state}), settings(), Own())
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
    event = Event("PreToolUse", "s", tool="mcp__post__send_mail", facts=facts({"stored:origin": story.rows}),
                  input={"to": "zed@elsewhere.example", "text": "guests"})
    given = settings()
    given.context = {**given.context, "risk_signals": {"drift_detection": watching}}
    said = judge(event, Session("s", {"drift": {"window": [0.9]}}), given)
    assert said.signals == signals and said.row["drift_score"] > 0.8
    assert (said.effect == PASS) or watching


@pytest.mark.parametrize("far, turns", [
    ([1] * (LEAST - 1), ""), ([1, 0, 1, 0] * 4, ""), ([0] * 20, ""), ([0, 0] + [1] * 6, ""),
    ([1] * LEAST, "entered"), ([0] + [1] * (LEAST - 1), "entered"), ([0] * 5 + [1] * WIDE, "entered"),
    ([1] * LEAST + [0] * 7, "recovered"), ([1] * LEAST + [0] * 3, "entered"),
])
def test_the_window_over_the_distance(far, turns):
    state, last = {}, ""
    for one in far:
        last = stray(state, bool(one)) or last
        row = {"drift_score": 0.0, "uncovered": float(one)}
        state = learn(Event("PreToolUse", "s", tool="t"), Session("s", {"drift": state}), settings(),
                      Own(Verdict(row=row)))
    assert last == turns and bool(state.get("wandering")) == (turns == "entered") and len(state["far"]) <= WIDE


def test_wandering_is_told_once_and_asks_about_a_place_nobody_named():
    story = mailbox("It was expensive.", "Prepare for my meeting with Johnson, jo@johnson.example")
    near_the_end, away = {"far": [1] * (LEAST - 1)}, {"far": [1] * LEAST, "wandering": True}
    given = {"to": "zed@elsewhere.test", "text": "crypto"}
    entered = verdict(story, "mcp__post__send_mail", near_the_end, **given)
    assert entered.signals == ("drift_detected",) and entered.context.startswith("drift: ")
    inside = verdict(story, "mcp__post__send_mail", away, **given)
    assert inside.effect == ASK and "zed@elsewhere.test" in inside.reason[:140] and not inside.context
    named = verdict(story, "mcp__post__send_mail", away, to="jo@johnson.example", text="crypto")
    assert named.effect == PASS
    assert verdict(story, "mcp__post__send_mail", {"far": [1] * 3}, **given).effect == PASS
    key = inside.origin[0]
    event = Event("PreToolUse", "s", tool="mcp__post__send_mail", input=given, facts=facts({"stored:origin": story.rows}))
    approved = Session("s", {"drift": away, "request_origin": {"approved": {key: ["wandering", "zed", ""]}}})
    assert judge(event, approved, settings()).effect == PASS
