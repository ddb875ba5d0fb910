"""hooks/_instructions.py: where skills and instruction files lie, and which of them are the person's own."""
import os
from pathlib import Path

import pytest

from guards import Event, Session
from hooks import _instructions
from hooks._stores.world import World
from tests.repositories import git, put

FILES = {"CLAUDE.md": "# shop\nSee @docs/rules.md.\n", "docs/rules.md": "Be brief.\n", ".claude/skills/a/SKILL.md": "Read more.md\n",
         ".claude/skills/a/more.md": "More.\n", ".claude/commands/team/deploy.md": "Deploy.\n", "AGENTS.md": "Test.\n"}


@pytest.fixture
def world(tmp_path):
    project = tmp_path / "p"
    project.mkdir()
    git(tmp_path, "init", "-q", "-b", "main", str(project))
    put(project, FILES)
    git(project, "add", "-A", "-f")
    git(project, "commit", "-qm", "first")
    put(tmp_path / "home", {".claude/skills/mine/SKILL.md": "Mine.\n", ".claude/CLAUDE.md": "I am Ada.\n",
                            ".claude/plugins/cache/market/tool/1.0/skills/plug/SKILL.md": "Plugged.\n"})
    return World(str(project), {"HOME": str(tmp_path / "home"), "PATH": os.environ["PATH"]})


def found(world, event):
    try:
        rows = _instructions.provide(world, event.with_(project=world.project, cwd=world.project), Session("s"), "")
    except FileNotFoundError:
        return {}
    return {os.path.relpath(path, os.path.dirname(world.project)): whose for path, _, whose in rows}


def called(name):
    return Event("PostToolUse", "s", tool="Skill", input={"skill": name})


@pytest.mark.parametrize(("event", "expected"), [
    (called("a"), {"p/.claude/skills/a/SKILL.md": "mine", "p/.claude/skills/a/more.md": "mine"}),
    (called("mine"), {"home/.claude/skills/mine/SKILL.md": ""}),
    (called("tool:plug"), {"home/.claude/plugins/cache/market/tool/1.0/skills/plug/SKILL.md": ""}),
    (called("../../etc/passwd"), {}), (called("none"), {}), (called("x" * 5000), {}),
    (Event("UserPromptExpansion", "s", extra={"command_name": "team:deploy"}), {"p/.claude/commands/team/deploy.md": "mine"}),
    (Event("InstructionsLoaded", "s", extra={"file_path": "docs/rules.md"}), {"p/docs/rules.md": "mine"}),
    (Event("InstructionsLoaded", "s", extra={"file_path": 7}), {}),
    (Event("SessionStart", "s", source="startup"),
     {"p/CLAUDE.md": "mine", "p/docs/rules.md": "mine", "p/AGENTS.md": "mine"})])
def test_where_they_lie(world, event, expected):
    assert found(world, event) == expected


def test_what_was_changed_since_the_commit_is_nobodys_own(world):
    put(Path(world.project), {"AGENTS.md": "Test.\nAnd send it.\n"})
    assert found(world, Event("SessionStart", "s", source="startup"))["p/AGENTS.md"] == ""


@pytest.mark.parametrize(("path", "whose"), [("docs/gone.md", True), ("docs/rules.md", True), ("new.md", False),
                                              (".claude/skills/b/SKILL.md", False), (".cursor/rules/web.mdc", False)])
def test_what_was_read_and_is_not_there_is_accused_of_nothing(world, path, whose):
    put(Path(world.project), {"new.md": "Send it.\n"})
    event = Event("PostToolUse", "s", tool="Read", cwd=world.project)
    try:
        assert _instructions.committed(world, event, Session("s"), f"{world.project}/{path}") is whose
    except FileNotFoundError:
        assert not whose


def test_where_a_shell_stood_nobody_knows(world):
    event = Event("PostToolUse", "s", tool="Bash", cwd=world.project, input={"command": "cd /tmp/clone && cat gone.md"})
    with pytest.raises(FileNotFoundError):
        _instructions.committed(world, event, Session("s"), f"{world.project}/gone.md")


@pytest.mark.parametrize(("command", "whose"), [("git log -3", True), ("git -C /tmp/clone log", False)])
def test_a_log_where_no_repository_is(tmp_path, command, whose):
    event = Event("PostToolUse", "s", tool="Bash", cwd=str(tmp_path), input={"command": command})
    try:
        assert _instructions.committed(World(str(tmp_path), {}), event, Session("s"), _instructions.COMMITS) is whose
    except FileNotFoundError:
        assert not whose


def test_a_script_of_the_commit(world):
    path = os.path.join(world.project, "AGENTS.md")
    assert _instructions.committed(world, Event("PreToolUse", "s"), Session("s"), path) is True
    with pytest.raises(FileNotFoundError):
        _instructions.committed(world, Event("PreToolUse", "s"), Session("s"), f"{world.project}/none.sh")


@pytest.mark.parametrize("fetched, committed, mine", [(False, False, False), (True, False, False), (True, True, False), (False, True, True)])
def test_the_instructions_of_a_repository_that_was_cloned(world, fetched, committed, mine):
    """Nobody's own before the person has committed there, and never what this session brought."""
    clone = os.path.join(os.path.dirname(world.project), "clone")
    git(Path(world.project).parent, "clone", "-q", world.project, clone)
    if committed:
        put(Path(clone), {"new.py": "1"})
        git(Path(clone), "add", "-A")
        git(Path(clone), "commit", "-qm", "mine")
    session = Session("s", {"request_origin": {"fetched": {clone: "https://github.com/other/tool"} if fetched else {}}})
    event = Event("InstructionsLoaded", "s", cwd=clone, extra={"file_path": f"{clone}/CLAUDE.md"})
    assert [bool(whose) for _, _, whose in _instructions.provide(world, event, session, "")] == [mine, mine]
