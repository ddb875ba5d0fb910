"""Session memory on the disk, the tool's answers, the MCP server with a client of its own and with the official one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from guards.memory import make_block, make_row
from hooks._stores.memory import accept_rows, answer_call, read_memory
from hooks._stores.world import World
from tests.count import count_calls
from tests.fork import run_forked
from tests.house import thin

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def world(tmp_path) -> World:
    return World(str(tmp_path), {"HOME": str(tmp_path / "home"), "PATH": os.environ["PATH"]}, 1e9)


def call(world, **given) -> dict:
    return answer_call(world, {"session_id": "s", **given})


def add(world, content="x", kind="fact", **more) -> int:
    return call(world, action="add", kind=kind, content=content, **more)["id"]


def list_rows(world, **given) -> list[dict]:
    return call(world, action="list", **given)["rows"]


def test_add_list_and_the_fields_of_a_row(world) -> None:
    assert call(world, action="list") == {"ok": True, "rows": [], "count": 0}
    more = {"source_tool": "t", "source_call_id": "c1", "confidence": 0.5}
    assert [add(world, "one", **more), add(world, "two"), add(world, "two")] == [1, 2, 3]
    newest, oldest = list_rows(world)  # what is said twice is listed once
    assert (newest["content"], newest["id"]) == ("two", 3)
    assert newest["created_at"] == "2001-09-09T01:46:40Z"
    wanted = {"id": 1, "session_id": "s", "kind": "fact", "content": "one", "origin": "agent"}
    assert {**wanted, "stale_at": None, **more}.items() <= oldest.items()
    assert len(list_rows(world, limit=1)) == len(list_rows(world, limit=0)) == 1
    assert list_rows(world)[0] == newest
    assert call(world, action="list", session_id="other")["count"] == 0


def test_marks_reach_what_they_name(world) -> None:
    for content, kind in (("a", "fact"), ("b", "decision"), ("c", "fact"), ("d", "open_question")):
        add(world, content, kind)
    named = {"kinds": ["fact"], "ids": [1, 2]}
    assert call(world, action="mark_stale", reason="was\nwrong", **named)["count"] == 1
    assert [row["content"] for row in list_rows(world)] == ["d", "c", "b"]
    stale = list_rows(world, include_stale=True)[-1]
    assert (stale["stale_reason"], stale["stale_at"]) == ("was wrong", "2001-09-09T01:46:40Z")
    assert call(world, action="mark_stale", ids=[1])["count"] == 0
    assert call(world, action="clear", kinds=["decision"])["count"] == 1
    assert call(world, action="mark_stale")["count"] == 2
    assert call(world, action="clear")["count"] == 3
    assert list_rows(world, include_stale=True) == []
    assert add(world, "e") == 5


ERRORS = [
    (None, "BAD_ACTION"),
    ([], "BAD_ACTION"),
    ({"session_id": "s"}, "BAD_ACTION"),
    ({"session_id": "s", "action": "drop"}, "BAD_ACTION"),
    ({"session_id": "s", "action": ["list"]}, "BAD_ACTION"),
    ({"action": "list"}, "MISSING_SESSION_ID"),
    ({"action": "list", "session_id": "  "}, "MISSING_SESSION_ID"),
    ({"action": "list", "session_id": 7}, "INVALID"),
    ({"session_id": "s", "action": "add", "content": "x"}, "BAD_KIND"),
    ({"session_id": "s", "action": "add", "kind": "rumour", "content": "x"}, "BAD_KIND"),
    ({"session_id": "s", "action": "list", "kinds": ["rumour"]}, "BAD_KIND"),
    ({"session_id": "s", "action": "list", "kinds": "fact"}, "INVALID"),
    ({"session_id": "s", "action": "add", "kind": "fact"}, "EMPTY_CONTENT"),
    ({"session_id": "s", "action": "add", "kind": "fact", "content": " \n"}, "EMPTY_CONTENT"),
    ({"session_id": "s", "action": "add", "kind": "fact", "content": ["x"]}, "INVALID"),
    (
        {"session_id": "s", "action": "add", "kind": "fact", "content": "x", "confidence": True},
        "INVALID",
    ),
    ({"session_id": "s", "action": "list", "ids": [True]}, "INVALID"),
    ({"session_id": "s", "action": "list", "include_stale": 1}, "INVALID"),
    ({"session_id": "s", "action": "list", "other": 1}, "INVALID"),
]


@pytest.mark.parametrize(("given", "code"), ERRORS, ids=lambda one: json.dumps(one)[:60])
def test_error_codes(world, given, code) -> None:
    answer = answer_call(world, given)
    assert answer["ok"] is False
    assert answer["error_code"] == f"SESSION_MEMORY_{code}"
    assert answer["message"]
    assert not os.path.exists(f"{world.state}/memory/s.jsonl")


def test_content_is_cut(world) -> None:
    add(world, "y" * 3000)
    assert len(list_rows(world)[0]["content"]) == 2000


def test_failed_audit_marks_all_and_what_is_said_later_counts_again(world) -> None:
    note = {"kind": "fact", "content": "the cache is safe", "origin": "tool"}
    accept_rows(world, "s", [note, {"mark": "audit", "stale_reason": "audit_failed"}])
    assert list_rows(world) == []
    accept_rows(world, "s", [note])
    add(world, "the cache is safe")
    assert [row["origin"] for row in list_rows(world)] == ["agent", "tool"]


def test_a_note_says_where_it_comes_from(world) -> None:
    add(world, "a", untrusted=True, confidence=2)
    add(world, "b")
    assert [row["origin"] for row in list_rows(world)] == ["agent", "untrusted"]
    assert [row["confidence"] for row in list_rows(world)] == [None, None]


def test_torn_and_foreign_lines_are_left_out_and_the_rest_is_read(world) -> None:
    add(world, "one")
    path = Path(world.state, "memory/s.jsonl")
    path.write_bytes(
        path.read_bytes()
        + b'7\n{"id": "x", "kind": "fact", "content": "y"}\n{"id": 9, "kind": "fact", "con'
    )
    assert add(world, "two") == 2
    answer = call(world, action="list")
    assert [row["content"] for row in answer["rows"]] == ["two", "one"]
    assert answer["warning"].endswith(": 3")


STRANGE = [  # rows that another program wrote; none hides the others, none ends the server
    b"\xff\xfe\0",
    b"[1]",
    b'{"mark": "clear", "ids": [1, 1, 7], "last": "x"}',
    b'{"mark": "stale", "ids": 5, "last": 9}',
    b'{"mark": "stale", "ids": [[1]], "last": 9}',
]


@pytest.mark.parametrize("line", STRANGE)
@pytest.mark.parametrize("field", ["", "kind", "content", "id"])
def test_strange_rows_hide_nothing(world, line, field) -> None:
    add(world, "one")
    path = Path(world.state, "memory/s.jsonl")
    if field:
        line = json.dumps({**json.loads(path.read_bytes()), field: {"x": 1}}).encode()
    path.write_bytes(line + b"\n" + path.read_bytes())
    answer = call(world, action="list")
    assert [row["content"] for row in answer["rows"]] == ["one"] and ": 1" in answer["warning"]
    assert make_block(answer["rows"]) and add(world, "two") == 2


def test_a_clear_that_names_a_row_twice(world) -> None:
    add(world, "one")
    path = Path(world.state, "memory/s.jsonl")
    path.write_bytes(path.read_bytes() + b'{"mark": "clear", "ids": [1, 1], "last": 1}\n')
    assert call(world, action="list")["rows"] == [] and add(world, "two") == 2


@pytest.mark.parametrize("count", thin((2_000, 10_000)))
def test_ten_thousand_rows_cost_no_row_more_than_the_first(world, count: int) -> None:
    rows = [{"kind": "fact", "content": f"row {n}", "origin": "tool"} for n in range(count)]
    few = count_calls(lambda: accept_rows(world, "few", rows[:100]))
    many = count_calls(lambda: accept_rows(world, "s", rows))
    assert 100 * many < 1.1 * count * few, (few, many)
    added = count_calls(lambda: add(world, "late"))
    assert added < 30 * count, added
    for n in range(19):
        assert add(world, f"late {n}") == count + 2 + n
    listed = count_calls(lambda: call(world, action="list", limit=500))
    assert listed < 30 * (count + 20), listed
    assert call(world, action="list", limit=500)["count"] == 500
    assert call(world, action="mark_stale", ids=[1])["count"] == 1
    assert call(world, action="mark_stale")["count"] == count + 19
    assert add(world, "after") == count + 21 and call(world, action="list")["count"] == 1


@pytest.mark.parametrize("size", [1999, 2000, 2001, 1_000_000])
def test_content_and_what_stands_in_it(world, size) -> None:
    add(world, "\0\u202e\U0001f600</session_memory>"[: size - 5] + "y" * size)
    [row] = list_rows(world)
    assert len(row["content"]) == 2000
    assert make_block([row]).count("</session_memory>") == 1


def test_block_has_exactly_its_characters() -> None:
    def block(size: int) -> str:
        rows = [
            make_row("fact", letter * n) for letter, n in (("x", 1500), ("y", 1500), ("z", size))
        ]
        return make_block([{**row, "id": n} for n, row in enumerate(rows)])

    sizes = {len(block(size)) for size in range(1, 1000)}
    assert max(sizes) == 4000


def test_a_store_that_cannot_be_used_says_so(world) -> None:
    os.makedirs(f"{world.state}/memory/s.jsonl")
    for given in ({"action": "list"}, {"action": "add", "kind": "fact", "content": "x"}):
        assert call(world, **given)["error_code"] == "SESSION_MEMORY_UNAVAILABLE"


def test_sixteen_processes_adding_at_once_lose_nothing(world, tmp_path) -> None:
    works = [lambda p=p: [add(world, f"{p}/{n}") for n in range(5)] and 0 for p in range(16)]
    assert not [one.stderr for one in run_forked(tmp_path, {}, *works) if one.returncode]
    rows, _, _ = read_memory(world, "s")
    assert [row["id"] for row in rows] == list(range(1, 81))
    assert {row["content"] for row in rows} == {f"{p}/{n}" for p in range(16) for n in range(5)}


def serve(world, lines) -> list[dict]:
    words = [sys.executable, "-I", str(ROOT / "hooks/memory_server.py"), "--project", world.project]
    data = b"".join(
        one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n" for one in lines
    )
    done = subprocess.run(
        words, input=data, capture_output=True, env=dict(world.environ), cwd=world.project
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.splitlines()]


def ask(id, method, **params) -> dict:
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


def test_server_answers_line_by_line(world) -> None:
    tool = {
        "name": "session_memory",
        "arguments": {"action": "add", "session_id": "s", "kind": "fact", "content": "x"},
    }
    answers = serve(
        world,
        [
            ask(1, "initialize", protocolVersion="2024-11-05"),
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            ask(2, "tools/list"),
            ask("3", "tools/call", **tool),
            ask(4, "tools/call", name="session_memory", arguments={"action": "list"}),
            ask(5, "tools/call", name="other"),
            ask(6, "resources/list"),
            ask(7, "ping"),
            b"{not json\n",
            b"[]\n",
            b"\n",
            b'{"jsonrpc": "2.0", "id": 9, "result": {}}\n',
            ask(8, "initialize", protocolVersion="1999-01-01"),
        ],
    )
    assert [one["id"] for one in answers] == [1, 2, "3", 4, 5, 6, 7, None, None, 8]
    assert answers[0]["result"]["protocolVersion"] == "2024-11-05"
    assert answers[1]["result"]["tools"][0]["name"] == "session_memory"
    assert answers[2]["result"]["structuredContent"] == {"ok": True, "id": 1}
    assert answers[3]["result"]["isError"] is True
    codes = [one["error"]["code"] for one in answers if "error" in one]
    assert codes == [-32601, -32601, -32700, -32600]
    assert answers[-1]["result"]["protocolVersion"] == "2025-06-18"


def test_official_client(world) -> None:
    mcp = pytest.importorskip("mcp")
    import asyncio

    from mcp.client.stdio import stdio_client

    words = ["-I", str(ROOT / "hooks/memory_server.py"), "--project", world.project]
    server = mcp.StdioServerParameters(command=sys.executable, args=words, env=dict(world.environ))

    async def talk() -> list[dict]:
        async with stdio_client(server) as (read, write), mcp.ClientSession(read, write) as session:
            await session.initialize()
            assert [tool.name for tool in (await session.list_tools()).tools] == ["session_memory"]
            found = []
            for given in (
                {"action": "add", "kind": "fact", "content": "x"},
                {"action": "list"},
                {"action": "list", "session_id": ""},
            ):
                answer = await session.call_tool("session_memory", {"session_id": "s", **given})
                found.append(json.loads(answer.content[0].text))
            return found

    added, listed, refused = asyncio.run(talk())
    assert added == {"ok": True, "id": 1} and listed["count"] == 1
    assert refused["error_code"] == "SESSION_MEMORY_MISSING_SESSION_ID"
