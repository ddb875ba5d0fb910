"""hooks/_attendance.py: who is there, and who speaks."""
from __future__ import annotations

import os
from pathlib import Path

import pytest

from guards import Event
from guards._history.lineage import make_row
from hooks._attendance import provide
from hooks._stores import disk, processes, provenance
from hooks._stores.json import dumps
from hooks._world import World

EVENT = Event("UserPromptSubmit", "s", prompt="guard: release x")


def world(project: Path, **env: str) -> World:
    return World(str(project), env, 1.0)


@pytest.mark.parametrize(("env", "there"), [
    ({"CLAUDE_CODE_SESSION_ATTENDED": "1"}, "yes"), ({"CLAUDE_CODE_SESSION_ATTENDED": "0"}, "no"),
    ({"CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}, "no"),
    ({"CLAUDE_CODE_SESSION_ATTENDED": "1", "CLAUDE_CODE_ENTRYPOINT": "cli"}, "yes")])
def test_attended(project: Path, env: dict[str, str], there: str) -> None:
    assert provide(world(project, **env), EVENT, "attended") == there


def test_a_client_that_says_nothing(project: Path) -> None:
    with pytest.raises(FileNotFoundError):
        provide(world(project, CLAUDE_CODE_ENTRYPOINT="cli"), EVENT, "attended")


def test_a_person_s_line(project: Path) -> None:
    assert provide(world(project), EVENT, "typed") == "yes"
    assert provide(world(project, CLAUDE_CODE_SESSION_ATTENDED="1"), EVENT, "typed") == "yes"
    assert provide(world(project, CLAUDE_CODE_SESSION_ATTENDED="0"), EVENT, "typed") == "no"


def test_a_client_that_an_agent_started_speaks_for_the_agent(project: Path) -> None:
    inside = world(project, CLAUDE_CODE_SESSION_ATTENDED="1", AUTOSKILLIT_PARENT_SESSION_ID="other")
    assert provide(inside, EVENT, "typed") == "no"
    own = world(project, CLAUDE_CODE_SESSION_ATTENDED="1", AUTOSKILLIT_PARENT_SESSION_ID="s")
    assert provide(own, EVENT, "typed") == "yes"


def test_a_launched_session_is_no_person_s_where_the_client_says_nothing(project: Path) -> None:
    here = world(project)
    provenance.append(provenance.path(here), [make_row("s", "boss", "2026-01-01T00:00:00Z", kind="dispatched")])
    assert provide(here, EVENT, "typed") == "no"
    assert provide(world(project, CLAUDE_CODE_SESSION_ATTENDED="1"), EVENT, "typed") == "yes"


def test_an_agent_above_the_client_speaks_through_it(project: Path) -> None:
    here = world(project, CLAUDE_CODE_SESSION_ATTENDED="1", CLAUDE_PID=str(os.getpid()))
    above = processes.process(os.getppid())
    assert above is not None
    record = {**processes.identity(above), "session_id": "other", "since": 0.0}
    disk.replace(os.path.join(here.folder("live"), "one.json"), dumps(record).encode())
    assert provide(here, EVENT, "typed") == "no"
