"""hooks/_record.py: a row that holds what happened and no secret."""
from __future__ import annotations

from pathlib import Path
from typing import Any

from guards import ASK, Event, Facts, Session, Settings, Verdict
from guards._sensitive.scan import scan
from hooks import _record
from hooks._outcome import Outcome
from hooks._stores import sessions
from hooks._stores.world import World

SECRET = "ghp_" + "q7Zk39XvLm2Rt8Wc5Hn1Bd4Js6Yf0Pgt2Aab"


def recorded(world: World, outcome: Outcome, text: str, verdict: Verdict, learned: dict[str, Any],
             kept: dict[str, list[Any]] | None = None) -> dict[str, Any]:
    settings = Settings()
    settings.key = b"k" * 32
    event = Event("PreToolUse", "s", tool="Bash", input={"command": text}, time=1_700_000_000.0,
                  facts=Facts(text, scan(text, settings)))
    with sessions.lock(world, "s"):
        head = sessions.load(world, "s")
        entry = _record.Entry(event, head, Session("s", head.fields), {"drift": verdict}, verdict, learned, kept or {})
        _record.record(world, settings, entry, outcome)
    return sessions.load(world, "s").fields


def test_what_was_learned_comes_back_and_no_secret_is_written(project: Path) -> None:
    world, outcome = World(str(project), {}, 0.0), Outcome()
    verdict = Verdict(ASK, f"drift: {SECRET}; stop", row={"drift_score": 0.5})
    assert recorded(world, outcome, f"echo {SECRET}", verdict, {"drift": {"n": 1}}, {"seen": [[1]]})["drift"] == {"n": 1}
    assert recorded(world, outcome, "ls", Verdict(), {"context": {"n": 2}})["drift"] == {"n": 1}
    assert outcome.faults == []
    written = Path(world.path("context", "s", ".jsonl")).read_text()
    assert SECRET not in written and '"drift_score":0.5' in written.replace(" ", "")
    assert Path(world.path("context", "s", ".seen.jsonl")).read_text().strip() == "[1]"


def test_a_ledger_that_cannot_be_written_is_a_fault(project: Path) -> None:
    world, outcome = World(str(project), {}, 0.0), Outcome()
    recorded(world, outcome, "ls", Verdict(), {})
    Path(world.path("context", "s", ".jsonl")).unlink()
    Path(world.path("context", "s", ".jsonl")).mkdir()
    settings = Settings()
    event = Event("PreToolUse", "s", facts=Facts(""))
    entry = _record.Entry(event, sessions.Head(), Session("s", {}), {}, Verdict(), {}, {})
    _record.record(world, settings, entry, outcome)
    assert any("cannot be written" in fault for fault in outcome.faults)
