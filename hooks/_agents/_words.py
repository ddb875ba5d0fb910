"""What the dialects share: another client's names for events, tools and arguments as Claude Code's, and back."""
from __future__ import annotations

from guards import ASK, DENY, EFFECTS, Verdict
from guards._text.fingerprint import fingerprint
from guards._text.plain import cut, flatten, one_line
from hooks._agents.claude import TEXT_LIMIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

CALLS = ("PreToolUse", "PostToolUse", "PostToolUseFailure")
TOOLS = {
    **dict.fromkeys(("bash", "shell", "run_shell_command", "run_terminal_cmd", "run_in_terminal", "runTerminalCommand",
                     "run_command", "Shell", "execute", "developer__shell", "powershell", "write_bash",
                     "write_powershell", "write_stdin", "send_command_input", "monitor"), "Bash"),
    **dict.fromkeys(("read", "read_file", "view", "view_file", "readFile", "ReadFile"), "Read"),
    **dict.fromkeys(("write", "write_file", "create", "create_file", "createFile", "WriteFile",
                     "write_to_file"), "Write"),
    **dict.fromkeys(("edit", "replace", "replace_string_in_file", "replace_file_content", "str_replace",
                     "StrReplaceFile", "editFiles", "edit_file", "insert_edit_into_file",
                     "multi_replace_file_content", "multiedit"), "Edit"),
    **dict.fromkeys(("grep", "grep_search", "search_file_content", "rg"), "Grep"),
    **dict.fromkeys(("glob", "file_search", "find_by_name"), "Glob"),
    **dict.fromkeys(("list", "list_directory", "ls", "list_dir", "LS"), "LS"),
    **dict.fromkeys(("task", "agent", "Task", "invoke_agent", "spawn_agent", "runSubagent"), "Agent"),
    **dict.fromkeys(("web_fetch", "webfetch", "fetch_webpage", "FetchURL", "read_url_content"), "WebFetch"),
    **dict.fromkeys(("google_web_search", "websearch", "web_search", "search_web", "github_repo"),
                    "WebSearch"),
    **dict.fromkeys(("todowrite", "write_todos", "todo_write", "SetTodoList", "TodoList", "update_plan"), "TodoWrite"),
    **dict.fromkeys(("skill", "activate_skill"), "Skill"),
}
FILES = ("Read", "Write", "Edit", "MultiEdit")
# Tools that do what their argument `command` says; those that take a patch, and the argument that holds it.
EDITORS = ("str_replace_editor", "developer__text_editor")
MODES = {"view": "Read", "create": "Write", "write": "Write"}
PATCHES, PATCH = ("apply_patch", "patch", "ApplyPatch"), ("patchText", "patch", "command", "input")
BESIDE = ("mcp_", "browser_", "discovered_")
SAID = ("input", "chars", "Input", "script")        # what is typed into a shell, where that is no `command`
ARGUMENTS = {"absolute_path": "file_path", "filePath": "file_path", "AbsolutePath": "file_path",
             "TargetFile": "file_path", "target_file": "file_path", "file_text": "content",
             "contents": "content", "CodeContent": "content",
             "old_str": "old_string", "new_str": "new_string", "oldString": "old_string", "newString": "new_string",
             "old": "old_string", "new": "new_string", "code_edit": "new_string", "insert_text": "new_string",
             "edit": "edits", "replacements": "edits", "ReplacementChunks": "edits",
             "TargetContent": "old_string", "ReplacementContent": "new_string", "replaceAll": "replace_all",
             "cmd": "command", "CommandLine": "command", "Url": "url", "dir_path": "path",
             "agent_name": "subagent_type", "agent_type": "subagent_type"}
MASKED = ("{}: this client cannot run a call with its secret masked; denied instead.  Take it out of the call, or let "
          "the person run it")


def mcp(server: str, tool: str) -> str:
    """The name of a server's tool.

    >>> mcp("git-hub", "create_issue")
    'mcp__git-hub__create_issue'
    """
    return f"mcp__{server}__{tool}"


def flat_mcp(tool: object) -> object:
    """The name of a server's tool that has one bar between its parts, or of what is found and driven beside; others as
    they are.

    >>> [flat_mcp(name) for name in ("mcp_git_create_issue", "browser_subagent", "discovered_tool_x", "mcp__a__b")]
    ['mcp__git__create_issue', 'mcp__browser__subagent', 'mcp__discovered__tool_x', 'mcp__a__b']
    """
    if not isinstance(tool, str) or tool.startswith("mcp__") or not tool.startswith(BESIDE):
        return tool
    return mcp(*[*tool.removeprefix("mcp_").split("_", 1), ""][:2])


def tool_of(tool: object) -> object:
    """Claude Code's name for a client's own tool; any other name as it is.

    >>> [tool_of(name) for name in ("run_shell_command", "mcp__a__b", "Bash", 3)]
    ['Bash', 'mcp__a__b', 'Bash', 3]
    """
    return TOOLS.get(tool, tool) if isinstance(tool, str) else tool


def named(name: object, given: object) -> tuple[object, object]:
    """A call of a client's own tool in Claude Code's words.

    >>> named("write_stdin", {"session_id": 1, "chars": "ls"}), named("shell", {"command": ["bash", "-lc", "ls -l"]})
    (('Bash', {'session_id': 1, 'command': 'ls'}), ('Bash', {'command': 'ls -l'}))
    >>> named("str_replace_editor", {"command": "create", "path": "a", "file_text": "x"})
    ('Write', {'command': 'create', 'file_path': 'a', 'content': 'x'})
    >>> named("patch", {"patchText": "*** Begin Patch"}), named("bash", '\\ufeff{"command": "ls"}')
    (('apply_patch', {'input': '*** Begin Patch'}), ('Bash', {'command': 'ls'}))
    >>> named("multi_replace_string_in_file", {"replacements": [{"filePath": "a", "oldString": "x", "newString": "y"}]})
    ('apply_patch', {'input': '*** Update File: a\\n@@\\n-x\\n+y'})
    """
    tool = tool_of(name)
    for _ in range(2):      # as JSON, and as JSON of JSON
        given = parsed(given.lstrip("\ufeff")) if isinstance(given, str) else given
    if isinstance(given, (str, list)) and given:
        given = {"command": flatten(given)[0]}
    if not isinstance(given, dict):
        return tool, given
    if name in PATCHES:
        text = next((given[key] for key in PATCH if isinstance(given.get(key), str)), None)
        return ("apply_patch", {"input": text}) if text is not None else (tool, given)
    if name in EDITORS:
        tool = MODES.get(str(given.get("command")), "Edit")
    elif tool == "Bash" and "command" not in given:
        given = {"command" if key in SAID else key: value for key, value in given.items()}
    command = given.get("command")
    if tool == "Bash" and isinstance(command, list):
        words = [str(one) for one in command]
        given = {**given, "command": words[2] if len(words) == 3 and words[1] in ("-c", "-lc") else " ".join(words)}
    several = given.get("replacements")
    if isinstance(several, list) and not any(key in given for key in ("file_path", "filePath", "path")):
        parts = [arguments("Edit", one) for one in several]
        return "apply_patch", {"input": "\n".join([
            f"*** Update File: {one.get('file_path')}\n@@\n-{one.get('old_string')}\n+{one.get('new_string')}"
            for one in parts if isinstance(one, dict)])}
    return tool, arguments(tool, given)


def arguments(tool: object, given: object) -> object:
    """A call's arguments in Claude Code's words; `tool` as it is called there.

    >>> arguments("Edit", {"path": "a", "old_str": "x", "new_str": "y"})
    {'file_path': 'a', 'old_string': 'x', 'new_string': 'y'}
    >>> arguments("Grep", {"path": "src"}), arguments("mcp__a__b", {"cmd": "x"}), arguments("Bash", "ls")
    ({'path': 'src'}, {'cmd': 'x'}, 'ls')
    """
    if not isinstance(given, dict) or not isinstance(tool, str) or tool.startswith("mcp__"):
        return given
    named: dict[str, object] = {}
    for key, value in given.items():
        ours: str = "file_path" if key == "path" and tool in FILES else ARGUMENTS.get(key) or key
        if ours == "edits":
            value = [arguments(tool, one) for one in (value if isinstance(value, list) else [value])]
        named[key if ours in given else ours] = value
    return named


def theirs(given: Mapping[str, object], tool: object, updated: Mapping[str, Any]) -> dict[str, object]:
    """An input of ours, in the words of the call that it takes the place of.

    >>> theirs({"path": "a", "file_text": "x"}, "Write", {"file_path": "a", "content": "y"})
    {'path': 'a', 'file_text': 'y'}
    """
    ours = arguments(tool, dict(given))
    names = dict(zip(ours, given)) if isinstance(ours, dict) else {}
    return {names.get(key, key): value for key, value in updated.items()}


def call_id(tool: object, given: object) -> str:
    """An id for a call of a client that gives none: the same before and after it ran, another for another input."""
    return "call_" + fingerprint(f"{tool}\n{flatten(given)[0]}", b"call")


def answer(response: object) -> tuple[object, str]:
    """(what a tool brought, its error or "") of Gemini CLI's and Qwen Code's form, which holds it twice: for the model
    and for the screen.

    >>> [answer({"llmContent": [{"text": "a"}]}), answer({"llmContent": "x", "error": {"message": "no"}})]
    [('a', ''), ('x', 'no')]
    """
    if not isinstance(response, dict) or "llmContent" not in response:
        return response, ""
    content, error = response["llmContent"], response.get("error")
    texts = [one.get("text", "") for one in content if isinstance(one, dict)] if isinstance(content, list) else []
    said = error.get("message") if isinstance(error, dict) else error
    return "\n".join(map(str, texts)) if texts else content, said if isinstance(said, str) else ""


def spoken(content: object) -> object:
    """The texts of a list of blocks as one; anything else as it is.

    >>> spoken([{"type": "text", "text": "a"}, {"type": "image"}]), spoken({"content": [{"text": "b"}]}), spoken("c")
    ('a', 'b', 'c')
    """
    if isinstance(content, dict) and isinstance(content.get("content"), list):
        content = content["content"]
    if not isinstance(content, list):
        return content
    return "\n".join([str(one["text"]) for one in content if isinstance(one, dict) and "text" in one])


def parsed(text: str) -> object:
    """What a text holds that is JSON; the text itself where it is none."""
    from json import loads

    try:
        return loads(text)
    except (ValueError, RecursionError):
        return text


def effect_of(verdict: Verdict, asks: bool = False) -> str:
    """"deny", "ask" or "" for silence; a question that the client cannot put is a denial."""
    if verdict.effect == ASK and not asks:
        return EFFECTS[DENY]
    return EFFECTS[verdict.effect] if verdict.effect in (ASK, DENY) else ""


def reason_of(verdict: Verdict) -> str:
    """The reason in one line, never empty: some clients let a call run whose denial has none."""
    return one_line(verdict.reason, TEXT_LIMIT) or "autoskillit guards: denied"


def firm(verdict: Verdict, given: object) -> Verdict:
    """The verdict for a client that cannot change a call: one that would run changed is denied.  What a guard of ours
    only adds to a call is left out."""
    wanted = verdict.updated_input
    if wanted is None or not isinstance(given, dict) or all([wanted.get(key) == given[key] for key in given]):
        return verdict
    return verdict if verdict.effect == DENY else verdict.with_(effect=DENY, reason=MASKED.format("policy"),
                                                                updated_input=None)


def text_of(output: object) -> str:
    """What stands in place of a result, as a text."""
    return output if isinstance(output, str) else flatten(output)[0]


def told(verdict: Verdict) -> dict[str, object]:
    """What the person is told, where a client shows `systemMessage`."""
    return {"systemMessage": cut(verdict.notice, TEXT_LIMIT)} if verdict.notice else {}
