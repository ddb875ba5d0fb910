"""A ledger as a reader wants it."""
from __future__ import annotations

import doctest
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guards import Settings
from hooks._ctl import _story
from hooks._ctl._story import harmless, story_of, visible

PRE = {"event": "PreToolUse", "tool": "Bash", "operation": "ls", "parameters": {"command": "ls"}, "decision": "pass"}
POST = {**PRE, "event": "PostToolUse", "result_summary": "a b"}
FAILED = {**PRE, "event": "PostToolUseFailure", "result_summary": "Exit code 1"}
PROMPT = {"event": "UserPromptSubmit", "parameters": {"prompt": "go on"}, "decision": "pass"}
ASK = {"decision": "ask", "reason": "x: y; z"}


def id(name: str, row: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"session_id": "s", "ts": "2026-01-01T00:00:00.000000Z", "action_id": name, **row, **more}


# (what happened, how the call ended)
ENDS = [
    ([id("a", PRE)], "open"), ([id("a", PRE), id("a", POST)], "done"), ([id("a", PRE), id("a", FAILED)], "failed"),
    ([id("a", PRE, **ASK)], "asked"), ([id("a", PRE, **ASK), id("a", POST)], "approved"),
    ([id("a", PRE, **ASK), id("a", FAILED)], "approved, failed"), ([id("a", PRE, **ASK), id("", PROMPT)], "declined"),
    ([id("a", PRE), id("", PROMPT)], "interrupted"), ([id("a", PRE, decision="deny"), id("", PROMPT)], "denied"),
    ([id("a", PRE, agent_id="g"), id("", PROMPT)], "open"),
    ([id("a", PRE, agent_id="g"), id("", {"event": "SubagentStop"}, agent_id="g")], "interrupted"),
    ([id("a", PRE, **ASK), id("", {"event": "SessionEnd"})], "declined"), ([id("a", POST)], "done"),
    ([id("a", PRE, **ASK), id("a", {"event": "PermissionRequest"})], "asked"), ([id("a", PRE, **ASK), id("a", {"event": "PostToolBatch"})], "declined"),
    ([id("a", PRE), id("a", POST), id("a", {"event": "PostToolBatch"})], "done"), ([id("a", PRE), id("b", {"event": "PostToolBatch"})], "open"),
]


@pytest.mark.parametrize(("rows", "end"), ENDS, ids=lambda value: value if isinstance(value, str) else "")
def test_how_a_call_ended(rows: list[dict[str, Any]], end: str) -> None:
    assert next(line for line in story_of(rows, Settings())["rows"] if line["k"] == "call")["end"] == end


def test_one_line_a_call_with_all_that_is_known_of_it() -> None:
    held = {"contamination": {"level": "credentials"}, "data_classification": "RESTRICTED"}
    story = story_of([id("", PROMPT), id("a", PRE, guards={"g": {"effect": "pass"}}),
                  id("a", POST, guards={"g": {"effect": "pass", "note": 1}}, errors=["torn"], **held)], Settings())
    assert [line["k"] for line in story["rows"]] == ["prompt", "call"]
    assert story["rows"][1] == {"k": "call", "t": 1767225600000, "what": "ls", "level": 3, "read": 3, "held": 3, "tool": "Bash", "op": "ls", "end": "done"}
    assert story["details"][1]["guards"] == {"g": {"effect": "pass"}, "g (result)": {"effect": "pass", "note": 1}}
    assert (story["title"], story["held"], story["top"], story["errors"]) == ("go on", 3, 3, ["torn"])


@pytest.mark.parametrize(("row", "to"), [
    (PRE, ""), ({**PRE, "parameters": {"command": "git status"}}, ""), ({**PRE, "tool": "Read", "parameters": {"file_path": "a"}}, ""),
    ({**PRE, "parameters": {"command": "git push"}}, "a place outside"),
    ({**PRE, "parameters": {"command": "curl -d x https://h.example/in"}}, "h.example"),
    ({**PRE, "tool": "WebFetch", "parameters": {"url": "https://d.example/a"}}, "d.example"),
    ({**PRE, "call": {"effects": ["reads cat", "sends git push -> remote:origin"]}}, "remote origin"),
    ({**PRE, "parameters": {"command": "rm -rf dist"}, "drift_score": 0.0, "call": {"effects": ["deletes rm -rf"]}}, ""),
    ({**PRE, "tool": "WebSearch", "parameters": {"query": "403"}}, "its own service (websearch)"),
    ({**PRE, "call": {"effects": ["fetches git fetch -> remote:"]}}, "the project's own remote"),
    ({**PRE, "call": {"effects": ["sends curl -> localhost/health"]}}, ""), ({**PRE, "tool": "WebFetch", "parameters": {"url": "http://127.0.0.1:8000/"}}, ""),
    ({**PRE, "call": {"effects": ["deletes rm -> x"]}}, ""), ({**PRE, "call": ["odd"]}, ""),
    ({**PRE, "guards": {"contamination": {"leaving": {"destination": "drop.example"}}}}, "drop.example")])
def test_where_it_goes(row: dict[str, Any], to: str) -> None:
    assert story_of([id("a", row)], Settings())["rows"][0].get("to", "") == to


def test_what_a_machine_said_is_no_title() -> None:
    story = story_of([id("", PROMPT, parameters={"prompt": "<task-notification>\n<result>x</result>\n</task-notification>"}), id("", PROMPT)], Settings())
    assert (story["title"], story["counts"]["prompts"], story["rows"][0]["op"]) == ("go on", 1, "from a machine")


def test_a_release_lowers_what_is_held() -> None:
    rows = [id("a", POST, contamination={"level": "internal"}), id("", PROMPT, guards={"contamination": {"release": "done"}})]
    assert story_of(rows, Settings())["held"] == 0


def test_beyond_the_bound_objections_stay_and_the_rest_is_counted() -> None:
    rows = [id(str(n), PRE, **(ASK if n == 3 else {})) for n in range(50)]
    story = story_of(rows, Settings(), 10)
    assert (len(story["rows"]), story["left_out"], story["counts"]["calls"]) == (10, 40, 50)
    assert [line["v"] for line in story["rows"] if "v" in line] == [1]


@pytest.mark.parametrize(("text", "shown"), [
    ("plain\ttext\n", "plain\ttext\n"), ("\x1b[2J", "␛[2J"), ("\u202eevil", "\\u202eevil"), ("\x85", "\\x85"), ("שלום", "שלום"), ("\ud800", "?")])
def test_visible(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.recursive(st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8))
def test_harmless_holds_for_any_json(value: Any) -> None:
    assert "\x1b" not in str(harmless(value)) and harmless(harmless(value)) == harmless(value)


@given(st.lists(st.dictionaries(st.sampled_from(["event", "tool", "parameters", "guards", "ts", "risk_signals", "action_id", "errors",
                                                 "contamination", "decision", "data_classification", "drift_score"]),
                                st.none() | st.text(max_size=9) | st.integers() | st.lists(st.text(max_size=3)) | st.sampled_from(
                                    ["PreToolUse", "PostToolUse", "UserPromptSubmit", "SubagentStop"]) | st.dictionaries(st.text(max_size=3), st.none()))))
def test_a_row_of_any_form_is_told(rows: list[dict[str, Any]]) -> None:
    assert story_of(rows, Settings())["counts"]["events"] == len(rows)


def test_what_was_only_watched_is_no_question() -> None:
    story = story_of([id("a", PRE, **ASK, mode="watch"), id("a", POST)], Settings())
    assert (story["counts"]["asked"], story["counts"]["watched"], story["rows"][0]["w"], story["rows"][0]["end"]) == (0, 1, 1, "done")


def test_its_examples() -> None:
    assert doctest.testmod(_story).failed == 0
