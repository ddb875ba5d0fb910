"""What refs of git stand where while one line runs."""
from __future__ import annotations

import pytest

from guards import Event, Settings
from guards._call import read
from guards.loss.destroys import losses


def told(command: str) -> list[tuple[str, ...]]:
    call = read(Event("PreToolUse", "s", tool="Bash", input={"command": command}, cwd="/p"), Settings())
    return [loss.only for loss in losses(call) if loss.kind == "commits"]


@pytest.mark.parametrize(("command", "expected"), [
    ("git reset --hard main", ()),
    ("git branch x && git reset --hard main", ("+HEAD",)),
    ("git branch x HEAD~2 && git reset --hard main", ("+HEAD~2",)),
    ("git tag a && git tag b dev && git reset --hard main", ("+HEAD", "+dev")),
    ("git push origin main:x && git reset --hard dev", ("+main",)),
    ("git merge wip && git branch -D wip", ("+wip",)),
    ("git switch dev && git reset --hard main~1", ("-HEAD", "-dev", "=HEAD dev")),
    ("git tag t HEAD~3 && git reset --hard t", ("+HEAD~3", "=t HEAD~3")),
    ("git branch w wip && git branch -D wip w", ("=w wip",)),
    ("git branch x; git reset --hard main", ()),
    ("git switch dev; git branch x && git reset --hard main", ("-HEAD",)),
    ("git rebase main && git branch x && git reset --hard main", ("-HEAD",)),
    ("git push origin :x && git branch -D x", ("-origin/x",)),
    ("cd /q && git branch x && cd /p && git reset --hard main", ()),
])
def test_what_a_line_says_of_the_refs(command: str, expected: tuple[str, ...]) -> None:
    assert told(command)[-1] == expected
