"""Lexical distance from the request: near, far, the window, and the only question that comes of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from guards import ASK, Call, Event, Facts, Sink, drift
from hooks._stores.ledger import apply_op

ROOT = Path(__file__).resolve().parent.parent
PAY = ("mcp__bank__send_money", {"memo": "crypto payout", "amount": 9})
FAR, NEAR = "prepare the meeting with Johnson", "send the crypto payout money"


def teach(*prompts: str) -> dict[str, Any]:
    state: dict[str, Any] = {}
    for prompt in prompts:
        event = Event("UserPromptSubmit", prompt=prompt)
        lesson = drift.LEARN(event, Call(""), Facts(event, state))
        for op in lesson.ops if lesson else ():
            apply_op(state, op)
    return state


@pytest.mark.parametrize(
    ("prompt", "tool", "given", "least", "most"),
    [
        ("query the deals of Johnson", "mcp__crm__query", {"account": "Johnson deals"}, 0, 0.3),
        ("query the deals of Johnson", "mcp__bank__transfer", {"memo": "bitcoin payout"}, 0.99, 1),
        ("alpha bravo charlie delta", "mcp__x__get", {"q": "alpha bravo"}, 0.2, 0.6),
        ("read the northern notes", "Read", {"file_path": "notes/northern.md"}, 0, 0.6),
    ],
)
def test_distance(prompt: str, tool: str, given: Any, least: float, most: float) -> None:
    assert least <= (drift.measure_distance(teach(prompt), tool, given) or 0.0) <= most


def test_no_request_no_distance() -> None:
    assert drift.measure_distance({}, *PAY) is None
    assert drift.measure_distance(teach("<task-notification> pay"), *PAY) is None
    assert drift.measure_distance(teach("1234 5678"), *PAY) is None


def test_the_nearer_request_counts() -> None:
    first = teach("send the crypto payout money", "now write the docs of the parser module")
    assert (drift.measure_distance(first, *PAY) or 0.0) < 0.5
    added = teach(FAR, "and the payout")
    assert (drift.measure_distance(added, *PAY) or 1.0) < 1


def judge(prompt: str, window: list[float], place: str = "pay.example", **more: Any) -> Any:
    event = Event("PreToolUse", tool=more.pop("tool", PAY[0]), input=PAY[1])
    state = {**teach(prompt), "window": [{"distance": one} for one in window]}
    call = Call(event.tool, sinks=[Sink("bank", [place])] if place else [])
    answers = {("remotes",): {"origin": "https://github.com/acme/x"}, **more.pop("answers", {})}
    facts = Facts(event, {**state, **more.pop("state", {})}, more, answers=answers)
    return drift.find_drift(call, facts)


ALL = [1.0] * 12
SILENT = [
    (FAR, [1.0] * 9, {}),
    (FAR, [0.1, 0.2, *[1.0] * 9], {}),
    (NEAR, ALL, {}),
    (FAR, ALL, {"place": ""}),
    (FAR, ALL, {"place": "service:bank"}),
    (FAR, ALL, {"place": "service:plugin_a1f3c927-5b60-4d18_bank.tools"}),
    (FAR, ALL, {"place": "localhost:80"}),
    (FAR, ALL, {"place": "github.com/acme/x"}),
    (FAR, ALL, {"tool": "Bash"}),
    (FAR, ALL, {"answers": {("head_holds", "pay.example"): True}}),
    (FAR, ALL, {"context": {"risk_signals": {"drift_detection": False}}}),
    (FAR, ALL, {"drift": {"semantic_distance_threshold": 1.0}}),
]


@pytest.mark.parametrize(("prompt", "window", "more"), SILENT)
def test_silent(prompt: str, window: list[float], more: dict[str, Any]) -> None:
    assert judge(prompt, window, **more) is None


@pytest.mark.parametrize("window", [ALL, [0.1, *[1.0] * 11], [1.0] * 40])
def test_asked(window: list[float]) -> None:
    verdict = judge(FAR, window)
    assert verdict.effect == ASK and "pay.example" in verdict.reason
    assert verdict.approves == [("drift", "pay.example")]


def test_a_row_has_its_distance() -> None:
    event = Event("PreToolUse", tool=PAY[0], input=PAY[1])
    lesson = drift.LEARN(event, Call(PAY[0]), Facts(event, teach(FAR)))
    assert lesson.fields == {"semantic_distance": 1.0}


def test_a_silent_call_imports_little() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import guards.drift as d; from guards import Event, Call, Facts;"
        "e = Event('PreToolUse', tool='Read', input={'file_path': 'a'});"
        "d.LEARN(e, Call('Read'), Facts(e, {'drift.first': {'1': 1}}));"
        "bad = {'re', 'json', 'hashlib', 'typing', 'enum', 'dataclasses', 'collections', 'functools'};"
        "print(sorted(bad & set(sys.modules)), len([m for m in sys.modules if m.startswith('guards')]))"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[] 3", done.stderr


def test_examples() -> None:
    for rule in drift.RULES:
        assert rule.when(*rule.example_yes).effect == ASK
        assert rule.when(*rule.example_no) is None
