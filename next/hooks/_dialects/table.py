"""Other agents' words: a row of field names each turns a payload into an Event and an Answer into their JSON.  Pure.

Law: a client that cannot put a question is in the mode `dontAsk`, and an ask is a denial there; what a client cannot
change or hide is denied or said, never claimed.  Names of tools and arguments become Claude Code's; what is no field
name is a function in odd.py.  Where each fact comes from: the recorded payloads, or the client's own pages.
Cannot see: whether a client runs the answer it is given.  kimi, cursor, goose, vscode, antigravity: not seen live.
"""

from __future__ import annotations

from guards import ASK, DENY, PASS, Event
from hooks._dialects.odd import CALLS, make_call_id, read_call, rename_argument

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Where a field of the Event stands, the first that is there; a dot goes down.  Rows name what differs from this one.
FIELDS = {
    "event": "hook_event_name,hookName",
    "session": "session_id",
    "agent": "agent_id",
    "cwd": "cwd",
    "call_id": "tool_use_id,tool_call_id",
    "tool": "tool_name",
    "input": "tool_input",
    "response": "tool_response",
    "error": "error.message,error",
    "prompt": "prompt",
    "source": "source,reason,trigger",
    "mode": "permission_mode",
}
ROWS = {
    "codex": "",
    "copilot": "session:parentAgentId,parent_agent_id,sessionId,session_id agent:agentId,agent_id tool:toolName,tool_name "
    "input:toolArgs,toolInput,tool_input response:toolResult.textResultForLlm,tool_result.text_result_for_llm,toolResult "
    "prompt:prompt,initialPrompt,initial_prompt",
    "gemini": "response:tool_response.llmContent,tool_response error:tool_response.error.message,tool_response.error",
    "qwen": "response:tool_response.llmContent,tool_response",
    "opencode": "event:event session:session agent:agent call_id:call tool:tool input:input response:output",
    "kimi": "response:tool_output",
    "cursor": "session:parent_conversation_id,conversation_id,session_id agent:conversation_id response:tool_output "
    "error:error_message,error",
    "goose": "event:event cwd:working_dir prompt:message response:tool_response,tool_output,result",
    "vscode": "event:hookEventName session:sessionId",
    "antigravity": "session:conversationId,trajectoryId cwd:workspacePaths.0 tool:toolCall.name input:toolCall.args "
    "response:toolResult,toolResponse,result",
}
# Their names of events that are not ours in camel case.
EVENTS = {
    "BeforeTool": "PreToolUse",
    "AfterTool": "PostToolUse",
    "BeforeAgent": "UserPromptSubmit",
    "AfterAgent": "Stop",
    "PreCompress": "PreCompact",
    "beforeSubmitPrompt": "UserPromptSubmit",
    "userPromptSubmitted": "UserPromptSubmit",
    "agentStop": "Stop",
}
MODES = {
    "yolo": "bypassPermissions",
    "auto_edit": "acceptEdits",
    "auto-edit": "acceptEdits",
}
# Where an answer stands: `~` is hookSpecificOutput, `=` gives a fixed word, and `=deny` becomes the row's `ask` where a
# person may answer.  `tells` are the events at which the client shows the model a context.
ANSWERS = {
    "codex": "call:~permissionDecision=deny,~permissionDecisionReason prompt:decision=block,reason "
    "output:decision=block,reason message:systemMessage context:~additionalContext "
    "tells:PreToolUse,PostToolUse,UserPromptSubmit,SessionStart,SubagentStart",
    "copilot": "call:permissionDecision=deny,permissionDecisionReason ask:ask prompt:decision=block,reason "
    "input:modifiedArgs output:modifiedResult.resultType=success,modifiedResult.textResultForLlm "
    "message:systemMessage context:additionalContext "
    "tells:PostToolUse,PostToolUseFailure,UserPromptSubmit,SessionStart,SubagentStart",
    "gemini": "call:decision=deny,reason prompt:decision=deny,reason input:~tool_input output:decision=deny,reason "
    "message:systemMessage context:~additionalContext tells:PostToolUse,UserPromptSubmit,SessionStart",
    "opencode": "call:deny prompt:deny input:input output:output message:say context:context "
    "tells:PostToolUse,UserPromptSubmit",
    "kimi": "call:~permissionDecision=deny,~permissionDecisionReason message:systemMessage context:message "
    "prompt:~permissionDecision=deny,~permissionDecisionReason tells:UserPromptSubmit",
    "cursor": "call:permission=deny,user_message,agent_message prompt:continue=false,user_message "
    "message:user_message context:additional_context tells:PostToolUse,SessionStart",
    "goose": "call:decision=block,reason",
    "antigravity": "call:decision=deny,reason ask:force_ask",
}
SPECIAL, MOST = "hookSpecificOutput", 9_900
NOT_MASKED = "autoskillit: this client cannot run the call with its secret masked; take it out"
# What a client can do: put a question to a person, run a call with another input, show the model another result.
ASKS = frozenset("copilot qwen vscode antigravity".split())
CHANGES = frozenset("copilot gemini opencode vscode".split())
HIDES = frozenset("claude codex copilot gemini opencode".split())


def find_client(payload: dict[str, Any], agent: str) -> str:
    """Whose payload it is.  `agent` is what the handler says; a settings file of Claude Code's is read by others."""
    if agent not in ROWS or agent == "copilot":
        for field, client in (
            ("turn_id", "codex"),
            ("conversation_id", "cursor"),
            ("hookEventName", "vscode"),
        ):
            if field in payload:
                return client
        return "copilot" if "sessionId" in payload or "timestamp" in payload else agent
    return agent


def read_foreign(name: str, payload: dict[str, Any], agent: str) -> Event:
    """The Event of a payload.  `name` is the script's; the payload's own counts where it has one."""
    client = find_client(payload, agent)
    row = {**FIELDS, **split_row(ROWS.get(client, ""))}
    held = {field: look_down(payload, names) for field, names in row.items()}
    texts = {field: value if isinstance(value, str) else "" for field, value in held.items()}
    given = texts["event"]
    given = EVENTS.get(given, given[:1].upper() + given[1:]) or name
    event = Event(given, session=texts["session"], prompt=texts["prompt"], raw=payload)
    event.client, event.cwd, event.call_id = client, texts["cwd"], texts["call_id"]
    event.agent = "" if texts["agent"] == event.session else texts["agent"]
    event.error = texts["error"]
    event.source = "startup" if texts["source"] == "new" else texts["source"]
    mode = texts["mode"] or "default"
    event.mode = MODES.get(mode, mode) if client in ASKS else "dontAsk"
    if event.name == "PostToolUse" and (event.error or name == "PostToolUseFailure"):
        event.name = "PostToolUseFailure"
    if event.name == "UserPromptSubmit" and not event.prompt:
        event.name = "PostToolBatch"  # Qwen sends one after each result; it is nobody's order
    if event.name in CALLS:
        event.tool, event.input = read_call(client, payload, texts["tool"], held["input"])
        event.response = read_response(held["response"])
        event.call_id = event.call_id or make_call_id(event)
    return event


def split_row(row: str) -> dict[str, str]:
    """A row of a table: {field: names}."""
    return dict(word.split(":", 1) for word in row.split())


def look_down(value: Any, names: str) -> Any:
    """The first of these fields that is there: "a.b,c" is value["a"]["b"], else value["c"]; None without any."""
    for path in names.split(","):
        found = value
        for key in path.split("."):
            if isinstance(found, list) and key.isdigit() and int(key) < len(found):
                found = found[int(key)]
            else:
                found = found.get(key) if isinstance(found, dict) else None
        if found not in (None, ""):
            return found
    return None


def read_response(value: Any) -> Any:
    """A result: the texts of content blocks as one, JSON in a string as what it holds, anything else as it is."""
    if isinstance(value, str) and value[:1] in ("{", "["):
        from hooks._stores import parse_json

        try:
            value = parse_json(value)
        except (ValueError, RecursionError):
            return value
    blocks = value.get("content") if isinstance(value, dict) else value
    if isinstance(blocks, list) and any(isinstance(one, dict) and "text" in one for one in blocks):
        return "\n".join(
            str(one["text"]) for one in blocks if isinstance(one, dict) and "text" in one
        )
    return value


def write_foreign(event: Event, answer: Any) -> dict[str, Any] | None:
    """The JSON object of an answer in the client's words; None where they are Claude Code's."""
    client, name = event.client, event.name
    settle_answer(event, answer)
    if client in ("qwen", "vscode"):
        return None
    row = split_row(ANSWERS.get(client, ""))
    out: dict[str, Any] = {}
    if client == "antigravity" and name == "PreToolUse":
        out["decision"] = (
            "ask"  # it fails closed without a decision; this is what it does on its own
        )
    told: list[tuple[str, Any]] = [("message", answer.message[:MOST])]
    if name in row.get("tells", "").split(","):
        told.append(("context", answer.context[:MOST]))
    if name == "PreToolUse":
        told += [("call", answer.reason if answer.effect > PASS else ""), ("input", answer.input)]
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
    if answer.effect > PASS and not answer.reason:
        answer.reason = "autoskillit: denied"  # some clients let a denial without a reason pass
    answer.input = answer.output = None
    if given is not None and answer.effect < DENY and client in CHANGES:
        answer.input = rename_back(event, given)
    elif given is not None and any(given.get(key) != one for key, one in event.input.items()):
        answer.effect, answer.reason = DENY, answer.reason or NOT_MASKED
    if output is not None and client in HIDES:
        answer.output = output
    elif output is not None:
        seen = f"{client} cannot mask: the model has seen this result."
        answer.message = f"{answer.message} {seen}".strip()


def rename_back(event: Event, given: dict[str, Any]) -> dict[str, Any]:
    """A changed input in the words of the call that it takes the place of."""
    theirs = look_down(event.raw, {**FIELDS, **split_row(ROWS[event.client])}["input"])
    names = (
        {rename_argument(event.tool, key): key for key in theirs}
        if isinstance(theirs, dict)
        else {}
    )
    return {names.get(key, key): value for key, value in given.items()}
