"""guards/_rules.py: what decides has a name that stands in the table, and the table has no name that nothing says."""
from __future__ import annotations

import ast
import re

import pytest

from guards import PASS
from guards._rules import QUESTIONS, rules
from guards.contamination import TABLE, TO
from guards.loss import RULES as LOSSES
from guards.loss.words import KINDS
from tests.house import ROOT, modules, parsed
from tests.reasons import objects

IDS = [id for id, _ in rules()]
# Ids that a module puts together, and of what.
MADE = {*(f"leave.{carried}-{TO[at]}" for _, carried, row in TABLE for at, effect in enumerate(row) if effect != PASS),
        *(f"loss.{LOSSES.get(kind, kind)}" for kind in KINDS), *(f"resume.{end}" for end in ("own-session", "layer", "not-owner")),
        *(f"origin.{end}" for end in ("package", "remote-code", "whole-machine", "order", "grant", "setting", "standing-file",
                                      "script-of-others"))}


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


@pytest.mark.parametrize(("where", "node"), [(where, node) for where, node in opinions() if isinstance(node.func, ast.Name)],
                         ids=lambda one: one if isinstance(one, str) else "")
def test_what_asks_or_denies_names_its_rule(where: str, node: ast.Call) -> None:
    combined = any(word.arg == "settles" for word in node.keywords)
    assert combined or any(word.arg == "rule" for word in node.keywords), where


@pytest.mark.parametrize(("id", "sentence"), list(rules()))
def test_a_rule_is_one_sentence(id: str, sentence: str) -> None:
    assert sentence.endswith(".") and len(sentence) < 100
