"""Which files lie nowhere else; the table of situations is tests/cases/loss.jsonl."""
from __future__ import annotations

import glob
import os
from pathlib import Path

import pytest

from hooks._unsaved.files import braces, globbed
from hooks._unsaved.found import FAR, Stake
from tests.repositories import asked, git, make, put


def test_patterns_as_the_shell_fills_them_in(tmp_path: Path) -> None:
    put(tmp_path, {"a.md": "1", "b.md": "1", ".c.md": "1", "[x].md": "1"})
    stake = Stake()
    assert len(globbed(f"{tmp_path}/*.md", stake)) == 3 and globbed(f"{tmp_path}/none*", stake) == []
    assert globbed(f"{tmp_path}/[x].md", stake) == [f"{tmp_path}/[x].md"] and globbed("", stake) == []
    assert braces("${A,B}") == ["${A,B}"]


@pytest.mark.parametrize("pattern", ["*", "**", "**/*.md", "a/**/c.md", "*/b/*", "**/b/**", "a*/", "[ab]/?.md", ".*", "**/.d/*", "a/*/c.md"])
def test_a_pattern_stands_for_what_the_shell_fills_in(tmp_path: Path, pattern: str) -> None:
    put(tmp_path, {"a/1.md": "1", "a/b/c.md": "1", "a/b/.d/e.md": "1", "b/2.md": "1", ".f/g.md": "1", "h.txt": "1"})
    os.symlink("a", tmp_path / "link")
    stake = Stake()
    found = {path.rstrip("/") for path in globbed(f"{tmp_path}/{pattern}", stake)}
    told = {path.rstrip("/") for path in glob.glob(f"{tmp_path}/{pattern}", recursive=True)}
    assert found == {path for path in told if "**" not in pattern or not path.startswith(f"{tmp_path}/link/")} and not stake


def test_a_pattern_over_the_whole_machine_is_not_walked_to_its_end(tmp_path: Path) -> None:
    """The client lets a call run whose hook is late: `find / -name zz -exec rm {} +; curl ...`."""
    stake = Stake()
    assert globbed(f"{tmp_path}/**/zz9", stake, 0.0) == [] and stake.unsure == FAR and stake


def test_a_link_an_empty_file_and_a_pipe_are_nothing_to_lose(project: Path) -> None:
    make(project, "work")
    os.symlink("notes.md", project / "link.md")
    (project / "empty.md").touch()
    os.mkfifo(project / "pipe")
    assert asked(project, "rm link.md empty.md pipe")[0] == "pass"
    assert asked(project, "echo x > link.md")[0] == "ask"


def test_a_repository_within_the_repository(project: Path) -> None:
    make(project, "clean")
    make(project / "sub", "branches")
    effect, reason = asked(project, "rm -rf sub")
    assert effect == "ask" and "commit" in reason


def test_a_work_tree_that_is_removed_by_force(project: Path) -> None:
    make(project, "clean")
    git(project, "worktree", "add", "-q", "-b", "side", str(project.parent / "side"))
    assert asked(project, "git worktree remove --force ../side")[0] == "pass"
    put(project.parent / "side", {"idea.md": "x\n"})
    effect, reason = asked(project, "git worktree remove --force ../side")
    assert effect == "ask" and "idea.md" in reason


def test_a_repository_cannot_make_the_look_run_anything(project: Path) -> None:
    make(project, "work")
    bait = project.parent / "bait"
    for key in ("core.fsmonitor", "diff.external", "core.sshCommand", "core.pager"):
        git(project, "config", key, f"touch {bait}")
    git(project, "config", "filter.x.clean", f"touch {bait}; cat")
    put(project, {".gitattributes": "* filter=x\n"})
    assert asked(project, "git reset --hard")[0] == "ask" and asked(project, "git clean -fd")[0] == "ask"
    assert not bait.exists() and not (project / ".git/index.lock").exists()


def test_of_an_ignored_folder_only_what_is_named(project: Path) -> None:
    make(project, "clean")
    put(project, {".gitignore": "data/\n", "data/old/a.csv": "1", "data/new/b.csv": "2", "data/c.csv": "3"})
    _, reason = asked(project, "rm -r data/old")
    assert "1 file" in reason and "data/old/a.csv" in reason and "b.csv" not in reason
    _, reason = asked(project, "rm data/c.csv")
    assert "1 file" in reason and "data/c.csv" in reason
