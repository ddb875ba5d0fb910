"""The `session_memory` tool for agents: an MCP server over stdio.  `memory_server.py [--project DIR]`."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from hooks import _mcp, _registry, _settings
from hooks._identity import VERSION
from hooks._stores import memory, memory_rows
from hooks._stores.disk import Fault
from hooks._stores.world import World, project_of

INSTRUCTIONS = (
    "Working memory of one session: facts, open questions and decisions that outlive compaction. Add what you had to "
    "find out and will need again, with its source_tool. When an audit fails, every row becomes stale: verify again "
    "what you still need before you add it again. Never store secrets.")
DESCRIPTION = (
    "Session working memory. action=add (kind, content; confidence, source_tool, source_call_id where known) gives an "
    "id; action=list gives rows, newest first, stale ones hidden unless include_stale; action=mark_stale and "
    "action=clear take ids or kinds, or everything when neither is given, and give a count.")
TEXT, NUMBER = {"type": "string"}, {"type": "integer"}
KIND = {"type": "string", "enum": list(memory_rows.KINDS)}
SCHEMA = {
    "type": "object",
    "properties": {
        "action": {"type": "string", "enum": list(memory_rows.ACTIONS)},
        "session_id": {**TEXT, "description": "whose memory; where the guards' hooks run they fill in this session"},
        "kind": KIND,
        "content": {**TEXT, "description": f"one statement, at most {memory_rows.CONTENT} characters"},
        "ids": {"type": "array", "items": NUMBER},
        "kinds": {"type": "array", "items": KIND},
        "include_stale": {"type": "boolean"},
        "limit": {**NUMBER, "minimum": 1, "maximum": memory_rows.MOST, "default": memory_rows.LIMIT},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        "source_tool": {**TEXT, "description": "the tool whose answer says so, e.g. WebFetch"},
        "source_call_id": TEXT,
        "reason": {**TEXT, "description": "why the rows are stale"},
    },
    "required": ["action"],
    "additionalProperties": False,
}


def call(arguments):  # type: ignore[no-untyped-def]
    """One call in the project as it is now: settings may have changed since the server began."""
    env = dict(os.environ)
    if sys.argv[1:2] == ["--project"] and sys.argv[2:]:
        env["CLAUDE_PROJECT_DIR"] = sys.argv[2]
    world = World(project_of(env, os.getcwd()), env)
    try:
        settings = _settings.load(world, _registry.load())
        settings.key = world.key()
    except (Fault, OSError) as e:
        return memory.unavailable(e)
    return memory.call(world, settings, arguments)


if __name__ == "__main__":
    about = {"title": "Session memory", "description": DESCRIPTION, "inputSchema": SCHEMA,
             "annotations": {"readOnlyHint": False, "destructiveHint": False, "openWorldHint": False}}
    server = _mcp.Server("session-memory", VERSION, INSTRUCTIONS, {"session_memory": (about, call)})
    _mcp.serve(server, sys.stdin.buffer, sys.stdout.buffer)
