"""A yes is for one act, and holds for the newest request and what carries it on."""
from __future__ import annotations

from typing import Any

import pytest

from guards import Event, Session
from guards._evidence.evidence import hasher, prompt_row, proposed_rows
from guards._intent.clause import AWAY, BACK
from guards._intent.intents import ENDS, USED
from guards._origin.consent import Clause, of
from tests.spelled import facts

KEY = b"k" * 32
MARK = hasher(KEY)


def rows(*texts: str) -> list[dict[str, Any]]:
    """Prompts; `agent: …` is what the agent said as it stopped, `/clear` and `used ID` what happened."""
    found: list[dict[str, Any]] = []
    for at, text in enumerate(texts, 1):
        if text.startswith("agent: "):
            found += proposed_rows(text[7:], KEY, float(at))["said"]
        elif text == "/clear":
            found.append({"k": ENDS, "at": float(at)})
        elif text.startswith("used "):
            found.append({"k": USED, "id": text[5:], "c": MARK("it"), "at": float(at)})
        else:
            found.append({**prompt_row(text, KEY), "at": float(at)})
    return found


def consent(*texts: str, word: str = "notes", actions: dict[str, Any] | None = None) -> str:
    def speaks(clause: Clause) -> bool:
        return MARK(word) in (clause.said | clause.around if "p" in clause.flags else clause.said)

    event = Event("PreToolUse", "s", facts=facts({"stored:said": rows(*texts)}))
    return of(event, Session("s", {"context": {"actions": actions or {}}}), (AWAY, BACK), speaks, speaks, MARK("it"))


@pytest.mark.parametrize("texts", [
    ("delete notes.md",), ("delete notes.md", "yes, go ahead"), ("delete notes.md", "go on"),
    ("delete notes.md", "also fix the docs"), ("is notes.md used?", "delete it"),
    ("delete notes.md", "/clear", "delete notes.md"), ("delete notes.md", "used t1", "delete notes.md again"),
    ("what is left?", "agent: notes.md is stale.  Shall I delete notes.md?", "yes"),
    ("what is left?", "agent: I would delete notes.md.  OK?", "yes")])
def test_it_holds(texts: tuple[str, ...]) -> None:
    assert consent(*texts)


@pytest.mark.parametrize("texts", [
    (), ("commit and push",), ("read notes.md",), ("add notes.md to the list and delete old.txt",),
    ("delete notes.md", "now write a test"), ("delete notes.md", "no"), ("delete notes.md", "wait, keep notes.md"),
    ("delete notes.md", "/clear", "go on"), ("delete notes.md", "used t1", "go on"), ("delete notes.md? no, don't",),
    ("what is left?", "agent: Shall I write a test?", "yes"), ("delete old.txt", "and proofread notes.md"), ("lösch old.txt", "und jetzt noch notes.md korrekturlesen"),
    ("delete old.txt", "used t1", "and the same for a.csv")])
def test_it_does_not(texts: tuple[str, ...]) -> None:
    assert not consent(*texts)


def test_what_was_refused_uses_nothing() -> None:
    asked = ("delete notes.md", "used t1")
    assert consent(*asked, actions={"1": ["t1", 1.5, "Bash", "rm", 0, "denied", ""]})
    assert not consent(*asked, actions={"1": ["t1", 1.5, "Bash", "rm", 0, "done", ""]})


def test_a_yes_to_nobody_knows_what_is_one_to_the_next_acts() -> None:
    first = {"1": ["t1", 9.0, "Bash", "ls", 0, "done", ""]}
    many = {str(n): [f"t{n}", 9.0 + n, "Bash", "ls", 0, "done", ""] for n in range(3)}
    asked = ("look around", "agent: Run it?", "yes")
    assert consent(*asked, actions=first) == "yes" and not consent(*asked, actions=many)
    assert not consent("look around", "yes", actions=first)     # to nothing at all


def test_a_prompt_kept_by_an_earlier_release_consents_to_nothing() -> None:
    old = [{name: value for name, value in row.items() if name not in ("x", "j")} for row in rows("delete notes.md")]
    event = Event("PreToolUse", "s", facts=facts({"stored:said": old}))
    assert of(event, Session("s"), (AWAY,), lambda clause: True, lambda clause: False) == ""
