"""hooks/_git.py: whatever a repository's own settings name, nothing of it is started."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from hooks import _git


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", "-C", str(folder), "-c", "user.name=x", "-c", "user.email=x@x.example", *words], check=True,
                   capture_output=True)


def test_remotes_are_those_that_git_would_use(project: Path) -> None:
    assert _git.remotes(str(project)) == []
    git(project, "init", "-q")
    git(project, "remote", "add", "origin", "git@git.corp.example:team/app.git")
    git(project, "remote", "set-url", "--push", "origin", "https://git.corp.example/team/app")
    git(project, "commit", "-q", "--allow-empty", "-m", "x")
    git(project, "worktree", "add", "-q", str(project / "tree"))
    (project / "src").mkdir()
    both = ["git@git.corp.example:team/app.git", "https://git.corp.example/team/app"]
    assert _git.remotes(str(project / "src")) == both
    assert _git.remotes(str(project / "tree")) == both


@pytest.fixture
def trapped(project: Path, tmp_path: Path) -> Path:
    """A repository that starts a program which leaves a trace, wherever git would start one."""
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\necho $0 $* >>{tmp_path}/sprung\ncat\n")
    trap.chmod(0o755)
    git(project, "init", "-q")
    (project / "file").write_text("one\n")
    (project / ".gitattributes").write_text("* filter=x diff=x\n")
    git(project, "add", ".")
    git(project, "commit", "-qm", "x")
    hooks = project / ".git/hooks"
    for name in ("post-index-change", "fsmonitor-watchman", "post-checkout", "pre-commit"):
        (hooks / name).write_text(trap.read_text())
        (hooks / name).chmod(0o755)
    for key in ("core.fsmonitor", "diff.external", "filter.x.clean", "filter.x.smudge", "filter.x.process",
                "diff.x.command", "core.pager", "core.sshCommand", "credential.helper", "core.askPass"):
        git(project, "config", key, str(trap))
    (project / "file").write_text("two\n")
    return project


def test_the_trap_bites_where_git_is_asked_as_anybody_would(trapped: Path, tmp_path: Path) -> None:
    subprocess.run(["git", "-C", str(trapped), "status", "--porcelain"], capture_output=True, check=False, timeout=60)
    assert (tmp_path / "sprung").exists()


@pytest.mark.parametrize("arguments", [
    ("status", "--porcelain", "--", "file"), ("rev-parse", "HEAD"), ("check-ignore", "-q", "file"),
    ("diff", "--no-ext-diff", "--stat"), ("log", "-1", "--format=%H")])
def test_nothing_that_a_repository_names_is_started(trapped: Path, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert _git.run(str(trapped), *arguments, seconds=30) is not None
    assert not (tmp_path / "sprung").exists()


def test_what_git_says(trapped: Path) -> None:
    assert _git.run(str(trapped), "status", "--porcelain", "--", "file", seconds=30) == (0, " M file\n")
    assert _git.run(str(trapped), "check-ignore", "-q", "file", seconds=30) == (1, "")


def test_no_repository_no_git_and_no_time_are_no_answer(project: Path) -> None:
    outside = _git.run(str(project), "rev-parse", "--show-toplevel", seconds=30)
    assert outside is not None and outside[0] == 128
    os.mkfifo(project / "never-written")
    assert _git.run(str(project), "hash-object", "--no-filters", "never-written", seconds=0.1) is None
    assert _git.run("a\0b", "status", seconds=30) is None


def test_a_git_that_was_not_let_run_is_waited_for_a_while(project: Path) -> None:
    os.mkfifo(project / "late")
    writer = subprocess.Popen(["sh", "-c", "sleep 0.6; echo x > late"], cwd=project)
    said = _git.run(str(project), "hash-object", "--no-filters", "late", seconds=0.4)
    assert writer.wait() == 0 and said is not None and said[0] == 0


def test_nobody_s_git_variables_are_handed_on() -> None:
    given = {"PATH": "/bin", "HOME": "/h", "GIT_DIR": "/x", "GIT_EXTERNAL_DIFF": "/x", "LD_PRELOAD": "/x"}
    assert set(_git.environment(given)) == {
        "PATH", "HOME", "LC_ALL", "GIT_TERMINAL_PROMPT", "GIT_OPTIONAL_LOCKS", "GIT_NO_LAZY_FETCH"}
