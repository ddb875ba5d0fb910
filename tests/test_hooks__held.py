"""hooks/_held.py and what self_protection makes of it: whether git takes the hooks away, in real repositories."""
from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from guards import Event, Session
from hooks import _held
from hooks._install import parts
from hooks._install.places import Place
from hooks._stores.world import World
from tests.hookclient import ROOT
from tests.scripts import Scripts

GIT = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]
SETTINGS, HOOK, RUN = ".claude/settings.json", *_held.PARTS
REGISTRY = json.loads((ROOT / "hook_registry.json").read_text())


def git(folder: Path, *words: str) -> str:
    return subprocess.run([*GIT, *words], cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def plain(project: Path) -> Path:
    """A repository with a commit, in which we are not committed yet; the settings file was there before us."""
    (project / "src").mkdir()
    (project / "src/app.py").write_text("1\n")
    git(project, "init", "-q")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "start")
    place = Place("project", str(project), {"HOME": "/h"})
    hooks = {event: [group] for event, group in parts.groups(REGISTRY, place, False).items()}
    for name, text in ((SETTINGS, json.dumps({"hooks": hooks})), (HOOK, "x"), (RUN, "x"), (".autoskillit/.gitignore", "temp/\n")):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text)
    return project


@pytest.fixture
def committed(plain: Path) -> Path:
    """The same, with us in a second commit; `bare` is a branch without us, `held` one with us."""
    git(plain, "branch", "bare")
    git(plain, "add", "-A")
    git(plain, "commit", "-qm", "guards")
    git(plain, "branch", "held")
    (plain / "src/app.py").write_text("2\n")
    return plain


@pytest.fixture
def before_us(project: Path) -> Path:
    """A repository that held a settings file of its own before us; ours stands in it, not committed."""
    (project / ".claude").mkdir()
    (project / SETTINGS).write_text("{}")
    git(project, "init", "-q")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "start")
    place = Place("local", str(project), {"HOME": "/h"})
    hooks = {event: [group] for event, group in parts.groups(REGISTRY, place, False).items()}
    (project / SETTINGS).write_text(json.dumps({"hooks": hooks}))
    (project / ".git/info/exclude").write_text(".autoskillit\n")
    for name in (HOOK, RUN):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text("x")
    return project


def said(project: Path, command: str) -> str:
    answer = Scripts(project).fire("PreToolUse", tool_name="Bash", tool_input={"command": command}, tool_use_id="t")
    return answer.reason if "self_protection" in answer.reason else ""


def test_what_git_holds_of_a_working_tree(plain: Path, committed: Path) -> None:
    world, event = World(str(plain), {}), Event("PreToolUse", "s")
    for which, told in ((f":{plain}", {SETTINGS: "tracked", HOOK: "tracked", RUN: "tracked"}), (f"bare:{plain}/src", {}),
                        (f"held:{plain}", {SETTINGS: True, HOOK: True, RUN: True}),
                        (f"@index:{plain}", {SETTINGS: True, HOOK: True, RUN: True})):
        assert _held.provide(world, event, Session("s", {}), which) == told
    for which in (f"none:{plain}", f"--all:{plain}", ":/", "HEAD:/tmp"):
        with pytest.raises(FileNotFoundError):
            _held.provide(world, event, Session("s", {}), which)


def test_what_is_not_committed(plain: Path) -> None:
    world, event = World(str(plain), {}), Event("PreToolUse", "s")
    assert _held.provide(world, event, Session("s", {}), f":{plain}") == {SETTINGS: "beneath", HOOK: "beneath", RUN: "beneath"}
    (plain / ".git/info/exclude").write_text("/.autoskillit/\n")
    assert _held.provide(world, event, Session("s", {}), f":{plain}") == {SETTINGS: "beneath", HOOK: "ignored", RUN: "ignored"}


SILENT_LOOSE = ["git stash", "git stash push -u -- src", "git stash -u src/app.py", "git stash list", "git clean -fd src/",
                "git clean -nd", "git clean -fd -e .autoskillit -e .claude", "git add -A && git commit -m x && git stash -u",
                "git stash -u && git pull --rebase && git stash pop", "git add src && git stash", "git checkout -b x",
                "git checkout -b x && git add -A && git commit -m y", "git add -A && git checkout -b x", "git reset --hard",
                "cd /tmp && git clean -fd", "git clean -f", "git switch -c y", "git checkout -- src/app.py"]
ASK_LOOSE = ["git stash -u", "git stash --include-untracked -m wip", "git clean -fd", "git clean -f -d .", "git add -A && git stash",
             "git add . && git reset --hard", "git clean -fd .claude", "git stash push -u -- .autoskillit",
             "git checkout -b x && git add -A && git commit -m y && git checkout -",
             "git switch -c x && git add . && git commit -qm y && git checkout main", "git -C . stash -u",
             "git stash -u && git stash drop", "git add -A && git checkout -f main"]


@pytest.mark.parametrize("command", SILENT_LOOSE)
def test_before_a_commit_these_leave_us(plain: Path, command: str) -> None:
    assert said(plain, command) == ""


@pytest.mark.parametrize("command", ASK_LOOSE)
def test_before_a_commit_these_take_us(plain: Path, command: str) -> None:
    assert said(plain, command)


SILENT_COMMITTED = ["git stash", "git stash -u", "git clean -fd", "git checkout held", "git switch held", "git reset --hard",
                    "git checkout -b y", "git switch --detach HEAD", "git rebase bare", "git merge held", "git pull",
                    "git merge bare", "git sparse-checkout set src .autoskillit .claude", "git sparse-checkout list",
                    "git sparse-checkout set --no-cone '/*' '!docs'", "git checkout bare -- src", "git checkout src/app.py",
                    "git checkout bare && git log && git checkout -", "git restore --source=bare src", "git sparse-checkout disable",
                    "git cherry-pick held", "git diff bare", "git log bare", "git checkout nosuch",
                    "git reset HEAD~1", "git restore --staged .", "git branch x bare", "git revert HEAD"]
ASK_COMMITTED = ["git sparse-checkout set src", "git sparse-checkout init --cone", "git checkout bare", "git switch bare",
                 "git checkout HEAD~1", "git reset --hard HEAD~1", "git read-tree -mu bare", "git read-tree -u --reset bare",
                 "git restore --source=bare .", "git switch --orphan new", "git checkout -f bare",
                 "git rm -r .autoskillit", "git rm -rf .", "git checkout -q --detach bare", "git switch -C y bare",
                 "git sparse-checkout set --no-cone src", "git fetch && git checkout bare && git pull"]


@pytest.mark.parametrize("command", SILENT_COMMITTED)
def test_committed_these_leave_us(committed: Path, command: str) -> None:
    assert said(committed, command) == ""


@pytest.mark.parametrize("command", ASK_COMMITTED)
def test_committed_these_take_us(committed: Path, command: str) -> None:
    assert said(committed, command)


@pytest.mark.parametrize(("command", "asked"), [
    ("git stash", True), ("git reset --hard", True), ("git checkout .", True), ("git restore .", True), ("git stash -- src", False),
    ("git stash -u", True), ("git clean -fd", False), ("git checkout -b x", False), ("git commit -am x && git stash", False)])
def test_a_settings_file_that_was_there_before_us_is_put_back_without_us(before_us: Path, command: str, asked: bool) -> None:
    assert bool(said(before_us, command)) is asked
