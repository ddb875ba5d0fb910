"""hooks/_outcome.py: what the client is told, and where that goes."""
from __future__ import annotations

import doctest
import json
import os
import subprocess
import sys

import pytest

from guards import ASK, DENY, PASS, Verdict
from hooks import _outcome
from hooks._outcome import Outcome, owns, printed, text_of, where
from hooks._stores.disk import Fault
from tests.scripts import ROOT


def outcome(effect: int = 0, faults: tuple[str, ...] = (), strict: bool = False, quiet: bool = False) -> Outcome:
    made = Outcome()
    made.verdict = Verdict(effect, "drift: why; what to do" if effect else "")
    made.strict, made.quiet = strict, quiet
    for fault in faults:
        made.fault(fault)
    return made


def test_nothing_to_say_is_silence() -> None:
    assert printed("PreToolUse", outcome()) == ""
    assert printed("PreToolUse", outcome(DENY, quiet=True)) == ""


def test_a_fault_is_told_once_and_on_one_line() -> None:
    made = outcome(faults=("the disk\nis full", "the disk\nis full"))
    assert made.faults == ["the disk is full"]
    said = json.loads(printed("PreToolUse", made))
    assert said == {"systemMessage": "autoskillit guards: the disk is full"}


@pytest.mark.parametrize(("event", "decision"), [("PreToolUse", "deny"), ("PostToolUse", None), ("UserPromptSubmit", None)])
def test_strict_stops_only_what_can_be_stopped_without_harm(event: str, decision: str | None) -> None:
    said = json.loads(printed(event, outcome(faults=("x",), strict=True)))
    assert (said.get("hookSpecificOutput") or {}).get("permissionDecision") == decision
    assert "x" in said["systemMessage"]


def test_strict_lifts_no_denial_of_what_is_no_call() -> None:
    assert json.loads(printed("ConfigChange", outcome(DENY, faults=("x",), strict=True)))["decision"] == "block"


def test_strict_without_a_fault_is_the_verdict() -> None:
    assert json.loads(printed("PreToolUse", outcome(ASK, strict=True)))["hookSpecificOutput"]["permissionDecision"] == "ask"


@pytest.mark.parametrize(("shell", "code"), [("| true", 0), ("> /dev/null", 0), (">&-", 1)])
def test_where_an_answer_goes(shell: str, code: int) -> None:
    if not os.path.exists("/bin/bash"):
        pytest.skip("no bash")
    put = f"{sys.executable} -c 'from hooks._outcome import put; raise SystemExit(put(\"é\" * 300000))'"
    done = subprocess.run(["/bin/bash", "-c", f"{put} {shell}; exit ${{PIPESTATUS[0]}}"], cwd=ROOT, capture_output=True,
                          check=False)
    assert done.returncode == code and (b"cannot be written" in done.stderr) == bool(code)


def test_an_error_is_told_without_what_the_agent_read() -> None:
    assert text_of(FileNotFoundError(2, "No such file", "/p/x")) == "/p/x: No such file"
    assert text_of(Fault("it is a link")) == "it is a link" and text_of(ValueError("SECRET")) == "ValueError"
    try:
        int("SECRET")
    except ValueError as e:
        assert where(e).startswith("ValueError at test_hooks__outcome.py:") and "SECRET" not in where(e)


@pytest.mark.parametrize(("mine", "other", "effect", "asked", "origin"), [
    (Verdict(), Verdict(ASK, "b: x"), ASK, False, []),                                  # another guard's question
    (Verdict(PASS, "a: x", evidence={"watched": "ask"}), Verdict(ASK, "b: x"), ASK, False, []),
    (Verdict(ASK, "a: x"), Verdict(), PASS, False, []),                                 # the mode is `watch`
    (Verdict(ASK, "a: x", origin=["k", "w", "p"]), Verdict(DENY, "b: x"), DENY, False, []),
    (Verdict(ASK, "a: x", origin=["k", "w", "p"]), Verdict(settles=["a"]), ASK, False, []),
    (Verdict(ASK, "a: x"), Verdict(), ASK, True, []),
    (Verdict(ASK, "a: x", origin=["k", "w", "p"]), Verdict(ASK, "b: x"), ASK, True, ["k", "w", "p"]),
    (Verdict(), Verdict(ASK, "b: x", origin=["k", "w", "p"]), ASK, False, ["k", "w", "p"]),
])
def test_a_guard_learns_from_its_own_verdict(mine: Verdict, other: Verdict, effect: int, asked: bool,
                                             origin: list[str]) -> None:
    own = owns(["a", "c"], {"a": mine, "b": other}, effect, ["s"])
    assert (own["a"].verdict, own["a"].effect, own["a"].asked, own["a"].origin) == (mine, effect, asked, origin)
    assert own["a"].signals == ("s",) and own["c"].verdict.effect == PASS and not own["c"].asked


def test_its_examples_hold() -> None:
    assert doctest.testmod(_outcome).failed == 0


def test_of_a_call_that_is_denied_nobody_says_that_it_ran() -> None:
    told = "loss: x\nrequest_origin: curl to a.example; nobody was asked, it ran"
    assert _outcome.signed(told).endswith("it ran") and _outcome.signed(told, denied=True) == "autoskillit loss: x"
