"""`guardctl tune`: proposes what would have spared questions that were always answered with yes, and nothing else."""
from __future__ import annotations

import argparse
import doctest
import json
from pathlib import Path
from typing import Any

import pytest

from hooks._ctl import module, tune
from hooks._stores.world import World
from tests.people import main
from tests.repositories import git
from tests.scripts import Scripts

YES: dict[str, Any] = {"rule": "leave.document-to-unnamed", "tool": "mcp__mail__send_email", "to": "files.acme.example/in",
                       "about": "x", "given": {"to": "x"}, "yes": True, "held": 0, "day": 1}
DAYS = ({}, {"day": 2}, {"day": 2})


def said(*rows: dict[str, Any]) -> list[tuple[str, Any]]:
    return [(".".join(one.path), one.value) for one in tune.proposals([{**YES, **row} for row in rows])]


def test_the_examples() -> None:
    assert doctest.testmod(module("tune")).failed == 0


@pytest.mark.parametrize("rows", [
    DAYS[:2], [{}, {}, {}, {}], [*DAYS, {"yes": False}],
    *([{**row, "rule": rule} for row in DAYS] for rule in (
        "leave.credentials-to-unnamed", "leave.credentials-to-foreign", "self.files", "resume.newest", "policy.rule", "")),
    [{**row, "rule": "origin.package,leave.credentials-to-unnamed"} for row in DAYS],
    [{**row, "rule": "leave.repository-to-unnamed", "to": "github.com"} for row in DAYS],
    [{**row, "rule": "origin.order", "given": {"rows": [["a"]]}} for row in DAYS],
    [{**row, "rule": "loss.untracked", "tool": "Bash", "to": "", "given": {"command": "rm *.log"}} for row in DAYS],
], ids=repr)
def test_nothing_is_proposed(rows: list[dict[str, Any]]) -> None:
    assert said(*rows) == []


def test_a_place_a_tool_and_a_command_are_proposed() -> None:
    assert said(*DAYS) == [("trusted_destinations", "files.acme.example")]
    assert said(*({**row, "rule": "leave.credentials-to-named"} for row in DAYS)) == said(*DAYS)
    assert said(*({**row, "rule": "origin.unasked-act", "to": "its own service (crm)", "tool": "mcp__crm__archive"} for row in DAYS)) == [
        ("policy", {"id": "tuned-6219d1", "when": {"tool": "mcp__crm__archive", "input": {"to": "x"}}, "decision": "pass"})]
    assert said(*({**row, "to": ""} for row in DAYS)) == [("tools.mcp__mail__send_email.external", False)]
    assert said(*({**row, "rule": "leave.repository-to-unnamed", "to": "github.com/acme/x"} for row in DAYS)) == [
        ("trusted_destinations", "github.com/acme/*")]
    loss = {"rule": "loss.untracked", "tool": "Bash", "to": "", "given": {"command": "git clean -fd out"}}
    assert said(*({**row, **loss} for row in DAYS)) == [
        ("policy", {"id": "tuned-df8db1", "when": {"tool": "Bash", "input": {"command": "git clean -fd out"}}, "decision": "pass"})]


def test_a_private_session_is_warned_of() -> None:
    [one] = tune.proposals([{**YES, **row, "held": 3} for row in DAYS])
    assert "private data" in one.warning


def test_it_is_written_counts_and_is_taken_back(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scripts = Scripts(project)
    path = project / ".autoskillit/guards.json"
    path.parent.mkdir()
    text = '{\n  "mode": "enforce"\n}\n'
    path.write_text(text)
    run = ["--project", str(project), "tune"]
    (project / "notes.md").write_text("work\n")
    for day in (1, 2, 3):
        id = f"s{day}"
        scripts.fire("UserPromptSubmit", session_id=id, prompt="tidy up")
        call = {"tool_name": "Bash", "tool_input": {"command": "dd if=/dev/zero of=/dev/sdz"}, "tool_use_id": "t"}
        assert scripts.fire("PreToolUse", session_id=id, **call).decision == "ask"
        scripts.fire("PostToolUse", session_id=id, tool_response={"stdout": ""}, **call)
    assert main(run) == 0 and "nothing to propose" in capsys.readouterr().out      # one day alone
    assert main([*run, "7"]) == 1 and "no proposal 7" in capsys.readouterr().err
    assert main([*run, "--undo"]) == 1 and "changed nothing" in capsys.readouterr().err
    world = World(str(project), scripts.env)
    left: list[str] = []
    rows = tune.answered(world, left)
    assert left == []
    assert [(row["rule"], row["yes"]) for row in rows] == [("loss.device", True)] * 3
    picked = tune.proposals([{**row, "day": day} for day, row in enumerate(rows)])
    assert tune.written(argparse.Namespace(json=False), world, picked) == 0
    assert scripts.call("Bash", call["tool_input"]).decision == "pass" and '"mode": "enforce"' in path.read_text()
    assert main([*run, "--undo"]) == 0 and path.read_text() == text
    assert scripts.call("Bash", call["tool_input"]).decision == "ask"
    altered = scripts.state / "context/s1.jsonl"
    altered.write_bytes(altered.read_bytes().replace(b'"ts":"20', b'"ts":"19', 1))
    assert len(tune.answered(world, left)) == 2 and left == ["s1"]
    git(project, "init", "-q")
    assert len(tune.answered(world, [])) == 2
    git(project, "add", "-f", str(scripts.state / "context/s3.jsonl"))      # what a clone brings is nobody's yes
    left = []
    assert [row["yes"] for row in tune.answered(world, left)] == [True] and left == ["s1", "s3"]


def test_only_what_was_kept_outside_the_project_is_put_back(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scripts = Scripts(project)
    (scripts.state).mkdir(parents=True)
    (scripts.state / "before_tune.json").write_text(json.dumps({"text": '{"mode": "off"}'}))
    assert main(["--project", str(project), "tune", "--undo"]) == 1 and "changed nothing" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["{\n}\n", '{"trusted_destinations": ["a.example"]}', '{"tools": {"mcp__crm__*": {}}}'])
def test_a_change_keeps_what_is_there(text: str) -> None:
    place, = tune.proposals([{**YES, **row} for row in DAYS])
    tool, = tune.proposals([{**YES, **row, "to": ""} for row in DAYS])
    new = json.loads(tune.changed(tune.changed(text, place), tool))
    assert new["trusted_destinations"][-1] == "files.acme.example"
    assert new["tools"]["mcp__mail__send_email"] == {"external": False}
    assert all(key in new for key in json.loads(text))
