"""A command that a person typed, whole."""
import doctest

import pytest

from guards._intent import typed
from guards._intent.intents import intents


def test_examples() -> None:
    assert doctest.testmod(typed).failed == 0


@pytest.mark.parametrize(("text", "command"), [
    ("git push -f", "git push -f"), ("pls git restore .", "git restore ."), ("reset --hard", "git reset --hard"),
    ("can you run git checkout auth.py?", "git checkout auth.py"), ("checkout auth.py again", "git checkout auth.py"),
    ("now do: git clean -fd build", "git clean -fd build"), ("please do this: docker system prune -af", "docker system prune -af"), ("commit and git push -f", "git push -f"),
    ("terraform -chdir=envs/preview destroy", "terraform -chdir=envs/preview destroy")])
def test_what_is_ordered(text: str, command: str) -> None:
    assert [one.names for one in intents(text) if "said" in one.kinds] == [[command]]


@pytest.mark.parametrize("text", [
    "the last agent ran git reset --hard and lost my work", "never run git reset --hard", "what does git reset --hard do?",
    "explain what git reset --hard does", "git reset --hard was run", "did it run git reset --hard?", "can i run git reset --hard safely?",
    "tell bo to run git reset --hard", "write a hook: run git checkout . before each build", "usage: git restore .",
    "`git clean -fd` in the Makefile is wrong", "git checkout . again?", "never do this:\ngit checkout ."])
def test_what_is_told(text: str) -> None:
    assert not any(one.names for one in intents(text) if "said" in one.kinds)


@pytest.mark.parametrize("text", [
    "git checkout . failed in CI, fix it", "git checkout . # NO", "please stop; git checkout . is not ok",
    "git reset --hard in the clone /tmp/other please"])
def test_what_is_told_is_no_command_of_its_own(text: str) -> None:
    assert not {"git checkout .", "git reset --hard"}.intersection(name for one in intents(text) for name in one.names)
