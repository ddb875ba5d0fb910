"""hooks/_attendance.py: who is there, and who speaks."""
from __future__ import annotations

import os
from pathlib import Path

import pytest

from guards import Event, Session
from guards._history.lineage import make_row
from hooks._attendance import attended, typed
from hooks._stores import disk, processes, provenance
from hooks._stores.json import dumps
from hooks._stores.world import World

EVENT = Event("UserPromptSubmit", "s", prompt="guard: release x")
SESSION = Session("s")


def world(project: Path, **env: str) -> World:
    return World(str(project), env, 1.0)


@pytest.mark.parametrize(("env", "there"), [
    ({"CLAUDE_CODE_SESSION_ATTENDED": "1"}, True), ({"CLAUDE_CODE_SESSION_ATTENDED": "0"}, False),
    ({"CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}, False),
    ({"CLAUDE_CODE_SESSION_ATTENDED": "1", "CLAUDE_CODE_ENTRYPOINT": "cli"}, True)])
def test_attended(project: Path, env: dict[str, str], there: bool) -> None:
    assert attended(world(project, **env), EVENT, SESSION, "") is there


def test_a_client_that_says_nothing(project: Path) -> None:
    with pytest.raises(FileNotFoundError):
        attended(world(project, CLAUDE_CODE_ENTRYPOINT="cli"), EVENT, SESSION, "")


def test_a_person_s_line(project: Path) -> None:
    assert typed(world(project), EVENT, SESSION, "") is True
    assert typed(world(project, CLAUDE_CODE_SESSION_ATTENDED="1"), EVENT, SESSION, "") is True
    assert typed(world(project, CLAUDE_CODE_SESSION_ATTENDED="0"), EVENT, SESSION, "") is False


def test_a_client_that_an_agent_started_speaks_for_the_agent(project: Path) -> None:
    inside = world(project, CLAUDE_CODE_SESSION_ATTENDED="1", AUTOSKILLIT_PARENT_SESSION_ID="other")
    assert typed(inside, EVENT, SESSION, "") is False
    own = world(project, CLAUDE_CODE_SESSION_ATTENDED="1", AUTOSKILLIT_PARENT_SESSION_ID="s")
    assert typed(own, EVENT, SESSION, "") is True


def test_a_launched_session_is_no_person_s_where_the_client_says_nothing(project: Path) -> None:
    here = world(project)
    provenance.append(provenance.path(here), [make_row("s", "boss", "2026-01-01T00:00:00Z", kind="dispatched")])
    assert typed(here, EVENT, SESSION, "") is False
    assert typed(world(project, CLAUDE_CODE_SESSION_ATTENDED="1"), EVENT, SESSION, "") is True


def test_an_agent_above_the_client_speaks_through_it(project: Path) -> None:
    here = world(project, CLAUDE_CODE_SESSION_ATTENDED="1", CLAUDE_PID=str(os.getpid()))
    above = processes.process(os.getppid())
    assert above is not None
    record = {**processes.identity(above), "session_id": "other", "since": 0.0}
    disk.replace(os.path.join(here.folder("live"), "one.json"), dumps(record).encode())
    assert typed(here, EVENT, SESSION, "") is False
