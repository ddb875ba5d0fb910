"""hooks/_ctl/_fields.py: real rows have these fields, in this order."""
from __future__ import annotations

import json
from pathlib import Path

from hooks._ctl._fields import FIELDS
from tests.scripts import Scripts


def test_a_row_has_its_fields_in_the_order_of_the_table(project: Path) -> None:
    scripts = Scripts(project)
    scripts.settings(tools={"mcp__mail__search_email": {"internal_source": True}, "web_search": {"external": True}})
    scripts.fire("SessionStart", source="startup")
    scripts.fire("UserPromptSubmit", prompt="look for the offer in my mail")
    scripts.call("mcp__mail__search_email", {"query": "x"}, [{"type": "text", "text": "Subject: the offer"}])
    assert scripts.call("web_search", {"query": "x"}).decision == "deny"
    rows = [json.loads(line) for line in (scripts.state / "context/s.jsonl").read_text().splitlines()]
    assert len(rows) == 5
    for row in rows:
        assert list(row) == [name for name in FIELDS if name in row]


def test_every_row_says_by_itself_what_a_person_wants_to_know(project: Path) -> None:
    """`tail -f` and `grep` show whole rows: no letters, no deltas, nothing left to the row before."""
    scripts = Scripts(project)
    scripts.settings(tools={"mcp__mail__search_email": {"internal_source": True}, "web_search": {"external": True}})
    scripts.fire("UserPromptSubmit", session_id="5f2b8c1e-7d4a", prompt="look for the offer in my mail")
    scripts.call("mcp__mail__search_email", {"query": "offer"}, [{"type": "text", "text": "Subject: the offer"}], session="5f2b8c1e-7d4a")
    scripts.call("web_search", {"query": "x"}, session="5f2b8c1e-7d4a")
    text = (scripts.state / "context/5f2b8c1e-7d4a.jsonl").read_text()
    rows = [json.loads(line) for line in text.splitlines()]
    for row in rows:
        assert {"ts", "project", "session", "session_id", "event", "decision", "level", "seq", "prev", "state"} <= set(row)
        assert (row["project"], row["session"], row["session_id"]) == (str(scripts.project), "5f2b8c1e", "5f2b8c1e-7d4a")
        assert '"@' not in json.dumps(row) and not {"delta", "learned", "whole"} & set(row)
    prompt, call, result, denied = rows
    assert prompt["asked_by"] == "person" and call["asked_by"] == denied["asked_by"] == "agent"
    assert prompt["bundle"]["version"] and "digest" in prompt["bundle"] and "bundle" not in call
    assert 0 < call["semantic_distance"] < 1 and denied["semantic_distance"] == 1.0
    assert [row["level"] for row in rows] == [["none", "none"]] * 2 + [["none", "internal"], ["internal", "internal"]]
    assert "contamination" not in call and result["contamination"]["level"] == denied["contamination"]["level"] == "internal"
    assert denied["contamination"]["source"] == "mcp__mail__search_email" and denied["contamination"]["contaminated_at"]
    assert denied["rule"] and "search_email" in denied["reason"] and "internal" in denied["reason"]
