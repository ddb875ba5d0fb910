"""hooks/_stores/launches.py: what is on record of a session's beginning comes back; what is damaged is none."""
from __future__ import annotations

from pathlib import Path

import pytest

from hooks._stores import launches
from hooks._stores.world import World


@pytest.fixture
def world(project: Path) -> World:
    return World(str(project), {}, 5.0)


def test_how_a_session_began_comes_back(world: World) -> None:
    launches.remember(world, "one", "nested", "two", {"pid": 3, "campaign": ""})
    assert launches.launch(world, "one") == {"session_id": "one", "kind": "nested", "parent": "two", "at": 5.0, "pid": 3}
    assert launches.launch(world, "other") == {}


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff", b"3"])
def test_a_damaged_record_is_none(world: World, content: bytes) -> None:
    Path(world.path("context", "one", ".launch.json")).write_bytes(content)
    assert launches.launch(world, "one") == {} and launches.known(world, "one") == [] and launches.tops(world) == []


def test_a_record_that_is_no_file_is_a_fault_only_where_it_is_read(world: World) -> None:
    Path(world.path("context", "one", ".launch.json")).mkdir()
    assert launches.launch(world, "one") == {} and launches.tops(world) == []


def test_only_sessions_begun_by_a_person_are_known_by_their_beginning(world: World) -> None:
    launches.remember(world, "abc-1", "top", "", {})
    launches.remember(world, "abc-2", "nested", "abc-1", {})
    launches.remember(World(world.project, {}, 4.0), "abd", "top", "", {})
    assert launches.known(world, "abc-1") == ["abc-1"] and launches.known(world, "abc-2") == []
    assert sorted(launches.known(world, "ab")) == ["abc-1", "abd"] and launches.tops(world) == ["abd", "abc-1"]
