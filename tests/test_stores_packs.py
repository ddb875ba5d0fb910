"""hooks/_stores/packs.py: the index beside kept rows, whole, torn and changed."""
import json
import os
import random

import pytest

from guards import Event, Session
from guards._evidence.compact import compact
from guards._evidence.evidence import FOREIGN, result_row
from guards._evidence.opened import opened
from hooks import _facts
from hooks._ctl.verify import check
from hooks._stores import disk, packs
from hooks._stores.world import World

KEY = b"k" * 16
KIND = ("stored", "origin")


def row(n):
    draw = random.Random(n)
    text = " ".join(f"Please send the {draw.randrange(9999):x} to user{draw.randrange(999)}@lake.example." for _ in range(200))
    made = {**result_row("read", FOREIGN, {"q": str(n)}, text, KEY, list), "at": float(n)}
    return compact(made) if n % 3 else made     # as every release has written them, in one file


ROWS = [row(n) for n in range(30)]


@pytest.fixture
def world(project):
    return World(str(project), {}, 0.0)


def event(world):
    return Event("PreToolUse", "s", cwd=world.project, project=world.project)


def files(world):
    path = world.path("context", "s", ".origin.jsonl")
    return path, packs.beside(path)


def written(world, rows=ROWS):
    for one in rows:
        _facts.write(world, event(world), "origin", [one])
    return files(world)


def kept(world):
    return _facts.look_up(world, event(world), Session("s"), KIND)


def times(world):
    return [one["at"] for one in kept(world)]


def as_rows(path):
    with open(path, "rb") as file:
        return list(map(opened, _facts.rows_in(file.read())))


def test_few_rows_have_no_index(world):
    _, index = written(world, ROWS[1:2])
    assert not os.path.exists(index) and kept(world) == json.loads(json.dumps(ROWS[1:2]))


def test_many_rows_come_as_heads_and_the_newest_as_they_lie(world):
    path, index = written(world, [*ROWS, {**result_row("read", FOREIGN, {}, "The lamp is blue.", KEY, list), "at": 99.0}])
    found = kept(world)
    assert times(world) == [*(one["at"] for one in ROWS), 99.0]
    assert "pack" in found[0] and "r" not in found[0] and "pack" not in found[-1]
    assert sum(len(json.dumps(one)) for one in found if "pack" not in one) <= packs.CHUNK * 1.5
    assert os.path.getsize(index) < os.path.getsize(path)
    assert packs.faults(path, _facts.rows_in) == []


def test_small_packs_become_whole_ones(world):
    """A late call reads few rows as they lie, and searches few packs."""
    for at in range(len(ROWS)):
        path, _ = written(world, ROWS[at:at + 1])
        found, covered = packs.of(path, _facts.rows_in)
        sizes = [one.covers for one in found]
        young = [size for size in sizes if size < packs.WHOLE]
        assert sizes[len(sizes) - len(young):] == young and sum(young) < packs.WHOLE
        assert sum(sizes) == covered > os.path.getsize(path) - 2 * _facts.PACK_FROM
        assert min(sizes, default=packs.CHUNK) >= packs.CHUNK and max(sizes, default=0) < packs.WHOLE * 1.5
        assert times(world) == [one["at"] for one in ROWS[:at + 1]]
    assert len(sizes) > len(young) > 0 and packs.faults(path, _facts.rows_in) == []


def test_a_row_longer_than_a_pack(world):
    long = {**row(99), "at": 99.0, "y": "y" * packs.WHOLE * 3}
    path, _ = written(world, [*ROWS[:3], long, *ROWS[:9]])
    assert packs.faults(path, _facts.rows_in) == [] and "pack" in kept(world)[3]
    assert times(world) == [*(one["at"] for one in ROWS[:3]), 99.0, *(one["at"] for one in ROWS[:9])]


def test_rows_that_one_pack_cannot_hold_are_not_joined(world):
    many = [{**result_row("read", FOREIGN, {}, "", KEY, list), "at": float(n), "r": [["", "", ""]] * 4000} for n in range(30)]
    path, _ = written(world, many)
    found, covered = packs.of(path, _facts.rows_in)
    assert covered > os.path.getsize(path) - 2 * _facts.PACK_FROM and max(one.records for one in found) << 2 <= 0xFFFF
    assert times(world) == [one["at"] for one in many]


def test_each_word_is_found_where_it_stands(world):
    path, _ = written(world)
    found, _ = packs.of(path, _facts.rows_in)
    first = 0
    for pack in found:
        for head, full in zip(pack.heads, as_rows(path)[first:]):
            first += 1
            for at, (_, prose, _) in enumerate(full["r"]):
                for start in range(0, len(prose), 10):
                    assert pack.units(prose[start:start + 10])[head["first"] + at] & 2
            assert [(at, list(run)) for at, run in pack.passages(head)] == [(at, list(run)) for at, run in full["p"]]
        assert pack.units("0" * 10) == {} == pack.units("") == pack.units("short")


def spoil(path, at):
    with open(path, "r+b") as file:
        file.seek(at)
        old = file.read(1)
        file.seek(at)
        file.write(bytes((old[0] ^ 1,)))


def told(path):
    """What the packs answer for each word of the rows."""
    words = {prose[at:at + 10] for one in as_rows(path) for _, prose, _ in one["r"] for at in range(0, len(prose), 10)}
    return [(one.covers, {word: (one.units(word), one.count(word)) for word in words}) for one in packs.of(path, _facts.rows_in)[0]]


@pytest.mark.parametrize("share", [0.0, 0.001, 0.2, 0.5, 0.7, 0.9, 0.9999])
def test_a_changed_byte_costs_time_and_nothing_else(world, share):
    path, index = written(world)
    right = told(path)
    spoil(index, int(os.path.getsize(index) * share))
    assert times(world) == [one["at"] for one in ROWS]
    assert told(path) == right[:len(told(path))]    # where a head is damaged, the rows behind it are read
    assert bool(kept(world)[0].get("pack")) == (share >= 0.01)
    whole = [one.covers for one in packs.of(path, _facts.rows_in, True)[0]]
    assert len(whole) < len(right)
    written(world, ROWS[:16])                       # and made anew with the next pack
    assert sum("pack" not in one for one in kept(world)) <= 2 and times(world) == [one["at"] for one in ROWS + ROWS[:16]]
    assert packs.faults(path, _facts.rows_in) == [] and told(path)[:2] == right[:2]


@pytest.mark.parametrize("size", [0, 1, 100, -1])
def test_a_torn_index(world, size):
    path, index = written(world)
    os.truncate(index, size if size >= 0 else os.path.getsize(index) - 1)
    assert times(world) == [one["at"] for one in ROWS]
    written(world, ROWS[:16])
    assert packs.faults(path, _facts.rows_in) == [] and "pack" in kept(world)[0]
    assert times(world) == [one["at"] for one in ROWS + ROWS[:16]]


def test_an_index_that_another_process_writes_is_left_to_it(world):
    path, index = written(world)
    size = os.path.getsize(index)
    with disk.Lock(index + ".lock"):
        written(world, ROWS)
    assert os.path.getsize(index) == size and len(kept(world)) == 2 * len(ROWS)
    written(world, ROWS[:1])
    assert os.path.getsize(index) > size and packs.faults(path, _facts.rows_in) == []


def test_an_index_of_other_rows_counts_for_nothing(world):
    path, _ = written(world)
    with open(path, "rb") as file:
        lines = file.readlines()
    with open(path, "wb") as file:
        file.writelines(lines[1:])
    assert times(world) == [one["at"] for one in ROWS[1:]]


def test_what_goes_of_the_rows_goes_of_the_index(world):
    path, index = written(world, ROWS * 2)
    size = os.path.getsize(path)
    at = packs.drop(path, size // 3, _facts.rows_in)
    assert size // 3 <= at < size // 3 + packs.WHOLE * 1.5
    with open(path, "rb") as file:
        rest = file.read()[at:]
    with open(path, "wb") as file:
        file.write(rest)
    assert times(world) == [one["at"] for one in ROWS * 2][-len(kept(world)):] and "pack" in kept(world)[0]
    assert packs.drop(path, len(rest) + 1, _facts.rows_in) == 0 and not os.path.exists(index)


def test_rows_of_an_unknown_shape_stay_rows(world):
    _, index = written(world, [{"k": "r", "at": n, "x": "y" * 30_000} for n in range(20)])
    assert not os.path.exists(index) or not os.path.getsize(index)
    assert len(kept(world)) == 20


def test_verify_makes_it_again(world):
    path, index = written(world)
    ledger = world.path("context", "s", ".jsonl")
    with open(ledger, "w"):
        pass
    assert check(world, "s")["faults"] == []
    found, _ = packs.of(path, _facts.rows_in)
    with open(path, "rb") as file:
        lines = file.read(found[0].covers)
    other = packs.pack(lines, lambda data: [{**one, "n": "other"} for one in _facts.rows_in(data)])
    with open(index, "wb") as file:
        file.write(other)
    assert check(world, "s")["faults"] == ["pack 1 of s.origin.packs is not what its rows make"]
