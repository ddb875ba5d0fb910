"""What is copied before a call destroys it, and brought back."""
from __future__ import annotations

from pathlib import Path

import pytest

from hooks._stake import rescue
from hooks._world import World
from tests.repositories import git, make, put
from tests.scripts import Scripts


@pytest.mark.parametrize(("command", "lost"), [
    ("git clean -fd", "scratch/idea.txt"), ("rm notes.md", "notes.md"), ("git reset --hard", "src/app.py"), ("> .env", ".env")])
def test_the_call_passes_and_the_work_comes_back(project: Path, command: str, lost: str) -> None:
    make(project, "work")
    before = (project / lost).read_bytes()
    scripts = Scripts(project)
    scripts.settings(loss={"backup": True})
    answer = scripts.call("Bash", {"command": command})
    assert answer.decision == "pass" and "guardctl rescue" in answer.message
    (project / lost).unlink()
    world = World(str(project), {})
    [row] = rescue.listed(world)
    assert rescue.restore(world, row, False)[1] == [path for path, _ in row["files"] if not path.endswith(lost)]
    assert (project / lost).read_bytes() == before


def test_commits_and_stashes_stay_in_their_repository(project: Path) -> None:
    make(project, "branches")
    scripts = Scripts(project)
    scripts.settings(loss={"backup": True})
    for command in ("git branch -D alone", "git stash clear"):
        assert scripts.call("Bash", {"command": command}).decision == "pass", command
    tips = git(project, "for-each-ref", "--format=%(objectname)", "refs/rescue").split()
    assert git(project, "rev-parse", "alone").strip() in tips and git(project, "rev-parse", "stash").strip() in tips


def test_what_cannot_be_copied_is_asked_about(project: Path) -> None:
    make(project, "work")
    put(project, {f"many/{n}.txt": "x" for n in range(rescue.FILES + 1)})
    scripts = Scripts(project)
    scripts.settings(loss={"backup": True})
    assert scripts.call("Bash", {"command": "rm -rf many"}).decision == "ask"
    assert scripts.call("Bash", {"command": "terraform destroy"}).decision == "ask"


def test_a_manifest_that_nobody_can_read_is_left_out(project: Path) -> None:
    world = World(str(project), {})
    assert rescue.listed(world) == []
    put(Path(world.state), {"rescue/x/manifest.json": "{torn", "rescue/y/manifest.json": '{"id": "z"}'})
    assert rescue.listed(world) == []
