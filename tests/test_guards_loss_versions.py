"""What git commands destroy."""
from __future__ import annotations

import pytest

from guards._shell.reading import Ran
from guards.loss.versions import git


def found(command: str) -> list[tuple[str, str, tuple[str, ...]]]:
    words = command.split()
    return [(loss.kind, loss.flags, loss.names) for loss in git(Ran("git", words[1:], "/p", "", "git"))]


@pytest.mark.parametrize("command", [
    "git", "git status", "git commit --amend", "git rebase main", "git merge x", "git pull", "git stash", "git stash pop",
    "git reset", "git reset --soft HEAD~3", "git reset HEAD a", "git restore --staged .", "git checkout -b x", "git checkout -p",
    "git switch x", "git switch -c x", "git clean -n", "git clean -fn", "git clean -d", "git branch -d x", "git branch x",
    "git branch -D -r origin/x", "git push", "git push origin main", "git push --force --dry-run", "git push --tags",
    "git worktree remove x", "git rm a", "git rm -f --cached a", "git tag v1", "git gc", "git reset --hard --help"])
def test_what_git_itself_keeps(command: str) -> None:
    assert found(command) == []


@pytest.mark.parametrize(("command", "expected"), [
    ("git reset --hard", [("tree", "i", (":/",))]),
    ("git reset --hard HEAD~2", [("tree", "i", (":/",)), ("commits", "h", ("HEAD~2",))]),
    ("git reset --merge", [("tree", "s", (":/",))]),
    ("git checkout -- a b", [("tree", "", ("a", "b"))]),
    ("git checkout HEAD -- a", [("tree", "i", ("a",))]),
    ("git checkout x", [("tree", "?", ("x",))]),
    ("git restore -SW a", [("tree", "i", ("a",))]),
    ("git switch -f x", [("tree", "i", (":/",))]),
    ("git clean -xdf sub", [("clean", "dx", ("sub",))]),
    ("git clean -fd -e .env", [("clean", "d", (".", ":(exclude,glob)**/.env", ":(exclude,glob)**/.env/**"))]),
    ("git clean -fdx -e /a/ --exclude=*.log -e !b sub", [("clean", "dx", (
        "sub", ":(exclude,glob)**/a", ":(exclude,glob)**/a/**", ":(exclude,glob)**/*.log", ":(exclude,glob)**/*.log/**"))]),
    ("git stash drop stash@{2}", [("stash", "", ("stash@{2}",))]),
    ("git stash clear", [("stash", "a", ())]),
    ("git branch -D a b", [("commits", "d", ("a", "b"))]),
    ("git branch -f a main", [("commits", "b", ("a", "main"))]),
    ("git tag -d v1", [("commits", "t", ("v1",))]),
    ("git push -f", [("push", "f", ("",))]),
    ("git push origin +a b", [("push", "", ("origin", "+a", "b"))]),
    ("git push --delete origin a", [("push", "d", ("origin", "a"))]),
    ("git push --mirror x", [("push", "m", ("x",))]),
    ("git worktree remove -f ../x", [("worktree", "", ("../x",))]),
    ("git rm -rf a", [("tree", "i", ("a",))]),
    ("git reflog expire --expire=now --all", [("commits", "l", ())]),
    ("git gc --prune=now", [("commits", "l", ())]),
    ("git filter-repo --path x", [("commits", "r", ())]),
    ("git update-ref -d refs/heads/x", [("commits", "d", ("x",))])])
def test_what_is_looked_at(command: str, expected: list[tuple[str, str, tuple[str, ...]]]) -> None:
    assert found(command) == expected


def test_the_folder_is_the_one_that_git_is_told() -> None:
    assert git(Ran("git", ["-C", "sub", "reset", "--hard"], "/p", "", "git"))[0].cwd == "/p/sub"
    assert git(Ran("git", ["-c", "a=b", "-C", "/x", "clean", "-f"], "/p", "", "git"))[0].cwd == "/x"
