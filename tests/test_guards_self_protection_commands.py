"""Single words of commands; whole calls stand in cases/self_protection.jsonl."""
from __future__ import annotations

import doctest

import guards.self_protection
from guards import Event, Settings
from guards._call import read
from guards.self_protection import commands
from guards.self_protection.commands import literals, of_command


def test_the_examples_run() -> None:
    assert doctest.testmod(commands).failed == 0
    assert doctest.testmod(guards.self_protection).failed == 0


def test_nothing_of_ours() -> None:
    event = Event("PreToolUse", "s", tool="Bash", input={"command": "ls"}, cwd="/p")
    assert of_command(read(event, Settings()), "/p").effect == 0


def test_literals() -> None:
    assert literals("f('a', 'b')") == ["a", "b"]
    assert literals("'a' + 'b' + \"c\"") == ["abc"]
    assert literals("it's") == []
    assert len(literals("'x'," * 500)) == 100
