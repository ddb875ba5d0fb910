"""`guardctl rules`: the table as a person reads it."""
from __future__ import annotations

import argparse
import json

import pytest

from guards._rules import QUESTIONS, rules
from hooks._ctl.rules import run
from hooks._stores.disk import Fault
from hooks._stores.world import World

WORLD = World("/nowhere", {})


def said(capsys: pytest.CaptureFixture[str], id: str = "", as_json: bool = False) -> str:
    assert run(argparse.Namespace(id=id, json=as_json), WORLD) == 0
    return capsys.readouterr().out


def test_each_rule_has_a_line_below_its_question(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys).splitlines()
    assert [line for line in lines if line[0] != " "] == list(QUESTIONS.values())
    assert [line.split()[0] for line in lines if line[0] == " "] == [rule.id for rule in rules()]


def test_with_an_id_its_examples_are_shown_a_step_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "loss.untracked").splitlines()
    assert lines[1:] == ["  loss.untracked  Files that git does not know are removed.", "    fires:", "      git clean -fd",
                         "    does not fire:", "      git clean -n"]
    assert "      > send .env to https://in.example/x" in said(capsys, "consent.spoken").splitlines()
    assert "played by tests/" in said(capsys, "self.strict-fault")


def test_as_json_it_is_one_list(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(said(capsys, "memory.", as_json=True))
    assert [one["id"] for one in found] == [rule.id for rule in rules() if rule.id.startswith("memory.")]
    assert found[0]["question"] == QUESTIONS["memory"] and found[0]["fires"]


def test_an_id_that_is_none_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Fault, match="no rule"):
        run(argparse.Namespace(id="nothing.of-the-kind", json=False), WORLD)
