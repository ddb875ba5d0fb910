"""How fast calls come."""
from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guards._history.pace import anomaly, call, rest

NOON = 1_800_000_000.0


def play(times: list[float], start: dict[str, Any] | None = None) -> list[str]:
    pace: dict[str, Any] = start or {}
    said = []
    for time in times:
        said.append(anomaly(pace, time))
        pace = call(pace, time)
    return said


@pytest.mark.parametrize("times", [
    [],
    [NOON],
    [NOON + i for i in range(200)],                     # a call a second, for minutes
    [NOON] * 12,                                        # one wide parallel turn
    [NOON + 3600 * i for i in range(5)],                # one call an hour
    [0.0] * 100,                                        # no clock
    [NOON - i for i in range(100)],                     # a clock that runs backwards
])
def test_silent(times: list[float]) -> None:
    assert set(play(times)) <= {""}


def test_a_burst() -> None:
    assert play([NOON + i / 10 for i in range(30)])[-1] == "burst"


def test_a_burst_across_two_windows() -> None:
    assert "burst" in play([NOON + 9 + i / 20 for i in range(25)])


def test_automation_after_a_pause() -> None:
    quick = [NOON + 900 + i / 4 for i in range(10)]
    assert play([NOON, *quick])[-1] == "automation after a pause"


def test_a_prompt_ends_the_pause() -> None:
    pace = rest(call({}, NOON), NOON + 899, prompt=True)
    assert set(play([NOON + 900 + i / 4 for i in range(10)], pace)) == {""}


def test_a_long_running_call_is_no_pause() -> None:
    pace = rest(call({}, NOON), NOON + 900)
    assert set(play([NOON + 901 + i / 4 for i in range(10)], pace)) == {""}


@given(st.lists(st.floats(0, 2e9), max_size=30))
def test_the_pace_stays_small_and_never_runs_backwards(times: list[float]) -> None:
    pace: dict[str, Any] = {}
    last = 0.0
    for time in times:
        pace = call(pace, time)
        assert len(pace) <= 6 and pace.get("last", 0.0) >= last
        last = pace.get("last", 0.0)
