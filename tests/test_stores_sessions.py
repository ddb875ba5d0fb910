"""hooks/_stores/sessions.py: whatever happened to the cache, the session is what its ledger says."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

from hooks._stores import disk, ledger, sessions
from hooks._stores.delta import diff, same
from hooks._stores.world import World


@pytest.fixture
def world(project: Path) -> World:
    return World(str(project), {}, 0.0)


def write(world: World, *values: int) -> None:
    for value in values:
        head = sessions.load(world, "s")
        sessions.commit(world, "s", head, {"event": "x"}, {"drift": ["=", {"n": value}]}, {**head.fields, "drift": {"n": value}})


def context(world: World, name: str) -> Path:
    return Path(world.state) / "context" / name


def test_nothing_is_known_of_a_new_session(world: World) -> None:
    assert sessions.load(world, "s").cache() == {"v": 1, "seq": 0, "digest": "", "start": -1, "size": 0, "state": 0,
                                               "fields": {}}


@pytest.mark.parametrize("harm", ["none", "cache gone", "cache torn", "cache foreign", "cache old", "ledger torn", "state torn",
                                  "state row alone"])
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
    elif harm.startswith("state"):      # a crash before the ledger's row
        with context(world, "s.state.jsonl").open("ab") as file:
            file.write(b'{"seq":4,"drift":["=",{"n":9}]}\n'[:None if harm.endswith("alone") else 20])
        cache.unlink()
    head = sessions.load(world, "s")
    assert (head.fields, head.seq, head.damage) == ({"drift": {"n": 3}}, 3, [])
    write(world, 4)
    assert sessions.load(world, "s").fields == {"drift": {"n": 4}}
    cache.unlink()
    head = sessions.load(world, "s")
    assert (head.fields, head.seq, head.damage) == ({"drift": {"n": 4}}, 4, [])


@pytest.mark.parametrize(("harm", "said"), [("cut", "cut off"), ("gone", "cut off"), ("changed", "gone or was changed")])
def test_what_was_learned_cannot_be_taken_away_unseen(world: World, harm: str, said: str) -> None:
    write(world, 1, 2, 3)
    path = context(world, "s.state.jsonl")
    data = path.read_bytes()
    if harm == "gone":
        path.unlink()
    else:
        path.write_bytes(data[:-10] if harm == "cut" else data.replace(b'"n":2', b'"n":7'))
    if harm == "changed":
        context(world, "s.state.json").unlink()
    head = sessions.load(world, "s")
    assert said in head.damage[0] and head.fields["drift"] == {"n": 3}
    assert head.fields["contamination"]["gap"]


def test_a_fork_begins_with_what_its_parent_knew(world: World) -> None:
    write(world, 1)
    sessions.bequeath(world, "child", "s")
    sessions.bequeath(world, "grandchild", "child")
    fields = sessions.inherited(world, "child")
    assert fields == {"drift": {"n": 1}, "shell": {"parents": ["s"]}}
    sessions.commit(world, "child", sessions.load(world, "child"), {"event": "x"},
                    {name: ["=", value] for name, value in fields.items()}, fields)
    assert sessions.inherited(world, "grandchild")["shell"] == {"parents": ["child", "s"]}
    assert sessions.inherited(world, "stranger") == {}


def long_ledger(world: World, rows: int, size: int) -> None:
    """So many rows of so many bytes, each of which teaches one more item."""
    for number in range(rows):
        head = sessions.load(world, "s")
        old = (head.fields.get("drift") or {}).get("window", [])
        fields = {**head.fields, "drift": {"window": [*old, number / 10][-20:]}}
        learned = {"drift": diff(head.fields.get("drift"), fields["drift"])}
        sessions.commit(world, "s", head, {"parameters": {"text": "x" * size, "whole": True}}, learned, fields)


def test_a_long_ledger_without_its_cache_is_read_from_its_last_whole_row(world: World) -> None:
    long_ledger(world, 18, 1 << 20)
    known = sessions.load(world, "s").cache()
    path = context(world, "s.jsonl")
    rows = [json.loads(line) for line in context(world, "s.state.jsonl").read_bytes().splitlines()]
    assert [row["seq"] for row in rows if row.get("whole")] == [5, 9, 13, 17]
    context(world, "s.state.json").unlink()
    head = sessions.load(world, "s")
    assert head.cache() == known and head.damage == []
    assert list(ledger.faults(disk.lines(str(path)), disk.lines(sessions.state_of(str(path))))) == []
    assert same(sessions.replayed(str(path)).fields, known["fields"])
    with path.open("r+b") as file:      # what stands before it was not read at all
        file.write(b"garbage")
    assert sessions.load(world, "s").cache() == known


def test_one_of_an_earlier_version_is_read_at_its_end_and_says_so(world: World) -> None:
    path = context(world, "s.jsonl")
    write(world, 1)
    lines, before = [], ledger.digest(path.read_bytes().rstrip())
    for number in range(2, 40):
        row = {"seq": number, "prev": before, "text": "x" * (1 << 20), "learned": {"drift": ["=", {"n": number}]}}
        lines.append(json.dumps(row).encode() + b"\n")
        before = ledger.digest(lines[-1].rstrip())
    path.write_bytes(path.read_bytes() + b"".join(lines))
    context(world, "s.state.json").unlink()
    head = sessions.load(world, "s")
    assert head.fields["drift"] == {"n": 39} and "too long to be read at once" in head.damage[0]
    write(world, 40)
    context(world, "s.state.json").unlink()
    assert sessions.load(world, "s").fields["drift"] == {"n": 40}
