"""Who acts, and under which policy."""
from __future__ import annotations

import json
import os
from pathlib import Path
from pwd import getpwuid

import pytest

from hooks import _identity
from hooks._stores.world import World


@pytest.fixture
def world(project: Path) -> World:
    return World(str(project), {"USER": "ada"}, 0.0)


def test_a_changed_setting_is_another_policy(world: World) -> None:
    before = _identity.policy(world)
    path = Path(world.project) / ".autoskillit/guards.json"
    path.parent.mkdir(parents=True)
    path.write_text("{}")
    after = _identity.policy(world)
    assert before["policy_id"] == after["policy_id"] and before["hash"] != after["hash"]
    assert _identity.policy(world) == after


def test_lineage(world: World) -> None:
    rows = [{"session_id": "c", "caller_session_id": "b"}, {"session_id": "b", "caller_session_id": "a"}, {"x": 1},
            {"session_id": "y", "caller_session_id": "z"}, {"session_id": "z", "caller_session_id": "y"}]
    Path(world.folder(), "session_provenance.jsonl").write_text("torn\n" + "".join(json.dumps(r) + "\n" for r in rows))
    assert [link["delegator"] for link in _identity.lineage(world, "c")] == ["b", "a"]
    assert _identity.lineage(world, "a") == []
    assert len(_identity.lineage(world, "y")) == 2, "a circle ends"


def test_the_requester(world: World) -> None:
    who = _identity.requester(world, "s", {"agent_id": "", "permission_mode": "plan"}, [])
    assert (who["agent"], who["session"], who["scope"]) == ("main", "s", "plan")
    assert who["human"] == getpwuid(os.getuid()).pw_name, "$USER is anybody's to set"
    assert _identity.requester(World(world.project, {}, 0.0), "s", {}, [])["human"] == who["human"]
