"""Every rule's two examples are played: its first test.  What it says is short, and in the words of the field."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

import guards

ROOT = Path(__file__).resolve().parent.parent
DIALECT = re.compile(
    r"\b(foreign text|brings in|warrants?|accounts? for|lets? through|excuses?|at home|go on with|dial|pins|anchor|"
    r"heartbeat|the way out|rescued|the person|told|held|named in no prompt|steers)\b",
    re.I,
)
KITCHEN = re.compile(r"\b(kitchen|food truck|layer [0-9]|recipe)\b", re.I)


def load_guards() -> list:
    names = [p.stem for p in sorted((ROOT / "guards").glob("*.py")) if not p.stem.startswith("_")]
    return [importlib.import_module(f"guards.{name}") for name in names]


def check_message(verdict: guards.Verdict) -> None:
    """What holds for every message: short, in the field's words, with a way out that untrusted text did not choose."""
    text = verdict.reason
    assert 0 < len(text) <= 200 and text == " ".join(text.split()), text
    assert not DIALECT.search(text), text
    named = re.search(r"only (.+) names (it|that place)|comes (only )?from", text)
    assert not (named and "guardctl allow" in text), text
    if verdict.effect == guards.ASK and not text.startswith("`guardctl"):
        assert named or re.search(r"[Ss]ay yes", text), text


RULES = [(m, r) for m in load_guards() for r in m.RULES if isinstance(r, guards.Rule)]


def play_example(rule: guards.Rule, example: guards.Example) -> guards.Verdict:
    call, facts = example
    return rule.when(call, facts) or guards.Verdict(guards.PASS)


@pytest.mark.parametrize("module", load_guards(), ids=lambda module: module.__name__)
def test_guard_has_its_names(module) -> None:
    assert all(isinstance(rule, guards.Rule) for rule in module.RULES)
    assert callable(getattr(module, "LEARN", print))
    head = (module.__doc__ or "").strip()
    assert head.splitlines()[0].rstrip().endswith((".", "?", ":", ",")) or head
    assert "Cannot see" in head


def test_ids_are_unique() -> None:
    ids = [rule.id for _, rule in RULES]
    assert sorted(set(ids)) == sorted(ids)
    assert len(ids) <= 60


@pytest.mark.parametrize(("module", "rule"), RULES, ids=[rule.id for _, rule in RULES])
def test_rule_answers_its_examples(module, rule: guards.Rule) -> None:
    assert re.fullmatch(r"[a-z_]+\.[a-z0-9-]+", rule.id)
    assert rule.question.endswith("?")
    assert rule.example_no is not None and rule.example_yes is not None
    assert play_example(rule, rule.example_no).effect == guards.PASS
    verdict = play_example(rule, rule.example_yes)
    assert verdict.effect > guards.PASS
    check_message(verdict)
    for text in (verdict.notice, rule.question):
        assert not DIALECT.search(text), text


@pytest.mark.parametrize(("module", "rule"), RULES, ids=[rule.id for _, rule in RULES])
def test_rule_changes_nothing(module, rule: guards.Rule) -> None:
    """A rule is a pure function: judged twice, it says the same."""
    for example in (rule.example_yes, rule.example_no):
        assert example is not None
        first, second = play_example(rule, example), play_example(rule, example)
        assert (first.effect, first.reason, first.fields) == (
            second.effect,
            second.reason,
            second.fields,
        )
        assert not KITCHEN.search(first.reason) or module.__name__.endswith("resume_ownership")


def test_rule_without_examples_is_refused() -> None:
    with pytest.raises(ValueError, match="example"):
        guards.Rule("x.y", "Is it?", lambda call, facts: None, None, None)
