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
    ("git switch dev && git reset --hard main~1", ("-HEAD", "=HEAD dev", "-dev")),
    ("git tag t HEAD~3 && git reset --hard t", ("=t HEAD~3",)),
    ("git branch w wip && git branch -D wip w", ("=w wip",)),
    ("git branch x; git reset --hard main", ()),
    ("git switch dev; git branch x && git reset --hard main", ("-HEAD",)),
    ("git rebase main && git branch x && git reset --hard main", ("-HEAD",)),
    ("git push origin :x && git branch -D x", ()),
    ("cd /q && git branch x && cd /p && git reset --hard main", ()),
    ("git branch k wip && git branch -m k j && git branch -D wip j", ("-k", "=j wip")),
    ("git merge --squash wip && git reset && git add a && git commit -m x && git branch -D wip", ()),
    ("git merge --squash wip && git add a && git commit -m x && git branch -D wip", ("+wip",)),
    ("git push origin wip && git remote rm origin && git branch -D wip", ("-HEAD",)),
])
def test_what_a_line_says_of_the_refs(command: str, expected: tuple[str, ...]) -> None:
    assert told(command)[-1] == expected


@pytest.mark.parametrize(("behind", "expected"), [
    ("", ("+wip",)),
    ("&& git push && git tag v1", ("+wip",)),
    ("&& git push origin --delete wip", ("+wip",)),
    ("&& git tag -d k", ()),
    ("; git tag --delete k", ()),
    ("&& git tag -f k main", ()),
    ("&& git update-ref -d refs/tags/k", ()),
    ("; git tag | xargs git tag -d", ()),
])
def test_a_ref_that_goes_behind_the_loss_holds_nothing(behind: str, expected: tuple[str, ...]) -> None:
    assert told(f"git tag k wip && git branch -D wip {behind}")[0] == expected


@pytest.mark.parametrize(("command", "holds"), [
    ("git push origin wip && git branch -D wip && git push origin :wip", False),
    ("git push origin wip && git branch -D wip && git push origin --delete wip", False),
    ("git push origin wip && git branch -D wip && git push -f origin main:wip", False),
    ("git push origin wip && git branch -D wip && git push --mirror", False),
    ("git merge wip && git branch -D wip && git reset --hard ORIG_HEAD", False),
    ("git merge wip && git branch -D wip && git reset --hard HEAD~1", False),
    ("git merge --squash wip && git branch -D wip && git reset --hard", False),
    ("git merge --squash wip && git commit -m x && git branch -D wip", True),
    ("git push origin wip && git merge wip && git branch -D wip && git push origin --delete wip", True),
])
def test_what_was_merged_or_pushed_must_stay(command: str, holds: bool) -> None:
    assert ("+wip" in told(command)[0]) == holds
