"""What is no field name in other agents' payloads: names of tools and arguments, and calls put together otherwise.

Law: a tool that is known becomes Claude Code's, one of a server mcp__SERVER__TOOL, any other keeps its name.
Cannot see: a tool that an extension calls like a built-in one.
"""

from __future__ import annotations

from hooks._stores import digest_bytes, parse_json, write_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Event

CALLS = ("PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest")
TOOLS = {
    name: ours
    for ours, names in {
        "Bash": "bash shell run_shell_command run_terminal_cmd run_in_terminal runTerminalCommand run_command Shell "
        "execute powershell write_bash write_powershell write_stdin send_command_input monitor",
        "Read": "read read_file view view_file readFile ReadFile",
        "Write": "write write_file create create_file createFile WriteFile write_to_file",
        "Edit": "edit replace replace_string_in_file replace_file_content str_replace StrReplaceFile editFiles "
        "edit_file insert_edit_into_file multi_replace_file_content multiedit",
        "Grep": "grep grep_search search_file_content rg",
        "Glob": "glob file_search find_by_name",
        "LS": "list list_directory ls list_dir",
        "Agent": "task agent Task invoke_agent spawn_agent runSubagent",
        "WebFetch": "web_fetch webfetch fetch_webpage FetchURL read_url_content",
        "WebSearch": "google_web_search websearch web_search search_web",
        "TodoWrite": "todowrite write_todos todo_write SetTodoList TodoList update_plan",
        "Skill": "skill activate_skill",
        "apply_patch": "patch ApplyPatch apply_patch",
    }.items()
    for name in names.split()
}
ARGUMENTS = {
    name: ours
    for ours, names in {
        "file_path": "absolute_path filePath AbsolutePath TargetFile target_file",
        "content": "file_text contents CodeContent",
        "old_string": "old_str oldString old TargetContent",
        "new_string": "new_str newString new code_edit insert_text ReplacementContent",
        "edits": "edit replacements ReplacementChunks",
        "replace_all": "replaceAll",
        "command": "cmd CommandLine",
        "url": "Url",
        "path": "dir_path",
        "subagent_type": "agent_name agent_type",
    }.items()
    for name in names.split()
}
FILES = ("Read", "Write", "Edit")
TYPED = "command chars input Input script".split()  # what is typed into a shell
PATCH = "patchText patch command input".split()
# opencode's own tools; any other with a bar in its name is SERVER_TOOL.
OWN = frozenset("apply_patch plan_enter plan_exit".split())


def read_call(
    client: str, payload: dict[str, Any], tool: str, given: Any
) -> tuple[str, dict[str, Any]]:
    """A call in Claude Code's words: (tool, input)."""
    if isinstance(given, str):
        try:
            given = parse_json(given)
        except (ValueError, RecursionError):
            given = {"command": given}
    held = given if isinstance(given, dict) else {"command": given} if given else {}
    server = payload.get("mcp_context")
    if isinstance(server, dict):
        return f"mcp__{server.get('server_name')}__{server.get('tool_name')}", held
    tool = name_server_tool(client, tool)
    if client == "opencode" and tool == "batch":
        return "Bash", {"command": "\n".join(map(write_as_command, held.get("tool_calls") or ()))}
    if client == "cursor" and tool in ("Delete", "delete_file"):
        path = held.get("path") or held.get("target_file") or held.get("file_path")
        return "Bash", {"command": f"rm -rf -- {quote_word(path)}"}
    if tool in ("str_replace_editor", "text_editor"):
        tool = {"view": "Read", "create": "Write", "write": "Write"}.get(
            str(held.get("command")), "Edit"
        )
    ours = TOOLS.get(tool, tool)
    if ours.startswith("mcp__"):
        return ours, held
    if ours == "apply_patch":
        text = next((held[key] for key in PATCH if isinstance(held.get(key), str)), "")
        return ours, {**held, "input": text}
    made = {rename_argument(ours, key): value for key, value in held.items()}
    if ours == "Bash":
        typed = next((held[key] for key in ("cmd", "CommandLine", *TYPED) if key in held), "")
        words = [str(one) for one in typed] if isinstance(typed, list) else []
        shell = len(words) == 3 and words[1] in ("-c", "-lc")
        made["command"] = (words[2] if shell else " ".join(words)) if words else str(typed)
    return ours, made


def rename_argument(tool: str, key: str) -> str:
    """Claude Code's name of an argument; `tool` is its name of the tool."""
    if tool.startswith("mcp__"):
        return key
    return "file_path" if key == "path" and tool in FILES else ARGUMENTS.get(key, key)


def name_server_tool(client: str, tool: str) -> str:
    """mcp__SERVER__TOOL for a server's tool, in whatever form the client names it; any other name as it is."""
    if tool.startswith("mcp__") or tool in OWN or tool in TOOLS:
        return tool
    if client == "cursor" and tool.startswith("MCP:"):
        return f"mcp__cursor__{tool[4:]}"
    if client in ("gemini", "antigravity") and tool.startswith(("mcp_", "browser_", "discovered_")):
        return "mcp__" + tool.removeprefix("mcp_").replace("_", "__", 1)
    mark = {"copilot": "-", "vscode": "-", "opencode": "_", "goose": "__"}.get(client, "\0")
    if mark not in tool or tool.startswith("developer__"):
        return tool.removeprefix("developer__")
    return "mcp__" + tool.replace(mark, "__", 1)


def write_as_command(call: Any) -> str:
    """One call of opencode's batch, whose calls no hook is asked about singly, as a line of shell."""
    given = call.get("parameters") if isinstance(call, dict) else None
    tool, held = read_call("opencode", {}, str(call.get("tool")), given) if given else ("", {})
    if tool in ("Write", "Edit"):
        return f"touch {quote_word(held.get('file_path'))}"
    return (
        f"curl {quote_word(held.get('url'))}"
        if tool == "WebFetch"
        else str(held.get("command", ""))
    )


def quote_word(text: object) -> str:
    return "'" + str(text).replace("'", "'\\''") + "'"


def make_call_id(event: Event) -> str:
    """An id for a call of a client that gives none: the same before and after it ran, another for another input."""
    return f"call_{digest_bytes(write_json([event.tool, event.input]).encode())[:16]}"
