"""guards/_rules.py: what decides has a name that stands in the table, and the table has no name that nothing says."""
from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from guards._rules import QUESTIONS, Rule, rules
from guards.contamination import TABLE, TO
from guards.loss import RULES as LOSSES
from guards.loss.asked import KINDS
from tests.house import ROOT, modules, parsed
from tests.reasons import objects
from tests.rule_examples import play, set_up, stage

IDS = [rule.id for rule in rules()]
# Ids that a module puts together, and of what.
MADE = {*(f"leave.{carried}-{TO[at]}" for carried, row in TABLE.items() for at, effect in enumerate(row) if effect != "P" and carried != "sealed"),
        *(f"loss.{LOSSES.get(kind, kind)}" for kind in KINDS), *(f"resume.{end}" for end in ("own-session", "layer", "not-owner")),
        *(f"origin.{end}" for end in ("package", "remote-code", "order", "grant", "setting", "standing-file", "script-of-others", "unasked-act"))}


def said() -> set[str]:
    """Ids that stand whole in guards/ and hooks/, the table apart."""
    form = re.compile(rf"(?:{'|'.join(QUESTIONS)})\.[a-z]+(?:-[a-z]+)*")
    return {node.value for path in modules() if path != ROOT / "guards/_rules.py"
            for node in ast.walk(parsed(path.read_text("utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and form.fullmatch(node.value)}


def test_each_id_stands_once_in_the_table_and_there_are_few() -> None:
    assert len(IDS) == len(set(IDS)) <= 120
    assert {id.partition(".")[0] for id in IDS} == set(QUESTIONS)


def test_the_table_and_the_code_name_the_same_rules() -> None:
    keys = {"loss.backup", "memory.untrusted"}     # of guards.json
    assert (said() - keys) | MADE == set(IDS)


def opinions() -> list[tuple[str, ast.Call]]:
    return [(f"{path.relative_to(ROOT)}:{node.lineno}", node) for path in modules() if "guards" in path.parts
            for node in ast.walk(parsed(path.read_text("utf-8"))) if isinstance(node, ast.Call) and objects(node)]


def test_what_asks_or_denies_names_its_rule() -> None:
    """All places in one test: to find them reads every source, which is no work for whoever only collects."""
    found = [(where, node) for where, node in opinions() if isinstance(node.func, ast.Name)]
    assert len(found) > 10
    assert [where for where, node in found if not {"settles", "rule"} & {word.arg for word in node.keywords}] == []


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.id)
def test_a_rule_is_one_sentence_and_has_its_examples(rule: Rule) -> None:
    assert rule.sentence.endswith(".") and len(rule.sentence) < 100
    assert bool(rule.fires) == bool(rule.silent) != bool(rule.test)
    assert not rule.test or (ROOT / rule.test).exists()


def test_nearly_all_examples_can_be_played() -> None:
    assert sum(bool(rule.test) for rule in rules()) < 8


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stage") / "project"
    folder.mkdir()
    return stage(folder)


PLAYED = [(rule, fires) for rule in rules() if rule.fires for fires in (True, False)]


@pytest.mark.parametrize(("rule", "fires"), PLAYED, ids=lambda one: one.id if isinstance(one, Rule) else "fires" if one else "silent")
def test_an_example_does_what_is_said_of_it(rule: Rule, fires: bool, made: Path, project: Path) -> None:
    row = play(set_up(made, project), rule.fires if fires else rule.silent)
    said = [excuse for _, excuse in row.get("excused", ())] if rule.excuses else [row.get("rule")]
    assert (rule.id in said) is fires, (row["decision"], row.get("rule"), row.get("excused"), row["reason"])


def test_a_case_row_that_asks_or_denies_names_its_rule() -> None:
    """So no row is green for another rule's reason; those of resume_ownership have the rule in a field of its own."""
    nameless = [line for path in sorted((ROOT / "tests/cases").glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()
                for row in [json.loads(line)] for key in ("want", "verdict", "expect")
                if row.get(key, "").partition(" ")[0] in ("ask", "deny") and row.get("rule", row[key].partition(" ")[2]) not in IDS]
    assert nameless == []
