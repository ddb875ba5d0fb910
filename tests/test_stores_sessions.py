"""hooks/_stores/sessions.py: whatever happened to the cache, the session is what its ledger says."""
from __future__ import annotations

from pathlib import Path

import pytest

from hooks._stores import sessions
from hooks._world import World


@pytest.fixture
def world(project: Path) -> World:
    return World(str(project), {}, 0.0)


def write(world: World, *values: int) -> None:
    for value in values:
        head = sessions.load(world, "s")
        row = {"learned": {"drift": ["=", {"n": value}]}}
        sessions.commit(world, "s", head, row, {**head.fields, "drift": {"n": value}})


def context(world: World, name: str) -> Path:
    return Path(world.state) / "context" / name


def test_nothing_is_known_of_a_new_session(world: World) -> None:
    assert sessions.load(world, "s").cache() == {"v": 1, "seq": 0, "digest": "", "start": -1, "size": 0, "fields": {}}


@pytest.mark.parametrize("harm", ["none", "cache gone", "cache torn", "cache foreign", "cache old", "ledger torn"])
def test_the_ledger_is_the_truth(world: World, harm: str) -> None:
    write(world, 1, 2)
    cache = context(world, "s.state.json")
    old = cache.read_bytes()
    write(world, 3)
    if harm == "cache gone":
        cache.unlink()
    elif harm == "cache torn":
        cache.write_bytes(cache.read_bytes()[:20])
    elif harm == "cache foreign":
        cache.write_bytes(b"[1,2]")
    elif harm == "cache old":
        cache.write_bytes(old)
    elif harm == "ledger torn":
        with context(world, "s.jsonl").open("ab") as file:
            file.write(b'{"seq": 4, "learned": {"drift": ["=", {"n"')
    head = sessions.load(world, "s")
    assert (head.fields, head.seq) == ({"drift": {"n": 3}}, 3)
    write(world, 4)
    assert sessions.load(world, "s").fields == {"drift": {"n": 4}}


def test_a_fork_begins_with_what_its_parent_knew(world: World) -> None:
    write(world, 1)
    sessions.bequeath(world, "child", "s")
    sessions.bequeath(world, "grandchild", "child")
    fields = sessions.inherited(world, "child")
    assert fields == {"drift": {"n": 1}, "shell": {"parents": ["s"]}}
    sessions.commit(world, "child", sessions.load(world, "child"),
                     {"learned": {name: ["=", value] for name, value in fields.items()}}, fields)
    assert sessions.inherited(world, "grandchild")["shell"] == {"parents": ["child", "s"]}
    assert sessions.inherited(world, "stranger") == {}
