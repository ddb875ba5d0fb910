"""hooks/_ctl/_ledgers.py: which ledgers there are."""
from __future__ import annotations

from pathlib import Path

import pytest

from hooks._ctl import _ledgers
from hooks._stores import ledger
from hooks._stores.disk import Fault
from hooks._stores.world import World
from tests.test_stores_ledger import ROW


def test_kept_rows_are_no_ledgers_and_a_beginning_names_a_session(project: Path) -> None:
    world = World(str(project), {}, 0.0)
    context = Path(world.folder("context"))
    for name in ("abc.jsonl", "abc.seen.jsonl", "abd.x.jsonl", "v1.2.jsonl"):
        (context / name).write_text("{}\n")
    assert {Path(path).name for path in _ledgers.paths(world)} == {"abc.jsonl", "abd.x.jsonl", "v1.2.jsonl"}
    assert Path(_ledgers.of(world, "abc")).name == "abc.jsonl"
    assert Path(_ledgers.of(world, "v1")).name == "v1.2.jsonl"
    for wrong in ("ab", "zzz"):
        with pytest.raises(Fault):
            _ledgers.of(world, wrong)


def test_a_result_has_what_its_call_was_given() -> None:
    call = {**ROW}
    result = {**call, "event": "PostToolUse"}
    known = {name: value for name, value in result.items() if name != "parameters"}
    other = {**known, "action_id": "toolu_2"}
    lines = [ledger.written(one, {})[0] for one in (call, known, {**result, "parameters": {"file_path": "b"}}, other)]
    assert [row.get("parameters") for row in _ledgers.joined(lines)] == [{"file_path": "a"}] * 2 + [
        {"file_path": "b"}, None]
