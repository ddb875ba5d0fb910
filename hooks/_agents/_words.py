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
                     "run_command", "Shell", "execute", "developer__shell"), "Bash"),
    **dict.fromkeys(("read", "read_file", "view", "view_file", "readFile", "ReadFile"), "Read"),
    **dict.fromkeys(("write", "write_file", "create", "create_file", "createFile", "WriteFile",
                     "write_to_file"), "Write"),
    **dict.fromkeys(("edit", "replace", "replace_string_in_file", "replace_file_content", "str_replace",
                     "StrReplaceFile", "editFiles", "developer__text_editor"), "Edit"),
    **dict.fromkeys(("grep", "grep_search", "search_file_content", "rg"), "Grep"),
    **dict.fromkeys(("glob", "file_search", "find_by_name"), "Glob"),
    **dict.fromkeys(("list", "list_directory", "ls", "list_dir", "LS"), "LS"),
    **dict.fromkeys(("task", "agent", "Task", "invoke_agent", "spawn_agent", "runSubagent"), "Agent"),
    **dict.fromkeys(("web_fetch", "webfetch", "fetch_webpage", "FetchURL", "read_url_content"), "WebFetch"),
    **dict.fromkeys(("google_web_search", "websearch", "web_search", "search_web"), "WebSearch"),
    **dict.fromkeys(("todowrite", "write_todos", "todo_write", "SetTodoList", "TodoList", "update_plan"), "TodoWrite"),
    **dict.fromkeys(("skill", "activate_skill"), "Skill"),
}
FILES = ("Read", "Write", "Edit", "MultiEdit")
ARGUMENTS = {"absolute_path": "file_path", "filePath": "file_path", "AbsolutePath": "file_path",
             "TargetFile": "file_path", "target_file": "file_path", "file_text": "content",
             "contents": "content", "CodeContent": "content",
             "old_str": "old_string", "new_str": "new_string", "oldString": "old_string", "newString": "new_string",
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


def tool_of(tool: object) -> object:
    """Claude Code's name for a client's own tool; any other name as it is.

    >>> [tool_of(name) for name in ("run_shell_command", "mcp__a__b", "Bash", 3)]
    ['Bash', 'mcp__a__b', 'Bash', 3]
    """
    return TOOLS.get(tool, tool) if isinstance(tool, str) else tool


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
        if ours == "edits" and isinstance(value, list):
            value = [arguments(tool, one) for one in value]
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
    return verdict if verdict.effect == DENY else verdict.with_(effect=DENY, reason=MASKED.format("policy"))


def text_of(output: object) -> str:
    """What stands in place of a result, as a text."""
    return output if isinstance(output, str) else flatten(output)[0]


def told(verdict: Verdict) -> dict[str, object]:
    """What the person is told, where a client shows `systemMessage`."""
    return {"systemMessage": cut(verdict.notice, TEXT_LIMIT)} if verdict.notice else {}
