"""A machine that fails: nothing acknowledged is lost, no level falls, nothing breaks.  Long runs: bench/faults.py."""
from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.faults import concurrency, kills, on_disk, payloads

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


@needs_fork
@pytest.mark.parametrize(("processes", "events"), [(6, 10), pytest.param(32, 40, marks=pytest.mark.slow)])
def test_many_processes_on_one_session_lose_no_row(tmp_path: Path, processes: int, events: int) -> None:
    found = concurrency.run(tmp_path, processes, events)
    assert found["rows"] == found["events"] and found["twice"] == 0
    assert (found["told"], found["torn"], found["breaks"], found["damage"]) == (0, 0, 0, 0)
    assert found["replays"] and found["level kept"]


@needs_fork
@pytest.mark.parametrize("number", [15, pytest.param(150, marks=pytest.mark.slow)])
def test_a_kill_loses_nothing_that_was_acknowledged(tmp_path: Path, number: int) -> None:
    found = kills.run(tmp_path, number)
    assert (found["lost"], found["next event faulty"], found["level fell"], found["breaks"]) == (0, 0, 0, 0)
    assert found["replays"] and found["acknowledged"]


@pytest.mark.parametrize("inputs", [300, pytest.param(6000, marks=pytest.mark.slow)])
def test_a_bent_payload_breaks_nothing(tmp_path: Path, inputs: int) -> None:
    found = payloads.run(tmp_path, inputs)
    assert {name: count for name, count in found.items() if count and name != "inputs"} == {}


@pytest.mark.parametrize("kinds", [4, pytest.param(50, marks=pytest.mark.slow)])
def test_no_secret_lies_on_the_disk_and_few_that_are_encoded(tmp_path: Path, kinds: int) -> None:
    found = on_disk.run(tmp_path, kinds)
    assert found["kinds"] == kinds and found["plain"] == 18 * kinds and found["encoded"] == 72 * kinds
    assert found["plain on disk"] == 0, found
    assert found["encoded on disk"] <= 0.05 * found["encoded"], found
