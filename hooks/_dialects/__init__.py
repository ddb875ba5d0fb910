"""Claude Code's words: its payload becomes an Event, our answer becomes its JSON.  Pure.

Law: an answer is nothing at all, or one JSON object in which a decision is `ask` or `deny` with a reason.  There is
no `allow`: it would skip the person's own prompt.  A payload of another agent goes to hooks/_dialects/table.py.
Cannot see: what the client does with an answer (an `updatedToolOutput` of another shape is dropped silently).
"""

from __future__ import annotations

from guards import DECISIONS, PASS, Event, Row
from guards._text import split_pairs

CONTEXT_MOST = 9_900  # characters; from 10,000 on the client puts the text into a file
# Events whose hookSpecificOutput may carry `additionalContext`.
INFORMED = """PreToolUse PostToolUse PostToolUseFailure PostToolBatch UserPromptSubmit SessionStart
    SubagentStart""".split()
# Fields that only other agents' payloads have; some of them read Claude Code's settings file.
FOREIGN = frozenset("timestamp sessionId conversation_id turn_id toolName".split())
# field of an Event -> that of a payload
FIELDS = "session:session_id tool:tool_name prompt cwd call_id:tool_use_id agent:agent_id error mode:permission_mode"
ALIASES = split_pairs("Task:Agent KillShell:TaskStop KillBash:TaskStop Brief:SendUserMessage")


class Answer:
    """What one event is answered: `effect` and `reason`, what the person and the agent are told, what is replaced."""

    def __init__(self, effect: int = PASS, reason: str = "", message: str = "") -> None:
        self.effect, self.reason, self.message, self.context = effect, reason, message, ""
        self.input: Row | None = None
        self.output: object = None


def pick_text(payload: Row, *names: str) -> str:
    """The first of these fields that is a text and not empty, else ""."""
    values = [payload.get(name) for name in names]
    return next((value for value in values if isinstance(value, str) and value), "")


def read_event(name: str, payload: Row, agent: str = "claude") -> Event:
    """The Event of a payload.  `name` is the script's; the payload's own counts where it has one."""
    if agent != "claude" or not FOREIGN.isdisjoint(payload):
        from hooks._dialects.table import read_foreign

        return read_foreign(name, payload, agent)
    given = payload.get("tool_input")
    event = Event(pick_text(payload, "hook_event_name") or name, raw=payload)
    for field, _, key in (pair.partition(":") for pair in FIELDS.split()):
        setattr(event, field, pick_text(payload, key or field))
    event.input = given if isinstance(given, dict) else {"input": given} if given else {}
    event.response, event.mode = payload.get("tool_response"), event.mode or "default"
    tool = event.tool.removeprefix("mcp__acp__")  # an editor serves the client's own tools
    event.tool = ALIASES.get(tool, tool)
    event.source = pick_text(payload, "source", "reason", "trigger", "load_reason")
    return event


def write_answer(event: Event, answer: Answer) -> Row:
    """The JSON object of an answer; {} where there is nothing to say."""
    if event.client != "claude":
        from hooks._dialects.table import write_foreign

        said = write_foreign(event, answer)
        if said is not None:
            return said
    name = event.name
    special: Row = {}
    top: Row = {}
    if answer.message:
        top["systemMessage"] = answer.message[:CONTEXT_MOST]
    reason = answer.reason  # "" where nothing is objected to
    if reason and name == "PreToolUse":
        special["permissionDecision"] = DECISIONS[answer.effect]
        special["permissionDecisionReason"] = reason
    elif reason:
        top["decision"], top["reason"] = "block", reason
    if answer.context and name in INFORMED:
        special["additionalContext"] = answer.context[:CONTEXT_MOST]
    if answer.input is not None and name == "PreToolUse":
        special["updatedInput"] = answer.input
    if answer.output is not None and name == "PostToolUse":
        special["updatedToolOutput"] = answer.output
        if (pick_text(event.raw, "tool_name") or event.tool).startswith("mcp__"):
            special["updatedMCPToolOutput"] = answer.output
    if special:
        top["hookSpecificOutput"] = {"hookEventName": name, **special}
    return top
