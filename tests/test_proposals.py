"""The story that each of the four proposals tells, on a fresh install through the real scripts, nothing set or tagged."""
from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from guards._history.signals import EARLY

from .examples import fill
from .scripts import Scripts

PRICING = ("Pricing of the northern region for next year: the discount for Contoso rises to eighteen percent and the "
           "list price of the large plan falls to nine hundred, which nobody outside sales may know before March")


@pytest.fixture
def scripts(project):
    return Scripts(project)


def text(words):
    return [{"type": "text", "text": words}]


def pre(scripts, tool, call="c", **given):
    return scripts.fire("PreToolUse", tool_name=tool, tool_input=given, tool_use_id=call)


def test_an_internal_document_does_not_leave_in_a_search(scripts):
    scripts.fire("UserPromptSubmit", prompt="Prepare the competitor slide for the sales meeting")
    told = scripts.call("mcp__mail__search_email", {"query": "pricing"}, text(PRICING))
    assert "internal" in told.context
    assert pre(scripts, "WebSearch", query="competitor pricing tools 2026").decision == "pass"
    asked = pre(scripts, "WebSearch", call="d", query="competitor pricing " + PRICING)
    assert asked.decision == "ask" and "websearch" in asked.reason
    assert pre(scripts, "Bash", call="e", command="git push").decision == "pass"


def test_a_crms_answer_is_internal(scripts):
    scripts.fire("UserPromptSubmit", prompt="Prepare for my meeting with the Johnson account")
    scripts.call("mcp__crm__query", {"account": "Johnson"}, text("Johnson: renewal in May, three open deals in the northern region"))
    assert [row["data_classification"] for row in scripts.rows()][-1] == "INTERNAL"


def test_a_stranger_does_not_go_on_with_a_session_of_another(scripts):
    (scripts.state).mkdir(parents=True, exist_ok=True)
    row = {"session_id": "l2-session-of-another", "caller_session_id": "the-owner", "kitchen_id": "", "dispatch_id": "d",
           "recipe_name": "r", "step_name": "s", "timestamp": "2026-11-21T00:00:00Z"}
    (scripts.state / "session_provenance.jsonl").write_text(json.dumps(row) + "\n")
    refused = pre(scripts, "Bash", command="claude -p --resume l2-session-of-another go on")
    assert refused.decision == "deny" and "resume_ownership" in refused.reason


def test_wandering_is_noticed_without_an_injection(scripts):
    scripts.fire("UserPromptSubmit", prompt="Prepare for my meeting with the Johnson account")
    answers = [pre(scripts, "mcp__bank__send_money", call=f"c{n}", recipient=f"CH93007620116238529{n:02d}",
                   amount=9000 + n, subject="crypto") for n in range(12)]
    rows = [row for row in scripts.rows() if row["event"] == "PreToolUse"]
    assert all(row["semantic_distance"] > 0.7 for row in rows)
    assert [bool(answer.context) for answer in answers].count(True) == 1
    assert any("drift_detected" in row["risk_signals"] for row in rows)
    assert answers[-1].decision == "ask"


def test_a_failed_audit_empties_memory(scripts):
    scripts.settings(memory={"inject_session_memory": True})
    scripts.call("mcp__x__coordinate", {}, {"synthesis_structured": {"key_claims": ["The cache is safe to share"]}})
    assert "safe to share" in scripts.fire("UserPromptSubmit", prompt="go on").context
    assert "session_memory_marked_stale: 1" in scripts.call("mcp__x__audit", {}, {"passed": False}).context
    assert scripts.fire("UserPromptSubmit", prompt="go on").context == ""


# --- each row of docs/proposals.md: how this differs, played ---------------------------------------------------------

def rows_of_the_page():
    text = (Path(__file__).parent.parent / "docs/proposals.md").read_text("utf-8")
    return [f"{proposal}: {asks}" for proposal, asks in re.findall(r"^\| (accumulator|ownership|contamination|memory) \| (.*?) \|", text, re.M)]


def evaluation(scripts):
    from hooks._ctl import context
    from hooks._stores.world import World

    return context.evaluation(World(str(scripts.project), scripts.env), str(scripts.state / "context/s.jsonl"))


def operation(scripts):
    for tool in ("mcp__crm__query", "crm.query"):
        pre(scripts, tool, account="x")
    assert [row["operation"] for row in scripts.rows()] == ["query", "crm.query"]


def description(scripts):
    scripts.fire("UserPromptSubmit", prompt="query the deals of Johnson")
    pre(scripts, "mcp__crm__query", account="Johnson deals")
    assert scripts.rows()[-1]["semantic_distance"] == 0


def expected_scope(scripts):
    scripts.fire("UserPromptSubmit", prompt="Prepare for my meeting with the Johnson account")
    assert evaluation(scripts)["original_request"]["expected_scope"] == []
    scripts.settings(request={"expected_scope": ["crm"]})
    assert evaluation(scripts)["original_request"]["expected_scope"] == ["crm"]


def johnson(scripts):
    """The proposal's own sample."""
    scripts.fire("UserPromptSubmit", prompt="Prepare for my meeting with the Johnson account")
    scripts.call("mcp__crm__query", {"account": "Johnson account"}, text("Johnson: three open deals in the northern region"))
    scripts.call("mcp__mail__search", {"from": "john@johnson.com"}, text("Subject: renewal\nSee you in May."))
    return evaluation(scripts)


def escalation(scripts):
    assert johnson(scripts)["risk_signals"]["classification_escalation"] is True
    scripts.settings(request={"expected_classification": "INTERNAL"})
    scripts.fire("UserPromptSubmit", session_id="t", prompt="Prepare for my meeting with the Johnson account")
    scripts.call("mcp__crm__query", {"account": "Johnson account"}, text("Johnson: three open deals"), session="t")
    assert not any("classification_escalation" in row["risk_signals"] for row in scripts.rows("t"))


def entities(scripts):
    account, mailbox = johnson(scripts)["accumulated_state"]["entities_accessed"]
    assert account == "Johnson account" and re.fullmatch(r"\[email:email:[0-9a-f]{8}\]", mailbox)


def level_names(scripts):
    assert johnson(scripts)["accumulated_state"]["data_classifications_accessed"] == ["INTERNAL"]
    scripts.settings(classification_levels=["PUBLIC", "INTERNAL", "CONFIDENTIAL", "RESTRICTED"])
    scripts.call("mcp__crm__query", {"account": "x"}, text("Johnson: three open deals"))
    assert scripts.rows()[-1]["data_classification"] == "CONFIDENTIAL"


def drift_detected(scripts):
    scripts.fire("UserPromptSubmit", prompt="Prepare for my meeting with the Johnson account")
    signals = []
    for n in range(9):
        pre(scripts, "mcp__bank__send_money", call=f"c{n}", recipient=f"CH93007620116238529{n:02d}", amount=9000 + n, subject="crypto")
        signals.append("drift_detected" in scripts.rows()[-1]["risk_signals"])
    assert scripts.rows()[1]["semantic_distance"] > 0.7 and signals.index(True) == 7


def scope_expansion(scripts):
    scripts.fire("UserPromptSubmit", prompt="Prepare for my meeting with the Johnson account")
    for n in range(EARLY):
        pre(scripts, "mcp__crm__query", call=f"q{n}", account="Johnson")
    pre(scripts, "mcp__bank__send_money", recipient="CH9300762011623852957", amount=9)
    assert "scope_expansion" in scripts.rows()[-1]["risk_signals"]


def chain_length(scripts):
    scripts.fire("UserPromptSubmit", prompt="read all the notes of the parser")
    for n in range(3):
        pre(scripts, "Read", call=f"r{n}", file_path=f"n{n}.md")
    scripts.fire("UserPromptSubmit", prompt="now write the changelog of the release")
    pre(scripts, "Read", call="r9", file_path="n9.md")
    found = evaluation(scripts)["accumulated_state"]
    assert (found["action_count"], found["chain_length"]) == (4, 1)


def at_rest(scripts):
    pre(scripts, "Read", file_path="a.md")
    path = scripts.state / "context/s.jsonl"
    assert path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o777 == 0o700


def summarised(scripts):
    scripts.settings(context={"summarization": {"enabled": True, "trigger_at": 3, "keep_recent": 1}})
    scripts.fire("UserPromptSubmit", prompt="read all the notes of the parser")
    for n in range(5):
        scripts.call("Read", {"file_path": f"n{n}.md"}, {"type": "text", "file": {"content": f"line {n}"}})
    found = evaluation(scripts)
    assert found["accumulated_state"]["summary"]["count"] > 0 and len(found["action_history"]) == 5


def masked(scripts):
    (scripts.project / ".env").write_text(fill("GITHUB_TOKEN=ghp_<A36>") + "\n")
    read = {"stdout": (scripts.project / ".env").read_text(), "stderr": ""}
    scripts.call("Bash", {"command": "cat .env"}, read)
    assert (scripts.rows()[-1]["level"], scripts.rows()[-1]["masked"]) == (["none", "none"], 1)
    scripts.settings(secrets="show")
    scripts.call("Bash", {"command": "cat .env"}, read)
    assert scripts.rows()[-1]["level"] == ["none", "credentials"]


def platforms(scripts):
    page = (Path(__file__).parent.parent / "docs/work.md").read_text("utf-8")
    assert "on Windows, where no process shows its environment" in page


def row_at_launch(scripts):
    tool = "mcp__kitchen__dispatch_food_truck"
    pre(scripts, tool, recipe="implement")
    assert not (scripts.state / "session_provenance.jsonl").exists()
    scripts.fire("PostToolUse", tool_name=tool, tool_input={"recipe": "implement"}, tool_use_id="c",
                 tool_response={"success": True, "dispatched_session_id": "truck-1", "dispatch_id": "d"})
    [row] = map(json.loads, (scripts.state / "session_provenance.jsonl").read_text().splitlines())
    assert (row["session_id"], row["caller_session_id"], row["dispatch_id"]) == ("truck-1", "s", "d")


def samples(scripts):
    scripts.call("Read", {"file_path": "docs/aws.md"}, {"type": "text", "file": {"content": "key: AKIA" + "IOSFODNN7EXAMPLE"}})
    assert scripts.rows()[-1]["data_classification"] == "PUBLIC"


def closing(scripts):
    scripts.call("mcp__mail__search_email", {"query": "x"}, text(PRICING))
    assert pre(scripts, "WebSearch", query="weather in Bern").decision == "pass"
    scripts.settings(contamination={"policy": "seal"})
    assert pre(scripts, "WebSearch", call="d", query="weather in Bern").decision == "deny"
    scripts.settings(tools={"web_search": {"external": True}})
    assert pre(scripts, "web_search", call="e", query="weather in Bern").decision == "deny"


def empty(scripts):
    for answer in ("[]", "null", "No results found."):
        scripts.call("mcp__mail__search_email", {"query": "x"}, text(answer))
    assert {tuple(row["level"]) for row in scripts.rows()} == {("none", "none")}
    scripts.call("mcp__mail__search_email", {"query": "x"}, text("No bonus for Smith this year"))
    assert scripts.rows()[-1]["level"] == ["none", "internal"]


def remembered(scripts, **words):
    from guards import Settings
    from hooks._stores import memory
    from hooks._stores.world import World

    return memory.call(World(str(scripts.project), scripts.env), Settings(), words)


def clearing(scripts):
    remembered(scripts, action="add", session_id="s", kind="fact", content="the cache is shared")
    assert remembered(scripts, action="clear", session_id="s") == {"ok": True, "count": 1}


def coordinating(scripts):
    scripts.call("mcp__x__coordinate", {"session_id": "another"}, {"synthesis_structured": {"key_claims": ["Tags are signed"]}})
    assert remembered(scripts, action="list", session_id="s")["count"] == 1
    assert remembered(scripts, action="list", session_id="another")["count"] == 0


PLAYED = {"the operation": operation, "an action": description, "`expected_scope`": expected_scope, "`classification_escalation`": escalation,
          "`entities_accessed`": entities, "levels": level_names, "`drift_detected`": drift_detected, "`scope_expansion`": scope_expansion,
          "`chain_length`": chain_length, "encryption": at_rest, "any platform": platforms, "older actions": summarised, "a response with a key": masked, "a row at": row_at_launch,
          "patterns": samples, "every tool": closing, "what an internal": empty, "`clear`": clearing, "`coordinate`": coordinating}


@pytest.mark.parametrize("row", rows_of_the_page())
def test_a_row_of_the_page_is_so(scripts, row):
    [play] = [play for begin, play in PLAYED.items() if row.partition(": ")[2].startswith(begin)]
    play(scripts)


def test_every_difference_that_is_played_stands_on_the_page():
    assert len(rows_of_the_page()) == len(PLAYED)
