"""What is recorded: a row for every session and subagent that an event shows to be launched."""
import json

import pytest

from guards import DENY, Event, Own, Session, Verdict
from guards.resume_ownership import learn, records, requires
from tests.spelled import facts
from tests.test_guards_resume_ownership import DISPATCH, settings

TIME = 1_700_000_000.0
ANSWER = {"success": True, "dispatch_id": "d1", "dispatched_session_id": "truck-1"}


def dispatched(response=None, error="", given=None, kitchen=()):
    event = Event("PostToolUseFailure" if error else "PostToolUse", "me", tool=DISPATCH, time=TIME, response=response,
                  error=error, facts=facts({"kitchen": list(kitchen)}),
                  input={"recipe": "implement", "step_name": "build"} if given is None else given)
    return records(event, Session("me"), settings()).get("provenance", [])


ROW = {"session_id": "truck-1", "caller_session_id": "me", "kitchen_id": "", "dispatch_id": "d1",
       "recipe_name": "implement", "step_name": "build", "timestamp": "2023-11-14T22:13:20Z", "kind": "dispatch"}


@pytest.mark.parametrize("response", [
    ANSWER, json.dumps(ANSWER), [{"type": "text", "text": json.dumps(ANSWER)}], json.dumps(json.dumps(ANSWER)),
    {"result": json.dumps(ANSWER)}, {"content": [{"type": "text", "text": json.dumps({"result": ANSWER})}]},
    {"structuredContent": ANSWER, "content": [{"type": "text", "text": json.dumps(ANSWER)}]},
    {"success": False, "error": "timeout", "details": ANSWER},
    {"dispatch_id": "d1", "l3_session_id": "truck-1"}, {"dispatch_id": "d1", "l2_session_id": "truck-1"},
    {"dispatch_id": "d1", "dispatched_session_id": "", "l3_session_id": " truck-1 "},
], ids=lambda value: str(value)[:40])
def test_every_envelope(response):
    assert dispatched(response) == [ROW]
    assert list(dispatched(response)[0])[:7] == list(ROW)[:7]


@pytest.mark.parametrize("response", [
    None, "", "done", {}, [], {"dispatch_id": "d1"}, {"dispatched_session_id": ""}, {"dispatched_session_id": "  "},
    {"dispatched_session_id": None}, {"dispatched_session_id": ["x"]}, {"dispatched_session_id": "x" * 1000},
    {"report": {"dispatched_session_id": "quoted"}}], ids=str)
def test_no_row_without_an_id(response):
    assert dispatched(response) == []


@pytest.mark.parametrize("error", [
    json.dumps({"error": "timeout", "details": ANSWER}), "Error: timed out: " + json.dumps({"details": ANSWER})])
def test_a_failure_names_its_session_too(error):
    assert dispatched(error=error) == [{**ROW, "reason": "failure"}]


@pytest.mark.parametrize("given, kitchen, expected", [
    ({"kitchen_id": "k1"}, ["k2"], "k1"), ({}, ["k2", "k3"], "k2"), ({}, [], "")])
def test_the_kitchen(given, kitchen, expected):
    assert dispatched(ANSWER, given=given, kitchen=kitchen)[0]["kitchen_id"] == expected


def test_a_session_that_is_gone_on_with_keeps_what_the_call_does_not_name():
    before = {**ROW, "kitchen_id": "k1"}
    event = Event("PostToolUse", "me", tool=DISPATCH, time=TIME, response=ANSWER, input={"resume_session_id": "truck-1"})
    assert requires(event, Session("me"), settings()) == [("kitchen", ""), ("provenance", "truck-1")]
    event = event.with_(facts=facts({"kitchen": [], "provenance:truck-1": {"rows": [before], "others": []}}))
    assert records(event, Session("me"), settings()) == {"provenance": [{**before, "kind": "resume"}]}


def test_a_new_session_is_looked_up_too():
    """The orchestrator wrote its own row before its tool answered; it alone says the kitchen."""
    event = Event("PostToolUse", "me", tool=DISPATCH, time=TIME, response=ANSWER,
                  input={"recipe": "implement", "step_name": "build"})
    assert requires(event, Session("me"), settings()) == [("kitchen", ""), ("provenance", "truck-1")]
    told = {"session_id": "truck-1", "caller_session_id": "", "kitchen_id": "u1", "dispatch_id": "d1"}
    event = event.with_(facts=facts({"kitchen": [], "provenance:truck-1": {"rows": [told], "others": []}}))
    assert records(event, Session("me"), settings()) == {"provenance": [{**ROW, "kitchen_id": "u1"}]}


SAID = json.dumps({"dispatched_session_id": "another"})


@pytest.mark.parametrize("response, ids", [
    ({**ANSWER, "result": SAID}, ["truck-1"]), ({"result": json.dumps({**ANSWER, "l3_payload": {}, "result": SAID})}, ["truck-1"]),
    ({"dispatched_session_id": "", "dispatch_id": "d1", "result": SAID}, []), ({"dispatch_status": "failure", "text": SAID}, []),
    ({"dispatch_status": "failure", "details": {**ANSWER, "result": SAID}}, ["truck-1"])])
def test_what_the_launched_session_says_launches_nothing(response, ids):
    assert [row["session_id"] for row in dispatched(response)] == ids


SKILL = "mcp__plugin_autoskillit_autoskillit__run_skill"


def test_a_skill_is_launched_too():
    given = settings()
    given.known_tools.append(("mcp__*autoskillit*__run_skill", {
        "dispatcher": True, "resume": "resume_session_id", "session": "session_id"}))
    answer = {"result": json.dumps({"success": True, "result": SAID, "session_id": "skill-1", "order_id": "d1"})}
    event = Event("PostToolUse", "me", tool=SKILL, time=TIME, response=json.dumps(answer), input={"step_name": "inv"},
                  facts=facts({"kitchen": []}))
    [row] = records(event, Session("me"), given)["provenance"]
    assert (row["session_id"], row["caller_session_id"], row["kind"], row["step_name"]) == ("skill-1", "me", "dispatch", "inv")
    event = event.with_(input={"resume_session_id": "skill-1"})
    assert records(event, Session("me"), given)["provenance"][0]["kind"] == "resume"


def test_old_words_are_never_written():
    assert not {"l3_session_id", "l2_session_id", "dispatched_session_id"} & set(dispatched({"l3_session_id": "a"})[0])


class Play:
    """Subagent events of one session, in order."""

    def __init__(self):
        self.state, self.rows = {}, []

    def event(self, name, **fields):
        own = Own(fields.pop("verdict", Verdict()))
        event = Event(name, "me", time=TIME, **fields)
        session = Session("me", {"resume_ownership": self.state})
        self.rows += records(event, session, settings()).get("provenance", [])
        self.state = learn(event, session, settings(), own)

    def launch(self, call, agent="", kind="general-purpose", verdict=None):
        self.event("PreToolUse", tool="Agent", call_id=call, agent_id=agent, input={"subagent_type": kind},
                   verdict=verdict or Verdict())

    def start(self, agent, kind="general-purpose"):
        self.event("SubagentStart", agent_id=agent, agent_type=kind)

    def end(self, call, child, agent=""):
        self.event("PostToolUse", tool="Agent", call_id=call, agent_id=agent,
                   response={"status": "completed", "agentId": child})

    @property
    def parents(self):
        return [(row["session_id"], row["caller_session_id"], row.get("parent_agent_id", "")) for row in self.rows]


def test_a_subagent_has_one_row():
    play = Play()
    play.launch("t1")
    play.start("a1")
    play.end("t1", "a1")
    assert play.parents == [("a1", "me", "")] and play.rows[0]["kind"] == "subagent"
    assert play.state["open"] == []


def test_a_background_subagent_whose_answer_comes_first():
    play = Play()
    play.launch("t1")
    play.end("t1", "a1")
    play.start("a1")
    assert play.parents == [("a1", "me", "")]


def test_a_nested_subagent_hangs_under_the_agent_whose_call_is_open():
    play = Play()
    play.launch("t1")
    play.start("a1")
    play.launch("t2", agent="a1", kind="Explore")
    play.start("a2", kind="Explore")
    assert play.parents == [("a1", "me", ""), ("a2", "me", "a1")]


def test_the_answer_corrects_a_wrong_guess():
    play = Play()
    play.launch("t1")
    play.start("a1")
    play.launch("t2")
    play.launch("t3", agent="a1")
    play.start("a3")
    play.start("a2")
    play.end("t2", "a2")
    play.end("t3", "a3", agent="a1")
    latest = {id: parent for id, _, parent in play.parents}
    assert latest == {"a1": "", "a2": "", "a3": "a1"}


def test_a_denied_agent_call_launches_nothing():
    play = Play()
    play.launch("t1", verdict=Verdict(DENY, "x: y; z"))
    assert play.state.get("open", []) == []


def test_the_state_is_bounded():
    play = Play()
    for n in range(200):
        play.launch(f"t{n}")
        play.start(f"a{n}")
    assert len(play.state["open"]) <= 32 and len(play.state["agents"]) <= 64


VICTIM = json.dumps({"dispatched_session_id": "victim", "dispatch_id": "d9"})


@pytest.mark.parametrize("response", [
    {**ANSWER, "result": VICTIM}, {"result": VICTIM, **ANSWER}, {**ANSWER, "output": f"```json\n{VICTIM}\n```"},
    [{"type": "text", "text": json.dumps({**ANSWER, "text": VICTIM})}], {**ANSWER, "data": {"message": VICTIM}},
], ids=str)
def test_what_the_child_says_launches_nobody(response):
    assert [row["session_id"] for row in dispatched(response)] == ["truck-1"]


@pytest.mark.parametrize("response", [
    {"success": False, "result": VICTIM}, {"success": True, "dispatch_id": "d1", "output": VICTIM},
    {"result": json.dumps({"success": False, "text": VICTIM})}], ids=str)
def test_a_launch_without_an_id_is_nobody_s(response):
    assert dispatched(response) == []


@pytest.mark.parametrize("said", [
    {"dispatch_status": "failure", "reason": "no_result_block"}, {"error": "l3_timeout"}, {"code": "x", "message": "it timed out"}])
def test_what_was_launched_and_failed_is_its_callers(said):
    assert dispatched({"success": False, **said, "details": ANSWER}) and dispatched({**ANSWER, "success": False, **said})


@pytest.mark.parametrize("said", [
    {}, {"error": "a prior dispatch already succeeded"}, {"code": "fleet_dispatch_already_succeeded"},
    {"dispatch_status": "failure", "reason": "already_succeeded"}, {"error": "no_such_error"}, {"error": "refused", "code": 7},
    {"message": "that one is in use"}])
def test_a_refusal_makes_nobody_an_owner(said):
    for answer in ({"success": False, **said, "details": ANSWER}, {**ANSWER, "success": False, **said}):
        assert dispatched(answer) == dispatched(json.dumps(answer)) == []


@pytest.mark.parametrize(("caller", "resumes", "rows"), [
    ("me", "", 1), ("parent", "", 1), ("", "", 1), ("another", "", 0), ("another", "truck-1", 1), ("another", "truck-2", 0)])
def test_whom_another_launched_is_not_re_owned(caller, resumes, rows):
    before = {**ROW, "caller_session_id": caller}
    event = Event("PostToolUse", "me", tool=DISPATCH, time=TIME, response=ANSWER, input={"resume_session_id": resumes},
                  facts=facts({"provenance:truck-1": {"rows": [before], "others": []}}))
    session = Session("me", {"shell": {"parents": ["parent"]}})
    assert ("provenance", "truck-1") in requires(event, session, settings())
    assert len(records(event, session, settings()).get("provenance", [])) == rows
