"""A receipt for each action that passed: whole, chained, under the one signature of its session."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hooks import _passed
from hooks._ctl import verify
from hooks._stores.world import World
from tests.scripts import Scripts
from tests.test_hooks__receipts import RULES, SECRET, play


@pytest.fixture
def scripts(project: Path) -> Scripts:
    scripts = Scripts(project)
    scripts.settings(policy=RULES)
    play(scripts)
    scripts.call("Bash", {"command": "pwd"}, agent_id="a7")
    scripts.fire("SessionEnd", reason="other")
    return scripts


def file_of(scripts: Scripts) -> Path:
    return scripts.state / "receipts/s.jsonl"


def rows_of(scripts: Scripts) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file_of(scripts).read_text().splitlines()]


def faults(scripts: Scripts) -> list[str]:
    return verify.check(World(str(scripts.project), scripts.env), "s")["faults"]


def test_each_passed_action_has_one(scripts: Scripts) -> None:
    found = rows_of(scripts)
    assert [row["action"]["operation"] for row in found] == ["ls", "pwd"]
    first, last = found
    assert {row["decision"]["result"] for row in found} == {"ALLOW"}
    assert first["execution"]["success"] is True and last["execution"] is None
    assert first["action"]["requester_context"]["agent"] == "main" and last["action"]["requester_context"]["agent"] == "a7"
    assert first["decision"]["policy"]["hash"].startswith("sha256:") and first["context"]["context_hash"].startswith("sha256:")
    assert SECRET not in file_of(scripts).read_text()
    assert faults(scripts) == []


def test_the_session_receipt_stands_for_them(scripts: Scripts) -> None:
    said = json.loads((scripts.state / "receipts/s.json").read_text())["passed"]
    assert said["receipts"] == 2 and said["file"] == "s.jsonl"


@pytest.mark.parametrize("change", [
    lambda lines: lines[:1], lambda lines: lines[1:], lambda lines: lines[::-1], lambda lines: [],
    lambda lines: [lines[0].replace(b'"success":true', b'"success":false'), lines[1]],
    lambda lines: [lines[0], lines[1].replace(b'"ALLOW"', b'"DENY"')], lambda lines: [*lines, lines[1]],
    lambda lines: [lines[0].replace(b'":', b'": ', 1), lines[1]]])
def test_a_changed_or_missing_line_shows(scripts: Scripts, change: Any) -> None:
    file_of(scripts).write_bytes(b"".join(change(file_of(scripts).read_bytes().splitlines(keepends=True))))
    assert faults(scripts)[0].startswith("receipt: passed action")


def test_a_missing_file_shows(scripts: Scripts) -> None:
    file_of(scripts).unlink()
    assert faults(scripts)[0].startswith("receipt: passed action")


def test_the_policy_of_the_latest_prompt_is_bound(scripts: Scripts) -> None:
    scripts.settings(policy=[])
    scripts.fire("UserPromptSubmit", prompt="and once more, please")
    scripts.call("Bash", {"command": "ls"}, {"stdout": "a"})
    scripts.fire("SessionEnd", reason="other")
    hashes = [row["decision"]["policy"]["hash"] for row in rows_of(scripts)]
    assert len(hashes) == 3 and len(set(hashes)) == 2 and faults(scripts) == []


def test_many_waiting_for_their_result_are_bounded(tmp_path: Path) -> None:
    passed = _passed.Passed(str(tmp_path / "s.jsonl"), "x", {}, {})
    rows = ({"event": "PreToolUse", "decision": "pass", "action_id": f"c{n}", "seq": n} for n in range(_passed.WAITING * 2))
    assert len(list(passed.watched(rows))) == _passed.WAITING * 2 and len(passed.waiting) == _passed.WAITING
    said = passed.close()
    assert said["receipts"] == _passed.WAITING * 2 and not list(tmp_path.glob("*.tmp"))
    assert _passed.faults((tmp_path / "s.jsonl").read_bytes().splitlines(keepends=True), said) == []
