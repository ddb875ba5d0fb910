"""`guardctl status`: what one ledger adds up to."""
from __future__ import annotations

import json
from pathlib import Path

from hooks._ctl.status import totals


def test_totals(tmp_path: Path) -> None:
    call = {"session_id": "s", "event": "PreToolUse"}
    rows = [{"session_id": "s", "decision": "pass", "event": "UserPromptSubmit", "parameters": {"prompt": "fix\nit"}},
            {**call, "decision": "deny", "action_id": "t", "reason": "r; and more"},
            {**call, "decision": "ask", "mode": "watch", "action_id": "u", "reason": "q"},
            {"session_id": "s", "event": "UserPromptSubmit", "decision": "deny", "guards": {"contamination": {"release": "x"}}},
            {**call, "decision": "ask", "contamination": {"level": "internal"}, "errors": ["e"]}]
    path = tmp_path / "s.jsonl"
    path.write_text("torn\n" + "".join(json.dumps(row) + "\n" for row in rows))
    one = totals(str(path))
    assert (one["pass"], one["deny"], one["ask"], one["errors"]) == (1, 1, 1, ["e"])
    assert one["contamination"] == {"level": "internal"}
    assert one["objections"][0].endswith(" denied: r") and "watched: q" in one["objections"][1]
    assert one["watched"] == 1 and one["title"] == "fix it"


def test_a_release_is_no_denial_and_ends_what_was_held(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    rows = [{"session_id": "s", "contamination": {"level": "pii"}},
            {"session_id": "s", "decision": "deny", "guards": {"contamination": {"release": "sure"}}}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert totals(str(path))["deny"] == 0 and totals(str(path))["contamination"] is None
