"""hooks/_facts.py: what guards asked for, and what they gave to keep."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from guards import Event, Session
from hooks import _facts
from hooks._stores.disk import Fault
from hooks._stores.world import World


@pytest.fixture
def world(project: Path) -> World:
    return World(str(project), {}, 0.0)


def event(world: World, session: str = "s") -> Event:
    return Event("PreToolUse", session, cwd=world.project, project=world.project)


def test_kept_rows_come_back_in_order_with_the_parents_before(world: World) -> None:
    _facts.write(world, event(world), "listed", [[1, "a"], {"n": 2}])
    with open(world.path("context", "s", ".listed.jsonl"), "a") as file:
        file.write('3\n"x"\n{"torn')
    assert _facts.look_up(world, event(world), Session("s"), ("stored", "listed")) == [[1, "a"], {"n": 2}]
    _facts.write(world, event(world), "seen", [{"n": 1}, {"n": 2}])
    _facts.write(world, event(world, "child"), "seen", [{"n": 3}])
    assert _facts.look_up(world, event(world), Session("s"), ("stored", "seen")) == [{"n": 1}, {"n": 2}]
    assert _facts.look_up(world, event(world, "child"), Session("child", {"shell": {"parents": ["s"]}}), ("stored", "seen")) == [
        {"n": 1}, {"n": 2}, {"n": 3}]
    assert _facts.look_up(world, event(world, "stranger"), Session("stranger"), ("stored", "seen")) == []


@pytest.mark.parametrize("name, limit", [("seen", 8), ("origin", 5)])
def test_a_kept_file_never_grows_beyond_its_limit(world: World, name: str, limit: int) -> None:
    row = {"x": "y" * 100_000}
    for n in range(100):
        _facts.write(world, event(world), name, [{**row, "n": n}])
    found = _facts.look_up(world, event(world), Session("s"), ("stored", name))
    assert found[-1]["n"] == 99
    assert os.stat(world.path("context", "s", f".{name}.jsonl")).st_size <= limit * 1024 * 1024


def test_an_unknown_fact_is_a_fault(world: World) -> None:
    with pytest.raises(Fault):
        _facts.look_up(world, event(world), Session("s"), ("weather", ""))


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", "-c", "user.name=D", "-c", "user.email=d@example.com", *words], cwd=folder, check=True,
                   capture_output=True)


def test_a_script_is_read_once_as_long_as_it_stays_the_same(world: World, project: Path) -> None:
    (project / "a.py").write_text("import os")
    stamp, text = _facts.look_up(world, event(world), Session("s"), ("script", "a.py"))
    assert text == "import os" and stamp.count(".") == 2
    known = Session("s", {"contamination": {"read": {"a.py": stamp}}})
    with pytest.raises(FileNotFoundError):
        _facts.look_up(world, event(world), known, ("script", "a.py"))
    (project / "a.py").write_text("import socket")
    assert _facts.look_up(world, event(world), known, ("script", "a.py"))[1] == "import socket"


def test_the_text_of_a_file_that_leaves(world: World, project: Path) -> None:
    (project / "f").write_text("hello")
    assert _facts.look_up(world, event(world), Session("s"), ("file", "/dev/null")) == ""
    os.mkfifo(project / "pipe")
    assert _facts.look_up(world, event(world), Session("s"), ("file", "f")) == "hello"
    for name in ("none", "pipe", "."):
        with pytest.raises((OSError, Fault)):
            _facts.look_up(world, event(world), Session("s"), ("file", name))
    assert _facts.look_up(world, event(world), Session("s"), ("exists", ".")) is True
    with pytest.raises(FileNotFoundError):
        _facts.look_up(world, event(world), Session("s"), ("exists", "none"))
