"""What is left of a session, through the real scripts: its receipt, the decisions in it, what is cleared."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from pwd import getpwuid
from typing import Any

import pytest

from guards import Settings
from hooks import _decisions, _receipts
from hooks._stores import sessions
from hooks._stores.json import canonical
from hooks._stores.ledger import digest
from hooks._stores.world import World
from tests.scripts import Scripts

RULES = [
    {"id": "no-drop", "when": {"input": {"command": "*DROP TABLE*"}}, "decision": "deny", "reason": "no table is dropped"},
    {"id": "look-first", "when": {"tool": "mcp__shop__buy"}, "decision": "ask", "reason": "money"},
    {"id": "later", "when": {"tool": "mcp__shop__hold"}, "decision": "defer", "reason": "no budget is known"},
    {"id": "mask", "when": {"tool": "mcp__memory__add"}, "decision": "redact"},
]
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"


@pytest.fixture
def scripts(project: Path) -> Scripts:
    scripts = Scripts(project)
    scripts.settings(policy=RULES)
    return scripts


def play(scripts: Scripts, session: str = "s") -> None:
    more = {"permission_mode": "default", "session": session}
    scripts.fire("SessionStart", source="startup", session_id=session)
    scripts.fire("UserPromptSubmit", prompt="tidy the shop's database", session_id=session)
    assert scripts.call("Bash", {"command": "ls"}, {"stdout": "a"}, **more).decision == "pass"
    assert scripts.call("Bash", {"command": "psql -c 'DROP TABLE x'"}, **more).decision == "deny"
    assert scripts.call("mcp__shop__buy", {"item": "pen"}, [{"type": "text", "text": "bought"}], **more).decision == "ask"
    assert scripts.call("mcp__shop__hold", {"item": "pen"}, **more).decision == "ask"
    masked = scripts.call("mcp__memory__add", {"text": f"key {SECRET}"}, [{"type": "text", "text": "ok"}], **more)
    assert masked.decision == "pass" and SECRET not in str(masked.json)
    assert masked.json["hookSpecificOutput"]["updatedInput"]["text"].startswith("key [")


def receipt(scripts: Scripts, session: str = "s") -> dict[str, Any]:
    return json.loads((scripts.state / f"receipts/{session}.json").read_text())


def test_the_receipt_of_a_session(scripts: Scripts) -> None:
    play(scripts)
    assert scripts.fire("SessionEnd", reason="other").stdout == ""
    found = receipt(scripts)
    assert found["session"]["reason"] == "other" and found["session"]["session_id"] == "s"
    assert found["context"]["evaluation_context"]["original_request"]["text"] == "tidy the shop's database"
    assert found["ledger"]["rows"] == len(scripts.rows())
    last = (scripts.state / "context/s.jsonl").read_bytes().splitlines()[-1]
    assert found["ledger"]["head"] == digest(last)
    assert not (scripts.state / "context/s.state.json").exists(), "the live state is cleared"
    assert SECRET not in (scripts.state / "receipts/s.json").read_text()


def test_a_receipt_per_decision_other_than_pass(scripts: Scripts) -> None:
    play(scripts)
    scripts.fire("SessionEnd", reason="other")
    found = receipt(scripts)["decisions"]
    assert [one["decision"]["result"] for one in found] == ["DENY", "STEP_UP", "DEFER", "MODIFY"]
    assert [one["decision"]["policy"]["rule"] for one in found] == ["no-drop", "look-first", "later", "mask"]
    assert all(one["decision"]["policy"]["hash"].startswith("sha256:") for one in found)
    assert all(one["context"]["context_hash"].startswith("sha256:") for one in found)
    assert all(one["action"]["requester_context"]["scope"] == "default" for one in found)
    deny, step_up, defer, modify = found
    assert deny["execution"]["success"] is None and deny["approval"] is None
    assert step_up["execution"]["success"] is True and step_up["execution"]["output_hash"].startswith("blake2b:")
    assert step_up["approval"]["decision"] == "APPROVED" and defer["approval"]["decision"] == "NO_RESULT"
    assert step_up["approval"]["inferred"] is True and defer["approval"]["inferred"] is True    # no hook is told an answer
    assert step_up["execution"]["started_at"] <= step_up["execution"]["completed_at"]
    assert defer["deferral"] == {"reason": defer["decision"]["reason"], "resolution": "unresolved", "resolved_at": None}
    assert modify["execution"]["success"] is True and "[" in modify["action"]["parameters"]["text"]


def test_a_deferred_call_that_ran_was_resolved_and_keeps_its_identity(scripts: Scripts) -> None:
    scripts.call("mcp__shop__hold", {"item": "pen"}, [{"type": "text", "text": "held"}], agent_id="a7")
    scripts.fire("SessionEnd", reason="other")
    one = receipt(scripts)["decisions"][0]
    assert one["deferral"]["resolution"] == "approved" and one["deferral"]["resolved_at"]
    assert one["action"]["requester_context"]["agent"] == "a7"


def test_identity_is_attributed_by_session(scripts: Scripts) -> None:
    (scripts.state).mkdir(parents=True, exist_ok=True)
    (scripts.state / "session_provenance.jsonl").write_text(json.dumps(
        {"session_id": "child", "caller_session_id": "boss", "timestamp": "2026-01-01T00:00:00Z"}) + "\n")
    for session in ("one", "child"):
        play(scripts, session)
        scripts.fire("SessionEnd", reason="other", session_id=session)
    who = {session: receipt(scripts, session)["session"]["requester_context"] for session in ("one", "child")}
    assert who["one"]["human"] == getpwuid(os.getuid()).pw_name and who["one"]["session"] == "one" and who["one"]["delegation_chain"] == []
    assert [link["delegator"] for link in who["child"]["delegation_chain"]] == ["boss"]


def test_it_is_canonical_and_chained(scripts: Scripts) -> None:
    play(scripts)
    scripts.fire("SessionEnd", reason="other")
    data = (scripts.state / "receipts/s.json").read_bytes()
    assert data == (canonical(json.loads(data)) + "\n").encode()
    assert _decisions.faults(data)[1] == []


@pytest.mark.parametrize("change", [
    lambda d: d["decisions"][0]["decision"].update(reason="other"),
    lambda d: d["decisions"][1]["decision"]["policy"].update(hash="sha256:0"),
    lambda d: d["decisions"][1]["action"]["requester_context"].update(human="eve"),
    lambda d: d["decisions"][-1]["decision"].update(result="ALLOW"),
    lambda d: d["decisions"].pop(), lambda d: d["decisions"].pop(0), lambda d: d["decisions"].reverse(),
    lambda d: d["context"]["evaluation_context"]["accumulated_state"].update(action_count=1),
])
def test_a_changed_receipt_shows(scripts: Scripts, change: Any) -> None:
    play(scripts)
    scripts.fire("SessionEnd", reason="other")
    document = receipt(scripts)
    change(document)
    assert _decisions.faults((canonical(document) + "\n").encode())[1]


def test_other_spellings_are_no_receipt(scripts: Scripts) -> None:
    play(scripts)
    scripts.fire("SessionEnd", reason="other")
    assert _decisions.faults(json.dumps(receipt(scripts), indent=1).encode())[1] == [
        "not in canonical form: it was changed after it was written"]
    assert _decisions.faults(b"{")[1] == ["not a receipt"]


def test_a_resumed_session_goes_on_and_its_new_receipt_names_the_old_one(scripts: Scripts) -> None:
    play(scripts)
    before = sessions.load(World(str(scripts.project), {}), "s").fields
    scripts.fire("SessionEnd", reason="other")
    old = (scripts.state / "receipts/s.json").read_bytes()
    after = sessions.load(World(str(scripts.project), {}), "s").fields
    assert after["context"]["count"] == before["context"]["count"] and after["context"]["level"] == before["context"]["level"]
    scripts.fire("SessionStart", source="resume")
    scripts.call("Bash", {"command": "ls"}, {"stdout": ""})
    scripts.fire("SessionEnd", reason="other")
    found = receipt(scripts)
    assert found["supersedes"] == f"sha256:{digest(old)}" and len(found["decisions"]) == 4


def test_what_a_session_end_could_not_finish_the_next_start_does(scripts: Scripts) -> None:
    play(scripts)
    folder = scripts.state / "receipts"
    folder.mkdir(exist_ok=True)
    (folder / "s.pending").write_text('{"session_id":"s","reason":"killed"}')
    scripts.fire("SessionStart", source="startup", session_id="t")
    assert receipt(scripts)["session"]["reason"] == "killed" and not (folder / "s.pending").exists()


def test_a_session_that_never_ended_gets_its_receipt_a_day_later(scripts: Scripts) -> None:
    play(scripts)
    state = scripts.state / "context/s.state.json"
    scripts.fire("SessionStart", source="startup", session_id="t")
    assert state.exists()
    old = state.stat().st_mtime - 2 * 86_400
    os.utime(state, (old, old))
    scripts.fire("SessionStart", source="startup", session_id="u")
    assert receipt(scripts)["session"]["reason"] == "abandoned" and not state.exists()


def test_a_ledger_too_long_for_the_end_waits_for_the_next_start(scripts: Scripts) -> None:
    play(scripts)
    world = World(str(scripts.project), scripts.env)
    assert _receipts.finish(world, "s", Settings(), "other", most=100) == ""
    assert (scripts.state / "receipts/s.pending").exists() and (scripts.state / "context/s.state.json").exists()
    scripts.fire("SessionStart", source="startup", session_id="t")
    assert receipt(scripts)["session"]["reason"] == "other"


def test_a_session_without_a_record_leaves_no_receipt(project: Path) -> None:
    world = World(str(project), {}, 0.0)
    assert _receipts.finish(world, "nobody", Settings(), "other") == ""


@pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="OpenSSH is not installed")
def test_signed_where_a_key_is_configured(scripts: Scripts, tmp_path: Path) -> None:
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    scripts.settings(policy=RULES, signing_key=str(key))
    play(scripts)
    scripts.fire("SessionEnd", reason="other")
    assert (scripts.state / "receipts/s.json.sig").read_text().startswith("-----BEGIN SSH SIGNATURE")
    assert "ssh-ed25519" in (scripts.state / "receipts/allowed_signers").read_text()


def test_a_missing_tool_is_named_once(scripts: Scripts, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    scripts.env["PATH"] = str(empty)
    scripts.settings(policy=RULES, age_recipient="age1x")
    play(scripts)
    assert scripts.fire("SessionEnd", reason="other").stdout == ""
    told = [scripts.fire("SessionStart", source="startup", session_id=name).message for name in ("t", "u")]
    assert "age is not installed" in told[0] and told[1] == ""
    assert (scripts.state / "receipts/s.json").exists()


def test_a_ledger_that_no_hook_has_time_to_read_gets_none_and_that_is_said_once(project: Path) -> None:
    world = World(str(project), {}, 1_800_000_000.0)
    path = Path(world.path("context", "old", ".jsonl"))
    with path.open("wb") as file:
        file.truncate(_receipts.HUGE + 1)
    Path(world.path("receipts", "old", ".pending")).write_text('{"session_id": "old", "reason": "other"}')
    assert ["is too long" in said for said in _receipts.catch_up(world, "new", Settings())] == [True]
    assert _receipts.catch_up(world, "new", Settings()) == []
    assert not list(Path(world.folder("receipts")).iterdir())
