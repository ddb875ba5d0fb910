"""What a session is shown raises its level; only a person lowers it.  Silent rows first."""

from __future__ import annotations

import pytest

import guards
import guards._taint as labels
from guards import CREDENTIALS, INTERNAL, NONE, PII, Call, Event, Facts, secrets
from guards._taint.consent import SCHEDULED, hash_words
from tests.test_secrets import CODE, KEY, SETTINGS, TOKEN, learn

LEVELS = [
    ("Bash", "ls", "def add(a, b): return a + b  # version 1.2.3, 2026-11-20, port 8080", NONE),
    ("mcp__mail__search", {}, [{"type": "text", "text": "No results found."}], NONE),
    ("mcp__mail__search", {}, [{"type": "text", "text": "[]"}], NONE),
    ("Bash", "cat a", "Contact: ann.lee@contoso-corp.example", PII),
    ("Bash", "cat a", "card 4111 1111 1111 1111", PII),
    ("Bash", "cat a", "see https://wiki.corp/x", INTERNAL),
    ("Read", {"file_path": "/root/.bash_history"}, "ls\ncd x", INTERNAL),
    ("mcp__mail__search", {}, [{"type": "text", "text": "the discount rises in May"}], INTERNAL),
    ("Bash", "cat a", CODE, CREDENTIALS),
]


@pytest.mark.parametrize(("tool", "given", "response", "level"), LEVELS)
def test_levels(tool, given, response, level):
    lesson = learn(tool, given, response)
    raised = [op[2] for op in lesson.ops if op[:2] == ("max", "level")] if lesson else []
    assert raised == [level] * bool(level)
    if level:
        names = ("none", "pii", "internal", "credentials")
        state = {"labels.sources": {names[level]: {}}, "level": level}
        again = learn(tool, given, response, state)
        assert not any(op[1] == "level" for op in again.ops) and "contamination" not in again.fields
        assert lesson.fields["contamination"]["level"] == names[level]
        assert lesson.fields["contamination"]["contaminated_at"].startswith("2026-")


def test_held_values():
    rows = learn(
        "Bash", "cat a", "Ann, SSN 536-22-8726, ann@contoso.example, card 4111 1111 1111 1111"
    ).values
    assert {one.kind for one in rows} == {"personal"} and len(rows) > 1
    text = "the discount for the northern region rises to eighteen percent and the list price falls in May"
    assert {one.kind for one in learn("mcp__mail__search", {}, [{"text": text}]).values} == {
        "passage"
    }
    assert (
        len(learn("mcp__mail__search", {}, " ".join(f"word{n}" for n in range(9000))).values)
        <= 1000
    )


def test_tags_and_the_persons_program():
    tagged = {
        "tools": {
            "mcp__vault__*": {"internal_source": True, "classification": "RESTRICTED"},
            "web_search": {"is_external": True},
        }
    }
    lesson = learn("mcp__vault__list", {}, "three entries", settings=tagged)
    assert ("max", "level", CREDENTIALS) in lesson.ops
    assert lesson.fields["contamination"]["blocked_tools"] == ["web_search"]
    assert "Closed: web_search" in lesson.notices[0]
    assert ("max", "level", INTERNAL) in learn(
        "Bash", "cat a", "plain words", settings={"classifier_command": "x"}, classifier="internal"
    ).ops
    event = Event("PostToolUse", "s", "Bash", {}, response="plain")
    for settings, wanted in (({"classifier_command": ["x"]}, 1), ({}, 0)):
        asked: list = []
        secrets.LEARN(event, Call("Bash"), Facts(event, {}, settings, look=asked.append))
        assert asked.count(("classifier", "plain")) == wanted and ("secret_values",) in asked


def test_release():
    for prompt, why in (
        ("guard: release the price is public", "the price is public"),
        ("Guard: Release  x\ny", "x"),
        ("guard: release", ""),
        ("please guard: release x", ""),
    ):
        assert labels.read_release(prompt) == why
    event = Event("UserPromptSubmit", "s", prompt=f"guard: release {TOKEN} is revoked")
    lesson = secrets.LEARN(event, Call(""), Facts(event, {"seq": 7, "level": 3}, SETTINGS, key=KEY))
    assert lesson.ops == [("set", "level", 0), ("set", "labels.sources", {})]
    assert TOKEN not in lesson.fields["release"]
    assert lesson.fields["contamination"]["level"] == "none"
    assert secrets.LEARN(Event("UserPromptSubmit", prompt="go on"), Call(""), Facts(event)) is None
    own = {SCHEDULED: [hash_words(KEY, event.prompt)]}  # the agent's, ordered for later
    assert secrets.LEARN(event, Call(""), Facts(event, own, SETTINGS, key=KEY)) is None


def test_labels():
    settings = {"classification_levels": ["OPEN", "MINE", "OURS", "SECRET"]}
    assert [
        labels.rate_name(one, settings) for one in ("OURS", "restricted", "pii", "x", None)
    ] == [2, 3, 1, 0, 0]
    state = {"level": 3, "labels.sources": {"credentials": {"source": ".env"}}}
    ops, fields = labels.raise_level(state, PII, "a.csv", "2026-11-05T00:00:00Z", guards.SETTINGS)
    assert ops[0] == ("max", "level", PII)
    assert fields["contamination"]["level"] == "credentials"
    assert fields["contamination"]["source"] == ".env"
    flows = {"tools": {"a": {"external": True}}, "contamination": {"policy": "flow"}}
    assert labels.list_closed(flows) == []
