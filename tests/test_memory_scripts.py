"""Session memory through the real scripts: remembered, shown, made stale, on probation, believed again."""

from __future__ import annotations

import json

import pytest

from guards import Settings
from hooks._stores import memory
from hooks._stores.world import World

from .scripts import Scripts

SYNTHESIS = {
    "consensus": "Use SQLite",
    "weighted_confidence": 0.75,
    "key_claims": [{"claim": "WAL is on"}],
    "open_questions": ["How big?"],
}
TOOLS = {
    "mcp__*__coordinate": {"memory_source": "synthesis_structured", "untrusted_source": True},
    "mcp__*__tool_audit": {"audit": "passed"},
}


@pytest.fixture
def scripts(project):
    found = Scripts(project)
    found.settings(tools=TOOLS, memory={"inject_session_memory": True})
    return found


def prompt(scripts, session="s"):
    return scripts.fire("UserPromptSubmit", prompt="go on", session_id=session).context


def coordinate(scripts, synthesis=SYNTHESIS):
    return scripts.call(
        "mcp__x__coordinate", {}, [{"type": "text", "text": json.dumps({"synthesis_structured": synthesis})}]
    )


def audit(scripts, **answer):
    return scripts.call("mcp__x__tool_audit", {}, [{"type": "text", "text": json.dumps(answer)}])


def test_nothing_is_silent(scripts):
    assert prompt(scripts) == ""
    assert audit(scripts, passed=False).context == ""
    assert not (scripts.state / "memory").exists() or not list((scripts.state / "memory").glob("*.jsonl"))


def test_the_whole_story(scripts):
    assert coordinate(scripts).context == ""
    coordinate(scripts)  # says nothing new
    shown = prompt(scripts)
    assert shown.count("\n- ") == 3 and "- decision #1 (from untrusted text, confidence 0.75" in shown
    assert scripts.fire("SessionStart", source="compact").context == 'The newest request of the person, which still stands: "go on"\n' + shown
    assert scripts.fire("SessionStart", source="startup").context == "" and prompt(scripts, "other") == ""

    told = audit(scripts, passed=False, overall=0.4).context
    assert "session_memory_marked_stale: 3" in told and "audit_failed:overall=0.4" in told
    assert prompt(scripts) == ""
    (event,) = [row for row in scripts.rows() if row["event"] == "session_memory_stale"]
    assert event["count"] == 3 and event["reason"] == "audit_failed:overall=0.4" and event["session_id"] == "s"

    coordinate(scripts, {"key_claims": [{"claim": "from the same source"}]})
    assert prompt(scripts) == ""  # on probation
    audit(scripts, passed=True)
    assert "from the same source" in prompt(scripts)
    assert "WAL is on" not in prompt(scripts)


def test_on_a_fresh_install(project):
    scripts = Scripts(project)
    coordinate(scripts)
    scripts.call("mcp__x__confer", {}, {"synthesis_structured": {"key_claims": ["Tags are signed"]}})
    scripts.call("mcp__x__tag", {}, {"synthesis_structured": {"key_claims": ["not a source"]}})
    listed = memory.call(World(str(project), {}), Settings(), {"action": "list", "session_id": "s"})
    assert [row["content"] for row in listed["rows"]] == ["Tags are signed", "How big?", "WAL is on", "Use SQLite"]
    given = {"question": "What next?", "inject_session_memory": True}
    asked = scripts.fire("PreToolUse", tool_name="mcp__x__confer", tool_input=given, tool_use_id="q")
    updated = asked.json["hookSpecificOutput"]["updatedInput"]
    assert updated["question"].startswith("<session_memory>") and updated["question"].endswith("\n\nWhat next?")
    assert "WAL is on" in updated["question"] and asked.decision == "pass"
    told = scripts.call("mcp__x__audit", {}, {"passed": False, "overall": 0.3}).context
    assert "session_memory_marked_stale: 4 (audit_failed:overall=0.3)" in told
    after = scripts.fire("PreToolUse", tool_name="mcp__x__confer", tool_input=given, tool_use_id="r")
    assert after.json is None or "updatedInput" not in after.json.get("hookSpecificOutput", {})


def test_a_block_is_told_once_after_a_compaction(scripts):
    coordinate(scripts)
    told = scripts.fire("SessionStart", source="compact").context
    assert "WAL is on" in told and prompt(scripts) == ""
    assert prompt(scripts) == told


def test_private_text_is_not_taken_along(project):
    scripts = Scripts(project)
    private = "The board will close the Lyon plant in March and sell the land to Contoso for nine million"
    scripts.call("mcp__mail__search_email", {"query": "plant"}, [{"type": "text", "text": private}])
    for content in (private, "The build is green"):
        memory.call(World(str(project), {}), Settings(),
                    {"action": "add", "session_id": "s", "kind": "fact", "content": content})
    asked = scripts.fire("PreToolUse", tool_name="mcp__x__confer", tool_use_id="q",
                         tool_input={"prompt": "Next?", "inject_session_memory": True})
    sent = asked.json["hookSpecificOutput"]["updatedInput"]["prompt"]
    assert "The build is green" in sent and "Lyon" not in sent and "1 row with private text stayed" in asked.context


def test_clearing_before_the_audit_does_not_help(scripts):
    coordinate(scripts)
    memory.call(World(str(scripts.project), {}), Settings(), {"action": "clear", "session_id": "s"})
    assert audit(scripts, passed=False).context == ""
    coordinate(scripts)
    assert prompt(scripts) == ""
    audit(scripts, passed=True)
    assert "WAL is on" in prompt(scripts)


def test_nothing_is_shown_unless_asked(scripts):
    coordinate(scripts)
    scripts.settings(tools=TOOLS)
    assert prompt(scripts) == ""


def test_the_tools_call_is_given_its_session(scripts):
    answer = scripts.fire(
        "PreToolUse", tool_name="mcp__m__session_memory", tool_input={"action": "list"}, tool_use_id="t"
    )
    assert answer.json["hookSpecificOutput"]["updatedInput"] == {"action": "list", "session_id": "s"}
    assert "permissionDecision" not in answer.json["hookSpecificOutput"]


def test_a_broken_store_breaks_no_call(scripts):
    (scripts.state / "memory").mkdir(parents=True)
    (scripts.state / "memory/s.jsonl").mkdir()
    answer = scripts.call("mcp__x__coordinate", {}, {"synthesis_structured": SYNTHESIS})
    assert answer.code == 0 and answer.decision == "pass"
    asked = scripts.fire("UserPromptSubmit", prompt="go on")
    assert asked.code == 0 and asked.context == "" and "memory cannot be read" in asked.message


def test_failing_tests_and_a_reverted_commit_where_set(scripts):
    failing = {"tool_name": "Bash", "tool_input": {"command": "pytest -x"}, "tool_use_id": "f", "error": "Exit code 1"}
    coordinate(scripts)
    assert scripts.fire("PostToolUseFailure", **failing).context == "" and prompt(scripts)
    scripts.settings(tools=TOOLS, memory={"inject_session_memory": True, "stale_on_failed_tests": True})
    assert (
        "session_memory_marked_stale: 3 (tests_failed:pytest)" in scripts.fire("PostToolUseFailure", **failing).context
    )
    assert prompt(scripts) == ""
    coordinate(scripts)
    assert "WAL is on" in prompt(scripts)  # no audit, no probation
    scripts.settings(tools=TOOLS, memory={"inject_session_memory": True, "stale_on_revert": True})
    told = scripts.call("Bash", {"command": "git revert --no-edit HEAD"}, {"stdout": "", "stderr": ""}).context
    assert "session_memory_marked_stale: 3 (commit_reverted:git revert)" in told and prompt(scripts) == ""


def test_what_is_copied_from_a_page_is_untrusted_whatever_source_the_agent_names(scripts):
    page = "The staging cluster moved to frankfurt; credentials rotate weekly through the broker named heron."
    copied = "Staging cluster moved to Frankfurt, credentials rotate weekly through broker Heron"

    def add(number, content, **more):
        given = {"action": "add", "session_id": "s", "kind": "fact", "content": content, **more}
        stored = memory.call(World(str(scripts.project), {}), Settings(), given)
        assert stored["id"] == number
        scripts.fire("PostToolUse", tool_name="mcp__m__session_memory", tool_input=given, tool_use_id=f"m{number}",
                     tool_response=[{"type": "text", "text": json.dumps(stored)}])

    scripts.fire("UserPromptSubmit", prompt="Read the status page and fix the parser module")
    scripts.call("WebFetch", {"url": "https://status.example/"}, {"result": page, "code": 200})
    add(1, copied, source_tool="Read")
    add(2, "The parser module drops the last line of every file that lacks a newline")
    shown = prompt(scripts)
    assert "- fact #1 (from untrusted text, source WebFetch)" in shown and "- fact #2: The parser" in shown
    audit(scripts, passed=False)
    add(3, copied + " again")
    assert prompt(scripts) == ""                                            # the same page says it again
