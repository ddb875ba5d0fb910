"""`guardctl status`: what one ledger adds up to."""
from __future__ import annotations

import json
from pathlib import Path

from hooks._ctl.status import totals


def test_totals(tmp_path: Path) -> None:
    rows = [{"session_id": "s", "decision": "pass"}, {"session_id": "s", "decision": "deny", "action_id": "t", "reason": "r"},
            {"session_id": "s", "decision": "ask", "contamination": {"level": "internal"}, "errors": ["e"]}]
    path = tmp_path / "s.jsonl"
    path.write_text("torn\n" + "".join(json.dumps(row) + "\n" for row in rows))
    one = totals(str(path))
    assert (one["pass"], one["deny"], one["ask"], one["errors"]) == (1, 1, 1, ["e"])
    assert one["contamination"] == {"level": "internal"}
    assert one["objections"][0] == "deny t: r"
