"""Stories of one session each: what it read, then what it may still do."""
import pytest

from guards import ASK, DENY, PASS, SILENT, Event, Session, Settings
from guards.contamination import judge, learn

MAIL = [{"type": "text", "text": "Subject: offer, 4 million"}]


class Finding:
    def __init__(self, level):
        self.level = level


def settings(policy="tagged", **more):
    given = Settings()
    given.contamination = {"policy": policy}
    given.tools = [("mcp__mail__search_email", {"internal_source": True}), ("web_search", {"external": True}),
                   ("mcp__git__create_pr", {"external": False}), *more.items()]
    given.key = b"k" * 16
    return given


class Story:
    """Plays events as the shell does: judge, then learn with the verdict."""

    def __init__(self, given=None):
        self.settings, self.state, self.time = given or settings(), {}, 1_700_000_000.0

    def play(self, name, tool="", level=0, **fields):
        facts = {"text": "", "findings": [Finding(level)] if level else []}
        event = Event(name, "s", tool=tool, time=self.time, facts=facts, **fields)
        session = Session("s", {"contamination": self.state})
        verdict = judge(event, session, self.settings)
        self.state = learn(event.with_(verdict=verdict), session, self.settings)
        self.time += 1
        return verdict

    def pre(self, tool, **arguments):
        agent = arguments.pop("agent", "")
        return self.play("PreToolUse", tool, input=arguments, agent_id=agent)

    def post(self, tool, response="ok", level=0, agent="", **arguments):
        return self.play("PostToolUse", tool, level, input=arguments, response=response, agent_id=agent)


def test_the_proposals_story():
    story = Story()
    assert story.pre("web_search", query="x").effect == PASS
    told = story.post("mcp__mail__search_email", MAIL)
    assert told.effect == PASS and "web_search" in told.context and "mcp__mail__search_email" in told.context
    denied = story.pre("web_search", query="x")
    assert denied.effect == DENY
    for word in ("web_search", "mcp__mail__search_email", "internal", "release"):
        assert word in denied.reason
    row = denied.details["contamination"]
    assert row == {"contaminated_at": "2023-11-14T22:13:21Z", "source": "mcp__mail__search_email",
                   "level": "internal", "blocked_tools": ["web_search"]}
    passed = story.pre("mcp__git__create_pr", title="x")
    assert passed.effect == PASS and passed.details["contamination"] == row


@pytest.mark.parametrize("response", [None, "", [], {}, "[]", [{"type": "text", "text": ""}],
                                      {"emails": [], "count": 0}, "No emails found.",
                                      [{"type": "text", "text": '{"results": []}'}],
                                      {"isError": True, "content": "boom"}, "Error: mailbox locked"])
def test_an_empty_or_failed_answer_contaminates_nothing(response):
    story = Story()
    assert story.post("mcp__mail__search_email", response).context == ""
    assert story.state == {} and story.pre("web_search", query="x").effect == PASS


def test_a_denied_call_and_a_failure_contaminate_nothing():
    story = Story()
    story.pre("mcp__mail__search_email", query="x")
    story.play("PostToolUseFailure", "mcp__mail__search_email", error="timeout")
    assert story.state == {}


def test_a_classified_response_contaminates():
    story = Story()
    story.post("Read", "key", level=3)
    assert story.pre("web_search").effect == DENY and story.state["level"] == "credentials"


def test_recognised_tools_are_not_closed_by_default():
    story = Story()
    story.post("mcp__mail__search_email", MAIL)
    for tool in ("WebFetch", "WebSearch", "Read", "Bash"):
        assert story.pre(tool, url="https://docs.python.org/3/", command="ls").effect == PASS


def test_seal_closes_every_external_tool_and_flow_none():
    story = Story(settings("seal"))
    story.post("mcp__mail__search_email", MAIL)
    assert story.pre("WebFetch", url="https://docs.python.org/3/").effect == DENY
    assert story.pre("mcp__mail__send_email", to="a@b.example").effect == DENY
    assert story.pre("Read", file_path="x").effect == PASS
    story = Story(settings("flow"))
    story.post("mcp__mail__search_email", MAIL)
    assert story.pre("web_search", query="x").effect == PASS


def test_said_once_and_again_when_it_rises():
    story = Story()
    assert story.post("Read", "x", level=1).context
    assert not story.post("Read", "x", level=1).context
    assert story.post("Read", "x", level=3).context
    assert not story.post("mcp__mail__search_email", MAIL).context
    assert story.state["level"] == "credentials"


def test_release_by_a_typed_line():
    story = Story()
    story.post("mcp__mail__search_email", MAIL)
    for fields in ({"source": "sdk"}, {"extra": {"source": "system"}}):
        assert story.play("UserPromptSubmit", prompt="guard: release because", **fields).effect == PASS
    assert story.play("UserPromptSubmit", prompt="guard: release").effect == DENY
    assert story.pre("web_search").effect == DENY
    assert story.play("UserPromptSubmit", prompt="What is guard: release x?").effect == PASS
    verdict = story.play("UserPromptSubmit", prompt="guard: release the mail was public", source="user")
    assert verdict.effect == DENY and "released" in verdict.reason
    assert story.state["released"]["reason"] == "the mail was public"
    assert story.pre("web_search").effect == PASS
    assert story.post("mcp__mail__search_email", MAIL).context


def test_release_from_the_command_line():
    story = Story()
    story.post("mcp__mail__search_email", MAIL)
    story.play("Release", prompt="reviewed")
    assert story.pre("web_search").effect == PASS


def test_a_childs_label_joins_its_callers():
    story = Story()
    story.pre("Agent", prompt="x")
    story.play("SubagentStart", agent_id="c1")
    story.post("mcp__mail__search_email", MAIL, agent="c1")
    assert story.pre("web_search", agent="c1").effect == DENY
    story.state["agents"]["c2"] = {}
    assert story.pre("web_search", agent="c2").effect == PASS
    assert story.pre("web_search").effect == PASS
    story.play("SubagentStop", agent_id="c1")
    assert story.pre("web_search").effect == DENY


def test_a_callers_label_goes_with_the_prompt():
    story = Story()
    story.post("mcp__mail__search_email", MAIL)
    story.pre("Agent", prompt="x")
    told = story.play("SubagentStart", agent_id="c1")
    assert "mcp__mail__search_email" in told.context
    assert story.pre("web_search", agent="c1").effect == DENY


def test_an_agent_never_announced_holds_what_main_holds():
    story = Story()
    story.post("mcp__mail__search_email", MAIL)
    assert story.pre("web_search", agent="stranger").effect == DENY


def test_nothing_known_is_silence():
    story = Story()
    assert story.pre("Bash", command="ls") is SILENT
    assert story.state == {} and ASK
