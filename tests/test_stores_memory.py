"""hooks/_stores/memory.py: the store under many hands, odd names and bad disks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from guards import Event, Session, Settings
from hooks._stores import memory, sessions
from hooks._stores import memory_rows as rows
from hooks._stores.world import World

from .conftest import ROOT


@pytest.fixture
def world(project):
    return World(str(project), {})


def call(world, action, session_id="s", **more):
    return memory.call(world, Settings(), {"action": action, "session_id": session_id, **more})


def add(world, content="x", kind="fact", **more):
    return call(world, "add", content=content, kind=kind, **more)["id"]


def contents(world, **more):
    return [row["content"] for row in call(world, "list", **more)["rows"]]


def lines(world, id="s"):
    return [json.loads(line) for line in Path(memory.path(world, id)).read_text().splitlines()]


def files(world):
    return {path: path.read_bytes() for path in Path(world.state).rglob("*.jsonl")}


BAD = [
    {"action": "nope", "session_id": "s"},
    {"action": "add", "session_id": "", "kind": "fact", "content": "x"},
    {"action": "add", "session_id": "s", "kind": "rumour", "content": "x"},
    {"action": "add", "session_id": "s", "kind": "fact", "content": " "},
    {"action": "add", "session_id": "s", "kind": "fact", "content": "x", "confidence": 2},
    {"action": "mark_stale", "session_id": "s", "ids": "all"},
    {"action": "mark_stale", "session_id": "s", "kinds": ["x"]},
    {"action": "mark_stale", "session_id": "s", "ids": []},
    {"action": "mark_stale", "session_id": "s", "kinds": []},
    {"action": "mark_stale", "session_id": "s", "ids": [99]},
    {"action": "clear", "session_id": "s", "ids": []},
    {"action": "clear", "session_id": "s", "kinds": ["rumour"]},
    {"action": "list", "session_id": "s", "limit": 0},
    {"action": "mark_stale", "session_id": "other"},
    {"action": "clear", "session_id": "other"},
    None,
    [],
    3,
]


@pytest.mark.parametrize("arguments", BAD, ids=repr)
def test_bad_input_writes_nothing(world, arguments):
    add(world)
    before = files(world)
    answer = memory.call(world, Settings(), arguments)
    assert answer["message"]
    assert answer["error_code"].startswith("SESSION_MEMORY_") if not answer["ok"] else answer["count"] == 0
    assert files(world) == before


def test_a_row(world):
    assert add(world, "x", confidence=0.5, source_tool="WebFetch", source_call_id="t1") == 1
    (row,) = call(world, "list")["rows"]
    assert set(row) == set(rows.ROW)
    assert row["created_at"].endswith("Z") and row["origin"] == "untrusted" and row["stale_at"] is None
    assert lines(world) == [row]


def test_list(world):
    for n in range(60):
        add(world, f"c{n}", "decision" if n % 2 else "fact")
    assert contents(world)[:2] == ["c59", "c58"] and len(contents(world)) == 50
    assert len(contents(world, limit=1000)) == 60 and contents(world, limit=1) == ["c59"]
    assert contents(world, kinds=["fact"], limit=1) == ["c58"]
    call(world, "mark_stale", ids=[60], reason="wrong")
    assert contents(world, limit=1) == ["c58"] and contents(world, limit=1, include_stale=True) == ["c59"]
    stale = call(world, "list", include_stale=True, limit=1)["rows"][0]
    assert stale["stale_reason"] == "wrong" and stale["stale_at"].endswith("Z")


def test_at_most_500_rows_are_listed(world):
    memory.add(world, "s", [rows.draft("fact", str(n), "user") for n in range(600)])
    assert call(world, "list", limit=10_000)["count"] == 500


def test_mark_stale(world):
    for number, kind in enumerate((*rows.KINDS, "fact")):
        add(world, f"c{number}", kind=kind)
    assert call(world, "mark_stale", kinds=["fact"], ids=[1, 2])["count"] == 1
    assert call(world, "mark_stale", kinds=["fact"])["count"] == 1
    assert call(world, "mark_stale")["count"] == 2
    assert call(world, "mark_stale")["count"] == 0


def test_clear_keeps_counting(world):
    assert [add(world), add(world, "y")] == [1, 2]
    assert call(world, "clear")["count"] == 2 and contents(world, include_stale=True) == []
    assert add(world) == 3
    assert call(world, "clear", kinds=["decision"])["count"] == 0 and call(world, "clear", ids=[3])["count"] == 1


ODD = [
    "s",
    "S",
    "../s",
    "..",
    ".",
    "/etc/passwd",
    "s/../s",
    "a" * 5000,
    "a" * 5001,
    "s ",
    " s",
    "s\n",
    "\x00",
    "ſ",
    "\ud800",
    "con",
    "é",
    "e\u0301",
    "~",
    "s~",
    "%2e%2e",
    "-rf",
    "s.jsonl",
    "s.lock",
]


def test_two_sessions_never_share_memory(world):
    for id in ODD:
        assert add(world, f"of {ODD.index(id)}", session_id=id) == 1
    for id in ODD:
        assert contents(world, session_id=id) == [f"of {ODD.index(id)}"]
    folder = os.path.join(world.state, "memory")
    assert len([name for name in os.listdir(folder) if name.endswith(".jsonl")]) == len(ODD)


def test_no_secret_is_stored(world):
    secret = "ghp_aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zA1bC2"
    add(world, f"the token is {secret}", source_tool=secret, source_call_id=secret)
    add(world, "x" * 1990 + f" {secret}")                                   # the cut leaves no half of it
    call(world, "mark_stale", reason=f"leaked {secret}")
    assert b"ghp_" not in b"".join(files(world).values())
    assert "the token is [credentials:github-token:" in contents(world, include_stale=True)[1]


def test_what_is_believed_is_written_once(world):
    assert [add(world, "same") for _ in range(5)] == [1] * 5 and len(contents(world)) == 1
    assert add(world, "same", kind="decision") == 2
    call(world, "mark_stale", ids=[1])
    assert add(world, "same") == 3 and add(world, "same") == 3
    said = {"action": "add", "session_id": "s", "kind": "fact", "content": "same"}
    assert memory.call(world, Settings(), said, "user")["id"] == 4, "the person's own word is another row"
    assert add(world, "same") == 4


def test_modes(world):
    add(world)
    assert os.stat(os.path.join(world.state, "memory")).st_mode & 0o777 == 0o700
    assert os.stat(memory.path(world, "s")).st_mode & 0o777 == 0o600


@pytest.mark.parametrize("left", [b'{"id": 3, "kind": "fa', b"\n\n\n", b"\xff\xfe\n", b"[]\n3\n", b'{"id": "9"}\n'])
def test_a_torn_file_loses_no_good_row(world, left):
    add(world, "good")
    with open(memory.path(world, "s"), "ab") as file:
        file.write(left)
    assert add(world, "after") == 2
    assert contents(world) == ["after", "good"]


def test_the_next_id_after_a_very_long_line(world):
    memory.add(world, "s", [rows.draft("fact", str(n), "user") for n in range(20_000)])
    assert call(world, "mark_stale", kinds=["fact"])["count"] > 10_000  # one line longer than the tail
    assert add(world) == 20_001


def test_bad_places_are_errors_not_crashes(world, tmp_path):
    folder = world.folder("memory")
    outside = tmp_path / "outside"
    outside.write_text("")
    os.symlink(outside, os.path.join(folder, "link.jsonl"))
    os.mkdir(os.path.join(folder, "folder.jsonl"))
    for id in ("link", "folder"):
        for action in ("add", "list", "clear", "mark_stale"):
            answer = call(world, action, session_id=id, kind="fact", content="x")
            assert answer["ok"] is False and answer["error_code"] == "SESSION_MEMORY_UNAVAILABLE", (id, action)
    assert outside.read_text() == ""


def test_what_the_guard_keeps(world):
    event = Event("PostToolUse", "s")
    draft = rows.draft("fact", "x", "untrusted", source_tool="panel")
    memory.accept(world, event, [draft, dict(draft)])
    memory.accept(world, event, [dict(draft)])
    assert [row["content"] for row in memory.provide(world, event, Session("s"), "")] == ["x"]
    memory.accept(world, event, [{"mark": "audit", "passed": False, "stale_reason": "audit_failed:overall=0.1"}])
    memory.accept(world, event, [dict(draft)])
    first, second = memory.provide(world, event, Session("s"), "")
    assert first["stale_reason"] == "audit_failed:overall=0.1" and first["stale_at"] and second["probation"] is True
    assert contents(world) == ["x"]  # listed all the same
    memory.accept(world, event, [{"mark": "audit", "passed": True}])
    assert "probation" not in memory.provide(world, event, Session("s"), "")[1]


def test_a_fork_goes_on_from_what_its_parent_knew(world):
    add(world, "one")
    add(world, "two")
    world.folder("context")
    sessions.bequeath(world, "child", "s")
    assert contents(world, session_id="child") == ["two", "one"]
    assert add(world, "of the child", session_id="child") == 3
    assert add(world, "of the parent, later") == 3
    assert contents(world) == ["of the parent, later", "two", "one"]
    assert contents(world, session_id="child") == ["of the child", "two", "one"]
    memory.accept(world, Event("PostToolUse", "child"), [{"mark": "audit", "passed": False, "stale_reason": "R"}])
    assert contents(world, session_id="child") == [] and len(contents(world)) == 3
    sessions.bequeath(world, "grandchild", "child")
    assert contents(world, session_id="grandchild") == [] and add(world, session_id="grandchild") == 4


def test_a_fork_that_begins_with_a_mark(world):
    add(world, "one")
    world.folder("context")
    sessions.bequeath(world, "child", "s")
    sessions.bequeath(world, "s", "child")     # a circle is walked a few times, no more
    assert call(world, "mark_stale", session_id="child")["count"] == 1
    assert add(world, "later") == 2
    assert contents(world, session_id="child") == [] and contents(world) == ["later", "one"]


ADDER = """
import sys
sys.path.insert(0, {root!r})
from hooks._stores import memory
from hooks._stores.world import World
from guards import Settings
sys.stdin.readline()
for n in range({each}):
    answer = memory.call(World({project!r}, {{}}), Settings(), {{"action": "add", "session_id": "s", "kind": "fact",
                          "content": f"{{sys.argv[1]}} {{n}}"}})
    print(answer["id"])
"""


def test_sixteen_processes_at_once_lose_nothing(world, project):
    each = 5
    code = ADDER.format(root=str(ROOT), project=str(project), each=each)
    running = [
        subprocess.Popen([sys.executable, "-I", "-S", "-c", code, str(n)],
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for n in range(16)
    ]
    for process in running:  # all are up before the first begins
        process.stdin.write(b"\n")
        process.stdin.flush()
    given = [[int(line) for line in process.communicate()[0].split()] for process in running]
    for ids in given:
        assert len(ids) == each and ids == sorted(ids)
    assert sorted(id for ids in given for id in ids) == list(range(1, 16 * each + 1))
    stored = [row["id"] for row in lines(world)]
    assert stored == list(range(1, 16 * each + 1))
