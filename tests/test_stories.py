"""Whole sessions through the real scripts, and afterwards no secret in any file of ours.

A story is a file of rows: {"repository": STATE} (tests/repositories.py) and {"settings": {...}} first, where it has any; then {"event": NAME, ..., "expect": "pass|ask|deny"}
with the payload's own fields.  `{{name}}` stands for a secret that is made when the story is played; `{{name:base64}}`,
`{{name:hex}}`, `{{name:reversed}}` for it encoded.  "expect" is "pass" where it is left out; "says" and "tells" are words
that the reason and the context must hold.
"""
from __future__ import annotations

import base64
import json
import random
import re
import string
from pathlib import Path

import pytest

from tests.repositories import make
from tests.scripts import Scripts

STORIES = sorted((Path(__file__).parent / "stories").glob("*.jsonl"))
ALPHABET = string.ascii_letters + string.digits
FORMS = {
    "aws_secret": lambda r: "".join(r.choices(ALPHABET + "/+", k=40)),
    "aws_id": lambda r: "AKIA" + "".join(r.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", k=16)),
    "token": lambda r: "sk-" + "ant-api03-" + "".join(r.choices(ALPHABET, k=93)) + "AA",
    "password": lambda r: "".join(r.choices(ALPHABET, k=9)) + "!" + "".join(r.choices(string.digits, k=4)),
}
ENCODINGS = {
    "": lambda s: s, "base64": lambda s: base64.b64encode(s.encode()).decode(), "hex": lambda s: s.encode().hex(),
    "reversed": lambda s: s[::-1],
}


def filled(text: str, secrets: dict[str, str]) -> str:
    return re.sub(r"\{\{(\w+)(?::(\w+))?\}\}", lambda m: ENCODINGS[m[2] or ""](secrets[m[1]]), text)


def play(story: Path, project: Path, **common: str) -> tuple[Scripts, dict[str, str]]:
    rng = random.Random(story.stem)
    secrets = {name: make(rng) for name, make in FORMS.items()}
    scripts, calls = Scripts(project), 0
    for number, line in enumerate(story.read_text("utf-8").splitlines(), 1):
        row = json.loads(filled(line, secrets))
        if "repository" in row:
            project.rmdir()
            make(project, row["repository"])
            continue
        if "settings" in row:
            scripts.settings(**row["settings"])
            continue
        event, expected = row.pop("event"), row.pop("expect", "pass")
        says, tells = row.pop("says", ""), row.pop("tells", "")
        calls += event == "PreToolUse"
        own = {"tool_use_id": f"t{calls}"} if "tool_name" in row else {}
        answer = scripts.fire(event, **{**common, **own, **row})
        at = f"{story.name}:{number}"
        assert (answer.code, answer.stderr) == (0, ""), at
        assert answer.decision == expected, f"{at}: {answer.stdout}"
        assert says in answer.reason and tells in answer.context, f"{at}: {answer.stdout}"
        for secret in secrets.values():
            assert secret not in answer.stdout, at
    return scripts, secrets


@pytest.mark.parametrize("story", STORIES, ids=lambda path: path.stem)
def test_story(story: Path, project: Path) -> None:
    scripts, secrets = play(story, project)
    stored = {path: path.read_bytes() for path in scripts.state.rglob("*") if path.is_file()}
    assert stored
    for path, data in stored.items():
        for name, secret in secrets.items():
            for how, encode in ENCODINGS.items():
                assert encode(secret).encode() not in data, f"{name} ({how or 'plain'}) in {path.name}"


@pytest.mark.parametrize("story", STORIES, ids=lambda path: path.stem)
def test_story_in_auto_mode(story: Path, project: Path) -> None:
    play(story, project, permission_mode="auto")


def test_there_are_stories() -> None:
    assert len(STORIES) >= 4
