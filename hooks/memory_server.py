"""The agent's tool `session_memory` as an MCP server over standard input and output.  `memory_server.py [--project DIR]`

Law: one JSON-RPC message a line; a call is answered from the store as it is now, and a fault is an answer.
Cannot see: which session calls it; where the hooks run they fill in `session_id`.
"""

import os
import sys
from contextlib import suppress

sys.path.insert(0, __file__[: -len("/hooks/memory_server.py")])

from guards import Any, Row
from guards.memory import TOOL
from hooks._event import mask_given
from hooks._stores import parse_json, write_json
from hooks._stores.memory import SHAPES, answer_call
from hooks._stores.world import World, find_project

VERSIONS = "2025-06-18 2025-03-26 2024-11-05".split()  # an unknown one is answered with the newest
ABOUT = (
    "Working memory of one session, which outlives compaction. add (kind, content) gives an id; list gives rows, newest "
    "first; mark_stale and clear take ids or kinds, or everything where neither is given. Add what you had to find out "
    "and will need again, with its source_tool; never a secret. A failed audit makes every row stale."
)


def describe_tool() -> Row:
    """The tool with its arguments as a JSON schema."""
    known = {}
    for name, (kind, *words) in SHAPES.items():
        one = {"type": kind.rstrip("s")}
        known[name] = {"type": "array", "items": one} if kind.endswith("s") else one
        known[name]["description"] = " ".join(words)
    schema = {"type": "object", "properties": known, "required": ["action"]}
    return {"name": TOOL, "description": ABOUT, "inputSchema": schema}


def answer_message(message: Any) -> "Row | None":
    """The response to one JSON-RPC message; None to a notification or a response."""
    if not isinstance(message, dict) or not isinstance(message.get("params", {}), dict):
        return make_error(None, -32600, "This is no JSON-RPC message.")
    id, method, params = message.get("id"), message.get("method"), message.get("params", {})
    if id is None or method is None:
        return None
    result = {}
    if method == "initialize":
        wanted = params.get("protocolVersion")
        result["protocolVersion"] = wanted if wanted in VERSIONS else VERSIONS[0]
        result["capabilities"] = {"tools": {"listChanged": False}}
        result["serverInfo"] = {"name": "session-memory", "version": "1"}
    elif method == "tools/list":
        result["tools"] = [describe_tool()]
    elif method == "tools/call" and params.get("name") == TOOL:
        environ = dict(os.environ)
        if sys.argv[2:]:
            environ["CLAUDE_PROJECT_DIR"] = sys.argv[2]
        world = World(find_project(environ, os.getcwd()), environ)
        answer = answer_call(world, mask_given(world, params.get("arguments")))
        result = {"structuredContent": answer, "isError": not answer["ok"]}
        result["content"] = [{"type": "text", "text": write_json(answer)}]
    elif method != "ping":
        return make_error(id, -32601, f"There is no such method; there is one tool: {TOOL}.")
    return {"jsonrpc": "2.0", "id": id, "result": result}


def make_error(id: object, code: int, message: str) -> Row:
    return {"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}


def serve_lines() -> None:
    """Answers line by line until the client goes away."""
    while line := sys.stdin.buffer.readline():
        answer: Any = make_error(None, -32700, "This is no JSON.")
        with suppress(ValueError, RecursionError):
            answer = answer_message(parse_json(line)) if line.strip() else None
        if answer is not None:
            sys.stdout.buffer.write(write_json(answer).encode() + b"\n")
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    with suppress(BrokenPipeError, KeyboardInterrupt):
        serve_lines()
