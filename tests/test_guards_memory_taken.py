"""guards/memory/taken.py: what a call takes along that asks for session memory."""
from __future__ import annotations

import pytest

from guards import SILENT, Event, Session, Settings, memory
from guards.memory.taken import TEXTS
from hooks._stores import memory_rows as rows
from tests.spelled import facts


def row(id, content, **more):
    return {**rows.draft("fact", content, "agent"), "id": id, "session_id": "s",
            "created_at": "2026-11-21T00:00:00Z", **more}


def judge(given, live=(), tool="mcp__x__confer"):
    settings = Settings()
    settings.known_tools = [("mcp__*__confer", {"memory_source": "synthesis_structured"})]
    event = Event("PreToolUse", "s", tool=tool, input=given, time=1795219200.0, facts=facts({"memory": list(live)}))
    return memory.judge(event, Session("s"), settings)


LIVE = [row(1, "green"), row(2, "green"), row(3, "gone", stale_at="T")]


@pytest.mark.parametrize("given, live, tool", [
    ({"prompt": "p"}, LIVE, "mcp__x__confer"), ({"prompt": "p", "inject_session_memory": False}, LIVE, "mcp__x__confer"),
    ({"prompt": "p", "inject_session_memory": "true"}, LIVE, "mcp__x__confer"),
    ({"prompt": "p", "inject_session_memory": True}, LIVE, "mcp__x__other"),
    ({"prompt": "p", "inject_session_memory": True}, [], "mcp__x__confer"),
    ({"prompt": "p", "inject_session_memory": True}, LIVE[2:], "mcp__x__confer"),
    ({"prompt": "<session_memory> p", "inject_session_memory": True}, LIVE, "mcp__x__confer"),
])
def test_silent(given, live, tool):
    assert judge(given, live, tool) is SILENT


@pytest.mark.parametrize("name", TEXTS)
def test_the_block_goes_before_the_text(name):
    sent = judge({"a": 1, name: "What?", "inject_session_memory": True}, LIVE).updated_input
    assert sent["a"] == 1 and sent["inject_session_memory"] is True
    assert sent[name].endswith("</session_memory>\n\nWhat?") and sent[name].count("green") == 1 and "gone" not in sent[name]


@pytest.mark.parametrize("content, first", [
    ("What?", lambda content: content), ([{"type": "image"}, {"type": "text", "text": "What?"}], lambda content: content[1]["text"])])
def test_the_block_goes_before_the_first_message_of_a_user(content, first):
    rows = [{"role": "system", "content": "be brief"}, {"role": "user", "content": content}, {"role": "user", "content": "And?"}]
    sent = judge({"messages": rows, "inject_session_memory": True}, LIVE).updated_input["messages"]
    said = first(sent[1]["content"])
    assert said.startswith("<session_memory>") and said.endswith("What?") and [sent[0], sent[2]] == [rows[0], rows[2]]


@pytest.mark.parametrize("rows", [[], "x", [{"role": "system", "content": "a"}], [{"role": "user"}], [3]])
def test_a_conversation_without_a_users_text_is_told(rows):
    assert "no text to put" in judge({"messages": rows, "inject_session_memory": True}, LIVE).context


def test_a_call_without_a_text_is_told():
    found = judge({"n": 1, "inject_session_memory": True}, LIVE)
    assert found.updated_input is None and "no text to put" in found.context
