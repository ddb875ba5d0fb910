"""Whoever holds the lock, what is on disk is judged; the row waits, and is taken in by the next event that has it."""
from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hooks._stores import disk, late, ledger, sessions
from hooks._stores.world import World
from tests.scripts import Scripts

TOOLS = {"mcp__mail__search_email": {"internal_source": True}, "web_search": {"external": True}}
MAIL = ("mcp__mail__search_email", {"query": "x"}, [{"type": "text", "text": "Subject: the offer"}])
SEARCH = ("web_search", {"query": "x"})


@pytest.fixture
def scripts(project: Path) -> Scripts:
    """A session to which a tool is closed."""
    found = Scripts(project)
    found.settings(tools=TOOLS)
    found.call(*MAIL)
    assert found.call(*SEARCH).decision == "deny"
    return found


def place(scripts: Scripts) -> Path:
    return scripts.state / "context/s.lock"


def in_place(scripts: Scripts, make: Callable[[Path], object]) -> None:
    place(scripts).unlink()
    make(place(scripts))


def a_socket(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)
    try:
        socket.socket(socket.AF_UNIX).bind(path.name)
    finally:
        os.chdir(here)


INSTEAD: dict[str, Callable[[Path], object]] = {
    "folder": lambda p: p.mkdir(), "pipe": lambda p: os.mkfifo(p), "link": lambda p: p.symlink_to("/etc/hostname"),
    "dangling link": lambda p: p.symlink_to("nowhere"), "socket": a_socket,
    "device": lambda p: p.symlink_to("/dev/null"),
}


@pytest.mark.parametrize("what", INSTEAD)
def test_a_lock_that_is_another_thing_opens_nothing(scripts: Scripts, what: str) -> None:
    in_place(scripts, INSTEAD[what])
    answer = scripts.call(*SEARCH)
    assert (answer.code, answer.stderr, answer.decision) == (0, "", "deny")
    assert "lock cannot be had" in answer.message and "Traceback" not in answer.message


@pytest.fixture
def held(scripts: Scripts) -> Iterator[Scripts]:
    """Another process of the machine holds the session's lock for good."""
    with disk.Lock(str(place(scripts))):
        yield scripts


def test_a_held_lock_opens_nothing_and_loses_no_row(held: Scripts) -> None:
    before = held.rows()
    answer = held.call(*SEARCH)
    assert (answer.code, answer.stderr, answer.decision, answer.message) == (0, "", "deny", "")
    assert held.rows() == before
    rows = [json.loads(line) for line in (held.state / "context/s.late").read_text().splitlines()]
    assert [row["tool"] for row in rows] == ["web_search"]


def test_what_is_learned_beside_the_lock_counts_at_once(project: Path) -> None:
    scripts = Scripts(project)
    scripts.settings(tools=TOOLS)
    scripts.call("Bash", {"command": "ls"})
    with disk.Lock(str(place(scripts))):
        scripts.fire("PostToolUse", tool_name=MAIL[0], tool_input=MAIL[1], tool_response=MAIL[2], tool_use_id="m")
        assert scripts.call(*SEARCH).decision == "deny"
    assert scripts.call(*SEARCH).decision == "deny"
    rows = scripts.rows()
    assert [row["tool"] for row in rows] == ["Bash", MAIL[0], "web_search", "web_search"]
    assert [row.get("late") for row in rows] == [None, True, True, None]
    path = str(scripts.state / "context/s.jsonl")
    assert list(ledger.faults(disk.lines(path), disk.lines(sessions.state_of(path)))) == []
    world = World(str(scripts.project), scripts.env)
    assert sessions.replayed(path).fields == sessions.load(world, "s").fields
    assert late.waiting(world, "s") == []


def test_a_level_never_falls_by_a_late_row(scripts: Scripts) -> None:
    world = World(str(scripts.project), scripts.env)
    with disk.Lock(str(place(scripts))):
        late.put(world, "s", {"event": "x", "learned": {"contamination": ["=", {}], "drift": ["=", [1]]}})
        assert scripts.call(*SEARCH).decision == "deny"
    assert scripts.call(*SEARCH).decision == "deny"


def test_a_store_that_can_only_be_read_is_judged(scripts: Scripts) -> None:
    """No file can be made or grow, as on a disk that is read-only; root is stopped by that, too."""
    import subprocess

    payload = {"session_id": "s", "hook_event_name": "PreToolUse", "tool_name": SEARCH[0], "tool_input": SEARCH[1],
               "tool_use_id": "t", "cwd": str(scripts.project)}
    script = str(Path(__file__).parent.parent / "hooks/pre_tool_use.py")
    limited = ["/bin/sh", "-c", 'ulimit -f 0; exec "$0" -I -S "$1"', scripts.python, script]
    place(scripts).unlink()
    place(scripts).mkdir()
    done = subprocess.run(limited, input=json.dumps(payload).encode(), capture_output=True, env=scripts.env, check=False)
    said = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, b"")
    assert said["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert "not on record" in said["systemMessage"]


def test_what_waits_is_bounded(scripts: Scripts) -> None:
    world = World(str(scripts.project), scripts.env)
    Path(late.path(world, "s")).write_bytes(b"x" * (late.LIMIT + 1))
    with pytest.raises(disk.Fault):
        late.put(world, "s", {})
