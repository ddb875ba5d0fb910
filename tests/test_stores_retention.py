"""What is past its time goes, a session's files together; what lives stays."""
from __future__ import annotations

import os
from pathlib import Path

import pytest

from guards import Event, Settings
from hooks._stores import retention
from hooks._stores.world import World

NOW = 1_800_000_000.0
OLD = NOW - 40 * 86_400


@pytest.fixture
def world(project: Path) -> World:
    return World(str(project), {}, NOW)


def put(world: World, name: str, at: float) -> Path:
    folder, _, file = name.rpartition("/")
    path = Path(world.folder(folder)) / file
    path.write_bytes(b"x")
    os.utime(path, (at, at))
    return path


def left(world: World) -> set[str]:
    return {str(path.relative_to(world.state)) for path in Path(world.state).rglob("*")
            if path.is_file() and path.name != ".gitignore"}


def test_old_sessions_go_whole_and_living_ones_stay_whole(world: World) -> None:
    for name in ("context/a.jsonl", "context/a.state.json", "context/a.seen.jsonl", "context/a.lock", "receipts/a.json",
                 "receipts/a.json.sig", "context/gone.seen.jsonl", "memory/a.jsonl", "memory/a.lock"):
        put(world, name, OLD)
    stay = {"context/b.jsonl", "context/b.seen.jsonl", "context/b.lock", "receipts/allowed_signers", "receipts/b.json",
            "memory/b.jsonl", "session_provenance.jsonl"}
    for name in stay:
        put(world, name, NOW if name == "context/b.jsonl" else OLD)
    assert len(retention.purge(world, 30)) == 9
    assert left(world) == stay


def test_zero_keeps_everything(world: World) -> None:
    put(world, "context/a.jsonl", OLD)
    assert retention.purge(world, 0) == [] and left(world) == {"context/a.jsonl"}


def test_a_start_removes_a_bounded_number(world: World) -> None:
    for i in range(10):
        put(world, f"context/{i}.jsonl", OLD)
    assert len(retention.purge(world, 30, most=3)) == 3
    assert len(retention.purge(world, 30, looked=2)) <= 2


def test_a_dry_run_removes_nothing(world: World) -> None:
    put(world, "context/a.jsonl", OLD)
    assert retention.purge(world, 30, dry_run=True) == ["context/a.jsonl"] and left(world) == {"context/a.jsonl"}


def test_links_are_left_alone(world: World, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_bytes(b"x")
    os.symlink(target, os.path.join(world.folder("context"), "a.jsonl"))
    assert retention.purge(world, 0.0001) == [] and target.exists()


@pytest.mark.parametrize(("value", "days"), [(30, 30.0), (0, 0.0), (7.5, 7.5), ("x", 30.0), (True, 30.0)])
def test_days(value: object, days: float) -> None:
    settings = Settings()
    settings.context = {"retention_days": value}
    assert retention.days_of(settings) == days


def start(world: World, days: float) -> set[str]:
    """What is left after a SessionStart so many days after NOW."""
    event = Event("SessionStart", "s")
    retention.after(World(world.project, {}, NOW + days * 86_400), event, Settings())
    return {name for name in left(world) if name.startswith("context/")}


def test_a_clock_that_jumps_removes_nothing_of_the_living(world: World) -> None:
    put(world, "context/living.jsonl", NOW - 86_400)
    living = {"context/living.jsonl"}
    assert start(world, 0) == living
    assert start(world, 40) == living, "forty days ahead, all at once"
    assert start(world, 40.5) == living
    assert start(world, 0.1) == living, "and back again"
    assert start(world, 2) == living
    assert start(world, 40) == living, "a project that lay still for long"
    assert start(world, 42) == set(), "old for a second look a day later, too"


@pytest.mark.parametrize("text", ["", "x", "nan", "inf", "-1", "1e999"])
def test_a_foreign_time_of_the_last_look_is_none(world: World, text: str) -> None:
    put(world, "context/living.jsonl", NOW - 86_400)
    Path(world.folder(), retention.SEEN).write_text(text)
    assert start(world, 0) == {"context/living.jsonl"}


def test_what_a_killed_process_left_is_removed_after_a_day(world: World) -> None:
    put(world, "context/a.jsonl", NOW)
    put(world, "context/a.state.json.77.tmp", NOW - 2 * 86_400)
    put(world, "live/5.json.78.tmp", NOW - 2 * 86_400)
    put(world, "context/a.state.json.79.tmp", NOW - 60)
    assert sorted(retention.purge(world, 30)) == ["context/a.state.json.77.tmp", "live/5.json.78.tmp"]
    assert left(world) == {"context/a.jsonl", "context/a.state.json.79.tmp"}
