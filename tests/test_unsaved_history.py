"""Commits that nothing else holds; the table of situations is tests/cases/loss.jsonl."""
from __future__ import annotations

from pathlib import Path

from hooks._unsaved.history import contained, stash_list
from tests.repositories import asked, commit, git, make, put


def test_work_that_was_merged_as_one_commit_is_held(project: Path) -> None:
    make(project, "branches")
    assert contained(str(project), "refs/heads/squashed", "refs/heads/main")
    assert not contained(str(project), "refs/heads/alone", "refs/heads/main")
    assert not contained(str(project), "refs/heads/alone", "refs/heads/none")


def test_a_stash_that_is_applied_holds_nothing(project: Path) -> None:
    make(project, "clean")
    assert stash_list(str(project)) == []
    put(project, {"src/app.py": "# mine\n"})
    git(project, "stash", "-q")
    assert asked(project, "git stash drop")[0] == "ask"
    git(project, "stash", "apply", "-q")
    assert asked(project, "git stash drop")[0] == "pass"


def test_a_rebased_branch_may_be_pushed_by_force(project: Path) -> None:
    make(project, "clean")
    git(project, "checkout", "-q", "-b", "topic")
    commit(project, "src/t.py", "# t\n", 5)
    git(project, "update-ref", "refs/remotes/origin/topic", "HEAD")
    git(project, "checkout", "-q", "main")
    commit(project, "file.txt", "b\n", 6)
    git(project, "rebase", "-q", "main", "topic")
    assert asked(project, "git push --force-with-lease origin topic")[0] == "pass"


def test_a_detached_head_is_no_fault(project: Path) -> None:
    make(project, "clean")
    git(project, "checkout", "-q", "--detach")
    commit(project, "file.txt", "b\n", 6)
    assert asked(project, "git reset --hard main")[0] == "ask"
    assert asked(project, "git push -f")[0] == "pass"
