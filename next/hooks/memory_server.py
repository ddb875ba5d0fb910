"""The agent's tool `session_memory` as an MCP server over standard input and output.  `memory_server.py [--project DIR]`

Law: one JSON-RPC message a line; a call is answered from the store as it is now, and a fault is an answer.
Cannot see: which session calls it; where the hooks run they fill in `session_id`.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from guards.memory import CONTENT, KINDS, TOOL
from hooks._stores.json import parse_json, write_json
from hooks._stores.memory import ACTIONS, LISTED, MOST, answer_call
from hooks._stores.world import World, find_project

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO

VERSIONS = ("2025-06-18", "2025-03-26", "2024-11-05")  # an unknown one is answered with the newest
LINE = 4 << 20  # bytes of a message
INSTRUCTIONS = (
    "Working memory of one session, which outlives compaction.  Add what you had to find out and will need again, with "
    "its source_tool; never a secret.  A failed audit makes every row stale: verify before you add it again."
)
DESCRIPTION = (
    "Session working memory.  add (kind, content) gives an id; list gives rows, newest first, without stale ones unless "
    "include_stale; mark_stale and clear take ids or kinds, or everything where neither is given, and give a count."
)
TEXT: dict[str, Any] = {"type": "string"}
KIND = {**TEXT, "enum": list(KINDS)}
PROPERTIES = {
    "action": {**TEXT, "enum": list(ACTIONS)},
    "session_id": {
        **TEXT,
        "description": "whose memory; where the hooks run they fill in this session",
    },
    "kind": KIND,
    "content": {**TEXT, "description": f"one statement, at most {CONTENT} characters"},
    "ids": {"type": "array", "items": {"type": "integer"}},
    "kinds": {"type": "array", "items": KIND},
    "include_stale": {"type": "boolean"},
    "limit": {"type": "integer", "minimum": 1, "maximum": MOST, "default": LISTED},
    "confidence": {"type": "number", "minimum": 0, "maximum": 1},
    "source_tool": {**TEXT, "description": "the tool whose answer says so, for example WebFetch"},
    "source_call_id": TEXT,
    "reason": {**TEXT, "description": "why the rows are stale"},
}
SCHEMA = {
    "type": "object",
    "properties": PROPERTIES,
    "required": ["action"],
    "additionalProperties": False,
}
ABOUT = {
    "name": TOOL,
    "description": DESCRIPTION,
    "inputSchema": SCHEMA,
    "annotations": {"readOnlyHint": False, "destructiveHint": False, "openWorldHint": False},
}


def answer_message(message: Any) -> dict[str, Any] | None:
    """The response to one JSON-RPC message; None to a notification or a response."""
    if not isinstance(message, dict) or not isinstance(message.get("method", ""), str):
        return make_error(None, -32600, "This is no JSON-RPC message.")
    id, method, params = message.get("id"), message.get("method"), message.get("params") or {}
    if method is None or "id" not in message:
        return None
    if isinstance(id, bool) or not isinstance(id, (str, int)) or not isinstance(params, dict):
        return make_error(None, -32600, "The id or the params have a wrong type.")
    if method == "initialize":
        wanted = params.get("protocolVersion")
        result: dict[str, Any] = {
            "protocolVersion": wanted if wanted in VERSIONS else VERSIONS[0],
            "capabilities": {"tools": {"listChanged": False}},
            "serverInfo": {"name": "session-memory", "version": "1"},
            "instructions": INSTRUCTIONS,
        }
    elif method == "tools/list":
        result = {"tools": [ABOUT]}
    elif method == "ping":
        result = {}
    elif method == "tools/call" and params.get("name") == TOOL:
        answer = answer_tool(params.get("arguments") or {})
        text = [{"type": "text", "text": write_json(answer)}]
        result = {"content": text, "structuredContent": answer, "isError": not answer["ok"]}
    elif method == "tools/call":
        return make_error(id, -32602, f"There is one tool: {TOOL}.")
    else:
        return make_error(id, -32601, "There is no such method.")
    return {"jsonrpc": "2.0", "id": id, "result": result}


def answer_tool(given: Any) -> dict[str, Any]:
    """One call, in the project as it is now."""
    environ = dict(os.environ)
    if sys.argv[1:2] == ["--project"] and sys.argv[2:]:
        environ["CLAUDE_PROJECT_DIR"] = sys.argv[2]
    return answer_call(World(find_project(environ, os.getcwd()), environ), given)


def make_error(id: object, code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}


def serve_lines(stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Answers line by line until the client goes away."""
    while line := stdin.readline(LINE + 1):
        answer: Any = make_error(None, -32700, f"This is no JSON of at most {LINE} bytes.")
        if len(line) > LINE:
            while line and not line.endswith(b"\n"):
                line = stdin.readline(LINE)
        elif line.strip():
            with suppress(ValueError, RecursionError):
                answer = answer_message(parse_json(line))
        else:
            continue
        if answer is not None:
            stdout.write(write_json(answer).encode() + b"\n")
            stdout.flush()


if __name__ == "__main__":
    try:
        serve_lines(sys.stdin.buffer, sys.stdout.buffer)
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)
