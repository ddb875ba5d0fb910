"""What is old goes, what is young or still needed stays.  Cannot see: clocks that jump."""

from __future__ import annotations

import os

import pytest

from guards import Event
from hooks._event import Moment, open_records, run
from hooks._stores.world import remove_old

FILES = (
    "context/a.jsonl",
    "context/a.lock",
    "receipts/a.json",
    "memory/a.jsonl",
    "sessions/a/x.json",
    "live/a.json",
)
KEPT = ("key", "session_provenance.jsonl")


def age(path, days: float, now: float) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.exists() or path.write_text("{}\n")
    os.utime(path, (now - days * 86_400, now - days * 86_400))


@pytest.mark.parametrize("days, goes", [(30, True), (0, False), (60, False)])
def test_old_records_go(tmp_path, days: int, goes: bool) -> None:
    moment = Moment(
        Event("SessionStart", "s"), {"HOME": str(tmp_path)}, str(tmp_path), run.attempt_step
    )
    open_records(moment)
    now, state = moment.world.now, tmp_path / ".autoskillit/temp"
    outside = tmp_path / moment.world.locate_outside("checkpoints")[len(str(tmp_path)) + 1 :]
    for name in (*FILES, *KEPT):
        age(state / name, 40, now)
        age(state / name.replace("a.", "young.").replace("/a/", "/young/"), 5, now)
    age(outside / "a.json", 40, now)
    age(outside / "young.json", 5, now)
    moment.settings = {"context": {"retention_days": days}}
    remove_old(moment)
    assert [(state / name).exists() for name in FILES] == [not goes] * len(FILES)
    assert all((state / name).exists() for name in KEPT)
    assert (state / "context/young.jsonl").exists() and (outside / "young.json").exists()
    assert (outside / "a.json").exists() is not goes
