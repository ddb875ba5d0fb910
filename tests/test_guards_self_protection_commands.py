"""Single words of commands; whole calls stand in cases/self_protection.jsonl."""
from __future__ import annotations

import doctest

import pytest

import guards.self_protection
from guards import Event, Facts, Session, Settings
from guards._call import read
from guards.self_protection import commands, judge
from guards.self_protection.commands import of_command


def test_the_examples_run() -> None:
    assert doctest.testmod(commands).failed == 0
    assert doctest.testmod(guards.self_protection).failed == 0


def test_nothing_of_ours() -> None:
    event = Event("PreToolUse", "s", tool="Bash", input={"command": "ls"}, cwd="/p")
    assert of_command(read(event, Settings()), ("/p",), Facts()).effect == 0


@pytest.mark.parametrize(("command", "said"), [
    ("sed -i s/enforce/watch/ .autoskillit/guards.json", "this command turns every guard off (.autoskillit/guards.json)"),
    ("sed -i -e 's|\"enforce\"|\"watch\"|g' .autoskillit/guards.json", "this command turns every guard off"),
    ("echo '{\"guards\": {\"loss\": \"off\"}}' > .autoskillit/guards.json", "this command turns loss off"),
    ("cat > .autoskillit/guards.json <<'E'\n{\"trusted_destinations\": [\"*\"]}\nE", "this command trusts *"),
    ("sed -i s/a/b/ .autoskillit/guards.json", "would change the guards' settings"),
    ("jq .x a > .autoskillit/guards.json", "would change the guards' settings"),
])
def test_the_question_says_what_becomes_of_the_settings(command: str, said: str) -> None:
    event = Event("PreToolUse", "s", tool="Bash", input={"command": command}, cwd="/p", project="/p",
                  facts=Facts(found={("file", "/p/.autoskillit/guards.json"): '{"mode": "enforce"}'}))
    assert said in judge(event, Session("s"), Settings()).reason


VENDORED, SHARED = ("/p",), ("/p", "/home/ann/.local/share/autoskillit-guards")


@pytest.mark.parametrize(("command", "home", "asks"), [
    ("find . -name '*.py' -exec sed -i s/a/b/ {} +", SHARED, False),
    ("find . -name '*.py' | xargs sed -i s/a/b/", SHARED, False),
    ("find . -name '*.json' -exec sed -i s/a/b/ {} +", VENDORED, True),
    ("find . -name '*.json' -delete", SHARED, True),
    ("chmod 755 ~/.local/share/other", SHARED, False),
    ("chmod 000 ~/.local/share/autoskillit-guards", SHARED, True),
    ("ln -sfn /bin/true ~/.local/share/autoskillit-guards/local/python", SHARED, True),
    ("ln -sfn /bin/true ~/.local/share/autoskillit-guards/local/python", ("/p", "/data/ann/.local/share/autoskillit-guards"), True),
    ("mv ~/.local/share ~/x", SHARED, True),
])
def test_where_the_code_lies_decides_what_a_command_meets(command: str, home: tuple[str, str], asks: bool) -> None:
    event = Event("PreToolUse", "s", tool="Bash", input={"command": command}, cwd="/p")
    assert bool(of_command(read(event, Settings()), home, Facts()).effect) == asks
