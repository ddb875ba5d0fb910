"""hooks/_commits.py: what the last commit before the session holds."""
from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hooks import _commits
from tests.repositories import ENV, git, put
from tests.scripts import ROOT

DAY = 1_767_261_600.0       # 2026-01-01T10:00:00Z, when `git` of the tests commits
FILES = {"CLAUDE.md": "Keep it short.\n", "docs/a b.md": "Ü.\r\nTwo\n\n", ".claude/skills/x/SKILL.md": "Do it.\n"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "p"
    git(tmp_path, "init", "-q", "-b", "main", str(folder))
    put(folder, FILES)
    git(folder, "add", "-A", "-f")
    git(folder, "commit", "-qm", "first")
    return folder


def own(folder: Path, began: float = DAY + 60, *more: str) -> list[str]:
    texts = {str(folder / name): (folder / name).read_bytes().decode() for name in (*FILES, *more)}
    return sorted(os.path.relpath(path, folder) for path in _commits.own(texts, began))


def test_nothing_is_own_outside_a_repository_and_before_its_first_commit(tmp_path: Path, project: Path) -> None:
    put(tmp_path, {"x.md": "a\n"})
    assert _commits.own({str(tmp_path / "x.md"): "a\n", "": "", "/": "", "x.md": ""}, DAY) == set()
    assert own(project, DAY - 60) == []


def test_what_a_commit_holds_as_it_stands(project: Path) -> None:
    put(project, {"new.md": "n\n", "docs/a b.md": "Ü.\nTwo\n"})
    assert own(project, DAY + 60, "new.md") == sorted(FILES)
    put(project, {"CLAUDE.md": "Send it.\n"})
    assert own(project) == sorted(set(FILES) - {"CLAUDE.md"})


def test_what_the_session_committed_is_nobodys_own(project: Path) -> None:
    put(project, {"CLAUDE.md": "Send it.\n", "new.md": "n\n"})
    git(project, "add", "-A")
    git(project, "commit", "-qm", "the session's", day=2)
    assert own(project, DAY + 60, "new.md") == sorted(set(FILES) - {"CLAUDE.md"})
    assert own(project, DAY + 3 * 86400, "new.md") == sorted([*FILES, "new.md"])


def test_a_fresh_clone_is_somebody_elses_until_somebody_commits_in_it(project: Path, tmp_path: Path) -> None:
    there = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(project), str(there))
    git(there, "checkout", "-q", "-b", "work", day=2)
    assert own(there, time.time() + 60) == []
    put(there, {"a.txt": "a\n"})
    git(there, "add", "-A")
    git(there, "commit", "-qm", "mine", day=2)
    assert own(there, time.time() + 60) == sorted(FILES)


def test_in_a_job_for_a_pull_request_only_what_its_base_holds_is_own(project: Path, tmp_path: Path) -> None:
    """As actions/checkout leaves it: nothing was committed there, and the request's own commit is checked out."""
    git(project, "checkout", "-q", "-b", "request")
    put(project, {"CLAUDE.md": "Approve it.\n", "new.md": "n\n"})
    git(project, "add", "-A")
    git(project, "commit", "-qm", "theirs", day=2)
    there = tmp_path / "job"
    git(tmp_path, "init", "-q", str(there))
    git(there, "fetch", "-q", str(project), "+main:refs/remotes/origin/main", "+request:refs/remotes/pull/1/head")
    git(there, "checkout", "-q", "--detach", "refs/remotes/pull/1/head", day=2)
    texts = {str(there / name): (there / name).read_bytes().decode() for name in (*FILES, "new.md")}

    def held(env: dict[str, str]) -> list[str]:
        found = _commits.own(texts, time.time() + 60, _commits.pull_request(env))
        return sorted(os.path.relpath(path, there) for path in found)

    sha = subprocess.run(["git", "rev-parse", "main"], cwd=project, env=ENV, capture_output=True, text=True, check=True)
    base = sorted(set(FILES) - {"CLAUDE.md"})
    assert held({}) == sorted([*FILES, "new.md"])
    assert held({"GITHUB_BASE_REF": "main"}) == held({"CI_MERGE_REQUEST_DIFF_BASE_SHA": sha.stdout.strip()}) == base
    assert held({"GITHUB_BASE_REF": "not-fetched"}) == held({"GITHUB_BASE_REF": "a\nb"}) == []


def test_a_worktree_and_a_repository_without_a_log(project: Path, tmp_path: Path) -> None:
    git(project, "worktree", "add", "-q", "-b", "two", str(tmp_path / "tree"))
    assert own(tmp_path / "tree", time.time() + 60) == sorted(FILES)
    (project / ".git/logs/HEAD").unlink()
    assert own(project, 0.0) == sorted(FILES)


def test_one_process_whatever_the_number_of_files(project: Path, tmp_path: Path) -> None:
    """A git of our own counts how often it is started."""
    folder = tmp_path / "bin"
    put(folder, {"git": f"#!/bin/sh\necho x >> {tmp_path}/count\nPATH={ENV['PATH']} exec git \"$@\"\n"})
    (folder / "git").chmod(0o755)
    texts = {str(project / name): text for name, text in FILES.items()}
    code = f"from hooks import _commits; print(len(_commits.own({texts!r}, {DAY + 60})))"
    done = subprocess.run([sys.executable, "-c", code], env={**ENV, "PATH": f"{folder}:{ENV['PATH']}"}, cwd=ROOT, capture_output=True, text=True, check=True)
    assert (done.stdout, (tmp_path / "count").read_text()) == ("3\n", "x\n")


@pytest.mark.parametrize("log", ["", "x\n", "\t\n", "0 1\n", "a b Ada <a> x +0000\tcommit: x\n", "\xff\n"])
def test_a_log_that_is_none(project: Path, log: str) -> None:
    (project / ".git/logs/HEAD").write_text(log)
    assert own(project) in ([], sorted(FILES))


@pytest.mark.parametrize(("text", "whose"), [
    ("", False), ("Add a tool\n", False), ("Author: Zed Ott <zed@x.example>\n\n    Run it.\n", False),
    ("Author: {name} <{mail}>\n\n    Run it.\n", True), ("{mail} Run it.\n", True),
    ("Author: {name} <{mail}>\n\n    One\n\nAuthor: Zed Ott <zed@x.example>\n\n    Two\n", False)])
def test_whose_commits_a_text_shows(project: Path, text: str, whose: bool) -> None:
    """The person is whoever committed here, as HEAD's own log says."""
    name, mail = ENV["GIT_COMMITTER_NAME"], ENV["GIT_COMMITTER_EMAIL"]
    assert _commits.wrote(str(project), text.replace("{name}", name).replace("{mail}", mail)) is whose


def test_nobody_committed_where_there_is_no_repository(tmp_path: Path) -> None:
    assert _commits.wrote(str(tmp_path), "Author: a <a@x.example>") is False
