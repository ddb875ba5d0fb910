"""hooks/_observe.py: what an event brings, and what guards need looked up."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from guards import Event, Session, Settings
from hooks import _observe
from hooks._outcome import Outcome
from hooks._stores.world import World


@pytest.fixture
def world(project: Path) -> World:
    return World(str(project), {}, 0.0)


@pytest.mark.parametrize(("event", "text"), [
    (Event("PreToolUse", "s", tool="Bash", input={"command": "ls"}), "ls"),
    (Event("PostToolUse", "s", tool="Read", response={"a": "b"}), "a: b"),
    (Event("PostToolUseFailure", "s", tool="Read", error="no"), "no"),
    (Event("UserPromptSubmit", "s", prompt="do it"), "do it"),
    (Event("SubagentStop", "s", extra={"last_assistant_message": "done"}), "done"),
    (Event("SubagentStop", "s", extra={"last_assistant_message": 3}), ""), (Event("SessionStart", "s"), "")])
def test_the_text_of_an_event(world: World, event: Event, text: str) -> None:
    facts = _observe.seen(world, event, Session("s"), Settings(), Outcome())
    assert (facts.text, facts.unread, facts.findings) == (text, 0, [])


def test_a_long_output_is_read_where_the_client_keeps_it(world: World, tmp_path: Path) -> None:
    (tmp_path / "whole").write_text("begin " + "x" * 100)
    event = Event("PostToolUse", "s", tool="Bash", response={"stdout": "begin", "persistedOutputPath": str(tmp_path / "whole")})
    assert _observe.seen(world, event, Session("s"), Settings(), Outcome()).text == "begin " + "x" * 100
    outcome = Outcome()
    event = event.with_(response={"stdout": "begin", "persistedOutputPath": str(tmp_path)})
    assert "begin" in _observe.seen(world, event, Session("s"), Settings(), outcome).text and len(outcome.faults) == 1


def test_a_fact_that_is_not_there_is_absent_and_one_that_cannot_be_read_is_named(world: World) -> None:
    event, session, outcome = Event("PreToolUse", "s", cwd=world.project, project=world.project), Session("s", {}), Outcome()
    (Path(world.project) / "here").write_text("text")
    wanted: list[Any] = [("file", "here"), ("file", "gone"), ("file", "."), ("file", "/dev/zero"), ("nobody", "x")]
    assert _observe.looked_up(world, event, session, wanted, outcome).found == {("file", "here"): "text"}
    assert [fault.split()[0] for fault in outcome.faults] == ["file", "nobody"]
