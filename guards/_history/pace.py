"""How fast calls come, from the events' own times.

A burst is BURST calls within WINDOW seconds.  Automation after a pause is AWAKE calls within AWAKE_SECONDS of the
first call after PAUSE seconds of silence that no prompt ended: nobody is there, and yet it runs faster than an agent
that reads its results.  Times that go backwards or are missing say nothing.

The pace is six numbers, so the cost and the verdict do not depend on how long the session is.
"""
from __future__ import annotations

BURST, WINDOW = 20, 10.0
PAUSE = 300.0
AWAKE, AWAKE_SECONDS = 5, 5.0


def call(pace: dict[str, float], time: float) -> dict[str, float]:
    """The pace after a call at `time`."""
    last = pace.get("last", 0.0)
    if time <= 0 or time < last:
        return pace
    place = int(time // WINDOW)
    before = pace.get("place", place)
    here, there = pace.get("here", 0), pace.get("there", 0)
    if place != before:
        here, there = 0, here if place == before + 1 else 0
    new = {"last": time, "place": place, "here": here + 1, "there": there}
    if last and time - last >= PAUSE:
        new.update(woke=time, since=1)
    elif "woke" in pace and time - pace["woke"] <= AWAKE_SECONDS:
        new.update(woke=pace["woke"], since=pace["since"] + 1)
    return new


def rest(pace: dict[str, float], time: float, prompt: bool = False) -> dict[str, float]:
    """The pace after a result, or a prompt: somebody is there."""
    if time <= 0 or time < pace.get("last", 0.0):
        return pace
    new = {**pace, "last": time}
    if prompt:
        new.pop("woke", None)
        new.pop("since", None)
    return new


def anomaly(pace: dict[str, float], time: float) -> str:
    """What is unusual about a call at `time` that comes now: "burst", "automation after a pause" or ""."""
    now = call(pace, time)
    if now is pace:
        return ""
    share = 1.0 - (time % WINDOW) / WINDOW
    if now["here"] + now["there"] * share >= BURST:
        return "burst"
    return "automation after a pause" if now.get("since", 0) >= AWAKE else ""
