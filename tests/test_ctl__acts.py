"""hooks/_ctl/_acts.py: what a person does from outside goes on record, and nothing else changes."""
from __future__ import annotations

from pathlib import Path

import pytest

from hooks._ctl import _acts
from hooks._stores.disk import Fault
from hooks._stores.world import World
from tests.scripts import Scripts


def test_a_change_is_a_row_of_its_own(project: Path) -> None:
    scripts = Scripts(project)
    scripts.fire("UserPromptSubmit", prompt="Fix the login")
    world = World(str(project), {}, 5.0)
    id = _acts.session_of(world, None)
    _acts.change(world, id, "Let", "toolu_1", "request_origin", lambda state: {**state, "let": "x"})
    assert _acts.field(world, id, "request_origin") == {"let": "x"}
    assert scripts.rows()[-1]["event"] == "Let" and scripts.rows()[-1]["operation"] == "guardctl"


def test_no_session(project: Path) -> None:
    with pytest.raises(Fault):
        _acts.session_of(World(str(project), {}, 5.0), None)
