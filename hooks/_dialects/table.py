"""Other agents' words: a row of field names each turns a payload into an Event and an Answer into their JSON.  Pure.

Law: a client that cannot put a question is in the mode `dontAsk`, and an ask is a denial there; what a client cannot
change or hide is denied or said, never claimed.  Names of tools and arguments that are known become Claude Code's, a
server's tool mcp__SERVER__TOOL.  Where each fact comes from: the recorded payloads, or the client's own pages.
Cannot see: whether a client runs the answer it is given; a tool that an extension calls like a built-in one.  cursor
and vscode were not seen live.
"""

from __future__ import annotations

import contextlib

from guards import ASK, DENY, Any, Event, Pairs, Row
from guards._reading.tools import join_command
from guards._text import split_pairs, split_rows
from hooks._stores import digest_bytes, parse_json, write_json


def name_ours(text: str) -> Pairs:
    """{their name: ours}; a line begins with our name."""
    lines = [line.split() for line in text.splitlines()]
    return {name: ours for ours, *names in lines for name in names}


def split_clients(text: str) -> dict[str, Pairs]:
    """A table as text: a client a line, then its words of `key:value`."""
    rows = (line.partition(" ") for line in text.splitlines())
    return {client: split_pairs(row) for client, _, row in rows}


# Where a field of the Event stands, the first that is there; a dot goes down.  Rows name what differs from this one.
FIELDS = split_pairs("""event:hook_event_name,hookName session:session_id agent:agent_id cwd:cwd
    call_id:tool_use_id,tool_call_id tool:tool_name input:tool_input response:tool_response error:error.message,error
    prompt:prompt source:source,reason,trigger mode:permission_mode""")
# Fields that are copied as they stand; events and tools with a call; arguments typed into a shell, and with a patch; opencode's
# own tools: any other with a bar in its name is SERVER_TOOL.  Clients that can put a question to a person, run a call with
# another input, show the model another result.
COPIED, CALLS, FILES, TYPED, PATCH, OWN, ASKS, CHANGES, HIDES = split_rows("""
session agent cwd call_id error prompt source|PreToolUse PostToolUse PostToolUseFailure PermissionRequest|Read Write Edit
|command chars input Input script|patchText patch command input|apply_patch plan_enter plan_exit|copilot qwen vscode|copilot gemini opencode vscode
|claude codex copilot gemini opencode""")
ROWS = split_clients("""codex
copilot session:parentAgentId,parent_agent_id,sessionId,session_id agent:agentId,agent_id tool:toolName,tool_name \
input:toolArgs,toolInput,tool_input response:toolResult.textResultForLlm,tool_result.text_result_for_llm,toolResult \
prompt:prompt,initialPrompt,initial_prompt
gemini response:tool_response.llmContent,tool_response error:tool_response.error.message,tool_response.error
qwen response:tool_response.llmContent,tool_response
opencode event:event session:session agent:agent call_id:call tool:tool input:input response:output
cursor session:parent_conversation_id,conversation_id,session_id agent:conversation_id response:tool_output \
error:error_message,error
vscode event:hookEventName session:sessionId""")
# Their names of events that are not ours in camel case.
EVENTS = split_pairs("""BeforeTool:PreToolUse AfterTool:PostToolUse BeforeAgent:UserPromptSubmit AfterAgent:Stop
    agentStop:Stop PreCompress:PreCompact beforeSubmitPrompt:UserPromptSubmit userPromptSubmitted:UserPromptSubmit""")
MODES = split_pairs("yolo:bypassPermissions auto_edit:acceptEdits auto-edit:acceptEdits")
TOOLS = name_ours("""Bash bash shell run_shell_command run_terminal_cmd run_in_terminal runTerminalCommand Shell execute powershell write_bash \
write_powershell write_stdin monitor
Read read read_file view readFile
Write write write_file create create_file createFile
Edit edit replace replace_string_in_file str_replace editFiles edit_file insert_edit_into_file multiedit
Grep grep grep_search search_file_content rg
Glob glob file_search
LS list list_directory ls list_dir
Agent task agent Task invoke_agent spawn_agent runSubagent
WebFetch web_fetch webfetch fetch_webpage
WebSearch google_web_search websearch web_search
TodoWrite todowrite write_todos todo_write update_plan
Skill skill activate_skill
apply_patch patch ApplyPatch apply_patch""")
ARGUMENTS = name_ours("""file_path absolute_path filePath target_file
content file_text contents
old_string old_str oldString old
new_string new_str newString new code_edit insert_text
edits edit replacements
replace_all replaceAll
command cmd
path dir_path
subagent_type agent_name agent_type""")
# Where an answer stands: `~` is hookSpecificOutput, `=` gives a fixed word, and `=deny` becomes the row's `ask` where a
# person may answer.  `tells` are the events at which the client shows the model a context.
ANSWERS = split_clients("""codex call:~permissionDecision=deny,~permissionDecisionReason prompt:decision=block,reason \
output:decision=block,reason message:systemMessage context:~additionalContext \
tells:PreToolUse,PostToolUse,UserPromptSubmit,SessionStart,SubagentStart
copilot call:permissionDecision=deny,permissionDecisionReason ask:ask prompt:decision=block,reason \
input:modifiedArgs output:modifiedResult.resultType=success,modifiedResult.textResultForLlm \
message:systemMessage context:additionalContext \
tells:PostToolUse,PostToolUseFailure,UserPromptSubmit,SessionStart,SubagentStart
gemini call:decision=deny,reason prompt:decision=deny,reason input:~tool_input output:decision=deny,reason \
message:systemMessage context:~additionalContext tells:PostToolUse,UserPromptSubmit,SessionStart
opencode call:deny prompt:deny input:input output:output message:say context:context \
tells:PostToolUse,UserPromptSubmit
cursor call:permission=deny,user_message,agent_message prompt:continue=false,user_message \
message:user_message context:additional_context tells:PostToolUse,SessionStart""")
SPECIAL, MOST = "hookSpecificOutput", 9_900
NOT_MASKED = "autoskillit: this client cannot run the call with its secret masked; take it out"
# Fields by which a client is known that reads another's settings file.
SIGNS = split_pairs("""turn_id:codex conversation_id:cursor hookEventName:vscode sessionId:copilot
    timestamp:copilot""")


def read_foreign(name: str, payload: Row, agent: str) -> Event:
    """The Event of a payload.  `agent` is what the handler says: others read a file of Claude Code's, or copilot's."""
    client = agent
    if agent not in ROWS or agent == "copilot":
        client = next((SIGNS[field] for field in SIGNS if field in payload), agent)
    row = {**FIELDS, **ROWS.get(client, {})}
    held = {field: look_down(payload, names) for field, names in row.items()}
    texts = {field: value if isinstance(value, str) else "" for field, value in held.items()}
    given, mode = texts["event"], texts["mode"] or "default"
    given = EVENTS.get(given, given[:1].upper() + given[1:]) or name
    copied: Row = {name: texts[name] for name in COPIED}
    event = Event(given, raw=payload, client=client, **copied)
    event.agent = event.agent if event.agent != event.session else ""
    event.source = event.source if event.source != "new" else "startup"
    event.mode = MODES.get(mode, mode) if client in ASKS else "dontAsk"
    if event.name == "PostToolUse" and (event.error or name == "PostToolUseFailure"):
        event.name = "PostToolUseFailure"
    if event.name == "UserPromptSubmit" and not event.prompt:
        event.name = "PostToolBatch"  # Qwen sends one after each result; it is nobody's order
    if event.name in CALLS:
        given = open_text(held["input"])
        event.tool, event.input = translate_call(client, payload, texts["tool"], given)
        event.response = read_response(held["response"])
        # Before it ran and after the same.
        same = f"call_{digest_bytes(write_json([event.tool, event.input]).encode())[:16]}"
        event.call_id = event.call_id or same
    return event


def look_down(value: Any, names: str) -> Any:
    """The first of these fields that is there: "a.b,c" is value["a"]["b"], else value["c"]; None without any."""
    for path in names.split(","):
        found = value
        for key in path.split("."):
            found = found.get(key) if isinstance(found, dict) else None
        if found not in (None, ""):
            return found
    return None


def open_text(value: Any) -> Any:
    """JSON in a string as what it holds, anything else as it is."""
    with contextlib.suppress(ValueError, RecursionError):
        return parse_json(value) if isinstance(value, str) and value[:1] in ("{", "[") else value
    return value


def read_response(value: Any) -> Any:
    """A result: the texts of content blocks as one, anything else as it is."""
    value = open_text(value)
    blocks = value.get("content") if isinstance(value, dict) else value
    blocks = [one for one in blocks if isinstance(one, dict)] if isinstance(blocks, list) else []
    texts = [str(one["text"]) for one in blocks if "text" in one]
    return "\n".join(texts) if texts else value


def write_foreign(event: Event, answer: Any) -> Row | None:
    """The JSON object of an answer in the client's words; None where they are Claude Code's."""
    client, name = event.client, event.name
    settle_answer(event, answer)
    if client in ("qwen", "vscode"):
        return None
    row = ANSWERS.get(client, {})
    out: Row = {}
    told = [("message", answer.message[:MOST])]
    if name in row.get("tells", "").split(","):
        told.append(("context", answer.context[:MOST]))
    if name == "PreToolUse":
        told += [("call", answer.reason), ("input", answer.input)]
    elif name == "UserPromptSubmit" and answer.effect == DENY:
        told.append(("prompt", answer.reason))
    elif name == "PostToolUse" and answer.output is not None:
        told.append(("output", str(answer.output)))
    for kind, value in told if name != "SessionEnd" else ():
        for word in row.get(kind, "").split(",") if value and kind in row else ():
            path, _, fixed = word.replace("~", f"{SPECIAL}.").partition("=")
            fixed = row["ask"] if fixed == "deny" and answer.effect == ASK else fixed
            first, _, key = path.rpartition(".")
            holder = out.setdefault(first, {}) if first else out
            holder[key] = {"": value, "false": False}.get(fixed, fixed)
            if first == SPECIAL:
                holder["hookEventName"] = event.raw.get("hook_event_name", name)
    return out


def settle_answer(event: Event, answer: Any) -> None:
    """Makes the answer one that this client carries out: no question to nobody, no change that it would drop."""
    client, given, output = event.client, answer.input, answer.output
    if answer.effect == ASK and client not in ASKS:
        answer.effect = DENY
    answer.input = None
    if given is not None and answer.effect < DENY and client in CHANGES:
        theirs = look_down(event.raw, {**FIELDS, **ROWS[client]}["input"])
        keys = theirs if isinstance(theirs, dict) else ()
        names = {rename_argument(event.tool, key): key for key in keys}
        answer.input = {names.get(key, key): value for key, value in given.items()}
    elif given is not None and any(given.get(key) != one for key, one in event.input.items()):
        answer.effect, answer.reason = DENY, answer.reason or NOT_MASKED
    answer.output = output if client in HIDES else None
    if output is not None and client not in HIDES:
        seen = f"{client} cannot mask: the model has seen this result."
        answer.message = f"{answer.message} {seen}".strip()


def translate_call(client: str, payload: Any, tool: str, given: Any) -> tuple[str, Row]:
    held = given if isinstance(given, dict) else {"command": given} if given else {}
    server = payload.get("mcp_context")
    if isinstance(server, dict):
        return f"mcp__{server.get('server_name')}__{server.get('tool_name')}", held
    tool = name_server_tool(client, tool)
    if client == "opencode" and tool == "batch":  # no hook is asked about its calls singly
        lines = [look_down(one, "parameters.command") for one in held.get("tool_calls") or ()]
        return "Bash", {"command": "\n".join(map(str, filter(None, lines)))}
    if client == "cursor" and tool in ("Delete", "delete_file"):
        path = str(look_down(held, "path,target_file,file_path"))
        return "Bash", {"command": "rm -rf -- '{}'".format(path.replace("'", "'\\''"))}
    ours = TOOLS.get(tool, tool)
    if ours == "apply_patch":
        text = next((held[key] for key in PATCH if isinstance(held.get(key), str)), "")
        return ours, {**held, "input": text}
    made = {rename_argument(ours, key): value for key, value in held.items()}
    if ours == "Bash":
        typed = (held[key] for key in ("cmd", *TYPED) if key in held)
        made["command"] = join_command(next(typed, ""))
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
    mark = split_pairs("copilot:- vscode:- opencode:_").get(client, "\0")
    return f"mcp__{tool.replace(mark, '__', 1)}" if mark in tool else tool
