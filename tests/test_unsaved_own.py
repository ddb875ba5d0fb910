"""What the session itself made is nobody's lost work."""
from __future__ import annotations

import time
from pathlib import Path

import pytest

from hooks._stores.world import World
from hooks._unsaved import own
from tests.repositories import make, put
from tests.scripts import Scripts


@pytest.mark.parametrize("state", ["work", "plain"])
def test_a_session_may_throw_away_what_it_made(project: Path, state: str) -> None:
    make(project, state)
    scripts = Scripts(project)
    scripts.fire("SessionStart", source="startup")

    def during(files: dict[str, str]) -> None:
        common = {"tool_name": "Bash", "tool_input": {"command": "python3 gen.py"}, "tool_use_id": f"g{time.time()}"}
        scripts.fire("PreToolUse", **common)
        put(project, files)
        scripts.fire("PostToolUse", **common, tool_response={"stdout": ""})

    during({"made.csv": "1\n", "file.txt": "changed\n", "scratch/made.txt": "1\n"})
    for command in ("rm made.csv", "rm -rf scratch/made.txt", "echo x > made.csv",
                    *(["git checkout -- file.txt"] if state == "work" else [])):
        assert scripts.call("Bash", {"command": command}).decision == "pass", command
    time.sleep(4 * own.SLACK)       # later than the last call, by more than two clocks differ
    put(project, {"meanwhile.md": "the person's\n"})
    time.sleep(4 * own.SLACK)
    assert scripts.call("Bash", {"command": "rm meanwhile.md"}).decision == "ask"
    assert scripts.call("Bash", {"command": "rm notes.md"}).decision == "ask"
    during({"notes.md": "changed by the session\n"})
    assert scripts.call("Bash", {"command": "rm notes.md"}).decision == "ask", "it was there before"


def test_the_start_is_remembered_once(project: Path) -> None:
    make(project, "work")
    world = World(str(project), {})
    own.remember(world, "s")
    before = own.uncommitted(world, "s")
    assert before
    put(project, {"later.md": "x"})
    own.remember(world, "s")
    assert own.uncommitted(world, "s") == before
    assert "notes" not in Path(own.file_of(world, "s")).read_text()


def test_a_record_that_nobody_can_read_is_none(project: Path) -> None:
    world = World(str(project), {})
    assert own.uncommitted(world, "s") is None and own.intervals(world, "s", set()) == []
    Path(own.file_of(world, "s")).write_text("{torn")
    assert own.uncommitted(world, "s") is None


def test_entries_of_git_status() -> None:
    text = "1 M. N... 100644 100644 100644 a b src/a b.py\0? new\0! dir/\0u UU N... 1 2 3 4 a b c both\0"
    assert own.entries(text) == [("M.", "src/a b.py"), ("??", "new"), ("!!", "dir/"), ("uu", "both")]
    assert own.entries("1 M.\0? \0\0x") == []
