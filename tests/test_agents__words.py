"""hooks/_agents/_words.py: other clients' names as ours, and back."""
from __future__ import annotations

import doctest

import pytest

from guards import ASK, DENY, PASS, Verdict
from guards._call.tags import LOCAL
from hooks._agents import _words


def test_the_examples() -> None:
    assert doctest.testmod(_words).failed == 0


def test_each_name_is_a_tool_that_the_guards_know() -> None:
    assert set(_words.TOOLS.values()) - LOCAL == {"Bash", "WebFetch", "WebSearch"}


@pytest.mark.parametrize(("tool", "given"), [
    ("Write", {"path": "a", "file_text": "x"}), ("Edit", {"filePath": "a", "oldString": "x", "newString": "y", "replaceAll": True}),
    ("Bash", {"cmd": "ls", "workdir": "/"}), ("Grep", {"dir_path": "src", "pattern": "x"}), ("mcp__a__b", {"path": "x"}),
])
def test_an_input_comes_back_in_the_words_that_it_came_in(tool: str, given: dict[str, object]) -> None:
    ours = _words.arguments(tool, given)
    assert isinstance(ours, dict)
    assert _words.theirs(given, tool, ours) == given


def test_a_word_that_is_there_already_is_not_taken_over() -> None:
    assert _words.arguments("Read", {"file_path": "a", "path": "b"}) == {"file_path": "a", "path": "b"}


@pytest.mark.parametrize(("verdict", "asks", "said"), [
    (Verdict(), True, ""), (Verdict(PASS, "a remark"), False, ""), (Verdict(ASK, "g: x"), True, "ask"),
    (Verdict(ASK, "g: x"), False, "deny"), (Verdict(DENY, "g: x"), True, "deny")])
def test_a_question_is_rounded_up(verdict: Verdict, asks: bool, said: str) -> None:
    assert _words.effect_of(verdict, asks) == said


def test_a_call_that_would_run_changed_is_denied_and_an_addition_left_out() -> None:
    given = {"body": "a secret"}
    assert _words.firm(Verdict(updated_input={"body": "[masked]"}), given).effect == DENY
    assert _words.firm(Verdict(updated_input={"body": "a secret", "session_id": "s"}), given).effect == PASS
    assert _words.firm(Verdict(DENY, "g: x", updated_input={"body": ""}), given).reason == "g: x"
    assert _words.firm(Verdict(), None).effect == PASS


def test_an_id_is_the_calls_own() -> None:
    one = _words.call_id("Bash", {"command": "ls"})
    assert one == _words.call_id("Bash", {"command": "ls"}) != _words.call_id("Bash", {"command": "ls -l"})


@pytest.mark.parametrize(("text", "held"), [('{"a": 1}', {"a": 1}), ("ls", "ls"), ('{"a": ', '{"a": ')])
def test_arguments_as_json(text: str, held: object) -> None:
    assert _words.parsed(text) == held


def test_a_reason_is_never_empty() -> None:
    assert _words.reason_of(Verdict(DENY)) != ""
