"""hooks/memory_server.py: the real process, by hand and through the official client."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .conftest import ROOT

COMMAND = [sys.executable, "-I", "-S", str(ROOT / "hooks" / "memory_server.py")]
ADD = {"action": "add", "session_id": "s", "kind": "fact", "content": "x"}


def environment(project):
    return {"PATH": os.environ["PATH"], "HOME": str(project.parent), "CLAUDE_PROJECT_DIR": str(project)}


@pytest.fixture
def server(project):
    process = subprocess.Popen(
        COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(project),
        cwd=project,
    )
    yield process
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        pipe.close()


def say(server, *messages):
    for message in messages:
        line = message if isinstance(message, bytes) else json.dumps({"jsonrpc": "2.0", **message}).encode()
        server.stdin.write(line + b"\n")
    server.stdin.flush()


def heard(server):
    return json.loads(server.stdout.readline())


def tool(id, arguments):
    return {"id": id, "method": "tools/call", "params": {"name": "session_memory", "arguments": arguments}}


def ends(server):
    """How the process ended, once its input is closed: (code, what stood on stderr)."""
    err = server.communicate(timeout=20)[1]
    return server.returncode, err


def test_a_conversation(server, project):
    say(
        server,
        {"id": 0, "method": "initialize", "params": {"protocolVersion": "2025-03-26", "capabilities": {}}},
        {"method": "notifications/initialized"},
        {"id": 1, "method": "tools/list"},
        tool(2, ADD),
        tool("three", {"action": "list", "session_id": "s"}),
        tool(4, {"action": "list"}),
    )
    first = heard(server)
    assert (
        first["result"]["protocolVersion"] == "2025-03-26" and first["result"]["serverInfo"]["name"] == "session-memory"
    )
    (about,) = heard(server)["result"]["tools"]
    assert about["name"] == "session_memory" and about["inputSchema"]["required"] == ["action"]
    assert heard(server)["result"]["structuredContent"] == {"ok": True, "id": 1}
    listed = heard(server)
    assert listed["id"] == "three" and listed["result"]["structuredContent"]["rows"][0]["content"] == "x"
    missing = heard(server)["result"]
    assert missing["isError"] and missing["structuredContent"]["error_code"] == "SESSION_MEMORY_MISSING_SESSION_ID"
    assert ends(server) == (0, b"")
    assert (project / ".autoskillit/temp/memory/s.jsonl").exists()


def test_what_is_not_json(server):
    say(server, b"{", b"", b"\xff\xfe", b"[" * 100_000, b'"' + b"x" * (5 << 20) + b'"', {"id": 1, "method": "ping"})
    for _ in range(4):
        answer = heard(server)
        assert answer["id"] is None and answer["error"]["code"] == -32700
    assert heard(server) == {"jsonrpc": "2.0", "id": 1, "result": {}}
    assert ends(server) == (0, b"")


def test_a_waiting_call_can_be_cancelled(server, project):
    from hooks._stores import disk

    folder = project / ".autoskillit/temp/memory"
    folder.mkdir(parents=True)
    with disk.Lock(str(folder / "s.lock")):  # the first call waits here, the second behind it
        say(
            server,
            tool(1, ADD),
            tool(2, {**ADD, "content": "cancelled"}),
            {"method": "notifications/cancelled", "params": {"requestId": 2, "reason": "changed my mind"}},
        )
        time.sleep(0.5)
    say(server, tool(3, {"action": "list", "session_id": "s"}))
    assert heard(server)["id"] == 1
    answer = heard(server)
    assert answer["id"] == 3 and [row["content"] for row in answer["result"]["structuredContent"]["rows"]] == ["x"]


def test_a_store_that_cannot_be_used(server, project):
    (project / ".autoskillit").mkdir()
    (project / ".autoskillit/temp").write_text("not a folder")
    say(server, tool(1, ADD))
    assert heard(server)["result"]["structuredContent"]["error_code"] == "SESSION_MEMORY_UNAVAILABLE"


def test_a_client_that_dies(server, project):
    say(server, *(tool(n, ADD) for n in range(50)))
    server.stdout.close()  # nobody reads; the server finds out when it writes
    server.stdin.close()
    assert server.wait(timeout=20) == 0 and server.stderr.read() == b""


def test_a_client_that_is_killed(project):
    code = (
        "import subprocess, sys; p = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE);"
        'p.stdin.write(b\'{"jsonrpc":"2.0","id":1,"method":"ping"}\\n\'); p.stdin.flush();'
        "p.stdout.readline(); print(p.pid, flush=True); p.wait()"
    )
    client = subprocess.Popen([sys.executable, "-c", code, *COMMAND], stdout=subprocess.PIPE, env=environment(project))
    pid = int(client.stdout.readline())
    client.send_signal(signal.SIGKILL)
    client.communicate()
    for _ in range(200):
        if not alive(pid):
            return
        time.sleep(0.02)
    raise AssertionError("the server outlived its client")


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")


def test_the_official_client(project):
    """Initialise, list, call, errors, cancellation, and leaving."""
    mcp = pytest.importorskip("mcp", reason="needs the extra `mcp` (pip install '.[mcp]', Python 3.10 or later)")
    from mcp.client.stdio import stdio_client

    async def converse():
        started = mcp.StdioServerParameters(command=COMMAND[0], args=COMMAND[1:], env=environment(project))
        async with stdio_client(started) as (read, write), mcp.ClientSession(read, write) as session:
            hello = await session.initialize()
            tools = (await session.list_tools()).tools
            calls = [
                await session.call_tool("session_memory", arguments)
                for arguments in (
                    ADD,
                    {**ADD, "kind": "rumour"},
                    {"action": "list", "session_id": "s"},
                    {"action": "mark_stale", "session_id": "s"},
                    {"action": "list"},
                )
            ]
            wrong = ""
            try:
                wrong = str(await session.call_tool("other", {}))
            except Exception as e:
                wrong = str(e)
            await asyncio.gather(*(session.call_tool("session_memory", {**ADD, "content": str(n)}) for n in range(20)))
            task = asyncio.ensure_future(session.call_tool("session_memory", ADD))
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await session.send_ping()
            return hello, tools, [json.loads(call.content[0].text) for call in calls], wrong

    hello, tools, answers, wrong = asyncio.run(asyncio.wait_for(converse(), 60))
    dumped = hello.model_dump(by_alias=True)
    assert dumped["protocolVersion"] == "2025-06-18" and dumped["serverInfo"]["name"] == "session-memory"
    assert [one.name for one in tools] == ["session_memory"]
    assert answers[0] == {"ok": True, "id": 1} and answers[1]["error_code"] == "SESSION_MEMORY_BAD_KIND"
    assert answers[2]["count"] == 1 and answers[3] == {"ok": True, "count": 1}
    assert answers[4]["error_code"] == "SESSION_MEMORY_MISSING_SESSION_ID" and "no such tool" in wrong
    ids = [
        json.loads(line).get("id") for line in (project / ".autoskillit/temp/memory/s.jsonl").read_text().splitlines()
    ]
    assert [id for id in ids if id] in ([*range(1, 22)], [*range(1, 23)])  # the cancelled call ran or did not
