"""A decision's receipt, made of rows; whole sessions stand in test_hooks__receipts.py."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hooks import _decisions
from hooks._stores.world import World

DEFERRED = {"policy": {"effect": "ask", "policy": {"decision": "defer", "id": "r"}}}
MASKED = {"policy": {"effect": "pass", "policy": {"decision": "redact", "id": "r", "spans": 1}}}


@pytest.mark.parametrize(("row", "result"), [
    ({"decision": "pass"}, ""), ({}, ""), ({"decision": "deny"}, "DENY"), ({"decision": "ask"}, "STEP_UP"),
    ({"decision": "ask", "reason": "policy: deferred, x; y", "guards": DEFERRED}, "DEFER"),
    ({"decision": "ask", "reason": "contamination: x; y", "guards": DEFERRED}, "STEP_UP"),
    ({"decision": "pass", "guards": MASKED}, "MODIFY"),
    ({"decision": "pass", "guards": {"policy": {"policy": {"decision": "redact", "spans": 0}}}}, ""),
    ({"decision": "deny", "guards": MASKED}, "DENY"),
])
def test_the_name_of_a_decision(row: dict[str, Any], result: str) -> None:
    assert _decisions.result_of(row) == result


def test_only_rows_of_decisions_are_put_aside(project: Path) -> None:
    rows = [{"decision": "pass", "action_id": "a", "event": "PreToolUse"},
            {"decision": "pass", "action_id": "a", "event": "PostToolUse"},
            {"decision": "ask", "action_id": "b", "event": "PreToolUse", "ts": "1", "prev": "ab"},
            {"decision": "pass", "action_id": "b", "event": "PostToolUseFailure", "ts": "2"}]
    decided: list[dict[str, Any]] = []
    assert list(_decisions.watched(rows, decided)) == rows and decided == rows[2:]
    (one,) = _decisions.chained(_decisions.receipts(World(str(project), {}, 0.0), "s", decided, []))
    assert one["prev"] == "" and one["context"]["context_hash"] == "sha256:ab"
    assert one["execution"]["success"] is False and one["approval"]["decision"] == "APPROVED"
