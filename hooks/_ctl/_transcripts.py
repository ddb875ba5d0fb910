"""What agents keep of a person's sessions, as the events that hooks would have been given.  Reads, writes nothing.

    found(env, since, project)      the files, newest last: Claude Code's, Codex's, Copilot's
    events(path, agent)             a Transcript: its project, its events in Claude Code's words, what could not be read

A transcript holds prompts, calls and results.  It does not hold the state of git, the files, nor the hooks' own fields
of then; a call's result tells that it ran.
"""

from __future__ import annotations

import os
import shlex

from guards._call.tags import SHELL as BASH
from hooks._agents._words import PATCHES
from hooks._ctl._times import millis
from hooks._stores.json import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import BinaryIO

    from hooks._ctl._parts import Json


MOST = 8 * 1024 * 1024  # bytes of a line; a longer one is passed over, and that is said
DECLINED = ("The user doesn't want to", "The user doesn't want to", "Request interrupted", "[Request interrupted")
NOT_TYPED = ("<command-name>", "<command-message>", "<local-command", "<bash-", "Caveat:", "[Request interrupted")
SHELLS = ("shell", "exec_command", "local_shell", "container.exec", "bash", "powershell")


class Transcript:
    """One session: `id`, `agent`, `cwd` (where it began), `events`, and `skipped`: why -> lines passed over."""

    __slots__ = ("agent", "calls", "cwd", "events", "id", "last", "path", "skipped")

    def __init__(self, path: str, agent: str) -> None:
        self.path, self.agent, self.id, self.cwd = path, agent, os.path.basename(path).partition(".")[0], ""
        self.events: list[Json] = []
        self.skipped: dict[str, int] = {}
        self.calls: dict[str, Json] = {}  # id -> its PreToolUse, until its result comes
        self.last = ""  # what the agent said since its last call: the last words of a turn may ask the person something

    def skip(self, why: str) -> None:
        """Counts a line that could not be used."""
        self.skipped[why] = self.skipped.get(why, 0) + 1

    def prompt(self, text: str, at: float) -> None:
        """What the person, or a machine in the form of a prompt, said."""
        if text.strip() and not text.lstrip().startswith(NOT_TYPED):
            if self.last:
                self._add("Stop", at, stop_hook_active=False, last_assistant_message=self.last)
            self.last = ""
            self._add("UserPromptSubmit", at, prompt=text)

    def call(self, id: str, tool: str, given: object, at: float, **more: object) -> None:
        """A call before it ran."""
        self.last = ""
        event = self._add(
            "PreToolUse",
            at,
            tool_name=tool,
            tool_input=given if isinstance(given, dict) else {},
            tool_use_id=id,
            **more,
        )
        self.calls[id] = event

    def result(self, id: str, response: object, failed: bool, at: float) -> None:
        """What came of a call; nothing where the person refused it."""
        call = self.calls.pop(id, None)
        if call is None:
            return
        said = response if isinstance(response, str) else ""
        if said.startswith(DECLINED):
            call["_declined"] = True
            return
        call["_ran"] = "failed" if failed else "ran"
        same = {
            key: call[key]
            for key in ("tool_name", "tool_input", "tool_use_id", "agent_id", "agent_type")
            if key in call
        }
        if failed:
            self._add("PostToolUseFailure", at, **same, error=said or str(response))
        else:
            self._add("PostToolUse", at, **same, tool_response=response)

    def compacted(self, at: float) -> None:
        """The conversation was shortened."""
        self._add("PreCompact", at, trigger="auto")
        self._add("SessionStart", at, source="compact")

    def _add(self, name: str, at: float, **more: object) -> Json:
        event: Json = {"hook_event_name": name, "_at": at, **more}
        self.events.append(event)
        return event


def found(env: Mapping[str, str], since: float, project: str = "") -> list[tuple[str, str]]:
    """(path, agent) of every transcript that was written to since then (seconds since the epoch); links are not
    followed.  `project`: Claude Code's of that folder alone."""
    home = env.get("HOME") or os.path.expanduser("~")
    claude = os.path.join(env.get("CLAUDE_CONFIG_DIR") or os.path.join(home, ".claude"), "projects")
    codex = os.path.join(env.get("CODEX_HOME") or os.path.join(home, ".codex"), "sessions")
    copilot = os.path.join(home, ".copilot", "session-state")
    rows = []
    for folder, agent in ((claude, "claude"), (codex, "codex"), (copilot, "copilot")):
        for at, folders, names in os.walk(folder):
            folders[:] = [one for one in folders if not os.path.islink(os.path.join(at, one))]
            rows += [(os.path.join(at, name), agent) for name in names if name.endswith(".jsonl")]
    if project:
        own = "".join(c if c.isascii() and c.isalnum() else "-" for c in os.path.realpath(project))
        rows = [(path, agent) for path, agent in rows if agent == "claude" and f"{os.sep}{own}{os.sep}" in path]
    dated = [(os.lstat(path).st_mtime, path, agent) for path, agent in rows if _plain(path)]
    return [(path, agent) for when, path, agent in sorted(dated) if when >= since]


def _plain(path: str) -> bool:
    try:
        return (os.lstat(path).st_mode & 0o170000) == 0o100000
    except OSError:
        return False


def events(path: str, agent: str) -> Transcript:
    """What one file tells.  Raises OSError."""
    made = Transcript(path, agent)
    read = READ[agent]
    with open(path, "rb") as file:
        for line in _lines(file, made):
            try:
                row = loads(line)
            except (ValueError, RecursionError):
                made.skip("no JSON")
                continue
            if isinstance(row, dict):
                try:
                    read(row, made)
                except (KeyError, TypeError, AttributeError, ValueError):
                    made.skip("another form")
    return made


def _lines(file: BinaryIO, made: Transcript) -> Iterator[bytes]:
    while True:
        line = file.readline(MOST + 1)
        if not line:
            return
        if len(line) > MOST:
            made.skip("longer than 8 MiB")
            while line and not line.endswith(b"\n"):
                line = file.readline(MOST + 1)
        elif line.strip():
            yield line


def _time(row: Json) -> float:
    stamp = row.get("timestamp")
    return millis(stamp) / 1000 if isinstance(stamp, str) else 0.0


def _claude(row: Json, made: Transcript) -> None:
    """{"type": "user|assistant|system", "message": {"content": text or blocks}, "toolUseResult", "cwd", ...}"""
    made.cwd = made.cwd or str(row.get("cwd") or "")
    made.id = str(row.get("sessionId") or made.id)
    at, kind = _time(row), row.get("type")
    if kind == "system" and row.get("subtype") == "compact_boundary":
        return made.compacted(at)
    if kind not in ("user", "assistant") or row.get("isMeta") or row.get("isCompactSummary"):
        return None
    agent = (
        {"agent_id": str(row.get("agentId") or "sidechain"), "agent_type": "subagent"} if row.get("isSidechain") else {}
    )
    content = row["message"]["content"]
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    said: list[str] = []
    for block in blocks:
        if block["type"] == "tool_use":
            made.call(str(block["id"]), str(block["name"]), block.get("input"), at, **agent)
        elif block["type"] == "tool_result":
            plain = block.get("content")
            text = plain if isinstance(plain, str) else "\n".join(str(one.get("text", "")) for one in plain or ())
            whole = row.get("toolUseResult")
            failed = bool(block.get("is_error"))
            made.result(
                str(block["tool_use_id"]), whole if isinstance(whole, (dict, list)) and not failed else text, failed, at
            )
        elif block["type"] == "text" and kind == "user" and not agent:
            said.append(str(block["text"]))
        elif block["type"] == "text" and not agent:
            made.last = str(block["text"])
    if said:
        made.prompt("\n".join(said), at)
    return None


def _codex(row: Json, made: Transcript) -> None:
    """{"timestamp", "type": "session_meta|response_item|compacted", "payload": {...}}"""
    at, kind, given = _time(row), row.get("type"), row.get("payload") or {}
    if kind == "session_meta":
        made.cwd, made.id = str(given.get("cwd") or ""), str(given.get("id") or made.id)
    elif kind == "compacted":
        made.compacted(at)
    elif kind == "response_item":
        what = given.get("type")
        if what == "message" and given.get("role") == "user":
            text = "\n".join(str(one.get("text", "")) for one in given["content"])
            if not text.lstrip().startswith("<"):
                made.prompt(text, at)
        elif what == "message" and given.get("role") == "assistant":
            made.last = "\n".join(str(one.get("text", "")) for one in given["content"])
        elif what == "function_call":
            made.call(str(given["call_id"]), *_named(str(given["name"]), loads(str(given["arguments"]).encode())), at)
        elif what == "custom_tool_call":
            made.call(str(given["call_id"]), *_named(str(given["name"]), {"input": given.get("input")}), at)
        elif what in ("function_call_output", "custom_tool_call_output"):
            said = given.get("output")
            made.result(
                str(given["call_id"]),
                said if isinstance(said, str) else str((said or {}).get("content", "")),
                False,
                at,
            )


def _copilot(row: Json, made: Transcript) -> None:
    """{"timestamp", "type": "session.start|user.message|tool.execution_start|tool.execution_complete", "data"}"""
    at, kind, given = _time(row), row.get("type"), row.get("data") or {}
    if kind == "session.start":
        made.id = str(given.get("sessionId") or made.id)
        made.cwd = str((given.get("context") or {}).get("cwd") or "")
    elif kind == "user.message":
        made.prompt(str(given.get("content") or ""), at)
    elif kind == "assistant.message":
        made.last = str(given.get("content") or "")
    elif kind == "tool.execution_start":
        made.call(str(given["toolCallId"]), *_named(str(given["toolName"]), given.get("arguments") or {}), at)
    elif kind == "tool.execution_complete":
        said = (given.get("result") or {}).get("content") or (given.get("error") or {}).get("message") or ""
        made.result(str(given["toolCallId"]), str(said), not given.get("success", True), at)


def _named(tool: str, given: object) -> tuple[str, Json]:
    """A call in Claude Code's words: a shell is Bash, a patch is a patch.

    >>> _named("shell", {"command": ["bash", "-lc", "ls"]})
    ('Bash', {'command': 'ls'})
    >>> _named("shell", {"command": ["apply_patch", "*** Begin Patch"]})
    ('apply_patch', {'input': '*** Begin Patch'})
    """
    given = given if isinstance(given, dict) else {}
    if tool in SHELLS:
        words = given.get("command", given.get("cmd", ""))
        if isinstance(words, list):
            if len(words) == 2 and words[0] == PATCHES[0]:
                return PATCHES[0], {"input": str(words[1])}
            words = words[-1] if len(words) == 3 and words[1] in ("-c", "-lc") else shlex.join(map(str, words))
        return BASH, {"command": str(words)}
    return tool, given


READ: dict[str, Callable[[Json, Transcript], None]] = {
    "claude": _claude,
    "codex": _codex,
    "copilot": _copilot,
}
