"""hooks/_mcp.py: the protocol, message by message."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hooks import _mcp

TOOLS = {
    "echo": (
        {"description": "says it again", "inputSchema": {"type": "object"}},
        lambda arguments: {"ok": True, "said": arguments},
    ),
    "fail": ({"description": "fails", "inputSchema": {"type": "object"}}, lambda arguments: {"ok": False}),
}


def server():
    return _mcp.Server("test", "1", "how to", TOOLS)


def ask(method, params=None, id=1):
    return {"jsonrpc": "2.0", "id": id, "method": method, **({} if params is None else {"params": params})}


UNANSWERED = [
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "method": "notifications/cancelled"},
    {"jsonrpc": "2.0", "method": "ping"},
    {"jsonrpc": "2.0", "id": 4, "result": {}},
    {"jsonrpc": "2.0", "id": 4, "error": {"code": 1, "message": ""}},
    [{"jsonrpc": "2.0", "method": "notifications/x"}],
]
REFUSED = [
    (3, -32600, None),
    ("x", -32600, None),
    (None, -32600, None),
    ({}, -32600, None),
    ([], -32600, None),
    ({"jsonrpc": "2.0", "id": 1}, -32600, None),
    ({"jsonrpc": "2.0", "id": 1, "method": 5}, -32600, None),
    (ask("ping", id=None), -32600, None),
    (ask("ping", id=1.5), -32600, None),
    (ask("ping", id=True), -32600, None),
    (ask("resources/list"), -32601, 1),
    (ask("nonsense", id="a"), -32601, "a"),
    (ask("ping", []), -32602, 1),
    (ask("tools/call", {"name": "other"}), -32602, 1),
    (ask("tools/call", {"name": ["echo"]}), -32602, 1),
    (ask("tools/call"), -32602, 1),
]


@pytest.mark.parametrize("message", UNANSWERED, ids=repr)
def test_no_answer(message):
    assert server().answer(message) is None


@pytest.mark.parametrize("message, code, id", REFUSED, ids=lambda value: repr(value)[:60])
def test_refused(message, code, id):
    answer = server().answer(message)
    assert (answer["error"]["code"], answer["id"], answer["jsonrpc"]) == (code, id, "2.0")


@pytest.mark.parametrize(
    "wanted, given",
    [
        *((version, version) for version in _mcp.VERSIONS),
        ("2099-01-01", "2025-06-18"),
        (None, "2025-06-18"),
        (["2025-06-18"], "2025-06-18"),
    ],
)
def test_negotiation(wanted, given):
    assert server().answer(ask("initialize", {"protocolVersion": wanted}))["result"]["protocolVersion"] == given


def test_initialize_without_anything():
    result = server().answer(ask("initialize"))["result"]
    assert result["serverInfo"] == {"name": "test", "version": "1"} and result["capabilities"] == {
        "tools": {"listChanged": False}
    }


def test_list_ping_call():
    one = server()
    assert [tool["name"] for tool in one.answer(ask("tools/list", {"cursor": "x"}))["result"]["tools"]] == [
        "echo",
        "fail",
    ]
    assert one.answer(ask("ping", id="p")) == {"jsonrpc": "2.0", "id": "p", "result": {}}
    result = one.answer(ask("tools/call", {"name": "echo", "arguments": {"a": "é"}}))["result"]
    assert result == {
        "content": [{"type": "text", "text": '{"ok":true,"said":{"a":"é"}}'}],
        "structuredContent": {"ok": True, "said": {"a": "é"}},
        "isError": False,
    }
    assert one.answer(ask("tools/call", {"name": "fail"}))["result"]["isError"] is True


def test_a_batch():
    answers = server().answer([ask("ping"), {"jsonrpc": "2.0", "method": "notifications/x"}, ask("no", id=2), 3])
    assert [(answer["id"], "error" in answer) for answer in answers] == [(1, False), (2, True), (None, True)]


def test_a_cancelled_call_is_not_answered_and_its_id_may_come_again():
    one = server()
    one.note({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    one.note([{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "b"}}])
    assert one.answer(ask("tools/call", {"name": "echo"})) is None and one.answer(ask("ping", id="b")) is None
    assert one.answer(ask("ping")) is not None and one.answer(ask("ping", id="2")) is not None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["id", "method", "params", "name", "arguments", "requestId"]), inner)
    ),
)


@given(JSON, st.sampled_from(["initialize", "tools/call", "tools/list", "notifications/cancelled"]))
def test_never_raises(value, method):
    one = server()
    for message in (value, [value], ask(method, value), ask(method, id=value), {"method": method, "params": value}):
        one.note(message)
        one.answer(message)
